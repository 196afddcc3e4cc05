"""Two workers of a post office judge and answer each letter once, in the order of its match; none is lost."""

import mailbox
import multiprocessing
import os
import re
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import BrokenBarrierError
from typing import Any

import pytest

from referee.mail import outbox, receiving, seats, service
from referee.mail.delivery import inboxes
from referee.mail.office import FOLDER, open_office
from referee.mail.sharing import claims
from referee.mail.state import Memory
from referee.matches import matches, opening
from referee.matches.journal.unsynced import Unsynced
from schemas.mail import Delivered
from tests.mail.conftest import AT, SECRETS, Club

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no fork")

MATCHES = [f"m{number:02}" for number in range(6)]
LETTERS = ("pass", "report", "move everything to the moon")
"""The letters to each match, in their order."""

PENDING = ("inbox/new", f"matches/{FOLDER}/in", f"matches/{FOLDER}/out/new")

LONGEST = 60
"""Seconds that the workers of a test may take."""


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Club:
    """A club with a match for each of some players, whose letters wait in the inbox."""
    made = Club(tmp_path / "matches")
    made.set_up("address")
    for name in MATCHES:
        opening.open_match(made.shelf, name, "ttlm", at=AT, secrets=SECRETS)
    with open_office(made.shelf) as desk:
        for name in MATCHES:
            seats.take_seat(desk, name, "german", f"{name}@player.example")
        receiving.finish(desk, AT)
    made.send()
    for path in (tmp_path / "outgoing" / "new").iterdir():
        path.unlink()
    inbox = mailbox.Maildir(tmp_path / "inbox", create=True)
    for number, text in enumerate(LETTERS):
        for place, name in enumerate(MATCHES):
            head = (
                f"From: {name}@player.example\nTo: referee@club.example\nMessage-ID: <{number}.{name}@player>"
            )
            key = inbox.add(f"{head}\nSubject: [{name}]\n\n{text}\n")
            os.utime(tmp_path / "inbox" / "new" / key, (0, 100 * number + place))
    # Small groups let two workers meet more often.
    monkeypatch.setattr(inboxes, "MOST_TOGETHER", 3)
    return made


def work(club: Club) -> None:
    """Work until all mail is handled and sent, as `referee mail watch` does between two ticks."""
    while any(any((club.shelf.parent / name).iterdir()) for name in PENDING):
        service.go_round(club.shelf, AT, fetches_only=True)
        time.sleep(0.002)


def start(task: Callable[[], None]) -> int:
    """Run a task in a process of its own, and return the process."""
    if child := os.fork():
        return child
    try:
        task()
    except BaseException:
        os._exit(1)
    os._exit(0)


def wait_for(*children: int) -> list[int]:
    """Return how each process ended. A process that takes too long is killed."""
    until, ends = time.monotonic() + LONGEST, list[int]()
    for child in children:
        while (done := os.waitpid(child, os.WNOHANG)) == (0, 0):
            if time.monotonic() > until:
                os.kill(child, signal.SIGKILL)
            time.sleep(0.01)
        ends.append(os.waitstatus_to_exitcode(done[1]))
    return ends


def check(club: Club, most_sent: int = 1) -> None:
    """Each letter is judged once, in its order, and one mail that was sent at most so often answers it."""
    for name in MATCHES:
        kinds = [entry.body.kind for entry in matches.find_whole(club.shelf, name).entries]
        assert (kinds.count("order"), kinds.count("refusal")) == (1, 1)
        assert kinds.index("order") < kinds.index("refusal")
    sent: Counter[bytes] = Counter(mail.as_bytes() for mail in club.mails())
    assert max(sent.values()) <= most_sent
    answered = re.findall(r"^In-Reply-To: (<.*@player>)", b"\n".join(sent).decode(), re.MULTILINE)
    letters = [f"<{number}.{name}@player>" for number, _ in enumerate(LETTERS) for name in MATCHES]
    assert sorted(answered) == sorted(letters)
    done = len(list((club.shelf / FOLDER / "done").iterdir()))
    assert done == len(letters)


def test_two_workers_share_an_inbox_and_an_outbox(club: Club) -> None:
    assert wait_for(*(start(lambda: work(club)) for _ in range(2))) == [0, 0]

    check(club)


