"""Production: cards, units, armies and upgrades (2.0-V-2, 7), trenches and forts (4.3, 7.5, 7.6)."""

from collections.abc import Callable, Iterator
from typing import TypeVar

from referee.engine.facts import Objections, refuse
from referee.engine.system import RuleOption
from referee.systems.great_war.events.recorder import EventRecorder
from referee.systems.great_war.facts import control, pool, stacking, unknown_ids
from referee.systems.great_war.movement import reorganisation
from referee.systems.great_war.season import plans
from referee.systems.great_war.season.refusals import Refusal
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Piece, Position
from schemas.great_war.clauses import Clause
from schemas.great_war.names import Kind
from schemas.great_war.orders import Build, Buy, Entrench, Fortify, Rebuild, Upgrade
from schemas.great_war.pack import Nation
from schemas.great_war.plan_events import Origin, PieceReplaced
from schemas.record import Side

FORTIFY = RuleOption("fortify", ("no", "yes"))
"""Fortification of entrenched armies for a build point (7.6)."""


def trench_price(theatre: GreatWarGame, position: Position, order: Entrench) -> int:
    """The build points for one more trench: nothing, as long as the last point is not used up."""
    piece = pool.counter(theatre, order.piece)
    payer = order.side if piece is None else pool.budget_holder(theatre, piece.nation)
    before = pool.dug(theatre, position, order.side)[payer]
    return pool.trenches(theatre, before + 1) - pool.trenches(theatre, before)


def entrench_objections(theatre: GreatWarGame, position: Position, order: Entrench) -> Objections:
    """Everything the rules hold against a piece digging in."""
    draft = plans.draft(theatre, position, order.side).map
    piece = draft.pieces.get(order.piece)
    if piece is None or piece.side != order.side:
        yield unknown_ids.no_piece(order.piece)
        return
    unit = draft.unit_of(piece)
    if piece.kind != "army" and not theatre.units[piece.kind].entrenched:
        yield refuse(Clause.ENTRENCH_WHO, Refusal.CANNOT_ENTRENCH, piece=piece.id)
    elif unit.entrenched:
        yield refuse(Clause.ENTRENCH_WHO, Refusal.ENTRENCHED_ALREADY, piece=unit.id)
    elif unit != piece:
        yield refuse(Clause.ENTRENCH_WHO, Refusal.ENTRENCHED_INSIDE, piece=piece.id, army=unit.id)
    cap = theatre.limits.entrench_points.get(position.map.turn)
    if cap is not None and _dug_out(theatre, position, order) > cap:
        most = cap * theatre.limits.entrenched_per_point
        own = pool.budget_holder(theatre, piece.nation) == piece.nation
        fact = Refusal.NATION_TRENCH_LIMIT if own else Refusal.TRENCH_LIMIT
        yield refuse(Clause.ENTRENCH_CAP, fact, season=position.map.turn, most=most)


def _dug_out(theatre: GreatWarGame, position: Position, order: Entrench) -> int:
    """The build points for all trenches of a side's plan, and those of one more piece."""
    before = sum(
        pool.trenches(theatre, pieces) for pieces in pool.dug(theatre, position, order.side).values()
    )
    return before + trench_price(theatre, position, order)


def fortify_objections(theatre: GreatWarGame, position: Position, order: Fortify) -> Objections:
    """Everything held against works behind a trench: it was dug before, and stands alone (7.6)."""
    piece, draft = position.map.pieces.get(order.piece), plans.draft(theatre, position, order.side)
    if not theatre.chosen(FORTIFY, "yes"):
        yield refuse(Clause.FORTIFY, Refusal.NOTHING_IS_FORTIFIED)
        return
    if piece is None or piece.side != order.side or piece.id not in draft.map.pieces:
        yield refuse(Clause.FORTIFY, Refusal.NO_PIECE_TO_FORTIFY, id=order.piece)
        return
    unit = draft.map.unit_of(piece)
    if not fortifiable(theatre, unit):
        single = "infantry" in theatre.limits.fortified
        fact = Refusal.CANNOT_BE_FORTIFIED if single else Refusal.ONLY_ARMIES_ARE_FORTIFIED
        yield refuse(Clause.FORTIFY, fact, piece=piece.id)
    elif draft.map.pieces[unit.id].fortified:
        yield refuse(Clause.FORTIFY, Refusal.FORTIFIED_ALREADY, piece=unit.id)
    elif not position.map.pieces.get(unit.id, unit).entrenched:
        yield refuse(Clause.FORTIFY, Refusal.NOT_ENTRENCHED_YET, piece=unit.id)
    elif unit != piece:
        yield refuse(Clause.FORTIFY, Refusal.FORTIFIED_INSIDE, piece=piece.id, army=unit.id)


