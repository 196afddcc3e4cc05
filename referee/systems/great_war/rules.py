"""The rules of the Great War family: the table of contents, and dispatch."""

from collections.abc import Iterator, Mapping
from copy import copy
from functools import cache, partial

from referee.engine.dice import Dice
from referee.engine.facts import Objection, Statable, Stated, Wording, list_by_code
from referee.engine.system import Outcome, Stage
from referee.i18n import purpose_text
from referee.i18n.fact_text import name_readings, word
from referee.i18n.translator import Translator
from referee.systems.great_war.combat import fire as combat_purposes
from referee.systems.great_war.combat import refusals as combat
from referee.systems.great_war.events import evolution
from referee.systems.great_war.events import recorder as events_purposes
from referee.systems.great_war.events.recorder import EventRecorder
from referee.systems.great_war.facts import hidden_templates
from referee.systems.great_war.facts import refusals as facts
from referee.systems.great_war.flow import agenda, judgement, prompt_builder
from referee.systems.great_war.flow import refusals as flow
from referee.systems.great_war.movement import refusals as movement
from referee.systems.great_war.movement import transit as movement_purposes
from referee.systems.great_war.notation.sentences import Misreading
from referee.systems.great_war.season import refusals as season
from referee.systems.great_war.season import victory
from referee.systems.great_war.state import fact_names
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.narrator import Narrator
from referee.systems.great_war.state.position import Position
from schemas.great_war.events import EVENTS, GreatWarEvent
from schemas.great_war.names import QUESTIONS, Names
from schemas.great_war.orders import ORDERS, GreatWarOrder
from schemas.great_war.pack import Pack
from schemas.model import ModelUnion
from schemas.record import Prompt, Purpose, Shape, Side
from schemas.rulebook import Citation

CHAPTERS = (facts.Refusal, combat.Refusal, movement.Refusal, season.Refusal, flow.Refusal)
"""Enumerations of the facts in objections to orders."""


THROWS = list_by_code(combat_purposes.Throw, movement_purposes.Throw, events_purposes.Draw)
"""Purposes of rolls and of mixed cards, by code."""


@cache
def _facts() -> Mapping[str, Statable]:
    return list_by_code(*CHAPTERS, Misreading)


class GreatWar:
    """One theatre of the Great War, ready to be refereed."""

    orders: ModelUnion[GreatWarOrder] = ORDERS
    events: Shape[GreatWarEvent] = EVENTS
    questions: tuple[str, ...] = QUESTIONS

    def __init__(self, pack: Pack, scenario: str, options: Mapping[str, str] | None = None) -> None:
        self.theatre = GreatWarGame(pack, scenario, options)
        self.narrator = Narrator(self.theatre)

    def speaking(self, tongue: Translator, names: Names | None) -> "GreatWar":
        """The same game with another narrator."""
        spoken = copy(self)
        spoken.narrator = Narrator(self.theatre, tongue, names)
        return spoken

    def word_purpose(self, purpose: str | Purpose) -> str:
        """Return the purpose of a roll in the language of the narrator."""
        name, english = fact_names.namer(self.narrator), partial(fact_names.gather_filed_names, self.theatre)
        return purpose_text.word(self.narrator.tongue, THROWS, purpose, name, english)

    @property
    def sides(self) -> tuple[Side, ...]:
        """The two players, in the order of the pack."""
        return self.theatre.sides

    def start(self) -> Position:
        """The set-up, before the cards are dealt."""
        return self.theatre.start()

    def prompts(self, state: Position) -> tuple[Prompt, ...]:
        """The open question, if there is one."""
        return agenda.prompts(self.narrator, state)

    def options(self, state: Position, prompt: Prompt) -> Iterator[GreatWarOrder]:
        """Answers worth trying."""
        return judgement.options(self.theatre, self._seen(state, prompt.side), prompt.side)

    def lawful(self, state: Position, prompt: Prompt) -> Iterator[GreatWarOrder]:
        """Those of the answers that nothing is held against."""
        return judgement.lawful(self.theatre, self._seen(state, prompt.side), prompt.side)

    def objections(self, state: Position, order: GreatWarOrder) -> Iterator[Objection]:
        """Everything the rules hold against an order."""
        return judgement.objections(self.theatre, self._seen(state, order.side), order)

    @property
    def facts(self) -> Mapping[str, Statable]:
        """The facts that these rules may state, by code."""
        return _facts()

    def word(self, stated: Stated) -> Wording:
        """A fact in words."""
        tongue = self.narrator.tongue
        return word(tongue, stated, name_readings(tongue, prompt_builder.namer(self.narrator)))

    def stage(self, state: Position, order: GreatWarOrder) -> Stage:
        """The segment in which an order is given, and the battle that it is about."""
        return agenda.find_stage(state, order)

    def outcome(self, state: Position, order: GreatWarOrder, dice: Dice) -> Outcome[Position, GreatWarEvent]:
        """Return the outcome of an order."""
        course = events_purposes.course(self.theatre, state, dice, order.side)
        judgement.outcome(course, order)
        return self._concluded(course)

    def advance(self, state: Position, dice: Dice) -> Outcome[Position, GreatWarEvent]:
        """The next piece of work that asks no question."""
        course = events_purposes.course(self.theatre, state, dice)
        agenda.advance(course)
        return self._concluded(course)

    def _concluded(self, course: EventRecorder) -> Outcome[Position, GreatWarEvent]:
        victory.conclude(self.theatre, course)
        return course.outcome()

    def evolve(self, state: Position, event: GreatWarEvent) -> Position:
        """The position after an event."""
        return evolution.evolve(self.theatre, state, event)

    def _seen(self, state: Position, viewer: Side) -> Position:
        """Return the position as one side knows it; the side's views derive from it."""
        return hidden_templates.show_to(self.theatre, state, viewer)

    def cite(self, meaning: str) -> Citation:
        """The clause of the pack's rulebook that has this meaning."""
        return self.narrator.cite(meaning)
