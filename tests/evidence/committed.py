"""A match with committed phrases, and forgeries of it."""

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from referee.matches import matches, moderator_entries, opening
from referee.matches.judging import submission
from tests.evidence.forger import Forgery
from tests.evidence.refiled import SECRETS

MATCH, SIDES = "liege", ("german", "entente")
AT = "2026-12-01T20:00:00Z"
PHRASES = {"german": "Auf nach Namur 8231", "entente": "On ne passe pas 5518"}


def digest(phrase: str) -> str:
    return sha256(phrase.encode()).hexdigest()


def commit(shelf: Path, side: str, phrase: str = "") -> None:
    text = f"digest {digest(phrase or PHRASES[side])}"
    moderator_entries.file_phrase(shelf, MATCH, text, by=side, at=AT)


def add(shelf: Path, side: str, phrase: str = "") -> None:
    moderator_entries.file_phrase(shelf, MATCH, phrase or PHRASES[side], by=side, at=AT)


def play(shelf: Path) -> Path:
    """Commit and add the phrases of an open match, and give an order. Return the journal."""
    for step in (commit, add):
        for side in SIDES:
            step(shelf, side)
    submission.submit(shelf, MATCH, submission.open_letter("letter.txt", b"pass\n", side="german", at=AT))
    return matches.journal_of(shelf, MATCH)


def open_and_play(shelf: Path) -> Path:
    """Open a match with committed phrases, and play it. Return the journal."""
    opening.open_match(shelf, MATCH, "ttlm", at=AT, secrets=SECRETS, phrases="committed")
    return play(shelf)


def drop(kind: str, number: int = 0) -> Callable[[Forgery], None]:
    def change(it: Forgery) -> None:
        it.lines.remove(it.entries(kind)[number])
        it.number()

    return change


def swap(first: int, second: int) -> Callable[[Forgery], None]:
    def change(it: Forgery) -> None:
        it.lines[first], it.lines[second] = it.lines[second], it.lines[first]
        it.number()

    return change


def change_phrase(it: Forgery) -> None:
    it.entry("phrase")["body"]["public"]["phrase"] = "Auf nach Lüttich"


def deal_first(it: Forgery) -> None:
    deal = it.lines.pop(6)
    it.lines.insert(2, deal)
    it.number()


def rename_deal(it: Forgery) -> None:
    it.entries("ruling")[1]["body"]["public"]["reason"] = "because"


def stack_deck(it: Forgery) -> None:
    part = it.entries("ruling")[1]["private"]["referee"]
    event = next(one for one in part["events"].values() if len(one.get("order") or ()) > 1)
    event["order"] = event["order"][::-1]


FORGERIES: dict[str, tuple[Callable[[Forgery], None], str]] = {
    "no commitment": (drop("commitment", 1), "copy"),
    "another phrase": (change_phrase, "copy"),
    "commitment after a phrase": (swap(3, 4), "copy"),
    "deal before the phrases": (deal_first, "copy"),
    "ruling that is no deal": (rename_deal, "copy"),
    "deck that does not follow": (stack_deck, "revealed"),
}
