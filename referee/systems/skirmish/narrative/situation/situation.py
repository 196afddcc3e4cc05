"""The position as a report tells it: own units and figures, the enemy as far as he is known, the ground.

Everything here is worded from a view, so that a report can hold nothing its reader may not know.
"""

from collections.abc import Iterator, Mapping

from referee.engine.tongue import message
from referee.systems.skirmish.facts.geometry import write_place
from referee.systems.skirmish.narrative import phrases, picture
from referee.systems.skirmish.narrative.phrases import Blocks
from referee.systems.skirmish.narrative.situation import of_fire, of_ground, of_points, of_strength
from referee.systems.skirmish.secrecy import secrecy
from referee.systems.skirmish.state import words
from referee.systems.skirmish.state.narrator import Narrator
from referee.systems.skirmish.state.position import Position
from schemas.record import Side
from schemas.reports.document import Block, Figure, Heading, Paragraph, Strong
from schemas.reports.document import Table as Grid
from schemas.skirmish.view import ContactView, FigureView, MeleeView, UnitView, View

UNITS: Mapping[str, str] = {
    "active": message("active"),
    "dispersed": message("dispersed"),
    "destroyed": message("destroyed"),
}
"""What became of a unit."""


def situation(narrator: Narrator, position: Position, viewer: Side) -> Blocks:
    """The position as a report tells it to one viewer."""
    seen = secrecy.view_with_fire(narrator, position, viewer)
    return (
        Heading(text=tell_title(narrator, seen)),
        *tell_result(narrator, position, seen),
        of_strength.strength(narrator, seen),
        Figure(picture=picture.picture(narrator, position, viewer)),
        Heading(text=narrator.say("Units"), level=3),
        _units(narrator, seen),
        Heading(text=narrator.say("Figures"), level=3),
        _figures(narrator, seen),
        *_list_lost(narrator, seen),
        Heading(text=narrator.say("The enemy as he is known"), level=3),
        *_contacts(narrator, seen),
        *(tell_melee(narrator, one) for one in seen.melees),
        *tell_table(narrator, seen),
        *of_fire.tell_fire(narrator, seen),
        *of_ground.tell_ground(narrator, seen),
        *of_points.tell_victory(narrator, seen),
    )


def show_strength(narrator: Narrator, position: Position, viewer: Side) -> Blocks:
    """How strong the sides are, and nothing else."""
    return (of_strength.strength(narrator, secrecy.view(narrator, position, viewer)),)


def tell_title(narrator: Narrator, seen: View) -> str:
    """The scenario, the turn and the light."""
    if not seen.turn:
        return narrator.say("{scenario}: before the first turn", scenario=narrator.scenario.name)
    moment = phrases.when(narrator, seen.turn, phrases.light(narrator, seen.light, seen.rain))
    return narrator.say("{scenario}: {moment}", scenario=narrator.scenario.name, moment=moment)


def tell_result(narrator: Narrator, position: Position, seen: View) -> Iterator[Paragraph]:
    """Who won, and the score as far as it may be shown."""
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
    mode = narrator.say(words.MODES[one.mode])
    remarks = ", ".join((*list_remarks(narrator, one), *_face(narrator, one)))
    return one.id, write_place(one.at), weapons, mode, str(one.pins), remarks


def list_remarks(narrator: Narrator, one: FigureView) -> Iterator[str]:
    """What is not with this figure as with all others."""
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


def _list_lost(narrator: Narrator, seen: View) -> Iterator[Block]:
    """The reader's figures that take no part any more, and where they were last."""
    lost = [one for one in seen.figures if one.status != "active"]
    told = [
        narrator.say(
            "{figure} {status} at {place}",
            figure=one.id,
            status=narrator.say(words.STATUSES[one.status]),
            place=write_place(one.at),
        )
        for one in lost
    ]
    if told:
        yield narrator.paragraph("Lost: {figures}.", figures=narrator.chain(told))


def _face(narrator: Narrator, one: FigureView | ContactView) -> Iterator[str]:
    """Where a man faces who moved of late."""
    if one.facing and one.status == "active":
        yield narrator.say(words.WINDS[one.facing])


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
    return (
        one.alias,
        write_place(one.at),
        str(one.pins),
        where,
        ", ".join((*list_known(narrator, one), *_face(narrator, one))),
    )


def list_known(narrator: Narrator, one: ContactView) -> Iterator[str]:
    """What is known of an enemy beside where he is and who sees him."""
    if one.status != "active":
        yield narrator.say(words.STATUSES[one.status])
    if one.posture != "open":
        yield narrator.say(words.POSTURES[one.posture])
    if one.weapon:
        yield narrator.weapon_name(one.weapon)
    if one.quality:
        yield narrator.quality_name(one.quality)


def tell_melee(narrator: Narrator, one: MeleeView) -> Paragraph:
    """Who attacks whom."""
    told = message("{figure} attacks {enemy}.")
    told = told if one.attacking else message("{figure} is attacked by {enemy}.")
    return narrator.paragraph(told, figure=one.own, enemy=one.enemy)


def tell_table(narrator: Narrator, seen: View) -> Iterator[Paragraph]:
    """Smoke, tokens and batteries."""
    yield from _ground(narrator, seen)
    yield from _missions(narrator, seen)


def _ground(narrator: Narrator, seen: View) -> Iterator[Paragraph]:
    if seen.smoke:
        places = narrator.listed([write_place(cloud.at) for cloud in seen.smoke])
        yield narrator.paragraph("Smoke lies around {places}.", places=places)
    for token in seen.tokens:
        yield narrator.paragraph("{token} is at {place}.", token=token.id, place=write_place(token.at))


def _missions(narrator: Narrator, seen: View) -> Iterator[Paragraph]:
    for one in seen.missions:
        left = narrator.say("{count} mission left", "{count} missions left", count=one.left)
        fires = [
            narrator.say("at {place} in turn {turn}", place=write_place(spot), turn=turn)
            for spot, turn in one.pending
        ]
        pending = message("{battery}: {left}; it will fire {fires}.")
        told = pending if fires else message("{battery}: {left}.")
        yield narrator.paragraph(told, battery=one.id, left=left, fires=narrator.listed(fires))
