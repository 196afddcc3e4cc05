"""The situation in a report, in full and in brief, rendered from a view.

Everything here is worded from a view, so that a report can hold nothing its reader may not know.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from referee.i18n.translator import message, messages
from referee.systems.skirmish.facts.geometry import write_place
from referee.systems.skirmish.flow.judgement import ORDERS
from referee.systems.skirmish.language import terms
from referee.systems.skirmish.language.language import SkirmishLanguage
from referee.systems.skirmish.narrative import fire, phrases, picture, score
from referee.systems.skirmish.narrative.phrases import Blocks
from referee.systems.skirmish.secrecy import visibility
from referee.systems.skirmish.state.position import Position
from schemas.record import REFEREE, Side
from schemas.reports import Block, Bullets, Code, Figure, Heading, Inline, Paragraph, Strong, Text
from schemas.reports import Table as Grid
from schemas.skirmish import pack
from schemas.skirmish.names import Phase
from schemas.skirmish.view import ContactView, FigureView, MeleeView, UnitView, View

UNITS: Mapping[str, str] = messages("active", "dispersed", "destroyed")
"""Fates of units."""


def situation(narrator: SkirmishLanguage, position: Position, viewer: Side) -> Blocks:
    """Return the position as a report shows it to one viewer."""
    view = visibility.view_with_fire(narrator, position, viewer)
    return (
        Heading(text=tell_title(narrator, view)),
        *tell_result(narrator, position, view),
        score.strength(narrator, view),
        Figure(picture=picture.picture(narrator, position, viewer)),
        Heading(text=narrator.say("Units"), level=3),
        _units(narrator, view),
        Heading(text=narrator.say("Figures"), level=3),
        _figures(narrator, view),
        *_list_lost(narrator, view),
        Heading(text=narrator.say("Known enemies"), level=3),
        *_contacts(narrator, view),
        *(tell_melee(narrator, one) for one in view.melees),
        *tell_table(narrator, view),
        *fire.tell_fire(narrator, view),
        *score.tell_ground(narrator, view),
        *score.tell_victory(narrator, view),
    )


def show_strength(narrator: SkirmishLanguage, position: Position, viewer: Side) -> Blocks:
    """Return only the strength of the sides."""
    return (score.strength(narrator, visibility.view(narrator, position, viewer)),)


def tell_title(narrator: SkirmishLanguage, seen: View) -> str:
    """Return the scenario, the turn and the light."""
    if not seen.turn:
        return narrator.say("{scenario}: before the first turn", scenario=narrator.scenario.name)
    moment = phrases.when(narrator, seen.turn, phrases.light(narrator, seen.light, seen.rain))
    return narrator.say("{scenario}: {moment}", scenario=narrator.scenario.name, moment=moment)


def tell_result(narrator: SkirmishLanguage, position: Position, seen: View) -> Iterator[Paragraph]:
    """Yield the result, and the points that the viewer may know."""
    if seen.result is not None:
        won = message("The game is over: the {side} side wins.")
        template = message("The game is over: a draw.") if position.winner is None else won
        text = narrator.say(template, side=narrator.side_adjective(position.winner or ""))
        yield Paragraph(parts=(Strong(text=text),))
    if seen.score:
        yield narrator.paragraph("Points: {totals}.", totals=phrases.totals(narrator, seen.score))


def _units(narrator: SkirmishLanguage, seen: View) -> Block:
    columns = (
        message("Unit"), message("Name"), message("Troops"), message("Figures"), message("Markers"),
        message("Status"),
    )  # fmt: skip
    return Grid(
        columns=tuple(map(narrator.say, columns)),
        rows=tuple(_unit(narrator, seen, unit) for unit in seen.units),
        numeric=(3, 4),
    )


def _unit(narrator: SkirmishLanguage, seen: View, unit: UnitView) -> tuple[str, ...]:
    strength = sum(one.unit == unit.id and one.status == "active" for one in seen.figures)
    troops, status = narrator.troops[unit.quality].name, narrator.say(UNITS[unit.status])
    return unit.id, unit.name, troops, str(strength), str(unit.markers), status


def _figures(narrator: SkirmishLanguage, seen: View) -> Block:
    columns = (
        message("Figure"), message("At"), message("Weapons"), message("Moved"), message("Pins"),
        message("Remarks"),
    )  # fmt: skip
    rows = tuple(_figure(narrator, one) for one in seen.figures if one.status == "active")
    return Grid(columns=tuple(map(narrator.say, columns)), rows=rows, numeric=(4,))


def _figure(narrator: SkirmishLanguage, one: FigureView) -> tuple[str, ...]:
    weapons = ", ".join(narrator.weapon_name(weapon) for weapon in one.weapons)
    mode = narrator.say(terms.MODES[one.mode])
    remarks = ", ".join((*list_remarks(narrator, one), *_face(narrator, one)))
    return one.id, write_place(one.at), weapons, mode, str(one.pins), remarks


def list_remarks(narrator: SkirmishLanguage, one: FigureView) -> Iterator[str]:
    """Yield the facts that set a figure apart from others."""
    if one.role != "trooper":
        yield narrator.say(terms.ROLES[one.role])
    yield from (narrator.say(terms.SKILLS[skill]) for skill in one.skills)
    if one.posture != "open":
        yield narrator.say(terms.POSTURES[one.posture])
    if not one.motivated:
        yield narrator.say("unmotivated")
    if one.masked:
        yield narrator.say("masked")
    if one.fired:
        yield narrator.say("fired")


def _list_lost(narrator: SkirmishLanguage, seen: View) -> Iterator[Block]:
    """Yield the reader's lost figures with their last places."""
    lost = [one for one in seen.figures if one.status != "active"]
    texts = [
        narrator.say(
            "{figure} {status} at {place}",
            figure=one.id,
            status=narrator.say(terms.STATUSES[one.status]),
            place=write_place(one.at),
        )
        for one in lost
    ]
    if texts:
        yield narrator.paragraph("Lost: {figures}.", figures=narrator.chain(texts))


