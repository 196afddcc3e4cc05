"""Many read while one files: each sees whole letters, and never an older position as a new one."""

import json
import multiprocessing
from hashlib import sha256
from itertools import islice
from multiprocessing.synchronize import Event
from pathlib import Path
from random import Random

import pytest

from referee.engine import machine
from referee.matches import journal, matches, opening
from referee.matches.judging import batches
from referee.matches.match_index import EntryIndex
from referee.matches.matches import Holder, Match
from referee.matches.snapshots import snapshot as folds
from referee.reports import logs
from schemas.record import to_json
from tests.loose_dice import LooseDice
from tests.systems import system_of

NAME = "verdun"
AT = "2026-12-01T20:00:00Z"
LETTERS = 40
SHORT = 3
"""The most orders of a letter."""

Seen = tuple[int, int, str]
"""What a reader saw: lines that were there before he asked, entries he was shown, and of which position."""


def _write_letter(match: Match, number: int) -> tuple[str, str]:
    """A letter of one or more orders; where dice decide, the later ones may be refused."""
    rules, state, dice = match.rules, match.position(), LooseDice(Random(number))
    side = rules.prompts(state)[0].side
    written = [f"# letter {number}"]
    while len(written) <= 1 + number % SHORT:
        asked = [prompt for prompt in rules.prompts(state) if prompt.side == side]
        if not asked:
            break
        orders = list(islice(rules.lawful(state, asked[0]), 1 + number % 5))
        state, _ = machine.play(rules, state, orders[-1], dice)
        written.append(system_of(rules).notation.write(orders[-1]))
    return side, "\n".join(written)


def _show(match: Match) -> str:
    return sha256(to_json(match.system.secrecy.view(match.position(), "referee")).encode()).hexdigest()


def _read(root: Path, over: Event, seen: "multiprocessing.Queue[list[Seen]]") -> None:
    """See what there is, again and again, until the writer has finished, and once more."""
    path, told = root / NAME / "journal.jsonl", list[Seen]()
    last = False
    while not last:
        last = over.is_set()
        lines = _count_filed(path.read_bytes())
        if len(told) % 3 == 2:
            (listed,) = logs.list_shelf(root, AT).matches
            assert not listed.fault
            told.append((lines, listed.entries, ""))
        else:
            match = matches.find(root, NAME)
            told.append((lines, len(match.entries), _show(match)))
    seen.put(told)


def _count_filed(text: bytes) -> int:
    """Entries of a journal without those that are being written."""
    return text.partition(b"\n\0")[0].count(b"\n") - (b"\n\0" not in text)


def test_concurrent_readers_see_whole_letters_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    readers: int = request.config.getoption("--readers")
    opening.open_match(tmp_path, NAME, "ttlm", at=AT, scenario="1916")

    fork = multiprocessing.get_context("fork")
    over, queue = fork.Event(), fork.Queue()
    running = [fork.Process(target=_read, args=(tmp_path, over, queue)) for _ in range(readers)]
    for process in running:
        process.start()
    ends = {len(matches.find(tmp_path, NAME).entries)}
    with Holder() as holder:
        for number in range(LETTERS):
            side, text = _write_letter(matches.find(tmp_path, NAME), number)
            line = json.dumps({"match": NAME, "side": side, "letter": text}).encode()
            batches.judge(tmp_path, line, number, at=AT, holder=holder)
            ends.add(journal.read(tmp_path / NAME / "journal.jsonl").head.seq)
    over.set()
    seen = [queue.get(timeout=60) for _ in running]
    for process in running:
        process.join(60)

    whole = matches.read(tmp_path / NAME / "journal.jsonl")
    last = len(whole.entries)
    assert last > LETTERS / 2
    truth = {end: _show_at(whole, end) for end in ends}
    for told in seen:
        assert told[-1][1] == last
        assert [entries for _, entries, _ in told] == sorted(entries for _, entries, _ in told)
        for lines, entries, shown in told:
            assert entries in ends, "half a letter"
            assert entries >= lines, "an old one"
            assert shown in {truth[entries], ""}
    fold = folds.load(tmp_path / NAME / "journal.jsonl")
    assert fold is not None
    assert fold.totals.count == last


def _show_at(whole: Match, end: int) -> str:
    state = EntryIndex().position(whole.rules, whole.entries[:end])
    return sha256(to_json(whole.system.secrecy.view(state, "referee")).encode()).hexdigest()
