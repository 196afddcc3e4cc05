"""The advisor of the Great War family: parts and stakes of orders, and standing orders."""

from collections.abc import Iterator, Mapping, Sequence

from referee.engine.facts import Asked, Objection
from referee.systems import faces
from referee.systems.great_war.flow import judgement, prompt_builder
from referee.systems.great_war.language import language
from referee.systems.great_war.language.language import GreatWarLanguage
from referee.systems.great_war.narrative import pieces
from referee.systems.great_war.notation import order_parts, plan_lines, template_remarks
from referee.systems.great_war.notation.plans import plan_templates
from referee.systems.great_war.state.position import Position
from schemas.answers.orders import ArmyUnits, OrderParts
from schemas.great_war.events import GreatWarEvent, TurnOpened
from schemas.great_war.orders import GreatWarOrder
from schemas.record import Event, Side


class GreatWarAdvisor(faces.Advisor[Position, GreatWarOrder, GreatWarEvent]):
    """Advises the players of one theatre."""

    roles = prompt_builder.ROLES
    has_conditions = True
    reads_hits_alone = True
    plans = plan_templates.ANSWERS

    def __init__(self, teller: GreatWarLanguage) -> None:
        self._teller = teller

    def name_of_plan(self, part: str) -> str:
        return self._teller.say(language.PARTS_OF_PLANS[part])

    def option_groups(self, state: Position, prompt: Asked) -> Iterator[Iterator[GreatWarOrder]]:
        return judgement.option_groups(
            self._teller.game, self._teller.show_to(state, prompt.side), prompt.side
        )

    def dissect(self, state: Position, order: GreatWarOrder) -> OrderParts:
        return order_parts.dissect(state, order)

    def label(self, state: Position, order: GreatWarOrder) -> str:
        return template_remarks.name_subject(self._teller, self._teller.show_to(state, order.side), order)

    def list_armies(self, state: Position, side: Side) -> tuple[ArmyUnits, ...]:
        return tuple(pieces.list_armies(self._teller, state, side))

    def list_stakes(self, state: Position, order: GreatWarOrder) -> frozenset[str]:
        return order_parts.list_stakes(state, order)

    def find_lasting(self, state: Position, order: GreatWarOrder) -> tuple[Objection, ...]:
        """Return the objections to an order that hold regardless of the orders before it."""
        return order_parts.find_lasting(self._teller.game, state, order)

    def find_later_questions(self, state: Position, order: str) -> tuple[str, ...]:
        """Return the questions of a battle that a kind of order answers, unless they are asked now."""
        return order_parts.find_later_questions(state, order)

    def is_superfluous(self, state: Position, order: GreatWarOrder) -> bool:
        """Return True for a battle that is declared or has no enemy, and for a loss that is due anyway."""
        return order_parts.is_superfluous(self._teller.game, self._teller.show_to(state, order.side), order)

    def is_overtaken(
        self,
        before: Position,
        orders: Sequence[GreatWarOrder],
        events: Sequence[Event],
        order: GreatWarOrder,
    ) -> bool:
        """Return True for a loss that left no choice, or `done` for a plan that is new since the letter."""
        return order_parts.is_overtaken(before, orders, events, order)

    def pass_over(self, state: Position, order: GreatWarOrder) -> Position | None:
        return order_parts.pass_over(self._teller.game, state, order)

    def measure_gap(self, state: Position, wanted: GreatWarOrder, answer: GreatWarOrder) -> int:
        return order_parts.measure_gap(self._teller.game, state, wanted, answer)

    def role(self, state: Position, prompt: Asked) -> str:
        """Attacker or defender in a battle, and in the declarations before it."""
        return prompt_builder.find_asked_role(state, prompt)

    def name_cards(self) -> Mapping[int, tuple[str, str]]:
        """Return the id and the name of each card that the scenario is played with."""
        game = self._teller.game
        return {number: (game.cards[number - 1].id, game.cards[number - 1].name) for number in game.deck()}

    def begins_turn(self, event: GreatWarEvent) -> bool:
        return isinstance(event, TurnOpened)

    def read_condition(self, state: Position, side: Side, text: str) -> str:
        return plan_lines.read_conditions(self._teller.game, self._teller.show_to(state, side), side, text)

    def is_met(self, state: Position, prompt: Asked, events: Sequence[GreatWarEvent], condition: str) -> bool:
        target = prompt.side, prompt.subject
        return plan_lines.is_met(
            self._teller.game, self._teller.show_to(state, prompt.side), target, events, condition
        )

    def is_past(self, state: Position, condition: str) -> bool:
        """Return True if a condition can never be met again: it names a turn that is over."""
        return plan_lines.is_past(state, condition)

    def is_plain(self, state: Position, prompt: Asked) -> bool:
        """Return True if no card and no hidden army can answer a prompt."""
        return prompt_builder.is_plain(self._teller.game, state, prompt)
