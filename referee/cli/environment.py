"""Environment variables of the referee."""

from collections.abc import Mapping

VARIABLES: Mapping[str, str] = {
    "REFEREE_SHELF": "folder of the matches, if --shelf is not given (default: ./matches)",
    "REFEREE_PACKS": "folders of packs, separated by colons: their packs can be used by name",
    "REFEREE_ADDRESS": "the referee's own addresses, separated by commas: mail from them is never judged",
    "REFEREE_TRACE": "if it is set, an internal error prints a traceback without values",
    "SOURCE_DATE_EPOCH": "whole seconds since 1970: the current time, if --now is not given",
    "XDG_CACHE_HOME": "folder of cached packs and snapshots (default: ~/.cache); it may be deleted any time",
    "NO_COLOR": "if it is set, the output has no colour; the same if TERM is dumb",
}
"""Meanings of the variables."""


def table() -> str:
    """Render the variables, one per line."""
    width = max(map(len, VARIABLES))
    return "\n".join(f"{name:<{width}}  {meaning}" for name, meaning in VARIABLES.items())
