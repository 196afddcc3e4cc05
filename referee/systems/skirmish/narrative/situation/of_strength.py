"""How strong the sides are: one's own as it is, the enemy as far as he is known."""

from collections import Counter

from referee.engine.tongue import message
from referee.systems.skirmish.state.narrator import Narrator
from schemas.record import Side
from schemas.reports.document import Block
from schemas.reports.document import Table as Grid
from schemas.skirmish.view import View
from schemas.skirmish.words import Status

STATUSES: tuple[Status, ...] = ("active", "killed", "surrendered", "dispersed")
"""What may have become of a figure, in the order of the columns."""


def strength(narrator: Narrator, seen: View) -> Block:
    """Figures by side and by what became of them; whom the viewer does not see is not counted."""
    own = {one.side for one in seen.units}
    rows = tuple(_own(narrator, seen, side) for side in narrator.game.sides if side in own)
    rows += tuple(_know(narrator, seen, side) for side in narrator.game.sides if side not in own)
    columns = (
        message("Side"), message("In action"), message("Pinned"), message("Killed"), message("Surrendered"),
        message("Dispersed"),
    )  # fmt: skip
    return Grid(columns=tuple(map(narrator.say, columns)), rows=rows, numeric=(1, 2, 3, 4, 5))


def _own(narrator: Narrator, seen: View, side: Side) -> tuple[str, ...]:
    figures = [one for one in seen.figures if one.side == side]
    counted = Counter(one.status for one in figures)
    pinned = sum(one.pins > 0 and one.status == "active" for one in figures)
    active, *lost = (str(counted[status]) for status in STATUSES)
    return narrator.side_name(side), active, str(pinned), *lost


def _know(narrator: Narrator, seen: View, side: Side) -> tuple[str, ...]:
    known = [one for one in seen.contacts if one.side != side]
    counted = Counter(one.status for one in known)
    visible = [one for one in known if one.status == "active" and one.units]
    pinned = sum(one.pins > 0 for one in visible)
    _, *lost = (str(counted[status]) for status in STATUSES)
    return narrator.side_name(side), narrator.say("{seen} in sight", seen=len(visible)), str(pinned), *lost
