"""Lines of a letter with standing orders: `when`, `forget`, and plans and doctrines that hold several.

`when losses in liege as defender if strength < 4: lose be-1` waits until that question is asked. It expires
with the player turn unless it says `this season` or `always`. A plan holds such lines for one battle, a
doctrine for all: its head names place, role and duration, and each line below it answers one question.
"""

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from referee.engine.system import State
from referee.faults import Unreadable
from referee.i18n.name_matching import Index, is_question
from referee.matches.faults import JudgingFault
from referee.matches.judging import judge_letter
from referee.matches.judging.judge_letter import RejectedLine
from referee.matches.judging.reading_lines import STANDING_VERB, is_standing
from referee.systems.faces import Game
from referee.texts.canonical import writable
from referee.texts.tree import quote
from schemas.letter import AdvanceOrder, LetterLine, LetterOrder
from schemas.record import Side, Value

MOST_KEPT = 200
"""Maximum number of standing orders of a side."""

FRESH = -1
"""Entry number of a standing order before it is filed."""

ALL, PLAN, DOCTRINE = "all", "plan", "doctrine"

EVERY = frozenset({"every battle", "all battles", "each battle"})
"""Words for all battles of the player turn, in the head of a plan."""

_CLAUSES = re.compile(r"(?:^|(?<=\s))(in|for|as|if|always|this\s+(?:turn|season))(?=\s|$)", re.IGNORECASE)
_AND = re.compile(r"\s+and\s+", re.IGNORECASE)

StandingOrders = tuple[AdvanceOrder, ...]


class Change(Value):
    """The standing orders of a side after a letter, and its unreadable lines."""

    orders: StandingOrders
    refused_lines: tuple[RejectedLine, ...] = ()


def split_orders(
    game: Game, orders: Sequence[LetterOrder]
) -> tuple[tuple[LetterOrder, ...], tuple[LetterLine, ...]]:
    """Split the orders of a letter into those for now and lines with standing orders."""
    now = tuple(order for order in orders if not is_standing(game, order))
    return now, tuple(order for order in orders if isinstance(order, LetterLine) and is_standing(game, order))


def apply_lines(
    game: Game, state: State, side: Side, before: StandingOrders, lines: Sequence[LetterLine]
) -> Change:
    """Return a side's standing orders after the lines of its letter."""
    kept = _Kept(game, state, side, before)
    refused_lines: list[RejectedLine] = []
    for line in lines:
        try:
            if is_question(line.text):
                raise Unreadable(JudgingFault.LINE_IS_QUESTION)
            for text in game.notation.expand(line.text) or (line.text,):
                kept.take(text)
        except Unreadable as fault:
            refused_lines.append(judge_letter.unreadable(line, state, fault))
    return Change(kept.orders, tuple(refused_lines))


