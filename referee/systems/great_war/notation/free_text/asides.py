"""Remarks beside orders: words that name nothing to be ordered, hold no verb of an order, and doubt nothing.

A remark may say anything, so that its words are not listed. The words that it must not hold are.
"""

from referee.i18n import order_words, second_thoughts, sentence_phrases
from referee.i18n import sentence_words as use
from referee.i18n.name_matching import SHORTEST
from referee.i18n.proposals import phrases
from referee.systems.great_war.language.lexicon import lexicon
from referee.systems.great_war.notation.free_text.context import Context
from referee.systems.great_war.notation.free_text.remarks import CLOSERS, ORDERING, leave_counts_out
from referee.systems.great_war.notation.free_text.tokens import (
    Token,
    Tokens,
    find_keys,
    is_of_piece,
    tokens_of,
)
from referee.systems.great_war.notation.sentences import ARROW, COMMA
from referee.systems.great_war.state.tasks import MakePlans, PayHits

FEWEST_WORDS = 2
"""Lowest number of words of a remark. A single word may be a misspelt name."""

LIKENESS = 0.8
"""Lowest similarity of a misspelt word to the name of an area."""

LONGEST_DENIAL = 4
"""Most letters of words that may deny an order and nothing else: `not now`, but not `not worth it`."""

ORDERS = (
    use.ACTS | use.MOTION | use.RETREATS | use.BATTLES | use.COMBAT | use.PLAYS | use.USES | use.LOSES
    | use.CASUALTIES | use.BUYS | use.SPENDS | use.DISCARDS | use.EXCHANGES | use.TRENCHES
    | use.ENDS | use.PASSES | use.STAYS | use.KEEPS | use.RAIL | use.SEA | use.TOO | use.ARMIES
) - use.SMALL  # fmt: skip
"""Words of orders."""

_DEEDS = (use.ACTS | use.MOTION | use.COMBAT | use.USES | use.HEADINGS) - use.SMALL
"""Words of headings."""

COUNTS = (use.COUNTS.keys() | order_words.COUNTS.keys()) - {"one", "un", "une", "ein", "eine"}

DOUBTS = (
    use.DOUBTS | use.UNREAL | use.SAYINGS | use.REPORTS | use.SECOND_THOUGHTS | use.EXCEPTIONS | use.ONLY
    | use.OTHERS | use.YOUR | use.SECOND_PERSON | use.REST | use.ORDERING | use.TIMES | COUNTS
    | order_words.SEASON_NAMES.keys()
)  # fmt: skip
"""Words that may limit, delay or take back the order beside them."""

PLANS = frozenset({"idea", "idee", "plan", "once", "proposal", "suggestion", "vorschlag", "proposition"})
"""Words of headings above orders that may not be meant."""


_LIKE_AREAS = frozenset({"left", "siege"})
"""Words that are similar to the name of an area by chance."""


def is_aside(context: Context, tokens: Tokens, text: str) -> bool:
    """Return True for words that want nothing and change nothing: `too good to miss`, `it has a fort`."""
    return _wants_nothing(context, tokens, text) or _tells_of_piece(context, tokens, text)


def _wants_nothing(context: Context, tokens: Tokens, text: str) -> bool:
    """Return True for words that name nothing of the game.

    They may name the area in which retreats are asked for, and any area behind `there is`.
    """
    tells = sentence_phrases.BEGINS_WITH_THERE_IS.match(text) is not None
    own = getattr(context.position.task, "area", "") if context.retreats() else ""
    if not isinstance(context.position.task, MakePlans | PayHits):
        # "15 infantry on the other side" names none of them.
        tokens = leave_counts_out(context, tokens)
    keys = find_keys(tokens)
    if any(_names(context, token) and not (token.area and (tells or token.area == own)) for token in tokens):
        return False
    is_denied = not keys.isdisjoint(use.DENIES | use.NEGATES)
    if is_denied and all(len(word) <= LONGEST_DENIAL for word in keys - use.ALL):
        return False
    orders = ORDERS | (use.FORTS if isinstance(context.position.task, PayHits) else frozenset[str]())
    doubts = DOUBTS - {"il"} if tells else DOUBTS
    return (
        len(keys) >= FEWEST_WORDS
        and keys.isdisjoint(orders | doubts)
        and not may_name_area(context, tokens)
        and not _refers_to_orders(text)
    )


def may_precede(tokens: Tokens, text: str) -> bool:
    """Return False for `from the report` and `in an ideal world`: nothing is ordered behind it."""
    is_there = sentence_phrases.BEGINS_WITH_THERE_IS.match(text) is not None
    return is_there or not find_keys(tokens).isdisjoint(_DEEDS | use.FIRST_PERSON | use.BEING)


def is_heading(context: Context, text: str) -> bool:
    """Return True for words before a colon that say what follows: `the British come over`, `I try this`.

    They speak of a deed or of the writer. Behind `option one` and `from the report` nothing is ordered.
    """
    tokens = tokens_of(context.theatre, text)
    # "Was" is a German pronoun: "ich will was probieren".
    keys = find_keys(token for token in tokens if token.key != "was")
    kinds, own = lexicon(context.theatre).kinds, getattr(context.position.task, "area", "")
    names_piece = any(
        token.area not in {"", own} or token.piece or token.ordinal or token.key.isdecimal()
        or kinds.holds(token.key)
        for token in tokens
    )  # fmt: skip
    # "German orders" may be those of the other side.
    names_nation = any(is_of_piece(context.theatre, token) for token in tokens)
    denies = use.DENIES | use.NEGATES | CLOSERS | use.STAYS - use.SMALL
    return (
        not names_piece
        and not keys.isdisjoint(_DEEDS - use.HEADINGS if names_nation else _DEEDS | use.FIRST_PERSON)
        and keys.isdisjoint((DOUBTS - use.ONLY) | denies | PLANS)
        and not _refers_to_orders(text)
    )


