"""Lines are read as they are stored, and nothing gets by that the reader who spells again would refuse."""

import gc
import gzip
import re
from collections.abc import Iterator
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from random import Random

import pytest

from referee.i18n.translator import Saying, saying
from referee.matches import journal
from referee.matches.journal import line, reading, stored_entries
from referee.matches.journal.line import Broken
from schemas.journal import Entry

RECORDED = Path(__file__).parents[1] / "great_war" / "matches" / "last-season.jsonl.gz"
FRAME = re.compile(rb'\{"seal":"[0-9a-f]{64}","body":(?P<body>.*?)(?:,"private":(?P<private>\{.*\}))?\}')

SPOILT = [
    (rb"(\d)(?=[,}\]])", rb"\1.0"),
    (rb"(\d)(?=[,}\]])", rb"\1e2"),
    (rb"([:,\[])(\d)", rb"\g<1>-0"),
    (rb"([:,\[])(\d+)", rb"\g<1>9007199254740992"),
    (rb"([:,\[])(\d+)", rb"\g<1>-9007199254740993"),
    (rb"([:,\[])(\d+)", rb"\g<1>123456789012345678901234567890"),
    (rb"([:,\[])(\d+)", rb"\g<1>NaN"),
    (rb"([:,\[])(\d+)", rb"\g<1>true"),
    (rb"([:,\[])(\d+)", rb"\g<1>[1]"),
    (rb"([,:])", rb"\1 "),
    (rb"([,{])", rb"\1\n"),
    (rb'"([a-z])', rb'"\\u0041'),
    (rb'"([a-z])', rb'"\\/'),
    (rb'"([a-z])', rb'"\\ud800'),
    (rb'"([a-z])', b'"\x01'),
    (rb'"([a-z])', rb'"\\u001F'),
    (rb'"([a-z])', '"e\u0301'.encode()),
    (rb'"([a-z])', b'"\xff'),
    (rb'"([a-z])', b'"\xed\xa0\x80'),
    (rb'"([a-z]+)":', '"\\1é":'.encode()),
    (rb'"([a-z]+)":', '"\\1é\\\\"":'.encode()),
    (rb'"([a-z-]+)":("?[a-z0-9]+"?),', rb'"\1":\2,"\1":\2,'),
    (rb'("[a-z-]+":[^,{\[]+),("[a-z-]+":[^,{\[}]+)([,}])', rb"\2,\1\3"),
    (rb'"[a-z]+":"?[a-z0-9]+"?,', rb""),
    (rb'"([a-z]+)":', rb'"more":1,"\1":'),
    (rb'"salt":"([0-9a-f]+)"', rb'"salt":1'),
    (rb'"[0-9a-f]{64}"', rb'"ABCD"'),
]
"""Spellings and shapes that no honest line has, put where a pattern fits."""


