"""Power loss during an append: whatever reached the disk, a journal holds all entries of a letter or none.

A disk keeps what was synced. Of later writes it may keep each unit of 512 or 4,096 bytes, in any order, and
any length of the file between the old and the new one; a unit that was never written reads as zero bytes.
"""

import os
import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest

from referee.evidence import standalone
from referee.faults import DataFault
from referee.matches import journal
from referee.matches.journal import Draft
from referee.platform.ports import ports
from schemas.journal import Header
from tests.evidence.test_interruptions import AT, NOTES, TORN
from tests.ports import disk_with

UNITS = (512, 4096)
"""Bytes of a unit that a disk writes at once."""

FEW_UNITS = 10
"""Highest number of open units of which every combination is tried. Of more, a sample is drawn."""

SAMPLE = 400
"""Number of combinations that are drawn."""


class Call(NamedTuple):
    """A call that changes a file: its name, and for a write its position and text."""

    name: str
    at: int = 0
    text: bytes = b""


@contextmanager
def recording(path: Path) -> Iterator[list[Call]]:
    """Record the calls of this block that change one file."""
    calls: list[Call] = []

    def note(descriptor: int, call: Call) -> None:
        if os.path.samestat(os.fstat(descriptor), path.stat()):
            calls.append(call)

    def write(descriptor: int, text: bytes) -> int:
        note(descriptor, Call("write", os.lseek(descriptor, 0, os.SEEK_CUR), bytes(text)))
        return os.write(descriptor, text)

    def sync(descriptor: int) -> None:
        note(descriptor, Call("sync"))
        os.fsync(descriptor)

    def cut(descriptor: int, length: int) -> None:
        note(descriptor, Call("cut", length))
        os.ftruncate(descriptor, length)

    with ports.use(disk=disk_with(write=write, fsync=sync, ftruncate=cut)):
        yield calls


def apply(content: bytes, call: Call) -> bytes:
    if call.name == "cut":
        return content[: call.at].ljust(call.at, b"\0")
    return content[: call.at].ljust(call.at, b"\0") + call.text + content[call.at + len(call.text) :]


def crash_states(
    before: bytes, calls: list[Call], unit: int, rng: random.Random
) -> Iterator[tuple[bytes, bool]]:
    """Yield the contents that a power loss may leave, and whether all calls were made before it."""
    for count in range(len(calls) + 1):
        durable, current = before, before
        for call in calls[:count]:
            if call.name == "sync":
                durable = current
            else:
                current = apply(current, call)
        for state in mix(durable, current, unit, rng):
            yield state, count == len(calls)


def mix(durable: bytes, current: bytes, unit: int, rng: random.Random) -> Iterator[bytes]:
    """Yield the mixtures of the synced and the current content of a file."""
    size = max(len(durable), len(current))
    old, new = durable.ljust(size, b"\0"), current.ljust(size, b"\0")
    starts = [at for at in range(0, size, unit) if old[at : at + unit] != new[at : at + unit]]
    choices = list(product((False, True), repeat=len(starts))) if len(starts) <= FEW_UNITS else [
        tuple(rng.random() < share for _ in starts) for share in (0.1, 0.5, 0.9) for _ in range(SAMPLE)
    ]  # fmt: skip
    shortest, longest = sorted((len(durable), len(current)))
    lengths = {shortest, longest, *range(shortest - shortest % unit + unit, longest, unit)}
    lengths |= {rng.randint(shortest, longest) for _ in range(3)}
    for taken, length in product(choices, sorted(lengths)):
        content = bytearray(old)
        for at, is_new in zip(starts, taken, strict=True):
            if is_new:
                content[at : at + unit] = new[at : at + unit]
        yield bytes(content[:length])


def record_append(path: Path, drafts: list[Draft]) -> tuple[bytes, list[Call]]:
    """Append some drafts, and return the content before and the calls."""
    before = path.read_bytes()
    with recording(path) as calls, journal.writing(path) as writer:
        writer.append(*drafts)
    return before, calls


def create(path: Path, header: Header, length: int) -> None:
    """Make a journal whose first entry has a text of some length, so that units end at other places."""
    path.unlink(missing_ok=True)
    journal.create(path, header, Draft(kind="note", at=AT, public={"text": "x" * length}))


