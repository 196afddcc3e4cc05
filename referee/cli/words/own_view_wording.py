"""Check of a side's copy as text: the judged parts, the errors, and the parts that cannot be judged."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from referee.engine.tongue import Translator

if TYPE_CHECKING:
    from schemas.answers.matches import OwnView

MOST_TOLD = 20
"""Highest number of errors in the text. `--json` contains all of them."""


def word_view(view: "OwnView", tongue: Translator) -> Iterator[str]:
    """Yield the result of judging a copy."""
    say = tongue.say
    yield say(
        "Judged from the view of {viewer}: {orders} of {all_orders} orders, {events} of {all_events} events, "
        "{rolls} of {all_rolls} rolls.",
        viewer=view.viewer,
        orders=view.orders_judged,
        all_orders=view.orders,
        events=view.events_judged,
        all_events=view.events,
        rolls=view.rolls_judged,
        all_rolls=view.rolls,
    )
    if view.refusals:
        yield say(
            "Refusals judged again: {judged} of {refusals}.",
            judged=view.refusals_judged,
            refusals=view.refusals,
        )
    for one in view.wrong[:MOST_TOLD]:
        yield say("Today's rules differ in entry {entry}: {what}.", entry=one.entry, what=one.text)
    if (more := len(view.wrong) - MOST_TOLD) > 0:
        yield say("The same in {count} more case.", "The same in {count} more cases.", count=more)
    for text in dict.fromkeys(one.text for one in view.unjudged):
        entries = [one.entry for one in view.unjudged if one.text == text]
        yield say(
            "Not judged from this copy: {reason} ({count} time, in entry {first}).",
            "Not judged from this copy: {reason} ({count} times, first in entry {first}).",
            reason=text,
            count=len(entries),
            first=entries[0],
        )
