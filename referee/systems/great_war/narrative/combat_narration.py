"""Battles, the cards on them, war in the air and crises as prose."""

from collections.abc import Mapping

from referee.engine.events import narration
from referee.i18n.translator import message
from referee.systems.great_war.facts import control
from referee.systems.great_war.language.language import GreatWarLanguage
from referee.systems.great_war.narrative.phrases import Blocks, Narrations, area_called, piece_called
from referee.systems.great_war.state.position import Position
from schemas.great_war import card_events as played
from schemas.great_war import events as happened
from schemas.great_war.names import Fate, FirePhase
from schemas.record import Side
from schemas.reports import DiceThrown, Heading, Inline, words

FATES: Mapping[Fate, str] = {
    "withdrawn": message("{Piece}{army} leaves {area} for another theatre."),
    "hit": message("{Piece}{army} is lost in {area}."),
    "out-of-supply": message("{Piece}{army} is out of supply and is lost in {area}."),
    "last-unit": message("{Piece}{army} has lost its last unit and is eliminated in {area}."),
    "unaccompanied": message("{Piece}{army} has no infantry beside it and is eliminated in {area}."),
    "empty-army": message("{Piece}{army} is empty among enemy pieces and is eliminated in {area}."),
    "retreated-twice": message(
        "{Piece}{army} would have to retreat a second time and is eliminated in {area}."
    ),
    "left-alone": message(
        "{Piece}{army} retreated to the enemy without support and is eliminated in {area}."
    ),
    "gun-abandoned": message("{Piece}{army} cannot retreat and is abandoned in {area}."),
    "crisis": message("{Piece}{army} is removed from {area} for the crisis."),
    "elsewhere": message("{Piece}{army} is lost far away in {area}."),
    "exhausted": message("{Piece}{army} is lost to exhaustion in {area}."),
    "cut-off": message("{Piece}{army} must retreat, has no area to retreat to and is eliminated in {area}."),
}
"""Reasons for the removal of a piece."""


def _open(narrator: GreatWarLanguage, _: Position, event: happened.BattleOpened) -> Blocks:
    title = narrator.say("Battle {of_area}", of_area=narrator.of_area(event.area))
    return (Heading(text=title, level=4),)


def _close(narrator: GreatWarLanguage, position: Position, event: happened.BattleClosed) -> Blocks:
    if control.status(position.map, event.area, position.map.sides[0]) == "disputed":
        area = area_called(narrator, event.area)
        return narrator.told("The battle is over, and {area} remains disputed.", area=area)
    return narrator.told("The battle is over.")


def _stand(narrator: GreatWarLanguage, position: Position, event: happened.RetreatsDeclared) -> Blocks:
    if position.fight is not None and position.fight.leaving:
        return ()
    side, area = narrator.side_adjective(event.side), area_called(narrator, event.area)
    return narrator.told("The {side} side stands its ground in {area}.", side=side, area=area)


def _stay(narrator: GreatWarLanguage, position: Position, event: happened.PieceStayed) -> Blocks:
    stays, area = piece_called(narrator, position, event.piece), area_called(narrator, event.area)
    if event.army is None and position.map.pieces[event.piece].kind != "army":
        return narrator.told("{Piece} finds no room and stays in {area}.", piece=stays, area=area)
    if event.army is None:
        return narrator.told(
            "Every piece left in {army} has already retreated, so the army stays in {area}.",
            army=stays,
            area=area,
        )
    army = piece_called(narrator, position, event.army)
    return narrator.told(
        "{Piece} has already retreated and stays in {area} when {army} leaves.",
        piece=stays, area=area, army=army,
    )  # fmt: skip


FIRES: Mapping[FirePhase, str] = {
    "dogfight": message("Dogfight in {area}: the {side} side rolls {dice} and {scored}."),
    "artillery": message(
        "Artillery fire of the attacker in {area}: the {side} side rolls {dice} and {scored}."
    ),
    "defensive": message("Fire of the defender in {area}: the {side} side rolls {dice} and {scored}."),
    "pursuit": message("Pursuit fire in {area}: the {side} side rolls {dice} and {scored}."),
    "offensive": message("Fire of the attacker in {area}: the {side} side rolls {dice} and {scored}."),
}
"""Names of the phases of fire."""

SILENCES: Mapping[FirePhase, str] = {
    "dogfight": message("Dogfight in {area}: the {side} side rolls no dice."),
    "defensive": message("Fire of the defender in {area}: the {side} side rolls no dice."),
    "offensive": message("Fire of the attacker in {area}: the {side} side rolls no dice."),
}
"""Phases without dice; of the guns and of pursuit, which are rare, nothing is said."""


def _fire(narrator: GreatWarLanguage, _: Position, event: happened.FireResolved) -> Blocks:
    names = {"area": area_called(narrator, event.area), "side": narrator.side_adjective(event.side)}
    if not (dice := sum(len(roll.faces) for roll in event.rolls)):
        silence = SILENCES.get(event.phase)
        return () if silence is None else (narrator.paragraph(silence, **names),)
    paragraph = narrator.paragraph(
        FIRES[event.phase],
        dice=narrator.say("{count} die", "{count} dice", count=dice),
        scored=_score(narrator, event),
        **names,
    )
    return (paragraph, DiceThrown(rolls=event.rolls))


