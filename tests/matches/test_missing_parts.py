"""What a copy lacks is counted, and apart from it that without which nothing can be judged again."""

import pytest

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
