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
from referee.systems.skirmish.state.narrator import Narrator
from referee.systems.skirmish.state.position import Position
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


def situation(narrator: Narrator, position: Position, viewer: Side) -> Blocks:
    """The position as a report tells it to one viewer."""
    seen = secrecy.view(narrator, position, viewer)
    return (
        Heading(text=_title(narrator, seen)),
        *_open(narrator, position, seen),
        of_strength.strength(narrator, seen),
        Figure(picture=picture.picture(narrator, position, viewer)),
        Heading(text=narrator.say("Units"), level=3),
        _units(narrator, seen),
        Heading(text=narrator.say("Figures"), level=3),
        _figures(narrator, seen),
        Heading(text=narrator.say("The enemy as he is known"), level=3),
        *_contacts(narrator, seen),
        *_melees(narrator, seen),
        *_ground(narrator, seen),
        *_missions(narrator, seen),
        *_victory(narrator),
    )


def show_strength(narrator: Narrator, position: Position, viewer: Side) -> Blocks:
    """How strong the sides are, and nothing else."""
    return (of_strength.strength(narrator, secrecy.view(narrator, position, viewer)),)


def _title(narrator: Narrator, seen: View) -> str:
    if not seen.turn:
        return narrator.say("{scenario}: before the first turn", scenario=narrator.scenario.name)
    moment = phrases.when(narrator, seen.turn, phrases.light(narrator, seen.light, seen.rain))
    return narrator.say("{scenario}: {moment}", scenario=narrator.scenario.name, moment=moment)


def _open(narrator: Narrator, position: Position, seen: View) -> Iterator[Block]:
    """Who won, and the score as far as it may be told."""
    if seen.result is not None:
        won = message("The game is over: the {side} side wins.")
        told = message("The game is over: a draw.") if position.winner is None else won
        said = narrator.say(told, side=narrator.side_adjective(position.winner or ""))
        yield Paragraph(parts=(Strong(text=said),))
    if seen.score:
        yield narrator.paragraph("Points: {totals}.", totals=phrases.totals(narrator, seen.score))


def _units(narrator: Narrator, seen: View) -> Block:
    columns = (
        message("Unit"), message("Name"), message("Troops"), message("Figures"), message("Markers"),
        message("Status"),
    )  # fmt: skip
    return Grid(
        columns=tuple(map(narrator.say, columns)),
        rows=tuple(_unit(narrator, seen, unit) for unit in seen.units),
        numeric=(3, 4),
    )


def _unit(narrator: Narrator, seen: View, unit: UnitView) -> tuple[str, ...]:
    left = sum(one.unit == unit.id and one.status == "active" for one in seen.figures)
    troops, status = narrator.troops[unit.quality].name, narrator.say(UNITS[unit.status])
    return unit.id, unit.name, troops, str(left), str(unit.markers), status


def _figures(narrator: Narrator, seen: View) -> Block:
    columns = (
        message("Figure"), message("At"), message("Weapons"), message("Moved"), message("Pins"),
        message("Remarks"),
    )  # fmt: skip
    rows = tuple(_figure(narrator, one) for one in seen.figures if one.status == "active")
    return Grid(columns=tuple(map(narrator.say, columns)), rows=rows, numeric=(4,))


def _figure(narrator: Narrator, one: FigureView) -> tuple[str, ...]:
    weapons = ", ".join(narrator.weapon_name(weapon) for weapon in one.weapons)
    mode, remarks = narrator.say(words.MODES[one.mode]), ", ".join(_remarks(narrator, one))
    return one.id, write_place(one.at), weapons, mode, str(one.pins), remarks


def _remarks(narrator: Narrator, one: FigureView) -> Iterator[str]:
    if one.role != "trooper":
        yield narrator.say(words.ROLES[one.role])
    if one.posture != "open":
        yield narrator.say(words.POSTURES[one.posture])
    if not one.motivated:
        yield narrator.say("unmotivated")
    if one.masked:
        yield narrator.say("masked")
    if one.fired:
        yield narrator.say("fired")


def _contacts(narrator: Narrator, seen: View) -> Iterator[Block]:
    if not seen.contacts:
        yield narrator.paragraph("Nobody has been seen.")
        return
    columns = message("Enemy"), message("At"), message("Pins"), message("Seen by"), message("Remarks")
    yield Grid(
        columns=tuple(map(narrator.say, columns)),
        rows=tuple(_contact(narrator, one) for one in seen.contacts),
        numeric=(2,),
    )


def _contact(narrator: Narrator, one: ContactView) -> tuple[str, ...]:
    by = narrator.listed([narrator.unit_name(unit) for unit in one.units])
    where = by or ("" if one.status != "active" else narrator.say("nobody now"))
    return one.alias, write_place(one.at), str(one.pins), where, ", ".join(_know(narrator, one))


def _know(narrator: Narrator, one: ContactView) -> Iterator[str]:
    """What is known of an enemy besides where he is and who sees him."""
    if one.status != "active":
        yield narrator.say(words.STATUSES[one.status])
    if one.posture != "open":
        yield narrator.say(words.POSTURES[one.posture])
    if one.weapon:
        yield narrator.weapon_name(one.weapon)
    if one.quality:
        yield narrator.quality_name(one.quality)


def _melees(narrator: Narrator, seen: View) -> Iterator[Block]:
    for one in seen.melees:
        told = message("{figure} attacks {enemy}.")
        told = told if one.attacking else message("{figure} is attacked by {enemy}.")
        yield narrator.paragraph(told, figure=one.own, enemy=one.enemy)


def _ground(narrator: Narrator, seen: View) -> Iterator[Block]:
    if seen.smoke:
        places = narrator.listed([write_place(cloud.at) for cloud in seen.smoke])
        yield narrator.paragraph("Smoke lies around {places}.", places=places)
    for token in seen.tokens:
        yield narrator.paragraph("{token} is at {place}.", token=token.id, place=write_place(token.at))


def _missions(narrator: Narrator, seen: View) -> Iterator[Block]:
    for one in seen.missions:
        left = narrator.say("{count} mission left", "{count} missions left", count=one.left)
        fires = [
            narrator.say("at {place} in turn {turn}", place=write_place(spot), turn=turn)
            for spot, turn in one.pending
        ]
        pending = message("{battery}: {left}; it will fire {fires}.")
        told = pending if fires else message("{battery}: {left}.")
        yield narrator.paragraph(told, battery=one.id, left=left, fires=narrator.listed(fires))


def _victory(narrator: Narrator) -> Iterator[Block]:
    """What the scenario gives points for; both sides know all of it, whatever they know of the points."""
    rewards = [(side, one) for side in narrator.game.sides for one in narrator.scenario.victory.get(side, ())]
    if not rewards:
        return
    columns = message("Side"), message("Points"), message("For"), message("Counted")
    yield Heading(text=narrator.say("Victory"), level=3)
    yield Grid(
        columns=tuple(map(narrator.say, columns)),
        rows=tuple(
            (narrator.side_name(side), str(one.points), one.title, narrator.say(COUNTED[one.when]))
            for side, one in rewards
        ),
        numeric=(1,),
    )
    turns, margin = narrator.scenario.turns, max(1, narrator.scenario.draw_margin)
    yield narrator.paragraph(
        "The game ends after turn {turns}; to win, a side must lead by {margin} or more.",
        turns=turns,
        margin=margin,
    )
