"""A batch holds its matches open, and answers every letter as if each had come alone."""

import json
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import BinaryIO

import pytest

from referee.dice import chain
from referee.faults import DataFault, Fault
from referee.matches import history, journal, matches, moderator_entries, opening
from referee.matches.journal import Journal
from referee.matches.judging import batches
from referee.matches.match_index import EntryIndex
from referee.matches.matches import Holder, Match
from referee.matches.snapshots import reading
from referee.reports import letter_answers
from schemas.record import to_json
from tests.great_war.matches import record

AT = record.AT
NAME = "eastern-decisive"
SEED = 3
ORDERS = 60

Between = Callable[[Path], object]
"""What another writer does."""


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """The orders of a recorded match, a letter each, and between them letters that are amiss."""
    path = tmp_path_factory.mktemp("recorded") / "journal.jsonl"
    path.write_bytes(record.unpacked(NAME))
    recorded = matches.read(path)
    steps = list(history.steps(recorded.rules, recorded.entries))
    orders = [move.order for step in steps for move in step.moves if move.order is not None]
    sides = recorded.header.sides
    written = [
        line
        for number, order in enumerate(orders[:ORDERS])
        for line in _letters(number, order.side, recorded.system.notation.write(order), sides)
    ]
    names = ("match", "side", "letter")
    return [json.dumps(dict(zip(names, line, strict=True))).encode() for line in written]


def _letters(number: int, side: str, text: str, sides: tuple[str, ...]) -> Iterator[tuple[str, str, str]]:
    if number % 6 == 5:
        yield NAME, sides[sides[0] == side], text
    mail = f"From: a@example.org\nMessage-ID: <{number}@example.org>\n\n{text}\n"
    yield NAME, side, mail if number % 4 == 3 else text
    if number % 5 == 4:
        yield NAME, side, mail if number % 2 else text
    if number % 7 == 6:
        yield NAME, side, f"answers: {number // 2}\n{text}"
    if number % 8 == 7:
        yield NAME, side, "when losses: no such thing"
        yield NAME, side, "forget all"
    if number % 9 == 8:
        yield NAME, side, f"Message-ID: <{number - 1}@example.org>\n\n{text} and more\n"


def _filed(
    root: Path,
    lines: list[bytes],
    holder: Holder | None,
    between: dict[int, Between],
    patch: pytest.MonkeyPatch,
) -> tuple[list[str], bytes]:
    """The answers to some letters, and the journal after them."""
    salts = (f"{number:032x}" for number in count())
    patch.setattr(chain, "salt", lambda: next(salts))
    opening.open_match(
        root, NAME, "aac", at=AT, scenario="campaign", options={"fortify": "yes"},
        secrets=record.secrets_of(NAME, SEED), format=2,
    )  # fmt: skip
    told: list[str] = []
    for number, line in enumerate(lines, start=1):
        if number in between:
            between[number](root)
        try:
            told.append(
                to_json(letter_answers.answer(batches.judge(root, line, number, at=AT, holder=holder)))
            )
        except Fault as fault:
            told.append(str(fault))
    return told, (root / NAME / "journal.jsonl").read_bytes()


def _both(
    tmp_path: Path, lines: list[bytes], between: dict[int, Between], patch: pytest.MonkeyPatch
) -> tuple[list[str], bytes]:
    """What comes of letters that come alone, and that a batch gives the same."""
    alone = _filed(tmp_path / "alone", lines, None, between, patch)
    held = _filed(tmp_path / "held", lines, Holder(), between, patch)
    # The name of the shelf is in no answer but a complaint about a file.
    assert held == alone
    return alone


def _read_counted(patch: pytest.MonkeyPatch) -> list[Path]:
    """The journals that are read from now on."""
    read: list[Path] = []
    honest = reading.read_from

    def read_from(file: BinaryIO, path: Path) -> Journal:
        read.append(path)
        return honest(file, path)

    patch.setattr(reading, "read_from", read_from)
    return read


