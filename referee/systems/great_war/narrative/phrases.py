"""The small words of reports: pieces, areas, sides and counts as a sentence names them."""

from collections.abc import Iterable, Iterator, Sequence

from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.great_war.pack import CardKind
from schemas.great_war.view import AreaView
from schemas.record import Side
from schemas.reports.document import AreaName, Block, Counter, Inline

Blocks = tuple[Block, ...]
"""What a chapter of a report is made of."""


def piece_called(theatre: GreatWarGame, position: Position, id: str) -> Counter:
    """A piece by name, in the colour of its side."""
    piece = position.pieces.get(id)
    return Counter(text=theatre.piece_name(piece), side=piece.side) if piece else Counter(text=id)


def area_called(theatre: GreatWarGame, area: str) -> AreaName:
    """An area by name."""
    return AreaName(text=theatre.area_name(area))


def of_area(theatre: GreatWarGame, area: str) -> AreaName:
    """An area behind an `of`, which some languages write as one word with it."""
    return AreaName(text=theatre.of_area(area))


def unsupplied(theatre: GreatWarGame, position: Position, ids: Sequence[str]) -> Blocks:
    """The pieces that are out of supply; nothing where there are none."""
    if not ids:
        return ()
    pieces = theatre.series([piece_called(theatre, position, id) for id in ids])
    return theatre.told("Out of supply: {pieces}.", pieces=pieces)


def into(theatre: GreatWarGame, position: Position, army: str | None) -> tuple[Inline, ...]:
    """Behind a goal, the army that a piece enters there: `, into French 5th Army`."""
    if army is None:
        return ()
    return theatre.sentence(", into {army}", army=piece_called(theatre, position, army))


def cards_counted(theatre: GreatWarGame, count: int) -> str:
    """So many cards: `1 card`, `2 cards`."""
    return theatre.say("{count} card", "{count} cards", count=count)


def points_counted(theatre: GreatWarGame, count: int) -> str:
    """So many victory points."""
    return theatre.say("{count} victory point", "{count} victory points", count=count)


def holder(theatre: GreatWarGame, owner: Side | None) -> str:
    """Who holds an area, as the cell of a table has it."""
    return theatre.side_name(owner) if owner is not None else theatre.say("nobody's")


def standing(theatre: GreatWarGame, area: AreaView) -> str:
    """Who holds an area, or held it before it was disputed."""
    owner = holder(theatre, area.owner)
    if area.status != "disputed":
        return owner
    return theatre.say("disputed, {owner} before", owner=owner)


def by_name(theatre: GreatWarGame, numbers: Iterable[int]) -> Iterator[tuple[CardKind, str]]:
    """Cards of one name together, in the order of the deck, with their numbers."""
    held = sorted(numbers)
    for kind in theatre.pack.cards.kinds:
        if mine := [str(number) for number in held if theatre.card(number) == kind]:
            yield kind, ", ".join(mine)


def cards_called(theatre: GreatWarGame, numbers: Iterable[int]) -> str:
    """Cards by name and number: `Offensive (3, 7) and Gericht (24)`."""
    return theatre.tongue.listed([f"{kind.name} ({mine})" for kind, mine in by_name(theatre, numbers)])
