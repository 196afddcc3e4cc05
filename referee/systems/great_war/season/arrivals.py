"""Reinforcements: due pieces, their legal places, and replacements (2.0-I, 8.2.2, 8.2.3)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain

from referee.engine.facts import Objections, Parameter, refuse
from referee.engine.values import cached
from referee.systems.great_war.events.recorder import EventRecorder
from referee.systems.great_war.facts import pool, unknown_ids
from referee.systems.great_war.season import plans
from referee.systems.great_war.season.plans import Depot
from referee.systems.great_war.season.refusals import Refusal
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import MapState, Piece, Position
from schemas.great_war.clauses import Clause
from schemas.great_war.names import Kind
from schemas.great_war.orders import Place, Swap
from schemas.great_war.pack import Arrival, Nation
from schemas.great_war.plan_events import Origin, PieceArrived, PieceReplaced
from schemas.record import Side, Value

Wanted = tuple[str, Kind]
"""A nation and a kind of piece."""

NOT_YOURS = Refusal.NOT_YOURS, Refusal.NOT_YOURS_AND_NOTHING_LEFT
NOT_DUE = Refusal.NOT_DUE, Refusal.NOT_DUE_AND_NOTHING_LEFT
NO_SUCCESSOR = Refusal.NO_SUCCESSOR, Refusal.NO_SUCCESSOR_AND_NOTHING_LEFT
"""The facts while something is left to place, and when nothing is."""


class Due(Value):
    """Pieces that a side receives in a season, or the rest of them: armies, pieces, swapped pieces.

    `substitutes` are the pieces that come because others were missing from the force pool.
    """

    armies: tuple[str, ...]
    pieces: Mapping[Wanted, int]
    swaps: Mapping[Wanted, int]
    substitutes: frozenset[Wanted] = frozenset()

    @property
    def nothing(self) -> bool:
        """Return True if there is nothing to place."""
        return not (self.armies or self.pieces or self.swaps)


@cached
def due(theatre: GreatWarGame, board: MapState, side: Side) -> Due:
    """Return the chart's pieces for a side this season that the force pool has (A-84, A-87)."""
    armies: list[str] = []
    pieces: Counter[Wanted] = Counter()
    missing: Counter[Wanted] = Counter()
    for entry in theatre.pack.tables.arrivals.entries:
        nation = theatre.nations[entry.nation]
        if _season(theatre, board, entry) != board.turn or nation.side != side:
            continue
        armies += [army for army in entry.armies if army not in board.pieces]
        for kind, count in entry.units.items():
            if theatre.units[kind].swapped_for is None and pool.in_time(theatre, board, nation.id, kind):
                present = min(count, len(tuple(pool.coming(theatre, board, nation.id, kind))))
                pieces[nation.id, kind] += present
                missing[nation.id, kind] += count - present
    substitutes = frozenset(_substituted(theatre, board, pieces, missing))
    swaps = dict(_swaps(theatre, board, side))
    return Due(tuple(armies), +pieces, swaps, substitutes)


def _season(theatre: GreatWarGame, board: MapState, entry: Arrival) -> int:
    """Return the turn of an entry: its season, or the turn of a country that joined before it."""
    if entry.comes_with not in board.early:
        return entry.turn
    return pool.early_turn(theatre, entry.comes_with) or entry.turn


def _substituted(
    theatre: GreatWarGame, board: MapState, pieces: Counter[Wanted], missing: Counter[Wanted]
) -> Iterator[Wanted]:
    """Yield the substitutes for missing pieces, added to the count of the others (8.2.2)."""
    for (nation, kind), count in missing.items():
        other = theatre.units[kind].substitute
        if other is None or not count:
            continue
        remaining = pool.force_pool(board, theatre.nations[nation]).get(other, 0) - pieces[nation, other]
        if extra := min(count, remaining):
            pieces[nation, other] += extra
            yield nation, other


def _swaps(theatre: GreatWarGame, board: MapState, side: Side) -> Iterator[tuple[Wanted, int]]:
    """Yield the swaps that are due and can be made; the others wait for another season (A-85)."""
    owed: Counter[Wanted] = Counter()
    for entry in theatre.pack.tables.arrivals.entries:
        if theatre.nations[entry.nation].side == side:
            for kind, count in entry.units.items():
                swapped = theatre.units[kind].swapped_for is not None
                if swapped and theatre.scenario.turn <= entry.turn <= board.turn:
                    owed[entry.nation, kind] += count
    for (nation, kind), count in owed.items():
        fresh = len(tuple(newcomers(theatre, board, nation, kind)))
        done = sum(_is(theatre, id, nation, kind) for id in board.swapped)
        old = theatre.units[kind].swapped_for
        available = sum(piece.kind == old and piece.nation == nation for piece in board.owned(side))
        if (able := min(count - done, fresh, available)) > 0:
            yield (nation, kind), able


