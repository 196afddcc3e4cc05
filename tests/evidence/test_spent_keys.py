"""Keys that are spent: counted to the last entry, whatever that is."""

from pathlib import Path

import pytest

from referee.dice import chain as chance
from referee.dice.chain import RESERVE, Secrets, Spent
from referee.dice.proof import Chain
from referee.matches import journal, moderator_entries
from referee.matches.journal import verification
from referee.matches.matches import Match
from schemas.journal import Entry, Key
from tests.duels import AT, Send

JOURNAL = "journal.jsonl"


def entries(match: Match) -> tuple[Entry, ...]:
    return journal.read(match.folder / JOURNAL).entries


@pytest.mark.usefixtures("begun")
def test_no_key_is_spent_before_the_first_die(match: Match) -> None:
    assert chance.count_spent(entries(match)) == Spent(0, 0)
    assert verification.verify(match.folder / JOURNAL).keys == 0


@pytest.mark.usefixtures("begun")
def test_the_key_of_the_last_entry_counts_as_those_before_it(match: Match, send: Send) -> None:
    for number, side in enumerate(("red", "blue", "red"), 1):
        send("throw 1", side)
        last = entries(match)[-1].body.key
        assert last is not None
        assert last.n == number
        assert chance.count_spent(entries(match)) == Spent(0, number)
        assert chance.count_spent(entries(match)[:-1]) == Spent(0, number - 1)
        assert verification.verify(match.folder / JOURNAL).keys == number


@pytest.mark.usefixtures("begun")
def test_entries_without_dice_behind_it_spend_nothing(match: Match, send: Send, shelf: Path) -> None:
    send("throw 1", "red")
    send("peek", "blue")
    send("throw 9", "blue")
    moderator_entries.note(shelf, "duel", "seen", by=None, private=False, at=AT)

    assert chance.count_spent(entries(match)) == Spent(0, 1)
    assert verification.verify(match.folder / JOURNAL).keys == 1


@pytest.mark.usefixtures("begun")
def test_a_key_of_the_last_entry_stays_spent_when_that_is_taken_back(
    match: Match, send: Send, shelf: Path
) -> None:
    send("throw 1", "red")
    moderator_entries.retract(shelf, "duel", to=3, by=None, reason="a slip", at=AT)
    assert chance.count_spent(entries(match)) == Spent(0, 1)

    send("throw 1 # again", "red")
    assert chance.count_spent(entries(match)) == Spent(0, 2)
    assert verification.verify(match.folder / JOURNAL).keys == 2


DUE = [(RESERVE - 1, [False]), (RESERVE, [False, True]), (RESERVE + 1, [False, False, True])]


@pytest.mark.parametrize(("keys", "due"), DUE)
def test_a_new_chain_is_due_behind_the_first_key_that_leaves_too_few(keys: int, due: list[bool]) -> None:
    secrets = Secrets(seed="5e" * 32, hidden="c0" * 32, keys=keys)
    chain = Chain(secrets.anchor(), keys)

    met = [chain.is_due]
    for number in range(1, len(due)):
        assert list(chain.take(Key(n=number, k=secrets.key(number)))) == []
        met.append(chain.is_due)
    assert met == due
