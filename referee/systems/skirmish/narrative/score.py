"""The score in a report: victory points, strength and the ground."""

from collections import Counter
from collections.abc import Iterator, Mapping

from referee.i18n.translator import message
from referee.systems.skirmish.facts import geometry
from referee.systems.skirmish.language import terms
from referee.systems.skirmish.language.language import SkirmishLanguage
from referee.systems.skirmish.narrative import phrases
from referee.systems.skirmish.secrecy import visibility
from referee.systems.skirmish.state.position import Position
from schemas.record import Side
from schemas.reports import Block, Heading, Inline, Score
from schemas.reports import Table as Grid
from schemas.skirmish.names import Status
from schemas.skirmish.view import RewardView, TerrainView, View


def tell_ground(narrator: SkirmishLanguage, seen: View) -> Iterator[Block]:
    """Yield the size of the table, and each feature with its corners."""
    yield Heading(text=narrator.say("The ground"), level=3)
    yield narrator.paragraph(
        "The table is {width} inches wide and {depth} deep; places are inches east and north of its "
        "south-west corner.",
        width=geometry.short(seen.width),
        depth=geometry.short(seen.depth),
    )
    if not seen.terrain:
        return
    columns = message("Ground"), message("Name"), message("Kind"), message("Corners")
    yield Grid(
        columns=tuple(map(narrator.say, columns)),
        rows=tuple(_row(narrator, one) for one in seen.terrain),
    )


def _row(narrator: SkirmishLanguage, one: TerrainView) -> tuple[str, ...]:
    corners = " ".join(phrases.place(corner) for corner in one.corners)
    return one.id, one.name, narrator.say(terms.GROUND[one.kind]), corners


def brief_ground(narrator: SkirmishLanguage, seen: View, near: int | None) -> Iterator[tuple[Inline, ...]]:
    """Yield the ground in one sentence with bounds in inches east and north: `the farm 8-14,18-23`.

    `near` limits it to ground within this distance of the reader's figures; the full report has the rest.
    """
    men = [one.at for one in seen.figures if one.status == "active"]
    there = [
        one
        for one in seen.terrain
        if near is None or any(geometry.gap(one.corners, man) <= near for man in men)
    ]
    ground = narrator.chain(f"{one.name} {geometry.extent(one.corners)}" for one in there)
    size = {"width": geometry.short(seen.width), "depth": geometry.short(seen.depth)}
    if there and len(there) < len(seen.terrain):
        yield narrator.sentence("Near you, inches east and north: {ground}.", ground=ground)
    elif there:
        yield narrator.sentence(
            "Ground of {width} by {depth} inches, east and north: {ground}.", ground=ground, **size
        )


COUNTED: Mapping[str, str] = {
    "turn-end": message("once, at the end of a turn"),
    "game-end": message("at the end of the game"),
}
"""Times at which rewards are counted."""


def tell_victory(narrator: SkirmishLanguage, seen: View) -> Iterator[Block]:
    """Yield the rewards one by one. Both sides know all of them, though not all points."""
    if not seen.rewards:
        return
    columns = (
        message("Side"), message("Points"), message("For"), message("Counted"), message("So far"),
    )  # fmt: skip
    yield Heading(text=narrator.say("Victory"), level=3)
    yield Grid(
        columns=tuple(map(narrator.say, columns)),
        rows=tuple(
            (
                narrator.side_name(one.side),
                str(one.points),
                one.title,
                narrator.say(COUNTED[one.when]),
                _so_far(narrator, one),
            )
            for one in seen.rewards
        ),
        numeric=(1,),
    )
    turns, margin = narrator.scenario.turns, max(1, narrator.scenario.draw_margin)
    yield narrator.paragraph(
        "The game ends after turn {turns}; to win, a side must lead by {margin} or more.",
        turns=turns,
        margin=margin,
    )


def _so_far(narrator: SkirmishLanguage, one: RewardView) -> str:
    """Return the points of a reward so far: `12, paid`, `4`, or `3 or more` if figures are unseen."""
    if one.paid and one.when == "turn-end":
        # The reason may be gone since it was paid.
        return narrator.say("{points}, paid", points=one.points)
    if one.certain:
        return narrator.say("{points}, paid", points=one.counted) if one.paid else str(one.counted)
    least = max(one.counted, one.points if one.paid else 0)
    return narrator.say("{points} or more", points=least) if least else UNKNOWN


