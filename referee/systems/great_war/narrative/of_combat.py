"""Battles as prose: fire, losses and retreats."""

from collections.abc import Mapping
from typing import assert_never

from referee.engine.tongue import message
from referee.systems.great_war.facts import control
from referee.systems.great_war.narrative import phrases
from referee.systems.great_war.narrative.phrases import Blocks, area_called, piece_called
from referee.systems.great_war.state.narrator import Narrator
from referee.systems.great_war.state.position import Position
from schemas.great_war import events as happened
from schemas.great_war.words import Fate, FirePhase
from schemas.reports.document import DiceThrown, Heading, Inline, Paragraph

CombatEvent = (
    happened.BattleDeclared
    | happened.BattleOpened
    | happened.BattleLapsed
    | happened.BattleClosed
    | happened.PieceRetreated
    | happened.PieceStayed
    | happened.RetreatDeclared
    | happened.RetreatsDeclared
    | happened.ArmyMustLeave
    | happened.FireResolved
    | happened.PieceLost
    | happened.FortReduced
    | happened.ErsatzSpent
    | happened.SiegeHitsLapsed
    | happened.HitsSettled
)

FATES: Mapping[Fate, str] = {
    "withdrawn": message("{Piece}{army} leaves for another theatre, from where it stood in {area}."),
    "hit": message("{Piece}{army} is lost in {area}."),
    "out-of-supply": message("{Piece}{army} is out of supply and is lost in {area}."),
    "last-unit": message("{Piece}{army} has lost its last unit and is eliminated in {area}."),
    "unaccompanied": message("{Piece}{army} has no infantry beside it and is eliminated in {area}."),
    "empty-army": message("{Piece}{army} stands empty among enemies and is eliminated in {area}."),
    "retreated-twice": message(
        "{Piece}{army} would have to retreat a second time and is eliminated in {area}."
    ),
    "left-alone": message(
        "{Piece}{army} has retreated into the arms of the enemy and is eliminated in {area}."
    ),
    "gun-abandoned": message("{Piece}{army} cannot retreat and is abandoned in {area}."),
    "crisis": message("{Piece}{army} is called away and removed in {area}."),
    "elsewhere": message("{Piece}{army} is lost far away in {area}."),
    "exhausted": message("{Piece}{army} is lost to exhaustion in {area}."),
    "cut-off": message("{Piece}{army} was driven back with nowhere to go and is eliminated in {area}."),
}
"""Why a piece is gone."""


def narrate(narrator: Narrator, position: Position, event: CombatEvent) -> Blocks:
    """An event of the combat phase as a report tells it."""
    match event:
        case (
            happened.BattleDeclared()
            | happened.BattleOpened()
            | happened.BattleLapsed()
            | happened.BattleClosed()
        ):
            return _battle(narrator, position, event)
        case (
            happened.PieceRetreated()
            | happened.PieceStayed()
            | happened.RetreatDeclared()
            | happened.RetreatsDeclared()
            | happened.ArmyMustLeave()
        ):
            return _retreat(narrator, position, event)
        case happened.FireResolved():
            return _fire(narrator, event)
        case (
            happened.PieceLost()
            | happened.FortReduced()
            | happened.ErsatzSpent()
            | happened.SiegeHitsLapsed()
            | happened.HitsSettled()
        ):
            return _loss(narrator, position, event)
        case _:
            assert_never(event)


def _battle(
    narrator: Narrator,
    position: Position,
    event: happened.BattleDeclared | happened.BattleOpened | happened.BattleLapsed | happened.BattleClosed,
) -> Blocks:
    area = area_called(narrator, event.area)
    match event:
        case happened.BattleDeclared(compulsory=True):
            return narrator.told(
                "A battle is declared for {area}, which became disputed this turn.", area=area
            )
        case happened.BattleDeclared():
            return narrator.told("A battle is declared for {area}.", area=area)
        case happened.BattleOpened():
            title = narrator.say("Battle {of_area}", of_area=narrator.of_area(event.area))
            return (Heading(text=title, level=4),)
        case happened.BattleLapsed():
            return narrator.told(
                "Nobody is left to fight in {area}, and no die is thrown.", area=area
            )  # fmt: skip
        case happened.BattleClosed():
            if control.status(position.map, event.area, position.map.sides[0]) == "disputed":
                return narrator.told("The battle is over, and {area} remains disputed.", area=area)
            return narrator.told("The battle is over.")
        case _:
            assert_never(event)


def _retreat(
    narrator: Narrator,
    position: Position,
    event: happened.PieceRetreated
    | happened.PieceStayed
    | happened.RetreatDeclared
    | happened.RetreatsDeclared
    | happened.ArmyMustLeave,
) -> Blocks:
    match event:
        case happened.PieceRetreated(piece=id, origin=origin, to=to, into=army):
            return narrator.told(
                "{piece} retreats from {origin} to {goal}{army}.",
                piece=piece_called(narrator, position, id), origin=area_called(narrator, origin),
                goal=area_called(narrator, to), army=phrases.into(narrator, position, army),
            )  # fmt: skip
        case happened.PieceStayed():
            return _stays(narrator, position, event)
        case happened.RetreatDeclared(piece=id, to=to, into=army):
            return narrator.told(
                "{piece} will not fire but retreat to {goal}{army}.",
                piece=piece_called(narrator, position, id),
                goal=area_called(narrator, to), army=phrases.into(narrator, position, army),
            )  # fmt: skip
        case happened.RetreatsDeclared(side=side, area=area):
            if position.fight is not None and position.fight.leaving:
                return ()
            side, where = narrator.side_adjective(side), area_called(narrator, area)
            return narrator.told("The {side} side stands its ground in {area}.", side=side, area=where)
        case happened.ArmyMustLeave(army=id):
            leaver = piece_called(narrator, position, id)
            return narrator.told("{army} stands empty and must leave.", army=leaver)
        case _:
            assert_never(event)


