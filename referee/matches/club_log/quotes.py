"""Quotes of heads in the letters of a copy: each turn of a side has to quote a head that it was shown.

A moderator who shows two histories has to leave out the quotes of the other one, or to file them. Both are
seen from one copy. The entries of a letter have one time, and the quote is the last of them.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from referee.engine.facts import Fact
from referee.faults import Complaint
from referee.matches.journal.verification import read_head
from referee.matches.letters.letters import holds_head
from referee.matches.matches import Match
from schemas.journal import PHRASED, Entry, Head
from schemas.record import REFEREE, Side

WITHOUT_LETTER = {"advance", "retract", "ruling"}
"""Kinds of entries whose orders follow from no letter of their time."""


class QuoteDifference(Fact):
    """A letter in a copy that quotes no head, an older one, or one of another history."""

    UNQUOTED = (
        "no letter of {side} quotes a head at these entries: {entries}",
        "ask its player which head the letters quoted, or compare your copies",
    )
    BEHIND = (
        "the letters of {side} quote an older head than it was shown, at these entries: {entries}",
        "ask its player which head the letters quoted, or compare your copies",
    )
    OTHER_HISTORY = (
        "{side} was shown another history: entry {entry} files that its letter quotes the head {head}",
        "compare your copies",
    )


class Turn(NamedTuple):
    """Letters of one side without a letter of another side in between. `quote` is the newest quoted head."""

    side: Side
    first: int
    last: int
    quote: Head | None


def judge(copy: Match, since: int) -> Iterator[Complaint]:
    """Yield the letters after entry `since` that do not fix the history, by side, and foreign heads."""
    if copy.header.format < PHRASED:
        return
    yield from _find_foreign(copy)
    bots = copy.header.players or {}
    no_quote: dict[Side, list[int]] = {}
    old_quote: dict[Side, list[int]] = {}
    before: dict[Side, int] = {}
    for turn in list_turns(copy):
        if turn.first > since and turn.side not in bots:
            if turn.quote is None:
                no_quote.setdefault(turn.side, []).append(turn.first)
            elif turn.quote.seq < before.get(turn.side, 0):
                old_quote.setdefault(turn.side, []).append(turn.first)
        before[turn.side] = turn.last
    for fact, numbers_by_side in ((QuoteDifference.UNQUOTED, no_quote), (QuoteDifference.BEHIND, old_quote)):
        for side, entries in numbers_by_side.items():
            yield Complaint.of(fact, side=copy.bound.name_of(side), entries=", ".join(map(str, entries)))


def list_turns(copy: Match) -> Iterator[Turn]:
    """Yield the turns with orders that everyone sees, in their order."""
    for side, letters in groupby(filter(_find_author, split_letters(copy.entries)), key=_find_author):
        entries = [entry for letter in letters for entry in letter]
        quotes = [
            head
            for entry in entries
            if entry.body.kind == "witness" and entry.body.side == side
            if (head := read_head(entry)) is not None and holds_head(copy, head)
        ]
        newest = max(quotes, key=lambda head: head.seq, default=None)
        yield Turn(side, entries[0].body.seq, entries[-1].body.seq, newest)


def split_letters(entries: Sequence[Entry]) -> Iterator[list[Entry]]:
    """Split entries where the time changes, and after each quote."""
    letter: list[Entry] = []
    for entry in entries:
        if letter and (entry.body.at != letter[-1].body.at or letter[-1].body.kind == "witness"):
            yield letter
            letter = []
        letter.append(entry)
    if letter:
        yield letter


def _find_author(letter: Sequence[Entry]) -> Side:
    """Return the side whose letter was filed, or "" if its first order is secret or there is none."""
    for entry in letter:
        if entry.body.kind in WITHOUT_LETTER:
            return ""
        if entry.body.kind == "awaited":
            return entry.body.side or ""
        if entry.body.kind == "order":
            # Dice that waited are of an earlier letter.
            is_public = entry.body.public.get("order") and "wait" not in entry.body.public
            return entry.body.side or "" if is_public else ""
    return ""


def _find_foreign(copy: Match) -> Iterator[Complaint]:
    """Yield the quotes of heads that the copy does not have."""
    for entry in copy.entries:
        side = entry.body.side
        if entry.body.kind == "witness" and side not in {None, REFEREE}:
            head = read_head(entry)
            if head is None or not holds_head(copy, head):
                yield Complaint.of(
                    QuoteDifference.OTHER_HISTORY,
                    side=copy.bound.name_of(side or ""),
                    entry=entry.body.seq,
                    head=str(entry.body.public.get("head", "")),
                )
