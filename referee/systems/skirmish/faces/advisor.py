"""The advisor of the skirmish family: parts and stakes of orders."""

from referee.systems import faces
from referee.systems.skirmish.flow import order_scope, sequence
from referee.systems.skirmish.language.language import SkirmishLanguage
from referee.systems.skirmish.notation import lines
from referee.systems.skirmish.state.position import Position
from schemas.answers.orders import OrderParts
from schemas.skirmish.events import SkirmishEvent
from schemas.skirmish.orders import SkirmishOrder


class SkirmishAdvisor(faces.Advisor[Position, SkirmishOrder, SkirmishEvent]):
    """Advises the players of one table."""

    def __init__(self, teller: SkirmishLanguage) -> None:
        self._teller = teller

    def dissect(self, state: Position, order: SkirmishOrder) -> OrderParts:
        return lines.dissect(state, order)

    def list_stakes(self, state: Position, order: SkirmishOrder) -> frozenset[str]:
        """Return the figures and batteries of an order, and of the orders that it depends on."""
        return order_scope.list_stakes(self._teller.game, state, order)

    def pass_over(self, state: Position, order: SkirmishOrder) -> Position | None:
        """Return the same position if the order is for figures or batteries, or None."""
        return state if self.list_stakes(state, order) else None

    def measure_gap(self, state: Position, wanted: SkirmishOrder, answer: SkirmishOrder) -> int:
        return order_scope.measure_gap(state, wanted, answer)

    def is_collecting(self, state: Position) -> bool:
        """Return True if orders are only collected, which is the case at every question."""
        return bool(sequence.list_asked(self._teller.game, state))
