"""Remedies for names that are not known."""

from collections.abc import Iterable

from referee.core.names import nearest
from schemas.record import listed

MOST_LISTED = 12
"""The longest list of names that still helps."""


def meant(word: str, names: Iterable[str]) -> str:
    """The remedy for an unknown name: the nearest one, else all of them where they are few."""
    known = tuple(dict.fromkeys(names))
    if near := nearest(word, known, 1):
        return f"did you mean `{near[0]}`?"
    if 0 < len(known) <= MOST_LISTED:
        return f"known: {listed([f'`{name}`' for name in known])}"
    return ""