def _stays(narrator: Narrator, position: Position, event: happened.PieceStayed) -> Blocks:
    stays, area = piece_called(narrator, position, event.piece), area_called(narrator, event.area)
    if event.army is None:
        return narrator.told(
            "All that {army} still holds has retreated before, and it stays in {area}.", army=stays, area=area
        )
    army = piece_called(narrator, position, event.army)
    return narrator.told(
        "{Piece} has retreated before and stays in {area} when {army} leaves.",
        piece=stays, area=area, army=army,
    )  # fmt: skip


FIRES: Mapping[FirePhase, str] = {
    "dogfight": message("Dogfight in {area}: the {side} side throws {dice} and {scored}."),
    "artillery": message(
        "Artillery fire of the attacker in {area}: the {side} side throws {dice} and {scored}."
    ),
    "defensive": message("Fire of the defender in {area}: the {side} side throws {dice} and {scored}."),
    "pursuit": message("Pursuit fire in {area}: the {side} side throws {dice} and {scored}."),
    "offensive": message("Fire of the attacker in {area}: the {side} side throws {dice} and {scored}."),
}
"""The phases of fire as they are told."""

SILENCES: Mapping[FirePhase, str] = {
    "dogfight": message("Dogfight in {area}: the {side} side throws no dice."),
    "defensive": message("Fire of the defender in {area}: the {side} side throws no dice."),
    "offensive": message("Fire of the attacker in {area}: the {side} side throws no dice."),
}
"""Phases without dice; of the guns and of pursuit, which are rare, nothing is said."""


def _fire(narrator: Narrator, event: happened.FireResolved) -> Blocks:
    named = {"area": area_called(narrator, event.area), "side": narrator.side_adjective(event.side)}
    if not (dice := sum(len(roll.faces) for roll in event.rolls)):
        silence = SILENCES.get(event.phase)
        return () if silence is None else (narrator.paragraph(silence, **named),)
    told = narrator.paragraph(
        FIRES[event.phase],
        dice=narrator.say("{count} die", "{count} dice", count=dice),
        scored=_score(narrator, event),
        **named,
    )
    return (told, DiceThrown(rolls=event.rolls))


def _score(narrator: Narrator, event: happened.FireResolved) -> str:
    """What the dice of a phase did, as the end of a sentence."""
    if not event.hits:
        return narrator.say("does not hit")
    if not event.siege:
        return narrator.say("scores {count} hit", "scores {count} hits", count=event.hits)
    return narrator.say(
        "scores {count} hit ({siege} by siege guns)", "scores {count} hits ({siege} by siege guns)",
        count=event.hits, siege=event.siege,
    )  # fmt: skip


def _loss(
    narrator: Narrator,
    position: Position,
    event: happened.PieceLost
    | happened.FortReduced
    | happened.ErsatzSpent
    | happened.SiegeHitsLapsed
    | happened.HitsSettled,
) -> Blocks:
    match event:
        case happened.PieceLost():
            return _narrate_loss(narrator, position, event)
        case happened.FortReduced(fort=id, strength=strength):
            fort = piece_called(narrator, position, id)
            return narrator.told("{Fort} is reduced to strength {strength}.", fort=fort, strength=strength)
        case happened.ErsatzSpent(side=side, card=card, points=points):
            return narrator.told(
                "The {side} side spends {card} as Ersatz, worth {count} hit.",
                "The {side} side spends {card} as Ersatz, worth {count} hits.",
                side=narrator.side_adjective(side), card=narrator.card_name(card), count=points,
            )  # fmt: skip
        case happened.SiegeHitsLapsed():
            return (_siege(narrator, event),)
        case happened.HitsSettled(lapsed=lapsed):
            if not lapsed:
                return ()
            return narrator.told(
                "{count} hit beyond what stands there: nobody is left to lose.",
                "{count} hits beyond what stands there: nobody is left to lose.",
                count=lapsed,
            )  # fmt: skip
        case _:
            assert_never(event)


def _siege(narrator: Narrator, event: happened.SiegeHitsLapsed) -> Paragraph:
    if event.spilled:
        return narrator.paragraph(
            "{count} hit of siege guns: no fort is left to take it, and others must.",
            "{count} hits of siege guns: no fort is left to take them, and others must.",
            count=event.count,
        )
    return narrator.paragraph(
        "{count} hit of siege guns: no fort is left to take it.",
        "{count} hits of siege guns: no fort is left to take them.",
        count=event.count,
    )


def _narrate_loss(narrator: Narrator, position: Position, event: happened.PieceLost) -> Blocks:
    piece = position.map.pieces.get(event.piece)
    called = piece_called(narrator, position, event.piece)
    if piece is not None and piece.kind == "fort":
        return narrator.told("{Piece} is razed.", piece=called)
    army: tuple[Inline, ...] = ()
    if piece is not None and piece.army is not None:
        army = narrator.sentence(" of {army}", army=piece_called(narrator, position, piece.army))
    where = area_called(narrator, event.area)
    return narrator.told(FATES[event.fate], piece=called, army=army, area=where)
