"""Committed phrases: no one chooses decks and dice, and both verifiers require the order of the steps."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee.dice.chain import EntryDice, shuffle_items
from referee.dice.format3 import digest_phrases
from referee.evidence import match_verification, standalone
from referee.faults import DataFault, Fault, Misuse, NotYours, Stale
from referee.matches import history, matches, moderator_entries, opening
from referee.matches.judging import submission
from referee.reports import documents, publishing
from tests.evidence.committed import AT, FORGERIES, MATCH, PHRASES, SIDES, add, commit, digest, play
from tests.evidence.forger import Forgery
from tests.evidence.refiled import SECRETS


def send(shelf: Path, side: str, text: str) -> Any:
    return submission.submit(
        shelf, MATCH, submission.open_letter("letter.txt", text.encode(), side=side, at=AT)
    )


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """A match that waits for both digests."""
    opening.open_match(tmp_path, MATCH, "ttlm", at=AT, secrets=SECRETS, phrases="committed")
    return tmp_path


@pytest.fixture
def dealt(shelf: Path) -> Path:
    """The journal of a match that was dealt after both phrases, and played on by one order."""
    return play(shelf)


def test_nothing_is_dealt_before_the_phrases(shelf: Path) -> None:
    match = matches.find(shelf, MATCH)

    assert history.list_awaited_sides(match.rules, match.position()) == ()
    for side in SIDES:
        text = " ".join(publishing.publish(documents.report(match, side), "text").split())
        assert "phrase: digest" in text
        assert "The match is over" not in text
    with pytest.raises(Stale):
        send(shelf, "german", "pass\n")


@pytest.mark.parametrize("by_letter", [False, True])
def test_deal_follows_the_last_phrase(shelf: Path, by_letter: bool) -> None:
    for side in SIDES:
        if by_letter:
            send(shelf, side, f"phrase: digest {digest(PHRASES[side])}\n")
        else:
            commit(shelf, side)
    for side in SIDES:
        assert moderator_entries.is_undealt(matches.find(shelf, MATCH))
        if by_letter:
            send(shelf, side, f"phrase: {PHRASES[side]}\n")
        else:
            add(shelf, side)
    match = matches.find(shelf, MATCH)

    kinds = [entry.body.kind for entry in match.entries]
    assert kinds == ["ruling", "commitment", "commitment", "phrase", "phrase", "ruling"]
    assert history.list_awaited_sides(match.rules, match.position()) == ("german",)


def test_same_digest_again_files_nothing(shelf: Path) -> None:
    commit(shelf, "german")
    commit(shelf, "german")

    assert len(matches.find(shelf, MATCH).entries) == 2


@pytest.mark.parametrize(
    ("step", "fault"),
    [
        (lambda shelf: add(shelf, "german"), Stale),
        (lambda shelf: commit(shelf, "german", "another"), NotYours),
    ],
)
def test_phrase_before_all_digests_and_second_digest_are_refused(
    shelf: Path, step: Callable[[Path], None], fault: type[Fault]
) -> None:
    commit(shelf, "german")
    with pytest.raises(fault):
        step(shelf)


def test_phrase_of_another_digest_is_refused(shelf: Path) -> None:
    for side in SIDES:
        commit(shelf, side)
    with pytest.raises(DataFault):
        add(shelf, "german", "Auf nach Namur 8232")


def test_bots_cannot_commit(tmp_path: Path) -> None:
    with pytest.raises(Misuse):
        opening.open_match(
            tmp_path, MATCH, "ttlm", at=AT, phrases="committed", players={"entente": "greedy 1"}
        )


def test_deal_is_not_taken_back(dealt: Path) -> None:
    with pytest.raises(Misuse):
        moderator_entries.retract(dealt.parents[1], MATCH, to=3, by=None, reason="another deal", at=AT)


@pytest.mark.parametrize("state", ["journal", "copy", "revealed"])
def test_honest_match_is_proved_by_both_verifiers(dealt: Path, tmp_path: Path, state: str) -> None:
    path = Forgery(dealt).write(tmp_path / "honest.jsonl", state, "german")

    assert is_proved(path)
    assert standalone.verified(str(path))[1] == []


def is_proved(path: Path) -> bool:
    try:
        return not match_verification.verify(path, rejudge=True).differs
    except Fault:
        return False


@pytest.mark.parametrize("name", FORGERIES)
def test_forgery_is_found(dealt: Path, tmp_path: Path, name: str) -> None:
    change, state = FORGERIES[name]
    it = Forgery(dealt)
    change(it)
    path = it.write(tmp_path / "forged.jsonl", state, "german")

    assert not is_proved(path)
    assert standalone.verified(str(path))[1] != []


CARDS, HAND, WANTED = 55, 15, 15
MEAN_CARDS = HAND * WANTED / CARDS
DICE, MEAN_HITS = 12, 4.0
CHECKED = 400
"""Number of decks and rolls in a mean."""


def count_wanted(secret: str, phrases: str) -> int:
    """Return the number of wanted cards in the first hand of a deck."""
    deck = shuffle_items(secret, MATCH, "deal", range(CARDS), phrases)
    return sum(card < WANTED for card in deck[:HAND])


def count_hits(key: str, phrases: str) -> int:
    """Return the number of hits of a roll that hits with 1 or 2."""
    faces, _ = EntryDice(key, MATCH, 1, "german", "ab" * 32, phrases).throw("fire", DICE, 6, 0)
    return sum(face <= 2 for face in faces)


@pytest.fixture
def tries(request: pytest.FixtureRequest) -> int:
    """Number of secrets that are tried; five times as many phrases."""
    return int(request.config.getoption("--tries"))


def draw(chance: Random) -> str:
    return chance.randbytes(32).hex()


def test_grinding_of_secrets_gives_no_more_than_the_mean(tries: int) -> None:
    """The moderator fixes the secret before he knows a phrase, and his best one is worth nothing then."""
    chance = Random(1914)
    best = max((draw(chance) for _ in range(tries)), key=lambda secret: count_wanted(secret, ""))
    hands = [count_wanted(best, digest_phrases({"german": draw(chance)})) for _ in range(CHECKED)]

    assert count_wanted(best, "") >= 8
    assert abs(sum(hands) / CHECKED - MEAN_CARDS) < 0.3


def test_grinding_of_phrases_gives_no_more_than_the_mean(tries: int) -> None:
    """A player fixes his phrase before he knows that of the other side, even if he knows the key."""
    chance = Random(1918)
    key = draw(chance)

    def combine(own: str, other: str) -> str:
        return digest_phrases({"german": own, "entente": other})

    best = max((draw(chance) for _ in range(tries * 5)), key=lambda own: count_hits(key, combine(own, "")))
    hits = [count_hits(key, combine(best, draw(chance))) for _ in range(CHECKED)]

    assert count_hits(key, combine(best, "")) >= 8
    assert abs(sum(hits) / CHECKED - MEAN_HITS) < 0.3