def _carry_on_as_from_the_first(match: Match) -> None:
    """What the past comes to, carried on, is what counting from the first entry gives: at every entry."""
    past, rules, whole = EntryIndex(), match.rules, match.entries
    last = len(whole)
    for seq in (*range(1, last + 1), 5, last // 2, last - 1, last):
        entries = whole[:seq]
        assert past.position(rules, entries) == history.position(rules, entries)
        assert past.count_spent(entries) == chain.count_spent(entries)
        assert past.find_reveal(entries) is None
        for side in match.header.sides:
            assert past.count_spent_by(side, entries) == chain.count_spent_by(side, entries)
            assert past.advance_entry(side, entries) == history.advance_entry(entries, side)
            for entry in entries:
                if digest := entry.private.get(side, {}).get("letter"):
                    same = [one for one in entries if one.private.get(side, {}).get("letter") == digest]
                    assert past.letters(entries).list_with_digest(side, str(digest)) == same


def _note(root: Path) -> None:
    moderator_entries.note(root, NAME, "another writes", by=None, private=False, at=AT)


def _take_back(root: Path) -> None:
    *_, before, _ = history.standing(matches.find(root, NAME).entries)
    moderator_entries.retract(root, NAME, to=before.body.seq, by=None, reason="a slip", at=AT)


def test_batch_equals_single_letters(
    tmp_path: Path, lines: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    told, _ = _both(tmp_path, lines, {}, monkeypatch)
    accepted = [answer for answer in told if '"code":""' in answer]
    assert len(accepted) >= ORDERS // 2
    assert len(told) - len(accepted) >= ORDERS // 3
    assert any('"again":true' in answer for answer in told)


def test_batch_sees_entries_of_other_writers(
    tmp_path: Path, lines: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    def send_alone(root: Path) -> None:
        batches.judge(root, lines[40], 40, at=AT)

    between: dict[int, Between] = {12: _note, 30: _take_back, 40: send_alone, 60: _take_back}
    _, filed = _both(tmp_path, lines[:64], between, monkeypatch)
    assert filed.count(b'"kind":"retract"') == 2
    _carry_on_as_from_the_first(matches.find(tmp_path / "held", NAME))


def test_batch_reads_journal_again_after_other_writer(
    tmp_path: Path, lines: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    between: dict[int, Between] = {10: _note, 15: _note}
    read = _read_counted(monkeypatch)
    _filed(tmp_path, lines[:20], Holder(), between, monkeypatch)
    # The notes were filed by somebody who reads for himself.
    assert len(read) == 3 + len(between)


def test_journal_changed_without_lock_is_read_again(
    tmp_path: Path, lines: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    def change(root: Path) -> None:
        path = root / NAME / "journal.jsonl"
        path.write_bytes(path.read_bytes().replace(b'"at":"2026', b'"at":"2025'))

    told, _ = _filed(tmp_path, lines[:12], Holder(), {8: change}, monkeypatch)
    assert all("was changed after it was sealed" in answer for answer in told[7:])


def test_interrupted_writer_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opening.open_match(tmp_path, NAME, "aac", at=AT, scenario="campaign")
    holder = Holder()
    with holder.hold(tmp_path, NAME):
        pass
    path = tmp_path / NAME / "journal.jsonl"
    path.write_bytes(path.read_bytes() + b'{"seal"')
    with holder.hold(tmp_path, NAME) as (writer, match):
        assert match.journal.torn == b'{"seal"'
        writer.append(journal.Draft(kind="note", at=AT, public={"text": "on"}))
    read = _read_counted(monkeypatch)
    with holder.hold(tmp_path, NAME) as (writer, _):
        assert (writer.journal.torn, len(writer.journal.entries)) == (b"", 2)
    assert not read
    assert tuple(writer.journal.entries) == journal.read(path).entries
    assert writer.journal.head == journal.read(path).head


MISSHAPEN = {
    b"": (1, "expecting value"),
    b"{": (2, ""),
    b'{"match": "west", "letter": 3}': (29, "`letter`"),
    b'{"match": "west", "letter": "pass", "sid": "german"}': (37, "`sid`"),
    b'{"side": "german", "letter": "pass"}': (1, "`match` is missing"),
    b"[]": (1, ""),
    b'{"match": "west", "letter": "\xff"}': (1, "this line contains no letter"),
}
"""Lines that are no letters, the columns of what is wrong, and what that is."""


@pytest.mark.parametrize(("line", "told"), MISSHAPEN.items())
def test_fault_of_line_has_place_in_batch(tmp_path: Path, line: bytes, told: tuple[int, str]) -> None:
    with pytest.raises(DataFault) as fault:
        batches.judge(tmp_path, line, 7, at=AT)

    (complaint,) = fault.value.complaints
    assert complaint.place is not None
    assert (complaint.place.line, complaint.place.column) == (7, told[0])
    assert told[1] in complaint.text
