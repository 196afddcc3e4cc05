"""What a copy lacks is counted, and apart from it that without which nothing can be judged again."""

import re

import pytest

from referee.faults import DataFault
from referee.matches import journal, moderator_entries
from referee.matches.journal import verification
from referee.matches.matches import Match
from tests.duels import AT, Send


@pytest.mark.parametrize("private", [False, True])
def test_missing_private_note_does_not_prevent_judging(
    match: Match, begun: None, send: Send, private: bool
) -> None:
    send("throw 1", "red")
    path = match.folder / "journal.jsonl"
    copy = path.with_name("red.jsonl")
    copy.write_bytes(b"".join(journal.copied(path, "red")))
    before = verification.verify(copy)
    moderator_entries.note(match.folder.parent, "duel", "seen", by=None, private=private, at=AT)
    copy.write_bytes(b"".join(journal.copied(path, "red")))
    after = verification.verify(copy)

    assert before.lacking == before.untold > 0
    assert (after.lacking - before.lacking > 0, after.untold - before.untold) == (private, 0)


def test_missing_parts_are_named_in_the_order_of_the_entry(match: Match, begun: None, send: Send) -> None:
    send("throw 1", "red")
    moderator_entries.reveal(match.folder.parent, "duel", unfinished=True, at=AT)
    path = match.folder / "journal.jsonl"
    path.write_bytes(re.sub(rb',"private":.*', b"}", path.read_bytes()))

    with pytest.raises(DataFault) as refused:
        verification.verify(path)

    readers = [str(complaint).partition("part for ")[2].split()[0] for complaint in refused.value.complaints]
    assert readers == sorted(readers)
    assert len(readers) > 2
