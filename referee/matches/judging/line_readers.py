"""Reader of the lines of one letter. Many questions are asked about a line, which is read only once."""

import re
from collections.abc import Callable

from msgspec.structs import replace

from referee.engine.system import State
from referee.faults import Unreadable
from referee.i18n import mail_phrases
from referee.matches.judging import reading_lines, standing_order_lines
from referee.matches.matches import Match
from referee.systems.faces import Notation
from schemas.letter import LetterLine, LetterOrder
from schemas.model import Order
from schemas.record import Side, Value

_WORD = re.compile(r"[\w-]+")
_SUM = re.compile(r"\d+(?:\s*[-+×*=]\s*\d+)*\s*=\s*\d+")
"""A calculation, such as `5+3+2 = 10`. Its numbers name no cards."""


class LineReader(Value):
    """Reader for a side in the position in which its letter arrives."""

    match: Match
    side: Side
    state: State
    results: dict[str, tuple[Order, ...] | Unreadable]
    needless: dict[str, bool]

    @property
    def notation(self) -> Notation[State, Order]:
        """The notation of the game."""
        return self.match.system.notation

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

    def only(self, kind: Callable[[Order], bool], text: str) -> bool:
        """Return True if a line holds orders of one kind only."""
        return self.is_order(text) and all(map(kind, self.read(text)))

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
            self.needless[text] = self.notation.read_sentences(self.state, self.side, text) == ()
        return self.needless[text]

    def is_standing(self, line: LetterOrder) -> bool:
        """Return True if a line is a standing order, or belongs to a plan."""
        return standing_order_lines.is_one(self.match.system, line)

    def begins_as_order(self, line: LetterLine) -> bool:
        """Return True if a line begins with the word of an order, or is a standing order."""
        return self.is_standing(line) or self.notation.resembles_order(line.text)

    def closes(self, line: LetterLine) -> bool:
        """Return True if a line closes a question."""
        if self.is_standing(line) or not self.is_order(line.text):
            return False
        return any(map(self.notation.closes, self.read(line.text)))

    def only_closes(self, line: LetterLine) -> bool:
        """Return True if a line only closes a question."""
        return not self.is_standing(line) and self.only(self.notation.closes, line.text)

    def is_greeting(self, line: LetterLine) -> bool:
        """Return True if a line before the orders is text rather than an order."""
        if self.is_prose(line) or (mail_phrases.greets(line.text) and not self._could_be_order(line)):
            return True
        if self._heads_letter(line):
            return True
        # "Here is my first offensive." mentions orders but gives none: it has no name and no number.
        introduces = mail_phrases.introduces(line.text) and self.is_no_order(line)
        return introduces and not self._could_be_order(self._leave_verbs_out(line))

    def _heads_letter(self, line: LetterLine) -> bool:
        """Return True if a line contains only the name of the match or the side, and numbers.

        The side alone needs a word of headings beside it: `Germany, answers 77`.
        """
        words = {word.casefold() for word in _WORD.findall(line.text)}
        sides = " ".join((self.side, self.match.bound.name_of(self.side))).casefold().split()
        names = {self.match.name.casefold(), *sides, *(f"{name}s" for name in sides)}
        rest = words - names - mail_phrases.HEADING
        # The name of a match may be that of an area.
        is_clear = len(words) > 1 or not self.notation.is_name(line.text)
        is_headed = not (words.isdisjoint(names) or words.isdisjoint(mail_phrases.HEADING))
        is_named = self.match.name.casefold() in words or is_headed
        return is_named and is_clear and all(map(str.isdecimal, rest))

    def _leave_verbs_out(self, line: LetterLine) -> LetterLine:
        """Return a line without words that begin orders."""
        words = (word.strip(".,:;!?…") for word in line.text.split())
        words_left = (word for word in words if not self.notation.resembles_order(word))
        return replace(line, text=" ".join(words_left))

    def is_prose(self, line: LetterLine) -> bool:
        """Return True if a line contains no word of an order and resembles none."""
        return not self._could_be_order(line) and self.find_readings(line.text) == ()

    def is_sentence(self, line: LetterLine) -> bool:
        """Return True if no order can be meant by a line."""
        if self.is_standing(line):
            return False
        is_courtesy = mail_phrases.takes_leave(line.text) or mail_phrases.greets(line.text)
        if is_courtesy and self.is_prose(line):
            return True
        readings = self.find_readings(line.text)
        if readings is None or self.needs_no_answer(line.text):
            return readings is not None
        if not self.notation.is_sentence(self.state, self.side, line.text):
            return False
        # "No hard feelings!" begins with a whole order; its only reading leaves out the rest.
        return all(map(line.text.strip().startswith, readings))

    def is_afterthought(self, line: LetterLine) -> bool:
        """Return True for text below the last order that names no piece of the side."""
        is_order = self.is_standing(line) or self.is_order(line.text)
        return not is_order and self.notation.is_afterthought(line.text)

    def is_no_order(self, line: LetterLine) -> bool:
        """Return True if a line is not an order and does not begin like one."""
        return not self.begins_as_order(line) and not self.is_order(line.text)

    def _could_be_order(self, line: LetterLine) -> bool:
        if self.is_standing(line):
            return True
        return self.notation.could_be_order(self.side, _SUM.sub(" ", line.text))


def read_for(match: Match, side: Side) -> LineReader:
    """Return a reader for the current position of a match."""
    return LineReader(match, side, match.position(), {}, {})
