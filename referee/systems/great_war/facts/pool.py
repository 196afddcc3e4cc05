"""The force pool (1.2.1, 8.2.3, A-87) and the build points of a season (7.0, 7.6)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import count
from math import ceil

from referee.engine.system import CannotHaveHappened
from referee.engine.values import cached
from referee.systems.great_war.state.game import GreatWarGame, mix, piece_id
from referee.systems.great_war.state.position import MapState, Piece, Position
from schemas.great_war import plan_events
from schemas.great_war.names import Kind
from schemas.great_war.pack import Nation
from schemas.record import Side, Value


class Purse(Value):
    """Build points that are spent together, and the points that a plan spends on pieces and trenches.

    `holder` is a nation, or the side if its nations share; `most_cards` is the number of cards they may buy.
    """

    holder: str
    points: int
    spent: int
    most_cards: int

    @property
    def left(self) -> int:
        """Points not spent on pieces and trenches."""
        return self.points - self.spent


@cached
def side_budget(theatre: GreatWarGame, position: Position, side: Side) -> tuple[Purse, ...]:
    """The purses of a side as its plan leaves them, cards apart."""
    chart, spent = theatre.pack.tables.build_points, _count_spent(theatre, position, side)
    return tuple(
        Purse(holder, chart.figures[holder][position.map.turn - 1], spent[holder], most)
        for holder in holders(theatre, side)
        for most in (chart.cards.get(holder, max(0, chart.figures[holder][position.map.turn - 1])),)
    )


def holders(theatre: GreatWarGame, side: Side) -> tuple[str, ...]:
    """Return the holders of purses: the side, or each of its nations."""
    figures = theatre.pack.tables.build_points.figures
    own = tuple(nation.id for nation in theatre.nations.values() if nation.side == side)
    return (side,) if side in figures else tuple(nation for nation in own if nation in figures)


def budget_holder(theatre: GreatWarGame, nation: str) -> str:
    """Return the holder of the purse that pays for the pieces of a nation."""
    return nation if nation in theatre.pack.tables.build_points.figures else theatre.nations[nation].side


def _count_spent(theatre: GreatWarGame, position: Position, side: Side) -> Counter[str]:
    """Return the points that a side's plan spends on pieces and trenches, by purse (7.6)."""
    total: Counter[str] = Counter()
    for event in position.plan(side).planned:
        match event:
            case plan_events.PieceArrived(nation=nation, kind=kind):
                total[budget_holder(theatre, nation)] += theatre.units[kind].cost
            case plan_events.PieceReplaced(by=id, kind=kind):
                total[_payer(theatre, id)] += theatre.units[kind].upgrade_cost
            case plan_events.PieceFortified(piece=id):
                total[_payer(theatre, id)] += theatre.limits.fortify_cost
            case _:
                pass
    for payer, pieces in dug(theatre, position, side).items():
        total[payer] += trenches(theatre, pieces)
    return total


def dug(theatre: GreatWarGame, position: Position, side: Side) -> Counter[str]:
    """Return the number of pieces that a side's plan entrenches, by purse."""
    return Counter(_payer(theatre, id) for id in _diggers(position, side))


def _diggers(position: Position, side: Side) -> Iterator[str]:
    return (
        event.piece for event in position.plan(side).planned if isinstance(event, plan_events.PieceEntrenched)
    )


def _payer(theatre: GreatWarGame, id: str) -> str:
    return budget_holder(theatre, id.partition("-")[0])


def trenches(theatre: GreatWarGame, pieces: int) -> int:
    """The build points for entrenching so many pieces."""
    return ceil(pieces / theatre.limits.entrenched_per_point)


def cards_bought(position: Position, side: Side) -> int:
    """The cards in a side's plan."""
    return sum(
        event.count for event in position.plan(side).planned if isinstance(event, plan_events.CardsBought)
    )


def cards_left(theatre: GreatWarGame, position: Position, side: Side) -> int:
    """Return the number of further cards that a side can pay for."""
    return _cards(theatre, side_budget(theatre, position, side)) - cards_bought(position, side)


def _cards(theatre: GreatWarGame, purses: tuple[Purse, ...]) -> int:
    cost = theatre.limits.card_cost
    return sum(min(purse.most_cards, max(0, purse.left) // cost) for purse in purses)


@cached
def count_budget_left(theatre: GreatWarGame, position: Position, side: Side, nation: str) -> int:
    """The build points that pieces of a nation may still cost, once the cards of the plan are paid for."""
    payer, purses = budget_holder(theatre, nation), side_budget(theatre, position, side)
    others = _cards(theatre, tuple(purse for purse in purses if purse.holder != payer))
    owed = max(0, cards_bought(position, side) - others) * theatre.limits.card_cost
    return sum(purse.left for purse in purses if purse.holder == payer) - owed


def force_pool(board: MapState, nation: Nation) -> Mapping[Kind, int]:
    """The counters of a nation that are not on the map. A fort that is lost is gone for good (8.4)."""
    used = Counter(piece.kind for piece in board.pieces.values() if piece.nation == nation.id)
    remaining: dict[Kind, int] = {kind: most - used[kind] for kind, most in nation.counters.items()}
    return {kind: most for kind, most in remaining.items() if most > 0 and kind != "fort"}


def counter(theatre: GreatWarGame, id: str) -> Piece | None:
    """Return a counter of the mix as a piece that is not placed yet, or None if there is no such counter."""
    return _counters(theatre).get(id)


def expect(theatre: GreatWarGame, id: str) -> Piece:
    """Return a counter of the mix. Raises `CannotHaveHappened` if the counter does not exist."""
    piece = counter(theatre, id)
    if piece is None:
        raise CannotHaveHappened(f"there is no counter {id}")
    return piece


@lru_cache(maxsize=8)
def _counters(theatre: GreatWarGame) -> Mapping[str, Piece]:
    """Return the whole mix. Forts belong to areas, and are not counters of a nation."""
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
    """Return True if the year on a counter has come; most have no year (8.3.4, A-87)."""
    piece = counter(theatre, id)
    years = theatre.units[piece.kind].printed_years.get(piece.nation, ()) if piece is not None else ()
    if not years:
        return True
    number = int(id.rpartition("-")[2].lstrip("abcdefghijklmnopqrstuvwxyz"))
    return years[min(number, len(years)) - 1] <= theatre.turns[board.turn].year


def kinds(theatre: GreatWarGame, side: Side) -> Iterator[tuple[Nation, Kind]]:
    """Every kind of piece that is numbered, for each nation of a side."""
    for nation in theatre.nations.values():
        if nation.side == side:
            for kind in nation.counters:
                if kind not in {"army", "fort"}:
                    yield nation, kind


def in_time(theatre: GreatWarGame, board: MapState, nation: str, kind: Kind) -> bool:
    """Return True if the first turn of a kind has come for a nation; many kinds have no first turn."""
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
    """Return True if a piece that replaces another has entered, or was in the set-up (8.2.3)."""
    return id in board.swapped or id in theatre.veterans


def all_of_its_kind(theatre: GreatWarGame, id: str) -> tuple[Kind, int, str] | None:
    """Return the kind of an id beyond the mix, with the number of its nation's counters."""
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
