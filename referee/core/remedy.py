"""Remedies for names that are not known."""

from collections.abc import Iterable

from referee.core.names import nearest
from referee.core.tongue import Phrase, phrase

MOST_LISTED = 12
"""The longest list of names that still helps."""


def suggested(word: str, names: Iterable[str]) -> Phrase:
    """The remedy for an unknown name: the nearest one, else all of them where they are few."""
    known = tuple(dict.fromkeys(names))
    if near := nearest(word, known, 1):
        return phrase("did you mean `{name}`?", name=near[0])
    if 0 < len(known) <= MOST_LISTED:
        return phrase("known: {names}", names=tuple(f"`{name}`" for name in known))
    return phrase("")


def meant(word: str, names: Iterable[str]) -> str:
    """The same in English."""
    return str(suggested(word, names))
