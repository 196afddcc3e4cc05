"""Two copies side by side: how far they tell the same, and the first entry that they tell otherwise."""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.evidence import comparison
from referee.matches import journal
from referee.matches.journal import Draft
from schemas.answers.evidence import Compared, Told
from schemas.journal import Header
from tests.evidence.conftest import AT, note

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path, header: Header, drafts: tuple[Draft, ...]) -> Write:
    """A copy of some entries, with what the header says otherwise and the entries that are others."""

    def written(name: str, count: int, others: dict[int, Draft] | None = None, **says: object) -> Path:
        path = tmp_path / f"{name}.jsonl"
        told = [(others or {}).get(seq, draft) for seq, draft in enumerate(drafts[:count], 1)]
        journal.create(path, replace(header, **says), *told, salt=lambda *_: "5a" * 16)
        return path

    return written


def told(path: Path, seq: int) -> Told:
    """An entry as a comparison tells it."""
    entry = journal.read(path).entries[seq - 1]
    return Told(seq=seq, seal=entry.seal, at=AT, kind=entry.body.kind, side=entry.body.side)


@pytest.mark.parametrize(("counts", "common"), [((8, 8), 8), ((8, 5), 5), ((5, 8), 5), ((0, 3), 0)])
def test_copies_of_one_game_are_alike_to_the_end_of_the_shorter_one(
    write: Write, counts: tuple[int, int], common: int
) -> None:
    first, second = (write(name, count) for name, count in zip(("first", "second"), counts, strict=True))

    assert comparison.compare(first, second) == Compared(
        first=str(first), second=str(second), match="verdun", common=common, ends=counts, parted=None
    )


@pytest.mark.parametrize("seq", [1, 3, 5])
def test_copies_differ_from_the_first_different_entry_on(write: Write, seq: int) -> None:
    first, second = write("first", 7), write("second", 5, {seq: note("another")})

    found = comparison.compare(first, second)
    assert (found.common, found.ends, found.match) == (seq - 1, (7, 5), "verdun")
    assert found.parted == (told(first, seq), told(second, seq))


def test_copies_of_two_games_differ_at_the_header(write: Write) -> None:
    found = comparison.compare(write("first", 2), write("second", 3, match="ypres"))

    assert (found.match, found.common, found.ends) == ("verdun", -1, (2, 3))
    assert found.parted is not None
    assert [(one.seq, one.at, one.kind, one.side) for one in found.parted] == 2 * [(0, AT, None, None)]
    assert found.parted[0].seal != found.parted[1].seal


def test_an_unfinished_line_is_not_an_entry(write: Write) -> None:
    first, second = write("first", 3), write("second", 3)
    second.write_bytes(second.read_bytes() + b'{"seal":"')

    found = comparison.compare(first, second)
    assert (found.common, found.ends, found.parted) == (3, (3, 3), None)
