"""What the scenario gives points for, and what that comes to as far as the reader may know."""

from collections.abc import Iterator, Mapping

from referee.engine.tongue import message
from referee.systems.skirmish.state.narrator import Narrator
from schemas.reports.document import Block, Heading, Inline
from schemas.reports.document import Table as Grid
from schemas.skirmish.view import RewardView, View

COUNTED: Mapping[str, str] = {
    "turn-end": message("once, at the end of a turn"),
    "game-end": message("at the end of the game"),
}
"""When a reward is counted."""


def tell_victory(narrator: Narrator, seen: View) -> Iterator[Block]:
    """The rewards one by one; both sides know all of them, whatever they know of the points."""
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


def _so_far(narrator: Narrator, one: RewardView) -> str:
    """What a reward comes to as things stand: `12, paid`, `4`, or `3 or more` where men are not seen."""
    if one.paid:
        return narrator.say("{points}, paid", points=one.points)
    if one.certain:
        return str(one.counted)
    return narrator.say("{points} or more", points=one.counted) if one.counted else "?"


def brief_victory(narrator: Narrator, seen: View) -> Iterator[tuple[Inline, ...]]:
    """The rewards in one run, each with what it comes to."""
    told = narrator.chain(
        narrator.say(
            "{side} {points} for {title} ({counted})",
            side=narrator.side_name(one.side),
            points=one.points,
            title=one.title,
            counted=_so_far(narrator, one),
        )
        for one in seen.rewards
    )
    if told:
        yield narrator.sentence("Points, and so far: {rewards}.", rewards=told)
