"""Doubts about the orders of a line: a sentence that takes back, corrects or denies another one."""

from collections.abc import Sequence

from referee.i18n import second_thoughts, sentence_phrases
from referee.systems.great_war.language.lexicon import lexicon
from referee.systems.great_war.notation.free_text import comments, denials, remarks
from referee.systems.great_war.notation.free_text.context import Context, Orders
from referee.systems.great_war.notation.free_text.simplification import simplify
from referee.systems.great_war.notation.free_text.tokens import JOINT
from referee.systems.great_war.notation.proposals import answers
from schemas.great_war.orders import Buy, Done, GreatWarOrder, Pass


def are_doubtful(
    context: Context,
    sentences: Sequence[tuple[str, Orders]],
    orders: Sequence[GreatWarOrder],
    *,
    says_no: bool,
) -> bool:
    """Return True if the orders of a line are not certain. Each sentence has its orders beside it."""
    closes = any(isinstance(order, Pass | Done) for order in orders)
    # "ru-3 to Rovno" has no verb, but its order has.
    holding = [" ".join((sentence, *(order.type for order in some))) for sentence, some in sentences if some]
    parts = [part for sentence, _ in sentences for part in JOINT.split(sentence)]
    # "No. The 1st Army retreats" contradicts itself, and "1 card. Two cards." buys one or the other.
    return (
        any(_is_open(context, sentence) for sentence, _ in sentences if closes)
        or any(_corrects(context, sentence) for sentence, _ in sentences)
        or any(_changes_others(context, sentence, holding) for sentence, some in sentences if not some)
        or (says_no and any(not isinstance(order, Done) for order in orders))
        or (context.asks_once and answers.goes_on_after_end(orders))
        or sum(isinstance(order, Buy) for order in orders) > 1
        or answers.contradicts(context, parts, orders)
    )


def _is_open(context: Context, sentence: str) -> bool:
    """Return True for `Done. Or shall I wait?`, which does not close the question."""
    is_apart = remarks.is_later(context, sentence) or comments.is_comment(context, sentence)
    return remarks.leaves_open(simplify(context, sentence)) and not is_apart


def _corrects(context: Context, sentence: str) -> bool:
    """Return True for a name in place of another one: `ge-1 to Metz, I mean Nancy`."""
    return second_thoughts.corrects(sentence) and denials.names_something(context, sentence)


def _changes_others(context: Context, sentence: str, holding: Sequence[str]) -> bool:
    """Return True for a sentence such as `No moves`, which changes or denies the orders of others."""
    areas = lexicon(context.theatre).areas
    return (
        second_thoughts.may_take_back(sentence)
        or answers.changes_order(context, sentence)
        or remarks.is_bare_condition(sentence)
        or second_thoughts.contradicts(areas, sentence, holding)
        or sentence_phrases.TAG_QUESTION.match(sentence) is not None
    )
