"""Words that are one slip from the name of an area: `Verdn`, `Adennes`.

A text with such a word may be an order, even if its other words name nothing: `Verdn next please.`.
"""

import re
from collections.abc import Mapping
from functools import lru_cache

from msgspec.structs import replace

from referee.i18n.name_matching import is_one_slip, key
from referee.systems.great_war.language.lexicon import lexicon, places
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.proposed_orders import Proposal
from schemas.great_war.orders import GreatWarOrder

_SHORTEST_NAME = 5
"""Fewest letters of a name that is compared: too many words are one letter from `Mons`."""

_SHORTEST_WORD = 4
"""Fewest letters of a misspelt name."""

_ENDINGS = ("s", "e", "n", "ν", "σ", "η")
"""Endings of cases and plurals: `Verduns`."""

ORDINARY = frozenset({
    "names", "named", "parts", "pairs", "parks", "best", "breast", "tier", "tried", "tries", "random",
    "mains", "maine", "torn", "posed", "poses", "wanna", "slash", "trees", "aliens", "banal", "villa",
    "pluck", "reins", "minks", "pinks",
    "breit", "liebe", "mache", "eifer", "reuen", "kasse", "posten", "polen", "berger", "anders", "sarge",
    "pris", "amies", "colonne", "tirer", "posee", "posez", "parie", "langues", "maux", "vienne", "serre",
    "chartes",
    "λιγη", "λιγησ", "καλοι", "βαρια", "σαλονι", "κοινο",
    "sofie", "lilli", "brent", "rouven", "thore", "jessy", "wilma", "vilma",
})  # fmt: skip
"""Words and first names that are one letter from the name of an area, beside the words of sentences."""

_WORD = re.compile(r"[^\W\d_]+")


def holds_misspelt_name(theatre: GreatWarGame, text: str) -> bool:
    """Return True if a word of a text is one slip from the name of an area."""
    return any(find_near(theatre, word) for word in set(key(text).split()))


def list_corrections(theatre: GreatWarGame, text: str) -> dict[str, str]:
    """Return the names of areas by the words of a text that are one slip from one of them."""
    names: dict[str, str] = {}
    for word in set(_WORD.findall(text)):
        near = find_near(theatre, key(word))
        titles = [place.name for place in places(theatre) if place.id in near]
        if len(titles) == 1:
            names[word] = titles[0]
    return names


def exchange(text: str, words: Mapping[str, str]) -> str:
    """Return a text with other words in place of some."""
    if not words:
        return text
    pattern = "|".join(re.escape(word) for word in words)
    return re.sub(rf"\b(?:{pattern})\b", lambda match: words[match[0]], text)


def quote_as_typed(
    proposal: Proposal[GreatWarOrder], corrections: Mapping[str, str], text: str
) -> Proposal[GreatWarOrder]:
    """Return the proposal for a corrected text with the words of the text itself."""
    words = {name: word for word, name in corrections.items() if name not in text}
    return replace(
        proposal,
        orders=tuple(replace(one, words=exchange(one.words, words)) for one in proposal.orders),
        wishes=tuple((exchange(quote, words), line) for quote, line in proposal.wishes),
        unread=tuple(replace(one, words=exchange(one.words, words)) for one in proposal.unread),
    )


@lru_cache(maxsize=1 << 12)
def find_near(theatre: GreatWarGame, word: str) -> frozenset[str]:
    """Return the areas of the names that are one slip from a word, none if the word is a name."""
    if len(word) < _SHORTEST_WORD or word in ORDINARY or not word.isalpha():
        return frozenset()
    from referee.i18n import sentence_words  # noqa: PLC0415 - letters of plain orders do without its tables

    terms = lexicon(theatre)
    if word in sentence_words.ALL or any(
        index.find(word) for index in (terms.areas, terms.nations, terms.sides, terms.kinds, terms.cards)
    ):
        return frozenset()
    names = _list_names(theatre).get(word[0], ())
    return frozenset(
        area
        for name in names
        if is_one_slip(word, name) and word not in {name + end for end in _ENDINGS}
        for area in terms.areas.find(name)
    )


@lru_cache(maxsize=8)
def _list_names(theatre: GreatWarGame) -> Mapping[str, tuple[str, ...]]:
    """Return the names of areas of one word by their first letter, which a slip spares."""
    names: dict[str, tuple[str, ...]] = {}
    for name in lexicon(theatre).areas.list_keys():
        if " " not in name and len(name) >= _SHORTEST_NAME:
            names[name[0]] = (*names.get(name[0], ()), name)
    return names
