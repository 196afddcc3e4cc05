"""What single units need: auxiliaries need infantry, empty armies need to be elsewhere (8.1, 8.3)."""

from collections.abc import Iterator

from referee.engine.rule_options import RuleOption
from referee.systems.great_war.combat import retreats
from referee.systems.great_war.events.course import EventRecorder
from referee.systems.great_war.facts import control
from referee.systems.great_war.state.position import Piece, Position
from referee.systems.great_war.state.tasks import StandOrRetreat
from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.great_war.events import ArmyMustLeave, PieceLost, RetreatsClosed, RetreatsDeclared
from schemas.great_war.orders import Retreat
from schemas.record import Side

LONE_EMPTY_ARMY = RuleOption("lone-empty-army", ("eliminated", "leaves"))
"""Fate of an empty army among enemies without infantry beside it (A-69)."""


def unaccompanied(theatre: GreatWarGame, position: Position, area: str) -> Iterator[Piece]:
    """The auxiliaries in an area that die there for want of friendly infantry (8.3.2 to 8.3.6, A-55)."""
    there = position.map.at(area)
    # What an army hides from the reader of a position may be infantry.
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
    """Whether both sides stand in an area."""
    pieces = position.map.pieces
    return len({pieces[id].side for id in position.map.stacks.get(area, ())}) > 1


def _with_mortals(theatre: GreatWarGame, position: Position) -> Iterator[str]:
    """The areas in which both sides stand, and something that could die for want of infantry."""
    areas = {piece.area for piece in position.map.pieces.values() if piece.kind in theatre.mortal}
    return (area for area in position.map.owner if area in areas and _is_shared(position, area))


def list_areas_with_empty_armies(position: Position) -> tuple[str, ...]:
    """The areas in which an empty army stands among enemies: in most positions there is none."""
    filled = {piece.army for piece in position.map.pieces.values()}
    areas = {
        piece.area
        for piece in position.map.pieces.values()
        if piece.kind == "army" and piece.id not in filled
    }
    return tuple(area for area in position.map.owner if area in areas and _is_shared(position, area))


def empty_armies(position: Position, area: str) -> Iterator[Piece]:
    """The empty armies in an area that both sides contest or the enemy holds."""
    there = position.map.at(area)
    filled = {piece.army for piece in there}
    for piece in there:
        if piece.kind == "army" and not piece.filled and piece.id not in filled:
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
    """What follows at once when a piece is gone: stranded armies fall, the area may change hands (8.1)."""
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
    """A piece retreats, or says that it will, and what it leaves behind is settled."""
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
