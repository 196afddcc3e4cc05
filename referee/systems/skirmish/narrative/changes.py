"""Differences between two positions as text: casualties, pins, places and sightings."""

from collections.abc import Iterator

from referee.i18n.translator import message
from referee.systems.skirmish.facts.geometry import write_place
from referee.systems.skirmish.language.language import SkirmishLanguage
from referee.systems.skirmish.language.terms import MOMENTS, POSTURES, STATUSES
from referee.systems.skirmish.narrative import phrases
from referee.systems.skirmish.secrecy import visibility
from referee.systems.skirmish.state.position import Position
from schemas.record import Side
from schemas.reports import Block, Heading, words
from schemas.reports import Table as Grid
from schemas.skirmish.view import ContactView, FigureView, View


def change(narrator: SkirmishLanguage, before: Position, after: Position, viewer: Side) -> tuple[Block, ...]:
    """Return the differences between two positions as one viewer may know them."""
    then, now = visibility.view(narrator, before, viewer), visibility.view(narrator, after, viewer)
    say = narrator.say
    return (
        words(_time(narrator, then, now)),
        Heading(text=say("Casualties"), level=3),
        *_rows((say("Figure"), say("Fate")), _casualties(narrator, then, now), say("No losses.")),
        Heading(text=say("Pins and morale"), level=3),
        *_rows((say("Who"), say("Then"), say("Now")), _nerves(narrator, then, now), say("As before.")),
        Heading(text=say("Places"), level=3),
        *_rows(
            (say("Figure"), say("From"), say("To"), say("Posture")),
            _places(narrator, then, now),
            say("No figure has moved."),
        ),
        Heading(text=say("Known enemies"), level=3),
        *_rows(
            (say("Enemy"), say("Then"), say("Now")),
            _enemies(narrator, then, now),
            say("Nothing new is known."),
        ),
        Heading(text=say("Points"), level=3),
        words(_points(narrator, then, now)),
    )


def _rows(columns: tuple[str, ...], rows: Iterator[tuple[str, ...]], nothing: str) -> Iterator[Block]:
    cells = tuple(rows)
    yield Grid(columns=columns, rows=cells) if cells else words(nothing)


def _time(narrator: SkirmishLanguage, then: View, now: View) -> str:
    if (then.turn, then.phase) == (now.turn, now.phase):
        return narrator.say("All in {now}.", now=_when(narrator, now))
    return narrator.say("{Then}, to {now}.", then=_when(narrator, then), now=_when(narrator, now))


def _when(narrator: SkirmishLanguage, seen: View) -> str:
    if not seen.turn:
        return narrator.say("the deployment")
    return narrator.say("turn {turn}, {phase}", turn=seen.turn, phase=narrator.say(MOMENTS[seen.phase]))


def _pairs(then: View, now: View) -> Iterator[tuple[FigureView, FigureView]]:
    before = {one.id: one for one in then.figures}
    return ((before[one.id], one) for one in now.figures if one.id in before)


def _casualties(narrator: SkirmishLanguage, then: View, now: View) -> Iterator[tuple[str, ...]]:
    for there, here in _pairs(then, now):
        if here.status != there.status:
            yield here.id, narrator.say(STATUSES[here.status])


def _nerves(narrator: SkirmishLanguage, then: View, now: View) -> Iterator[tuple[str, ...]]:
    for there, here in _pairs(then, now):
        if here.pins != there.pins and here.status == "active":
            yield here.id, _pins(narrator, there.pins), _pins(narrator, here.pins)
    before = {unit.id: unit for unit in then.units}
    for unit in now.units:
        if unit.id in before and unit.markers != before[unit.id].markers:
            yield unit.id, _markers(narrator, before[unit.id].markers), _markers(narrator, unit.markers)


def _pins(narrator: SkirmishLanguage, count: int) -> str:
    return phrases.pins(narrator, count) if count else narrator.say("no pins")


def _markers(narrator: SkirmishLanguage, count: int) -> str:
    if not count:
        return narrator.say("no markers")
    return narrator.say("{count} marker", "{count} markers", count=count)


def _places(narrator: SkirmishLanguage, then: View, now: View) -> Iterator[tuple[str, ...]]:
    for there, here in _pairs(then, now):
        posture = narrator.say(POSTURES[here.posture]) if here.posture != there.posture else ""
        if here.status == "active" and (here.at != there.at or posture):
            yield here.id, write_place(there.at), write_place(here.at), posture


def _enemies(narrator: SkirmishLanguage, then: View, now: View) -> Iterator[tuple[str, ...]]:
    before = {(one.side, one.alias): one for one in then.contacts}
    for one in now.contacts:
        earlier = before.get((one.side, one.alias))
        text = _enemy(narrator, one)
        if earlier is None:
            yield one.alias, narrator.say("unknown"), text
        elif text != _enemy(narrator, earlier):
            yield one.alias, _enemy(narrator, earlier), text


def _enemy(narrator: SkirmishLanguage, one: ContactView) -> str:
    """Return the known place and condition of an enemy."""
    place = write_place(one.at)
    if one.status != "active":
        return narrator.say("{status}, at {place}", status=narrator.say(STATUSES[one.status]), place=place)
    template = message("in sight, at {place}") if one.units else message("last seen, at {place}")
    facts = [narrator.say(template, place=place)]
    facts += [narrator.say(POSTURES[one.posture])] if one.posture != "open" else []
    facts += [_pins(narrator, one.pins)] if one.pins else []
    facts += [narrator.weapon_name(one.weapon)] if one.weapon else []
    return ", ".join(facts)


def _points(narrator: SkirmishLanguage, then: View, now: View) -> str:
    if not now.score:
        return narrator.say("Each side knows only its own points until the end.")
    totals = [
        f"{narrator.side_name(side)} {points}"
        + (f" ({points - then.score.get(side, 0):+})" if points != then.score.get(side, 0) else "")
        for side, points in now.score.items()
    ]
    return f"{narrator.listed(totals)}."
