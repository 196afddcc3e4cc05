"""Stacking and army templates (1.2.2, 1.4, 8.1), and restrictions by game events."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from referee.engine.facts import Objection, Objections, refuse
from referee.engine.values import cached
from referee.systems.great_war.facts.refusals import Refusal
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import MapState, Piece, Position, list_carried
from schemas.great_war.charts import Restraint
from schemas.great_war.clauses import Clause
from schemas.great_war.names import Kind
from schemas.record import Side


def _bears_on(restraint: Restraint, piece: Piece) -> bool:
    """Return True if a restraint is about the nation and the kind of a piece."""
    return restraint.nation == piece.nation and (not restraint.kinds or piece.kind in restraint.kinds)


def _in_force(theatre: GreatWarGame, position: Position, forbids: str, area: str) -> Iterator[Restraint]:
    """Yield the restraints on an action in an area this season."""
    for restraint in theatre.pack.tables.events.restraints:
        if (
            restraint.forbids == forbids
            and restraint.first <= position.map.turn <= restraint.last
            and (not restraint.areas or area in restraint.areas)
            and not _is_lifted(theatre, position, restraint)
        ):
            yield restraint


def _is_lifted(theatre: GreatWarGame, position: Position, restraint: Restraint) -> bool:
    """Return True if the side gave the cards for it this turn, or plays an offensive that is free of it."""
    now = position.now
    if not restraint.cards or now is None:
        return False
    card = theatre.card(now.card)
    free = now.kind == "special" and card is not None and card.id in restraint.free
    return free or now.sacrificed >= restraint.cards


def forbidden(
    theatre: GreatWarGame, position: Position, pieces: Sequence[Piece], forbids: str, area: str
) -> Objections:
    """The objections of the chart to pieces leaving, entering or attacking an area, or being built there.

    A restraint is held against the first of the pieces alone: an army stands for its contents.
    """
    for restraint in _in_force(theatre, position, forbids, area):
        piece = next((piece for piece in pieces if _bears_on(restraint, piece)), None)
        if piece is None:
            continue
        until = restraint.last + 1
        fact = Refusal.FORBIDDEN_UNTIL if until in theatre.turns else Refusal.FORBIDDEN
        if restraint.cards:
            has_cards = position.hand(piece.side).size >= restraint.cards
            fact = Refusal.FORBIDDEN_WITHOUT_CARDS if has_cards else Refusal.FORBIDDEN_THIS_TURN
        yield refuse(
            Clause.RESTRAINT, fact, piece=piece.id, why=restraint.because, cards=restraint.cards, until=until
        )


def owed(theatre: GreatWarGame, position: Position, side: Side) -> int:
    """Return the number of cards that a side may still give this turn to lift a restraint on its pieces."""
    prices = [
        restraint.cards
        for restraint in theatre.pack.tables.events.restraints
        if theatre.nations[restraint.nation].side == side
        and restraint.first <= position.map.turn <= restraint.last
        and not _is_lifted(theatre, position, restraint)
    ]
    return max(prices, default=0) - (position.now.sacrificed if position.now is not None else 0)


def count_stacked(board: MapState, area: str, side: Side) -> int:
    """Return the number of a side's pieces that count: not forts, empty armies or contents."""
    loose, filled, pieces = 0, set[str](), board.pieces
    for id in board.stacks.get(area, ()):
        piece = pieces[id]
        if piece.side != side:
            continue
        if piece.army is not None:
            filled.add(piece.army)
        elif piece.filled:
            filled.add(piece.id)
        elif piece.kind not in {"army", "fort"}:
            loose += 1
    return loose + len(filled)


@cached
def _meet(_: GreatWarGame, board: MapState, area: str, side: Side) -> int:
    """Return the number of pieces that count for passing or arriving pieces; called for every path."""
    return count_stacked(board, area, side)


def full(theatre: GreatWarGame, board: MapState, area: str, side: Side) -> bool:
    """Return True if no further counted piece of a side may enter; a transit box is never full (A-31)."""
    return theatre.areas[area].transit is None and _meet(theatre, board, area, side) >= theatre.stacking(area)


def object_to_crowd(theatre: GreatWarGame, area: str, count: int) -> Objections:
    """The objection to so many pieces of one side in an area."""
    limit = theatre.stacking(area)
    if count > limit and theatre.areas[area].transit is None:
        yield refuse(Clause.STACKING, Refusal.AREA_FULL, area=area, limit=limit)


def object_to_barred(theatre: GreatWarGame, pieces: Iterable[Piece], area: str) -> Sequence[Objection]:
    """The objections to pieces in an area that has no place for their kind."""
    if not (barred_kinds := theatre.barred.get(area)):
        return ()
    return [
        refuse(Clause.BARRED, Refusal.KIND_BARRED, piece=piece.id, area=area)
        for piece in pieces
        if piece.kind in barred_kinds
    ]


