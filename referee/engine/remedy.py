"""Remedies for names that are not known."""

from collections.abc import Iterable

from referee.engine.names import nearest
from referee.engine.tongue import Saying, message, saying

NO_ORDER = message(
    "orders are {verbs}; what is no order goes behind a #, or outside the lines BEGIN ORDERS and END ORDERS"
)
"""What helps against a line that is no order at all; the part `verbs` are the words that make one."""

MOST_LISTED = 12
"""The longest list of names that still helps."""


def suggest(word: str, names: Iterable[str]) -> Saying:
    """The remedy for an unknown name: the nearest one, else all of them where they are few."""
    known = tuple(dict.fromkeys(names))
    if near := nearest(word, known, 1):
        return saying("did you mean `{name}`?", name=near[0])
    if 0 < len(known) <= MOST_LISTED:
        return saying("known: {names}", names=tuple(f"`{name}`" for name in known))
    return saying("")


def suggest_in_english(word: str, names: Iterable[str]) -> str:
    """The same in English."""
    return str(suggest(word, names))
