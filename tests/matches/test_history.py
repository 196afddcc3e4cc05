"""A position is reached from any that came before it, and takebacks lead back to where a match stood."""

import pytest

from referee.matches import history, matches, moderating
from referee.matches.matches import Match
from tests.duels import AT, Send


@pytest.fixture
def played(match: Match, begun: None, send: Send) -> Match:
    """A match with throws, a refusal and a note."""
    send("throw 1", "red")
    send("throw 9", "blue")
    moderating.note(match.folder.parent, "duel", "seen", by=None, private=False, at=AT)
    send("peek", "blue")
    return matches.find(match.folder.parent, "duel")


def test_a_position_is_the_same_from_wherever_it_is_reached(played: Match) -> None:
    rules, entries = played.rules, played.entries
    whole = history.position(rules, entries)
    known = [history.position(rules, entries[:count]) for count in range(len(entries) + 1)]

    assert whole not in (known[0], known[1], known[2])
    for count, reached in enumerate(known):
        assert history.position(rules, entries, reached, count) == whole
        assert history.position(rules, entries[:count], reached, count) == reached


def test_a_takeback_leads_on_from_the_start_whatever_was_reached(played: Match) -> None:
    moderating.retract(played.folder.parent, "duel", to=4, by=None, reason="a slip", at=AT)
    entries = matches.find(played.folder.parent, "duel").entries
    stood = history.position(played.rules, entries[:4])
    reached = history.position(played.rules, entries[:-1])

    assert reached != stood
    for count in (4, len(entries) - 2, len(entries) - 1):
        before = history.position(played.rules, entries[:count])
        assert history.position(played.rules, entries, before, count) == stood, count
    assert history.position(played.rules, entries, stood, len(entries)) == stood
