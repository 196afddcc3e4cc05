"""Movement worth trying: what a player would think of, in every direction and at every enemy in sight."""

from collections.abc import Iterator

from referee.systems.skirmish.events import plotting
from referee.systems.skirmish.facts import geometry
from referee.systems.skirmish.state.position import Figure, Position
from referee.systems.skirmish.state.table import Table
from schemas.record import Side
from schemas.skirmish.orders import Adopt, Barrage, BreakOff, Deploy, Look, Move, SkirmishOrder
from schemas.skirmish.words import Moving, Posture

REACH: tuple[tuple[Moving, int], ...] = (("manoeuvre", 900), ("rush", 1500), ("stealthy", 300))
"""How far a path is drawn for a mode; the dice may stop it earlier."""


def deployments(_: Table, position: Position, side: Side) -> Iterator[Deploy]:
    """Other postures at the same place."""
    postures: tuple[Posture, ...] = ("hidden", "observe")
    for figure in position.active(side):
        yield from (Deploy(side=side, figure=figure.id, at=figure.at, posture=one) for one in postures)


def movements(table: Table, position: Position, side: Side) -> Iterator[SkirmishOrder]:
    """Moves in every direction and at every enemy in sight, looks, postures and calls for artillery."""
    units = [unit.id for unit in position.units.values() if unit.side == side]
    free = {id for id in plotting.list_unordered(position, side) if not position.in_melee(id)}
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
            spots = [contact.at for contact in position.list_seen(side)]
            middle = (table.scenario.width // 2, table.scenario.depth // 2)
            for spot in (*spots, middle):
                yield Barrage(side=side, mission=mission.id, aim=spot)


def _marches(
    side: Side, group: tuple[Figure, ...], paces: tuple[tuple[Moving, int], ...]
) -> Iterator[SkirmishOrder]:
    ids = tuple(one.id for one in group)
    for mode, reach in paces:
        for spot in geometry.around(group[0].at, reach):
            yield Move(side=side, figures=ids, mode=mode, path=(spot,))


def _of_one(position: Position, side: Side, figure: Figure, *, to_move: bool) -> Iterator[SkirmishOrder]:
    for contact in position.list_seen(side) if to_move else ():
        if geometry.within(contact.at, figure.at, 1000):
            modes: tuple[Moving, ...] = ("assault", "manoeuvre")
            for mode in modes:
                path = (contact.at,)
                yield Move(side=side, figures=(figure.id,), mode=mode, path=path, contact=contact.alias)
    for contact in position.contacts(side).values():
        yield Look(side=side, figures=(figure.id,), target=contact.alias)
    yield Look(side=side, figures=(figure.id,), at=figure.at, radius=1200)
    if position.in_melee(figure.id):
        for spot in geometry.around(figure.at, 600):
            yield BreakOff(side=side, figure=figure.id, path=(spot,))
    yield Adopt(side=side, figures=(figure.id,), posture="hidden")
    yield Adopt(side=side, figures=(figure.id,), posture="observe")