class _Kept:
    """Standing orders while lines are added. Lines below the head of a plan inherit from it."""

    def __init__(self, game: Game, state: State, side: Side, orders: StandingOrders) -> None:
        self._reader = _Reader(game, state, side)
        self.orders = orders
        self._head: AdvanceOrder | None = None

    def take(self, line: str) -> None:
        """Read one more line. Raises Unreadable for an invalid one."""
        match = STANDING_VERB.match(line)
        verb, start = (match["verb"].lower(), match.end()) if match else ("", 0)
        match verb:
            case "when":
                self._head = None
                self._add(self._reader.read_order(line, start, _blank(always=False)))
            case "forget":
                self._head = None
                self._forget(line, start)
            case "":
                if self._head is None:
                    raise Unreadable(JudgingFault.PLAN_LINE_ALONE)
                self._add(self._reader.read_order(line, start, self._head))
            case _:
                self._begin(line, start, is_plan=verb == PLAN)

    def _begin(self, line: str, start: int, *, is_plan: bool) -> None:
        """Begin a plan or a doctrine. It replaces the one before."""
        self._head = None
        end = line.find(":", start)
        head = self._reader.read_head(line, start, len(line) if end < 0 else end, _blank(always=not is_plan))
        if is_plan and not (head.subject or _is_for_every(line, start)):
            raise Unreadable(JudgingFault.PLAN_WITHOUT_PLACE, (), len(line) + 1)
        if not (is_plan or head.role):
            near = self._reader.list_roles()
            raise Unreadable(JudgingFault.DOCTRINE_WITHOUT_ROLE, (), start + 1, near=near)
        self.orders = tuple(one for one in self.orders if not self._is_under(one, head))
        self._head = head
        if end >= 0 and line[end + 1 :].strip():
            self._add(self._reader.read_order(line, end + 1, head))

    def _add(self, order: AdvanceOrder) -> None:
        others = tuple(one for one in self.orders if replace(one, since=FRESH) != order)
        if len(others) == MOST_KEPT:
            raise Unreadable(JudgingFault.ADVANCE_FULL, most=MOST_KEPT)
        self.orders = self.orders if len(others) < len(self.orders) and order.always else (*others, order)

    def _forget(self, line: str, start: int) -> None:
        word = next(iter(line[start:].lower().split()), "")
        if line[start:].strip().lower() == ALL:
            self.orders = ()
            return
        blank = _blank(always=word == DOCTRINE)
        if word in {PLAN, DOCTRINE}:
            head = self._reader.read_head(line, start + len(word), len(line), blank)
            every = word == PLAN and _is_for_every(line, start)
            remaining = tuple(one for one in self.orders if not self._is_within(one, head, every=every))
        else:
            pattern = self._reader.read_where(line, start, len(line), blank)
            remaining = tuple(one for one in self.orders if not _is_named(one, pattern))
        if remaining == self.orders:
            raise Unreadable(JudgingFault.NOT_IN_ADVANCE, (), start + 1, asked=word)
        self.orders = remaining

    def _is_under(self, one: AdvanceOrder, head: AdvanceOrder) -> bool:
        """Return True if an order belongs to the same head."""
        same = (one.subject, one.role, one.always) == (head.subject, head.role, head.always)
        return same and (bool(head.subject) or head.always or self._is_of_battle(one))

    def _is_within(self, one: AdvanceOrder, head: AdvanceOrder, *, every: bool) -> bool:
        """Return True if an order belongs to a head, or to one of several that a shorter head names."""
        if one.always != head.always or head.role not in {"", one.role}:
            return False
        if one.always:
            return not one.subject
        if not one.subject:
            return not head.subject and self._is_of_battle(one)
        return not every and head.subject in {"", one.subject}

    def _is_of_battle(self, one: AdvanceOrder) -> bool:
        """Return True if an order answers a question of a battle."""
        return one.question in self._reader.game.advisor.plans


def _is_for_every(line: str, start: int) -> bool:
    """Return True if a head names all battles."""
    text = " ".join(line[start:].lower().split())
    return any(f" {words}" in f" {text}" for words in EVERY)


def _blank(*, always: bool) -> AdvanceOrder:
    return AdvanceOrder(question="", order="", always=always, since=FRESH)


def _is_named(one: AdvanceOrder, pattern: AdvanceOrder) -> bool:
    is_same_question = one.question == pattern.question and pattern.subject in {"", one.subject}
    return is_same_question and pattern.role in {"", one.role}