def _face(narrator: SkirmishLanguage, one: FigureView | ContactView) -> Iterator[str]:
    """Yield the facing of a figure that moved recently."""
    if one.facing and one.status == "active":
        yield narrator.say(terms.WINDS[one.facing])


def _contacts(narrator: SkirmishLanguage, seen: View) -> Iterator[Block]:
    if not seen.contacts:
        yield narrator.paragraph("No enemy has been seen.")
        return
    columns = message("Enemy"), message("At"), message("Pins"), message("Seen by"), message("Remarks")
    yield Grid(
        columns=tuple(map(narrator.say, columns)),
        rows=tuple(_contact(narrator, one) for one in seen.contacts),
        numeric=(2,),
    )


def _contact(narrator: SkirmishLanguage, one: ContactView) -> tuple[str, ...]:
    by = narrator.listed([narrator.unit_name(unit) for unit in one.units])
    where = by or ("" if one.status != "active" else narrator.say("no unit now"))
    return (
        one.alias,
        write_place(one.at),
        str(one.pins),
        where,
        ", ".join((*list_known(narrator, one), *_face(narrator, one))),
    )


def list_known(narrator: SkirmishLanguage, one: ContactView) -> Iterator[str]:
    """Yield the known facts of an enemy, without its place and its observers."""
    if one.status != "active":
        yield narrator.say(terms.STATUSES[one.status])
    if one.posture != "open":
        yield narrator.say(terms.POSTURES[one.posture])
    if one.weapon:
        yield narrator.weapon_name(one.weapon)
    if one.quality:
        yield narrator.quality_name(one.quality)


def tell_melee(narrator: SkirmishLanguage, one: MeleeView) -> Paragraph:
    """Return the sentence for a melee."""
    template = message("{figure} attacks {enemy}.")
    template = template if one.attacking else message("{figure} is attacked by {enemy}.")
    return narrator.paragraph(template, figure=one.own, enemy=one.enemy)


def tell_table(narrator: SkirmishLanguage, seen: View) -> Iterator[Paragraph]:
    """Yield smoke, tokens and batteries."""
    yield from _ground(narrator, seen)
    yield from _missions(narrator, seen)


def _ground(narrator: SkirmishLanguage, seen: View) -> Iterator[Paragraph]:
    if seen.smoke:
        places = narrator.listed([write_place(cloud.at) for cloud in seen.smoke])
        yield narrator.paragraph("Smoke lies around {places}.", places=places)
    for token in seen.tokens:
        yield narrator.paragraph("{token} is at {place}.", token=token.id, place=write_place(token.at))


