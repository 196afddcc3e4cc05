"""A letter judged order by order, in memory; nothing is filed here."""

import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import reduce
from heapq import nsmallest
from itertools import islice

from msgspec import Struct, field
from msgspec.structs import replace

from referee.engine.dice import Dice, DiceNeeded, NoDice
from referee.engine.facts import Objection, Stated
from referee.engine.machine import lawful, play
from referee.engine.system import Refused, Rules, State, irrevocable
from referee.faults import DataFault, Unreadable
from referee.i18n.translator import Saying, saying
from referee.matches.faults import JudgingFault
from referee.systems.faces import UNREAD, Game
from referee.texts.canonical import Uncanonical, canonical, make_writable
from referee.texts.tree import Tree, quote
from schemas.letter import LetterFields, LetterLine, LetterOrder
from schemas.model import Order
from schemas.record import Event, JsonValue, Side, Value, to_data

MOST_TRIED = 5000
"""How many lawful answers are looked through for the nearest ones."""

MOST_NAMED = 3
"""How many lawful answers a refusal names."""

MOST_TOLD = 100
"""The answer to a letter lists at most this many lines that are not orders."""

MOST_MENDED = 40
"""Number of readings of one line that are tried for legal ones."""

Throw = Callable[[Order], Dice]
"""The dice for an order."""


class AcceptedOrder(Value):
    """An order that was accepted, what came of it, and the position before."""

    asked: LetterOrder
    order: Order
    events: tuple[Event, ...]
    before: State
    after: State


class RejectedLine(Value):
    """A line that was refused: an order with what the rules hold against it, or a line that is no order.

    `before` is the position that it was judged or read in.
    """

    asked: LetterOrder
    before: State
    order: Order | None = None
    objections: tuple[Objection, ...] = ()
    unreadable: Stated | None = None
    column: int = 1
    nearest: tuple[str, ...] = ()
    spelled: tuple[tuple[str, str, str], ...] = ()


class LetterJudgement(Struct):
    """A letter that was judged from the position `before` to `state`; `unheard` lines were not judged.

    Lines behind a refused order are judged as well, in a position `beside`, if they share no piece and no
    place with it (`blocked`). If orders are only collected, lines behind an unreadable one are judged too,
    and a line without an objection counts as judged. `lawful` lines are legal beside a refused one.
    """

    before: State
    state: State
    stands: list[AcceptedOrder] = field(default_factory=list[AcceptedOrder])
    falls: list[RejectedLine] = field(default_factory=list[RejectedLine])
    unheard: list[LetterOrder] = field(default_factory=list[LetterOrder])
    lawful: list[LetterOrder] = field(default_factory=list[LetterOrder])
    needed: DiceNeeded | None = None
    dry: bool = False
    beside: State | None = None
    blocked: frozenset[str] = frozenset()

    @property
    def stopped(self) -> bool:
        """Whether nothing more is judged; what comes after a hidden draw may not be rehearsed."""
        return bool(self.falls) or self.needed is not None or (self.dry and self.irrevocable)

    @property
    def irrevocable(self) -> bool:
        """Whether something happened that cannot be taken back."""
        return any(irrevocable(stood.events) for stood in self.stands)


def hear(
    game: Game, state: State, side: Side, orders: Sequence[LetterOrder], throw: Throw, *, dry: bool = False
) -> LetterJudgement:
    """Judge the orders of a letter one after the other, up to the first that is refused or has no dice.

    The lines after that are read all the same, so that every line that is no order is named at once.
    """
    hearing = LetterJudgement(state, state, dry=dry)
    for asked in (part for order in orders for part in _parts(game, order)):
        if len(hearing.falls) == MOST_TOLD:
            hearing.unheard.append(asked)
            continue
        state = hearing.state if hearing.beside is None else hearing.beside
        try:
            read = reading(game, state, side, asked)
        except Unreadable as fault:
            near = _mend(game, state, side, fault)
            _pass_over(game, hearing)
            hearing.falls.append(unreadable(asked, state, fault, near))
            continue
        if hearing.stopped:
            if not _is_judged_beside(game, hearing, asked, read):
                hearing.unheard.append(asked)
            continue
        for place, order in enumerate(read):
            _judge(game, hearing, asked, order, throw)
            if hearing.stopped:
                _leave_out(game, hearing, read[place + 1 :])
                break
    return hearing


