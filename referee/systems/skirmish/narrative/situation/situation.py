"""The position as a report tells it: own units and figures, the enemy as far as he is known, the ground.

Everything here is told from a view, so that a report can hold nothing its reader may not know.
"""

from collections.abc import Iterator, Mapping

from referee.engine.tongue import message
from referee.systems.skirmish.facts.geometry import write_place
from referee.systems.skirmish.narrative import phrases, picture
from referee.systems.skirmish.narrative.phrases import Blocks
from referee.systems.skirmish.narrative.situation import of_strength
from referee.systems.skirmish.secrecy import secrecy
from referee.systems.skirmish.state import words
from referee.systems.skirmish.state.position import Position
from referee.systems.skirmish.state.table import Table
from schemas.record import Side
from schemas.reports.document import Block, Figure, Heading, Paragraph, Strong
from schemas.reports.document import Table as Grid
from schemas.skirmish.view import ContactView, FigureView, UnitView, View

UNITS: Mapping[str, str] = {
    "active": message("active"),
    "dispersed": message("dispersed"),
    "destroyed": message("destroyed"),
}
"""What became of a unit."""


COUNTED: Mapping[str, str] = {
    "turn-end": message("once, at the end of a turn"),
    "game-end": message("at the end of the game"),
}
"""When a reward is counted."""


def situation(table: Table, position: Position, viewer: Side) -> Blocks:
    """The position as a report tells it to one viewer."""
    seen = secrecy.view(table, position, viewer)
    return (
        Heading(text=_title(table, seen)),
        *_open(table, position, seen),
        of_strength.strength(table, seen),
        Figure(picture=picture.picture(table, position, viewer)),
        Heading(text=table.say("Units"), level=3),
        _units(table, seen),
        Heading(text=table.say("Figures"), level=3),
        _figures(table, seen),
        Heading(text=table.say("The enemy as he is known"), level=3),
        *_contacts(table, seen),
        *_melees(table, seen),
        *_ground(table, seen),
        *_missions(table, seen),
        *_victory(table),
    )


def show_strength(table: Table, position: Position, viewer: Side) -> Blocks:
    """How strong the sides are, and nothing else."""
    return (of_strength.strength(table, secrecy.view(table, position, viewer)),)


def _title(table: Table, seen: View) -> str:
    if not seen.turn:
        return table.say("{scenario}: before the first turn", scenario=table.scenario.name)
    moment = phrases.when(table, seen.turn, phrases.light(table, seen.light, seen.rain))
    return table.say("{scenario}: {moment}", scenario=table.scenario.name, moment=moment)


def _open(table: Table, position: Position, seen: View) -> Iterator[Block]:
    """Who won, and the score as far as it may be told."""
    if seen.result is not None:
        won = message("The game is over: the {side} side wins.")
        told = message("The game is over: a draw.") if position.winner is None else won
        said = table.say(told, side=table.side_adjective(position.winner or ""))
        yield Paragraph(parts=(Strong(text=said),))
    if seen.score:
        yield table.paragraph("Points: {totals}.", totals=phrases.totals(table, seen.score))


def _units(table: Table, seen: View) -> Block:
    columns = (
        message("Unit"), message("Name"), message("Troops"), message("Figures"), message("Markers"),
        message("Status"),
    )  # fmt: skip
    return Grid(
        columns=tuple(map(table.say, columns)),
        rows=tuple(_unit(table, seen, unit) for unit in seen.units),
        numeric=(3, 4),
    )


def _unit(table: Table, seen: View, unit: UnitView) -> tuple[str, ...]:
    left = sum(one.unit == unit.id and one.status == "active" for one in seen.figures)
    troops, status = table.troops[unit.quality].name, table.say(UNITS[unit.status])
    return unit.id, unit.name, troops, str(left), str(unit.markers), status


def _figures(table: Table, seen: View) -> Block:
    columns = (
        message("Figure"), message("At"), message("Weapons"), message("Moved"), message("Pins"),
        message("Remarks"),
    )  # fmt: skip
    rows = tuple(_figure(table, one) for one in seen.figures if one.status == "active")
    return Grid(columns=tuple(map(table.say, columns)), rows=rows, numeric=(4,))


