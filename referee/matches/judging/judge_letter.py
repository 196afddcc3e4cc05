"""Judging of a letter in memory, order by order. Nothing is filed here."""

import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from referee.engine.dice import Dice, DiceNeeded, NoDice
from referee.engine.facts import Objection, Stated
from referee.engine.machine import play
from referee.engine.system import Refused, State, irrevocable
from referee.faults import Unreadable, Untimely
from referee.i18n.name_matching import key, nearest
from referee.matches.judging import reading_lines
from referee.matches.judging.proposals import similar_orders
from referee.systems.faces import UNREAD, Game
from schemas.letter import LetterFields, LetterLine, LetterOrder
from schemas.model import Order
from schemas.record import Event, JsonValue, Side, Value

FEWEST_LETTERS = 5
"""Lowest number of letters of a name that is read although it is misspelt."""

LEAST_LIKENESS = 0.85
"""Least likeness of a misspelt name that is read."""

WHEN = "when "
"""Beginning of a standing order."""

MOST_REFUSED_LINES = 100
"""Maximum number of refused lines in the answer to a letter."""

MOST_MENDED = 40
"""Maximum number of readings of one line that are tried for legal ones."""

Throw = Callable[[Order], Dice]
"""Returns the dice for an order."""


def refuse_dice(order: Order) -> Dice:  # noqa: ARG001 - whichever order it is
    """Return dice that refuse to roll."""
    return NoDice()


class AcceptedOrder(Value):
    """An accepted order, its events, and the positions before and after it."""

    source: LetterOrder
    order: Order
    events: tuple[Event, ...]
    before: State
    after: State


class RejectedLine(Value):
    """A refused line: an order with the objections to it, or a line that is not an order.

    `before` is the position in which it was judged or read.
    """

    source: LetterOrder
    before: State
    order: Order | None = None
    objections: tuple[Objection, ...] = ()
    unreadable: Stated | None = None
    column: int = 1
    nearest: tuple[str, ...] = ()
    spelled: tuple[tuple[str, str, str], ...] = ()


class LetterJudgement(Struct):
    """Judgement of a letter from the position `before` to `state`. `unjudged_lines` were not judged.

    Lines after a refused order are judged in the position `beside` if they share no piece and no place with
    it (`blocked`). If orders are only collected, lines after an unreadable one are judged too, and a line
    without an objection counts as judged. `lawful` lines are legal beside a refused one. `superfluous` lines
    change nothing, and are left out. `corrections` are lines with a corrected name. `pending` are the orders
    of a line from the one whose dice are `needed`.
    """

    before: State
    state: State
    accepted_orders: list[AcceptedOrder] = field(default_factory=list[AcceptedOrder])
    refused_lines: list[RejectedLine] = field(default_factory=list[RejectedLine])
    unjudged_lines: list[LetterOrder] = field(default_factory=list[LetterOrder])
    lawful: list[LetterOrder] = field(default_factory=list[LetterOrder])
    superfluous: list[RejectedLine] = field(default_factory=list[RejectedLine])
    corrections: list[LetterOrder] = field(default_factory=list[LetterOrder])
    needed: DiceNeeded | None = None
    pending: tuple[Order, ...] = ()
    dry: bool = False
    beside: State | None = None
    blocked: frozenset[str] = frozenset()

    @property
    def stopped(self) -> bool:
        """True if nothing more is judged. A rehearsal also stops at a hidden draw."""
        return bool(self.refused_lines) or self.needed is not None or (self.dry and self.irrevocable)

    @property
    def irrevocable(self) -> bool:
        """True if the accepted orders include a roll, a hidden draw or a reveal."""
        return any(irrevocable(accepted.events) for accepted in self.accepted_orders)