def fortifiable(theatre: GreatWarGame, piece: Piece) -> bool:
    """Return True if the game fortifies pieces of this kind."""
    if piece.kind == "army":
        return "army" in theatre.limits.fortified
    return piece.army is None and piece.kind in theatre.infantry and "infantry" in theatre.limits.fortified


CARD_LIMIT_OF = RuleOption("card-limit-of", ("this-season", "next-season"))
"""Season whose chart limits the hand after Production (A-14)."""

UPGRADES_PER_PHASE = RuleOption("upgrades-per-phase", ("any", "one"))
"""Number of infantry upgrades in a production phase (A-78)."""

Purchase = Build | Rebuild | Upgrade | Entrench | Fortify | Buy
"""Orders that spend build points."""

Bought = TypeVar("Bought", Build, Rebuild, Upgrade, Entrench, Fortify)

Judge = Callable[[GreatWarGame, Position, Bought], Objections]
"""Function that yields the objections to a purchase."""


def points(theatre: GreatWarGame, position: Position, side: Side) -> int:
    """The build points of a side this season, those of all its nations together."""
    return sum(purse.points for purse in pool.side_budget(theatre, position, side))


def card_limit(theatre: GreatWarGame, position: Position, side: Side) -> int:
    """The most cards that a side may hold: by the chart of the season, or by agreement of the next (A-14)."""
    figures = theatre.pack.tables.card_limits.figures[side]
    later = theatre.chosen(CARD_LIMIT_OF, "next-season")
    return figures[min(position.map.turn - 1 + later, len(figures) - 1)]


def spend(theatre: GreatWarGame, position: Position, side: Side) -> int:
    """The build points that a side's plan costs (7.6)."""
    cards = pool.cards_bought(position, side) * theatre.limits.card_cost
    return cards + sum(purse.spent for purse in pool.side_budget(theatre, position, side))


def leave(theatre: GreatWarGame, position: Position, side: Side) -> int:
    """The build points that a side's plan leaves."""
    return points(theatre, position, side) - spend(theatre, position, side)


def price(theatre: GreatWarGame, position: Position, order: Purchase) -> int:
    """The build points that one more purchase costs."""
    match order:
        case Buy(cards=cards):
            return cards * theatre.limits.card_cost
        case Rebuild():
            return theatre.units["army"].cost
        case Build(piece=id):
            piece = pool.counter(theatre, id)
            return theatre.units[piece.kind].cost if piece is not None else 0
        case Upgrade(piece=id):
            kind = _better(theatre, pool.counter(theatre, id))
            return theatre.units[kind].upgrade_cost if kind is not None else 0
        case Fortify():
            return theatre.limits.fortify_cost
        case Entrench():
            return trench_price(theatre, position, order)


PURSE = Refusal.SIDE_HAS_NO_POINTS, Refusal.SIDE_HAS_TOO_FEW_POINTS
OWN_PURSE = Refusal.NATION_HAS_NO_POINTS, Refusal.NATION_HAS_TOO_FEW_POINTS
"""Facts about an empty purse and an insufficient one, of the side and of a nation."""


def judge_purchase(judge: Judge[Bought]) -> Judge[Bought]:
    """Return a judge of a purchase: its cost first, then the objections of its own kind."""

    def objections(theatre: GreatWarGame, position: Position, order: Bought) -> Objections:
        yield from object_to_price(theatre, position, order)
        yield from judge(theatre, position, order)

    return objections


def object_to_price(theatre: GreatWarGame, position: Position, order: Purchase) -> Objections:
    """Yield the objection to a purchase that the side, or the nation of the piece, cannot pay for."""
    cost, nation, own = price(theatre, position, order), _payer(theatre, order), False
    if isinstance(order, Buy):
        purse = pool.cards_left(theatre, position, order.side) * theatre.limits.card_cost
    elif nation is not None and theatre.nations[nation].side == order.side:
        purse = pool.count_budget_left(theatre, position, order.side, nation)
        own = pool.budget_holder(theatre, nation) == nation
    else:
        return
    if cost > purse:
        fact = (OWN_PURSE if own else PURSE)[purse > 0]
        yield refuse(Clause.BUILD_POINTS, fact, cost=cost, left=purse, nation=nation or "")


def _payer(theatre: GreatWarGame, order: Purchase) -> str | None:
    """Return the nation that pays for a piece, or None for cards and for ids that are not counters."""
    match order:
        case Buy():
            return None
        case Rebuild(army=id):
            piece = pool.counter(theatre, id)
        case _:
            piece = pool.counter(theatre, order.piece)
    return piece.nation if piece is not None else None