def _missions(narrator: SkirmishLanguage, seen: View) -> Iterator[Paragraph]:
    for one in seen.missions:
        rest = narrator.say("{count} mission left", "{count} missions left", count=one.left)
        fires = [
            narrator.say("at {place} in turn {turn}", place=write_place(spot), turn=turn)
            for spot, turn in one.pending
        ]
        pending = message("{battery}: {left}; it will fire {fires}.")
        template = pending if fires else message("{battery}: {left}.")
        yield narrator.paragraph(template, battery=one.id, left=rest, fires=narrator.listed(fires))


Item = tuple[Inline, ...]

MOVING: frozenset[Phase] = frozenset({"deployment", "plotting"})
"""Phases in which a short report describes the ground."""

ONCE: frozenset[Phase] = frozenset({"deployment", "over"})
"""Phases in which a short report lists the rewards one by one."""

COLUMNS, ROOM = 68, 20
"""Width of a line, and the most lines of a short report for figures, enemies, fire and ground."""

AS_FAR_AS_MEN_RUN = 1500
"""Longest move of a figure; a short report before movement always lists the ground within it."""

CUTS: tuple[tuple[int, int | None], ...] = ((10, None), (5, AS_FAR_AS_MEN_RUN), (2, AS_FAR_AS_MEN_RUN))
"""Most lines of fire, and the distance of the ground from the figures, for shorter and shorter reports."""


def tell_briefly(narrator: SkirmishLanguage, position: Position, viewer: Side) -> Blocks:
    """Return the position in brief as one viewer may know it."""
    view = visibility.view_with_fire(narrator, position, viewer)
    first = (
        _tell_moment(narrator, position, view),
        *_tell_sealed_orders(narrator, position, viewer),
        *(_tell_unit(narrator, view, unit) for unit in view.units),
        *_tell_enemies(narrator, view),
        *(tell_melee(narrator, one).parts for one in view.melees),
    )
    tries = ((*first, *_tell_rest(narrator, view, most, near)) for most, near in CUTS)
    items: tuple[Item, ...] = ()
    for items in tries:
        if sum(map(_count_lines, items)) <= ROOM:
            break
    return (Bullets(items=items),)


