"""Removals: crises (9.8, 9.9), auxiliaries without infantry and empty armies (8.1, 8.3)."""

from collections.abc import Iterator

from referee.engine.facts import Objections, refuse
from referee.engine.system import RuleOption
from referee.systems.great_war.combat import retreats
from referee.systems.great_war.combat.refusals import Refusal
from referee.systems.great_war.events.recorder import EventRecorder
from referee.systems.great_war.facts import control, hidden_templates, stacking, turn_sequence, unknown_ids
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import NOWHERE, Piece, Position
from referee.systems.great_war.state.tasks import PayCrisis, StandOrRetreat
from schemas.great_war.card_events import CrisisPlayed, CrisisSettled
from schemas.great_war.events import ArmyMustLeave, PieceLost, RetreatsClosed, RetreatsDeclared
from schemas.great_war.names import Crisis
from schemas.great_war.orders import Lose, Play, Retreat
from schemas.record import Side

LONE_EMPTY_ARMY = RuleOption("lone-empty-army", ("eliminated", "leaves"))
"""Fate of an empty army among enemies without infantry beside it (A-69)."""


def unaccompanied(theatre: GreatWarGame, position: Position, area: str) -> Iterator[Piece]:
    """The auxiliaries in an area that die there for want of friendly infantry (8.3.2 to 8.3.6, A-55)."""
    there = position.map.at(area)
    # Contents hidden from the viewer of a position may be infantry.
    accompanied = {piece.side for piece in there if piece.kind in theatre.infantry or piece.filled}
    for side in position.map.sides:
        mine = [] if side in accompanied else [piece for piece in there if piece.side == side]
        if not mine:
            continue
        against = [piece for piece in there if piece.side != side]
        infantry = any(piece.kind in theatre.infantry for piece in against)
        units = any(piece.kind not in {"fort", "army"} or piece.filled for piece in against)
        for piece in mine:
            match theatre.units[piece.kind].alone:
                case "dies-among-infantry" if infantry:
                    yield piece
                case "dies-among-units" if units:
                    yield piece
                case _:
                    pass


def remove_unaccompanied(course: EventRecorder, area: str | None = None) -> None:
    """Take unaccompanied auxiliaries of both sides off the map at once, here or everywhere."""
    start = course.position
    if area is None:
        for side in start.map.sides:
            course.look_into(side, (area for area in start.map.owner if _is_shared(start, area)))
    areas = (area,) if area is not None else tuple(_with_mortals(course.theatre, start))
    for place in areas:
        lost = tuple(unaccompanied(course.theatre, start, place))
        for piece in lost:
            course.add(PieceLost(piece=piece.id, area=place, fate="unaccompanied"))
        if lost:
            course.settle(place)


def _is_shared(position: Position, area: str) -> bool:
    """Return True if both sides have pieces in an area."""
    pieces = position.map.pieces
    return len({pieces[id].side for id in position.map.stacks.get(area, ())}) > 1


def _with_mortals(theatre: GreatWarGame, position: Position) -> Iterator[str]:
    """The areas in which both sides stand, and something that could die for want of infantry."""
    areas = {piece.area for piece in position.map.pieces.values() if piece.kind in theatre.mortal}
    return (area for area in position.map.owner if area in areas and _is_shared(position, area))


def list_areas_with_empty_armies(position: Position) -> tuple[str, ...]:
    """The areas in which an empty army stands among enemies: in most positions there is none."""
    hosts = {piece.army for piece in position.map.pieces.values()}
    areas = {
        piece.area for piece in position.map.pieces.values() if piece.kind == "army" and piece.id not in hosts
    }
    return tuple(area for area in position.map.owner if area in areas and _is_shared(position, area))


def empty_armies(position: Position, area: str) -> Iterator[Piece]:
    """The empty armies in an area that both sides contest or the enemy holds."""
    there = position.map.at(area)
    hosts = {piece.army for piece in there}
    for piece in there:
        if piece.kind == "army" and not piece.filled and piece.id not in hosts:
            other = position.map.sides[1] if piece.side == position.map.sides[0] else position.map.sides[0]
            if control.present(position.map, area, other):
                yield piece


