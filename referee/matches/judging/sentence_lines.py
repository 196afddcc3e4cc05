"""Lines of a letter that was written as a text: sentences over several lines, and `Battles: Liège`.

A sentence that a mail program wrapped is read as a whole, so that `I wonder whether` in the line above keeps
`the 1st Army goes to Liège` from being an order. `LineReader` reads each line only once.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import takewhile

from msgspec.structs import replace

from referee.engine.system import State
from referee.faults import Unreadable
from referee.i18n import mail_phrases
from referee.matches.judging.plan_names import complete_names
from referee.matches.judging.reading_lines import is_head, is_plan_line, is_standing, read_text
from referee.matches.judging.wrapped_lines import ENDED, FEWEST_WORDS, Reading, is_cut, join, unwrap
from referee.matches.matches import Match
from referee.systems.faces import Notation
from schemas.letter import LetterLine, LetterOrder
from schemas.model import Order
from schemas.record import Side, Value

_GOES_ON = re.compile(r"\s*(?![a-z]{2}-[a-z]?\d)[a-zà-ÿα-ωά-ώ(]")
_WORD = re.compile(r"[\w-]+")
_SUM = re.compile(r"\d+(?:\s*[-+×*=]\s*\d+)*\s*=\s*\d+")
"""A calculation, such as `5+3+2 = 10`. Its numbers name no cards."""

MOST_LINES = 6
"""Maximum number of lines of a sentence."""

MOST_JOINED = 5
"""Maximum number of lines that may continue an order."""


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

    def read(self, text: str) -> tuple[Order, ...] | Unreadable:
        """Return the orders of a line, or the fault of a line that holds none."""
        if text not in self.results:
            try:
                self.results[text] = read_text(self.match.system, self.state, self.side, text)
            except Unreadable as fault:
                self.results[text] = fault
        return self.results[text]

    def is_order(self, text: str) -> bool:
        """Return True if a line holds orders, perhaps in sentences."""
        return not isinstance(self.read(text), Unreadable)

    def is_clear(self, text: str) -> bool:
        """Return True for a line that holds orders, or that needs no answer."""
        return self.is_order(text) or self.needs_no_answer(text)

    def is_typed_order(self, text: str) -> bool:
        """Return True if a line is an order that begins with its verb."""
        return self.notation.resembles_order(text) and self.is_order(text)

    def list_orders(self, text: str) -> tuple[Order, ...]:
        """Return the orders of a line, perhaps none."""
        orders = self.read(text)
        return () if isinstance(orders, Unreadable) else orders

    def only(self, kind: Callable[[Order], bool], text: str) -> bool:
        """Return True if a line holds orders of one kind only."""
        return self.is_order(text) and all(map(kind, self.list_orders(text)))

    def find_readings(self, text: str) -> tuple[str, ...] | None:
        """Return the orders that a line may mean, or None if it is an order."""
        fault = self.read(text)
        return fault.readings if isinstance(fault, Unreadable) else None

    def needs_no_answer(self, text: str) -> bool:
        """Return True for a line of sentences that mean no order."""
        if text not in self.needless:
            self.needless[text] = self.notation.read_sentences(self.state, self.side, text) == ()
        return self.needless[text]

    def is_standing(self, line: LetterOrder) -> bool:
        """Return True if a line is a standing order, or belongs to a plan."""
        return is_standing(self.match.system, line)

    def begins_as_order(self, line: LetterLine) -> bool:
        """Return True if a line begins with the word of an order, or is a standing order."""
        return self.is_standing(line) or self.notation.resembles_order(line.text)

    def closes(self, line: LetterLine) -> bool:
        """Return True if a line closes a question."""
        return not self.is_standing(line) and any(map(self.notation.closes, self.list_orders(line.text)))

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


def prepare(reader: LineReader, orders: Sequence[LetterOrder]) -> tuple[LetterOrder, ...]:
    """Return the orders of a letter with each sentence and each wrapped order in one line."""
    reading = Reading(reader.is_standing, reader.is_typed_order, reader.is_clear)
    free_lines = _free_lines(reader, [*unwrap(orders, reading)])
    lines = tuple(complete_names(reader.match.system, reader.state, reader.side, free_lines))
    sentences = tuple(_join_runs(lines, partial(_find_conditional, reader), MOST_LINES + 1))
    return join_lines(reader, tuple(_join_answers(reader, sentences)))


def join_lines(reader: LineReader, orders: Sequence[LetterOrder]) -> tuple[LetterOrder, ...]:
    """Return the orders of a letter with wrapped lines joined.

    Lines continue the line above if none of them is an order by itself, all together are one order, and they
    are indented or the line above is not an order without them.
    """
    return tuple(_join_runs(orders, partial(_find_one_order, reader), MOST_JOINED + 1))


def _join_runs(
    orders: Sequence[LetterOrder], find: Callable[[Sequence[LetterOrder]], Sequence[LetterLine]], most: int
) -> Iterator[LetterOrder]:
    """Yield orders with each run in one line. `find` returns the run at the beginning of `most` orders."""
    at = 0
    while at < len(orders):
        run = find(orders[at : at + most])
        yield join(run) if len(run) > 1 else orders[at]
        at += max(1, len(run))


def _join_answers(reader: LineReader, orders: Sequence[LetterOrder]) -> Iterator[LetterOrder]:
    """Yield the orders. A `done` below the answer no in words belongs to it, and closes no other question.

    A `yes` or `no` below a few words answers them: `Lemberg`, then `no`.
    """
    at = 0
    while at < len(orders):
        lines = [one for one in orders[at : at + 2] if isinstance(one, LetterLine)]
        mark = _find_joint(reader, *lines) if len(lines) == 2 else ""
        yield join(lines, mark) if mark else orders[at]
        at += 2 if mark else 1


def _find_joint(reader: LineReader, first: LetterLine, second: LetterLine) -> str:
    """Return the mark between two lines that are one answer, or ""."""
    count = len(first.text.split())
    if count >= FEWEST_WORDS and reader.only_closes(second) and reader.only_closes(first):
        return ". "
    is_below = second.line == first.line + 1 and mail_phrases.YES_OR_NO.match(second.text) is not None
    is_short = count <= FEWEST_WORDS and first.text[-1:].isalnum()
    return ": " if is_below and is_short and not mail_phrases.YES_OR_NO.match(first.text) else ""


def _free_lines(reader: LineReader, orders: Sequence[LetterOrder]) -> Iterator[LetterOrder]:
    """Yield the orders. A line such as `Battles: Liège` above each plan does not belong to a plan."""
    has_plan, passes = False, partial(reader.only, reader.notation.gives_up)
    for order in orders:
        if isinstance(order, LetterLine) and not has_plan:
            has_plan = is_head(order.text)
            line = _free(reader, order)
            # `I pass, and for the whole season` is `pass this season`.
            yield replace(line, text=reader.notation.pass_for_season(line.text, passes) or line.text)
        else:
            yield order


def _free(reader: LineReader, line: LetterLine) -> LetterLine:
    """Return `Battles: Liège` without its colon, by which it looks like the line of a plan."""
    if not is_plan_line(reader.match.rules, line):
        return line
    free = replace(line, text=line.text.replace(":", " ", 1))
    begins_as_order = reader.notation.resembles_order(line.text.partition(":")[2])
    is_wish = not begins_as_order and reader.needs_no_answer(free.text)
    return free if is_wish or reader.is_order(free.text) else line


def _find_conditional(reader: LineReader, orders: Sequence[LetterOrder]) -> tuple[LetterLine, ...]:
    """Return the first lines that together are a sentence, with a condition below it: `only if it rains`."""
    run = _find_sentence(reader, orders[:MOST_LINES])
    line = orders[len(run)] if len(run) < len(orders) else None
    if not (run and isinstance(line, LetterLine)) or reader.notation.resembles_order(line.text):
        return run
    from referee.i18n import sentence_phrases  # noqa: PLC0415 - letters of plain orders do without its tables

    return (*run, line) if sentence_phrases.ONLY_IF.match(line.text) else run


def _find_sentence(reader: LineReader, orders: Sequence[LetterOrder]) -> tuple[LetterLine, ...]:
    """Return the first lines that together are a sentence, or only the first line."""
    first = next(iter(orders), None)
    if not isinstance(first, LetterLine):
        return ()
    is_open = len(first.text.split()) >= FEWEST_WORDS and ENDED.search(first.text) is None
    if not is_open or reader.begins_as_order(first) or mail_phrases.greets(first.text):
        return (first,)
    lines = [first]
    for line in orders[1:]:
        if not (isinstance(line, LetterLine) and _goes_on(reader, lines[-1], line)):
            break
        lines.append(line)
    is_whole = reader.is_order(first.text)
    below = lines[1].text if len(lines) > 1 else ""
    if below and is_whole and (reader.is_order(below) or reader.needs_no_answer(below)):
        return (first,)
    for count in range(len(lines), 1, -1):
        whole = join(lines[:count]).text
        if reader.is_order(whole) or (not is_whole and reader.needs_no_answer(whole)):
            return tuple(lines[:count])
    # An unclear sentence above keeps the rest of it from being an order.
    goes_on = not is_whole and below != "" and (is_cut(first.text) or reader.is_order(below))
    return tuple(lines[: 1 + goes_on])


def _goes_on(reader: LineReader, above: LetterLine, line: LetterLine) -> bool:
    """Return True if a line may be the rest of the sentence in the line above."""
    return (
        line.line == above.line + 1
        and ENDED.search(above.text) is None
        and (_GOES_ON.match(line.typed) is not None or is_cut(above.text))
        and not reader.is_standing(line)
        and not (len(line.text.split()) == 1 and reader.only_closes(line))
        and not reader.is_typed_order(line.text)
    )


def _find_one_order(reader: LineReader, orders: Sequence[LetterOrder]) -> tuple[LetterLine, ...]:
    """Return the first lines that together are one order, or only the first line."""
    lines = tuple(_list_adjacent(orders))
    if len(lines) < 2 or not reader.begins_as_order(lines[0]):
        return lines[:1]
    # A line such as "ge-1 to mons" is an order, and also the rest of "move".
    is_whole = reader.is_order(lines[0].text)
    below = tuple(
        takewhile(
            lambda line: not (reader.begins_as_order(line) or (is_whole and reader.is_order(line.text))),
            lines[1:],
        )
    )
    runs = ((lines[0], *below[:count]) for count in range(len(below), 0, -1))
    return next((run for run in runs if _are_meant(reader, run)), lines[:1])


def _are_meant(reader: LineReader, run: Sequence[LetterLine]) -> bool:
    """Return True if lines together are an order, and indented or no order without the last of them."""
    is_indented = all(_indent(line) > _indent(run[0]) for line in run[1:])
    *shorter, whole = (join(run[:count]).text for count in range(1, len(run) + 1))
    return reader.is_order(whole) and (is_indented or not any(map(reader.is_order, shorter)))


def _list_adjacent(orders: Sequence[LetterOrder]) -> list[LetterLine]:
    """Return the leading orders that are successive lines of text."""
    lines: list[LetterLine] = []
    for order in orders:
        if not isinstance(order, LetterLine) or (lines and order.line != lines[-1].line + 1):
            break
        lines.append(order)
    return lines


def _indent(line: LetterLine) -> int:
    return len(line.typed) - len(line.typed.lstrip())