def _is(theatre: GreatWarGame, id: str, nation: str, kind: Kind) -> bool:
    piece = pool.counter(theatre, id)
    return piece is not None and piece.nation == nation and piece.kind == kind


def newcomers(theatre: GreatWarGame, board: MapState, nation: str, kind: Kind) -> Iterator[str]:
    """The counters of a kind that have not been on the map yet."""
    return (id for id in pool.free(theatre, board, nation, kind) if not pool.has_entered(theatre, board, id))


@cached
def list_left(theatre: GreatWarGame, position: Position, side: Side) -> Due:
    """Return the due pieces that a side's plan has not placed yet."""
    whole = due(theatre, position.map, side)
    placed: Counter[Wanted] = Counter()
    armies: set[str] = set()
    for event in position.plan(side).planned:
        match event:
            case PieceArrived(piece=piece, kind="army"):
                armies.add(piece)
            case PieceArrived(nation=nation, kind=kind):
                placed[nation, kind] += 1
            case PieceReplaced(by=by, kind=kind):
                placed[by.partition("-")[0], kind] += 1
            case _:
                pass
    return Due(
        tuple(army for army in whole.armies if army not in armies),
        +(Counter(whole.pieces) - placed),
        +(Counter(whole.swaps) - placed),
        whole.substitutes,
    )


def name(what: Due) -> Parameter:
    """Return the due pieces as a parameter: armies, pieces, and pieces that come by a swap."""
    return (what.armies, _count(what.pieces), _count(what.swaps))


def _count(wanted: Mapping[Wanted, int]) -> Parameter:
    return tuple((kind, count, nation) for (nation, kind), count in wanted.items())


def objections(theatre: GreatWarGame, position: Position, order: Place) -> Objections:
    """Everything the rules hold against placing a reinforcement so."""
    piece = pool.counter(theatre, order.piece)
    waiting = list_left(theatre, position, order.side)
    if piece is None or piece.side != order.side:
        yield refuse(Clause.ARRIVALS, NOT_YOURS[waiting.nothing], id=order.piece, due=name(waiting))
        return
    depot = plans.depot_of(theatre, position, order.side)
    listed_now = piece.id in waiting.armies or bool(waiting.pieces.get((piece.nation, piece.kind)))
    if not listed_now:
        yield refuse(Clause.ARRIVALS, NOT_DUE[waiting.nothing], piece=piece.id, due=name(waiting))
    elif piece.id in depot.draft.map.pieces:
        yield refuse(Clause.COUNTER_MIX, Refusal.ON_THE_MAP, piece=piece.id)
    elif not pool.is_printed(theatre, position.map, piece.id):
        year = theatre.turns[position.map.turn].year
        yield refuse(Clause.COUNTER_YEAR, Refusal.LATER_YEAR, piece=piece.id, year=year)
    against = tuple(_where(theatre, depot, piece, order.area))
    yield from against
    if not against:
        yield from depot.room(piece, order.area, order.into)


def _where(theatre: GreatWarGame, depot: Depot, piece: Piece, area: str) -> Objections:
    nation = theatre.nations[piece.nation]
    if area not in landing(theatre, nation, piece.kind):
        if piece.kind == "army" and nation.sea:
            boxes = landing(theatre, nation, piece.kind)
            yield refuse(Clause.ARRIVE_BY_SEA, Refusal.ARRIVES_BY_SEA, army=piece.id, area=area, boxes=boxes)
        else:
            fact, home = Refusal.ARRIVES_AT_HOME, nation.home
            yield refuse(Clause.ARRIVE_AT_HOME, fact, area=area, countries=home, nation=nation.id)
        return
    yield from depot.closed(area, piece.nation, Clause.ARRIVE_WHERE)


def landing(theatre: GreatWarGame, nation: Nation, kind: Kind) -> tuple[str, ...]:
    """The areas where reinforcements of a nation may arrive at all (4.6, 7.3)."""
    home = theatre.homes[nation.id]
    if kind == "army" and nation.sea:
        return tuple(area for area in home if theatre.areas[area].box)
    return home if nation.arrives_at_home else tuple(theatre.areas)


