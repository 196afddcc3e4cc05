"""The post of a side in a skirmish: what it sees, and the ground that it is there for."""

from itertools import chain

from referee.systems.skirmish.facts import geometry
from referee.systems.skirmish.state.table import Table
from schemas.record import Side
from schemas.skirmish.pack import Feature
from schemas.skirmish.view import ContactView, FigureView, View
from schemas.skirmish.words import Spot


def attacks(table: Table, side: Side) -> bool:
    """Whether a side is paid for being in the ground that the points are about."""
    rewards = table.scenario.victory.get(side, ())
    return any(one.test == "inside" and one.side == side for one in rewards)


class Post:
    """What a side sees, with the table, which is known to all."""

    def __init__(self, table: Table, view: View) -> None:
        self.table, self.view, self.side = table, view, view.viewer
        self.own = tuple(one for one in view.figures if one.status == "active")
        self.seen = tuple(one for one in view.contacts if one.units and one.status == "active")
        self.engaged = frozenset(melee.own for melee in view.melees)

    def members(self, unit: str) -> tuple[FigureView, ...]:
        """The figures of a unit, its leader first."""
        found = [one for one in self.own if one.unit == unit]
        return tuple(sorted(found, key=lambda one: one.role in {"trooper", "loader"}))

    @property
    def objective(self) -> Feature:
        """The ground that the points are about; where they are about none, some feature."""
        scenario = self.table.scenario
        named = {one.terrain for one in chain(*scenario.victory.values())}
        middle = scenario.terrain[len(scenario.terrain) // 2]
        return next((one for one in scenario.terrain if one.id in named), middle)

    def weapons(self, figure: FigureView, trait: str) -> tuple[str, ...]:
        """The weapons of a figure that have a blast, a lane or a zone."""
        table = self.table.weapons
        return tuple(one for one in figure.weapons if getattr(table[one], trait))

    @property
    def goal(self) -> Spot:
        """The middle of the objective."""
        corners = self.objective.corners
        return sum(x for x, _ in corners) // len(corners), sum(y for _, y in corners) // len(corners)

    def slot(self, figure: FigureView) -> Spot:
        """The place in the objective that is nearest to a figure: its corners and what lies between them."""
        corners = self.objective.corners
        sides = zip(corners, (*corners[1:], corners[0]), strict=True)
        halves = (((a[0] + b[0]) // 2, (a[1] + b[1]) // 2) for a, b in sides)
        spots = [*halves, self.goal]
        inside = [spot for spot in spots if geometry.covers(corners, spot)]
        return min(inside, key=lambda spot: (geometry.square(spot, figure.at), spot))

    def nearest(self, figure: FigureView) -> ContactView | None:
        """The enemy in sight of a figure's unit that is nearest to it."""
        known = [one for one in self.seen if figure.unit in one.units]
        return min(known, key=lambda one: (geometry.square(one.at, figure.at), one.alias), default=None)

    def gaps(self, figure: FigureView) -> tuple[Spot, ...]:
        """The ends of wire that lies before a figure, an inch beyond them; the nearest first."""
        spots: list[Spot] = []
        for feature in self.table.of_kind("wire"):
            xs, ys = zip(*feature.corners, strict=True)
            spots += [(min(xs) - 100, sum(ys) // len(ys)), (max(xs) + 100, sum(ys) // len(ys))]
        ahead = [spot for spot in spots if self.table.on_table(spot)]
        return tuple(sorted(ahead, key=lambda spot: (geometry.square(spot, figure.at), spot))[:2])

    def there(self, figure: FigureView) -> bool:
        """Whether a figure is in the objective."""
        return geometry.covers(self.objective.corners, figure.at)
