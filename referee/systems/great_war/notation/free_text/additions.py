"""Words beside an order in its sentence, which want nothing and do not change it."""

import re

from referee.i18n import order_words, sentence_phrases
from referee.i18n import sentence_words as use
from referee.i18n.proposals import phrases
from referee.systems.great_war.language.lexicon import lexicon
from referee.systems.great_war.notation.free_text import comments
from referee.systems.great_war.notation.free_text.context import Context
from referee.systems.great_war.notation.free_text.denials import is_name
from referee.systems.great_war.notation.free_text.remarks import (
    CLOSERS,
    is_later,
    is_wish,
    wants_nothing_now,
)
from referee.systems.great_war.notation.free_text.statements import (
    COUNTS,
    DOUBTS,
    FEWEST_WORDS,
    LONGEST_DENIAL,
    ORDERS,
    PLANS,
    holds_only_statements,
    may_refer,
)
from referee.systems.great_war.notation.free_text.tokens import Tokens, find_keys, is_of_piece, tokens_of
from referee.systems.great_war.notation.proposals.cards import PAYING
from referee.systems.great_war.state.tasks import MakePlans

_DEEDS = (use.ACTS | use.MOTION | use.COMBAT | use.USES | use.HEADINGS | use.DENIED) - use.SMALL
"""Words of headings."""

_CHANGES = (
    comments.CHANGES
    | use.TRENCHES
    | order_words.SEASON_NAMES.keys()
    | {"pick", "choose", "either", "any", "without", "ohne", "sans"}
) - use.ONLY - {"man", "kann", "so", "got"}  # fmt: skip
"""Words that may deny, limit or change the order beside them."""

_POINTS = frozenset({"point", "points", "punkt", "punkte"})
"""Words for the points that a plan spends."""

_QUOTE = re.compile(r"[\"“”„«»]")


def adds_nothing(context: Context, text: str, *, follows: bool) -> bool:
    """Return True for words beside an order that want nothing, and do not change it.

    `follows` is True behind an order. Above one, words such as `in an ideal world` may make it unreal.
    """
    tokens = tokens_of(context.theatre, text)
    if not (follows or _may_precede(tokens, text)) or _may_change(context, tokens, text):
        return False
    if is_wish(context, text):
        return False
    if follows and _is_attack(context, tokens):
        return True
    if _may_order(context, tokens):
        return False
    return (follows and holds_only_statements(context, text)) or wants_nothing_now(context, text)


def _may_change(context: Context, tokens: Tokens, text: str) -> bool:
    """Return True for words that may deny, limit, delay or change the order beside them."""
    keys = find_keys(tokens)
    is_denied = not keys.isdisjoint(use.DENIES | use.NEGATES)
    is_short_denial = is_denied and all(len(word) <= LONGEST_DENIAL for word in keys - use.ALL)
    # "We only just got in" limits nothing.
    names = keys.isdisjoint(use.FIRST_PERSON) or any(is_name(context, token) for token in tokens)
    limits = not keys.isdisjoint(use.ONLY) and names and not holds_only_statements(context, text)
    return (
        len(tokens) < FEWEST_WORDS
        or is_short_denial
        or limits
        or not keys.isdisjoint(_CHANGES)
        or may_refer(text)
        or is_later(context, text)
        or any(one.search(text) for one in (_QUOTE, phrases.CONDITION, phrases.CONDITIONAL))
    )


def _may_order(context: Context, tokens: Tokens) -> bool:
    """Return True for words of a further order: `need two more`, `losses first from the infantry`."""
    keys, task = find_keys(tokens), context.position.task
    is_denied = not keys.isdisjoint(use.DENIES | use.NEGATES)
    # "That is where I fight my battle" and "there is a fight there too" declare it.
    is_near = not keys.isdisjoint(use.FIRST_PERSON | use.THAT_PLACE)
    fights = is_near and not keys.isdisjoint(use.COMBAT | use.BATTLES)
    plans = not (keys.isdisjoint(use.CASUALTIES) or keys.isdisjoint(use.FIRST))
    # "One hit is paid with the Limited Offensive, two go to the fort"
    pays = isinstance(task, PAYING) and not keys.isdisjoint(ORDERS | use.FORTS | use.HITS)
    counts = isinstance(task, MakePlans) and not keys.isdisjoint(COUNTS)
    return (fights and not is_denied) or plans or pays or counts


def _may_precede(tokens: Tokens, text: str) -> bool:
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
    # "The last point:" is spent now.
    plans = PLANS if keys.isdisjoint(_POINTS) else PLANS - {"last"}
    return (
        not names_piece
        and not keys.isdisjoint(_DEEDS - use.HEADINGS if names_nation else _DEEDS | use.FIRST_PERSON)
        and keys.isdisjoint((DOUBTS - use.ONLY) | denies | plans)
        and not may_refer(text)
    )


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
