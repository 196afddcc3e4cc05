"""The rules of the Great War family: the table of contents, and dispatch."""

from collections.abc import Iterator, Mapping
from functools import cache

from referee.engine.dice import Dice
from referee.engine.facts import Asked, Objections, OpenQuestion, Statable, list_by_code
from referee.engine.system import Outcome, Stage
from referee.systems.great_war.combat import refusals as combat
from referee.systems.great_war.events import recorder
from referee.systems.great_war.events.recorder import EventRecorder
from referee.systems.great_war.facts import hidden_templates
from referee.systems.great_war.facts import refusals as facts
from referee.systems.great_war.flow import agenda, judgement, orders
from referee.systems.great_war.flow import refusals as flow
from referee.systems.great_war.movement import refusals as movement
from referee.systems.great_war.notation.sentences import Misreading
from referee.systems.great_war.season import refusals as season
from referee.systems.great_war.season import victory
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Position
from schemas.great_war.clauses import Clause
from schemas.great_war.events import EVENTS, GreatWarEvent
from schemas.great_war.names import QUESTIONS
from schemas.great_war.orders import ORDERS, GreatWarOrder
from schemas.great_war.pack import Pack
from schemas.model import ModelUnion
from schemas.record import Purpose, Shape, Side

CHAPTERS = (facts.Refusal, combat.Refusal, movement.Refusal, season.Refusal, flow.Refusal)
"""Enumerations of the facts in objections to orders."""


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

    def spell_purpose(self, purpose: Purpose) -> str:
        from referee.systems.great_war.language import language  # noqa: PLC0415 - older journals alone

        return language.older_english(self.theatre).word_purpose(purpose)

    @property
    def sides(self) -> tuple[Side, ...]:
        return self.theatre.sides

    def start(self) -> Position:
        """The set-up, before the cards are dealt."""
        return self.theatre.start()

    def prompts(self, state: Position) -> tuple[OpenQuestion, ...]:
        return agenda.asked(self.theatre, state)

    def options(self, state: Position, prompt: Asked) -> Iterator[GreatWarOrder]:
        return judgement.options(self.theatre, self._seen(state, prompt.side), prompt.side)

    def lawful(self, state: Position, prompt: Asked) -> Iterator[GreatWarOrder]:
        return judgement.lawful(self.theatre, self._seen(state, prompt.side), prompt.side)

    def objections(self, state: Position, order: GreatWarOrder) -> Objections:
        return judgement.objections(self.theatre, self._seen(state, order.side), order)

    @property
    def facts(self) -> Mapping[str, Statable]:
        return _facts()

    def stage(self, state: Position, order: GreatWarOrder) -> Stage:
        """The segment in which an order is given, and the battle that it is about."""
        return agenda.find_stage(state, order)

    def outcome(self, state: Position, order: GreatWarOrder, dice: Dice) -> Outcome[Position, GreatWarEvent]:
        course = recorder.course(self.theatre, state, dice, order.side)
        judgement.outcome(course, order)
        return self._concluded(course)

    def advance(self, state: Position, dice: Dice) -> Outcome[Position, GreatWarEvent]:
        course = recorder.course(self.theatre, state, dice)
        agenda.advance(course, orders.close)
        return self._concluded(course)

    def _concluded(self, course: EventRecorder) -> Outcome[Position, GreatWarEvent]:
        victory.conclude(self.theatre, course)
        return course.outcome()

    def evolve(self, state: Position, event: GreatWarEvent) -> Position:
        return recorder.evolve(self.theatre, state, event)

    def _seen(self, state: Position, viewer: Side) -> Position:
        """Return the position as one side knows it; the side's views derive from it."""
        return hidden_templates.show_to(self.theatre, state, viewer)

    def clause_number(self, meaning: str) -> str:
        return self.theatre.pack.clauses.meanings[Clause(meaning)]
