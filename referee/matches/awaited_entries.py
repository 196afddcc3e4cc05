"""Entries of dice that wait for a round of the public beacon."""

from msgspec import UNSET

from referee.dice.beacon import Wait, read_wait
from referee.matches.matches import Match
from schemas.journal import Entry

DECISIVE = frozenset({"order", "ruling", "retract"})
"""Kinds of entry before which no dice wait any more."""


def find_pending(match: Match) -> Entry | None:
    """Return the entry of the dice that wait for the beacon, or None."""
    if match.header.beacon is UNSET:
        return None
    for entry in reversed(match.entries):
        if entry.body.kind == "awaited":
            return entry
        if entry.body.kind in DECISIVE:
            return None
    return None


def find_wait(match: Match) -> Wait | None:
    """Return what the waiting dice of a match need, or None if none wait."""
    entry = find_pending(match)
    return read_wait(entry) if entry else None
