"""A post office with a planted bug: `python -m tests.mail.offices_with_bugs BUG mail watch ...`."""

import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from email.message import EmailMessage
from importlib import import_module
from pathlib import Path

from referee.__main__ import main
from referee.mail import handling, outbox, receiving
from referee.mail.office import Case, Office
from referee.mail.state import Memory
from schemas.mail import Delivered, Received

DELAY = 0.2
"""Seconds by which the entries are late: a kill in between is likely."""


def replace(owner: object, name: str, function: Callable[..., object]) -> None:
    """Put a function in the place of another one."""
    setattr(owner, name, function)


def answer_before_the_append() -> None:
    """The answers of a group leave before its entries are in their journals."""
    late: list[tuple[Path, bytes]] = []
    send = outbox.send

    def write_later(_: int, lines: Sequence[bytes], path: Path, *, syncs_end: bool = True) -> int:
        late.append((path, b"".join(lines)))
        return path.stat().st_size

    def send_first(desk: Office, carry: outbox.Carrier, now: str) -> Iterator[Delivered]:
        yield from send(desk, carry, now)
        time.sleep(DELAY)
        while late:
            path, text = late.pop(0)
            with path.open("ab") as journal:
                journal.write(text)

    # The package exports a function with the name of the module.
    replace(import_module("referee.matches.journal.writing"), "_write", write_later)
    replace(outbox, "send", send_first)


def forget_earlier_mails() -> None:
    """A mail that comes again is handled as a new one."""
    replace(receiving, "_is_known", lambda *_: False)
    replace(Memory, "knows_letter", lambda *_: False)


def note_mails_before_they_are_judged() -> None:
    """A mail counts as handled while its letter is judged, and each record reaches the disk by itself."""
    handle = handling.handle
    replace(outbox, "transaction", lambda _: nullcontext())

    def handle_noted(case: Case) -> Received:
        handling.remember(case, handling.give(case, "judged"))
        return handle(case)

    replace(handling, "handle", handle_noted)


def answer_the_other_side() -> None:
    """The answer to a letter goes to the other player of its match."""
    queue = outbox.queue

    def queue_for_other(desk: Office, key: str, mail: EmailMessage | None) -> tuple[str, ...]:
        if mail is not None and mail["Auto-Submitted"] == "auto-replied":
            side, _, rest = str(mail["To"]).partition(".")
            mail.replace_header("To", f"{'entente' if side == 'german' else 'german'}.{rest}")
        return queue(desk, key, mail)

    replace(outbox, "queue", queue_for_other)


BUGS: Mapping[str, Callable[[], None]] = {
    plant.__name__: plant
    for plant in (
        answer_before_the_append,
        answer_the_other_side,
        forget_earlier_mails,
        note_mails_before_they_are_judged,
    )
}

if __name__ == "__main__":
    BUGS[sys.argv[1]]()
    sys.argv = ["referee", *sys.argv[2:]]
    main()
