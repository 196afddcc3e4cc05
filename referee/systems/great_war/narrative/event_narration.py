"""Events as prose, those inside hidden armies included. The position is the one before the event."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Literal, assert_never

from referee.engine.events import narration
from referee.i18n.fact_text import narrate_event
from referee.i18n.translator import message
from referee.systems.great_war.events.recorder import EVENTS
from referee.systems.great_war.facts import pool
from referee.systems.great_war.language.language import GreatWarLanguage
from referee.systems.great_war.narrative import combat_narration, phrases, plan_narration
from referee.systems.great_war.narrative.phrases import Blocks, Narrations, area_called, piece_called
from referee.systems.great_war.state.position import NOWHERE, Piece, Position
from schemas.great_war import events as happened
from schemas.great_war import plan_events as planned
from schemas.great_war.names import Kind
from schemas.great_war.orders import Mode, PieceRepositioned
from schemas.great_war.plan_events import Origin, PieceArrived, PieceReplaced
from schemas.reports import Counter as CounterName
from schemas.reports import Heading, Paragraph, words


def _show(narrator: GreatWarLanguage, position: Position, event: planned.ArmiesShown) -> Blocks:
    return tuple(_armies(narrator, position, event.pieces))


def _empty(narrator: GreatWarLanguage, position: Position, event: planned.ArmyEmptied) -> Blocks:
    if any(position.map.contents(event.army)):
        return ()
    return narrator.told("{army} stands empty now.", army=piece_called(narrator, position, event.army))


def _armies(
    narrator: GreatWarLanguage, position: Position, pieces: Sequence[planned.ShownPiece]
) -> Iterator[Paragraph]:
    """Yield the disclosed contents of each army, kind by kind."""
    for army in dict.fromkeys(piece.army for piece in pieces):
        inside = [position.map.pieces[piece.id] for piece in pieces if piece.army == army]
        yield narrator.paragraph(
            "{army} reveals its contents: {pieces}.",
            army=piece_called(narrator, position, army),
            pieces=narrator.listed(list(_count(narrator, inside))),
        )


def _count(narrator: GreatWarLanguage, pieces: Sequence[Piece]) -> Iterator[str]:
    counts: Counter[tuple[str, Kind]] = Counter((piece.nation, piece.kind) for piece in pieces)
    for (nation, kind), count in sorted(counts.items()):
        yield narrator.several(kind, count, nation)


ARRIVALS: Mapping[Origin, str] = {
    "reinforcement": message("{piece} arrives in an undisclosed army."),
    "built": message("{piece} is built in an undisclosed army."),
    "rebuilt": message("{piece} is rebuilt in an undisclosed army."),
    "substitute": message("{piece} arrives as a substitute in an undisclosed army."),
}
"""Phrases for the arrival of a piece in an army that hides it."""

REPLACEMENTS: Mapping[Literal["swapped", "upgraded"], str] = {
    "swapped": message("{piece} takes the place of {other} in an undisclosed army."),
    "upgraded": message("{other} is upgraded to {piece} in an undisclosed army."),
}
"""Phrases for the replacement of a piece in such an army."""


def somewhere(narrator: GreatWarLanguage, event: PieceArrived | PieceReplaced) -> Blocks:
    """Return an arrival in an army that its viewer may not look into."""
    match event:
        case PieceArrived(piece=id, origin=origin):
            return narrator.told(ARRIVALS[origin], piece=_counter(narrator, id))
        case PieceReplaced(piece=old, by=new, reason=reason):
            piece, other = _counter(narrator, new), _counter(narrator, old)
            return narrator.told(REPLACEMENTS[reason], piece=piece, other=other)
        case _:
            assert_never(event)


def _counter(narrator: GreatWarLanguage, id: str) -> CounterName:
    piece = pool.counter(narrator.game, id)
    return CounterName(text=narrator.counter_name(id), side=piece.side if piece is not None else "")


def _bid(narrator: GreatWarLanguage, position: Position, event: planned.CardsBid) -> Blocks:
    return narrator.told("{Clause}.", clause=plan_narration.intention(narrator, position, event))


def narrate(narrator: GreatWarLanguage, position: Position, event: happened.GreatWarEvent) -> Blocks:
    """Return an event as a report tells it; a silent event gives no block."""
    sentence = EVENTS.of(event).narrate
    if sentence is None:
        return NARRATED[type(event)](narrator, position, event)
    return narrate_event(narrator, sentence, event, partial(_name, narrator, position, event))


def _name(narrator: GreatWarLanguage, position: Position, event: happened.GreatWarEvent, part: str) -> object:
    """Return a parameter of a template, which is named like the field of the event that it stands for."""
    field = next(name for name in (part, *FIELDS.get(part, ())) if hasattr(event, name))
    of = getattr(event, field)
    match part:
        case "army" if field == "into":
            return phrases.into(narrator, position, of)
        case "piece" | "other" | "army" | "fort":
            return piece_called(narrator, position, of)
        case "area" | "origin" | "goal":
            return area_called(narrator, of)
        case "of_area":
            return phrases.of_area(narrator, of)
        case "cards":
            return phrases.cards_called(narrator, of)
        case _:
            return narrator.name(KINDS.get(part, part), of)


FIELDS: Mapping[str, tuple[str, ...]] = {
    "goal": ("to",),
    "of_area": ("area",),
    "army": ("into",),
    "season": ("turn",),
    "count": ("size", "points", "lapsed", "losses", "missing"),
}
"""The fields of events that templates name otherwise."""

KINDS: Mapping[str, str] = {"nation": "national", "name": "worded"}
"""The kinds of parameters that templates name otherwise."""


def _draw(narrator: GreatWarLanguage, _: Position, event: happened.CardsDrawn) -> Blocks:
    side, count = narrator.side_adjective(event.side), event.count
    sentence = (
        narrator.say(
            "The {side} side draws {count} card: {cards}.",
            "The {side} side draws {count} cards: {cards}.",
            side=side, count=count, cards=phrases.cards_called(narrator, event.cards),
        )
        if event.cards
        else narrator.say(
            "The {side} side draws {count} card.",
            "The {side} side draws {count} cards.",
            side=side, count=count,
        )
    )  # fmt: skip
    wait = narrator.say("The draw can be played from the next player turn on.") if event.locked else ""
    return (words(f"{sentence} {wait}".rstrip()),)


def _open_season(narrator: GreatWarLanguage, _: Position, event: happened.SeasonOpened) -> Blocks:
    season = narrator.turns[event.turn].title
    title = narrator.say("Turn {turn}: {season}", turn=event.turn, season=season)
    return (Heading(text=title, level=2),)


def _open_turn(narrator: GreatWarLanguage, _: Position, event: happened.TurnOpened) -> Blocks:
    side = narrator.side_adjective(event.side)
    return (Heading(text=narrator.say("{Side} player turn", side=side), level=3),)


WAYS: Mapping[Mode, str] = {
    "march": message("{piece} moves from {origin}{between} to {goal}{army}{card}."),
    "rail": message("{piece} goes by rail from {origin}{between} to {goal}{army}{card}."),
    "strategic": message(
        "{piece} is sent by strategic movement from {origin}{between} to {goal}{army}{card}."
    ),
    "sea": message("{piece} sails from {origin}{between} to {goal}{army}{card}."),
    "reserves": message("{piece} moves as reserves from {origin}{between} to {goal}{army}{card}."),
    "transit": message("{piece} is sent in transit from {origin}{between} to {goal}{army}{card}."),
}
"""Phrases for the mode of a move."""


def _move(narrator: GreatWarLanguage, position: Position, event: happened.PieceMoved) -> Blocks:
    between = [area_called(narrator, area) for area in event.path[:-1]]
    card = "" if event.card is None else narrator.say(", by {card}", card=narrator.card_name(event.card))
    return narrator.told(
        WAYS[event.mode],
        piece=piece_called(narrator, position, event.piece),
        origin=area_called(narrator, event.origin),
        between=narrator.sentence(" by way of {areas}", areas=narrator.series(between)) if between else "",
        goal=area_called(narrator, event.path[-1]),
        army=phrases.into(narrator, position, event.into),
        card=card,
    )


def _unseen(narrator: GreatWarLanguage, position: Position, event: happened.Unseen) -> Blocks:
    """Return an event inside an army, in the usual form for viewers who see its area."""
    if not isinstance(event.event, happened.ArmyJoined) and event.event.area == NOWHERE:
        return somewhere(narrator, event.event)
    return narrate(narrator, position, event.event)


def _reposition(narrator: GreatWarLanguage, position: Position, event: PieceRepositioned) -> Blocks:
    names = {
        "piece": piece_called(narrator, position, event.piece),
        "area": area_called(narrator, event.area),
    }
    if event.into is None:
        return narrator.told("{piece} is put in {area}.", **names)
    army = piece_called(narrator, position, event.into)
    return narrator.told("{piece} is put in {area}, into {army}.", army=army, **names)


NARRATIONS: Narrations = (
    narration(happened.CardsDrawn, _draw),
    narration(happened.SeasonOpened, _open_season),
    narration(happened.TurnOpened, _open_turn),
    narration(happened.PieceMoved, _move),
    narration(happened.Unseen, _unseen),
    narration(PieceRepositioned, _reposition),
    narration(planned.ArmiesShown, _show),
    narration(planned.ArmyEmptied, _empty),
    narration(planned.CardsBid, _bid),
)

NARRATED = dict((*NARRATIONS, *combat_narration.NARRATIONS, *plan_narration.NARRATIONS))
"""The functions that narrate events without a template, by model."""