def overstacked(theatre: GreatWarGame, board: MapState, area: str, side: Side, more: int = 0) -> Objections:
    """The objection to a position in which too many pieces of a side stand in an area, or would with more."""
    if len(board.stacks.get(area, ())) + more <= theatre.stacking(area):
        # No more can count than stand there.
        return iter(())
    return object_to_crowd(theatre, area, count_stacked(board, area, side) + more)


def without(board: MapState, piece: Piece) -> MapState:
    """Return the map while a piece is on its way with all it carries."""
    return board.put(*(replace(moving, area="") for moving in list_carried(board, piece)))


def after_arrival(
    theatre: GreatWarGame, board: MapState, piece: Piece, area: str, into: str | None, absorbed: int
) -> int:
    """Return the number of counted pieces after a piece enters an army, absorbs pieces, or returns."""
    start, before = board, _meet(theatre, board, area, piece.side)
    if piece.area == area:
        start = without(board, piece)
        before = count_stacked(start, area, piece.side)
    if into is not None:
        return before + (not any(start.contents(into)))
    empty = piece.kind == "army" and not absorbed and not any(board.contents(piece.id))
    return before - absorbed + (not empty)


def entry(theatre: GreatWarGame, board: MapState, pieces: Iterable[Piece], army: Piece) -> Objections:
    """Everything the template holds against these pieces going into an army together."""
    coming = tuple(pieces)
    for piece in coming:
        if not (piece.kind in theatre.infantry or piece.kind in theatre.auxiliary):
            yield refuse(Clause.TEMPLATE, Refusal.NOT_FOR_ARMIES, piece=piece.id)
        elif not welcome(theatre, piece, army):
            yield refuse(Clause.ARMY_NATION, Refusal.NATION_NOT_TAKEN, army=army.id, nation=piece.nation)
    inside = {piece.id for piece in coming if piece.army == army.id}
    yield from _object_to_contents(
        theatre, board, army.id, tuple(piece.kind for piece in coming), frozenset(inside)
    )


@cached
def _object_to_contents(
    theatre: GreatWarGame, board: MapState, id: str, coming: tuple[Kind, ...], without: frozenset[str]
) -> tuple[Objection, ...]:
    """Return the template's objections to an army taking in such pieces, some of which are inside already."""
    kinds = [piece.kind for piece in board.contents(id) if piece.id not in without]
    kinds += coming
    army = board.pieces[id]
    return (*_template(theatre, kinds, army), *_limits(theatre, board, kinds, army))


def _template(theatre: GreatWarGame, held: list[Kind], army: Piece) -> Objections:
    template = theatre.nations[army.nation].template
    infantry = sum(map(held.count, theatre.infantry))
    auxiliary = sum(map(held.count, theatre.auxiliary))
    if infantry > template.infantry:
        yield refuse(Clause.TEMPLATE, Refusal.INFANTRY_LIMIT, army=army.id, limit=template.infantry)
    if auxiliary > template.auxiliary:
        yield refuse(Clause.TEMPLATE, Refusal.AUXILIARY_LIMIT, army=army.id, limit=template.auxiliary)


def _limits(theatre: GreatWarGame, board: MapState, held: list[Kind], army: Piece) -> Objections:
    limit = theatre.artillery_limit(army.nation, board.turn)
    if held.count("artillery") > limit:
        year = theatre.turns[board.turn].year
        yield refuse(Clause.ARTILLERY_LIMIT, Refusal.ARTILLERY_LIMIT, army=army.id, limit=limit, year=year)
    for kind, most in theatre.most_per_army.items():
        if held.count(kind) > most:
            yield refuse(Clause.BIPLANE_LIMIT, Refusal.KIND_LIMIT, army=army.id, limit=most, kind=kind)


def welcome(theatre: GreatWarGame, piece: Piece, army: Piece) -> bool:
    """Return True if an army takes pieces of this nation in; infantry may be a guest (8.1)."""
    if piece.nation == army.nation:
        return True
    return piece.kind in theatre.infantry and piece.nation in theatre.nations[army.nation].guests


def hosts(board: MapState, area: str, piece: Piece) -> Iterator[Piece]:
    """The armies in an area that a piece might go into."""
    if piece.kind in {"army", "fort"}:
        return iter(())
    return (army for army in board.list_armies(area, piece.side) if army.id != piece.army)


def list_distinct(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """The first of each set of pieces that nothing distinguishes."""
    first: dict[object, Piece] = {}
    for piece in pieces:
        first.setdefault(piece.likeness, piece)
    return tuple(first.values())
