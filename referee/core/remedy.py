"""Remedies for names that are not known."""

from collections.abc import Iterable

from referee.core.names import nearest
from referee.core.tongue import Saying, saying

MOST_LISTED = 12
"""The longest list of names that still helps."""


def suggested(word: str, names: Iterable[str]) -> Saying:
    """The remedy for an unknown name: the nearest one, else all of them where they are few."""
    known = tuple(dict.fromkeys(names))
    if near := nearest(word, known, 1):
        return saying("did you mean `{name}`?", name=near[0])
    if 0 < len(known) <= MOST_LISTED:
        return saying("known: {names}", names=tuple(f"`{name}`" for name in known))
    return saying("")


def meant(word: str, names: Iterable[str]) -> str:
    """The same in English."""
    return str(suggested(word, names))