UNKNOWN = "?"
"""Points that depend on figures out of sight."""


REWARDS: Mapping[bool, str] = {
    False: message("Rewards (in brackets the points so far): {rewards}."),
    True: message("Rewards (in brackets the points so far, ? if you cannot know them): {rewards}."),
}
"""Rewards, by whether the reader cannot know the points of one."""


def brief_victory(narrator: SkirmishLanguage, seen: View) -> Iterator[tuple[Inline, ...]]:
    """Yield the rewards in one sentence, each with its points so far."""
    rewards = narrator.chain(
        narrator.say(
            "{side} {points}, {title} ({counted})",
            side=narrator.side_name(one.side),
            points=one.points,
            title=one.title,
            counted=_so_far(narrator, one),
        )
        for one in seen.rewards
    )
    if rewards:
        has_unknown = any(_so_far(narrator, one) == UNKNOWN for one in seen.rewards)
        yield narrator.sentence(REWARDS[has_unknown], rewards=rewards)


MEASURE = message("victory points ahead")
"""Unit of the score. A side learns its enemy's points at the end of the game."""

HOLDING = message("figures in action, or in sight")
"""Second measure of the sides: the viewer's own figures, and the visible enemies."""


def score(narrator: SkirmishLanguage, position: Position, viewer: Side) -> Score:
    """Return the current score for a viewer; the referee and strangers get the first side's lead."""
    view = visibility.view(narrator, position, viewer)
    ahead = viewer if viewer in narrator.game.sides else narrator.game.sides[0]
    points = sum(value if side == ahead else -value for side, value in view.score.items())
    return Score(
        moment=narrator.say("turn {turn}", turn=position.turn)
        if position.turn
        else narrator.say("deployment"),
        points=points,
        level=phrases.result(narrator, position.winner) if position.result is not None else "",
        held={side: _in_action(view, side) for side in narrator.game.sides},
    )


def _in_action(seen: View, side: Side) -> int:
    if any(unit.side == side for unit in seen.units):
        return sum(one.side == side and one.status == "active" for one in seen.figures)
    return sum(one.side != side and one.status == "active" and bool(one.units) for one in seen.contacts)


STATUSES: tuple[Status, ...] = ("active", "killed", "surrendered", "dispersed")
"""Fates of figures, in the order of the columns."""


def strength(narrator: SkirmishLanguage, seen: View) -> Block:
    """Return the figures by side and by fate. Figures that the viewer does not see are not counted."""
    own = {one.side for one in seen.units}
    rows = tuple(_own(narrator, seen, side) for side in narrator.game.sides if side in own)
    rows += tuple(_know(narrator, seen, side) for side in narrator.game.sides if side not in own)
    columns = (
        message("Side"), message("In action"), message("Pinned"), message("Killed"), message("Surrendered"),
        message("Dispersed"),
    )  # fmt: skip
    return Grid(columns=tuple(map(narrator.say, columns)), rows=rows, numeric=(1, 2, 3, 4, 5))


def _own(narrator: SkirmishLanguage, seen: View, side: Side) -> tuple[str, ...]:
    figures = [one for one in seen.figures if one.side == side]
    counts = Counter(one.status for one in figures)
    pins = sum(one.pins > 0 and one.status == "active" for one in figures)
    active, *lost = (str(counts[status]) for status in STATUSES)
    return narrator.side_name(side), active, str(pins), *lost


def _know(narrator: SkirmishLanguage, seen: View, side: Side) -> tuple[str, ...]:
    contacts = [one for one in seen.contacts if one.side != side]
    counts = Counter(one.status for one in contacts)
    visible = [one for one in contacts if one.status == "active" and one.units]
    pins = sum(one.pins > 0 for one in visible)
    _, *lost = (str(counts[status]) for status in STATUSES)
    return narrator.side_name(side), narrator.say("{seen} in sight", seen=len(visible)), str(pins), *lost
