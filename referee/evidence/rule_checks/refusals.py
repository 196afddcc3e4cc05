"""Refused letters judged again: the lines that today's rules refuse, and the clauses of each."""

from collections.abc import Iterable, Iterator, Sequence, Set

from msgspec import ValidationError, convert

from referee.engine.system import State
from referee.faults import Fault, Unreadable
from referee.i18n.translator import message
from referee.matches import history
from referee.matches.journal.effective_entries import take_back_to
from referee.matches.journal.reading import MOVING
from referee.matches.judging import judge_letter, standing_order_lines
from referee.matches.judging.judge_letter import RejectedLine
from referee.matches.judging.plan_names import complete_names
from referee.matches.letters import letters
from referee.systems.faces import Game
from schemas.answers.evidence import Decision
from schemas.journal import Entry, Header
from schemas.letter import AdvanceOrder, FiledLine, LetterLine, RefusedLetter
from schemas.record import Side, Value

NOT_IN_LETTER = message("the refused line is not in the letter")
ORDER_OTHER = message("the refused line is another order")
LETTER_UNREADABLE = message("the letter itself would not be read today")
NEEDS_DIE = message("today it would come as far as a die")


class Refused(Value):
    """A refused letter of a side; lines that were `filed` before the first refused one are not judged."""

    side: Side
    letter: RefusedLetter
    filed: bool
    ordered: tuple[AdvanceOrder, ...]


class Again(Value):
    """A refused line as it was filed, with the refusal of today and the differences."""

    then: FiledLine
    now: RejectedLine | None
    agrees: bool
    remarks: tuple[str, ...] = ()

    @property
    def is_unread(self) -> bool:
        """Return True if the letter could not be read."""
        return LETTER_UNREADABLE in self.remarks

    @property
    def decision(self) -> Decision:
        """Decision on the line."""
        if self.now is None:
            return "accepted"
        return "unreadable" if self.now.unreadable else "refused"


class Earlier:
    """The entries before a refusal, as far as its judgement needs them."""

    def __init__(self, entries: Sequence[Entry] = ()) -> None:
        self._last = entries[-1] if entries else None
        self._advance = history.add_advance_entries({}, entries)

    def take(self, entry: Entry) -> None:
        """Read one more entry."""
        self._last = entry
        history.add_advance_entries(self._advance, (entry,))

    def holds(self, letter: str, side: Side) -> bool:
        """Return True if the last entry was filed for a letter of a side."""
        return self._last is not None and self._last.private.get(side, {}).get("letter") == letter

    def list_ordered(self, side: Side) -> tuple[AdvanceOrder, ...]:
        """Return the standing orders of a side."""
        return history.read_advance_orders(self._advance.get(side), side)


def find_refused(entry: Entry, sides: Sequence[Side], earlier: Earlier) -> Iterator[Refused]:
    """Yield the letter of a refusal if this journal contains it."""
    for side in sides:
        part = entry.private.get(side, {})
        if "letter" not in part:
            continue
        try:
            letter = convert(part, RefusedLetter)
        except ValidationError:
            return
        if letter.fallen:
            yield Refused(side, letter, earlier.holds(letter.letter, side), earlier.list_ordered(side))


