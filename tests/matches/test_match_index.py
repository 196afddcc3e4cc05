"""What the entries of a match come to is what a count from its raw lines gives."""

import json
from pathlib import Path
from typing import Any

import pytest

from referee.dice.chain import Spent
from referee.matches import history, matches, moderator_entries
from referee.matches.match_index import MOST_POSITIONS, EntryIndex
from referee.matches.matches import Match
from referee.matches.snapshots import totals
from referee.matches.snapshots.reading import STRIDE
from tests.duels import AT, Send
from tests.examples import format_2
from tests.great_war.matches import record

Line = dict[str, Any]

MAILED = "Message-ID: <{name}@example.org>\nSubject: [duel]\n\n{text}\n"


def _list_stands(lines: list[Line]) -> list[list[int]]:
    """The entries that stood after each entry, counted on a list that a takeback goes back to as it was."""
    after: list[list[int]] = [[]]
    for seq, line in enumerate(lines, 1):
        body = line["body"]
        kept = after[body["public"]["to"]] if body["kind"] == "retract" else after[-1]
        after.append([*kept, seq] if body["kind"] in {"order", "ruling"} else kept)
    return after


def _find_last(stands: list[list[int]], seq: int) -> int | None:
    return None if seq in stands[-1] else max(count for count, stood in enumerate(stands) if seq in stood)


def _first(lines: list[Line], kind: str, side: str | None = None) -> int | None:
    found = (seq for seq, line in enumerate(lines, 1) if line["body"]["kind"] == kind)
    return next((seq for seq in found if side in {None, lines[seq - 1]["body"].get("side")}), None)


def _spend(lines: list[Line]) -> Spent:
    chain, keys = 0, 0
    for line in lines:
        if line["body"]["kind"] == "anchor":
            chain, keys = chain + 1, 0
        elif key := line["body"].get("key"):
            keys = key["n"]
    return Spent(chain, keys)


def _spend_own(lines: list[Line], side: str) -> Spent:
    parts = [line.get("private", {}).get(side, {}) for line in lines]
    keys = [part["key"]["n"] for part in parts if "key" in part]
    return Spent(sum("anchor" in part for part in parts), keys[-1] if keys else 0)


def _advance(lines: list[Line], side: str) -> int | None:
    kept = (
        seq
        for seq, line in enumerate(lines, 1)
        if line["body"]["kind"] == "advance" and "kept" in line.get("private", {}).get(side, {})
    )
    return max(kept, default=None)


def _letters(lines: list[Line], side: str, mark: str, value: str) -> list[int]:
    parts = [line.get("private", {}).get(side, {}) for line in lines]
    return [seq for seq, part in enumerate(parts, 1) if part.get(mark) == value]


def _check(match: Match, past: EntryIndex, count: int, lines: list[Line]) -> None:
    """Hold what is remembered of the first so many entries against the lines."""
    entries, first = match.entries[:count], lines[:count]
    stands = _list_stands(first)
    assert past.standing(entries) == tuple(stands[-1])
    for seq in {seq for stood in stands for seq in stood}:
        assert past.find_last(entries, seq) == _find_last(stands, seq)
    assert past.count_spent(entries) == _spend(first)
    assert past.find_first_order(entries) == _first(first, "order")
    assert _seq(past.find_reveal(entries)) == _first(first, "reveal")
    sides = {side: _first(first, "phrase", side) for side in match.header.sides}
    assert {side: entry.body.seq for side, entry in past.phrases(entries).items()} == {
        side: seq for side, seq in sides.items() if seq
    }
    for side in (*match.header.sides, "referee"):
        assert past.count_spent_by(side, entries) == _spend_own(first, side)
        assert _seq(past.advance_entry(side, entries)) == _advance(first, side)
        last: Line = first[-1].get("private", {}).get(side, {}) if first else {}
        known = past.letters(entries)
        for mark, find in (("letter", known.list_with_digest), ("message_id", known.list_with_message_id)):
            if value := last.get(mark):
                found = sorted({entry.body.seq for entry in find(side, value)})
                assert found == _letters(first, side, mark, value)
                assert find("somebody", value) == []
                assert find(side, value + ".") == []


