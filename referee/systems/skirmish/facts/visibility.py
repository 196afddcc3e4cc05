"""Visibility: obstacles to a line of sight, cover, and the range of automatic spotting."""

from collections.abc import Iterator

from msgspec.structs import replace

from referee.systems.skirmish.facts import geometry
from referee.systems.skirmish.facts.geometry import TOLERANCE
from referee.systems.skirmish.state.position import Figure, Position, Smoke
from referee.systems.skirmish.state.table import Line, Sight, Table
from schemas.record import Value
from schemas.skirmish.names import Light, Mode, Spot, TerrainKind
from schemas.skirmish.pack import Feature
from schemas.skirmish.parameters import Spotting

MOST_LINES = 200_000
"""Number of lines of sight, and of places, in each cache."""

WORKS = ("trench", "building")
"""Ground that a unit defends."""


CLEAR = Sight(blocked="", smoke=False, hard=())
"""A line of sight without any obstacle."""


def sight(table: Table, position: Position, a: Spot, b: Spot) -> Sight:
    """Return the line of sight between two places, regardless of figures."""
    line = table.lines.get((a, b))
    if line is None:
        if len(table.lines) >= MOST_LINES:
            table.lines.clear()
        line = table.lines[a, b] = _line(table, a, b)
    return _through_smoke(table, position.smoke, line, a, b) if position.smoke else line.sight


def _through_smoke(table: Table, clouds: tuple[Smoke, ...], line: Line, a: Spot, b: Spot) -> Sight:
    smoke = _smoke(table, clouds, a, b)
    obstacle, limit = line.sight.blocked, table.parameters.sight.light_cover
    if not obstacle and smoke:
        light = line.light + smoke if table.parameters.sight.pool_light else max(line.light, smoke)
        obstacle = "smoke-and-light-cover" if light > limit + TOLERANCE else ""
    return Sight(obstacle, smoke > TOLERANCE, line.sight.hard)


def _smoke(table: Table, clouds: tuple[Smoke, ...], a: Spot, b: Spot) -> float:
    radius = table.parameters.artillery.smoke_radius
    return sum(geometry.chord(cloud.at, radius, a, b) for cloud in clouds)


def _line(table: Table, a: Spot, b: Spot) -> Line:
    """Return the line of sight through the ground, which never changes."""
    over = table.parameters.sight.elevation_over and _is_elevated(table, a, b)
    obstacle = next(_blocking(table, a, b, ("building",) if over else ("building", "wall", "hill")), "")
    sums: dict[str, float] = {}
    for feature in () if over else table.of_kind("dense-wood", "scrub", "hedge", "smoke"):
        run = _run(table, feature, a, b)
        sums[feature.kind] = sums.get(feature.kind, 0.0) + run
    wood, rules = sums.pop("dense-wood", 0.0), table.parameters.sight
    light = sum(sums.values()) if rules.pool_light else max(sums.values(), default=0.0)
    if wood > rules.dense_wood + TOLERANCE:
        obstacle = obstacle or "dense-wood"
    if light > rules.light_cover + TOLERANCE:
        obstacle = obstacle or "light-cover"
    return Line(Sight(obstacle, smoke=False, hard=tuple(_hard(table, a, b))), light)


def _is_elevated(table: Table, a: Spot, b: Spot) -> bool:
    """Return True if either end of a line is on a hill."""
    return bool(grounds(table, a, ("hill",)) or grounds(table, b, ("hill",)))


def _run(table: Table, feature: Feature, a: Spot, b: Spot) -> float:
    """Return the length of a line inside a feature, or also along its outline if the pack says so."""
    return geometry.inside(feature.corners, a, b, edge=table.parameters.sight.edge_run_blocks)


def _blocking(table: Table, a: Spot, b: Spot, kinds: tuple[TerrainKind, ...]) -> Iterator[str]:
    """Yield the buildings, walls and hills that block a line."""
    rules = table.parameters.sight
    for feature in table.of_kind(*kinds):
        run = _run(table, feature, a, b)
        if run <= TOLERANCE:
            continue
        match feature.kind:
            case "building":
                free = run <= rules.building_edge + TOLERANCE and _holds(feature, a, b)
            case "wall":
                free = _beside(feature, a, rules.wall_adjacent) or _beside(feature, b, rules.wall_adjacent)
            case _:
                free = rules.hill_sees_off and _holds(feature, a, b)
        if not free:
            yield feature.id


def _holds(feature: Feature, a: Spot, b: Spot) -> bool:
    return geometry.covers(feature.corners, a) or geometry.covers(feature.corners, b)


def _beside(feature: Feature, spot: Spot, reach: int) -> bool:
    return geometry.gap(feature.corners, spot) <= reach + TOLERANCE