def hear_again(game: Game, state: State, refused: Refused) -> Iterator[Again]:
    """Judge a refused letter by today's rules, and yield its refused lines, first line first.

    A line after the first one is judged as far as the rules judge it together with that one. A line that they
    do not reach is left out, as are all lines if the first refused line is a different one.
    """
    side, letter = refused.side, refused.letter
    then = letter.fallen[0]
    try:
        orders = list(
            complete_names(
                game, state, side, letters.read(letter.text.encode(), "letter").orders, _list_fallen(letter)
            )
        )
    except Fault:
        yield Again(then, None, agrees=False, remarks=(LETTER_UNREADABLE,))
        return
    first = then.line if refused.filed else 0
    now, later = standing_order_lines.split_orders(game, [one for one in orders if one.line >= first])
    judgement = judge_letter.judge_lines(game, state, side, now)
    # A greeting above the first refused line was left out as text, and is unreadable here.
    texts = {
        one.source.line for one in judgement.refused_lines if one.unreadable and one.source.line < then.line
    }
    if texts:
        now = tuple(one for one in now if one.line not in texts)
        judgement = judge_letter.judge_lines(game, state, side, now)
    change = standing_order_lines.apply_lines(game, judgement.state, side, refused.ordered, later)
    refused_lines = judgement.refused_lines + _list_standing(letter, change.refused_lines)
    if judgement.needed or not refused_lines:
        yield Again(then, None, agrees=False, remarks=(NEEDS_DIE,) if judgement.needed else ())
        return
    yield _match(game, side, then, refused_lines[:1], letter.text)
    if refused_lines[0].source.line != then.line:
        return
    unheard = {one.line for one in judgement.unjudged_lines} - {one.line for one in judgement.lawful}
    for one in letter.fallen[1:]:
        alike = [line for line in refused_lines if line.source.line == one.line]
        if alike or (one.line >= first and one.line not in unheard):
            yield _match(game, side, one, alike, letter.text)


def _list_standing(letter: RefusedLetter, refused_lines: Sequence[RejectedLine]) -> list[RejectedLine]:
    """Return the refused standing orders. Older versions kept unreadable answers of plans."""
    fallen = _list_fallen(letter)
    return [line for line in refused_lines if line.source.line in fallen] or list(refused_lines)


def _list_fallen(letter: RefusedLetter) -> Set[int]:
    return {one.line for one in letter.fallen}


def _match(
    game: Game, side: Side, then: FiledLine, refused_lines: Sequence[RejectedLine], text: str
) -> Again:
    """Compare a filed line with a line that is refused today, by the same clauses if there is one."""
    first = refused_lines[0] if refused_lines else None
    now = next((line for line in refused_lines if _is_alike(then, line)), first)
    if now is None:
        return Again(then, None, agrees=False)
    remarks = tuple(_compare(game, side, then, now, text))
    return Again(then, now, agrees=_is_alike(then, now) and not remarks, remarks=remarks)


def _is_alike(then: FiledLine, now: RejectedLine) -> bool:
    """Return True if the same line was refused by the same clauses. An unreadable line has none."""
    clauses = ({objection.clause for objection in line.objections} for line in (then, now))
    return then.line == now.source.line and len({frozenset(some) for some in clauses}) == 1


def _compare(game: Game, side: Side, then: FiledLine, now: RejectedLine, text: str) -> Iterator[str]:
    """Yield the statements of a filed line that the letter contradicts."""
    is_typed = isinstance(now.source, LetterLine) and now.order is not None
    if is_typed and " ".join(then.text.split()) not in " ".join(text.split()):
        yield NOT_IN_LETTER
    if then.line != now.source.line or not then.order or now.order is None:
        return
    try:
        orders = game.notation.read(now.before, side, then.order)
    except Unreadable:
        return
    if now.order not in orders:
        yield ORDER_OTHER


def find_different(header: Header, game: Game, entries: Iterable[Entry], kept: Set[int]) -> tuple[int, ...]:
    """Return the refusals of a whole journal that today's rules would decide differently.

    A refusal was judged in the position of its time, and a later takeback changes nothing. `kept` are the
    target entries of takebacks.
    """
    rules = game.rules
    state, earlier, different = rules.start(), Earlier(), list[int]()
    states = {0: state}
    for entry in entries:
        kind, seq = entry.body.kind, entry.body.seq
        if kind == "retract":
            state = states[take_back_to(entry) or 0]
        elif kind in MOVING:
            state = history.after(rules, state, history.events_of(rules, entry), entry)
        elif kind == "refusal":
            letters_refused = find_refused(entry, header.sides, earlier)
            if any(not again.agrees for one in letters_refused for again in hear_again(game, state, one)):
                different.append(seq)
        earlier.take(entry)
        if seq in kept:
            states[seq] = state
    return tuple(different)
