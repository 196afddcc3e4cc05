"""Endless rounds for a service: fetch, tick, send and wait."""

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from referee.mail import moderator, outbox, receiving, reminders
from referee.mail.delivery import carriers, inboxes
from referee.mail.delivery.arrivals import Arrivals
from referee.mail.forums import discourse
from referee.mail.office import Office, open_office
from referee.platform.ports import ports
from schemas.mail import Delivered, Received, Round, Ticked

Clock = Callable[[], str]
"""Returns the current time."""


def watch(shelf: Path, tell_time: Clock, seconds: int, rounds: int | None = None) -> Iterator[Round]:
    """Run rounds of the post office and yield the result of each, `rounds` times or without end.

    A round begins when mail comes, and otherwise after so many seconds.
    """
    due = 0.0
    with Arrivals(shelf) as arrivals:
        for number in count(1):
            if number != rounds:
                # The mail that this round finds shall not wake the next one.
                arrivals.note()
            is_due = ports.clock.monotonic() >= due
            yield go_round(shelf, tell_time(), fetches_only=not is_due)
            if number == rounds:
                return
            due = ports.clock.monotonic() + seconds if is_due else due
            arrivals.wait(due - ports.clock.monotonic())


def go_round(shelf: Path, now: str, *, fetches_only: bool = False) -> Round:
    """Open the post office for one round: see `run_round`."""
    with open_office(shelf, is_shared=True) as desk:
        return run_round(desk, now, fetches_only=fetches_only)


def run_round(desk: Office, now: str, *, fetches_only: bool = False) -> Round:
    """Fetch, tick and send once. A failed step does not stop the others; the next round repeats it.

    With `fetches_only`, for mail between two rounds, it skips the tick and the forums.
    """
    faults: list[str] = []
    receipts: list[Received] = []
    sent: list[Delivered] = []
    ticks: list[Ticked] = []
    with _keep(faults):
        outbox.release_left(desk)
    with _keep(faults):
        receipts.extend(_fetch(desk, now))
    if not fetches_only:
        with desk.alone():
            with _keep(faults):
                receipts.extend(discourse.fetch(desk, now))
            with _keep(faults):
                ticks.append(reminders.tick(desk, now))
            with _keep(faults):
                outbox.release(desk)
    with _keep(faults):
        sent.extend(_send(desk, now))
    return Round(
        received=tuple(receipts),
        ticked=ticks[0] if ticks else Ticked(now=now),
        sent=tuple(sent),
        faults=tuple(faults),
    )


@contextmanager
def _keep(faults: list[str]) -> Generator[None]:
    """Record the failure of a step and continue."""
    try:
        yield
    except Exception as error:
        faults.append(moderator.describe(error))


def _fetch(desk: Office, now: str) -> Iterator[Received]:
    """Receive waiting mail. A post office that is fed by a pipe has no inbox."""
    return inboxes.fetch(desk, now) if desk.settings.inbox else iter(())


def _send(desk: Office, now: str) -> Iterator[Delivered]:
    receiving.finish(desk, now)
    if outbox.list_waiting(desk):
        with carriers.open_carrier(desk) as carry:
            yield from outbox.send(desk, carry, now)
