"""What changed between two positions, in words: casualties, pins, places, and who was spotted."""

from collections.abc import Iterator

from referee.systems.skirmish import secrecy
from referee.systems.skirmish.geometry import written
from referee.systems.skirmish.position import Position
from referee.systems.skirmish.table import Table
from schemas.document import Block, Heading, words
from schemas.document import Table as Grid
from schemas.record import Side, listed
from schemas.skirmish.view import ContactView, FigureView, View


def change(table: Table, before: Position, after: Position, viewer: Side) -> tuple[Block, ...]:
    """The difference of two positions as one viewer may know them."""
    then, now = secrecy.view(table, before, viewer), secrecy.view(table, after, viewer)
    return (
        words(_time(then, now)),
        Heading(text="Casualties", level=3),
        *_rows(("Figure", "Fate"), _casualties(then, now), "Nobody was lost."),
        Heading(text="Pins and morale", level=3),
        *_rows(("Who", "Then", "Now"), _nerves(then, now), "As before."),
        Heading(text="Places", level=3),
        *_rows(("Figure", "From", "To", "Posture"), _places(then, now), "Nobody has moved."),
        Heading(text="The enemy as he is known", level=3),
        *_rows(("Enemy", "Then", "Now"), _enemies(table, then, now), "Nothing new is known of him."),
        Heading(text="Points", level=3),
        words(_points(table, then, now)),
    )


def _rows(columns: tuple[str, ...], rows: Iterator[tuple[str, ...]], nothing: str) -> Iterator[Block]:
    found = tuple(rows)
    yield Grid(columns=columns, rows=found) if found else words(nothing)


def _time(then: View, now: View) -> str:
    if (then.turn, then.phase) == (now.turn, now.phase):
        return f"All in {_when(now)}."
    return f"{_when(then).capitalize()}, to {_when(now)}."


def _when(seen: View) -> str:
    return f"turn {seen.turn}, {seen.phase}" if seen.turn else "the deployment"


def _pairs(then: View, now: View) -> Iterator[tuple[FigureView, FigureView]]:
    before = {one.id: one for one in then.figures}
    return ((before[one.id], one) for one in now.figures if one.id in before)


def _casualties(then: View, now: View) -> Iterator[tuple[str, ...]]:
    for there, here in _pairs(then, now):
        if here.status != there.status:
            yield here.id, here.status


def _nerves(then: View, now: View) -> Iterator[tuple[str, ...]]:
    for there, here in _pairs(then, now):
        if here.pins != there.pins and here.status == "active":
            yield here.id, _counted(there.pins, "pin"), _counted(here.pins, "pin")
    before = {unit.id: unit for unit in then.units}
    for unit in now.units:
        if unit.id in before and unit.markers != before[unit.id].markers:
            yield unit.id, _counted(before[unit.id].markers, "marker"), _counted(unit.markers, "marker")


def _counted(number: int, what: str) -> str:
    return f"{number or 'no'} {what}{'s' * (number != 1)}"


def _places(then: View, now: View) -> Iterator[tuple[str, ...]]:
    for there, here in _pairs(then, now):
        posture = here.posture if here.posture != there.posture else ""
        if here.status == "active" and (here.at != there.at or posture):
            yield here.id, written(there.at), written(here.at), posture


def _enemies(table: Table, then: View, now: View) -> Iterator[tuple[str, ...]]:
    before = {(one.side, one.alias): one for one in then.contacts}
    for one in now.contacts:
        known = before.get((one.side, one.alias))
        told = _enemy(table, one)
        if known is None:
            yield one.alias, "unknown", told
        elif told != _enemy(table, known):
            yield one.alias, _enemy(table, known), told


def _enemy(table: Table, one: ContactView) -> str:
    """Where and how an enemy is, as far as he is known."""
    if one.status != "active":
        return f"{one.status}, at {written(one.at)}"
    facts = ["in sight" if one.units else "last seen", f"at {written(one.at)}"]
    facts += [one.posture] if one.posture != "open" else []
    facts += [_counted(one.pins, "pin")] if one.pins else []
    facts += [table.weapon_name(one.weapon)] if one.weapon else []
    return ", ".join(facts)


def _points(table: Table, then: View, now: View) -> str:
    told = [
        f"{table.side_name(side)} {points}"
        + (f" ({points - then.score.get(side, 0):+})" if points != then.score.get(side, 0) else "")
        for side, points in now.score.items()
    ]
    return f"{listed(told)}." if told else "Points are told to their side alone until the end."
