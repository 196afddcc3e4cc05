"""Marks that end no sentence: points of abbreviations and in brackets, and smileys."""

import re
from collections.abc import Iterable, Iterator

_NAME = re.compile(
    r"(?<![\w-])(?:frz|franz|russ|brit|engl|dt|deut|österr|oesterr|ung|serb|belg|amerik|autr|aust|bzw|strat|ltd|ca|ds"
    r"|i\.\s?e|e\.\s?g|d\.\s?h|z\.\s?b|p\.\s?ex|u\.\s?a)\.$"
    r"|\b(?:army|armée|inf(?:anterie)?|cav(?:alerie)?|art(?:illerie)?)\.? (?:all|fr|autr|am)\.$",
    re.IGNORECASE,
)
"""Abbreviations that end no sentence: of nations, and of small words."""

_KIND = re.compile(r"(?<![\w-])(?:inf|kav|cav|art|arty|fr)\.$", re.IGNORECASE)
"""Abbreviations that may end a sentence."""

_SMILEY = re.compile(r"[:;]['’]?-?[)(DPp|](?!\S)")
"""A face of punctuation marks."""


def leave_smileys_out(text: str) -> str:
    """Return a text without smileys. One before a capital ends a sentence: `we won :-) Done`."""
    return _SMILEY.sub(_end_sentence, text)


def _end_sentence(smiley: re.Match[str]) -> str:
    before, after = smiley.string[: smiley.start()].rstrip(), smiley.string[smiley.end() :].lstrip()
    return "." if after[:1].isupper() and before[-1:].isalnum() else " "


def join_parts(parts: Iterable[str]) -> Iterator[str]:
    """Yield sentences from the parts between points."""
    beginning = ""
    for part in parts:
        if beginning and not _is_cut(beginning, part):
            yield beginning
            beginning = ""
        beginning = f"{beginning} {part}".strip()
    if beginning:
        yield beginning


def _is_cut(before: str, after: str) -> bool:
    """Return True if the point between two parts ends no sentence."""
    text = _SMILEY.sub("", before)
    if text.count("(") > text.count(")") and ")" in _SMILEY.sub("", after):
        return True
    if _NAME.search(before):
        return True
    # "Infantry dies first, then cav. The rest ..." begins a new sentence.
    return _KIND.search(before) is not None and (after[:1].islower() or after[:1].isdigit())