def swap_objections(theatre: GreatWarGame, position: Position, order: Swap) -> Objections:
    """Everything held against the piece whose place is taken."""
    board = plans.draft(theatre, position, order.side).map
    if (piece := board.find_own(order.piece, order.side)) is None:
        yield unknown_ids.no_piece(order.piece)
    elif _successor(theatre, position, piece) is None:
        waiting = list_left(theatre, position, order.side)
        yield refuse(Clause.SWAP, NO_SUCCESSOR[waiting.nothing], piece=piece.id, due=name(waiting))


def _successor(theatre: GreatWarGame, position: Position, piece: Piece) -> Kind | None:
    """The kind that may take a piece's place now."""
    swaps = list_left(theatre, position, piece.side).swaps
    for nation, kind in swaps:
        if nation == piece.nation and theatre.units[kind].swapped_for == piece.kind:
            return kind
    return None


def outcome(course: EventRecorder, order: Place) -> None:
    """The placement is planned."""
    theatre, piece = course.theatre, pool.expect(course.theatre, order.piece)
    substitutes = due(theatre, course.position.map, order.side).substitutes
    origin: Origin = "substitute" if (piece.nation, piece.kind) in substitutes else "reinforcement"
    plans.intend(course, order.side, plans.arrival(piece, order.area, order.into, origin))


def swap(course: EventRecorder, order: Swap) -> None:
    """The exchange is planned."""
    theatre, there = course.theatre, plans.draft(course.theatre, course.position, order.side)
    old = there.map.pieces[order.piece]
    if (kind := _successor(theatre, course.position, old)) is not None:
        by = next(newcomers(theatre, there.map, old.nation, kind))
        plans.intend(course, order.side, plans.replacement(theatre, old, by, kind, "swapped"))


def options(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[Place | Swap]:
    """All placements that have room, those at home first; and the pieces that may be swapped out."""
    arguments = theatre, position, side
    return chain.from_iterable(chain(swap_option_groups(*arguments), option_groups(*arguments)))


def option_groups(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[Iterator[Place]]:
    """Placements that have room, those of each piece in one group."""
    return (_placements(theatre, position, piece) for piece in list_next(theatre, position, side))


def swap_option_groups(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[Iterator[Swap]]:
    """The pieces that may be swapped out, in one group."""
    if swaps := list_left(theatre, position, side).swaps:
        yield _exchanges(theatre, plans.draft(theatre, position, side), side, swaps)


def _exchanges(
    theatre: GreatWarGame, there: Position, side: Side, swaps: Mapping[Wanted, int]
) -> Iterator[Swap]:
    pairs = {(nation, theatre.units[kind].swapped_for) for nation, kind in swaps}
    for piece in there.map.owned(side):
        if (piece.nation, piece.kind) in pairs:
            yield Swap(side=side, piece=piece.id)


def _placements(theatre: GreatWarGame, position: Position, piece: Piece) -> Iterator[Place]:
    depot, nation = plans.depot_of(theatre, position, piece.side), theatre.nations[piece.nation]
    areas = frozenset(depot.areas(nation.id))
    there = [area for area in landing(theatre, nation, piece.kind) if area in areas]
    there.sort(key=lambda area: theatre.areas[area].country not in nation.home)
    for area, into in depot.spots(piece, tuple(there)):
        yield Place(side=piece.side, piece=piece.id, area=area, into=into)


def list_next(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[Piece]:
    """One counter of each that is left to place: armies, so that others may go into them, then the others."""
    there, waiting = plans.draft(theatre, position, side), list_left(theatre, position, side)
    ids = [*waiting.armies]
    for nation, kind in waiting.pieces:
        ids += list(pool.coming(theatre, there.map, nation, kind))[:1]
    for id in ids:
        piece = pool.counter(theatre, id)
        if piece is not None:
            yield piece


def unplaced(theatre: GreatWarGame, position: Position, side: Side) -> Objections:
    """Yield the objection to closing a plan while pieces can be placed; the others are lost (A-84)."""
    if next(options(theatre, position, side), None) is not None:
        waiting = list_left(theatre, position, side)
        yield refuse(Clause.ARRIVALS, Refusal.STILL_TO_PLACE, due=name(waiting))
