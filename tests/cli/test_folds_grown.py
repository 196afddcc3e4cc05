"""A journal that grows is read on from its fold, and what the fold does not show of it is noticed."""

import struct
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.matches import matches
from referee.matches.journal import Draft
from referee.matches.journal.writing import identify_at
from referee.matches.snapshots import reading
from referee.matches.snapshots import snapshot as folds
from referee.matches.snapshots.reading import FoldedJournal
from referee.matches.snapshots.snapshot import Fold
from tests.cli.conftest import Table, open_cache


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(open_cache(tmp_path / "cache").parent))


def note(text: str) -> Draft:
    return Draft(kind="note", at="2026-12-01T20:00:00Z", side="referee", public={"text": text})


def test_a_journal_that_grew_is_what_a_reader_finds(liege: Table) -> None:
    with matches.Holder() as holder, holder.hold(liege.folder.parent, "liege") as (writer, _):
        writer.append(note("seen"), note("seen again"))
        grown = writer.journal
        assert isinstance(grown, FoldedJournal)
        assert grown.totals.count == len(grown.entries)

    read = reading.read_whole(liege.journal)
    assert (grown.head, grown.text_length, len(grown.entries)) == (
        read.head,
        liege.journal.stat().st_size,
        len(read.entries),
    )
    assert grown.totals.list_parts() == read.totals.list_parts()
    assert grown.lines.pack() == read.lines.pack()


def test_entry_longer_than_the_read_buffer_is_read(liege: Table) -> None:
    long = "seen " * 20_000
    with matches.Holder() as holder, holder.hold(liege.folder.parent, "liege") as (writer, _):
        writer.append(note(long), note("and more"))

    read = reading.read(liege.journal)
    assert read.lines.kept == len(read.entries)
    assert read.entries[-2].body.public["text"] == long


def test_a_fold_that_says_where_its_last_entry_ends_says_so_rightly(liege: Table) -> None:
    fold = show(liege)
    (end,) = struct.unpack("Q", fold.starts[-8:])
    moved = replace(fold, starts=fold.starts[:-8] + struct.pack("Q", end + 1))

    carry_on(liege.journal, moved, "ends elsewhere")


def test_more_in_a_file_that_seems_untouched_is_noticed(liege: Table) -> None:
    fold, count = show(liege), len(liege.lines) - 1
    assert liege.command("note", "liege", "one more").code == 0
    seeming = replace(fold, identity=identify_at(liege.journal))
    assert folds.save(liege.journal, seeming)

    carry_on(liege.journal, seeming, "more was filed")
    assert len(reading.read(liege.journal).entries) == count + 1


def show(liege: Table) -> Fold:
    """The fold that a reader leaves behind."""
    assert liege.command("show", "liege").code == 0
    fold = folds.load(liege.journal)
    assert fold is not None
    return fold


def carry_on(journal: Path, fold: Fold, refused: str) -> None:
    """Read a journal on from a fold, which does not fit."""
    with journal.open("rb") as file, pytest.raises(ValueError, match=refused):
        reading._Reading(file, journal, fold.identity).carry_on(fold)