def eliminate_stranded(course: EventRecorder, *areas: str) -> None:
    """Empty armies among enemies without friendly infantry are eliminated at once (8.1)."""
    if course.theatre.chosen(LONE_EMPTY_ARMY, "leaves"):
        return
    for area in areas:
        for army in tuple(empty_armies(course.position, area)):
            course.look_into(army.side, (area,))
            if not _with_infantry(course, army):
                course.add(PieceLost(piece=army.id, area=area, fate="empty-army"))


def settle_departure(course: EventRecorder, area: str, *to: str) -> None:
    """Settle the results of a departure: stranded armies fall, the area may change hands (8.1)."""
    eliminate_stranded(course, area, *to)
    course.settle(area)


def send_off_empty(course: EventRecorder, side: Side) -> None:
    """At the end of a side's movement or turn its empty armies leave disputed areas, once (8.1, A-69)."""
    areas = list_areas_with_empty_armies(course.position)
    eliminate_stranded(course, *areas)
    _send_off(course, *(army for area in areas for army in empty_armies(course.position, area)
                        if army.side == side))  # fmt: skip


def strand(course: EventRecorder) -> None:
    """Everywhere empty armies among enemies without friendly infantry are eliminated (8.1)."""
    eliminate_stranded(course, *list_areas_with_empty_armies(course.position))


def retreat(course: EventRecorder, order: Retreat) -> None:
    """Retreat with a piece, or announce its retreat, and settle the area that it leaves."""
    area = course.position.map.pieces[order.piece].area
    retreats.outcome(course, order)
    settle_departure(course, area, order.to)


def close_declarations(course: EventRecorder, side: Side) -> None:
    """The defender has said who retreats instead of firing; empty armies go when all others are gone."""
    area = course.position.doing(StandOrRetreat).area
    course.add(RetreatsDeclared(side=side, area=area))
    if not course.position.leaving:
        order_off(course, area, side)


def withdraw(course: EventRecorder, area: str, side: Side) -> None:
    """Carry out the declared retreats from a battle; then empty armies leave it."""
    retreats.withdraw(course)
    course.add(RetreatsClosed(side=side, area=area))
    strand(course)
    order_off(course, area, side)
    course.settle(area)


def order_off(course: EventRecorder, area: str, *sides: Side) -> None:
    """The empty armies of these sides leave an area; their owner is asked where he has a choice."""
    _send_off(course, *(army for army in empty_armies(course.position, area) if army.side in sides))


def _send_off(course: EventRecorder, *armies: Piece) -> None:
    waiting: list[Piece] = []
    for army in armies:
        area, ways = army.area, retreats.destinations(course.theatre, course.position, army)
        if army.retreated:
            course.add(PieceLost(piece=army.id, area=area, fate="retreated-twice"))
        elif not ways:
            course.add(PieceLost(piece=army.id, area=area, fate="empty-army"))
        elif len(ways) == 1:
            retreats.depart(course, army.id, ways[0], None)
            eliminate_stranded(course, ways[0])
        else:
            waiting.append(army)
    for army in reversed(waiting):
        course.add(ArmyMustLeave(army=army.id))


def _with_infantry(course: EventRecorder, army: Piece) -> bool:
    return any(
        piece.kind in course.theatre.infantry or piece.filled
        for piece in course.position.map.standing(army.area, army.side)
    )


CRISIS_MAY_BE_REFUSED = RuleOption("crisis-may-be-refused", ("no", "yes"))
"""Refusal of a crisis for its victory point (A-19)."""


def crisis_objections(theatre: GreatWarGame, position: Position, order: Play, crisis: Crisis) -> Objections:
    """Everything the rules hold against bringing this crisis upon the other side."""
    now = position.now
    if crisis.by != order.side:
        yield refuse(crisis.clause, Refusal.OWN_CRISIS, card=order.card)
    elif now is None or now.side != order.side:
        yield refuse(crisis.clause, Refusal.CRISIS_IN_OWN_TURN, card=order.card)
    if order.area is not None:
        yield refuse(crisis.clause, Refusal.CRISIS_ON_NO_AREA, card=order.card)
    if theatre.demand(order.card, position.map.turn) is None:
        year = theatre.turns[position.map.turn].year
        yield refuse(crisis.year_clause, Refusal.NO_CRISIS_THIS_YEAR, card=order.card, year=year)
    yield from turn_sequence.exchanged(position)