def _seq(entry: Any) -> int | None:
    return entry and entry.body.seq


def _play(send: Send, match: Match) -> None:
    """A duel with phrases, mails, orders in advance, secret throws, takebacks, a second hand and a reveal."""
    send("phrase: over the top", "red")
    for name, side, text in (("a", "red", "hide 2"), ("b", "blue", "hide 5")):
        send(MAILED.format(name=name, text=text), side)
    send("when act: throw 1", "blue")
    send("bluff 3\nthrow 2", "red")
    send(MAILED.format(name="c", text="throw 1"), "red")
    send("throw 1", "blue")
    moderator_entries.retract(match.folder.parent, match.name, to=5, by=None, reason="a slip", at=AT)
    send("throw 1", "red")
    send("bluff 1", "blue")
    moderator_entries.retract(match.folder.parent, match.name, to=4, by=None, reason="again", at=AT)
    send("bluff 2", "red")
    send("throw 2", "blue")
    moderator_entries.reveal(match.folder.parent, match.name, unfinished=True, at=AT)


@pytest.fixture
def duel(send: Send, match: Match) -> Match:
    _play(send, match)
    return matches.find(match.folder.parent, match.name)


def _lines(match: Match) -> list[Line]:
    text = (match.folder / "journal.jsonl").read_text()
    return [json.loads(line) for line in text.splitlines()[1:]]


def _check_all(match: Match, every: int = 1) -> set[str]:
    """Check it as it grows, and looked back on from the end; returns what was met."""
    lines, grown = _lines(match), EntryIndex()
    for count in {*range(0, len(lines), every), len(lines)}:
        _check(match, grown, count, lines)
        _check(match, match.past, count, lines)
    parts = [part for line in lines for part in line.get("private", {}).values()]
    return {line["body"]["kind"] for line in lines} | {name for part in parts for name in part}


def test_index_of_duel_matches_its_lines(duel: Match) -> None:
    kinds = {"phrase", "order", "refusal", "advance", "retract", "reveal"}
    assert _check_all(duel) >= kinds | {"kept", "letter", "message_id"}


def test_index_of_secret_rolls_matches_lines(tmp_path: Path) -> None:
    assert _check_all(format_2.play("skirmish", "sap", tmp_path)) >= {"order", "key", "letter"}


@pytest.mark.parametrize("war", ["phrased", "eastern-decisive"])
def test_index_of_war_matches_its_lines(war: str, tmp_path: Path) -> None:
    path = tmp_path / war / "journal.jsonl"
    path.parent.mkdir()
    path.write_bytes(record.unpacked(war))
    assert _check_all(matches.find(tmp_path, war), every=11) >= {"order", "reveal", "letter"}


def test_match_read_backwards_is_not_replayed_for_each_position(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "eastern-decisive" / "journal.jsonl"
    path.parent.mkdir()
    path.write_bytes(record.unpacked("eastern-decisive"))
    match = matches.find(tmp_path, "eastern-decisive")
    last = STRIDE * 2 - 2
    match.past.position(match.rules, match.entries[:last])
    replayed: list[int] = []
    after = history.after

    def count_replayed(rules: Any, state: Any, events: Any, entry: Any) -> Any:
        replayed.append(entry.body.seq)
        return after(rules, state, events, entry)

    monkeypatch.setattr(history, "after", count_replayed)

    for count in range(last, last - MOST_POSITIONS, -1):
        match.past.position(match.rules, match.entries[:count])

    assert len(replayed) < 2 * STRIDE


def test_letters_with_equal_fingerprint_are_distinct(
    send: Send, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(totals, "_fingerprint", lambda *_: 7)
    _play(send, match)
    _check_all(matches.find(match.folder.parent, match.name))
