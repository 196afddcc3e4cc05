"""Lines of a letter that order in advance: `when`, `forget`, and the plans and doctrines that hold several.

`when losses in liege as defender if strength < 4: lose be-1` waits until that question is asked. It is over
with the player turn, unless it says `always`. A plan is such lines for one battle, a doctrine for all: its
head says where, in which role and how long, and each line below it answers one question.
"""

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from referee.engine.system import Rules, State
from referee.faults import Unreadable
from referee.i18n.name_matching import Index
from referee.matches.faults import JudgingFault
from referee.matches.judging import judge_letter
from referee.matches.judging.judge_letter import RejectedLine
from referee.systems.faces import Game
from referee.texts.canonical import writable
from referee.texts.tree import quote
from schemas.letter import AdvanceOrder, LetterLine, LetterOrder
from schemas.record import Side, Value

MOST_KEPT = 200
"""The most orders in advance of a side."""

FRESH = -1
"""What stands for the entry of an order in advance before it is filed."""

ALL, PLAN, DOCTRINE = "all", "plan", "doctrine"

EVERY = frozenset({"every battle", "all battles", "each battle"})
"""What stands in the head of a plan for all battles of the player turn."""

_VERBS = re.compile(
    r"\s*(?P<verb>when|forget|plan(?=\s+for\b|\s+[^\s:][^:]*:\s*$)|doctrine)\b\s*", re.IGNORECASE
)
_CLAUSES = re.compile(r"(?:^|(?<=\s))(in|for|as|if|always|this\s+turn)(?=\s|$)", re.IGNORECASE)
_AND = re.compile(r"\s+and\s+", re.IGNORECASE)
_LINE = re.compile(r"\s*(?P<name>[^\s:]+)(?:\s[^:]*)?:\s*\S")

Kept = tuple[AdvanceOrder, ...]


class Change(Value):
    """What a side orders in advance after a letter, and the lines of it that make no sense."""

    kept: Kept
    falls: tuple[RejectedLine, ...] = ()


def is_one(rules: Rules, order: LetterOrder) -> bool:
    """Whether a line of a letter orders in advance, takes that back, or belongs to a plan."""
    return isinstance(order, LetterLine) and (
        _VERBS.match(order.text) is not None or _is_of_plan(rules, order)
    )


def _is_of_plan(rules: Rules, line: LetterLine) -> bool:
    found = _LINE.match(line.text)
    return found is not None and found["name"].lower() in rules.questions


def split_orders(
    rules: Rules, orders: Sequence[LetterOrder]
) -> tuple[tuple[LetterOrder, ...], tuple[LetterLine, ...]]:
    """What a letter asks for now, and what in advance."""
    now = tuple(order for order in orders if not is_one(rules, order))
    return now, tuple(order for order in orders if isinstance(order, LetterLine) and is_one(rules, order))


def apply_lines(game: Game, state: State, side: Side, before: Kept, lines: Sequence[LetterLine]) -> Change:
    """What is kept of one side's orders in advance after the lines of its letter."""
    kept = _Kept(game, state, side, before)
    falls: list[RejectedLine] = []
    for line in lines:
        try:
            kept.take(line.text)
        except Unreadable as fault:
            falls.append(judge_letter.unreadable(line, state, fault))
    return Change(kept.orders, tuple(falls))


class _Kept:
    """Orders in advance while lines are added; below the head of a plan lines go on from it."""

    def __init__(self, game: Game, state: State, side: Side, orders: Kept) -> None:
        self._reader = _Reader(game, state, side)
        self.orders = orders
        self._head: AdvanceOrder | None = None

    def take(self, line: str) -> None:
        """One more line; raises `Unreadable` if it makes no sense."""
        found = _VERBS.match(line)
        verb, start = (found["verb"].lower(), found.end()) if found else ("", 0)
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
        """The head of a plan or a doctrine, which takes the place of the one before."""
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
        named = next(iter(line[start:].lower().split()), "")
        if line[start:].strip().lower() == ALL:
            self.orders = ()
            return
        blank = _blank(always=named == DOCTRINE)
        if named in {PLAN, DOCTRINE}:
            head = self._reader.read_head(line, start + len(named), len(line), blank)
            every = named == PLAN and _is_for_every(line, start)
            left = tuple(one for one in self.orders if not self._is_within(one, head, every=every))
        else:
            wanted = self._reader.read_where(line, start, len(line), blank)
            left = tuple(one for one in self.orders if not _is_named(one, wanted))
        if left == self.orders:
            raise Unreadable(JudgingFault.NOT_IN_ADVANCE, (), start + 1, asked=named)
        self.orders = left

    def _is_under(self, one: AdvanceOrder, head: AdvanceOrder) -> bool:
        """Whether an order stands under the same head."""
        same = (one.subject, one.role, one.always) == (head.subject, head.role, head.always)
        return same and (bool(head.subject) or head.always or self._is_of_battle(one))

    def _is_within(self, one: AdvanceOrder, head: AdvanceOrder, *, every: bool) -> bool:
        """Whether an order stands under a head, or under one of several that a shorter head means."""
        if one.always != head.always or head.role not in {"", one.role}:
            return False
        if one.always:
            return not one.subject
        if not one.subject:
            return not head.subject and self._is_of_battle(one)
        return not every and head.subject in {"", one.subject}

    def _is_of_battle(self, one: AdvanceOrder) -> bool:
        """Whether an order answers what battles ask."""
        return one.question in self._reader.game.advisor.plans