def test_workers_without_claims_send_a_mail_twice(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    both = multiprocessing.get_context("fork").Barrier(2)
    read_mail = outbox.message_from_bytes

    def meet() -> None:
        # The workers go on together, until one of them ends.
        with suppress(BrokenBarrierError):
            both.wait(LONGEST / 2)

    def take(_claims: object, _name: str) -> bool:
        meet()
        return True

    def read_together(raw: bytes, **how: Any) -> object:
        meet()
        return read_mail(raw, **how)

    def work_together() -> None:
        try:
            work(club)
        finally:
            both.abort()

    monkeypatch.setattr(claims.Claims, "_take", take)
    monkeypatch.setattr(outbox, "message_from_bytes", read_together)

    wait_for(*(start(work_together) for _ in range(2)))

    assert max(Counter(mail.as_bytes() for mail in club.mails()).values()) > 1


def kill_before(owner: Any, name: str, number: int) -> None:
    """Kill this process when it calls a function for the numbered time."""
    _patch(owner, name, number, kills_first=True)


def kill_after(owner: Any, name: str, number: int) -> None:
    """Kill this process when the numbered call of a function returns."""
    _patch(owner, name, number, kills_first=False)


def _patch(owner: Any, name: str, number: int, *, kills_first: bool) -> None:
    real, calls = getattr(owner, name), [0]

    def call(*values: object, **named: object) -> object:
        calls[0] += 1
        if kills_first and calls[0] == number:
            os.kill(os.getpid(), signal.SIGKILL)
        result = real(*values, **named)
        if calls[0] == number:
            os.kill(os.getpid(), signal.SIGKILL)
        return result

    setattr(owner, name, call)


POINTS: dict[str, tuple[Callable[[Any, str, int], None], object, str, int]] = {
    "before the claim": (kill_before, receiving, "claim", 1),
    "after the claim": (kill_after, receiving, "claim", 1),
    "after the mails are stored": (kill_before, receiving, "_handle_together", 1),
    "after the append": (kill_before, Unsynced, "sync_all", 1),
    "after the sync": (kill_after, Unsynced, "sync_all", 1),
    "after the commit": (kill_before, outbox, "release", 2),
    "after the answer is queued": (kill_before, Memory, "forget_outgoing", 1),
    "before the mail is put away": (kill_before, receiving, "_leave", 1),
    "between two mails": (kill_after, receiving, "_leave", 2),
    "before the send": (kill_before, outbox, "message_from_bytes", 1),
    "after the send": (kill_before, outbox, "_move", 1),
    "after the send is recorded": (kill_after, outbox, "_move", 1),
}


@pytest.mark.parametrize("point", POINTS)
def test_worker_that_is_killed_loses_and_doubles_nothing(club: Club, point: str) -> None:
    kill, owner, name, number = POINTS[point]
    read, write = os.pipe()

    def work_and_die() -> None:
        kill(owner, name, number)
        work(club)

    def work_beside() -> None:
        """Send nothing before the first worker is dead, or it might have nothing to send."""
        send = outbox.send

        def send_later(*values: Any) -> Iterator[Delivered]:
            os.read(read, 1)
            return send(*values)

        os.close(write)
        outbox.send = send_later
        work(club)

    dying, other = start(work_and_die), start(work_beside)
    os.close(write)
    os.close(read)
    ends = wait_for(dying, other)
    # Mails of a dead worker that are not in the outbox yet leave with the next tick.
    service.go_round(club.shelf, AT)

    assert ends == [-signal.SIGKILL, 0]
    check(club, most_sent=2 if point == "after the send" else 1)


def test_command_of_a_moderator_gets_in_between_busy_workers(club: Club) -> None:
    def share() -> None:
        with open_office(club.shelf, is_shared=True) as desk:
            while True:
                time.sleep(0.01)
                desk.finish_group()

    workers = [start(share) for _ in range(2)]
    try:
        time.sleep(0.1)
        with open_office(club.shelf, timeout=20) as desk:
            assert not desk.lock.is_shared
    finally:
        for worker in workers:
            os.kill(worker, signal.SIGKILL)
        wait_for(*workers)


def test_claim_of_a_worker_ends_with_it(club: Club) -> None:
    read, write = os.pipe()

    def claim() -> None:
        with open_office(club.shelf, is_shared=True) as desk:
            assert desk.claims.take("match m00")
            os.write(write, b".")
            time.sleep(LONGEST)

    worker = start(claim)
    os.read(read, 1)
    with open_office(club.shelf, is_shared=True) as desk:
        before = desk.claims.take("match m00"), desk.claims.take("match m01")
        os.kill(worker, signal.SIGKILL)
        wait_for(worker)
        assert (*before, desk.claims.take("match m00")) == (False, True, True)
