"""Supply in a report: the sources of both sides, and what is cut off from them."""

from collections.abc import Iterator

from referee.systems.great_war.narrative import phrases
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.great_war.view import View
from schemas.record import Side
from schemas.reports.document import Block, words


def supply(theatre: GreatWarGame, position: Position, seen: View) -> Iterator[Block]:
    """For each side its sources and the areas in which its pieces are cut off; then the pieces marked."""
    for side in theatre.sides:
        yield words(_sources(theatre, seen, side), " ", _cut_off(theatre, seen, side))
    yield from phrases.unsupplied(theatre, position, seen.unsupplied)


def _sources(theatre: GreatWarGame, seen: View, side: Side) -> str:
    sources = [area for area in seen.areas if theatre.areas[area.id].supply == side]
    lost = [theatre.area_name(area.id) for area in sources if (area.owner, area.status) != (side, "held")]
    held = {"side": theatre.side_name(side), "held": len(sources) - len(lost), "all": len(sources)}
    if lost:
        return theatre.say(
            "{side}: {held} of {all} sources, without {areas}.", areas=theatre.listed(lost), **held
        )
    return theatre.say("{side}: {held} of {all} sources.", **held)


def _cut_off(theatre: GreatWarGame, seen: View, side: Side) -> str:
    standing = {piece.area for piece in seen.pieces if piece.side == side and piece.kind != "fort"}
    cut_off = [area for area in theatre.areas if area in standing and area not in seen.supply[side]]
    if not cut_off:
        return theatre.say("All its pieces are in supply.")
    return theatre.say(
        "Cut off: {areas}.", areas=theatre.listed([theatre.area_name(area) for area in cut_off])
    )