def judge_lines(
    game: Game,
    state: State,
    side: Side,
    orders: Sequence[LetterOrder],
    throw: Throw = refuse_dice,
    *,
    dry: bool = False,
    waits: bool = False,
) -> LetterJudgement:
    """Judge the orders of a letter in sequence, up to the first order that is refused or lacks dice.

    Later lines are still read, so that every unreadable line is named at once. If lacking dice are only
    awaited (`waits`), they are left for later.
    """
    judgement = LetterJudgement(state, state, dry=dry)
    lines = [part for order in orders for part in _parts(game, order)]
    for number, one in enumerate(lines, 1):
        if len(judgement.refused_lines) == MOST_REFUSED_LINES or (waits and judgement.needed):
            judgement.unjudged_lines.append(one)
            continue
        state = judgement.state if judgement.beside is None else judgement.beside
        read = _read(game, judgement, state, side, lines[number - 1 :])
        if read is None:
            continue
        line, line_orders = read
        if judgement.stopped:
            if not _is_judged_beside(game, judgement, line, line_orders):
                judgement.unjudged_lines.append(line)
            continue
        for place, order in enumerate(line_orders):
            _judge(game, judgement, line, order, throw)
            if judgement.stopped:
                judgement.pending = line_orders[place:] if judgement.needed else ()
                _leave_out(game, judgement, line_orders[place + 1 :])
                break
    if judgement.superfluous and not (judgement.accepted_orders or judgement.stopped):
        # A letter with nothing else is refused, so that its author learns the reason.
        judgement.refused_lines, judgement.superfluous = judgement.superfluous, []
    return judgement


def _read(
    game: Game, judgement: LetterJudgement, state: State, side: Side, lines: Sequence[LetterOrder]
) -> tuple[LetterOrder, tuple[Order, ...]] | None:
    """Return the first line and its orders. None if it is unreadable, repeated below or closes early."""
    line = lines[0]
    try:
        is_last = reading_lines.is_last_answer(game, state, side, lines)
        orders = reading_lines.read_line(game, state, side, line, is_last=is_last)
        return None if reading_lines.closes_early(game, state, side, lines, orders) else (line, orders)
    except Unreadable as fault:
        if reading_lines.is_repeated(game, state, side, lines):
            return None
        near = _mend(game, state, side, fault) or _postpone(game, state, line, fault)
        if isinstance(line, LetterLine) and _is_misspelt(game, line, fault, near):
            line = replace(line, text=near[0])
            judgement.corrections.append(line)
            return line, reading_lines.read_line(game, state, side, line)
        _pass_over(game, judgement)
        judgement.refused_lines.append(unreadable(line, state, fault, near))
        return None


def _is_misspelt(game: Game, line: LetterLine, fault: Unreadable, near: Sequence[str]) -> bool:
    """Return True for an order with a misspelt name that has one legal reading."""
    if not (len(near) == 1 and game.notation.resembles_order(line.text)):
        return False
    for reading, (before, _, after) in zip(fault.readings, fault.spelled, strict=False):
        if reading == near[0]:
            word, name = (text[len(before) : len(text) - len(after)] for text in (line.text, reading))
            return len(word) >= FEWEST_LETTERS and bool(nearest(word, [name], likeness=LEAST_LIKENESS))
    return False


def _pass_over(game: Game, judgement: LetterJudgement) -> None:
    """Continue after an unreadable line, in the position beside it if orders are only collected."""
    if not game.advisor.is_collecting(judgement.state):
        judgement.beside = None
        return
    judgement.beside = judgement.beside if judgement.stopped else judgement.state
    judgement.blocked |= {UNREAD}


def _parts(game: Game, line: LetterOrder) -> Iterator[LetterOrder]:
    """Yield the orders of one line. Each is read in the position after the orders before it."""
    if isinstance(line, LetterLine) and len(parts := game.notation.apart(line.text)) > 1:
        yield from (replace(line, text=part) for part in parts)
    else:
        yield line


def quote_line(line: LetterOrder) -> str:
    """Return the text of an order in the letter."""
    match line:
        case LetterLine(typed=typed):
            return typed
        case LetterFields(fields=fields):
            return ", ".join(f"{name}: {_type(value)}" for name, value in fields.items())