def build_objections(theatre: GreatWarGame, position: Position, order: Build) -> Objections:
    """Yield the objections to a new piece, apart from its price."""
    piece = pool.counter(theatre, order.piece)
    if piece is None or piece.side != order.side or piece.kind == "fort":
        match = pool.all_of_its_kind(theatre, order.piece)
        fact = Refusal.BEYOND_THE_MIX if match else Refusal.NO_SUCH_COUNTER
        yield refuse(Clause.COUNTER_MIX, fact, id=order.piece, known=match or ())
        return
    if piece.kind == "army":
        yield refuse(Clause.REBUILD_ELIMINATED, Refusal.ARMIES_ARE_REBUILT, army=piece.id)
        return
    depot = plans.depot_of(theatre, position, order.side)
    if piece.id in depot.draft.map.pieces:
        yield refuse(Clause.COUNTER_MIX, Refusal.ON_THE_MAP, piece=piece.id)
    if not pool.in_time(theatre, position.map, piece.nation, piece.kind):
        first = pool.first_turn(theatre, position.map, piece.nation, piece.kind)
        yield refuse(Clause.BUILD_YEAR, Refusal.BUILT_LATER, piece=piece.id, first=first)
    elif not pool.is_printed(theatre, position.map, piece.id):
        year = theatre.turns[position.map.turn].year
        yield refuse(Clause.COUNTER_YEAR, Refusal.LATER_YEAR, piece=piece.id, year=year)
    yield from stacking.forbidden(theatre, position, (piece,), "build", order.area)
    if theatre.units[piece.kind].swapped_for is not None and not pool.has_entered(
        theatre, position.map, piece.id
    ):
        yield refuse(Clause.ONLY_REBUILT, Refusal.ONLY_REBUILT, piece=piece.id)
    against = tuple(depot.closed(order.area, piece.nation, Clause.BUILD_WHERE))
    yield from against or depot.room(piece, order.area, order.into)


def rebuild_objections(theatre: GreatWarGame, position: Position, order: Rebuild) -> Objections:
    """Yield the objections to rebuilding an army, apart from its price."""
    army = pool.counter(theatre, order.army)
    if army is None or army.side != order.side or army.kind != "army":
        yield refuse(Clause.REBUILD_ELIMINATED, Refusal.NO_ARMY_TO_REBUILD, id=order.army)
        return
    depot = plans.depot_of(theatre, position, order.side)
    if army.id in depot.draft.map.pieces:
        yield refuse(Clause.REBUILD_ELIMINATED, Refusal.ARMY_ON_THE_MAP, army=army.id)
    elif army.id not in position.map.eliminated:
        yield refuse(Clause.REBUILD_ELIMINATED, Refusal.ARMY_NOT_ELIMINATED, army=army.id)
    yield from stacking.forbidden(theatre, position, (army,), "build", order.area)
    against = tuple(depot.closed(order.area, army.nation, Clause.BUILD_WHERE))
    yield from against
    if not against and not _home(theatre, position, army, order.area):
        fact, home = Refusal.REBUILT_AT_HOME, theatre.nations[army.nation].home
        yield refuse(Clause.REBUILD_AT_HOME, fact, area=order.area, countries=home, army=army.id)


def _home(theatre: GreatWarGame, position: Position, army: Piece, area: str) -> bool:
    at_home = theatre.areas[area].country in theatre.nations[army.nation].home
    return at_home and control.status(position.map, area, army.side) == "friendly"


def _better(theatre: GreatWarGame, piece: Piece | None) -> Kind | None:
    """The kind that a piece may be upgraded to."""
    if piece is None:
        return None
    counters = theatre.nations[piece.nation].counters
    return next((kind for kind in theatre.upgrades.get(piece.kind, ()) if kind in counters), None)


def upgrade_objections(theatre: GreatWarGame, position: Position, order: Upgrade) -> Objections:
    """Yield the objections to an upgrade, apart from its price."""
    depot = plans.depot_of(theatre, position, order.side)
    if (piece := depot.draft.map.find_own(order.piece, order.side)) is None:
        yield unknown_ids.no_piece(order.piece)
        return
    kind = _better(theatre, piece)
    if kind is None:
        yield refuse(Clause.UPGRADE, Refusal.NO_UPGRADE, piece=piece.id)
        return
    if not pool.in_time(theatre, position.map, piece.nation, kind):
        first = pool.first_turn(theatre, position.map, piece.nation, kind)
        yield refuse(Clause.UPGRADE, Refusal.UPGRADED_LATER, kind=kind, first=first)
    if theatre.chosen(UPGRADES_PER_PHASE, "one") and _is_upgraded(position, order.side):
        yield refuse(Clause.UPGRADE, Refusal.ONE_UPGRADE_A_PHASE)
    if next(pool.free(theatre, depot.draft.map, piece.nation, kind), None) is None:
        yield refuse(Clause.COUNTER_MIX, Refusal.NO_COUNTER_LEFT, kind=kind)
    yield from depot.closed(piece.area, piece.nation, Clause.BUILD_WHERE)


