"""Endless rounds for a service (fetch, tick, send, wait), and the settings for systemd and cron."""

import shlex
import sys
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from referee.mail import moderator, outbox, receiving, reminders
from referee.mail.delivery import carriers, inboxes
from referee.mail.delivery.arrivals import Arrivals
from referee.mail.forums import discourse
from referee.mail.office import Office, open_office
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
            is_due = time.monotonic() >= due
            yield go_round(shelf, tell_time(), fetches_only=not is_due)
            if number == rounds:
                return
            due = time.monotonic() + seconds if is_due else due
            arrivals.wait(due - time.monotonic())


def go_round(shelf: Path, now: str, *, fetches_only: bool = False) -> Round:
    """Fetch, tick and send once. A failed step does not stop the others; the next round repeats it.

    With `fetches_only`, for mail between two rounds, it skips the tick and the forums.
    """
    faults: list[str] = []
    receipts: list[Received] = []
    sent: list[Delivered] = []
    ticks: list[Ticked] = []
    with open_office(shelf) as desk:
        with _keep(faults):
            receipts.extend(_fetch(desk, now))
        if not fetches_only:
            with _keep(faults):
                receipts.extend(discourse.fetch(desk, now))
            with _keep(faults):
                ticks.append(reminders.tick(desk, now))
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
            yield from outbox.send(desk, carry)


UNIT = """\
[Unit]
Description=The post office of {shelf}
After=network-online.target
Wants=network-online.target

[Service]
{account}ExecStart={command} mail watch --every {seconds} --shelf {shelf}
Restart=on-failure
RestartSec=60
UMask=0077
NoNewPrivileges=yes

[Install]
WantedBy={target}
"""
"""Template of a systemd unit."""

CRON = "*/{minutes} * * * * {command} mail watch --rounds 1 --quiet --shelf {shelf}\n"
"""Template of a crontab line."""


def write_unit(shelf: Path, seconds: int, account: str = "") -> str:
    """Return a systemd unit that runs the post office.

    It is a unit of the machine that runs as `account`, or a unit of the user if that is empty.
    """
    return UNIT.format(
        shelf=_quote(shelf),
        command=_find_command(),
        seconds=seconds,
        account=f"User={account}\n" if account else "",
        target="multi-user.target" if account else "default.target",
    )


def write_cron(shelf: Path, seconds: int) -> str:
    """Return a crontab line that runs the post office, in whole minutes."""
    minutes = min(59, max(1, seconds // 60))
    return CRON.format(shelf=_quote(shelf), command=_find_command(), minutes=minutes)


def _quote(shelf: Path) -> str:
    return shlex.quote(shelf.resolve().as_posix())


def _find_command() -> str:
    """Return a command that starts this program from any folder."""
    return f"{shlex.quote(sys.executable)} -m referee"
