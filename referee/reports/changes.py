"""News for a viewer: the entries since the viewer's last order, and summaries of their events."""

from collections.abc import Iterable, Sequence

from referee.engine.system import State
from referee.matches import history
from referee.matches.history import Step
from referee.matches.matches import Match
from referee.systems.faces import Game
from schemas.record import REFEREE, Event, Side, Value
from schemas.reports import Block, PictureArrow


class Seen(Value):
    """The events of some entries as a viewer saw them, and the position before the first."""

    before: State
    events: Sequence[Event]


def begin(match: Match, viewer: Side, at: int | None, since: int | None) -> int:
    """Return the entry before the news: `since`, or the viewer's own last order up to entry `at`.

    Orders from standing orders count as news. The news of the referee begins after the second last order. A
    viewer who gives no orders gets all entries.
    """
    if since is not None:
        return len(match.entries_to(since))
    entries = match.entries_to(at)
    if viewer not in (*match.header.sides, REFEREE):
        return 0
    orders = (
        entry
        for entry in (entries[seq - 1] for seq in reversed(match.standing(at)))
        if entry.body.kind == "order"
    )
    if viewer == REFEREE:
        last = next(orders, None)
        return last.body.seq - 1 if last is not None else 0
    own = (entry for entry in orders if entry.body.side == viewer)
    return next((entry.body.seq for entry in own if "advance" not in entry.private.get(viewer, {})), 0)


def begin_map(match: Match, viewer: Side, at: int | None, since: int | None) -> int:
    """The entry after which a map shows movements: for a reader who gives no orders, where the turn began.

    All the ways of a war would hide the map.
    """
    if since is not None or viewer in (*match.header.sides, REFEREE):
        return begin(match, viewer, at, since)
    moment = match.system.narrator.moment
    now = moment(match.position(at))
    return next((step.seq for step in match.steps_back(at) if moment(step.before) != now), 0) if now else 0


def find_chapter(match: Match, begin: int) -> int:
    """The entry after which a digest begins: a battle that lasts at `begin` opened before it."""
    rules, narrator = match.rules, match.system.narrator
    if not begin or not narrator.is_amid(match.position(begin)):
        return begin
    for seq in reversed(match.standing(begin)):
        if any(map(narrator.opens_chapter, history.events_of(rules, match.entries[seq - 1]))):
            return seq - 1
    return 0


def see(match: Match, viewer: Side, at: int | None, begin: int) -> Seen | None:
    """Return the events that a viewer saw after entry `begin` up to `at`, or None if there were none."""
    return see_steps(match.system, viewer, match.steps(at, after=begin))


def see_steps(game: Game, viewer: Side, steps: Iterable[Step]) -> Seen | None:
    """Return the events that a viewer saw in some entries, or None if there were none."""
    before: State | None = None
    events: list[Event] = []
    for step in steps:
        before = step.before if before is None else before
        visible_events = (game.secrecy.redact_event(event, viewer) for event in step.events)
        events += [event for event in visible_events if event is not None]
    return Seen(before, events) if before is not None and events else None


def digest(game: Game, viewer: Side, changes: Seen | None) -> tuple[Block, ...]:
    """Return a digest of events, if the game provides one."""
    return game.narrator.digest(changes.before, changes.events, viewer) if changes else ()


def recap(game: Game, viewer: Side, changes: Seen | None) -> tuple[Block, ...]:
    """The same in few lines, where the game has a short form."""
    return game.narrator.recap(changes.before, changes.events, viewer) if changes else ()


def movements(game: Game, viewer: Side, changes: Seen | None) -> tuple[PictureArrow, ...]:
    """The ways that pieces went, where the game can tell them."""
    return game.pictures.movements(changes.before, changes.events, viewer) if changes else ()
