"""The rules of the skirmish family: overview and dispatch."""

from collections.abc import Iterator, Mapping

from referee.engine import machine
from referee.engine.dice import Dice
from referee.engine.facts import Asked, Objection, Objections, OpenQuestion, Statable, list_by_code
from referee.engine.system import Outcome, Stage
from referee.systems.skirmish.events import evolution
from referee.systems.skirmish.events.evolution import EventRecorder
from referee.systems.skirmish.flow import judgement, sequence
from referee.systems.skirmish.narrative import event_narration
from referee.systems.skirmish.notation.sentences import Misreading
from referee.systems.skirmish.state.position import Position
from referee.systems.skirmish.state.table import Table
from schemas.model import ModelUnion
from schemas.record import Purpose, Shape, Side
from schemas.skirmish.clauses import Clause
from schemas.skirmish.events import EVENTS, SkirmishEvent
from schemas.skirmish.orders import ORDERS, SkirmishOrder
from schemas.skirmish.pack import Pack

FACTS = {**event_narration.FACTS, **list_by_code(Misreading)}
"""The refusals of orders and the faults of unreadable lines, by code."""


class Skirmish:
    """One scenario on one table, ready to be refereed."""

    orders: ModelUnion[SkirmishOrder] = ORDERS
    events: Shape[SkirmishEvent] = EVENTS
    questions: tuple[str, ...] = tuple(question for question, _, _ in sequence.QUESTIONS.values())

    def __init__(self, pack: Pack, scenario: str, options: Mapping[str, str] | None = None) -> None:
        self.table = Table(pack, scenario, options)

    def spell_purpose(self, purpose: Purpose) -> str:
        from referee.systems.skirmish.language.language import SkirmishLanguage  # noqa: PLC0415 - older journals alone

        return SkirmishLanguage(self.table).word_purpose(purpose)

    def _word(self, objection: Objection) -> str:
        """Return the English text of an objection, which the event of a dropped order files."""
        from referee.systems.skirmish.language.language import SkirmishLanguage  # noqa: PLC0415 - few orders are dropped

        return SkirmishLanguage(self.table).word_dropped(objection)

    @property
    def sides(self) -> tuple[Side, Side]:
        return self.table.sides

    @property
    def facts(self) -> Mapping[str, Statable]:
        return FACTS

    def start(self) -> Position:
        return self.table.start()

    def prompts(self, state: Position) -> tuple[OpenQuestion, ...]:
        return sequence.prompts(self.table, state)

    def options(self, state: Position, prompt: Asked) -> Iterator[SkirmishOrder]:
        return judgement.options(self.table, state, prompt.side)

    def lawful(self, state: Position, prompt: Asked) -> Iterator[SkirmishOrder]:
        return machine.sift(self, state, prompt)

    def objections(self, state: Position, order: SkirmishOrder) -> Objections:
        """Yield the objections to an order, each one once."""
        known: set[Objection] = set()
        for objection in judgement.objections(self.table, state, order):
            if objection not in known:
                known.add(objection)
                yield objection

    def stage(self, state: Position, order: SkirmishOrder) -> Stage:  # noqa: ARG002 - it depends on the phase alone
        return sequence.find_stage(state)

    def outcome(self, state: Position, order: SkirmishOrder, dice: Dice) -> Outcome[Position, SkirmishEvent]:  # noqa: ARG002 - sealed orders need dice only when they are opened
        course = EventRecorder(self.table, state, self._word)
        judgement.outcome(course, order)
        return course.outcome()

    def advance(self, state: Position, dice: Dice) -> Outcome[Position, SkirmishEvent]:
        course = EventRecorder(self.table, state, self._word)
        sequence.advance(course, dice)
        return course.outcome()

    def evolve(self, state: Position, event: SkirmishEvent) -> Position:
        return evolution.evolve(self.table, state, event)

    def clause_number(self, meaning: str) -> str:
        return self.table.pack.clauses.meanings[Clause(meaning)]