def _type(value: JsonValue) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _judge(game: Game, judgement: LetterJudgement, line: LetterOrder, order: Order, throw: Throw) -> None:
    before = judgement.state
    if _is_left_out(game, judgement, before, line, order):
        return
    try:
        judgement.state, verdict = play(game.rules, before, order, throw(order))
    except DiceNeeded as error:
        if judgement.dry and irrevocable(error.happened):
            # The first die would reveal the event before it: the other side's sealed orders.
            judgement.accepted_orders.append(AcceptedOrder(line, order, error.happened, before, before))
            return
        judgement.needed = error
        judgement.unjudged_lines.append(line)
        return
    if isinstance(verdict, Refused) and (alike := _find_alike(game, judgement, line, order)):
        line = replace(line, text=game.notation.write(alike)) if isinstance(line, LetterLine) else line
        judgement.corrections.append(line)
        order = alike
        judgement.state, verdict = play(game.rules, before, order, throw(order))
    if isinstance(verdict, Refused):
        near = _suggest(game, before, line, order)
        judgement.refused_lines.append(RejectedLine(line, before, order, verdict.objections, nearest=near))
        judgement.beside = before
        _leave_out(game, judgement, [order])
        return
    judgement.accepted_orders.append(AcceptedOrder(line, order, verdict.events, before, judgement.state))


def _find_alike(game: Game, judgement: LetterJudgement, line: LetterOrder, order: Order) -> Order | None:
    """Return the order for a like new piece if a line above took the piece without naming it.

    `build 2 infantry in England` takes uk-i1, which the next line may name as its template does. A piece that
    stood anywhere before the letter is itself, and no other one.
    """
    parts = game.advisor.dissect(judgement.before, order)
    piece = "" if parts.start else parts.piece
    above = (one for one in judgement.accepted_orders if one.source.line != line.line)
    is_taken = any(
        getattr(one.order, "piece", "") == piece and piece not in quote_line(one.source).casefold()
        for one in above
    )
    if not (piece and is_taken):
        return None
    return similar_orders.find_alike(game.rules, judgement.state, order)


def _is_left_out(
    game: Game, judgement: LetterJudgement, state: State, line: LetterOrder, order: Order
) -> bool:
    """Return True if an order would change nothing, or close a question that was not asked; record it."""
    # Two of the other orders, such as passes, may be meant for two questions.
    is_above = any(one.order == order for one in judgement.accepted_orders)
    repeats = is_above and bool(game.advisor.dissect(state, order).piece)
    is_overtaken = _is_overtaken(game, judgement, order)
    is_idle = repeats or is_overtaken or _closes_nothing(game, judgement, state, order)
    if not (is_idle or game.advisor.is_superfluous(state, order)):
        return False
    # The advisor looks at what the side can see: the order may be legal all the same.
    objections = tuple(game.rules.objections(state, order))
    if not (objections or (is_overtaken and game.notation.closes(order))):
        return False
    judgement.superfluous.append(RejectedLine(line, state, order, objections))
    return True


def _is_overtaken(game: Game, judgement: LetterJudgement, order: Order) -> bool:
    """Return True if the orders above make an order needless, or premature as an end."""
    left_out = [one.order for one in judgement.superfluous if one.order is not None]
    orders = [*left_out, *(one.order for one in judgement.accepted_orders)]
    events = [event for one in judgement.accepted_orders for event in one.events]
    return bool(events) and game.advisor.is_overtaken(judgement.before, orders, events, order)


def _closes_nothing(game: Game, judgement: LetterJudgement, state: State, order: Order) -> bool:
    """Return True for `done` behind orders that answered the last question of their side."""
    is_done = game.notation.closes(order) and not game.notation.gives_up(order)
    if not (is_done and judgement.accepted_orders):
        return False
    return all(prompt.side != order.side for prompt in game.rules.prompts(state))