def _score(narrator: GreatWarLanguage, event: happened.FireResolved) -> str:
    """Return the result of the dice of a phase, as the end of a sentence."""
    if not event.hits:
        return narrator.say("scores no hit")
    if not event.siege:
        return narrator.say("scores {count} hit", "scores {count} hits", count=event.hits)
    return narrator.say(
        "scores {count} hit ({siege} by siege guns)", "scores {count} hits ({siege} by siege guns)",
        count=event.hits, siege=event.siege,
    )  # fmt: skip


def _lapse_siege_hits(
    narrator: GreatWarLanguage, position: Position, event: happened.SiegeHitsLapsed
) -> Blocks:
    if any(piece.kind == "fort" for piece in position.map.standing(event.area, event.side)):
        return narrator.told(
            "{count} hit of siege guns is more than the fort can take.",
            "{count} hits of siege guns are more than the fort can take.",
            count=event.count,
        )
    if event.spilled:
        return narrator.told(
            "{count} hit of siege guns: no fort is left, so other pieces take it.",
            "{count} hits of siege guns: no fort is left, so other pieces take them.",
            count=event.count,
        )
    return narrator.told(
        "{count} hit of siege guns has no effect: no fort is left to take it.",
        "{count} hits of siege guns have no effect: no fort is left to take them.",
        count=event.count,
    )


def _lose(narrator: GreatWarLanguage, position: Position, event: happened.PieceLost) -> Blocks:
    piece = position.map.pieces.get(event.piece)
    name = piece_called(narrator, position, event.piece)
    if piece is not None and piece.kind == "fort":
        return narrator.told("{Piece} is destroyed.", piece=name)
    army: tuple[Inline, ...] = ()
    if piece is not None and piece.army is not None:
        army = narrator.sentence(" of {army}", army=piece_called(narrator, position, piece.army))
    where = area_called(narrator, event.area)
    return narrator.told(FATES[event.fate], piece=name, army=army, area=where)


def _allot(narrator: GreatWarLanguage, _: Position, event: played.CardsAllotted) -> Blocks:
    names = narrator.listed([narrator.card_name(card) for card in event.cards])
    side = narrator.side_adjective(event.side)
    return narrator.told("The {side} side begins with {cards}.", side=side, cards=names)


def _sacrifice(narrator: GreatWarLanguage, _: Position, event: played.CardsSacrificed) -> Blocks:
    named = narrator.listed([narrator.card_name(card) for card in event.cards])
    side = narrator.side_adjective(event.side)
    return narrator.told("The {side} side discards {cards} beside its offensive.", side=side, cards=named)


def _fight_in_the_air(narrator: GreatWarLanguage, _: Position, event: played.DogfightFought) -> Blocks:
    area, hits = area_called(narrator, event.area), event.hits
    paragraph = narrator.paragraph("Dogfight over {area}: neither side scores a hit.", area=area)
    if any(hits.values()):
        scored = ", ".join(_score_in_the_air(narrator, side, count) for side, count in hits.items())
        paragraph = narrator.paragraph("Dogfight over {area}: {hits}.", area=area, hits=scored)
    return (paragraph, DiceThrown(rolls=event.rolls))


def _score_in_the_air(narrator: GreatWarLanguage, side: Side, count: int) -> str:
    return narrator.say(
        "the {side} side {count} hit", "the {side} side {count} hits",
        side=narrator.side_adjective(side), count=count,
    )  # fmt: skip


def _demand(narrator: GreatWarLanguage, position: Position, event: played.CrisisPlayed) -> Blocks:
    demand = narrator.game.demand(event.card, position.map.turn)
    card = narrator.card_name(event.card)
    sentence = narrator.say(
        "The {side} side plays {card}: the {victim} side must remove {count} piece of infantry.",
        "The {side} side plays {card}: the {victim} side must remove {count} pieces of infantry.",
        side=narrator.side_adjective(event.side),
        card=f"{card}, {narrator.worded(demand.name)}" if demand is not None else card,
        victim=narrator.side_adjective(event.victim),
        count=event.count,
    )
    gone = narrator.say("The card leaves the game.") if event.removed else ""
    return (words(f"{sentence} {gone}".rstrip()),)


NARRATIONS: Narrations = (
    narration(happened.BattleOpened, _open),
    narration(happened.BattleClosed, _close),
    narration(happened.PieceStayed, _stay),
    narration(happened.RetreatsDeclared, _stand),
    narration(happened.FireResolved, _fire),
    narration(happened.PieceLost, _lose),
    narration(happened.SiegeHitsLapsed, _lapse_siege_hits),
    narration(played.CardsAllotted, _allot),
    narration(played.CardsSacrificed, _sacrifice),
    narration(played.DogfightFought, _fight_in_the_air),
    narration(played.CrisisPlayed, _demand),
)
