"""Orders in advance: answers that a side gives before it is asked, and that the referee reads when it is.

`when losses in liege: lose be-1` waits under seal until that question is asked of its side. Then the first
such line that is lawful is carried out, and otherwise the side is asked (ruling A-96 of the West). Nobody
else learns what was ordered, or by whom, until it is done.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from referee.engine.dice import DiceNeeded, NoDice
from referee.engine.faults import Unreadable
from referee.engine.machine import play
from referee.engine.names import Index
from referee.engine.system import Rules, State
from referee.engine.verdict import Refused
from referee.matches.judging import hearing
from referee.matches.judging.faults import JudgingFault
from referee.matches.judging.hearing import AcceptedOrder, RejectedLine, Throw
from referee.texts.canonical import writable
from referee.texts.tree import quote
from referee.values.value import Value
from schemas.advance import AdvanceOrder
from schemas.letter import LetterLine, LetterOrder
from schemas.record import Side

MOST_KEPT = 200
"""The most orders in advance of a side."""

MOST_ANSWERS = 200
"""The most questions that are answered at a stroke: two sides may order in advance to do nothing for ever."""

ALL = "all"

_WORDS = re.compile(r"(?P<verb>when|forget)\b\s*(?P<rest>.*)", re.IGNORECASE | re.DOTALL)
_WHERE = re.compile(r"(?P<question>.*?)(?:(?:^|\s+)in\s+(?P<subject>.*))?", re.IGNORECASE | re.DOTALL)

Kept = tuple[AdvanceOrder, ...]
Asked = tuple[Side, str, str]
"""Who is asked, what, and about what."""


class Change(Value):
    """What a side orders in advance after a letter, and the lines of it that make no sense."""

    kept: Kept
    falls: tuple[RejectedLine, ...] = ()


class Answer(Value):
    """What a side answered by an order in advance: its orders that stand, and how many were judged."""

    side: Side
    stands: tuple[AcceptedOrder, ...]
    judged: int


def is_one(order: LetterOrder) -> bool:
    """Whether a line of a letter gives an order in advance, or takes one back."""
    return isinstance(order, LetterLine) and _WORDS.match(order.text) is not None


def split_orders(orders: Sequence[LetterOrder]) -> tuple[tuple[LetterOrder, ...], tuple[LetterLine, ...]]:
    """What a letter asks for now, and what in advance."""
    now = tuple(order for order in orders if not is_one(order))
    return now, tuple(order for order in orders if isinstance(order, LetterLine) and is_one(order))


def apply_lines(rules: Rules, state: State, before: Kept, lines: Sequence[LetterLine]) -> Change:
    """What is kept of one side's orders in advance after the lines of its letter."""
    after: Kept = before
    falls: list[RejectedLine] = []
    for line in lines:
        try:
            after = _read(rules, after, line)
        except Unreadable as fault:
            falls.append(hearing.unreadable(line, state, fault))
    return Change(after, tuple(falls))


def _read(rules: Rules, before: Kept, line: LetterLine) -> Kept:
    """What is kept after one more line; raises `Unreadable` if it makes no sense."""
    words = _WORDS.fullmatch(line.text)
    assert words is not None
    if words["verb"].lower() == "when":
        return _give(_Line(rules, line.text), before, words.start("rest"))
    return _forget(_Line(rules, line.text), before, words.start("rest"))


class _Line(Value):
    """A line being read, and by whose rules."""

    rules: Rules
    text: str

    def where(self, start: int, end: int) -> tuple[str, str]:
        """The question that is named in a stretch of the line, and what it has to be about."""
        named = _WHERE.fullmatch(self.text, start, end)
        assert named is not None
        question = self._question(named["question"].strip(), start)
        subject = named["subject"]
        return question, "" if subject is None else self._subject(subject.strip(), named.start("subject"))

    def _question(self, name: str, column: int) -> str:
        known = Index(dict.fromkeys(self.rules.questions, ()))
        found = known.find(name)
        if len(found) == 1:
            return found[0]
        near = found or known.nearest(name) or self.rules.questions
        raise Unreadable(JudgingFault.QUESTION_UNCLEAR, (), column + 1, name=quote(name), near=near)

    def _subject(self, name: str, column: int) -> str:
        known = self.rules.subjects
        found = known.find(name)
        if len(found) == 1:
            return found[0]
        near = found or known.nearest(name)
        fact = JudgingFault.PLACE_UNCLEAR if near else JudgingFault.NOT_ASKED_THERE
        raise Unreadable(fact, (), column + 1, name=quote(name), near=near)


