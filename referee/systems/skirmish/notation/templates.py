"""Templates of letters: an example for each unit of a player, to be edited and sent."""

from collections.abc import Container, Iterator
from textwrap import wrap

from referee.i18n.translator import message
from referee.systems.skirmish.facts import geometry, visibility
from referee.systems.skirmish.facts.geometry import write_place
from referee.systems.skirmish.flow import judgement
from referee.systems.skirmish.language.language import SkirmishLanguage
from referee.systems.skirmish.secrecy import visibility as sight
from referee.systems.skirmish.state.position import Figure, Position
from schemas.record import Side
from schemas.skirmish import orders
from schemas.skirmish.names import FireKind, Spot
from schemas.skirmish.pack import Weapon
from schemas.skirmish.view import SightView

WIDTH = 68

PARTING = "#"
"""The line between the parts of a template: introduction, orders and closing word."""

MOST_NAMED = 4
"""Most figures in one line, so that no mail program breaks it."""

SAFE = 1200
"""Least distance of the example of a barrage from friends, because shells stray."""


def template(narrator: SkirmishLanguage, position: Position, side: Side) -> tuple[str, ...]:
    """Return lines that could answer the open question of a side, each commented out with #."""
    if position.plan(side).closed:
        return ()
    position = sight.know(narrator.game, position, side)
    match position.phase:
        case "deployment":
            lines = _deploying(narrator, position, side)
        case "plotting":
            lines = _moving(narrator, position, side)
        case "laying":
            lines = _firing(narrator, position, side)
        case _:
            return ()
    return (*lines, *_closing(narrator))


def _closing(narrator: SkirmishLanguage) -> Iterator[str]:
    """Yield the line that closes the orders, commented out like the others."""
    yield PARTING
    yield from _remark(narrator.say("Remove this # too when you have finished:"))
    yield "# done"


def _remark(told: str) -> Iterator[str]:
    """Return a comment in short lines. If a mail program broke a line, its end would become an order."""
    return (f"# {line}" for line in wrap(told, WIDTH))


def _leaders(position: Position, side: Side) -> Iterator[tuple[str, Spot]]:
    """Yield the units that still take part, each with the place of its first figure."""
    for unit in position.units.values():
        first = next(position.members(unit.id), None)
        if unit.side == side and first is not None:
            yield unit.id, first.at


def _deploying(narrator: SkirmishLanguage, position: Position, side: Side) -> Iterator[str]:
    text = message("Your figures start where the scenario puts them. Remove the # to change that:")
    yield from _remark(narrator.say(text))
    yield PARTING
    for unit, at in _leaders(position, side):
        yield f"# deploy {next(position.members(unit)).id} at {write_place(at)} {_posture(narrator, side)}"


def _posture(narrator: SkirmishLanguage, side: Side) -> str:
    return "hidden" if narrator.game.force(side).zone_terrain else "open"


def _moving(narrator: SkirmishLanguage, position: Position, side: Side) -> Iterator[str]:
    """Yield a move ahead for every unit that may move, then other orders of single figures.

    No figure moves twice, so that one letter may contain all lines.
    """
    yield PARTING
    yield from _remark(narrator.say("Or stealthy, rush, assault; the first figure walks to the place."))
    single = dict(_closing_in(narrator, position, side))
    for unit, _ in _leaders(position, side):
        members = tuple(one.id for one in position.members(unit))
        for group in _list_groups(members, single):
            march = _find_march(narrator, position, side, group)
            if march is not None:
                who = unit if march.figures == members else ", ".join(march.figures)
                yield f"# {who} manoeuvre to {write_place(march.path[0])}"
    yield from single.values()
    yield from _looking(narrator, position, side, single)
    for mission in position.missions.values():
        if mission.side == side and mission.left:
            yield f"# barrage {mission.id} at {write_place(_find_aim(narrator, position, side))}"


def _list_groups(members: tuple[str, ...], busy: Container[str]) -> Iterator[tuple[str, ...]]:
    """Yield a unit, or its figures without the busy ones, so many as a line has room for."""
    free = tuple(id for id in members if id not in busy)
    size = len(members) if free == members else MOST_NAMED
    yield from (free[first : first + size] for first in range(0, len(free), size))


