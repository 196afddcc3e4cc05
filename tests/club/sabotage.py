"""Bugs that are planted on purpose, each of which a club of some seed must notice."""

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from typing import Any

import pytest

from referee.dice.chain import EntryDice
from referee.faults import Complaint, Misuse
from referee.mail import handling, outbox
from referee.mail.office import Case, Office
from referee.mail.state import Memory
from referee.matches.journal import Draft, Unsynced, Writer
from referee.matches.journal.line import JournalFault
from referee.matches.shelf import JOURNAL
from referee.platform import files
from schemas.mail import Received
from schemas.record import Purpose
from tests.club.disk import Disk, path_of


def drop_sync_of_journals(patch: pytest.MonkeyPatch) -> None:
    """An append returns before its lines are on the disk."""
    fsync = Disk.fsync

    def sync_other_files(disk: Disk, descriptor: int) -> None:
        if path_of(descriptor).name != JOURNAL:
            fsync(disk, descriptor)

    patch.setattr(Disk, "fsync", sync_other_files)


def sync_journals_after_the_answers(patch: pytest.MonkeyPatch) -> None:
    """The answers of a group of letters are queued before its journals are on the disk."""
    kept: list[tuple[Unsynced, Any]] = []
    release, sync = outbox.release, Unsynced._sync

    def release_first(desk: Office) -> None:
        release(desk)
        while kept:
            unsynced, grown = kept.pop()
            sync(unsynced, grown)

    patch.setattr(Unsynced, "_sync", lambda unsynced, grown: kept.append((unsynced, grown)))
    patch.setattr(outbox, "release", release_first)


def drop_sync_of_folders(patch: pytest.MonkeyPatch) -> None:
    """A renamed file may have its old name after a power loss."""
    patch.setattr(files, "sync_folder", lambda _: None)


def know_letters_by_id_alone(patch: pytest.MonkeyPatch) -> None:
    """Another letter with the same Message-ID counts as the same letter."""

    def knows_letter(memory: Memory, message_id: str, *_: str) -> bool:
        question = "SELECT 1 FROM all_mails WHERE message_id = ? AND answered"
        return memory.ask(question, (message_id,)).fetchone() is not None

    patch.setattr(Memory, "knows_letter", knows_letter)


def note_mails_before_they_are_judged(patch: pytest.MonkeyPatch) -> None:
    """A mail counts as handled while its letter is judged, and each record reaches the disk by itself."""
    handle = handling.handle
    patch.setattr(outbox, "transaction", lambda _: nullcontext())

    def handle_noted(case: Case) -> Received:
        handling.remember(case, handling.give(case, "judged"))
        return handle(case)

    patch.setattr(handling, "handle", handle_noted)


def refuse_earlier_times(patch: pytest.MonkeyPatch) -> None:
    """A writer refuses an entry at a time before the last one: clocks step back, some by a day."""
    append = Writer.append

    def append_later(writer: Writer, *drafts: Draft, **how: Any) -> object:
        entries = writer.journal.entries
        if drafts and entries and drafts[0].at < entries[-1].body.at:
            raise Misuse(Complaint.of(JournalFault.TIME_WRONG, at=drafts[0].at))
        return append(writer, *drafts, **how)

    patch.setattr(Writer, "append", append_later)


def trust_the_clock(patch: pytest.MonkeyPatch) -> None:
    """Waiting mails keep a time that a clock which stepped back has not reached yet."""
    patch.setattr(files, "date_back", lambda _: None)


def leave_mails_of_dead_workers(patch: pytest.MonkeyPatch) -> None:
    """A round answers new letters before it releases the mails of a worker that died."""
    patch.setattr(outbox, "release_left", lambda _: None)


def load_the_dice(patch: pytest.MonkeyPatch) -> None:
    """Each die shows its highest face, whatever its key says. Only a verifier notices it."""
    throw = EntryDice.throw

    def throw_high(
        dice: EntryDice, purpose: str | Purpose, count: int, sides: int, start: int
    ) -> tuple[tuple[int, ...], int]:
        _, index = throw(dice, purpose, count, sides, start)
        return (sides,) * count, index

    patch.setattr(EntryDice, "throw", throw_high)


BUGS: Mapping[str, Callable[[pytest.MonkeyPatch], None]] = {
    plant.__name__: plant
    for plant in (
        drop_sync_of_journals,
        sync_journals_after_the_answers,
        drop_sync_of_folders,
        know_letters_by_id_alone,
        note_mails_before_they_are_judged,
        refuse_earlier_times,
        trust_the_clock,
        leave_mails_of_dead_workers,
        load_the_dice,
    )
}
