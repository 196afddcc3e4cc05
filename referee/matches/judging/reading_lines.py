"""Reading the lines and records of a letter as orders or as standing orders."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import reduce

from referee.engine.dice import DiceNeeded, NoDice
from referee.engine.machine import play
from referee.engine.system import Refused, Rules, State
from referee.faults import DataFault, Unreadable
from referee.i18n.name_matching import is_one_slip, is_question
from referee.i18n.translator import Saying, saying
from referee.matches.faults import JudgingFault
from referee.systems.faces import Game
from referee.texts.canonical import Uncanonical, canonical, make_writable
from referee.texts.tree import Tree, quote
from schemas.letter import LetterFields, LetterLine, LetterOrder
from schemas.model import Order
from schemas.record import JsonValue, Side, to_data

MOST_LATER_LINES = 20
"""Maximum number of lines below a closing sentence that are looked at for an answer."""

FEWEST_WORDS = 5
"""Lowest number of words of a line that is one sentence. A shorter line is a mistyped order."""

STANDING_VERB = re.compile(
    r"\s*(?P<verb>when|forget|plan(?=\s+for\b|\s+[^\s:][^:]*:\s*$)|doctrine)\b\s*", re.IGNORECASE
)
"""Beginning of a line with standing orders of its own, or of a plan or a doctrine."""

_PLAN_LINE = re.compile(r"\s*(?P<name>[^\s:]+)(?:\s[^:]*)?:\s*\S")


def read_line(
    game: Game, state: State, side: Side, line: LetterOrder, *, is_last: bool = True
) -> tuple[Order, ...]:
    """Return the orders in a line or a record of a letter."""
    match line:
        case LetterLine(is_doubtful=True):
            raise Unreadable(JudgingFault.SENTENCE_UNCLEAR)
        case LetterLine(text=text):
            return read_text(game, state, side, text, is_last=is_last)
        case LetterFields(fields=fields):
            return (_record(game, side, fields),)


def read_text(game: Game, state: State, side: Side, text: str, *, is_last: bool = True) -> tuple[Order, ...]:
    """Return the orders in a line of text, or in its sentences. Raises the fault of the line as an order.

    A sentence that is not the last answer cannot give up what was asked: `Hello, I pass.` A question is not
    an order.
    """
    try:
        if is_question(text):
            raise Unreadable(JudgingFault.LINE_IS_QUESTION)
        return game.notation.read(state, side, text)
    except Unreadable as fault:
        orders = game.notation.read_sentences(state, side, text)
        if orders and (is_last or not any(map(game.notation.gives_up, orders))):
            return orders
        is_order = game.notation.resembles_order(text) and not _holds_end(text)
        if is_order or fault.readings or is_question(text) or is_short(text):
            raise
        raise Unreadable(JudgingFault.SENTENCE_UNCLEAR) from None


def is_last_answer(game: Game, state: State, side: Side, lines: Sequence[LetterOrder]) -> bool:
    """Return True for a last line, and for `I pass` above lines that come after it."""
    line = lines[0]
    if len(lines) == 1:
        return True
    if not isinstance(line, LetterLine) or game.notation.resembles_order(line.text):
        return False
    orders = game.notation.read_sentences(state, side, line.text)
    if not orders or not any(map(game.notation.gives_up, orders)):
        return False
    later_lines = (one.text for one in lines[1 : 1 + MOST_LATER_LINES] if isinstance(one, LetterLine))
    return not any(
        _comes_before(game, state, orders[0], answer)
        for answer in _list_answers(game, state, side, later_lines)
    )


def is_short(text: str) -> bool:
    """Return True for a line of few words, which is a mistyped order: `yes. done` is two sentences."""
    return len(text.split()) < FEWEST_WORDS and not _holds_end(text)


def _holds_end(text: str) -> bool:
    """Return True if a line goes on behind the end of a sentence."""
    return any(end in text for end in (". ", "! ", "? "))


def is_repeated(game: Game, state: State, side: Side, lines: Sequence[LetterOrder]) -> bool:
    """Return True for a sentence that gives up what was asked, and so do all lines below it."""
    texts = [line.text for line in lines if isinstance(line, LetterLine)]
    if len(texts) < max(len(lines), 2):
        return False
    try:
        orders = [read_text(game, state, side, text) for text in texts]
    except Unreadable:
        return False
    return (
        bool(orders[0])
        and all(map(game.notation.gives_up, orders[0]))
        and orders[1:] == orders[:1] * (len(texts) - 1)
    )


def closes_early(
    game: Game, state: State, side: Side, lines: Sequence[LetterOrder], orders: Sequence[Order]
) -> bool:
    """Return True for a sentence such as `Nothing else.` above an answer to the question that it closes."""
    line = lines[0]
    if not isinstance(line, LetterLine) or len(line.text.split()) == 1:
        # `done` alone is an order.
        return False
    if not (orders and all(game.notation.closes(one) and not game.notation.gives_up(one) for one in orders)):
        return False
    later_lines = (one.text for one in lines[1 : 1 + MOST_LATER_LINES] if isinstance(one, LetterLine))
    answers = _list_answers(game, state, side, later_lines)
    return any(_comes_before(game, state, orders[0], answer) for answer in answers)


def _list_answers(game: Game, state: State, side: Side, texts: Iterable[str]) -> Iterator[Order]:
    """Yield the first order of each text, other than the end of a question."""
    for text in texts:
        with suppress(Unreadable):
            orders = read_text(game, state, side, text, is_last=False)
            yield from [one for one in orders if not game.notation.closes(one)][:1]


def _comes_before(game: Game, state: State, end: Order, answer: Order) -> bool:
    """Return True for an answer that is legal before the end of the question, and not behind it."""
    if any(game.rules.objections(state, answer)):
        return False
    try:
        after, verdict = play(game.rules, state, end, NoDice())
    except DiceNeeded:
        return True
    return not isinstance(verdict, Refused) and any(game.rules.objections(after, answer))


def _record(game: Game, side: Side, fields: Mapping[str, JsonValue]) -> Order:
    """Return the order of a record. The letter determines its side."""
    from referee.texts.validation import validate  # noqa: PLC0415 - only records pay for the library

    signer = fields.get("side", side)
    if signer != side:
        raise Unreadable(JudgingFault.SIGNED_BY_ANOTHER, signed=quote(signer), sender=side)
    values = {name: make_writable(of) for name, of in fields.items()}
    try:
        order: Order = validate(Tree("", {**values, "side": side}), game.rules.orders)
        canonical(to_data(order))
    except DataFault as fault:
        problem = reduce(_join, (one.whole for one in fault.complaints))
        raise Unreadable(JudgingFault.RECORD_MISREAD, said=problem) from None
    except Uncanonical as fault:
        raise Unreadable(JudgingFault.RECORD_MISREAD, said=fault.said) from None
    return order


def _join(first: Saying | str, then: Saying | str) -> Saying:
    return saying("{first}; {then}", first=first, then=then)


def is_standing(game: Game, order: LetterOrder) -> bool:
    """Return True if a line adds or removes a standing order, or belongs to a plan."""
    if not isinstance(order, LetterLine):
        return False
    return is_head(order.text) or is_plan_line(game.rules, order) or bool(game.notation.expand(order.text))


def is_head(line: str) -> bool:
    """Return True if a line begins a plan or a doctrine, or is a standing order of its own."""
    return STANDING_VERB.match(line) is not None


def is_plan_line(rules: Rules, line: LetterLine) -> bool:
    """Return True for a line such as `losses: first infantry` below the head of a plan, perhaps misspelt."""
    match = _PLAN_LINE.match(line.text)
    name = match["name"].lower() if match is not None else ""
    # `battle:`, one letter from `battles`, is a heading of orders.
    is_compound = "-" in name
    return name in rules.questions or (is_compound and any(is_one_slip(name, one) for one in rules.questions))
