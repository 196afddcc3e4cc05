"""The environment variables that the referee obeys, all of them."""

from collections.abc import Mapping

VARIABLES: Mapping[str, str] = {
    "REFEREE_SHELF": "the folder that holds the matches, where --shelf names none; else ./matches",
    "REFEREE_PACKS": "folders of packs, parted by colons: those in them are played by name",
    "REFEREE_ADDRESS": "the referee's own addresses, parted by commas: mail from them is never judged",
    "REFEREE_TRACE": "if it is set, a mistake of ours shows the way there, without values",
    "SOURCE_DATE_EPOCH": "whole seconds since 1970: where the clock stands still, where --now names no time",
    "XDG_CACHE_HOME": "where packs and folds are kept; else ~/.cache; all of it may be deleted at any time",
    "NO_COLOR": "if it is set, nothing is coloured; nor on a terminal that TERM calls dumb",
}
"""What each variable means."""


def table() -> str:
    """The variables as lines of text."""
    width = max(map(len, VARIABLES))
    return "\n".join(f"{name:<{width}}  {meaning}" for name, meaning in VARIABLES.items())
