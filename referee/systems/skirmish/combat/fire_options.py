"""Fire worth trying: at every enemy in sight, and at places around."""

from collections.abc import Iterator
from itertools import chain

from referee.systems.skirmish.combat import shooting
from referee.systems.skirmish.events import plotting
from referee.systems.skirmish.facts import geometry
from referee.systems.skirmish.state.position import Figure, Position
from referee.systems.skirmish.state.table import Table
from schemas.record import Side
from schemas.skirmish.orders import BeatenZone, Fire, Flame, SkirmishOrder, Throw


def shots(table: Table, position: Position, side: Side) -> Iterator[SkirmishOrder]:
    """Shots at what each unit sees, and what each weapon can do where it stands."""
    units = [unit.id for unit in position.units.values() if unit.side == side]
    free = plotting.list_unordered(position, side)
    for contact in position.list_seen(side):
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
    for contact in position.list_seen(side):
        if figure.unit in contact.units:
            yield Fire(side=side, figures=ids, kind="aimed", target=contact.alias)
            yield Fire(side=side, figures=ids, kind="unaimed", target=contact.alias)
    for spot in geometry.around(figure.at, 1200):
        yield Fire(side=side, figures=ids, kind="unaimed", point=spot)


def _bursts(table: Table, position: Position, side: Side, figure: Figure) -> Iterator[SkirmishOrder]:
    weapons = [table.weapons[weapon] for weapon in figure.weapons]
    near = [contact.at for contact in position.list_seen(side)]
    for weapon in weapons:
        for spot in (*near, *geometry.around(figure.at, 550)):
            if not geometry.within(spot, figure.at, weapon.reach):
                continue
            if weapon.blast is not None:
                yield Throw(side=side, figure=figure.id, grenade=weapon.id, burst=spot)
            elif weapon.lane is not None:
                yield Flame(side=side, figure=figure.id, to=spot)
            elif weapon.zone and spot in near:
                yield BeatenZone(side=side, figure=figure.id, centre=spot)
