"""Own pieces that a mention may mean."""

import re
from collections.abc import Iterable, Iterator, Sequence

from referee.systems.great_war.notation.proposals.frames import Frame
from referee.systems.great_war.notation.proposals.mentions import Mention
from referee.systems.great_war.state.game import GreatWarGame, piece_id
from referee.systems.great_war.state.position import Piece, Position
from schemas.record import Side

Ids = tuple[str, ...]


def list_own_nations(theatre: GreatWarGame, side: Side, mention: Mention) -> list[str]:
    """Return the nations of a side that a mention may be about."""
    own = [nation.id for nation in theatre.nations.values() if nation.side == side]
    return [nation for nation in own if mention.nation in {"", nation}]


def list_choices(
    theatre: GreatWarGame, position: Position, side: Side, mention: Mention, frame: Frame
) -> list[Ids]:
    """Return the pieces on the map that a mention may mean, as alternatives of one or several pieces."""
    places = frame.origins or tuple(area for area in frame.places if area not in frame.goals)
    choices = list(_list_anywhere(theatre, position, side, mention))
    if places and mention.kind and not (mention.ids or mention.ordinal or mention.numbers):
        # Pieces in an army of the place come before loose ones elsewhere.
        near = [piece for piece in position.map.owned(side) if piece.area in places]
        choices += _list_described(near, list_own_nations(theatre, side, mention), mention)
        choices = list(dict.fromkeys(choices))
    here = [ids for ids in choices if places and all(_find_area(position, id) in places for id in ids)]
    return here if here or frame.origins else choices


def _find_area(position: Position, id: str) -> str:
    piece = position.map.pieces.get(id)
    return piece.area if piece is not None else ""


def _list_anywhere(theatre: GreatWarGame, position: Position, side: Side, mention: Mention) -> Iterator[Ids]:
    own = {piece.id: piece for piece in position.map.owned(side)}
    nations = list_own_nations(theatre, side, mention)
    if mention.ids:
        if all(id in own for id in mention.ids):
            yield mention.ids
        return
    if mention.ordinal:
        yield from ((id,) for nation in nations if (id := f"{nation}-{mention.ordinal}") in own)
        return
    if mention.kind is None:
        return
    if mention.numbers:
        for nation in nations:
            ids = tuple(
                piece_id(nation, theatre.units[mention.kind], int(digits)) for digits in mention.numbers
            )
            if all(id in own for id in ids):
                yield ids
        return
    yield from _list_described(own.values(), nations, mention)


def _list_described(own: Iterable[Piece], nations: Sequence[str], mention: Mention) -> Iterator[Ids]:
    """Yield pieces of a kind, as many as the words say. The first of like pieces in one place are meant."""
    groups: dict[tuple[str, str | None, str], list[str]] = {}
    for piece in own:
        if piece.kind == mention.kind and piece.nation in nations and not (mention.is_loose and piece.army):
            groups.setdefault((piece.area, piece.army, piece.nation), []).append(piece.id)
    loose = {place: ids for place, ids in groups.items() if place[1] is None}
    for ids in (loose or groups).values():
        if len(ids) >= max(mention.count, 1):
            yield tuple(sorted(ids, key=number)[: max(mention.count, 1)])


def number(id: str) -> int:
    """Return the number at the end of an id."""
    digits = re.search(r"\d+$", id)
    return int(digits[0]) if digits else 0
