"""The small words of reports: pieces, areas, sides and counts as a sentence names them."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from referee.engine.events import Narration
from referee.systems.great_war.language.language import GreatWarLanguage
from referee.systems.great_war.state.position import Position
from schemas.great_war.events import GreatWarEvent
from schemas.great_war.names import CardKind
from schemas.great_war.view import AreaView
from schemas.record import Side
from schemas.reports import AreaName, Block, Counter, Inline

Blocks = tuple[Block, ...]
"""Content of a chapter of a report."""

Narrations: TypeAlias = tuple[Narration[GreatWarLanguage, Position, GreatWarEvent], ...]
"""The events of a chapter that need more than a template."""


def piece_called(narrator: GreatWarLanguage, position: Position, id: str) -> Counter:
    """A piece by name, in the colour of its side."""
    piece = position.map.pieces.get(id)
    return Counter(text=narrator.piece_name(piece), side=piece.side) if piece else Counter(text=id)


def area_called(narrator: GreatWarLanguage, area: str) -> AreaName:
    """An area by name."""
    return AreaName(text=narrator.area_name(area))


def of_area(narrator: GreatWarLanguage, area: str) -> AreaName:
    """An area behind an `of`, which some languages write as one word with it."""
    return AreaName(text=narrator.of_area(area))


def unsupplied(narrator: GreatWarLanguage, position: Position, ids: Sequence[str]) -> Blocks:
    """The pieces that are out of supply; nothing where there are none."""
    if not ids:
        return ()
    pieces = narrator.series([piece_called(narrator, position, id) for id in ids])
    return narrator.told("Out of supply: {pieces}.", pieces=pieces)


def into(narrator: GreatWarLanguage, position: Position, army: str | None) -> tuple[Inline, ...]:
    """Return the army that a piece enters, after a destination: `, into French 5th Army`."""
    if army is None:
        return ()
    return narrator.sentence(", into {army}", army=piece_called(narrator, position, army))


def cards_counted(narrator: GreatWarLanguage, count: int) -> str:
    """So many cards: `1 card`, `2 cards`."""
    return narrator.say("{count} card", "{count} cards", count=count)


def points_counted(narrator: GreatWarLanguage, count: int) -> str:
    """So many victory points."""
    return narrator.say("{count} victory point", "{count} victory points", count=count)


def holder(narrator: GreatWarLanguage, owner: Side | None) -> str:
    """Return the owner of an area, as the cell of a table."""
    return narrator.side_name(owner) if owner is not None else narrator.say("nobody's")


def standing(narrator: GreatWarLanguage, area: AreaView) -> str:
    """Return the owner of an area, or its owner before it was disputed."""
    owner = holder(narrator, area.owner)
    if area.status != "disputed":
        return owner
    return narrator.say("disputed, {owner} before", owner=owner)


def by_name(narrator: GreatWarLanguage, numbers: Iterable[int]) -> Iterator[tuple[CardKind, str]]:
    """Cards of one name together, in the order of the deck, with their numbers."""
    by_kind: dict[str, list[str]] = {}
    for number in sorted(numbers):
        if (kind := narrator.card_kind(number)) is not None:
            by_kind.setdefault(kind.id, []).append(str(number))
    for kind in narrator.pack.cards.kinds:
        if kind.id in by_kind:
            yield kind, ", ".join(by_kind[kind.id])


def cards_called(narrator: GreatWarLanguage, numbers: Iterable[int]) -> str:
    """Cards by name and number: `Offensive (3, 7) and Gericht (24)`."""
    return narrator.tongue.listed([f"{kind.name} ({mine})" for kind, mine in by_name(narrator, numbers)])
