"""The force pool: the counters that are not on the map, and which of them may come (1.2.1, 8.2.3, A-87)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import count

from referee.engine.verdict import CannotHaveHappened
from referee.systems.great_war.state.lexicon import mix
from referee.systems.great_war.state.narrator import Narrator
from referee.systems.great_war.state.position import MapState, Piece
from referee.systems.great_war.state.theatre import GreatWarGame, piece_id
from schemas.great_war.pack import Kind, Nation
from schemas.record import Side


def force_pool(board: MapState, nation: Nation) -> Mapping[Kind, int]:
    """The counters of a nation that are not on the map. A fort that is lost is gone for good (8.4)."""
    used = Counter(piece.kind for piece in board.pieces.values() if piece.nation == nation.id)
    left: dict[Kind, int] = {kind: most - used[kind] for kind, most in nation.counters.items()}
    return {kind: most for kind, most in left.items() if most > 0 and kind != "fort"}


def counter(theatre: GreatWarGame, id: str) -> Piece | None:
    """A counter of the mix as a piece that is nowhere yet, or `None` where there is no such counter."""
    return _counters(theatre).get(id)


def expect(theatre: GreatWarGame, id: str) -> Piece:
    """A counter of the mix; raises `CannotHaveHappened` where there is no such counter."""
    piece = counter(theatre, id)
    if piece is None:
        raise CannotHaveHappened(f"there is no counter {id}")
    return piece


@lru_cache(maxsize=8)
def _counters(theatre: GreatWarGame) -> Mapping[str, Piece]:
    """The whole mix; forts belong to areas, and are no counters of a nation."""
    owned = ((id, theatre.nations.get(id.partition("-")[0]), kind) for id, kind in mix(theatre).items())
    return {
        id: Piece(id, nation.id, nation.side, kind, "") for id, nation, kind in owned if nation is not None
    }


def free(theatre: GreatWarGame, board: MapState, nation: str, kind: Kind) -> Iterator[str]:
    """The counters of a kind that are not on the map, lowest number first."""
    for number in range(1, theatre.nations[nation].counters.get(kind, 0) + 1):
        id = piece_id(nation, theatre.units[kind], number)
        if id not in board.pieces:
            yield id


def coming(theatre: GreatWarGame, board: MapState, nation: str, kind: Kind) -> Iterator[str]:
    """Those of the free counters whose year has come."""
    return (id for id in free(theatre, board, nation, kind) if is_printed(theatre, board, id))


def is_printed(theatre: GreatWarGame, board: MapState, id: str) -> bool:
    """Whether the year on a counter has come; most have none (8.3.4, A-87)."""
    piece = counter(theatre, id)
    years = theatre.units[piece.kind].printed_years.get(piece.nation, ()) if piece is not None else ()
    if not years:
        return True
    number = int(id.rpartition("-")[2].lstrip("abcdefghijklmnopqrstuvwxyz"))
    return years[min(number, len(years)) - 1] <= theatre.turns[board.turn].year


def counter_name(narrator: Narrator, id: str) -> str:
    """A counter by name, wherever it is: `French infantry fr-i4`."""
    piece = counter(narrator.game, id)
    return id if piece is None else narrator.piece_name(piece)


def kinds(theatre: GreatWarGame, side: Side) -> Iterator[tuple[Nation, Kind]]:
    """Every kind of piece that is numbered, for each nation of a side."""
    for nation in theatre.nations.values():
        if nation.side == side:
            for kind in nation.counters:
                if kind not in {"army", "fort"}:
                    yield nation, kind


def in_time(theatre: GreatWarGame, board: MapState, nation: str, kind: Kind) -> bool:
    """Whether the first turn of a kind has come for a nation; many kinds have none."""
    return board.turn >= first_turn(theatre, board, nation, kind)


def first_turn(theatre: GreatWarGame, board: MapState, nation: str, kind: Kind) -> int:
    """The season turn from which a nation may have pieces of a kind."""
    early = (early_turn(theatre, home) for home in theatre.nations[nation].home if home in board.early)
    enters = next((turn for turn in early if turn), theatre.nations[nation].enters)
    return max(enters, theatre.units[kind].buildable_from.get(nation, 1))


def early_turn(theatre: GreatWarGame, country: str | None) -> int | None:
    """The early season in which a country may join a side."""
    joinings = theatre.pack.tables.events.joining
    early = (one.early.turn for one in joinings if one.early is not None and country in one.countries)
    return next(early, None)


def has_entered(theatre: GreatWarGame, board: MapState, id: str) -> bool:
    """Whether a piece that enters by taking another's place has done so, or stood in the set-up (8.2.3)."""
    return id in board.swapped or id in theatre.veterans


def all_of_its_kind(theatre: GreatWarGame, id: str) -> tuple[Kind, int, str] | None:
    """How many counters a nation has of the kind that an id beyond the mix speaks of."""
    stem = id.rstrip("0123456789")
    for nation in theatre.nations.values():
        for kind, most in nation.counters.items():
            if kind in theatre.units and piece_id(nation.id, theatre.units[kind], 1)[:-1] == stem:
                return kind, most, nation.id
    return None


def beyond(theatre: GreatWarGame, nation: str, kind: Kind) -> Iterator[str]:
    """Ids of a kind that no counter has, because the mix ends before them."""
    last = theatre.nations[nation].counters.get(kind, 0)
    return (piece_id(nation, theatre.units[kind], number) for number in count(last + 1))