def _count_lines(item: Item) -> int:
    return -(-sum(len(part.text) for part in item) // COLUMNS)


def _tell_rest(narrator: SkirmishLanguage, seen: View, most: int, near: int | None) -> Iterator[Item]:
    """Yield fire, smoke and tokens, the ground and the rewards."""
    if seen.phase == "deployment" and seen.viewer in narrator.game.sides:
        zones = narrator.list_zones(seen.viewer)
        yield narrator.sentence("You may deploy anywhere in {zones}.", zones=zones)
    if seen.viewer != REFEREE:
        yield from fire.brief_fire(narrator, seen, most)
    yield from _tell_table(narrator, seen)
    if seen.phase in MOVING:
        yield from score.brief_ground(narrator, seen, near)
    if seen.phase in ONCE:
        yield from score.brief_victory(narrator, seen)


def _tell_moment(narrator: SkirmishLanguage, position: Position, seen: View) -> Item:
    """Return the turn, the light, the points and, at the end, the result."""
    parts: Item = (Text(text=f"{tell_title(narrator, seen)}."),)
    for block in tell_result(narrator, position, seen):
        parts += (Text(text=" "), *block.parts)
    winds = [*(one.facing for one in seen.figures), *(one.facing for one in seen.contacts)]
    if any(winds):
        text = narrator.say("N, E, S and W: the direction of the last move.")
        parts += (Text(text=f" {text}"),)
    rifles = [weapon for one in seen.figures for weapon in one.weapons if narrator.weapons[weapon].rifle]
    if rifles:
        rifle = narrator.weapon_name(rifles[0])
        text = narrator.say("Figures without a listed weapon carry: {weapon}.", weapon=rifle)
        parts += (Text(text=f" {text}"),)
    return parts


SEALED_ORDERS = message("Your orders, sealed until both sides have finished: {orders}.")
"""Orders that are not carried out yet: figures stand where they were."""


def _tell_sealed_orders(narrator: SkirmishLanguage, position: Position, viewer: Side) -> Iterator[Item]:
    """Yield the reader's own sealed orders of this phase."""
    if plots := position.plan(viewer).plots:
        orders = "; ".join(ORDERS.write(narrator.game, order) for order in plots)
        yield narrator.sentence(SEALED_ORDERS, orders=Code(text=orders))


def _tell_unit(narrator: SkirmishLanguage, seen: View, unit: UnitView) -> Item:
    """Return a unit and its figures: `Section 1 (br-s1), veteran: br-s1-1 18,5 squad leader; …`."""
    there = [one for one in seen.figures if one.unit == unit.id and one.status == "active"]
    lost = sum(one.unit == unit.id for one in seen.figures) - len(there)
    head = [f"{phrases.unit(narrator, unit.id)}", narrator.quality_name(unit.quality)]
    common = _find_common(there)
    head += [narrator.say(terms.SKILLS[skill]) for skill in common]
    head += [phrases.markers(narrator, unit.markers)] if unit.markers else []
    head += [narrator.say("{count} lost", "{count} lost", count=lost)] if lost else []
    alone = sum(one.unit == unit.id for one in seen.figures) == 1
    single = (replace(one, skills=tuple(it for it in one.skills if it not in common)) for one in there)
    men = narrator.chain(_tell_figure(narrator, one, alone=alone) for one in single)
    name = ", ".join(head)
    return narrator.sentence("{name}: {said}", name=name, said=f"{men}.") if men else (Text(text=f"{name}."),)


def _find_common(figures: Sequence[FigureView]) -> tuple[pack.Trait | pack.Item, ...]:
    """Return the skills that all of several figures have."""
    first, *others = figures or (None,)
    if first is None or not others:
        return ()
    return tuple(skill for skill in first.skills if all(skill in one.skills for one in others))


def _tell_figure(narrator: SkirmishLanguage, one: FigureView, *, alone: bool) -> str:
    """Return a figure with its place and its special facts; `alone` if it is its whole unit."""
    texts = [_place(narrator, one.id, one)]
    others = [weapon for weapon in one.weapons if not narrator.weapons[weapon].rifle]
    texts += [narrator.weapon_name(weapon) for weapon in others]
    texts += list_remarks(narrator, replace(one, role="trooper") if alone else one)
    texts += [phrases.pins(narrator, one.pins)] if one.pins else []
    return ", ".join(texts)


def _place(narrator: SkirmishLanguage, name: str, one: FigureView | ContactView) -> str:
    """Return a figure with its place and the direction of its last move: `c02 20.39,22.69 N`."""
    wind = f" {narrator.say(terms.SHORT_WINDS[one.facing])}" if one.facing else ""
    return f"{name} {phrases.place(one.at)}{wind}"


def _tell_enemies(narrator: SkirmishLanguage, seen: View) -> Iterator[Item]:
    """Yield the enemies in sight, then those seen before, then those out of action."""
    if seen.viewer == REFEREE:
        # All figures were listed by their ids; one alias may be an enemy of each side.
        return
    active = [one for one in seen.contacts if one.status == "active"]
    in_sight = [_tell_enemy(narrator, one) for one in active if one.units]
    gone = [_tell_enemy(narrator, one) for one in active if not one.units]
    out = [one.alias for one in seen.contacts if one.status != "active"]
    if not seen.contacts:
        yield narrator.sentence("No enemy has been seen.")
    if in_sight:
        yield narrator.sentence("Enemies in sight: {enemies}.", enemies=narrator.chain(in_sight))
    if gone:
        yield narrator.sentence("Seen before, not now: {enemies}.", enemies=narrator.chain(gone))
    if out:
        yield narrator.sentence("Out of action: {enemies}.", enemies=", ".join(out))


def _tell_enemy(narrator: SkirmishLanguage, one: ContactView) -> str:
    texts = [_place(narrator, one.alias, one)]
    texts += list_known(narrator, one)
    texts += [phrases.pins(narrator, one.pins)] if one.pins else []
    return ", ".join(texts)


def _tell_table(narrator: SkirmishLanguage, seen: View) -> Iterator[Item]:
    """Yield smoke, tokens and batteries with missions left, in one item."""
    missions = tuple(one for one in seen.missions if one.left or one.pending)
    parts: Item = ()
    for block in tell_table(narrator, replace(seen, missions=missions)):
        parts += (*((Text(text=" "),) if parts else ()), *block.parts)
    if parts:
        yield parts
