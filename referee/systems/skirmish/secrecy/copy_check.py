"""Judgement of a move from a side's own copy, event by event, in the position that this side knows.

The side can predict the end of a turn for its own units and figures, the open features of the table, and the
sequence of play. Contacts, sightings and hits of its figures depend on enemies that it does not see.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from referee.engine.copy_check import ORDER, CopiedDice, CopiedMove, Finding, Judgement, ViewFact, compare
from referee.engine.dice import Dice, DiceNeeded, FiledDice, NoDice
from referee.engine.facts import Parameter, state
from referee.engine.system import RuleSystem
from referee.systems.skirmish.facts import shots
from referee.systems.skirmish.flow import sequence
from referee.systems.skirmish.secrecy.expected_events import Expectation, Memory
from referee.systems.skirmish.state.position import Position
from referee.systems.skirmish.state.table import Table
from schemas.record import REFEREE
from schemas.skirmish import close_events as close
from schemas.skirmish import events as happened
from schemas.skirmish.events import SkirmishEvent
from schemas.skirmish.names import Effect
from schemas.skirmish.orders import Amendment, AmendmentOrder, Concede, Reposition, SkirmishOrder
from schemas.vocabulary import as_said_in

System = RuleSystem[Position, SkirmishOrder, SkirmishEvent]
SkirmishMove = CopiedMove[SkirmishOrder, SkirmishEvent]
"""A move of this family as a copy records it."""


def judge(rules: System, table: Table, position: Position, move: SkirmishMove) -> Judgement:
    """Judge a move in the position that the reader of the copy knows."""
    # While a question is open, the moderator can only amend, which the other side does not read.
    unread = move.author != REFEREE or (move.events and sequence.list_asked(table, position))
    if move.order is None and unread:
        unseen = state(ViewFact.ORDER_UNSEEN)
        numbers = (ORDER, *(number for number, _ in enumerate(move.events, 1)))
        return Judgement(unjudged=tuple(Finding(number, unseen) for number in numbers))
    return _Reading(rules, table, position, move).judge()


class _Reading:
    """Reads a move event by event."""

    def __init__(self, rules: System, table: Table, position: Position, move: SkirmishMove) -> None:
        self._rules, self._table, self._position, self._move = rules, table, position, move
        self._memory = Memory()
        self._wrong: list[Finding] = []
        self._unjudged: list[Finding] = []

    def judge(self) -> Judgement:
        """Judge the order, then its events."""
        if isinstance(self._move.order, Amendment):
            return self._judge_amendment(self._move.order)
        rest = list(enumerate(self._move.events, 1))
        del rest[: self._judge_order()]
        # The following events happen once the last side has closed its orders, or one concedes. In live play
        # they depend on the enemy's units.
        given_up = isinstance(self._move.order, Concede)
        going_on = given_up or not sequence.list_asked(self._table, self._position)
        predictable = not sequence.live(self._table)
        if predictable and rest and not going_on:
            self._say(rest[0][0], ViewFact.EVENT_ADDED, type=rest[0][1].type)
        if rest:
            self._leave(ORDER, ViewFact.OMISSION_UNSEEN)
        for number, event in rest:
            self._judge_event(number, event)
            self._position = self._rules.evolve(self._position, event)
        over = self._position.phase == "over"
        is_complete = over or (not given_up and sequence.list_asked(self._table, self._position))
        if self._memory.next is not None or (predictable and going_on and not is_complete):
            self._say(ORDER, ViewFact.CANNOT_HAVE_HAPPENED)
        return Judgement(tuple(self._wrong), tuple(self._unjudged))

    def _judge_order(self) -> int:
        """Judge the order, and return the number of events that it causes by itself."""
        move, order = self._move, self._move.order
        if order is None or isinstance(order, Concede):
            return 0
        if order.side not in sequence.list_asked(self._table, self._position):
            if sequence.live(self._table):
                self._leave(ORDER, ViewFact.ENEMY_UNSEEN)
            else:
                self._say(ORDER, ViewFact.CANNOT_HAVE_HAPPENED)
        elif not self._is_lawful(order):
            self._leave(ORDER, ViewFact.ENEMY_UNSEEN)
        due = self._rules.outcome(self._position, order, NoDice()).events
        events = move.events[: len(due)]
        self._wrong += compare(events, due)
        for event in events:
            self._position = self._rules.evolve(self._position, event)
        return len(events)

    def _judge_amendment(self, order: AmendmentOrder) -> Judgement:
        """Judge an amendment by the moderator, as far as it does not depend on the places of enemies."""
        own = {id: one for id, one in self._position.figures.items() if one.side == self._move.viewer}
        position = replace(self._position, figures=own)
        if against := tuple(self._rules.objections(position, order)):
            clauses = tuple(dict.fromkeys(self._rules.clause_number(one.clause) for one in against))
            self._say(ORDER, ViewFact.ORDER_UNLAWFUL, clauses=clauses)
            return Judgement(tuple(self._wrong), ())
        due, events = self._rules.outcome(position, order, NoDice()).events, self._move.events
        self._wrong += compare(events[:1], due[:1])
        if isinstance(order, Reposition):
            self._leave(ORDER, ViewFact.ENEMY_UNSEEN)
        for number, _ in enumerate(events[1:], 2):
            self._leave(number, ViewFact.ENEMY_UNSEEN)
        return Judgement(tuple(self._wrong), tuple(self._unjudged))

    def _is_lawful(self, order: SkirmishOrder) -> bool:
        """Return True if an order is certainly legal. The copy knows enemies only by their aliases."""
        try:
            return not any(self._rules.objections(self._position, order))
        except LookupError:
            return False

    def _judge_event(self, number: int, event: SkirmishEvent) -> None:
        memory = self._memory
        due, memory.next = memory.next, None
        if due is not None or isinstance(event, FOLLOWERS):
            if event != due:
                self._say(number, ViewFact.EVENT_ADDED, type=event.type)
        else:
            self._weigh(number, event)
        memory.next = self._find_next(event)
        self._remember(event)

    def _weigh(self, number: int, event: SkirmishEvent) -> None:
        """Compare an event with the events that may be in its place."""
        dice = FiledDice(CopiedDice((event,)), self._move.format, self._rules.spell_purpose)
        try:
            expected = self._expect(event, dice)
        except DiceNeeded:
            self._say(number, ViewFact.DICE_TOO_FEW)
            return
        if expected is None:
            self._leave(number, ViewFact.ENEMY_UNSEEN)
            for finding in self._contradict(event):
                self._wrong.append(Finding(number, finding.said))
        elif event not in expected:
            alike = [one for one in expected if one.type == event.type]
            self._wrong += compare((event,), alike[:1], first=number)

    def _expect(self, event: SkirmishEvent, dice: Dice) -> tuple[SkirmishEvent, ...] | None:
        expectation = Expectation(self._table, self._position, self._move.viewer, self._memory)
        events = expectation.find(event, dice)
        if events is None:
            return None
        return tuple(as_said_in(one, self._move.vocabulary) for one in events)

    def _contradict(self, event: SkirmishEvent) -> Iterator[Finding]:
        """Yield the contradictions between the dice of a shot and its effects."""
        if not isinstance(event, happened.Shot | happened.ShellBurst) or len(event.rolls) != len(event.marks):
            return
        kind = event.kind if isinstance(event, happened.Shot) else "aimed"
        for roll, mark in zip(event.rolls, event.marks, strict=True):
            effect: tuple[Effect, int] | None = None
            if kind == "aimed" and mark.total is not None:
                effect = shots.judge(self._table.parameters.aimed, roll.faces, mark.total)
            elif kind == "unaimed" and mark.needed is not None:
                pins = sum(face >= mark.needed for face in roll.faces)
                effect = ("pin" if pins else "miss", pins)
            if roll.faces and effect is not None and effect != (mark.effect, mark.pins):
                yield Finding(ORDER, state(ViewFact.CANNOT_HAVE_HAPPENED))

    def _find_next(self, event: SkirmishEvent) -> SkirmishEvent | None:
        """Return the event that has to follow an event at once, or None."""
        table, position = self._table, self._position
        match event:
            case close.MoraleTested(side=side, unit=unit, passed=False):
                return self._mark(side, unit)
            case close.UnitRallied(side=side, unit=unit, markers=markers) if (
                markers == position.units[unit].markers and table.parameters.rallying.failure_adds_marker
            ):
                return self._mark(side, unit)
            case close.MarkerAdded(side=side, unit=unit, markers=markers) if markers >= DISPERSES:
                return close.UnitDispersed(side=side, unit=unit)
            case happened.ShellFell(kind="smoke", at=at):
                until = position.turn + table.parameters.artillery.smoke_turns - 1
                id = f"smoke-{position.turn}-{len(position.smoke) + 1}"
                return happened.SmokeLaid(id=id, at=at, until=until)
            case _:
                return None

    def _mark(self, side: str, unit: str) -> close.MarkerAdded:
        markers = self._position.units[unit].markers + 1
        return close.MarkerAdded(side=side, unit=unit, markers=markers)

    def _remember(self, event: SkirmishEvent) -> None:
        memory = self._memory
        match event:
            case happened.PhaseStarted():
                memory.opened = memory.ended = False
                memory.due = {}
            case happened.PlotsOpened():
                memory.opened = True
            case happened.TurnEnded():
                memory.ended = True
            case happened.MissionSpent(mission=mission):
                memory.aim = self._position.missions[mission].pending[0][0]
            case _:
                pass

    def _say(self, number: int, fact: ViewFact, **parts: Parameter) -> None:
        self._wrong.append(Finding(number, state(fact, number=number, **parts)))

    def _leave(self, number: int, fact: ViewFact) -> None:
        self._unjudged.append(Finding(number, state(fact)))


FOLLOWERS = (close.MarkerAdded, close.UnitDispersed, happened.SmokeLaid)
"""Events that only happen as the consequence of another."""

DISPERSES = 3
"""The failure after which a unit runs."""
