"""The notation of the skirmish family: lines of letters, and the orders in them."""

from collections.abc import Callable, Sequence

from referee.systems import faces
from referee.systems.proposed_orders import Proposal, Tried
from referee.systems.skirmish.flow.judgement import ORDERS
from referee.systems.skirmish.language.language import SkirmishLanguage
from referee.systems.skirmish.notation import lines, order_lines, templates
from referee.systems.skirmish.state.position import Position
from schemas.record import Side
from schemas.skirmish.orders import AmendmentOrder, Done, SkirmishOrder


class SkirmishNotation(faces.Notation[Position, SkirmishOrder]):
    """Reads and writes the lines of letters about one table."""

    has_amendments = True

    def __init__(self, teller: SkirmishLanguage) -> None:
        self._teller = teller

    def resembles_order(self, line: str) -> bool:
        return lines.holds_verb(line)

    def could_be_order(self, side: Side, line: str) -> bool:
        """Return True if a word of a line is a number, a verb, or a name of a figure, a unit or a weapon."""
        return lines.could_be_order(self._teller.game, side, line)

    def read(self, state: Position, side: Side, line: str) -> tuple[SkirmishOrder, ...]:
        return lines.read_figure_lists(self._teller.game, state, side, line)

    def read_sentences(self, state: Position, side: Side, line: str) -> tuple[SkirmishOrder, ...] | None:
        """Return the orders of a line of sentences whose words are all known, or None."""
        # The tables of free text take time to build, which only letters in sentences should pay.
        from referee.systems.skirmish.notation import plain_sentences  # noqa: PLC0415

        return plain_sentences.read(self._teller.game, state, side, line)

    def contradicts(self, state: Position, side: Side, line: str, orders: Sequence[SkirmishOrder]) -> bool:
        if not orders or not all(isinstance(order, Done) for order in orders):
            return False
        from referee.systems.skirmish.notation import short_answers  # noqa: PLC0415 - as above

        may_answer = short_answers.may_answer(self._teller.game, state, side, line)
        return may_answer and not self.read_sentences(state, side, line)

    def read_amendment(self, state: Position, line: str) -> AmendmentOrder:
        return order_lines.read_amendment_lines(self._teller.game, state, line)

    def closes(self, order: SkirmishOrder) -> bool:
        return isinstance(order, Done)

    def write(self, order: SkirmishOrder) -> str:
        return ORDERS.write(self._teller.game, order)

    def propose(
        self,
        state: Position,
        side: Side,
        paragraphs: Sequence[str],
        attempt: Callable[[Position, SkirmishOrder], Tried[Position]],
    ) -> Proposal[SkirmishOrder]:
        from referee.systems.skirmish.notation import proposals  # noqa: PLC0415

        return proposals.propose(self._teller.game, state, side, paragraphs, attempt)

    def template(self, state: Position, side: Side) -> tuple[str, ...]:
        return templates.template(self._teller, state, side)
