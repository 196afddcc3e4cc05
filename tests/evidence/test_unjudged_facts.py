"""What a side's copy of a skirmish cannot show, entry by entry: each was read and found to be so."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from referee.engine.copy_check import CopiedMove, Judgement
from referee.engine.machine import replay
from referee.evidence import match_verification
from referee.matches import history, journal
from referee.matches.history import Move
from referee.packs import rulesets
from referee.systems.skirmish.rules import Skirmish
from schemas.journal import Entry
from schemas.record import PUBLIC, REFEREE, Rolled
from tests.systems import system_of

LEFT = yaml.safe_load((Path(__file__).parent / "unjudged.yaml").read_text("utf-8"))
"""By viewer and entry, the facts of what is not judged, with the places of the events: 0 is the order."""


def judge(path: Path, viewer: str, folder: Path) -> Iterator[tuple[Entry, Move, Judgement]]:
    """What is said of each move as the copy of a viewer tells it."""
    copy = folder / "copy.jsonl"
    copy.write_bytes(b"".join(journal.copied(path, viewer)))
    kept = journal.read(copy)
    rules = rulesets.again(kept.header).rules
    assert isinstance(rules, Skirmish)
    state = rules.start()
    for entry in kept.entries:
        for move in history.moves_of(rules, entry) if entry.body.kind in {"order", "ruling"} else ():
            told = CopiedMove(
                viewer, entry.body.side or REFEREE, move.order, move.events,
                kept.header.vocabulary, kept.header.format,
            )  # fmt: skip
            judgement = system_of(rules).secrecy.judge_seen(state, told)
            assert not judgement.wrong, entry.body.seq
            yield entry, move, judgement
            state = replay(rules, state, move.events)


def list_left(path: Path, viewer: str, folder: Path) -> dict[int, dict[str, list[int]]]:
    found = dict[int, dict[str, list[int]]]()
    for entry, _, judgement in judge(path, viewer, folder):
        for one in judgement.unjudged:
            found.setdefault(entry.body.seq, {}).setdefault(one.said.fact.code, []).append(one.number)
    return found


@pytest.mark.parametrize("viewer", ["british", "german", PUBLIC])
def test_unjudged_facts_of_a_copy_are_listed_by_entry(sap: Path, viewer: str, tmp_path: Path) -> None:
    assert list_left(sap, viewer, tmp_path) == LEFT[viewer]


@pytest.mark.parametrize("viewer", ["british", "german", PUBLIC])
def test_a_view_counts_judged_and_unjudged_facts(sap: Path, viewer: str, tmp_path: Path) -> None:
    counts = Counter[str]()
    for entry, move, judgement in judge(sap, viewer, tmp_path):
        left = {one.number for one in judgement.unjudged}
        if entry.body.kind == "order":
            counts.update(orders=1, orders_judged=0 not in left)
        for number, event in enumerate(move.events, 1):
            thrown = [roll for roll in event.rolls if roll.faces] if isinstance(event, Rolled) else []
            counts.update(events=1, rolls=len(thrown))
            if number not in left:
                counts.update(events_judged=1, rolls_judged=len(thrown))

    view = match_verification.verify(tmp_path / "copy.jsonl").own_view
    assert view is not None
    assert {name: getattr(view, name) for name in counts} == counts
    assert len(counts) == 6
    assert counts["rolls"] > 0
    assert {one.entry for one in view.unjudged} == LEFT[viewer].keys()
