"""Orders without a verb, such as `br-s1 to 17,14`, by their names and the question that is asked.

A letter that answers the question about movement means the usual move, and one about fire means fire.
"""

from collections.abc import Iterator

from referee.systems.skirmish.notation.frame import Frame
from referee.systems.skirmish.notation.names import armoury
from referee.systems.skirmish.state.position import Position
from referee.systems.skirmish.state.table import Table


def list_lines(table: Table, position: Position, frame: Frame) -> tuple[str, ...]:
    """Return the lines that an order without a verb may mean, the usual one first, or none if it is open."""
    who = ", ".join(dict.fromkeys(frame.figures))
    if frame.is_unclear or not who or frame.corners:
        return ()
    match position.phase:
        case "plotting" if not frame.enemies and not frame.weapon:
            return tuple(_list_moves(position, frame, who))
        case "laying":
            return tuple(_list_shots(table, position, frame, who))
        case _:
            return ()


def _list_moves(position: Position, frame: Frame, who: str) -> Iterator[str]:
    places = frame.places or frame.grounds
    batteries = [name for name in frame.figures if name in position.missions]
    if len(places) == 1 and not batteries:
        yield f"{who} manoeuvre to {places[0]}"
    elif len(places) == 1 and len(frame.figures) == 1:
        yield f"barrage {who} at {places[0]}"


def _list_shots(table: Table, position: Position, frame: Frame, who: str) -> Iterator[str]:
    """Yield aimed and unaimed fire, or the throw of a grenade that is named."""
    goals = frame.enemies or frame.places
    if len(goals) != 1 or any(name in position.missions for name in frame.figures):
        return
    weapon = _find_weapon(table, frame.weapon)
    tool = f" with {frame.weapon}" if frame.weapon else ""
    if weapon is not None and table.weapons[weapon].blast is not None:
        yield f"throw {who} at {goals[0]}"
    elif frame.enemies:
        yield f"{who} aimed fire at {goals[0]}{tool}"
        yield f"{who} unaimed fire at {goals[0]}{tool}"
    elif frame.weapon or not _has_other_fire(table, position, frame):
        yield f"{who} unaimed fire at {goals[0]}{tool}"


def _find_weapon(table: Table, name: str) -> str | None:
    ids = armoury(table).find(name) if name else ()
    return ids[0] if len(ids) == 1 else None


def _has_other_fire(table: Table, position: Position, frame: Frame) -> bool:
    """Return True if a figure could also throw a grenade at a place, or flame it."""
    members = (one for name in frame.figures for one in position.members(name))
    figures = [*members, *(position.figures[name] for name in frame.figures if name in position.figures)]
    weapons = [table.weapons[weapon] for figure in figures for weapon in figure.weapons]
    return any(weapon.blast is not None or weapon.lane is not None for weapon in weapons)