def _is_upgraded(position: Position, side: Side) -> bool:
    return any(isinstance(event, PieceReplaced) for event in position.plan(side).planned)


def build(course: EventRecorder, order: Build) -> None:
    """The new piece is planned."""
    theatre, piece = course.theatre, pool.expect(course.theatre, order.piece)
    origin: Origin = "rebuilt" if theatre.units[piece.kind].swapped_for else "built"
    plans.intend(course, order.side, plans.arrival(piece, order.area, order.into, origin))


def rebuild(course: EventRecorder, order: Rebuild) -> None:
    """The army is planned."""
    army = pool.expect(course.theatre, order.army)
    plans.intend(course, order.side, plans.arrival(army, order.area, None, "rebuilt"))


def upgrade(course: EventRecorder, order: Upgrade) -> None:
    """The better piece is planned."""
    theatre, there = course.theatre, plans.draft(course.theatre, course.position, order.side)
    piece = there.map.pieces[order.piece]
    if (kind := _better(theatre, piece)) is not None:
        by = next(pool.free(theatre, there.map, piece.nation, kind))
        plans.intend(course, order.side, plans.replacement(theatre, piece, by, kind, "upgraded"))


def card_options(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[Buy]:
    """Cards, as many as a side can pay for."""
    affordable = pool.cards_left(theatre, position, side)
    return (Buy(side=side, cards=count) for count in range(1, affordable + 1))


def rebuild_options(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[Rebuild]:
    """Eliminated armies, and the areas at home where they may come back."""
    depot = plans.depot_of(theatre, position, side)
    for army in sorted(position.map.eliminated):
        piece = pool.counter(theatre, army)
        if piece is not None and piece.side == side and army not in depot.draft.map.pieces:
            yield from (
                Rebuild(side=side, army=army, area=area)
                for area in depot.areas(piece.nation)
                if _home(theatre, position, piece, area)
            )


def betterment_options(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[Entrench | Upgrade]:
    """Yield the improvements of pieces that are already on the map."""
    for piece in reorganisation.representatives(plans.draft(theatre, position, side), side):
        if piece.army is None and not piece.entrenched:
            yield Entrench(side=side, piece=piece.id)
        if (better := _better(theatre, piece)) and pool.in_time(theatre, position.map, piece.nation, better):
            yield Upgrade(side=side, piece=piece.id)


def fortify_option_groups(
    theatre: GreatWarGame, position: Position, side: Side
) -> Iterator[Iterator[Fortify]]:
    """The pieces that may be fortified, in one group, where the match is played so."""
    if theatre.chosen(FORTIFY, "yes"):
        yield _fortifications(theatre, position, side)


def _fortifications(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[Fortify]:
    """Yield the fortifications, one of identical pieces; a piece must be entrenched before the plan."""
    draft = plans.draft(theatre, position, side)
    kinds: set[tuple[object, ...]] = set()
    for piece in position.map.owned(side):
        now = draft.map.pieces.get(piece.id)
        if now is None or not piece.entrenched or not fortifiable(theatre, piece):
            continue
        if not now.fortified and now.likeness not in kinds:
            kinds.add(now.likeness)
            yield Fortify(side=side, piece=piece.id)


def build_option_groups(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[Iterator[Build]]:
    """Counters of the force pool wherever there is room for them, kind by kind."""
    return (
        _built(theatre, position, nation, kind)
        for nation, kind in pool.kinds(theatre, side)
        if pool.in_time(theatre, position.map, nation.id, kind)
    )


def _built(theatre: GreatWarGame, position: Position, nation: Nation, kind: Kind) -> Iterator[Build]:
    depot = plans.depot_of(theatre, position, nation.side)
    id = next(pool.free(theatre, depot.draft.map, nation.id, kind), None)
    piece = pool.counter(theatre, id) if id is not None else None
    if piece is not None:
        for area, into in depot.spots(piece, depot.areas(nation.id)):
            yield Build(side=piece.side, piece=piece.id, area=area, into=into)
