"""What a player may send back: an example for each of his units, to be edited."""

from collections.abc import Iterator
from textwrap import wrap

from referee.engine.tongue import message
from referee.systems.skirmish.facts.geometry import write_place
from referee.systems.skirmish.state.narrator import Narrator
from referee.systems.skirmish.state.position import Contact, Position
from schemas.record import Side
from schemas.skirmish.words import Spot

WIDTH = 68


def template(narrator: Narrator, position: Position, side: Side) -> tuple[str, ...]:
    """Lines that could answer the open question of a side; each is a comment until its # is taken away."""
    if position.plan(side).closed:
        return ()
    match position.phase:
        case "deployment":
            return (*_deploying(narrator, position, side), *_closing(narrator))
        case "plotting":
            return (*_moving(narrator, position, side), *_closing(narrator))
        case "laying":
            return (*_firing(narrator, position, side), *_closing(narrator))
        case _:
            return ()


def _closing(narrator: Narrator) -> Iterator[str]:
    """The line that closes the orders, a comment like the others."""
    yield "#"
    yield from _remark(narrator.say("When all is ordered, take the # away here, too:"))
    yield "# done"


def _remark(told: str) -> Iterator[str]:
    """A comment in lines so short that no mail program breaks them: what it breaks off would be an order."""
    return (f"# {line}" for line in wrap(told, WIDTH))


def _leaders(position: Position, side: Side) -> Iterator[tuple[str, Spot]]:
    """The units that still take part, each with the place of its first figure."""
    for unit in position.units.values():
        first = next(position.members(unit.id), None)
        if unit.side == side and first is not None:
            yield unit.id, first.at


def _deploying(narrator: Narrator, position: Position, side: Side) -> Iterator[str]:
    told = message("Everybody stands where the scenario puts him. To change that, take the # away:")
    yield from _remark(narrator.say(told))
    for unit, at in _leaders(position, side):
        yield f"# deploy {next(position.members(unit)).id} at {write_place(at)} {_posture(narrator, side)}"


def _posture(narrator: Narrator, side: Side) -> str:
    return "hidden" if narrator.game.force(side).zone_terrain else "open"


def _moving(narrator: Narrator, position: Position, side: Side) -> Iterator[str]:
    """Ahead for everybody."""
    told = message("stealthy, manoeuvre, rush or assault; the first figure walks to the place.")
    yield from _remark(narrator.say(told))
    for unit, at in _leaders(position, side):
        yield f"# {unit} manoeuvre to {write_place(_ahead(narrator, side, at, 600))}"
    for mission in position.missions.values():
        if mission.side == side and mission.left:
            middle = (narrator.scenario.width // 2, narrator.scenario.depth // 2)
            yield f"# barrage {mission.id} at {write_place(middle)}"


def _ahead(narrator: Narrator, side: Side, at: Spot, far: int) -> Spot:
    """A place so far from another, away from the side's own edge, and still on the table."""
    east, north = {"south": (0, 1), "north": (0, -1), "west": (1, 0), "east": (-1, 0)}[
        narrator.game.force(side).edge
    ]
    scenario = narrator.scenario
    return (
        min(max(at[0] + far * east, 0), scenario.width),
        min(max(at[1] + far * north, 0), scenario.depth),
    )


def _firing(narrator: Narrator, position: Position, side: Side) -> Iterator[str]:
    seen = position.list_seen(side)
    told = message("aimed fire at an enemy that the unit sees, or unaimed fire at a place.")
    yield from _remark(narrator.say(told))
    for unit, at in _leaders(position, side):
        target = _best(unit, seen)
        where = target.alias if target is not None else write_place(_ahead(narrator, side, at, 1200))
        yield f"# {unit} {'aimed' if target is not None else 'unaimed'} fire at {where}"


def _best(unit: str, seen: tuple[Contact, ...]) -> Contact | None:
    return next((one for one in seen if unit in one.units), None)
