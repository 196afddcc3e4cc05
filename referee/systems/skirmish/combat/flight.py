"""Flight: where a pack says so, troops that failed twice run whether or not their player orders it."""

from referee.systems.skirmish.combat import pinning
from referee.systems.skirmish.events import plotting
from referee.systems.skirmish.events.course import EventRecorder
from referee.systems.skirmish.facts import geometry
from referee.systems.skirmish.state.position import Figure
from schemas.skirmish.events import OrderPlotted
from schemas.skirmish.orders import Move
from schemas.skirmish.words import Spot

FAR = 1500
"""As far as a rush can carry."""


def compel(course: EventRecorder) -> None:
    """Every figure of a unit that failed twice, and has no move, is made to rush away."""
    if not course.table.parameters.morale.flight_compulsory:
        return
    for unit in course.position.units.values():
        if unit.markers < 2 or unit.dispersed or unit.activated:
            continue
        for figure in list(course.position.members(unit.id)):
            idle = plotting.ordered(course.position, figure.side, figure.id) is None
            if idle and not course.position.in_melee(figure.id):
                _run(course, figure)


def _run(course: EventRecorder, figure: Figure) -> None:
    goal = pinning.keep_on(course.table, figure.at, _away(course, figure))
    if goal != figure.at:
        order = Move(side=figure.side, figures=(figure.id,), mode="rush", path=(goal,))
        course.add(OrderPlotted(side=figure.side, order=order))


def _away(course: EventRecorder, figure: Figure) -> Spot:
    """Straight away from the nearest enemy that is seen, or to one's own edge."""
    spots = course.position.seen_spots(figure.side)
    if spots:
        nearest = min(spots, key=lambda spot: geometry.square(spot, figure.at))
        return pinning.away(figure.at, nearest, FAR)
    steps = ((0, -FAR), (0, FAR), (-FAR, 0), (FAR, 0))
    goals = ((figure.at[0] + east, figure.at[1] + north) for east, north in steps)
    return min(goals, key=lambda spot: course.table.home(figure.side, spot))