FAULT = -1
"""Result of a state that cannot be read."""


def read_states(path: Path, before: bytes, calls: list[Call], unit: int) -> Counter[tuple[bool, int]]:
    """Count the crash states of an append to a journal of one entry by their results.

    A result is whether the append had returned, and the number of added entries in the journal.
    """
    results: Counter[tuple[bool, int]] = Counter()
    probe = path.with_name("probe.jsonl")
    for state, is_done in crash_states(before, calls, unit, random.Random(unit)):
        probe.write_bytes(state)
        try:
            results[is_done, len(journal.read(probe).entries) - 1] += 1
        except DataFault:
            results[is_done, FAULT] += 1
    return results


def check_states(path: Path, before: bytes, calls: list[Call], unit: int, added: int) -> int:
    """Check that no crash state has a part of an append, or lacks one that had returned."""
    results = read_states(path, before, calls, unit)
    assert results.keys() <= {(False, 0), (False, added), (True, added)}
    return results.total()


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("lines", [1, 3])
def test_each_state_after_power_loss_has_all_entries_or_none(
    path: Path, header: Header, unit: int, lines: int, record_property: Callable[[str, object], None]
) -> None:
    count = 0
    for length in (10, 300, 700, 3000, 3500):
        create(path, header, length)
        before, calls = record_append(path, NOTES[:lines])
        count += check_states(path, before, calls, unit, lines)
    record_property("states", count)
    assert count > 50


@pytest.mark.parametrize("unit", UNITS)
def test_power_loss_while_a_torn_line_is_set_aside_loses_nothing(
    path: Path, header: Header, unit: int
) -> None:
    create(path, header, 700)
    path.write_bytes(path.read_bytes() + TORN + b"x" * 600)
    before, calls = record_append(path, NOTES)

    assert [call.name for call in calls] == ["cut", "sync", "write", "sync", "write", "sync"]
    assert check_states(path, before, calls, unit, len(NOTES)) > 20


UNSYNCED = {
    "the block": (1, {(False, 1), (False, 2), (False, FAULT)}),
    "its first byte": (2, {(True, 0)}),
}
"""Syncs by number, and the results without them: a part of an append, and a lost one."""


@pytest.mark.parametrize("name", UNSYNCED)
def test_each_sync_of_an_append_is_needed(path: Path, header: Header, name: str) -> None:
    number, unsafe = UNSYNCED[name]
    create(path, header, 700)
    before, calls = record_append(path, NOTES)
    del calls[[at for at, call in enumerate(calls) if call.name == "sync"][number]]

    assert read_states(path, before, calls, 512).keys() >= unsafe


def test_line_that_another_process_left_unsynced_is_synced_before_an_append(
    path: Path, header: Header
) -> None:
    """A process that was killed before it synced leaves such a line; it may be lost, but not torn."""
    create(path, header, 700)
    before = path.read_bytes()
    record_append(path, NOTES[:1])
    earlier = Call("write", len(before), path.read_bytes()[len(before) :])
    _, (first, *calls) = record_append(path, NOTES[1:])

    results = read_states(path, before, [earlier, first, *calls], 512)

    assert results.keys() <= {(False, 0), (False, 1), (False, len(NOTES)), (True, len(NOTES))}
    assert (False, FAULT) in read_states(path, before, [earlier, *calls], 512)


def test_zero_bytes_before_filed_lines_are_a_fault(path: Path, header: Header) -> None:
    """A damaged disk is not a power loss: lines after the damage are never set aside by themselves."""
    create(path, header, 700)
    record_append(path, NOTES)
    text = bytearray(path.read_bytes())
    start = text.index(b"\n", text.index(b"\n") + 1) + 200
    text[start : start + 100] = bytes(100)
    path.write_bytes(text)

    with pytest.raises(DataFault, match="entry 2"):
        journal.read(path)


def test_both_verifiers_pass_over_lines_that_a_power_loss_cut(path: Path, header: Header) -> None:
    create(path, header, 700)
    whole = path.read_bytes()
    for tail in (b"\0\0\0", b"\0" * 600 + b'"seal"}\n{"seal"', b'{"seal":"' + bytes(40) + b'"}\n'):
        path.write_bytes(whole + tail)
        *_, torn = standalone.verified(str(path))

        assert journal.read(path).torn == tail
        assert torn