def _is_for_every(line: str, start: int) -> bool:
    """Whether a head names all battles."""
    named = " ".join(line[start:].lower().split())
    return any(f" {words}" in f" {named}" for words in EVERY)


def _blank(*, always: bool) -> AdvanceOrder:
    return AdvanceOrder(question="", order="", always=always, since=FRESH)


def _is_named(one: AdvanceOrder, wanted: AdvanceOrder) -> bool:
    named = one.question == wanted.question and wanted.subject in {"", one.subject}
    return named and wanted.role in {"", one.role}


class _Reader(Value):
    """The game, position and side that lines are read for."""

    game: Game
    state: State
    side: Side

    def read_order(self, line: str, start: int, head: AdvanceOrder) -> AdvanceOrder:
        """`QUESTION in AREA as ROLE if CONDITION always: ORDER`; what is not said is as in the head."""
        colon = line.find(":", start)
        if colon < 0 or not line[colon + 1 :].strip():
            raise Unreadable(JudgingFault.ADVANCE_WITHOUT_ORDER, (), len(line) + 1)
        where = self.read_where(line, start, colon, head)
        return replace(where, order=writable(line[colon + 1 :].strip()))

    def read_where(self, line: str, start: int, end: int, head: AdvanceOrder) -> AdvanceOrder:
        """The same up to the colon."""
        named, clauses = _cut(line, start, end)
        question = self._find_question(named.strip(), start)
        return self._add_clauses(replace(head, question=question), line, clauses)

    def read_head(self, line: str, start: int, end: int, head: AdvanceOrder) -> AdvanceOrder:
        """`for AREA as ROLE if CONDITION always`, or only the area."""
        named, clauses = _cut(line, start, end)
        if named.strip():
            head = replace(head, subject=self._find_subject(named.strip(), start))
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
                case _:
                    order = replace(order, always=word == "always")
        return order

    def _find_question(self, name: str, column: int) -> str:
        known = Index(dict.fromkeys(self.game.rules.questions, ()))
        found = known.find(name)
        if len(found) == 1:
            return found[0]
        near = found or known.nearest(name) or self.game.rules.questions
        raise Unreadable(JudgingFault.QUESTION_UNCLEAR, (), column + 1, name=quote(name), near=near)

    def _find_subject(self, name: str, column: int) -> str:
        if not name:
            raise Unreadable(JudgingFault.PLAN_WITHOUT_PLACE, (), column + 1)
        if " ".join(name.lower().split()) in EVERY:
            return ""
        known = self.game.notation.subjects
        found = known.find(name)
        if len(found) == 1:
            return found[0]
        near = found or known.nearest(name)
        fact = JudgingFault.PLACE_UNCLEAR if near else JudgingFault.NOT_ASKED_THERE
        raise Unreadable(fact, (), column + 1, name=quote(name), near=near)

    def list_roles(self) -> tuple[str, ...]:
        """The roles that a side may be asked in."""
        return self.game.advisor.roles

    def _find_role(self, name: str, column: int) -> str:
        roles = self.list_roles()
        found = Index(dict.fromkeys(roles, ())).find(name)
        if len(found) == 1:
            return found[0]
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
    """What stands before the first clause, and each clause: its word, and where its text begins and ends."""
    marks = list(_CLAUSES.finditer(line, start, end))
    ends = [*(mark.start() for mark in marks[1:]), end]
    named = line[start : marks[0].start() if marks else end]
    return named, [
        (" ".join(mark[1].lower().split()), mark.end(), stop) for mark, stop in zip(marks, ends, strict=False)
    ]


def date(kept: Kept, seq: int) -> Kept:
    """Orders in advance as they are filed in an entry."""
    return tuple(replace(one, since=seq) if one.since == FRESH else one for one in kept)
