"""Battles as prose: fire, losses and retreats."""

from collections.abc import Mapping
from typing import assert_never

from referee.systems.great_war import control
from referee.systems.great_war.narrative import phrases
from referee.systems.great_war.narrative.phrases import (
    Blocks,
    area_called,
    piece_called,
    side_called,
    subject,
)
from referee.systems.great_war.position import Position
from referee.systems.great_war.theatre import Theatre
from schemas.document import Counter, DiceThrown, Heading, Inline, words
from schemas.great_war import events as happened
from schemas.great_war.words import Fate, FirePhase

CombatEvent = (
    happened.BattleDeclared
    | happened.BattleOpened
    | happened.BattleLapsed
    | happened.BattleClosed
    | happened.PieceRetreated
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
    "withdrawn": "leaves for another theatre, from where it stood",
    "hit": "is lost",
    "out-of-supply": "is out of supply and is lost",
    "last-unit": "has lost its last unit and is eliminated",
    "unaccompanied": "has no infantry beside it and is eliminated",
    "empty-army": "stands empty, has nowhere to go and is eliminated",
    "retreated-twice": "would have to retreat a second time and is eliminated",
    "left-alone": "has retreated into the arms of the enemy and is eliminated",
    "gun-abandoned": "cannot retreat and is abandoned",
    "crisis": "is called away and removed",
    "elsewhere": "is lost far away",
    "exhausted": "is lost to exhaustion",
    "cut-off": "was driven back with nowhere to go and is eliminated",
}
"""Why a piece is gone, as the end of a sentence."""


def narrate(theatre: Theatre, position: Position, event: CombatEvent) -> Blocks:
    """An event of the combat phase as a report tells it."""
    match event:
        case (
            happened.BattleDeclared()
            | happened.BattleOpened()
            | happened.BattleLapsed()
            | happened.BattleClosed()
        ):
            return _battle(theatre, position, event)
        case (
            happened.PieceRetreated()
            | happened.RetreatDeclared()
            | happened.RetreatsDeclared()
            | happened.ArmyMustLeave()
        ):
            return _retreat(theatre, position, event)
        case happened.FireResolved():
            return _fire(theatre, event)
        case (
            happened.PieceLost()
            | happened.FortReduced()
            | happened.ErsatzSpent()
            | happened.SiegeHitsLapsed()
            | happened.HitsSettled()
        ):
            return _loss(theatre, position, event)
        case _:
            assert_never(event)


def _battle(
    theatre: Theatre,
    position: Position,
    event: happened.BattleDeclared | happened.BattleOpened | happened.BattleLapsed | happened.BattleClosed,
) -> Blocks:
    area = area_called(theatre, event.area)
    match event:
        case happened.BattleDeclared(compulsory=compulsory):
            why = ", which became disputed this turn" if compulsory else ""
            return (words("A battle is declared for ", area, f"{why}."),)
        case happened.BattleOpened():
            return (Heading(text=f"Battle of {area.text}", level=4),)
        case happened.BattleLapsed():
            return (words("Nobody is left to fight in ", area, ", and no die is thrown."),)
        case happened.BattleClosed():
            disputed = control.status(position, event.area, position.sides[0]) == "disputed"
            left = (", and ", area, " remains disputed") if disputed else ()
            return (words("The battle is over", *left, "."),)
        case _:
            assert_never(event)


def _retreat(
    theatre: Theatre,
    position: Position,
    event: happened.PieceRetreated
    | happened.RetreatDeclared
    | happened.RetreatsDeclared
    | happened.ArmyMustLeave,
) -> Blocks:
    match event:
        case happened.PieceRetreated(piece=piece, origin=origin, to=to, into=into):
            leaver, left = piece_called(theatre, position, piece), area_called(theatre, origin)
            return (words(leaver, " retreats from ", left, " to ", *_goal(theatre, position, to, into), "."),)
        case happened.RetreatDeclared(piece=piece, to=to, into=into):
            leaver, goal = piece_called(theatre, position, piece), _goal(theatre, position, to, into)
            return (words(leaver, " will not fire but retreat to ", *goal, "."),)
        case happened.RetreatsDeclared(side=side, area=area):
            if position.fight is not None and position.fight.leaving:
                return ()
            return (
                words(f"{subject(theatre, side)} stands its ground in ", area_called(theatre, area), "."),
            )
        case happened.ArmyMustLeave(army=army):
            return (words(piece_called(theatre, position, army), " stands empty and must leave."),)
        case _:
            assert_never(event)


