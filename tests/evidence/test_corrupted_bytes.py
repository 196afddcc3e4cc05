"""Nothing before the last newline can be changed without being found, and the line is named."""

import gzip
import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from io import BytesIO
from itertools import islice
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.faults import DataFault
from referee.matches.journal import reading, verification
from referee.matches.journal.reading import Journal
from schemas.journal import Head

FLIPS = (0x01, 0x20, 0x80)
ADDED = b"0 \n\xc3"

EACH = 3
"""One of so many changes is tried, at each place another one; with `--exhaustive` all of them are."""


def read(text: bytes) -> Journal:
    return reading.read_from(BytesIO(text), Path("journal.jsonl"))


def named(text: bytes) -> int | None:
    """The line that reading names as broken; `None` if it believes all."""
    try:
        read(text)
    except DataFault as fault:
        (complaint,) = fault.complaints
        assert complaint.place is not None
        return complaint.place.line
    return None


def line_of(text: bytes, at: int) -> int:
    return text[:at].count(b"\n") + 1


@pytest.fixture
def text(whole: Path) -> bytes:
    return whole.read_bytes()


def flips(text: bytes) -> Iterator[tuple[int, bytes]]:
    for at, byte in enumerate(text[:-1]):
        # Begin at another bit for each byte, so that a sample holds all of them.
        for number in range(len(FLIPS)):
            yield at, b"%b%c%b" % (text[:at], byte ^ FLIPS[(at + number) % len(FLIPS)], text[at + 1 :])


def removals(text: bytes) -> Iterator[tuple[int, bytes]]:
    return ((at, text[:at] + text[at + 1 :]) for at in range(len(text) - 1))


def additions(text: bytes) -> Iterator[tuple[int, bytes]]:
    for at in range(len(text)):
        for byte in ADDED:
            # A newline before a newline makes an empty line after a whole one.
            late = byte == text[at] == ord("\n")
            yield at + late, text[:at] + bytes([byte]) + text[at:]


@pytest.fixture
def lines_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """What an entry reads as depends on what it is read with: those before a change are read once."""
    monkeypatch.setattr(reading, "entry", lru_cache(maxsize=64)(reading.entry))


@pytest.mark.usefixtures("lines_are_remembered")
@pytest.mark.parametrize(("changes", "first"), [(flips, 0), (removals, 1), (additions, 2)])
def test_no_byte_can_be_changed_without_its_line_being_named(text, changes, first, pytestconfig) -> None:
    each = 1 if pytestconfig.getoption("--exhaustive") else EACH
    unnoticed = [
        (at, changed[at - 20 : at + 20])
        for at, changed in islice(changes(text), first % each, None, each)
        if named(changed) != line_of(changed, at)
    ]
    assert unnoticed == []


def test_no_line_can_be_removed_doubled_or_moved(text: bytes) -> None:
    lines = text.splitlines(keepends=True)
    for n in range(len(lines) - 1):
        assert named(b"".join(lines[:n] + lines[n + 1 :])) == n + 1
        assert named(b"".join([*lines[: n + 1], lines[n], *lines[n + 1 :]])) == n + 2
        for m in range(n + 1, len(lines)):
            moved = lines.copy()
            moved[n], moved[m] = moved[m], moved[n]
            assert named(b"".join(moved)) == n + 1
    assert named(text + lines[-1]) == len(lines) + 1


def test_a_line_of_another_match_does_not_fit(text: bytes, header, drafts, tmp_path: Path) -> None:
    from referee.matches import journal

    other = tmp_path / "other.jsonl"
    journal.create(other, replace(header, match="marne"), *drafts)
    lines, others = text.splitlines(keepends=True), other.read_bytes().splitlines(keepends=True)
    for n in range(1, len(lines)):
        assert named(b"".join([*lines[:n], others[n], *lines[n + 1 :]])) == n + 1


def test_a_last_line_cut_anywhere_is_torn_and_does_not_count(text: bytes) -> None:
    start = text.rindex(b"\n", 0, -1) + 1
    whole = read(text)
    for end in range(start + 1, len(text)):
        cut = read(text[:end])
        assert cut.entries == whole.entries[:-1]
        assert cut.torn == text[start:end]
        assert cut.text_length == start
        assert cut.head == Head(seq=whole.head.seq - 1, seal=whole.entries[-2].seal)


