"""What a side's copy of a skirmish cannot show, entry by entry: each was read and found to be so."""

from pathlib import Path

import pytest
import yaml

from referee.engine.machine import replay
from referee.engine.own_view.judgement import Seen
from referee.matches import history, journal
from referee.packs import binding
from referee.systems.skirmish.rules import Skirmish
from schemas.record import PUBLIC, REFEREE

LEFT = yaml.safe_load((Path(__file__).parent / "unjudged.yaml").read_text("utf-8"))
"""By viewer and entry, the facts of what is not judged, with the places of the events: 0 is the order."""


def list_left(path: Path, viewer: str, folder: Path) -> dict[int, dict[str, list[int]]]:
    copy = folder / "copy.jsonl"
    copy.write_bytes(b"".join(journal.copied(path, viewer)))
    kept = journal.read(copy)
    rules = binding.again(kept.header).rules
    assert isinstance(rules, Skirmish)
    state, found = rules.start(), dict[int, dict[str, list[int]]]()
    for entry in kept.entries:
        for move in history.moves_of(rules, entry) if entry.body.kind in {"order", "ruling"} else ():
            told = Seen(
                viewer, entry.body.side or REFEREE, move.order, move.events,
                kept.header.vocabulary, kept.header.format,
            )  # fmt: skip
            judgement = rules.judge_seen(state, told)
            assert not judgement.wrong, entry.body.seq
            for one in judgement.unjudged:
                found.setdefault(entry.body.seq, {}).setdefault(one.said.code, []).append(one.number)
            state = replay(rules, state, move.events)
    return found


@pytest.mark.parametrize("viewer", ["british", "german", PUBLIC])
def test_what_a_copy_cannot_show_is_listed_entry_by_entry(sap: Path, viewer: str, tmp_path: Path) -> None:
    assert list_left(sap, viewer, tmp_path) == LEFT[viewer]