def _goal(theatre: Theatre, position: Position, to: str, into: str | None) -> tuple[Inline | str, ...]:
    army = (", into ", piece_called(theatre, position, into)) if into is not None else ()
    return (area_called(theatre, to), *army)


def _fire(theatre: Theatre, event: happened.FireResolved) -> Blocks:
    dice = sum(len(roll.faces) for roll in event.rolls)
    area = area_called(theatre, event.area)
    opening = f"{_phase(event.phase)} in "
    if not dice:
        return _silent(theatre, event)
    thrown = f"{side_called(theatre, event.side)} throws {phrases.counted(dice, 'die', 'dice')}"
    siege = f" ({event.siege} by siege guns)" if event.siege else ""
    scored = f"scores {phrases.counted(event.hits, 'hit')}{siege}" if event.hits else "does not hit"
    return (words(opening, area, f": {thrown} and {scored}."), DiceThrown(rolls=event.rolls))


def _silent(theatre: Theatre, event: happened.FireResolved) -> Blocks:
    """A phase without dice; of the guns and of pursuit, which are rare, nothing is said."""
    if event.phase in {"artillery", "pursuit"}:
        return ()
    area = area_called(theatre, event.area)
    return (
        words(f"{_phase(event.phase)} in ", area, f": {side_called(theatre, event.side)} throws no dice."),
    )


def _phase(phase: FirePhase) -> str:
    match phase:
        case "dogfight":
            return "Dogfight"
        case "artillery":
            return "Artillery fire of the attacker"
        case "defensive":
            return "Fire of the defender"
        case "pursuit":
            return "Pursuit fire"
        case "offensive":
            return "Fire of the attacker"
        case _:
            assert_never(phase)


def _loss(
    theatre: Theatre,
    position: Position,
    event: happened.PieceLost
    | happened.FortReduced
    | happened.ErsatzSpent
    | happened.SiegeHitsLapsed
    | happened.HitsSettled,
) -> Blocks:
    match event:
        case happened.PieceLost():
            return _gone(theatre, position, event)
        case happened.FortReduced(fort=fort, strength=strength):
            piece = piece_called(theatre, position, fort)
            return (words(_headed(piece), f" is reduced to strength {strength}."),)
        case happened.ErsatzSpent(side=side, card=card, points=points):
            spent = f"{subject(theatre, side)} spends {theatre.card_name(card)} as Ersatz"
            return (words(f"{spent}, worth {phrases.counted(points, 'hit')}."),)
        case happened.SiegeHitsLapsed(count=count, spilled=spilled):
            them = "it" if count == 1 else "them"
            lapsed_hits = phrases.counted(count, "hit")
            falls = ", and others must" if spilled else ""
            return (words(f"{lapsed_hits} of siege guns: no fort is left to take {them}{falls}."),)
        case happened.HitsSettled(lapsed=lapsed):
            if not lapsed:
                return ()
            return (
                words(f"{phrases.counted(lapsed, 'hit')} beyond what stands there: nobody is left to lose."),
            )
        case _:
            assert_never(event)


def _headed(piece: Counter) -> Counter:
    """A piece at the head of a sentence: `The fort of Liège`."""
    text = phrases.upper(piece.text) if piece.side else piece.text
    return piece.model_copy(update={"text": text})


def _gone(theatre: Theatre, position: Position, event: happened.PieceLost) -> Blocks:
    piece = position.pieces.get(event.piece)
    called = _headed(piece_called(theatre, position, event.piece))
    if piece is not None and piece.kind == "fort":
        return (words(called, " is razed."),)
    army: tuple[Inline | str, ...] = ()
    if piece is not None and piece.army is not None:
        army = (" of ", piece_called(theatre, position, piece.army))
    return (words(called, *army, f" {FATES[event.fate]} in ", area_called(theatre, event.area), "."),)