def test_a_recorded_head_shows_a_cut_at_every_line(whole: Path) -> None:
    text = whole.read_bytes()
    kept = read(text).head
    ends = [match.end() for match in re.finditer(b"\n", text)]
    assert verification.verify(whole, kept).head == kept
    for end in ends[:-1]:
        for torn in (b"", b'{"seal":'):
            whole.write_bytes(text[:end] + torn)
            with pytest.raises(DataFault, match=f"entry {kept.seq} was cut off"):
                verification.verify(whole, kept)


def test_an_unfinished_header_is_refused(text: bytes) -> None:
    for end in (0, 1, text.index(b"\n")):
        with pytest.raises(DataFault, match=r"journal\.jsonl:1:1: the header is missing or unfinished"):
            read(text[:end])


def test_a_header_that_was_never_finished_cannot_be_verified(whole: Path) -> None:
    whole.write_bytes(whole.read_bytes()[:40])
    with pytest.raises(DataFault, match="1:1: the header is missing or unfinished"):
        verification.verify(whole)


def test_faults_have_a_text_and_a_place(text: bytes) -> None:
    lines = text.splitlines(keepends=True)

    def said(n: int, old: bytes, new: bytes) -> str:
        assert old in lines[n]
        with pytest.raises(DataFault) as fault:
            read(b"".join([*lines[:n], lines[n].replace(old, new, 1), *lines[n + 1 :]]))
        return str(fault.value)

    assert said(3, b"Alli", b"Elli") == (
        "journal.jsonl:4:1: entry 3 was changed after it was sealed: its seal does not match its text"
    )
    assert said(2, b'"cards":[4,2]', b'"cards":[4,3]') == (
        "journal.jsonl:3:1: entry 2 was changed after it was sealed: "
        "the private part for german is not the one committed to"
    )
    assert said(2, b'"private":{"german"', b'"private":{"allied"') == (
        "journal.jsonl:3:1: entry 2 has a private part for allied that its body does not commit to"
    )
    assert said(0, b'"body":', b'"body": ') == ("journal.jsonl:1:83: the header is not spelled canonically")
    assert said(0, b"verdun", b"verdu\xff") == "journal.jsonl:1:556: the header is not UTF-8 text"
    assert (
        said(5, b'"body":', b'"body"') == "journal.jsonl:6:82: entry 5 is not JSON: Expecting ':' delimiter"
    )
    assert read(b"".join(lines)).head.seq == 9
    with pytest.raises(DataFault, match="4:1: entry 3 does not follow the line before it"):
        read(b"".join(lines[:3] + lines[4:]))


def quote(text: bytes) -> bytes:
    return b"".join(b"> " + line for line in text.splitlines(keepends=True))


def wrap(text: bytes) -> bytes:
    return b"\n".join(text[at : at + 76] for at in range(0, len(text), 76))


CHANGED_BY_PROGRAMS: Mapping[str, tuple[Callable[[bytes], bytes], str]] = {
    "CR LF": (lambda text: text.replace(b"\n", b"\r\n"), "CR LF"),
    "a byte order mark": (lambda text: b"\xef\xbb\xbf" + text, "put a mark before it"),
    "UTF-16": (lambda text: text.decode().encode("utf-16"), "saved it as UTF-16"),
    "gzip": (gzip.compress, "packed with gzip"),
    "a ZIP archive": (lambda text: b"PK\x03\x04" + text, "unpack it"),
    "a quotation": (quote, "attached file"),
    "wrapped lines": (wrap, "broke the line in two"),
    "a footer": (lambda text: text + b"-- \nmy club\n", "added text here"),
}


@pytest.mark.parametrize("program", CHANGED_BY_PROGRAMS)
def test_a_copy_that_another_program_changed_gets_a_remedy(text: bytes, program: str) -> None:
    change, remedy = CHANGED_BY_PROGRAMS[program]
    with pytest.raises(DataFault) as fault:
        read(change(text))
    assert remedy in fault.value.complaints[0].remedy


def test_a_changed_letter_gets_no_remedy(text: bytes) -> None:
    with pytest.raises(DataFault) as fault:
        read(text.replace(b"german", b"gernam"))
    assert fault.value.complaints[0].remedy == ""
