"""The ground of the table by name and coordinates."""

from collections.abc import Iterator

from referee.engine.tongue import message
from referee.systems.skirmish.facts import geometry
from referee.systems.skirmish.narrative import phrases
from referee.systems.skirmish.state import words
from referee.systems.skirmish.state.narrator import Narrator
from schemas.reports.document import Block, Heading, Inline
from schemas.reports.document import Table as Grid
from schemas.skirmish.view import TerrainView, View


def tell_ground(narrator: Narrator, seen: View) -> Iterator[Block]:
    """The size of the table, and each piece of ground with its corners."""
    yield Heading(text=narrator.say("The ground"), level=3)
    yield narrator.paragraph(
        "The table is {width} inches wide and {depth} deep; places are inches east and north of its "
        "south-west corner.",
        width=phrases.short(seen.width),
        depth=phrases.short(seen.depth),
    )
    if not seen.terrain:
        return
    columns = message("Ground"), message("Name"), message("Kind"), message("Corners")
    yield Grid(
        columns=tuple(map(narrator.say, columns)),
        rows=tuple(_row(narrator, one) for one in seen.terrain),
    )


def _row(narrator: Narrator, one: TerrainView) -> tuple[str, ...]:
    corners = " ".join(phrases.place(corner) for corner in one.corners)
    return one.id, one.name, narrator.say(words.GROUND[one.kind]), corners


def brief_ground(narrator: Narrator, seen: View, near: int | None) -> Iterator[tuple[Inline, ...]]:
    """The ground in one run: `the farm 8-14,18-23` lies between these inches, east and north.

    Of all of it, or of what is so `near` to one of the reader's men; the rest is in the full report.
    """
    men = [one.at for one in seen.figures if one.status == "active"]
    there = [
        one
        for one in seen.terrain
        if near is None or any(geometry.gap(one.corners, man) <= near for man in men)
    ]
    told = narrator.chain(f"{one.name} {phrases.extent(one.corners)}" for one in there)
    size = {"width": phrases.short(seen.width), "depth": phrases.short(seen.depth)}
    if there and len(there) < len(seen.terrain):
        yield narrator.sentence("Near you, inches east and north: {ground}.", ground=told)
    elif there:
        yield narrator.sentence(
            "Ground of {width} by {depth} inches, east and north: {ground}.", ground=told, **size
        )
