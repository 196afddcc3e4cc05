"""Sentences of a text, and the marks that end none: points of abbreviations, numbers and smileys."""

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from referee.i18n import sentence_words as use
from referee.i18n.name_matching import key

_END = re.compile(r"(?<=[.!?])\s+(?=[^\s(])")

_NAME = re.compile(
    r"(?<![\w-])(?:frz|franz|russ|brit|engl|dt|deut|österr|oesterr|ung|serb|belg|amerik|autr|aust|bzw|strat|ltd|ca|ds"
    r"|e\.\s?g|d\.\s?h|z\.\s?b|p\.\s?ex|u\.\s?a)\.$"
    r"|\b(?:army|armée|inf(?:anterie)?|cav(?:alerie)?|art(?:illerie)?)\.? (?:all|fr|autr|am)\.$",
    re.IGNORECASE,
)
"""Abbreviations that end no sentence: of nations, and of small words."""

_KIND = re.compile(r"(?<![\w-])(?:inf|kav|cav|art|arty|fr)\.$", re.IGNORECASE)
"""Abbreviations that may end a sentence."""

_SMILEY = re.compile(r"[:;]['’]?-?[)(DPp|](?!\S)")
"""A face of punctuation marks."""

UNENDED_LINE = re.compile(
    r"(?:,|\b(?:and|und|et|και|the|die|la|to|into|in|from|nach|von|aus|bei|zur|à|vers|de|στο|στη))\s*$",
    re.IGNORECASE,
)
"""The end of a line whose sentence goes on in the next one."""

BEGINS_WITH_ARMY = re.compile(r"\s*(?:(?:the|die|la|η)\s+)?\d{1,2}(?:\.|st|nd|rd|th|re|e|η)\s", re.IGNORECASE)
"""The number of an army at the beginning of a line."""

GERMAN = frozenset({
    "die", "der", "das", "den", "dem", "ein", "eine", "einen", "und", "mit", "nach", "ich", "wir", "ist",
    "keine", "bleibt", "bleiben",
})  # fmt: skip
"""Words of a German text, in which `2.` may be an ordinal and `hier` is not French for yesterday."""

_AGAINST = frozenset({"to", "against", "versus", "vs", "gegen", "zu", "contre"})
"""Words before the second number of a ratio: `13 to 3`."""

_HIGHEST_ORDINAL = 20
"""Highest number of an item of a list or of an army. Higher ones are those of cards."""


def split_sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a text. Abbreviations, ordinals and points in brackets end none."""
    beginning = ""
    parts = _END.split(text)
    for part, after in zip_longest(parts, parts[1:], fillvalue=""):
        beginning = f"{beginning} {part}".strip()
        if not (after and _goes_on(beginning, after)):
            yield beginning
            beginning = ""


def leave_smileys_out(text: str) -> str:
    """Return a text without smileys. One before a capital or an end is a point: `we won :-) Done`."""
    return _SMILEY.sub(_end_sentence, text)


def _end_sentence(smiley: re.Match[str]) -> str:
    before, after = smiley.string[: smiley.start()].rstrip(), smiley.string[smiley.end() :].lstrip()
    is_end = after[:1].isupper() or _closes(after)
    return "." if is_end and before[-1:].isalnum() else " "


def _goes_on(before: str, after: str) -> bool:
    """Return True if the mark between two parts ends no sentence."""
    if not before.endswith("."):
        return False
    text = _SMILEY.sub("", before)
    if text.count("(") > text.count(")") and ")" in _SMILEY.sub("", after):
        return True
    words = before.split()
    last = words[-1].strip("(").rstrip(".").casefold()
    if last.isdigit():
        return _is_ordinal(int(last), words[:-1], after)
    if _NAME.search(before) or (last in use.ABBREVIATIONS and len(words) > 1):
        return True
    # "Infantry dies first, then cav. The rest ..." and "10 inf. done" begin a new sentence.
    continues = (after[:1].islower() and not _closes(after)) or after[:1].isdigit()
    return continues and _KIND.search(before) is not None


def _closes(text: str) -> bool:
    """Return True if a text begins with a word that closes a question."""
    return not use.ENDS.isdisjoint(key(text).split()[:1])


def _is_ordinal(number: int, before: Sequence[str], after: str) -> bool:
    """Return True for the number of an item or of an army.

    `Offensive 5.` and `13 to 3. The` end a sentence.
    """
    if not before:
        return number <= _HIGHEST_ORDINAL
    if number == 1 or f"{number - 1}." in before:
        return True
    follows = key(after).split()[:3]
    names_army = not use.ARMIES.isdisjoint(follows)
    is_german = not GERMAN.isdisjoint(key(f"{' '.join(before)} {after}").split())
    # "That makes 12. done" is one sentence.
    if number > _HIGHEST_ORDINAL or not (names_army or is_german or _closes(after)):
        return False
    is_ratio = key(before[-1]) in _AGAINST and use.ARMIES.isdisjoint(follows[:1])
    return not (is_ratio or key(before[-1]) in use.PLAYS | {"offensive"})