def _tells_of_piece(context: Context, tokens: Tokens, text: str) -> bool:
    """Return True for a remark about a piece, to which a pronoun may refer: `the 8th Army is too far out`."""
    keys = find_keys(tokens)
    orders = (ORDERS - use.ARMIES) | use.TO | use.INTO - use.SMALL | {ARROW}
    return (
        any(token.piece or is_of_piece(context.theatre, token) for token in tokens)
        and not keys.isdisjoint(use.BEING)
        and keys.isdisjoint(orders | DOUBTS)
        and not _refers_to_orders(text)
    )


def adds_nothing(context: Context, tokens: Tokens, text: str) -> bool:
    """Return True for a remark behind an order: about its enemy, an area, or what `there is`."""
    is_there = sentence_phrases.BEGINS_WITH_THERE_IS.match(text) is not None and _is_plain(tokens)
    says = (_is_attack, _is_state, _is_need)
    return is_there or any(one(context, tokens) for one in says)


def _is_attack(context: Context, tokens: Tokens) -> bool:
    """Return True for words such as `attack the Serbs` behind a move to them.

    A number of an army belongs to the enemy: `fight the German 6th`.
    """
    names = lexicon(context.theatre)
    around = use.SMALL | use.FIGHTS | use.PEOPLES | use.FOES | use.STATES | use.THERE
    kinds = [token for token in tokens if names.kinds.holds(token.key) or names.nations.holds(token.key)]
    others = [token for token in tokens if token not in kinds and not (kinds and token.ordinal)]
    keys = find_keys(others)
    return (
        keys <= around
        and not keys.isdisjoint(use.FIGHTS)
        and not any(token.area or token.piece for token in tokens)
    )


def _is_state(context: Context, tokens: Tokens) -> bool:
    """Return True for a remark about the enemy or an area, such as `the Serbs are weak`."""
    keys = find_keys(tokens)
    around = use.SMALL | use.STATES | use.BEING | use.AROUND_STATES | use.PEOPLES
    if keys.isdisjoint(use.STATES) or keys.isdisjoint(use.BEING) or not keys.isdisjoint(use.FIRST_PERSON):
        return False
    others = [token for token in tokens if not token.area and token.key != COMMA]
    names = lexicon(context.theatre)
    return not any(token.piece or token.ordinal for token in tokens) and all(
        token.among(around) or names.nations.holds(token.key) for token in others
    )


def _is_plain(tokens: Tokens) -> bool:
    """Return True for words that name no area and no piece by its number, and want nothing."""
    is_named = any(token.area or token.piece or token.ordinal or token.key.isdecimal() for token in tokens)
    return not is_named and find_keys(tokens).isdisjoint((ORDERS | use.DOUBTS) - use.SMALL - use.DENIES)


def _is_need(context: Context, tokens: Tokens) -> bool:
    """Return True for a reason such as `need an offensive`, which names nothing."""
    keys = find_keys(tokens)
    first = [token.key for token in tokens if token.key not in use.FIRST_PERSON][:1]
    return (
        not use.NEEDS.isdisjoint(first)
        and keys.isdisjoint(order_words.COUNTS.keys() | use.COUNTS.keys())
        and not any(_names(context, token) for token in tokens)
        and keys.isdisjoint((use.MOTION | use.RETREATS | use.DENIES | use.DOUBTS | CLOSERS) - use.SMALL)
    )


def is_own_talk(context: Context, tokens: Tokens) -> bool:
    """Return True for talk of the writer that names nothing: `I do not like any of my cards`."""
    first = next((token.key for token in tokens if token.key not in order_words.AND), "")
    return (
        first in use.FIRST_PERSON
        and len(tokens) > FEWEST_WORDS
        and not any(_names(context, token) for token in tokens)
        and find_keys(tokens).isdisjoint(((ORDERING | CLOSERS) - use.SMALL - order_words.CARDS) | DOUBTS)
    )


def _names(context: Context, token: Token) -> bool:
    """Return True for an area, a number, and a description of a piece other than a fort."""
    is_piece = is_of_piece(context.theatre, token) and token.key not in use.FORTS
    has_digit = any(letter.isdigit() for letter in token.key)
    return bool(token.area or token.piece or token.ordinal) or has_digit or is_piece


def may_name_area(context: Context, tokens: Tokens) -> bool:
    """Return True for a word that is similar to the name of an area."""
    areas = lexicon(context.theatre).areas
    ordinary = use.ALL | use.POSSESSES | _LIKE_AREAS
    words = [token.key for token in tokens if len(token.key) >= SHORTEST and not token.area]
    return any(areas.nearest(word, 1, LIKENESS) for word in words if word not in ordinary)


def _refers_to_orders(text: str) -> bool:
    """Return True for a question, and for words about the orders of the letter: `OK as proposed`."""
    return (
        "?" in text
        or sentence_phrases.ALL_SAID.match(text.strip()) is not None
        or phrases.AS_PROPOSED.search(text) is not None
        or second_thoughts.may_take_back(text)
        or second_thoughts.casts_doubt(text)
    )
