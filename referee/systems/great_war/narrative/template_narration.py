"""Hidden templates as prose: disclosed contents of armies, and events inside hidden armies."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, assert_never

from referee.engine.events import narration
from referee.i18n.translator import message
from referee.systems.great_war.facts import pool
from referee.systems.great_war.language.language import GreatWarLanguage
from referee.systems.great_war.narrative.phrases import Blocks, Narrations, piece_called
from referee.systems.great_war.state.position import Piece, Position
from schemas.great_war import plan_events as happened
from schemas.great_war.names import Kind
from schemas.great_war.plan_events import Origin, PieceArrived, PieceReplaced
from schemas.reports import Counter as CounterName
from schemas.reports import Paragraph


def _show(narrator: GreatWarLanguage, position: Position, event: happened.ArmiesShown) -> Blocks:
    return tuple(_armies(narrator, position, event.pieces))


def _empty(narrator: GreatWarLanguage, position: Position, event: happened.ArmyEmptied) -> Blocks:
    if any(position.map.contents(event.army)):
        return ()
    return narrator.told("{army} stands empty now.", army=piece_called(narrator, position, event.army))


def _armies(
    narrator: GreatWarLanguage, position: Position, pieces: Sequence[happened.ShownPiece]
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


NARRATIONS: Narrations = (
    narration(happened.ArmiesShown, _show),
    narration(happened.ArmyEmptied, _empty),
)
