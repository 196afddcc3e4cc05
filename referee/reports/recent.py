"""What is new to a viewer: the entries since his last order, and what their events amount to."""

from collections.abc import Iterable, Sequence
from typing import Any

from referee.engine.system import Rules
from referee.matches import history
from referee.matches.history import Step
from referee.matches.matches import Match
from referee.systems.abilities import Chronicled
from schemas.journal import Entry
from schemas.record import REFEREE, Event, Side
from schemas.reports.document import Block
from schemas.reports.picture import PictureArrow


def begin(match: Match, viewer: Side, entries: Sequence[Entry], since: int | None) -> int:
    """The entry after which all is new: the one that was named, else the viewer's own last order.

    What he had ordered in advance is news to him. The referee reads on from the last order but one; who
    gives no orders reads everything.
    """
    if since is not None:
        return len(match.entries_to(since))
    orders = [entry for entry in history.standing(entries) if entry.body.kind == "order"]
    if viewer == REFEREE:
        return orders[-1].body.seq - 1 if orders else 0
    own = (entry for entry in orders if entry.body.side == viewer)
    return max((entry.body.seq for entry in own if "advance" not in entry.private.get(viewer, {})), default=0)


def digest(rules: Rules, viewer: Side, steps: Iterable[Step], begin: int) -> tuple[Block, ...]:
    """What happened after an entry, at a glance, where the game can tell it."""
    state, events = _seen(rules, viewer, steps, begin)
    return rules.digest(state, events, viewer) if isinstance(rules, Chronicled) and events else ()


def movements(rules: Rules, viewer: Side, steps: Iterable[Step], begin: int) -> tuple[PictureArrow, ...]:
    """The ways that pieces went after an entry, where the game can tell them."""
    state, events = _seen(rules, viewer, steps, begin)
    return rules.movements(state, events, viewer) if isinstance(rules, Chronicled) and events else ()


def _seen(rules: Rules, viewer: Side, steps: Iterable[Step], begin: int) -> tuple[Any, Sequence[Event]]:
    """The position after an entry, and the events since then as the viewer saw them."""
    new = [step for step in steps if step.seq > begin]
    if not new:
        return None, ()
    witnessed = (rules.witness(event, viewer) for step in new for event in step.events)
    return new[0].before, [event for event in witnessed if event is not None]
