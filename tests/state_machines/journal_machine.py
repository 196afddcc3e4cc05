"""A journal between writers, readers, full disks, cut lines and restored backups, against a list of texts."""

import os
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import strategies as some
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from referee.faults import CannotWrite
from referee.matches import matches, opening
from referee.matches.journal import Draft, unsigned, verification
from referee.matches.shelf import JOURNAL
from referee.platform.ports import ports
from schemas.journal import Entry
from tests.duels import AT
from tests.ports import disk_with

NAME = "duel"
SIDES = ("red", "blue")
TEXTS = some.lists(some.sampled_from(["", "hop", "é\u2028", '"]}\n', "x" * 1100]), min_size=1, max_size=4)
TORN = some.sampled_from([b"{", b'{"seal":"', b'\0"seal":"0"}\n', b"\0" * 30])


class JournalMachine(RuleBasedStateMachine):
    """The model is the list of the texts that were filed, and what a backup had of it."""

    def __init__(self) -> None:
        super().__init__()
        self._folder = TemporaryDirectory()
        self.root = Path(self._folder.name) / "matches"
        opening.open_match(self.root, NAME, "toy", at=AT)
        self.path = self.root / NAME / JOURNAL
        self.filed: list[str] = []
        self.torn = b""
        self.backup: tuple[bytes, list[str]] | None = None
        self.aside = 0

    @rule(texts=TEXTS, side=some.sampled_from(SIDES))
    def append(self, texts: list[str], side: str) -> None:
        with matches.hold(self.root, NAME) as (writer, _):
            entries = writer.append(*(draft(side, text) for text in texts))
        assert [read_text(entry, side) for entry in entries] == texts
        self.filed += texts
        self.aside += bool(self.torn)
        self.torn = b""

    @rule(texts=TEXTS, room=some.integers(0, 400))
    def append_on_a_full_disk(self, texts: list[str], room: int) -> None:
        """The disk takes some bytes of the first write, and no more."""
        full = disk_with(write=lambda descriptor, content: os.write(descriptor, content[:room]))
        with matches.hold(self.root, NAME) as (writer, _):
            writer.set_torn_aside()
            self.aside += bool(self.torn)
            self.torn = b""
            with ports.use(disk=full), pytest.raises(CannotWrite):
                writer.append(*(draft("red", text) for text in texts))

    @precondition(lambda self: not self.torn)
    @rule(torn=TORN)
    def cut_a_write_off(self, torn: bytes) -> None:
        """A writer died in the middle of a line, or before its block was complete."""
        with self.path.open("ab") as file:
            file.write(torn)
        self.torn = torn

    @rule()
    def read_with_a_snapshot(self) -> None:
        match = matches.find(self.root, NAME)
        assert match.position() == matches.find_whole(self.root, NAME).position()

    @rule()
    def make_backup(self) -> None:
        whole = matches.find_whole(self.root, NAME).journal
        self.backup = self.path.read_bytes()[: whole.text_length], [*self.filed]

    @precondition(lambda self: self.backup is not None)
    @rule(in_place=some.booleans())
    def restore_backup(self, in_place: bool) -> None:
        """What was filed since is gone: no snapshot may bring it back."""
        assert self.backup is not None
        content, self.filed = self.backup[0], [*self.backup[1]]
        if not in_place:
            shutil.move(self.path, self.path.with_name("old"))
        self.path.write_bytes(content)
        self.torn = b""

    @invariant()
    def readers_see_what_was_filed(self) -> None:
        for match in (matches.find(self.root, NAME), matches.find_whole(self.root, NAME)):
            refusals = [entry for entry in match.entries if entry.body.kind == "refusal"]
            assert [read_text(entry, "referee") for entry in refusals] == self.filed
            assert match.journal.torn == self.torn
            assert match.journal.head.seq == len(match.entries)

    @invariant()
    def journal_verifies(self) -> None:
        report = verification.verify(self.path)
        assert report.head == matches.find(self.root, NAME).journal.head
        assert report.torn == len(self.torn)

    @invariant()
    def cut_text_is_kept_aside(self) -> None:
        assert len(list(self.path.parent.glob(f"{JOURNAL}.torn-*"))) == self.aside

    def teardown(self) -> None:
        self._folder.cleanup()


def draft(side: str, text: str) -> Draft:
    """Return the entry of a refused letter."""
    refusal = {"letter": "0" * 64, "text": text, "fallen": [], "unheard": [], "message_id": None}
    return unsigned("refusal", side, refusal, sides=SIDES, at=AT)


def read_text(entry: Entry, reader: str) -> str:
    """Return the text of an entry as one reader sees it."""
    return str(entry.private[reader]["text"])