def _give(line: _Line, before: Kept, start: int) -> Kept:
    colon = line.text.find(":", start)
    if colon < 0 or not line.text[colon + 1 :].strip():
        raise Unreadable(JudgingFault.ADVANCE_WITHOUT_ORDER, (), len(line.text) + 1)
    question, subject = line.where(start, colon)
    order = AdvanceOrder(question=question, subject=subject, order=writable(line.text[colon + 1 :].strip()))
    if order in before:
        return before
    if len(before) == MOST_KEPT:
        raise Unreadable(JudgingFault.ADVANCE_FULL, most=MOST_KEPT)
    return (*before, order)


def _forget(line: _Line, before: Kept, start: int) -> Kept:
    if line.text[start:].strip().lower() == ALL:
        return ()
    question, subject = line.where(start, len(line.text))
    left = tuple(one for one in before if one.question != question or subject not in {"", one.subject})
    if left == before:
        raise Unreadable(JudgingFault.NOT_IN_ADVANCE, (), start + 1, asked=question)
    return left


def doubtful(rules: Rules, state: State, side: Side, orders: Sequence[AdvanceOrder]) -> Iterator[str]:
    """Of orders in advance, those that are no orders as things stand, each with the reason."""
    for order in orders:
        try:
            rules.read(state, side, order.order)
        except Unreadable as fault:
            yield f"{order}: {rules.word(fault.stated).text}"


def answers(
    rules: Rules, state: State, orders: Mapping[Side, Kept], throw: Throw, *, sealed: bool
) -> Iterator[Answer]:
    """What orders in advance answer, question after question, until one is left to its side.

    Each line answers a question once. Only sealed dice can be thrown for them; where people throw, whoever
    would have to is asked.
    """
    tried: Mapping[Asked, set[int]] = {}
    for _ in range(MOST_ANSWERS):
        asked = [(prompt.side, prompt.question, prompt.subject) for prompt in rules.prompts(state)]
        tried = {one: tried.get(one, set()) for one in asked}
        answer = next(_find(rules, state, orders, tried, throw, sealed=sealed), None)
        if answer is None:
            return
        yield answer
        state = answer.stands[-1].after


def _find(
    rules: Rules,
    state: State,
    orders: Mapping[Side, Kept],
    tried: Mapping[Asked, set[int]],
    throw: Throw,
    *,
    sealed: bool,
) -> Iterator[Answer]:
    """The answers that may be given now, in the order in which they were put down."""
    for (side, question, subject), done in tried.items():
        for number, order in enumerate(orders.get(side, ()), 1):
            meant = order.question == question and order.subject in {"", subject}
            if meant and number not in done and _is_lawful(rules, state, side, order.order, sealed=sealed):
                done.add(number)
                line = LetterLine(line=number, text=order.order, typed=order.order)
                heard = hearing.hear(rules, state, side, [line], throw)
                yield Answer(side, tuple(heard.stands), len(heard.stands) + len(heard.falls))


def _is_lawful(rules: Rules, state: State, side: Side, line: str, *, sealed: bool) -> bool:
    """Whether a line can be carried out, as far as the first die or hidden draw."""
    try:
        read = rules.read(state, side, line)
        for order in read:
            state, verdict = play(rules, state, order, NoDice())
            if isinstance(verdict, Refused):
                return False
    except Unreadable:
        return False
    except DiceNeeded:
        return sealed
    return bool(read)