def slowly(raw: bytes, seq: int, prev: str) -> Entry | str:
    """What the reader who spells a line again makes of it: an entry, or what is wrong."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stored_entries, "entry", lambda *_: None)
        return outcome(raw, seq, prev)


def outcome(raw: bytes, seq: int, prev: str) -> Entry | str:
    try:
        return reading.entry(raw, seq, prev)
    except Broken as fault:
        return f"{fault.column}: {fault.said}"


@pytest.fixture(scope="module")
def recorded() -> list[bytes]:
    """The entries of a recorded match as they are stored."""
    return gzip.decompress(RECORDED.read_bytes()).splitlines()[1:]


def refuse(raw: bytes, prev: str, proved: str) -> None:
    """A quick reader that is sure of no line."""
    assert raw
    assert prev != proved


def sealed(body: bytes, private: bytes | None) -> bytes:
    """A line of somebody who has the pen: its seal is right."""
    tail = b"" if private is None else b',"private":' + private
    return b'{"seal":"%b","body":%b%b}' % (sha256(body).hexdigest().encode(), body, tail)


def spoil(raw: bytes, pattern: bytes, other: bytes, generator: Random) -> Iterator[bytes]:
    """A line with something spoilt in its body, and in a private part that it commits to all the same."""
    parts = FRAME.fullmatch(raw)
    assert parts is not None
    body, private = parts["body"], parts["private"]
    if found := list(re.finditer(pattern, body)):
        at = generator.choice(found)
        yield sealed(body[: at.start()] + at.expand(other) + body[at.end() :], private)
    if private is not None and (found := list(re.finditer(pattern, private))):
        at = generator.choice(found)
        spoilt = private[: at.start()] + at.expand(other) + private[at.end() :]
        yield sealed(body, spoilt)
        yield sealed(commit_to(body, private, spoilt), spoilt)


def commit_to(body: bytes, private: bytes, spoilt: bytes) -> bytes:
    """The body, with the digests of parts that differ put in the place of those it has."""
    for before, now in zip(slices(private), slices(spoilt), strict=False):
        body = body.replace(sha256(before).hexdigest().encode(), sha256(now).hexdigest().encode())
    return body


def slices(private: bytes) -> list[bytes]:
    return (
        re.split(rb',(?="[a-z]+":\{[^{}]*"salt")', private[private.index(b":") + 1 : -1]) if private else []
    )


def prev_of(raw: bytes) -> str:
    """The seal that a line says it comes after."""
    return re.findall(rb'"prev":"([0-9a-f]+)"', raw)[0].decode()


def test_an_honest_line_is_read_once_and_says_what_the_slow_reader_reads(recorded: list[bytes]) -> None:
    for seq, raw in enumerate(recorded, 1):
        entry = stored_entries.entry(raw, prev_of(raw))
        assert entry is not None
        assert entry == slowly(raw, seq, entry.body.prev)
    assert not all(map(bytes.isascii, recorded))


@pytest.mark.parametrize(("pattern", "other"), SPOILT)
def test_both_readers_accept_the_same_lines(recorded: list[bytes], pattern: bytes, other: bytes) -> None:
    generator, refused = Random(str((pattern, other))), 0
    for seq, raw in enumerate(recorded[::20], 1):
        for forged in spoil(raw, pattern, other, generator):
            due = slowly(forged, 20 * seq - 19, prev_of(raw))
            quick = stored_entries.entry(forged, prev_of(raw))
            assert quick is None or quick == due
            refused += isinstance(due, str)
    assert refused


def test_faults_have_the_text_of_the_slow_reader(recorded: list[bytes]) -> None:
    first, second = recorded[:2]
    prev = prev_of(second)
    for forged in (second[:-1], second.replace(b'"kind"', b'"kinD"'), b"", first, second + b" "):
        assert outcome(forged, 2, prev) == slowly(forged, 2, prev)


def test_a_line_that_was_proved_before_is_not_spelled_again(recorded: list[bytes]) -> None:
    raw = next(raw for raw in recorded if raw.isascii())
    prev = prev_of(raw)
    entry = stored_entries.entry(raw, prev)
    assert entry is not None
    respelled = raw.replace(b'","body":', b'", "body":', 1)
    assert stored_entries.entry(respelled, prev) is stored_entries.entry(respelled, prev, "0" * 64) is None
    assert stored_entries.entry(respelled, prev, entry.seal) == entry
    # What the seal does not cover is refused even so.
    otherwise = raw.replace(entry.body.at.encode(), b"2" * len(entry.body.at))
    assert stored_entries.entry(otherwise, prev, entry.seal) is None


def test_a_line_that_comes_after_another_one_is_a_doubt(recorded: list[bytes]) -> None:
    raw = next(raw for raw in recorded if raw.isascii())
    entry = stored_entries.entry(raw, prev_of(raw))
    assert entry is not None
    assert stored_entries.entry(raw, entry.seal) is stored_entries.entry(raw, entry.seal, entry.seal) is None


def test_a_line_that_lacks_private_parts_commits_to_digests_all_the_same(recorded: list[bytes]) -> None:
    body = next(parts["body"] for raw in recorded if (parts := FRAME.fullmatch(raw)) and parts["private"])
    commit = re.findall(rb'"[a-z]+":"([0-9a-f]{64})"', body[body.index(b'"commit"') : body.index(b'"key"')])

    assert len(commit) > 1
    assert stored_entries.entry(sealed(body, None), prev_of(body)) is not None
    for digest in commit:
        assert stored_entries.entry(sealed(body.replace(digest, b"ab"), None), prev_of(body)) is None


def test_a_number_too_great_is_found_wherever_it_stands(recorded: list[bytes]) -> None:
    parts = FRAME.fullmatch(recorded[0])
    assert parts is not None
    body: bytes = parts["body"]
    prev = prev_of(body)
    for number in (2**53 - 1, -(2**53) + 1):
        fine = sealed(body.replace(b'"public":{', b'"public":{"a":%d,' % number), None)
        assert stored_entries.entry(fine, prev) is None
    for text in (b"[%d]" % 2**53, b"[1,%d]" % 2**53, b'{"b":-%d}' % 2**64, b'["",[[%d]]]' % 2**53):
        bent = sealed(body.replace(b'"public":{', b'"public":{"a":' + text + b","), None)
        assert stored_entries.entry(bent, prev) is None
    for bent in (
        re.sub(rb'"seq":\d+', b'"seq":%d' % 2**53, body),
        re.sub(rb'"key":(null|\{[^}]+\})', b'"key":{"k":"%064d","n":%d}' % (0, 2**53), body),
    ):
        assert bent != body
        assert stored_entries.entry(sealed(bent, None), prev) is None


def test_a_journal_of_both_kinds_of_lines_is_read_alike(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_bytes(gzip.decompress(RECORDED.read_bytes()))
    whole = journal.read(path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stored_entries, "entry", refuse)
        assert journal.read(path) == whole


UNCANONICAL = {
    b'{"seal":"00","body":{"a":1.5}}': saying("{number} is not a whole number", number="1.5"),
    b'{"seal":"00","body":{"a":12345678901234567890}}': saying("a number is too large"),
    b'{"seal":"00","body":{"a":"\\ud800"}}': saying("a text contains half a character"),
}


@pytest.mark.parametrize(("raw", "said"), UNCANONICAL.items())
def test_faults_of_values_are_translated(raw: bytes, said: Saying) -> None:
    with pytest.raises(Broken) as broken:
        line.read(raw)

    assert broken.value.said.parts["problem"] == said


@pytest.mark.parametrize("working", [True, False])
def test_reading_leaves_the_collector_of_garbage_as_it_was(working: bool) -> None:
    text = BytesIO(gzip.decompress(RECORDED.read_bytes()))
    before = gc.isenabled()
    try:
        (gc.enable if working else gc.disable)()
        reading.read_from(text, RECORDED)
        assert gc.isenabled() is working
    finally:
        (gc.enable if before else gc.disable)()
