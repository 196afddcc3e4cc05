"""What is new to a viewer: the entries since his last order, and what their events amount to."""

from collections.abc import Iterable, Sequence

from referee.engine.system import Rules, State
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
    seen = _see(rules, viewer, steps, begin)
    return rules.digest(*seen, viewer) if isinstance(rules, Chronicled) and seen else ()


def movements(rules: Rules, viewer: Side, steps: Iterable[Step], begin: int) -> tuple[PictureArrow, ...]:
    """The ways that pieces went after an entry, where the game can tell them."""
    seen = _see(rules, viewer, steps, begin)
    return rules.movements(*seen, viewer) if isinstance(rules, Chronicled) and seen else ()


def _see(
    rules: Rules, viewer: Side, steps: Iterable[Step], begin: int
) -> tuple[State, Sequence[Event]] | None:
    """The position after an entry, and the events since then as the viewer saw them, if there were any."""
    new = [step for step in steps if step.seq > begin]
    if not new:
        return None
    witnessed = (rules.redact_event(event, viewer) for step in new for event in step.events)
    events = [event for event in witnessed if event is not None]
    return (new[0].before, events) if events else None
