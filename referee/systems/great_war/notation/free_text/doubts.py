"""Doubts about the orders of a line: a sentence that takes back, corrects or denies another one."""

from collections.abc import Iterator, Sequence

from referee.i18n import second_thoughts, sentence_phrases
from referee.systems.great_war.language.lexicon import lexicon
from referee.systems.great_war.notation.free_text import comments, remarks
from referee.systems.great_war.notation.free_text.context import Context, Orders
from referee.systems.great_war.notation.free_text.simplification import simplify
from referee.systems.great_war.notation.free_text.tokens import JOINT
from referee.systems.great_war.notation.proposals import answers
from schemas.great_war.orders import Buy, Done, GreatWarOrder, Pass


def find(
    context: Context,
    sentences: Sequence[tuple[str, Orders]],
    orders: Sequence[GreatWarOrder],
    *,
    says_no: bool,
) -> Iterator[str]:
    """Yield the sentences of a line after which its orders are not certain."""
    closes = any(isinstance(order, Pass | Done) for order in orders)
    # "ru-3 to Rovno" has no verb, but its order has.
    holding = [" ".join((sentence, *(order.type for order in some))) for sentence, some in sentences if some]
    areas = lexicon(context.theatre).areas
    for sentence, some in sentences:
        # "Done. Or shall I wait?" does not close the question.
        is_open = remarks.leaves_open(simplify(context, sentence)) and not (
            remarks.is_later(context, sentence) or comments.is_comment(context, sentence)
        )
        takes_back = second_thoughts.may_take_back(sentence) or remarks.is_bare_condition(sentence)
        takes_back = takes_back or answers.takes_back(context, sentence)
        # As in "ru-3 to Rovno. No moves."
        denies = second_thoughts.contradicts(areas, sentence, holding)
        waits = sentence_phrases.TAG_QUESTION.match(sentence) is not None
        corrects = answers.corrects(sentence)
        if (closes and is_open) or corrects or (not some and (takes_back or denies or waits)):
            yield sentence
    whole = " ".join(sentence for sentence, _ in sentences)
    parts = [part for sentence, _ in sentences for part in JOINT.split(sentence)]
    # "No. The 1st Army retreats" contradicts itself, and "1 card. Two cards." buys one or the other.
    if (
        (says_no and any(not isinstance(order, Done) for order in orders))
        or (context.asks_once and answers.goes_on_after_end(orders))
        or sum(isinstance(order, Buy) for order in orders) > 1
        or answers.contradicts(context, parts, orders)
    ):
        yield whole
