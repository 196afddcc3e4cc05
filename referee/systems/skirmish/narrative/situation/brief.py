"""The position in a short report: men, enemies, what may be shot at, and the ground, each in a few lines.

Like the whole situation it comes from a view, so that it can hold nothing its reader may not know.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from referee.systems.skirmish.narrative import phrases
from referee.systems.skirmish.narrative.phrases import Blocks
from referee.systems.skirmish.narrative.situation import of_fire, of_ground, of_points, situation
from referee.systems.skirmish.secrecy import secrecy
from referee.systems.skirmish.state import words
from referee.systems.skirmish.state.narrator import Narrator
from referee.systems.skirmish.state.position import Position
from schemas.record import Side
from schemas.reports.document import Bullets, Inline, Text
from schemas.skirmish.view import ContactView, FigureView, UnitView, View
from schemas.skirmish.words import Phase

Item = tuple[Inline, ...]

MOVING: frozenset[Phase] = frozenset({"deployment", "plotting"})
"""When a short report tells the ground."""

ONCE: frozenset[Phase] = frozenset({"deployment", "over"})
"""When a short report tells the rewards one by one."""

COLUMNS, ROOM = 68, 20
"""How wide a line is and how many of them men, enemies, fire and ground have; there is more in a letter."""

AS_FAR_AS_MEN_RUN = 1500
"""How far a man may come in one move; ground within it is always told where movement is asked for."""

CUTS: tuple[tuple[int, int | None], ...] = ((10, None), (5, AS_FAR_AS_MEN_RUN), (2, AS_FAR_AS_MEN_RUN))
"""How many lines of fire are told, and the ground within how many hundredths of an inch of the men.

At the best all of it, and less and less where there is no room.
"""


def tell(narrator: Narrator, position: Position, viewer: Side) -> Blocks:
    """The position in short, as one viewer may know it."""
    seen = secrecy.view_with_fire(narrator, position, viewer)
    told = (
        _tell_moment(narrator, position, seen),
        *(_tell_unit(narrator, seen, unit) for unit in seen.units),
        *_tell_enemies(narrator, seen),
        *(situation.tell_melee(narrator, one).parts for one in seen.melees),
    )
    tries = ((*told, *_tell_rest(narrator, seen, most, near)) for most, near in CUTS)
    items: tuple[Item, ...] = ()
    for items in tries:
        if sum(map(_count_lines, items)) <= ROOM:
            break
    return (Bullets(items=items),)


def _count_lines(item: Item) -> int:
    return -(-sum(len(part.text) for part in item) // COLUMNS)


def _tell_rest(narrator: Narrator, seen: View, most: int, near: int | None) -> Iterator[Item]:
    """Fire, what lies on the table, the ground, and the rewards."""
    yield from of_fire.brief_fire(narrator, seen, most)
    yield from _tell_table(narrator, seen)
    if seen.phase in MOVING:
        yield from of_ground.brief_ground(narrator, seen, near)
    if seen.phase in ONCE:
        yield from of_points.brief_victory(narrator, seen)


def _tell_moment(narrator: Narrator, position: Position, seen: View) -> Item:
    """The turn, the light and the points; at the end who won."""
    parts: Item = (Text(text=f"{situation.tell_title(narrator, seen)}."),)
    for block in situation.tell_result(narrator, position, seen):
        parts += (Text(text=" "), *block.parts)
    winds = [*(one.facing for one in seen.figures), *(one.facing for one in seen.contacts)]
    if any(winds):
        told = narrator.say("N, E, S and W: the way somebody went last.")
        parts += (Text(text=f" {told}"),)
    rifles = [weapon for one in seen.figures for weapon in one.weapons if narrator.weapons[weapon].rifle]
    if rifles:
        named = narrator.weapon_name(rifles[0])
        told = narrator.say("No weapon named: {weapon}.", weapon=named)
        parts += (Text(text=f" {told}"),)
    return parts


def _tell_unit(narrator: Narrator, seen: View, unit: UnitView) -> Item:
    """A unit and its men: `Section 1 (br-s1), veteran: br-s1-1 18,5 squad leader; …`."""
    there = [one for one in seen.figures if one.unit == unit.id and one.status == "active"]
    lost = sum(one.unit == unit.id for one in seen.figures) - len(there)
    head = [f"{phrases.unit(narrator, unit.id)}", narrator.quality_name(unit.quality)]
    head += [phrases.markers(narrator, unit.markers)] if unit.markers else []
    head += [narrator.say("{count} lost", "{count} lost", count=lost)] if lost else []
    alone = sum(one.unit == unit.id for one in seen.figures) == 1
    men = narrator.chain(_tell_figure(narrator, one, alone=alone) for one in there)
    return (Text(text=f"{', '.join(head)}: {men}." if men else f"{', '.join(head)}."),)


def _tell_figure(narrator: Narrator, one: FigureView, *, alone: bool) -> str:
    """A man: where he is, and what is not as with all others; one who is a unit `alone` has its name."""
    told = [_place(narrator, one.id, one)]
    others = [weapon for weapon in one.weapons if not narrator.weapons[weapon].rifle]
    told += [narrator.weapon_name(weapon) for weapon in others]
    told += situation.list_remarks(narrator, replace(one, role="trooper") if alone else one)
    told += [phrases.pins(narrator, one.pins)] if one.pins else []
    return ", ".join(told)


def _place(narrator: Narrator, name: str, one: FigureView | ContactView) -> str:
    """A man by name with his place, and where he went last: `c02 20.39,22.69 N`."""
    wind = f" {narrator.say(words.SHORT_WINDS[one.facing])}" if one.facing else ""
    return f"{name} {phrases.place(one.at)}{wind}"


def _tell_enemies(narrator: Narrator, seen: View) -> Iterator[Item]:
    """Who is in sight and whom he is seen by, then who was, then who is out of action."""
    active = [one for one in seen.contacts if one.status == "active"]
    in_sight = [_tell_enemy(narrator, one) for one in active if one.units]
    gone = [_tell_enemy(narrator, one) for one in active if not one.units]
    out = [one.alias for one in seen.contacts if one.status != "active"]
    if not seen.contacts:
        yield narrator.sentence("Nobody has been seen.")
    if in_sight:
        yield narrator.sentence("Enemies in sight: {enemies}.", enemies=narrator.chain(in_sight))
    if gone:
        yield narrator.sentence("Seen before, not now: {enemies}.", enemies=narrator.chain(gone))
    if out:
        yield narrator.sentence("Out of action: {enemies}.", enemies=", ".join(out))


def _tell_enemy(narrator: Narrator, one: ContactView) -> str:
    told = [_place(narrator, one.alias, one)]
    told += situation.list_known(narrator, one)
    told += [phrases.pins(narrator, one.pins)] if one.pins else []
    return ", ".join(told)


def _tell_table(narrator: Narrator, seen: View) -> Iterator[Item]:
    """Smoke, tokens and batteries that have something left, in one run."""
    missions = tuple(one for one in seen.missions if one.left or one.pending)
    parts: Item = ()
    for block in situation.tell_table(narrator, replace(seen, missions=missions)):
        parts += (*((Text(text=" "),) if parts else ()), *block.parts)
    if parts:
        yield parts
