"""Reader of the lines of one letter. Many questions are asked about a line, which is read only once."""

from referee.engine.system import State
from referee.faults import Unreadable
from referee.matches.judging import reading_lines, standing_order_lines
from referee.matches.matches import Match
from schemas.letter import LetterOrder
from schemas.model import Order
from schemas.record import Side, Value


class LineReader(Value):
    """Reader for a side in the position in which its letter arrives."""

    match: Match
    side: Side
    state: State
    results: dict[str, tuple[Order, ...] | Unreadable]
    needless: dict[str, bool]

    def read(self, text: str) -> tuple[Order, ...]:
        """Return the orders of a line. Raises Unreadable if it holds none."""
        if text not in self.results:
            try:
                self.results[text] = reading_lines.read_text(self.match.system, self.state, self.side, text)
            except Unreadable as fault:
                self.results[text] = fault
        result = self.results[text]
        if isinstance(result, Unreadable):
            raise result
        return result

    def is_order(self, text: str) -> bool:
        """Return True if a line holds orders, perhaps in sentences."""
        return self.find_readings(text) is None

    def find_readings(self, text: str) -> tuple[str, ...] | None:
        """Return the orders that a line may mean, or None if it is an order."""
        try:
            self.read(text)
        except Unreadable as fault:
            return fault.readings
        return None

    def needs_no_answer(self, text: str) -> bool:
        """Return True for a line of sentences that mean no order."""
        if text not in self.needless:
            notation = self.match.system.notation
            self.needless[text] = notation.read_sentences(self.state, self.side, text) == ()
        return self.needless[text]

    def begins_as_order(self, text: str) -> bool:
        """Return True if a line begins with the word of an order."""
        return self.match.system.notation.resembles_order(text)

    def is_standing(self, line: LetterOrder) -> bool:
        """Return True if a line is a standing order, or belongs to a plan."""
        return standing_order_lines.is_one(self.match.system, line)


def read_for(match: Match, side: Side) -> LineReader:
    """Return a reader for the current position of a match."""
    return LineReader(match, side, match.position(), {}, {})
