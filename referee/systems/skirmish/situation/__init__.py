"""The position as a report tells it: own units and figures, the enemy as far as he is known, the ground.

Everything here is told from a view, so that a report can hold nothing its reader may not know.
"""

from collections.abc import Iterator

from referee.systems.skirmish import picture, secrecy
from referee.systems.skirmish.geometry import written
from referee.systems.skirmish.narrative import phrases
from referee.systems.skirmish.narrative.phrases import Blocks
from referee.systems.skirmish.position import Position
from referee.systems.skirmish.situation import of_strength
from referee.systems.skirmish.table import Table
from schemas.document import Block, Figure, Heading, Strong, words
from schemas.document import Table as Grid
from schemas.record import Side, listed
from schemas.skirmish.view import ContactView, FigureView, UnitView, View


def situation(table: Table, position: Position, viewer: Side) -> Blocks:
    """The position as a report tells it to one viewer."""
    seen = secrecy.view(table, position, viewer)
    return (
        Heading(text=_title(table, seen)),
        *_open(table, seen),
        of_strength.strength(table, seen),
        Figure(picture=picture.picture(table, position, viewer)),
        Heading(text="Units", level=3),
        _units(table, seen),
        Heading(text="Figures", level=3),
        _figures(table, seen),
        Heading(text="The enemy as he is known", level=3),
        *_contacts(table, seen),
        *_melees(seen),
        *_ground(seen),
        *_missions(seen),
    )


def held(table: Table, position: Position, viewer: Side) -> Blocks:
    """How strong the sides are, and nothing else."""
    return (of_strength.strength(table, secrecy.view(table, position, viewer)),)


def _title(table: Table, seen: View) -> str:
    if not seen.turn:
        return f"{table.scenario.name}: before the first turn"
    light = seen.light + (", rain" if seen.rain else "")
    return f"{table.scenario.name}: turn {seen.turn} of {seen.turns}, {light}"


def _open(table: Table, seen: View) -> Iterator[Block]:
    """Who is asked, and the score as far as it may be told."""
    if seen.result is not None:
        yield words(Strong(text=f"The game is over: {seen.result}."))
    score = [f"{table.side_name(side)} {points}" for side, points in seen.score.items()]
    if score:
        yield words(f"Points: {listed(score)}.")


def _units(table: Table, seen: View) -> Block:
    return Grid(
        columns=("Unit", "Name", "Troops", "Figures", "Markers", "Status"),
        rows=tuple(_unit(table, seen, unit) for unit in seen.units),
        numeric=(3, 4),
    )


def _unit(table: Table, seen: View, unit: UnitView) -> tuple[str, ...]:
    left = sum(one.unit == unit.id and one.status == "active" for one in seen.figures)
    name = table.troops[unit.quality].name
    return unit.id, unit.name, name, str(left), str(unit.markers), unit.status


def _figures(table: Table, seen: View) -> Block:
    rows = tuple(_figure(table, one) for one in seen.figures if one.status == "active")
    return Grid(columns=("Figure", "At", "Weapons", "Moved", "Pins", "Remarks"), rows=rows, numeric=(4,))


def _figure(table: Table, one: FigureView) -> tuple[str, ...]:
    remarks = [one.role.replace("-", " ") if one.role != "trooper" else ""]
    remarks += [one.posture if one.posture != "open" else "", "" if one.motivated else "unmotivated"]
    remarks += ["masked" if one.masked else "", "fired" if one.fired else ""]
    weapons = ", ".join(table.weapon_name(weapon) for weapon in one.weapons)
    told = ", ".join(remark for remark in remarks if remark)
    return one.id, written(one.at), weapons, one.mode, str(one.pins), told


def _contacts(table: Table, seen: View) -> Iterator[Block]:
    if not seen.contacts:
        yield words("Nobody has been seen.")
        return
    yield Grid(
        columns=("Enemy", "At", "Pins", "Seen by", "Remarks"),
        rows=tuple(_contact(table, one) for one in seen.contacts),
        numeric=(2,),
    )


def _contact(table: Table, one: ContactView) -> tuple[str, ...]:
    by = listed([table.unit_name(unit) for unit in one.units])
    where = by or ("" if one.status != "active" else "nobody now")
    remarks = [one.status if one.status != "active" else "", one.posture if one.posture != "open" else ""]
    remarks += [table.weapon_name(one.weapon) if one.weapon else "", one.quality]
    told = ", ".join(remark for remark in remarks if remark)
    return one.alias, written(one.at), str(one.pins), where, told


def _melees(seen: View) -> Iterator[Block]:
    for one in seen.melees:
        verb = "attacks" if one.attacking else "is attacked by"
        yield words(f"{one.own} {verb} {one.enemy}.")


def _ground(seen: View) -> Iterator[Block]:
    if seen.smoke:
        yield words(f"Smoke lies around {listed([written(cloud.at) for cloud in seen.smoke])}.")
    for token in seen.tokens:
        yield words(f"{token.id} is {phrases.at(token.at)}.")


def _missions(seen: View) -> Iterator[Block]:
    for one in seen.missions:
        falling = listed([f"{phrases.at(spot)} in turn {turn}" for spot, turn in one.pending])
        pending = f"; it will fire {falling}" if falling else ""
        yield words(f"{one.id}: {phrases.counted(one.left, 'mission')} left{pending}.")
