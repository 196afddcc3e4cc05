"""The rules of the skirmish family: the table of contents, and dispatch."""

from collections.abc import Iterator, Mapping
from copy import copy
from functools import partial

from referee.engine import machine
from referee.engine.dice import Dice
from referee.engine.facts import Objection, Statable, Stated, Wording, list_by_code
from referee.engine.system import Outcome, Stage
from referee.i18n import purpose_text
from referee.i18n.fact_text import name_readings, word
from referee.i18n.translator import Translator
from referee.systems.skirmish import season as season_purposes
from referee.systems.skirmish.combat import refusals as combat_purposes
from referee.systems.skirmish.events import evolution
from referee.systems.skirmish.events.evolution import EventRecorder
from referee.systems.skirmish.facts import fact_names
from referee.systems.skirmish.facts import shots as facts_purposes
from referee.systems.skirmish.flow import judgement
from referee.systems.skirmish.flow import sequence as flow_purposes
from referee.systems.skirmish.movement import activation as movement_purposes
from referee.systems.skirmish.narrative import event_narration
from referee.systems.skirmish.notation.sentences import Misreading
from referee.systems.skirmish.state.narrator import Narrator
from referee.systems.skirmish.state.position import Position
from referee.systems.skirmish.state.table import Table
from schemas.model import ModelUnion
from schemas.record import Prompt, Purpose, Shape, Side
from schemas.rulebook import Citation
from schemas.skirmish.events import EVENTS, SkirmishEvent
from schemas.skirmish.names import Names
from schemas.skirmish.orders import ORDERS, SkirmishOrder
from schemas.skirmish.pack import Pack

FACTS = {**event_narration.FACTS, **list_by_code(Misreading)}
"""What is held against orders, or said of lines that are none, by code."""

THROWS = list_by_code(
    combat_purposes.Throw,
    facts_purposes.Throw,
    flow_purposes.Throw,
    movement_purposes.Throw,
    season_purposes.Throw,
)
"""What dice are thrown for, by code."""


class Skirmish:
    """One scenario on one table, ready to be refereed."""

    orders: ModelUnion[SkirmishOrder] = ORDERS
    events: Shape[SkirmishEvent] = EVENTS
    questions: tuple[str, ...] = tuple(question for question, _, _ in flow_purposes.QUESTIONS.values())

    def __init__(self, pack: Pack, scenario: str, options: Mapping[str, str] | None = None) -> None:
        self.table = Table(pack, scenario, options)
        self.narrator = Narrator(self.table)

    def speaking(self, tongue: Translator, names: Names | None) -> "Skirmish":
        """The same game with another narrator."""
        spoken = copy(self)
        spoken.narrator = Narrator(self.table, tongue, names)
        return spoken

    def word_purpose(self, purpose: str | Purpose) -> str:
        """What dice are thrown for, in the language that is spoken."""
        name, english = fact_names.namer(self.narrator), partial(fact_names.gather_filed_names, self.table)
        return purpose_text.word(self.narrator.tongue, THROWS, purpose, name, english)

    @property
    def sides(self) -> tuple[Side, Side]:
        """The two players, in the order of the pack."""
        return self.table.sides

    @property
    def facts(self) -> Mapping[str, Statable]:
        """The facts that these rules may state, by code."""
        return FACTS

    def start(self) -> Position:
        """The set-up, before anybody deploys otherwise."""
        return self.table.start()

    def prompts(self, state: Position) -> tuple[Prompt, ...]:
        """The open questions."""
        return flow_purposes.prompts(self.narrator, state)

    def options(self, state: Position, prompt: Prompt) -> Iterator[SkirmishOrder]:
        """Answers worth trying."""
        return judgement.options(self.table, state, prompt.side)

    def lawful(self, state: Position, prompt: Prompt) -> Iterator[SkirmishOrder]:
        """The options that nothing is held against."""
        return machine.sift(self, state, prompt)

    def objections(self, state: Position, order: SkirmishOrder) -> Iterator[Objection]:
        """Everything the rules hold against an order, each fact once for all the figures that it is about."""
        told: set[Objection] = set()
        for objection in judgement.objections(self.table, state, order):
            if objection not in told:
                told.add(objection)
                yield objection

    def word(self, stated: Stated) -> Wording:
        """A fact in words."""
        tongue = self.narrator.tongue
        return word(tongue, stated, name_readings(tongue, fact_names.namer(self.narrator)))

    def stage(self, state: Position, order: SkirmishOrder) -> Stage:  # noqa: ARG002 - the phase says it
        """The segment in which an order is given."""
        return flow_purposes.find_stage(state)

    def outcome(self, state: Position, order: SkirmishOrder, dice: Dice) -> Outcome[Position, SkirmishEvent]:  # noqa: ARG002 - orders are sealed, and dice are thrown when they are opened
        """What comes of an order."""
        course = EventRecorder(self.table, state)
        judgement.outcome(course, order)
        return course.outcome()

    def advance(self, state: Position, dice: Dice) -> Outcome[Position, SkirmishEvent]:
        """The next piece of work that asks no question."""
        course = EventRecorder(self.table, state)
        flow_purposes.advance(course, dice)
        return course.outcome()

    def evolve(self, state: Position, event: SkirmishEvent) -> Position:
        """The position after an event."""
        return evolution.evolve(self.table, state, event)

    def cite(self, meaning: str) -> Citation:
        """The clause of the sheet that has this meaning."""
        return self.narrator.cite(meaning)
