"""Sentences of a letter that name nothing an order could be about."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from referee.i18n import order_words
from referee.i18n.name_matching import SHORTEST, Index, key, nearest, strip_comment
from referee.systems.great_war.facts.control import present
from referee.systems.great_war.language.lexicon import Lexicon, lexicon
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Position
from schemas.record import Side

FEWEST_WORDS = 3
"""Lowest number of words of a sentence. Shorter lines may be mistyped orders."""

FEW_WORDS = 4
"""Highest number of words of a line that may be a mistyped order without any name."""

LIKENESS = 0.74
"""Lowest similarity of a mistyped word to the word of an order, or to an area."""

_CLOCK_TIMES = re.compile(
    r"\b\d{1,2}:\d\d\b|\b(?:1[89]|20)\d\d\b"
    r"|\b(?:am|(?:bis )?zum|jusqu['’]au|avant le) \d{1,2}(?:\.|th|st|nd|rd)?(?!\w)"
    r"(?! ?(?:arm|inf|[ck]av|korps|corps|cards?\b|karte))",
    re.IGNORECASE,
)
"""Clock times, dates and years: no order contains one."""

_GOING = frozenset({"to", "into", "towards", "toward", "via", *order_words.PREPOSITIONS, *order_words.WHERE})
"""Words that lead to a destination."""

_ARMIES = frozenset({"army", "armies", "armee", "armeen", "στρατια", "στρατιεσ"})

_WHOLE_ORDERS = frozenset({
    "passes", "surrender", "armistice", "waffenstillstand", "ανακωχη",
    *(word for verb in ("pass", "redraw", "resign") for word in (verb, *order_words.VERBS[verb])),
})  # fmt: skip
"""Words that may be a whole order."""

_DENIALS = frozenset({"no", "none", "nothing"})
"""Words that close a question alone, and begin sentences: `No hard feelings!`."""

_WITHOUT_PIECES = frozenset({
    "limited", "attack", "attacks", "battles", "fight", "declare", "keep", "accept", "card",
    *(
        word
        for verb in ("offensive", "battle", "play", "discard", "done")
        for word in (verb, *order_words.VERBS[verb])
    ),
})  # fmt: skip
"""Words of orders that name no piece."""

LONG_ENOUGH = 5
"""Lowest number of characters of a word that may abbreviate the name of an area."""


def is_sentence(
    theatre: GreatWarGame, position: Position, side: Side, line: str, verbs: frozenset[str]
) -> bool:
    """Return True if no order can be meant by a line of text.

    These may be meant as orders: a number, a card, an area of the side, a place to go to, a piece with the
    word of an order, and an order of one word. `verbs` are the words with which orders begin.
    """
    words = key(_CLOCK_TIMES.sub(" ", strip_comment(line))).split()
    terms = lexicon(theatre)
    if len(words) < FEWEST_WORDS or _may_be_mistyped(terms, words, verbs):
        return False
    # Only lines of text are searched for slips.
    from referee.systems.great_war.language.misspelt_names import holds_misspelt_name  # noqa: PLC0415

    if holds_misspelt_name(theatre, line):
        return False
    acts = not verbs.isdisjoint(words)
    parts = [part for part in _list_parts(words) if part not in verbs]
    if _names_army(words) or any(_is_card(terms, part, verbs, acts=acts) for part in parts):
        return False
    # "Le reste à Nancy" has no word that only leads to a place.
    goes = acts or len(words) <= FEW_WORDS + 1 or not _GOING.isdisjoint(words)
    areas = {area for part in parts for area in _find_areas(terms.areas, part)}
    has_piece = not (verbs - _WITHOUT_PIECES).isdisjoint(words) and any(
        terms.kinds.holds(part) for part in parts
    )
    return not has_piece and not any(goes or _is_own(position, side, area) for area in areas)


def _may_be_mistyped(terms: Lexicon, words: Sequence[str], verbs: frozenset[str]) -> bool:
    """Return True for an order of one word, a number, the beginning of an order, and similar words."""
    first = words[0]
    if any(not word.isalpha() or word in _WHOLE_ORDERS for word in words):
        return True
    if first in verbs and first not in _DENIALS:
        return True
    if len(words) <= FEW_WORDS and nearest(first, verbs - {first}, likeness=LIKENESS):
        return True
    return any(terms.areas.nearest(goal, 1, LIKENESS) for goal in _list_goals(words))


def _list_parts(words: Sequence[str]) -> Iterator[str]:
    """Yield the words of a line, and each two and three of them in succession."""
    for length in (1, 2, 3):
        for first in range(len(words) - length + 1):
            yield " ".join(words[first : first + length])


def _list_goals(words: Sequence[str]) -> Iterator[str]:
    """Yield the words after a word of direction."""
    return (goal for way, goal in pairwise(words) if way in _GOING and len(goal) >= SHORTEST)


def _is_card(terms: Lexicon, part: str, verbs: frozenset[str], *, acts: bool) -> bool:
    """Return True for the name of a card. One word is such a name only beside the word of an order.

    People speak of their limited offensives as of any other.
    """
    if terms.nations.holds(part) or terms.sides.holds(part) or verbs.issuperset(part.split()):
        return False
    return terms.cards.holds(part) and (acts or " " in part)


def _names_army(words: Sequence[str]) -> bool:
    """Return True for words such as `our second army`."""
    return not _ARMIES.isdisjoint(words) and any(word in order_words.ORDINALS for word in words)


def _find_areas(areas: Index, part: str) -> tuple[str, ...]:
    """Return the areas that a part of a line may mean."""
    return areas.find(part) if areas.holds(part) or len(part) >= LONG_ENOUGH else ()


def _is_own(position: Position, side: Side, area: str) -> bool:
    """Return True if a side owns an area or has a piece in it."""
    return present(position.map, area, side) or position.map.owner.get(area) == side
