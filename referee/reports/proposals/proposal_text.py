"""The answer to a letter in free words: the orders that it probably means, and how to agree to them."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from referee.i18n.request_phrases import RequestKind, show_phrase
from referee.i18n.translator import Translator, message
from schemas.answers.orders import ProposedLetter, ProposedLine, UnreadSentence
from schemas.reports import Block, Bullets, Code, Inline, Strong, Text

NOTHING = message("Nothing was played")

READ_AS = message(
    "{nothing}: the program cannot be sure of a letter in free words. It reads yours as these orders:"
)
NO_ORDER = message("{nothing}: the program finds no clear order in your letter.")
ALSO_UNREAD = message("These sentences seem to hold an order and are left out:")
UNREAD = message("These sentences seem to hold an order that is not clear or not legal:")
AGREE = message(
    "If these orders are right and complete, reply with the line {yes}. Otherwise send the corrected lines."
)
PLAYED_LATER = message("If you send nothing before {due}, these orders are played as they stand here.")
SEND = message(
    "If these orders are right and complete, send each in a line of its own. Otherwise send the corrected"
    " lines."
)
WRITE = message("Write each order as a line of its own, like the template in your report.")
BESIDE = message("{orders}: {words}")
REFUSED = message("{words} (read as {order}: {reasons})")


def render(tongue: Translator, proposal: ProposedLetter, *, by_mail: bool) -> Iterator[Block]:
    """Yield the proposed orders beside their words, the words that are left out, and the way to agree.

    Only the post office remembers what it proposed, so that a yes is enough.
    """
    nothing = Strong(text=tongue.say(NOTHING))
    yield tongue.paragraph(READ_AS if proposal.lines else NO_ORDER, nothing=nothing)
    if proposal.lines:
        groups = groupby(proposal.lines, key=lambda line: line.words)
        yield Bullets(items=tuple(_beside(tongue, words, tuple(lines)) for words, lines in groups))
    if proposal.unread:
        yield tongue.paragraph(ALSO_UNREAD if proposal.lines else UNREAD)
        yield Bullets(items=tuple(_leave_out(tongue, one) for one in proposal.unread))
    if proposal.lines:
        yes = Code(text=show_phrase(RequestKind.CONFIRM, tongue.language))
        yield tongue.paragraph(AGREE, yes=yes) if by_mail else tongue.paragraph(SEND)
        if proposal.due:
            yield tongue.paragraph(PLAYED_LATER, due=proposal.due_text)
        return
    yield tongue.paragraph(WRITE)


def _beside(tongue: Translator, words: str, lines: Sequence[ProposedLine]) -> tuple[Inline, ...]:
    """Return orders with the words from which they were read."""
    orders = _list_codes(line.order for line in lines)
    if [words] == [line.order for line in lines]:
        return orders
    return tongue.sentence(BESIDE, orders=orders, words=words)


def _leave_out(tongue: Translator, sentence: UnreadSentence) -> tuple[Inline, ...]:
    """Return a sentence that is not read, with the objections to its order if it is illegal."""
    if not sentence.order:
        return (Text(text=sentence.words),)
    reasons = tongue.chain(one.text for one in sentence.objections)
    return tongue.sentence(REFUSED, words=sentence.words, order=Code(text=sentence.order), reasons=reasons)


def _list_codes(orders: Iterator[str]) -> tuple[Inline, ...]:
    """Return orders with commas between them."""
    codes = [Code(text=order) for order in orders]
    return tuple(part for code in codes for part in (Text(text=", "), code))[1:]