def _find_aim(narrator: SkirmishLanguage, position: Position, side: Side) -> Spot:
    """Return a visible enemy far from all friends, or the middle of the far half of the table."""
    middle = narrator.scenario.width // 2, narrator.scenario.depth // 2
    for spot in position.list_visible_spots(side):
        if not any(geometry.within(one.at, spot, SAFE) for one in position.active(side)):
            return spot
    return _ahead(narrator, side, middle, min(middle) // 2)


def _find_march(
    narrator: SkirmishLanguage, position: Position, side: Side, men: tuple[str, ...]
) -> orders.Move | None:
    """Return a move ahead for a unit, or for its figures that may move, or None."""
    able = tuple(id for id in men if _is_lawful(narrator, position, _march(narrator, position, side, (id,))))
    groups = (men, able[:MOST_NAMED], able[:1])
    marches = (_march(narrator, position, side, ids) for ids in groups if ids)
    return next((one for one in marches if _is_lawful(narrator, position, one)), None)


def _march(narrator: SkirmishLanguage, position: Position, side: Side, ids: tuple[str, ...]) -> orders.Move:
    ahead = _ahead(narrator, side, position.figures[ids[0]].at, 600)
    return orders.Move(side=side, figures=ids, mode="manoeuvre", path=(ahead,))


def _is_lawful(narrator: SkirmishLanguage, position: Position, order: orders.SkirmishOrder) -> bool:
    return not any(judgement.objections(narrator.game, position, order))


def _closing_in(narrator: SkirmishLanguage, position: Position, side: Side) -> Iterator[tuple[str, str]]:
    """Yield an assault by the figure nearest to a visible enemy, and an order to leave a melee, by figure."""
    pairs = [(one, enemy) for one in position.active(side) for enemy in position.list_seen(side)]
    near = [(one, enemy) for one, enemy in pairs if geometry.within(one.at, enemy.at, _reach(narrator))]
    for one, enemy in sorted(near, key=lambda pair: geometry.square(pair[0].at, pair[1].at)):
        ids, at = (one.id,), (enemy.at,)
        charge = orders.Move(side=side, figures=ids, mode="assault", path=at, contact=enemy.alias)
        if _is_lawful(narrator, position, charge):
            yield one.id, f"# {one.id} assault contact {enemy.alias}"
            break
    for one in position.active(side):
        leaving = orders.BreakOff(side=side, figure=one.id, path=(one.start,))
        if position.in_melee(one.id) and _is_lawful(narrator, position, leaving):
            yield one.id, f"# break off {one.id} to {write_place(one.start)}"
            break


def _reach(narrator: SkirmishLanguage) -> int:
    """Return the greatest distance of an enemy that an assault may touch."""
    pace = narrator.game.parameters.movement.paces["assault"]
    return pace.inches + 600 * pace.dice + narrator.game.parameters.measuring.base_diameter


def _looking(
    narrator: SkirmishLanguage, position: Position, side: Side, busy: Container[str]
) -> Iterator[str]:
    """Yield a look by one figure, and a change of posture by a figure in a trench or building.

    A figure that assaults or leaves a melee is `busy`.
    """
    free = [one for one in position.active(side) if one.id not in busy]
    for one in free:
        at = _ahead(narrator, side, one.at, 1000)
        if _is_lawful(narrator, position, orders.Look(side=side, figures=(one.id,), at=at)):
            yield f"# look {one.id} around {write_place(at)} within 6"
            break
    figures = (one for one in free if visibility.is_sheltered(narrator.game, one.at))
    if (man := next(figures, None)) is not None:
        yield f"# {'observe' if man.posture == 'hidden' else 'hide'} {man.id}"


def _ahead(narrator: SkirmishLanguage, side: Side, at: Spot, far: int) -> Spot:
    """Return the place at a distance ahead, away from the side's own edge and still on the table."""
    east, north = {"south": (0, 1), "north": (0, -1), "west": (1, 0), "east": (-1, 0)}[
        narrator.game.force(side).edge
    ]
    scenario = narrator.scenario
    return (
        min(max(at[0] + far * east, 0), scenario.width),
        min(max(at[1] + far * north, 0), scenario.depth),
    )


def _firing(narrator: SkirmishLanguage, position: Position, side: Side) -> Iterator[str]:
    """Yield the best fire of every figure with a target, then a shot at a place, and other uses of weapons.

    No figure is named twice, so that one letter may contain all lines.
    """
    yield PARTING
    yield from _remark(narrator.say("Aimed fire at a visible enemy, unaimed fire also at a place."))
    free = {one.id: one for one in position.active(side)}
    for kind, alias, figures in _list_targets(narrator, position, side):
        for id in figures:
            free.pop(id, None)
        for first in range(0, len(figures), MOST_NAMED):
            who = ", ".join(figures[first : first + MOST_NAMED])
            yield f"# {who} {kind} fire at {alias}"
    for one in tuple(free.values()):
        spot = _ahead(narrator, side, one.at, 1200)
        fire = orders.Fire(side=side, figures=(one.id,), kind="unaimed", point=spot)
        if _is_lawful(narrator, position, fire):
            yield f"# {one.id} unaimed fire at {write_place(spot)}"
            del free[one.id]
            break
    yield from _using(narrator, position, tuple(free.values()))


def _list_targets(
    narrator: SkirmishLanguage, position: Position, side: Side
) -> Iterator[tuple[FireKind, str, tuple[str, ...]]]:
    """Yield the best target of each figure, with figures at the same enemy together."""
    best: dict[str, SightView] = {}
    for line in sight.list_lines(narrator, position, side):
        if line.pin is not None or line.unaimed is not None:
            best[line.figure] = min(best.get(line.figure, line), line, key=sight.weigh)
    shots: dict[tuple[FireKind, str], list[str]] = {}
    for id, line in best.items():
        kind: FireKind = "aimed" if line.pin is not None else "unaimed"
        shots.setdefault((kind, line.enemy), []).append(id)
    for (kind, alias), figures in shots.items():
        yield kind, alias, tuple(figures)


def _using(narrator: SkirmishLanguage, position: Position, figures: tuple[Figure, ...]) -> Iterator[str]:
    """Yield one line for each kind of fire at a place: grenade, flamethrower, beaten zone."""
    types: set[str] = set()
    for one in figures:
        for weapon in (narrator.weapons[id] for id in one.weapons):
            spot = _ahead(narrator, one.side, one.at, weapon.reach // 2)
            order = _lay(one.side, one, weapon, spot)
            if order is None or order.type in types or not _is_lawful(narrator, position, order):
                continue
            types.add(order.type)
            yield f"# {order.type.replace('-', ' ')} {one.id} at {write_place(spot)}"


def _lay(side: Side, one: Figure, weapon: Weapon, spot: Spot) -> orders.FirePlot | None:
    """Return the order that lays an area weapon on a place, or None for other weapons."""
    if weapon.blast is not None:
        return orders.Throw(side=side, figure=one.id, grenade=weapon.id, burst=spot)
    if weapon.lane is not None:
        return orders.Flame(side=side, figure=one.id, to=spot)
    return orders.BeatenZone(side=side, figure=one.id, centre=spot) if weapon.zone else None