class _Reader(Value):
    """Reader of lines for a game, a position and a side."""

    game: Game
    state: State
    side: Side

    def read_order(self, line: str, start: int, head: AdvanceOrder) -> AdvanceOrder:
        """Read `QUESTION in AREA as ROLE if CONDITION always: ORDER`. Missing parts are those of the head."""
        colon = line.find(":", start)
        if colon < 0 or not line[colon + 1 :].strip():
            raise Unreadable(JudgingFault.ADVANCE_WITHOUT_ORDER, (), len(line) + 1)
        where = self.read_where(line, start, colon, head)
        text = line[colon + 1 :].strip()
        answer = self.game.notation.complete_answer(where.question, text)
        fault = self.game.notation.find_lasting_fault(self.state, self.side, where.question, answer)
        if fault is not None:
            fault.column = line.index(text, colon + 1) + (fault.column if answer == text else 1)
            raise fault
        return replace(where, order=writable(answer))

    def read_where(self, line: str, start: int, end: int, head: AdvanceOrder) -> AdvanceOrder:
        """Read the part of an order before the colon."""
        name, clauses = _cut(line, start, end)
        question = self._find_question(name.strip(), start)
        return self._add_clauses(replace(head, question=question), line, clauses)

    def read_head(self, line: str, start: int, end: int, head: AdvanceOrder) -> AdvanceOrder:
        """Read `for AREA as ROLE if CONDITION always`, or only the area."""
        name, clauses = _cut(line, start, end)
        if name.strip():
            head = replace(head, subject=self._find_subject(name.strip(), start))
        return self._add_clauses(head, line, clauses)

    def _add_clauses(
        self, order: AdvanceOrder, line: str, clauses: Sequence[tuple[str, int, int]]
    ) -> AdvanceOrder:
        for word, start, end in clauses:
            text = line[start:end].lstrip()
            column, text = end - len(text), text.rstrip()
            match word:
                case "in" | "for":
                    order = replace(order, subject=self._find_subject(text, column))
                case "as":
                    order = replace(order, role=self._find_role(text, column))
                case "if":
                    order = replace(
                        order, conditions=(*order.conditions, *self._read_conditions(text, column))
                    )
                case "this season":
                    conditions = (*order.conditions, *self._read_conditions(word, start))
                    order = replace(order, always=True, conditions=conditions)
                case _:
                    order = replace(order, always=word == "always")
        return order

    def _find_question(self, name: str, column: int) -> str:
        index = Index(dict.fromkeys(self.game.rules.questions, ()))
        matches = index.find(name)
        if len(matches) == 1:
            return matches[0]
        near = matches or index.nearest(name) or self.game.rules.questions
        raise Unreadable(JudgingFault.QUESTION_UNCLEAR, (), column + 1, name=quote(name), near=near)

    def _find_subject(self, name: str, column: int) -> str:
        if not name:
            raise Unreadable(JudgingFault.PLAN_WITHOUT_PLACE, (), column + 1)
        if " ".join(name.lower().split()) in EVERY:
            return ""
        index = self.game.notation.subjects
        matches = index.find(name)
        if len(matches) == 1:
            return matches[0]
        near = matches or index.nearest(name)
        fact = JudgingFault.PLACE_UNCLEAR if near else JudgingFault.NOT_ASKED_THERE
        raise Unreadable(fact, (), column + 1, name=quote(name), near=near)

    def list_roles(self) -> tuple[str, ...]:
        """Return the roles in which a side can be asked."""
        return self.game.advisor.roles

    def _find_role(self, name: str, column: int) -> str:
        roles = self.list_roles()
        matches = Index(dict.fromkeys(roles, ())).find(name)
        if len(matches) == 1:
            return matches[0]
        raise Unreadable(JudgingFault.ROLE_UNCLEAR, (), column + 1, name=quote(name), near=roles)

    def _read_conditions(self, text: str, column: int) -> Iterator[str]:
        if not self.game.advisor.has_conditions:
            raise Unreadable(JudgingFault.NO_CONDITIONS, (), column + 1)
        begins = [0, *(word.end() for word in _AND.finditer(text))]
        for begin, part in zip(begins, _AND.split(text), strict=True):
            try:
                yield self.game.advisor.read_condition(self.state, self.side, part)
            except Unreadable as error:
                error.column += column + begin
                raise


def _cut(line: str, start: int, end: int) -> tuple[str, list[tuple[str, int, int]]]:
    """Return the text before the first clause, and the word, beginning and end of each clause."""
    marks = list(_CLAUSES.finditer(line, start, end))
    ends = [*(mark.start() for mark in marks[1:]), end]
    name = line[start : marks[0].start() if marks else end]
    return name, [
        (" ".join(mark[1].lower().split()), mark.end(), stop) for mark, stop in zip(marks, ends, strict=False)
    ]


def date(orders: StandingOrders, seq: int) -> StandingOrders:
    """Return standing orders with the number of the entry that files them."""
    return tuple(replace(one, since=seq) if one.since == FRESH else one for one in orders)