def _hard(table: Table, a: Spot, b: Spot) -> Iterator[str]:
    """Yield the features that are hard cover for the far end of a line."""
    rules = table.parameters.sight
    for feature in grounds(table, b, rules.hard_kinds):
        if feature.kind != "wall" and not geometry.covers(feature.corners, a):
            yield feature.id
    for feature in table.of_kind("wall") if "wall" in rules.hard_kinds else ():
        crosses = geometry.inside(feature.corners, a, b) > TOLERANCE
        if crosses and _beside(feature, b, rules.wall_adjacent):
            yield feature.id


def grounds(table: Table, spot: Spot, kinds: tuple[str, ...]) -> tuple[Feature, ...]:
    """Return the features of some kinds that contain a place."""
    if spot not in table.spots:
        if len(table.spots) >= MOST_LINES:
            table.spots.clear()
        table.spots[spot] = tuple(
            feature for feature in table.features if geometry.covers(feature.corners, spot)
        )
    return tuple(feature for feature in table.spots[spot] if feature.kind in kinds)


def is_sheltered(table: Table, spot: Spot) -> bool:
    """Return True if a figure can keep its head down there."""
    return bool(grounds(table, spot, table.parameters.sight.hiding_kinds))


def in_cover(table: Table, position: Position, spot: Spot) -> bool:
    """Return True if a place is in cover from every direction."""
    rules = table.parameters.sight
    in_smoke = "smoke" in rules.soft_kinds and any(
        geometry.within(cloud.at, spot, table.parameters.artillery.smoke_radius) for cloud in position.smoke
    )
    return in_smoke or bool(grounds(table, spot, table.cover_kinds))


def sees(table: Table, position: Position, observer: Figure, target: Figure) -> Sight | None:
    """Return the line of sight between two figures, or None. A hidden figure is seen only from inside."""
    hidden = target.posture == "hidden" and not _together(table, observer, target)
    if (hidden or observer.posture == "hidden") and not _grappling(position, observer, target):
        return None
    line = sight(table, position, observer.at, target.at)
    return line if line.clear else None


def _grappling(position: Position, one: Figure, other: Figure) -> bool:
    return any(other.id in {melee.attacker, melee.defender} for melee in position.fights(one.id))


def _together(table: Table, observer: Figure, target: Figure) -> bool:
    """Return True if two figures are in the same trench or building."""
    if not table.parameters.sight.hidden_seen_inside:
        return False
    there = grounds(table, target.at, table.parameters.sight.hiding_kinds)
    return any(geometry.covers(feature.corners, observer.at) for feature in there)


class Conditions(Value):
    """Conditions that decide the range of automatic spotting."""

    light: Light = "day"
    rain: bool = False
    smoke: bool = False
    cover: bool = False
    mode: Mode = "halt"
    fired: bool = False
    emerging: bool = False


def auto_range(rules: Spotting, seen: Conditions) -> int | None:
    """Return the range of automatic spotting, the least that applies, or None for any distance."""
    return min(_ranges(rules, seen), default=None)


def _ranges(rules: Spotting, seen: Conditions) -> Iterator[int]:
    if seen.light == "twilight" or seen.rain:
        yield rules.twilight
    if seen.emerging:
        yield rules.emerging
    if seen.light == "night" or seen.smoke:
        yield rules.night
    if seen.cover and seen.mode in {"halt", "stealthy"}:
        yield rules.cover_fired if seen.fired else rules.cover_silent
        if seen.light == "night" and seen.mode == "halt":
            yield 0
    if not seen.cover and not seen.fired:
        if seen.mode == "halt":
            yield rules.open_silent
        elif seen.mode == "stealthy" and rules.stealthy_open is not None:
            yield rules.stealthy_open


def farthest(table: Table, position: Position, target: Figure) -> int | None:
    """Return the greatest range of automatic spotting on any line, or None if there is no limit."""
    rules, state = table.parameters.spotting, conditions(table, position, target, CLEAR)
    covers = (True,) if state.cover else (True, False)
    ranges = [auto_range(rules, replace(state, cover=cover)) for cover in covers]
    return max((one for one in ranges if one is not None), default=None) if None not in ranges else None


def conditions(table: Table, position: Position, target: Figure, line: Sight) -> Conditions:
    """Return the conditions of automatic spotting for a figure along a line."""
    counts_last_turn = table.parameters.spotting.firing_window == "previous-firing-phase"
    return Conditions(
        light=position.light,
        rain=position.rain,
        smoke=line.smoke,
        cover=bool(line.hard) or in_cover(table, position, target.at),
        mode=target.mode,
        fired=target.fired is not None or (target.fired_before and counts_last_turn),
        emerging=target.emerged,
    )
