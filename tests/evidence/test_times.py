"""Times are moments in UTC: nothing else is sealed, and both verifiers refuse a journal with another text."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.evidence import standalone
from referee.faults import DataFault, Misuse
from referee.library import shelf
from referee.matches import clock
from referee.matches.journal import verification
from tests.evidence.conftest import AT, note
from tests.evidence.mutations import digest, write

WRONG = (
    "yesterday",
    "",
    "1914-08-04",
    "1914-08-04T06:00",
    "1914-08-04T06:00:00",
    "1914-08-04 06:00:00Z",
    "1914-08-04T06:00:00z",
    "1914-08-04T06:00:00+01:00",
    "1914-02-30T06:00:00Z",
    "1914-08-04T24:00:00Z",
    "1914-08-04T06:00:60Z",
    "0000-08-04T06:00:00Z",
    "1914-08-04T06:00:00Z\n",
    "١٩١٤-08-04T06:00:00Z",
)
RIGHT = (AT, "1914-08-04T06:00:00.125Z", "1914-08-04T06:00:00+00:00")


def forge(path: Path, line: int, at: str) -> None:
    """Write another time into a line, and seal it and all lines after it again."""
    lines = [json.loads(raw) for raw in path.read_bytes().splitlines()]
    lines[line]["body"]["at"] = at
    for before, it in zip([None, *lines], lines, strict=False):
        if before:
            it["body"]["prev"] = before["seal"]
        it["seal"] = digest(it["body"])
    path.write_bytes(b"".join(write(it) + b"\n" for it in lines))


@pytest.mark.parametrize("line", [0, 2])
@pytest.mark.parametrize("at", [*WRONG, *RIGHT], ids=repr)
def test_both_verifiers_refuse_every_other_text(running: Path, line: int, at: str) -> None:
    forge(running, line, at)
    ours = ""
    try:
        verification.verify(running)
    except DataFault as fault:
        ours = str(fault)
    _, theirs, _ = standalone.verified(str(running))

    assert bool(ours) is bool(theirs) is (at in WRONG)
    assert [seq for seq, _ in theirs] == [line][: at in WRONG]
    assert "is not a moment in UTC" in ours or at in RIGHT


@pytest.mark.parametrize("at", WRONG, ids=repr)
def test_nothing_else_is_sealed(file: Callable[..., Path], at: str) -> None:
    with pytest.raises(Misuse, match="is not a moment in UTC"):
        file(replace(note("late"), at=at))
    with pytest.raises(Misuse, match="is not a moment in UTC"):
        file(note("late"), at=at)


def test_the_library_takes_a_time_or_refuses_it() -> None:
    match = shelf.open_in_memory("ttlm", seed=1)
    head = match.head
    letter = match.options(limit=1)[0]
    for at in ("yesterday", ""):
        with pytest.raises(Misuse, match="is not a time"):
            match.submit(letter, at=at)
    assert match.head == head
    match.submit(letter, at="2026-12-01T20:00:00+02:00")
    entries = (line["body"] for line in map(json.loads, match.export().splitlines()[2:]))
    assert {body["at"] for body in entries} == {"2026-12-01T18:00:00Z"}


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("2026-12-01T20:00:00.5+02:00", "2026-12-01T18:00:00Z"),
        ("2026-12-01", "2026-12-01T00:00:00Z"),
        ("0914-08-04T06:00:00Z", "0914-08-04T06:00:00Z"),
    ],
)
def test_the_clock_writes_times_that_can_be_sealed(text: str, time: str) -> None:
    assert clock.now(text) == time
    assert clock.is_time(time)