def _pass_over(game: Game, hearing: LetterJudgement) -> None:
    """Go on behind a line that cannot be read: beside it, if orders are only collected."""
    if not _is_collecting(game, hearing.state):
        hearing.beside = None
        return
    hearing.beside = hearing.beside if hearing.stopped else hearing.state
    hearing.blocked |= {UNREAD}


def _is_collecting(game: Game, state: State) -> bool:
    return game.advisor.is_collecting(state)


def _parts(game: Game, asked: LetterOrder) -> Iterator[LetterOrder]:
    """The orders of one line, each to be read in the position that those before it leave."""
    if isinstance(asked, LetterLine) and len(parts := game.notation.apart(asked.text)) > 1:
        yield from (replace(asked, text=part) for part in parts)
    else:
        yield asked


def reading(game: Game, state: State, side: Side, asked: LetterOrder) -> tuple[Order, ...]:
    """The orders that a line or a record of a letter asks for."""
    match asked:
        case LetterLine(text=text):
            return game.notation.read(state, side, text)
        case LetterFields(fields=fields):
            return (_record(game, side, fields),)


def _record(game: Game, side: Side, fields: Mapping[str, JsonValue]) -> Order:
    """The order that a record describes; who gives it, the letter says."""
    from referee.texts.validation import validate  # noqa: PLC0415 - only records pay for the library

    signed = fields.get("side", side)
    if signed != side:
        raise Unreadable(JudgingFault.SIGNED_BY_ANOTHER, signed=quote(signed), sender=side)
    told = {name: make_writable(of) for name, of in fields.items()}
    try:
        order: Order = validate(Tree("", {**told, "side": side}), game.rules.orders)
        canonical(to_data(order))
    except DataFault as fault:
        said = reduce(_join, (one.whole for one in fault.complaints))
        raise Unreadable(JudgingFault.RECORD_MISREAD, said=said) from None
    except Uncanonical as fault:
        raise Unreadable(JudgingFault.RECORD_MISREAD, said=fault.said) from None
    return order


def _join(first: Saying | str, then: Saying | str) -> Saying:
    return saying("{first}; {then}", first=first, then=then)


def quote_line(asked: LetterOrder) -> str:
    """What stands in the letter."""
    match asked:
        case LetterLine(typed=typed):
            return typed
        case LetterFields(fields=fields):
            return ", ".join(f"{name}: {_type(value)}" for name, value in fields.items())


def _type(value: JsonValue) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _judge(game: Game, hearing: LetterJudgement, asked: LetterOrder, order: Order, throw: Throw) -> None:
    before = hearing.state
    try:
        hearing.state, verdict = play(game.rules, before, order, throw(order))
    except DiceNeeded as needed:
        if hearing.dry and irrevocable(needed.happened):
            # Which die comes first would tell what came to light before it: what the other side had sealed.
            hearing.stands.append(AcceptedOrder(asked, order, needed.happened, before, before))
            return
        hearing.needed = needed
        hearing.unheard.append(asked)
        return
    if isinstance(verdict, Refused):
        near = nearest_lawful(game, before, order)
        hearing.falls.append(RejectedLine(asked, before, order, verdict.objections, nearest=near))
        hearing.beside = before
        _leave_out(game, hearing, [order])
        return
    hearing.stands.append(AcceptedOrder(asked, order, verdict.events, before, hearing.state))


