"""The notation of the Great War family: lines of letters, and the orders in them."""

from collections.abc import Callable, Sequence

from referee.faults import Unreadable
from referee.i18n.name_matching import Index, strip_comment
from referee.systems import faces
from referee.systems.great_war.flow.orders import ORDERS
from referee.systems.great_war.language.language import GreatWarLanguage
from referee.systems.great_war.language.lexicon import lexicon, spell
from referee.systems.great_war.notation import lines, move_lines, plan_lines, prose
from referee.systems.great_war.notation.legal_readings import list_own, spell_ids
from referee.systems.great_war.notation.verbs import FIRST_WORDS
from referee.systems.great_war.season import plans
from referee.systems.great_war.state.position import Position
from referee.systems.proposed_orders import Proposal, Tried
from schemas.great_war.orders import AmendmentOrder, Done, GreatWarOrder, Move, Pass, Retreat
from schemas.record import Side


class GreatWarNotation(faces.Notation[Position, GreatWarOrder]):
    """Reads and writes the lines of letters about one theatre."""

    has_amendments = True

    def __init__(self, teller: GreatWarLanguage) -> None:
        self._teller = teller

    @property
    def subjects(self) -> Index:
        return lexicon(self._teller.game).areas

    def spell(self, subject: str) -> str:
        return spell(self._teller.game, subject, self._teller.area_name(subject))

    def apart(self, line: str) -> tuple[str, ...]:
        return tuple(lines.apart(line))

    def expand(self, line: str) -> tuple[str, ...]:
        return plan_lines.expand(line)

    def pass_for_season(self, line: str, passes: Callable[[str], bool]) -> str:
        if not plan_lines.names_season(line) or plan_lines.expand(line):
            return ""
        from referee.systems.great_war.notation.free_text import simplification  # noqa: PLC0415 - tables take time

        return plan_lines.SEASON_PASS if simplification.passes_for_season(line, passes) else ""

    def complete_answer(self, question: str, answer: str) -> str:
        """Return the answer of a plan as an order: an area alone is the destination of a retreat."""
        from referee.systems.great_war.notation.plans import plan_answers  # noqa: PLC0415 - only plans pay for it

        return plan_answers.complete_answer(self._teller.game, question, answer)

    def find_lasting_fault(
        self, state: Position, side: Side, question: str, answer: str
    ) -> Unreadable | None:
        from referee.systems.great_war.notation.plans import plan_answers  # noqa: PLC0415 - only plans pay for it

        position = self._teller.show_to(state, side)
        return plan_answers.find_lasting_fault(self._teller.game, position, side, question, answer)

    def resembles_order(self, line: str) -> bool:
        return lines.begins_as_order(line)

    def is_mended(self, line: str) -> bool:
        """Return True if the line of a move names its goal without `to`."""
        return lines.lacks_direction(line)

    def could_be_order(self, side: Side, line: str) -> bool:  # noqa: ARG002 - both sides name the same areas
        """Return True if a word of a line is a number, a verb, or a name of the game."""
        return lines.could_be_order(self._teller.game, line)

    def is_sentence(self, state: Position, side: Side, line: str) -> bool:
        position = self._teller.show_to(state, side)
        return prose.is_sentence(self._teller.game, position, side, line, FIRST_WORDS)

    def read(self, state: Position, side: Side, line: str) -> tuple[GreatWarOrder, ...]:
        return lines.read(self._teller.game, self._teller.show_to(state, side), side, line)

    def read_sentences(self, state: Position, side: Side, line: str) -> tuple[GreatWarOrder, ...] | None:
        return lines.read_sentences(self._teller.game, self._teller.show_to(state, side), side, line)

    def contradicts(self, state: Position, side: Side, line: str, orders: Sequence[GreatWarOrder]) -> bool:
        closes = bool(orders) and all(isinstance(order, Done) for order in orders)
        if not (closes or any(isinstance(order, Move | Retreat) for order in orders)):
            return False
        # The tables of free text take time to build, which only letters with text should pay.
        from referee.systems.great_war.notation.free_text import doubts, hidden_orders, staying  # noqa: PLC0415
        from referee.systems.great_war.notation.free_text.context import Context  # noqa: PLC0415
        from referee.systems.great_war.notation.proposals.mentions import Names  # noqa: PLC0415

        position, names = self._teller.show_to(state, side), Names(self._teller.game, side)
        own = list_own(self._teller.game, position, side)
        text = spell_ids(self._teller.game, strip_comment(line), own)
        if closes:
            context = Context(self._teller.game, position, lambda _: (), side, FIRST_WORDS)
            return doubts.may_answer(context, text) and not self.read_sentences(state, side, line)
        if staying.find_left_behind(names, position, text, orders):
            return True
        # A line that is read gives the order for the piece itself.
        is_sent = hidden_orders.sends_others(names, position, text, orders)
        return is_sent and not self.read_sentences(state, side, line)

    def propose(
        self,
        state: Position,
        side: Side,
        paragraphs: Sequence[str],
        attempt: Callable[[Position, GreatWarOrder], Tried[Position]],
    ) -> Proposal[GreatWarOrder]:
        # The tables of free text take time to build, which only letters that cannot be read should pay.
        from referee.systems.great_war.language import misspelt_names  # noqa: PLC0415
        from referee.systems.great_war.notation.guesses import letters  # noqa: PLC0415
        from referee.systems.great_war.notation.proposals.context import Search  # noqa: PLC0415
        from referee.systems.great_war.notation.proposals.mentions import Names  # noqa: PLC0415

        def begin() -> Search:
            return Search(
                Names(self._teller.game, side),
                state,
                attempt,
                lambda position, line: self.read(position, side, line),
                lambda position: plans.draft(self._teller.game, self._teller.show_to(position, side), side),
                lambda position, text: self.read_sentences(position, side, text),
            )

        text = "\n".join(paragraphs)
        names = misspelt_names.list_corrections(self._teller.game, text)
        proposal = letters.propose(begin, [misspelt_names.exchange(one, names) for one in paragraphs])
        return misspelt_names.quote_as_typed(proposal, names, text)

    def is_name(self, line: str) -> bool:
        return lines.is_name(self._teller.game, line)

    def closes(self, order: GreatWarOrder) -> bool:
        return isinstance(order, Done | Pass)

    def gives_up(self, order: GreatWarOrder) -> bool:
        return isinstance(order, Pass)

    def is_afterthought(self, line: str) -> bool:
        """Return True if a line below the last order names no piece, and takes nothing back."""
        from referee.systems.great_war.notation.free_text import remarks  # noqa: PLC0415 - only letters need its tables

        return not lines.begins_as_order(line) and remarks.is_afterthought(self._teller.game, line)

    def read_amendment(self, state: Position, line: str) -> AmendmentOrder:
        return move_lines.read_amendment_lines(self._teller.game, state, line)

    def write(self, order: GreatWarOrder) -> str:
        return ORDERS.write(self._teller.game, order)

    def template(self, state: Position, side: Side) -> tuple[str, ...]:
        from referee.systems.great_war.notation import templates  # noqa: PLC0415 - only answers write templates

        return templates.template(self._teller, self._teller.show_to(state, side), side)
