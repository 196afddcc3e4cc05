"""Supply in a report: the sources of both sides, and what is cut off from them."""

from collections.abc import Iterator

from referee.systems.great_war.narrative import phrases
from referee.systems.great_war.state.narrator import Narrator
from referee.systems.great_war.state.position import Position
from schemas.great_war.view import View
from schemas.record import Side
from schemas.reports.document import Block, words


def supply(narrator: Narrator, position: Position, seen: View) -> Iterator[Block]:
    """For each side its sources and the areas in which its pieces are cut off; then the pieces marked."""
    for side in narrator.game.sides:
        yield words(_sources(narrator, seen, side), " ", _cut_off(narrator, seen, side))
    yield from phrases.unsupplied(narrator, position, seen.unsupplied)


def _sources(narrator: Narrator, seen: View, side: Side) -> str:
    sources = [area for area in seen.areas if narrator.areas[area.id].supply == side]
    lost = [narrator.area_name(area.id) for area in sources if (area.owner, area.status) != (side, "held")]
    held = {"side": narrator.side_name(side), "held": len(sources) - len(lost), "all": len(sources)}
    if lost:
        return narrator.say(
            "{side}: {held} of {all} sources, without {areas}.", areas=narrator.listed(lost), **held
        )
    return narrator.say("{side}: {held} of {all} sources.", **held)


def _cut_off(narrator: Narrator, seen: View, side: Side) -> str:
    standing = {piece.area for piece in seen.pieces if piece.side == side and piece.kind != "fort"}
    cut_off = [area for area in narrator.areas if area in standing and area not in seen.supply[side]]
    if not cut_off:
        return narrator.say("All its pieces are in supply.")
    return narrator.say(
        "Cut off: {areas}.", areas=narrator.listed([narrator.area_name(area) for area in cut_off])
    )