def conceivable(theatre: GreatWarGame, position: Position, side: Side) -> bool:
    """Return True if a side, in its player turn, could have a crisis of this year by public knowledge."""
    now, public = position.now, {*position.discards, *position.removed}
    if now is None or now.side != side or not position.hand(side).size:
        return False
    return any(
        card is not None and card.crisis is not None and card.crisis.by == side
        for number in theatre.deck()
        if number not in public and theatre.demand(number, position.map.turn) is not None
        for card in (theatre.card(number),)
    )


def settle_crisis(course: EventRecorder, order: Play, crisis: Crisis) -> None:
    """The other side must pay."""
    theatre = course.theatre
    demand = theatre.demand(order.card, course.position.map.turn)
    if demand is None:
        return
    course.add(
        CrisisPlayed(
            side=order.side,
            card=order.card,
            victim=theatre.other(order.side),
            count=demand.count,
            removed=crisis.last == demand.year,
        )
    )


def candidates(theatre: GreatWarGame, position: Position, task: PayCrisis) -> tuple[Piece, ...]:
    """The pieces that can pay: of the right nation and kind, on the map or where ships reach (A-20)."""
    return tuple(
        piece
        for piece in position.map.owned(task.side)
        if piece.nation in task.nations and piece.kind in task.kinds and _here(theatre, piece.area)
    )


def _here(theatre: GreatWarGame, area: str) -> bool:
    # Hidden contents are never in transit, where everything is open.
    if area == NOWHERE:
        return True
    place = theatre.areas[area]
    return not place.box or bool(place.sea) or any(area in other.sea for other in theatre.areas.values())


def pay_objections(theatre: GreatWarGame, position: Position, order: Lose) -> Objections:
    """Everything the rules hold against paying with this piece."""
    task = position.doing(PayCrisis)
    if (piece := position.map.find_own(order.piece, order.side)) is None:
        yield unknown_ids.no_piece(order.piece)
    elif piece not in candidates(theatre, position, task):
        yield refuse(task.clause, Refusal.NOT_DEMANDED, piece=piece.id)


def pay_crisis(course: EventRecorder, id: str) -> None:
    """Return a piece to the force pool, and settle the area that it leaves (A-21)."""
    area, task = course.position.map.pieces[id].area, course.position.doing(PayCrisis)
    course.add(PieceLost(piece=id, area=area, fate=task.fate))
    settle_departure(course, area)


def refusable(theatre: GreatWarGame) -> bool:
    """Return True if a crisis may be refused (A-19)."""
    return theatre.chosen(CRISIS_MAY_BE_REFUSED, "yes")


def done_objections(theatre: GreatWarGame, position: Position, _: Side) -> Objections:
    """Everything held against giving up the victory point instead."""
    task = position.doing(PayCrisis)
    if task.fate == "withdrawn" or not refusable(theatre):
        yield refuse(task.clause, Refusal.CRISIS_IS_MET)


def close_crisis(course: EventRecorder, side: Side) -> None:
    """Close a crisis.

    Unpaid pieces move the victory points: once for a crisis, each piece of a withdrawal by itself.
    """
    task = course.position.doing(PayCrisis)
    weight = task.count if task.fate == "withdrawn" else min(task.count, 1)
    course.add(CrisisSettled(side=side, missing=task.count, shift=task.shift * weight))


def find_forced(theatre: GreatWarGame, position: Position, task: PayCrisis) -> Piece | None:
    """The piece that pays without a question: there is nothing to choose."""
    if refusable(theatre):
        return None
    able = candidates(theatre, position, task)
    # The presence of a question must not reveal the distribution of pieces over armies.
    alike = not hidden_templates.is_played(theatre) and len({piece.likeness for piece in able}) == 1
    return able[0] if able and (alike or len(able) <= task.count) else None


def crisis_choice(theatre: GreatWarGame, position: Position, task: PayCrisis) -> bool:
    """Return True if the side has a choice. The side is not asked if no piece can pay."""
    return find_forced(theatre, position, task) is None and bool(candidates(theatre, position, task))


def pay_options(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[Lose]:
    """Yield the pieces that can pay; identical ones are offered once."""
    able = candidates(theatre, position, position.doing(PayCrisis))
    return (Lose(side=side, piece=piece.id) for piece in stacking.list_distinct(able))


def crisis_options(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[Play]:
    """The crises of the hand."""
    for number in position.hand(side).cards:
        card = theatre.card(number)
        if card is not None and card.crisis is not None:
            yield Play(side=side, card=number)
