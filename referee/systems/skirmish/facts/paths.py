"""Walking: reach of an allowance along a path, costs of ground, and enemies in the way."""

import itertools
from collections.abc import Iterator
from enum import unique

from referee.engine.facts import Fact
from referee.systems.skirmish.facts import geometry
from referee.systems.skirmish.facts.geometry import TOLERANCE, Spot
from referee.systems.skirmish.state.position import Figure, Position
from referee.systems.skirmish.state.table import Table
from schemas.record import Value
from schemas.skirmish.names import TerrainKind


@unique
class Cut(Fact):
    """Reasons for a walk that ends early."""

    ENEMY_IN_THE_WAY = "an enemy in the way"
    NO_ROOM_TO_STAND = "no room to stand"
    EDGE_OF_A_TRENCH = "the edge of a trench"


class Walk(Value):
    """A walk: its corners without the start, its cost, the reason if it ended early, and an enemy met."""

    path: tuple[Spot, ...]
    spent: int
    cut: Cut | None = None
    enemy: str = ""

    @property
    def end(self) -> Spot:
        """Last place of the walk."""
        return self.path[-1]


def walk(
    table: Table,
    position: Position,
    figure: Figure,
    path: tuple[Spot, ...],
    allowance: float,
    target: str = "",
) -> Walk:
    """Return the walk of a figure along a path; `target` is an enemy that does not stop it."""
    whole = (figure.at, *path)
    distance, spent, cut = _pay(table, whole, allowance)
    gap, enemy = min(_meet(table, position, figure, whole, target), default=(distance, ""))
    if gap < distance:
        distance, cut = max(0.0, gap), Cut.ENEMY_IN_THE_WAY
    end = geometry.along(whole, distance)
    while end != figure.at and _too_close(table, position, figure, end, target):
        distance, cut = max(0.0, distance - 1), cut or Cut.NO_ROOM_TO_STAND
        end = geometry.along(whole, distance)
    enemy = enemy if cut is Cut.ENEMY_IN_THE_WAY else ""
    return Walk(_corners(whole, distance, end), min(round(spent), round(allowance)), cut, enemy)


def _corners(whole: tuple[Spot, ...], distance: float, end: Spot) -> tuple[Spot, ...]:
    """Return the corners up to this distance, and the end."""
    passed: list[Spot] = []
    for a, b in itertools.pairwise(whole):
        distance -= geometry.length(a, b)
        if distance <= TOLERANCE:
            break
        passed.append(b)
    return (*passed, end) if not passed or passed[-1] != end else tuple(passed)


def _pay(table: Table, whole: tuple[Spot, ...], allowance: float) -> tuple[float, float, Cut | None]:
    """Return the distance that an allowance covers, the cost, and the reason if the walk ended early."""
    distance, rest = 0.0, float(allowance)
    for a, b in itertools.pairwise(whole):
        leg = geometry.length(a, b)
        for toll, first, last, factor in _pieces(table, a, b, leg):
            if toll > rest + TOLERANCE:
                return distance + first, allowance - rest, Cut.EDGE_OF_A_TRENCH
            rest -= toll
            price = (last - first) * factor / 100
            if price > rest + TOLERANCE:
                return distance + first + rest * 100 / factor, float(allowance), None
            rest -= price
        distance += leg
    return distance, allowance - rest, None


def _pieces(table: Table, a: Spot, b: Spot, leg: float) -> Iterator[tuple[float, float, float, float]]:
    """Yield the pieces of a leg with equal cost: initial toll, start, end and cost factor in percent."""
    rules = table.parameters.movement
    slow = [
        (run, rules.slow[feature.kind])
        for feature in table.features
        if feature.kind in rules.slow
        for run in geometry.runs(feature.corners, a, b)
    ]
    trench = [run for feature in table.of_kind("trench") for run in geometry.runs(feature.corners, a, b)]
    tolls = {run[0]: float(rules.trench_enter) for run in trench if run[0] > TOLERANCE}
    for run in trench:
        if run[1] < leg - TOLERANCE:
            tolls[run[1]] = tolls.get(run[1], 0.0) + rules.trench_leave
    marks = sorted({0.0, leg, *tolls, *(end for run, _ in slow for end in run)})
    for first, last in itertools.pairwise(marks):
        middle = (first + last) / 2
        factor = max((factor for run, factor in slow if run[0] <= middle <= run[1]), default=100)
        yield tolls.get(first, 0.0), first, last, factor


def crosses(table: Table, path: tuple[Spot, ...], kind: TerrainKind) -> bool:
    """Return True if a path runs through ground of a kind."""
    return any(
        geometry.inside(feature.corners, a, b) > TOLERANCE
        for feature in table.of_kind(kind)
        for a, b in itertools.pairwise(path)
    )


def _meet(
    table: Table, position: Position, figure: Figure, whole: tuple[Spot, ...], target: str
) -> Iterator[tuple[float, str]]:
    """Yield the distances at which the figure would touch an enemy that it does not walk away from."""
    base, distance = table.parameters.measuring.base_diameter + 1, 0.0
    enemies = [one for one in position.active(position.other(figure.side)) if one.id != target]
    for a, b in itertools.pairwise(whole):
        leg = geometry.length(a, b)
        for enemy in enemies:
            meets = geometry.entry(a, b, enemy.at, base)
            if meets is not None and 0 <= meets[0] < leg:
                yield distance + meets[0] - 1, enemy.id
            elif meets is not None and meets[0] < 0 < meets[1] and meets[0] + meets[1] > 0:
                yield distance, enemy.id
        distance += leg


def _too_close(table: Table, position: Position, figure: Figure, end: Spot, target: str) -> bool:
    return any(True for _ in crowding(table, position, figure, end, target))


def crowding(
    table: Table, position: Position, figure: Figure, end: Spot, target: str = ""
) -> Iterator[Figure]:
    """Yield the figures too close to a place: friends closer than a base, enemies in contact."""
    base = table.parameters.measuring.base_diameter
    for one in position.figures.values():
        if not one.active or one.id in {figure.id, target}:
            continue
        if (one.side == figure.side and geometry.closer(one.at, end, base)) or (
            one.side != figure.side and geometry.within(one.at, end, base)
        ):
            yield one