def _figure(table: Table, one: FigureView) -> tuple[str, ...]:
    weapons = ", ".join(table.weapon_name(weapon) for weapon in one.weapons)
    mode, remarks = table.say(words.MODES[one.mode]), ", ".join(_remarks(table, one))
    return one.id, write_place(one.at), weapons, mode, str(one.pins), remarks


def _remarks(table: Table, one: FigureView) -> Iterator[str]:
    if one.role != "trooper":
        yield table.say(words.ROLES[one.role])
    if one.posture != "open":
        yield table.say(words.POSTURES[one.posture])
    if not one.motivated:
        yield table.say("unmotivated")
    if one.masked:
        yield table.say("masked")
    if one.fired:
        yield table.say("fired")


def _contacts(table: Table, seen: View) -> Iterator[Block]:
    if not seen.contacts:
        yield table.paragraph("Nobody has been seen.")
        return
    columns = message("Enemy"), message("At"), message("Pins"), message("Seen by"), message("Remarks")
    yield Grid(
        columns=tuple(map(table.say, columns)),
        rows=tuple(_contact(table, one) for one in seen.contacts),
        numeric=(2,),
    )


def _contact(table: Table, one: ContactView) -> tuple[str, ...]:
    by = table.listed([table.unit_name(unit) for unit in one.units])
    where = by or ("" if one.status != "active" else table.say("nobody now"))
    return one.alias, write_place(one.at), str(one.pins), where, ", ".join(_know(table, one))


def _know(table: Table, one: ContactView) -> Iterator[str]:
    """What is known of an enemy besides where he is and who sees him."""
    if one.status != "active":
        yield table.say(words.STATUSES[one.status])
    if one.posture != "open":
        yield table.say(words.POSTURES[one.posture])
    if one.weapon:
        yield table.weapon_name(one.weapon)
    if one.quality:
        yield table.quality_name(one.quality)


def _melees(table: Table, seen: View) -> Iterator[Block]:
    for one in seen.melees:
        told = message("{figure} attacks {enemy}.")
        told = told if one.attacking else message("{figure} is attacked by {enemy}.")
        yield table.paragraph(told, figure=one.own, enemy=one.enemy)


def _ground(table: Table, seen: View) -> Iterator[Block]:
    if seen.smoke:
        places = table.listed([write_place(cloud.at) for cloud in seen.smoke])
        yield table.paragraph("Smoke lies around {places}.", places=places)
    for token in seen.tokens:
        yield table.paragraph("{token} is at {place}.", token=token.id, place=write_place(token.at))


def _missions(table: Table, seen: View) -> Iterator[Block]:
    for one in seen.missions:
        left = table.say("{count} mission left", "{count} missions left", count=one.left)
        fires = [
            table.say("at {place} in turn {turn}", place=write_place(spot), turn=turn)
            for spot, turn in one.pending
        ]
        pending = message("{battery}: {left}; it will fire {fires}.")
        told = pending if fires else message("{battery}: {left}.")
        yield table.paragraph(told, battery=one.id, left=left, fires=table.listed(fires))


def _victory(table: Table) -> Iterator[Block]:
    """What the scenario gives points for; both sides know all of it, whatever they know of the points."""
    rewards = [(side, one) for side in table.sides for one in table.scenario.victory.get(side, ())]
    if not rewards:
        return
    columns = message("Side"), message("Points"), message("For"), message("Counted")
    yield Heading(text=table.say("Victory"), level=3)
    yield Grid(
        columns=tuple(map(table.say, columns)),
        rows=tuple(
            (table.side_name(side), str(one.points), one.title, table.say(COUNTED[one.when]))
            for side, one in rewards
        ),
        numeric=(1,),
    )
    turns, margin = table.scenario.turns, max(1, table.scenario.draw_margin)
    yield table.paragraph(
        "The game ends after turn {turns}; to win, a side must lead by {margin} or more.",
        turns=turns,
        margin=margin,
    )