def _is_judged_beside(
    game: Game, judgement: LetterJudgement, line: LetterOrder, line_orders: Sequence[Order]
) -> bool:
    """Judge a line after a refused one as if that had been legal, and return True if it is refused as well.

    Stops before a roll or a reveal; no later line is judged.
    """
    for place, order in enumerate(line_orders):
        if judgement.beside is None:
            return False
        if _is_left_out(game, judgement, judgement.beside, line, order):
            continue
        stakes = game.advisor.list_stakes(judgement.beside, order)
        if not stakes or stakes & judgement.blocked:
            objections = game.advisor.find_lasting(judgement.beside, order)
        else:
            try:
                after, verdict = play(game.rules, judgement.beside, order, NoDice())
            except DiceNeeded:
                judgement.beside = None
                return False
            if not isinstance(verdict, Refused):
                judgement.beside = None if irrevocable(verdict.events) else after
                continue
            objections = verdict.objections
        if objections:
            near = _suggest(game, judgement.beside, line, order)
            judgement.refused_lines.append(
                RejectedLine(line, judgement.beside, order, objections, nearest=near)
            )
        _leave_out(game, judgement, line_orders[place:])
        return bool(objections)
    judgement.lawful.append(line)
    return judgement.beside is not None and game.advisor.is_collecting(judgement.beside)


def _leave_out(game: Game, judgement: LetterJudgement, orders: Iterable[Order]) -> None:
    """Continue after orders that are not carried out, for lines that do not depend on them."""
    for order in orders:
        if judgement.beside is None:
            return
        judgement.blocked |= game.advisor.list_stakes(judgement.beside, order) - {UNREAD}
        judgement.beside = game.advisor.pass_over(judgement.beside, order)


def _suggest(game: Game, state: State, line: LetterOrder, order: Order) -> tuple[str, ...]:
    """Return the legal orders most similar to a refused one, or else a standing order that keeps it."""
    return similar_orders.nearest_lawful(game, state, order) or _keep_for_later(game, state, line, order.type)


def _postpone(game: Game, state: State, line: LetterOrder, fault: Unreadable) -> tuple[str, ...]:
    """Return a standing order that keeps a line which can only be read when its question is asked."""
    if not isinstance(fault, Untimely) or not isinstance(line, LetterLine):
        return ()
    return _keep_for_later(game, state, line, key(line.text).partition(" ")[0])


def _keep_for_later(game: Game, state: State, line: LetterOrder, kind: str) -> tuple[str, ...]:
    if not isinstance(line, LetterLine):
        return ()
    questions = game.advisor.find_later_questions(state, kind)
    return tuple(f"{WHEN}{question}: {line.text}" for question in questions)


def unreadable(
    line: LetterOrder, before: State, fault: Unreadable, nearest: tuple[str, ...] = ()
) -> RejectedLine:
    """Build the refused line for text that is not an order. `nearest` lists the legal readings."""
    column = line.at(fault.column) if isinstance(line, LetterLine) else line.column
    suggestions = zip(fault.readings, fault.spelled, strict=False)
    nearest_parts = tuple(parts for line, parts in suggestions if line in nearest)
    statement = _count_readings(fault.stated, len(nearest))
    return RejectedLine(line, before, None, (), statement, column, nearest, nearest_parts)


def _count_readings(statement: Stated, number: int) -> Stated:
    """Return a fact that counts its readings with the number of legal ones."""
    parameters = ((name, number if name == "more" and of else of) for name, of in statement.parameters)
    return replace(statement, parameters=tuple(parameters))


def _mend(game: Game, state: State, side: Side, fault: Unreadable) -> tuple[str, ...]:
    """Return the legal readings of a line. A reading with a later fault is corrected in turn."""
    waiting = deque((line, fault.column) for line in fault.readings)
    legal: dict[str, None] = {}
    for _ in range(MOST_MENDED):
        if not waiting:
            break
        line, column = waiting.popleft()
        try:
            orders = game.notation.read(state, side, line)
        except Unreadable as another:
            if another.column > column:
                waiting.extend((again, another.column) for again in another.readings)
        else:
            if not any(any(game.rules.objections(state, order)) for order in orders):
                legal[line] = None
    return tuple(legal)