def _is_judged_beside(
    game: Game, hearing: LetterJudgement, asked: LetterOrder, read: Sequence[Order]
) -> bool:
    """Judge a line behind a refused one, and tell whether it is refused as well, as if that one had stood.

    No die is thrown for it, and nothing hidden comes to light: from there on no line is judged.
    """
    for place, order in enumerate(read):
        if hearing.beside is None:
            return False
        stakes = _list_stakes(game, hearing.beside, order)
        if not stakes or stakes & hearing.blocked:
            held = _find_lasting(game, hearing.beside, order)
        else:
            try:
                after, verdict = play(game.rules, hearing.beside, order, NoDice())
            except DiceNeeded:
                hearing.beside = None
                return False
            if not isinstance(verdict, Refused):
                hearing.beside = None if irrevocable(verdict.events) else after
                continue
            held = verdict.objections
        if held:
            near = nearest_lawful(game, hearing.beside, order)
            hearing.falls.append(RejectedLine(asked, hearing.beside, order, held, nearest=near))
        _leave_out(game, hearing, read[place:])
        return bool(held)
    hearing.lawful.append(asked)
    return hearing.beside is not None and _is_collecting(game, hearing.beside)


def _leave_out(game: Game, hearing: LetterJudgement, orders: Iterable[Order]) -> None:
    """Go on behind orders that are not carried out, as far as the lines behind do not depend on them."""
    for order in orders:
        if hearing.beside is None:
            return
        hearing.blocked |= _list_stakes(game, hearing.beside, order) - {UNREAD}
        hearing.beside = game.advisor.pass_over(hearing.beside, order)


def _find_lasting(game: Game, state: State, order: Order) -> tuple[Objection, ...]:
    return game.advisor.find_lasting(state, order)


def _list_stakes(game: Game, state: State, order: Order) -> frozenset[str]:
    return game.advisor.list_stakes(state, order)


def nearest_lawful(game: Game, state: State, order: Order, most: int = MOST_NAMED) -> tuple[str, ...]:
    """The other lawful orders most like one, as lines of a letter."""
    write = game.notation.write
    wanted = write(order)
    answers = (answer for answer in _lawful_like(game.rules, state, order) if answer != order)
    gaps = {write(answer): game.advisor.measure_gap(state, order, answer) for answer in answers}
    farthest = max(nsmallest(most, gaps.values()), default=0)
    close = {line: (gap, _differ(wanted, line)) for line, gap in gaps.items() if gap <= farthest}
    return tuple(nsmallest(most, close, key=lambda line: close[line]))


def _differ(wanted: str, line: str) -> float:
    return -SequenceMatcher(None, wanted, line).ratio()


def _lawful_like(rules: Rules, state: State, order: Order) -> Iterator[Order]:
    """Lawful answers of the same kind, as many as are worth looking through."""
    mine = (prompt for prompt in rules.prompts(state) if prompt.side == order.side)
    answers = (
        answer for prompt in mine for answer in lawful(rules, state, prompt) if answer.type == order.type
    )
    return islice(answers, MOST_TRIED)


def unreadable(
    asked: LetterOrder, before: State, fault: Unreadable, nearest: tuple[str, ...] = ()
) -> RejectedLine:
    """Return the refusal of a line that cannot be read; `nearest` are the legal readings."""
    column = asked.at(fault.column) if isinstance(asked, LetterLine) else asked.column
    offered = zip(fault.readings, fault.spelled, strict=False)
    spelled = tuple(parts for line, parts in offered if line in nearest)
    stated = _count_readings(fault.stated, len(nearest))
    return RejectedLine(asked, before, None, (), stated, column, nearest, spelled)


def _count_readings(stated: Stated, offered: int) -> Stated:
    """Return the fact with the number of readings that follow, if it states that not all of them do."""
    counted = ((name, offered if name == "more" and of else of) for name, of in stated.parameters)
    return replace(stated, parameters=tuple(counted))


def _mend(game: Game, state: State, side: Side, fault: Unreadable) -> tuple[str, ...]:
    """Return the legal readings of a line; a reading with another fault further on is mended in turn."""
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
