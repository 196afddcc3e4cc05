"""Answers worth trying: what a player would think of, in every direction and against every enemy in sight."""

from collections.abc import Iterator
from itertools import chain

from referee.systems.skirmish.combat import shooting
from referee.systems.skirmish.events import plotting
from referee.systems.skirmish.facts import geometry
from referee.systems.skirmish.state.position import Contact, Figure, Position
from referee.systems.skirmish.state.table import Table
from schemas.record import Side
from schemas.skirmish.orders import (
    Adopt,
    Barrage,
    BeatenZone,
    BreakOff,
    Deploy,
    Done,
    Fire,
    Flame,
    Look,
    Move,
    SkirmishOrder,
    Throw,
)
from schemas.skirmish.words import Moving, Spot

DIRECTIONS = 8
REACH: tuple[tuple[Moving, int], ...] = (("manoeuvre", 900), ("rush", 1500), ("stealthy", 300))
"""How far a path is drawn for a mode; the dice may stop it earlier."""


def options(table: Table, position: Position, side: Side) -> Iterator[SkirmishOrder]:
    """Orders of a side that answer its open question."""
    yield Done(side=side)
    match position.phase:
        case "deployment":
            yield from _deployments(position, side)
        case "plotting":
            yield from _movements(table, position, side)
        case "laying":
            yield from _shots(table, position, side)
        case _:
            pass


def _deployments(position: Position, side: Side) -> Iterator[SkirmishOrder]:
    for figure in position.active(side):
        yield Deploy(side=side, figure=figure.id, at=figure.at, posture="hidden")
        yield Deploy(side=side, figure=figure.id, at=figure.at, posture="observe")


def _see(position: Position, side: Side) -> list[Contact]:
    known = position.contacts(side).values()
    return [contact for contact in known if contact.units and contact.status == "active"]


def _around(spot: Spot, reach: int) -> Iterator[Spot]:
    return geometry.around(spot, reach, DIRECTIONS)


def _unordered(position: Position, side: Side) -> frozenset[str]:
    """The figures of a side whose move, or whose shot, is not written yet."""
    written = {
        id
        for plot in position.plan(side).plots
        if not isinstance(plot, Look | Adopt)
        for id in plotting.figures_of(plot)
    }
    return frozenset(one.id for one in position.active(side) if one.id not in written)


def _movements(table: Table, position: Position, side: Side) -> Iterator[SkirmishOrder]:
    units = [unit.id for unit in position.units.values() if unit.side == side]
    free = {id for id in _unordered(position, side) if not position.in_melee(id)}
    for unit in units:
        group = tuple(one for one in position.members(unit) if one.id in free)
        if group:
            yield from _marches(side, group, REACH)
            for one in group:
                yield from _marches(side, (one,), REACH[:1])
    for figure in position.active(side):
        yield from _of_one(position, side, figure, to_move=figure.id in free)
    for mission in position.missions.values():
        if mission.side == side:
            spots = [contact.at for contact in _see(position, side)]
            middle = (table.scenario.width // 2, table.scenario.depth // 2)
            for spot in (*spots, middle):
                yield Barrage(side=side, mission=mission.id, aim=spot)


def _marches(
    side: Side, group: tuple[Figure, ...], paces: tuple[tuple[Moving, int], ...]
) -> Iterator[SkirmishOrder]:
    ids = tuple(one.id for one in group)
    for mode, reach in paces:
        for spot in _around(group[0].at, reach):
            yield Move(side=side, figures=ids, mode=mode, path=(spot,))


def _of_one(position: Position, side: Side, figure: Figure, *, to_move: bool) -> Iterator[SkirmishOrder]:
    for contact in _see(position, side) if to_move else ():
        if geometry.within(contact.at, figure.at, 1000):
            modes: tuple[Moving, ...] = ("assault", "manoeuvre")
            for mode in modes:
                path = (contact.at,)
                yield Move(side=side, figures=(figure.id,), mode=mode, path=path, contact=contact.alias)
    for contact in position.contacts(side).values():
        yield Look(side=side, figures=(figure.id,), target=contact.alias)
    yield Look(side=side, figures=(figure.id,), at=figure.at, radius=1200)
    if position.in_melee(figure.id):
        for spot in _around(figure.at, 600):
            yield BreakOff(side=side, figure=figure.id, path=(spot,))
    yield Adopt(side=side, figures=(figure.id,), posture="hidden")
    yield Adopt(side=side, figures=(figure.id,), posture="observe")


def _shots(table: Table, position: Position, side: Side) -> Iterator[SkirmishOrder]:
    units = [unit.id for unit in position.units.values() if unit.side == side]
    free = _unordered(position, side)
    for contact in _see(position, side):
        for unit in units:
            ids = tuple(one.id for one in position.members(unit) if one.id in free)
            if ids and unit in contact.units:
                yield Fire(side=side, figures=ids, kind="aimed", target=contact.alias)
    for figure in (position.figures[id] for id in sorted(free)):
        if any(True for _ in shooting.object_to_firer(table, position, figure)):
            continue
        yield from chain(_fires(position, side, figure), _bursts(table, position, side, figure))


def _fires(position: Position, side: Side, figure: Figure) -> Iterator[SkirmishOrder]:
    ids = (figure.id,)
    for contact in _see(position, side):
        if figure.unit in contact.units:
            yield Fire(side=side, figures=ids, kind="aimed", target=contact.alias)
            yield Fire(side=side, figures=ids, kind="unaimed", target=contact.alias)
    for spot in _around(figure.at, 1200):
        yield Fire(side=side, figures=ids, kind="unaimed", point=spot)


def _bursts(table: Table, position: Position, side: Side, figure: Figure) -> Iterator[SkirmishOrder]:
    weapons = [table.weapons[weapon] for weapon in figure.weapons]
    near = [contact.at for contact in _see(position, side)]
    for weapon in weapons:
        for spot in (*near, *_around(figure.at, 550)):
            if not geometry.within(spot, figure.at, weapon.reach):
                continue
            if weapon.blast is not None:
                yield Throw(side=side, figure=figure.id, grenade=weapon.id, burst=spot)
            elif weapon.lane is not None:
                yield Flame(side=side, figure=figure.id, to=spot)
            elif weapon.zone and spot in near:
                yield BeatenZone(side=side, figure=figure.id, centre=spot)
