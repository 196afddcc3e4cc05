"""No byte of a finished journal can be flipped, added or taken out without the line being named.

Every change is judged line by line, by the functions with which `verify` reads a line after the seal before
it; of some changes the whole file is verified as well, to show that this comes to the same.
"""

from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import pytest

from referee.faults import DataFault
from referee.matches.journal import reading, verification
from referee.matches.journal.line import Broken
from schemas.journal import Head

ADDED = b"0 \n\xc3"
STRIDE = 997
"""Prime, so that a sample meets lines at ever other places."""

EACH = 3
"""Of so many bytes of a line one is changed; with `--exhaustive` all of them are."""


class Change(NamedTuple):
    """What a line becomes, its newline included, and how many lines further down that has to show."""

    line: bytes
    later: int = 0


Changes = Callable[[bytes, int, bool], Iterator[Change]]


def flips(line: bytes, at: int, every: bool) -> Iterator[Change]:
    for bit in range(8) if every else (at % 8,):
        yield Change(b"%b%c%b" % (line[:at], line[at] ^ 1 << bit, line[at + 1 :]))


def removals(line: bytes, at: int, every: bool) -> Iterator[Change]:
    yield Change(line[:at] + line[at + 1 :])


def additions(line: bytes, at: int, every: bool) -> Iterator[Change]:
    for byte in ADDED if every else ADDED[at % 4 : at % 4 + 1]:
        # A newline before a newline makes an empty line after a whole one.
        late = byte == line[at] == ord("\n")
        yield Change(b"%b%c%b" % (line[:at], byte, line[at:]), later=int(late))


CHANGES = (flips, removals, additions)


class Example:
    """The journal of the example, and who is to blame for a change to one of its lines."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.lines = path.read_bytes().splitlines(keepends=True)
        journal = reading.read(path)
        self.seals = (journal.header_seal, *(entry.seal for entry in journal.entries))
        self.head = journal.head

    def named(self, n: int, line: bytes) -> int | None:
        """The line that reading names when this stands in place of line n, both counted from nought."""
        onwards = line + b"".join(self.lines[n + 1 : n + 2])
        if n == 0:
            return named(lambda: reading.read_from(BytesIO(onwards), self.path))
        seal = self.seals[n - 1]
        for seq, raw in enumerate(onwards.split(b"\n")[:-1], n):
            try:
                seal = reading.entry(raw, seq, seal).seal
            except Broken:
                return seq
        return None

    def changed(self, n: int, line: bytes) -> bytes:
        """The whole file with this in place of line n."""
        return b"".join([*self.lines[:n], line, *self.lines[n + 1 :]])


def named(read: Callable[[], object]) -> int | None:
    """The line that a complaint is about, counted from nought; `None` if there is none."""
    try:
        read()
    except DataFault as fault:
        broken = fault
    else:
        return None
    (complaint,) = broken.complaints
    assert complaint.place is not None
    assert broken.exit_code == 65
    return complaint.place.line - 1


@pytest.fixture(scope="module")
def example(example_shelf: Path) -> Example:
    return Example(example_shelf / "liege" / "journal.jsonl")


def last_newline(example: Example, n: int, at: int) -> bool:
    """Whether a byte ends the file: without it the last line is torn, which only a head can tell."""
    return n == len(example.lines) - 1 and at == len(example.lines[n]) - 1


def places(example: Example, lines: Iterable[int], stride: int = 1) -> Iterator[tuple[int, int]]:
    for n in lines:
        for at in range(n % stride, len(example.lines[n]), stride):
            if not last_newline(example, n, at):
                yield n, at


@pytest.mark.parametrize("changes", CHANGES)
def test_no_byte_can_be_changed_without_its_line_being_named(
    example: Example, changes: Changes, request: pytest.FixtureRequest
) -> None:
    every = bool(request.config.getoption("--exhaustive"))
    tried, stride = 0, 1 if every else EACH
    for n, at in places(example, range(len(example.lines)), stride):
        for change in changes(example.lines[n], at, every):
            tried += 1
            assert example.named(n, change.line) == n + change.later, (n, at, change.line[at - 20 : at + 20])
    assert tried >= (sum(map(len, example.lines)) - 1) // stride - len(example.lines)


def sampled(example: Example) -> Iterator[tuple[int, int]]:
    """Some bytes of the header and of the last line, and a few of all others."""
    last = len(example.lines) - 1
    yield from places(example, [0], EACH)
    yield from places(example, [last], 5)
    yield from places(example, range(1, last), STRIDE)


@pytest.mark.parametrize("changes", CHANGES)
def test_the_whole_file_is_verified_to_the_same_end(
    example: Example, changes: Changes, tmp_path: Path
) -> None:
    path = tmp_path / "journal.jsonl"
    for n, at in sampled(example):
        for change in changes(example.lines[n], at, False):
            path.write_bytes(example.changed(n, change.line))
            assert named(lambda: verification.verify(path)) == n + change.later, (n, at)


def test_the_example_as_it_is_holds(example: Example) -> None:
    assert verification.verify(example.path, example.head).head == example.head
    assert [example.named(n, line) for n, line in enumerate(example.lines)] == [None] * len(example.lines)
    assert len(example.lines) == example.head.seq + 1 == 68


def test_a_recorded_head_shows_a_cut_in_the_last_line(example: Example, tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    *before, last = example.lines
    for end in range(0, len(last), 7):
        path.write_bytes(b"".join([*before, last[:end]]))
        assert verification.verify(path).torn == end
        with pytest.raises(DataFault, match=f"entry {example.head.seq} was cut off") as fault:
            verification.verify(path, example.head)
        assert fault.value.exit_code == 65


def test_a_kept_head_finds_lines_that_were_cut_off_and_history_that_was_rewritten(
    example: Example, tmp_path: Path
) -> None:
    path = tmp_path / "journal.jsonl"
    for n in range(1, len(example.lines)):
        path.write_bytes(b"".join(example.lines[:n]))
        assert named(lambda: verification.verify(path, example.head)) == n - 1
    for n in range(len(example.lines)):
        with pytest.raises(
            DataFault, match=f"journal.jsonl:{n + 1}:1: entry {n} does not have its known seal"
        ):
            verification.verify(example.path, Head(seq=n, seal="0" * 64))
