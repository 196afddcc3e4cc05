"""Standing orders: answers that a side gives before the question is asked.

A standing order stays sealed until its question is asked. The first applicable and legal order is then
carried out; otherwise the side is asked (ruling A-96 of the West). Other sides see the order and its author
when it is carried out. If `done` is the only legal order and everybody can see that, no side is asked.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from msgspec.structs import replace

from referee.engine.dice import DiceNeeded, NoDice
from referee.engine.facts import Asked, Stated
from referee.engine.machine import play
from referee.engine.system import Refused, State
from referee.faults import Unreadable, Untimely
from referee.matches import history
from referee.matches.faults import JudgingFault
from referee.matches.judging import judge_letter
from referee.matches.judging.judge_letter import AcceptedOrder, Throw
from referee.matches.judging.standing_order_lines import FRESH, StandingOrders
from referee.matches.matches import Match
from referee.systems.faces import Game
from schemas.letter import AdvanceOrder, LetterLine
from schemas.model import Order
from schemas.record import Event, Side, Value

MOST_ANSWERS = 200
"""Maximum number of questions answered at once. Two sides may have standing orders to do nothing for ever."""

DONE = "done"
"""The order without an action, as it is written."""

Marks = Mapping[str, object]
"""Fields of an entry that tell its side where an order came from."""

IN_ADVANCE: Marks = {"advance": True}
FORCED: Marks = {"advance": True, "forced": True}
"""Fields of orders without a letter. `FORCED` marks the only legal order."""

QuestionKey = tuple[Side, str, str]
"""Side, question and subject of a prompt."""


class Answer(Value):
    """The answer of a side without a letter: its accepted orders, and the number of orders that were judged.

    `forced` answers are the only legal order and need no standing order. `pending` are orders from the one
    whose dice wait for the beacon.
    """

    side: Side
    accepted_orders: tuple[AcceptedOrder, ...]
    judged: int
    forced: bool = False
    pending: tuple[Order, ...] = ()

    @property
    def marks(self) -> Marks:
        """Fields of the entries of the answer."""
        return FORCED if self.forced else IN_ADVANCE


class Turn(Value):
    """The current player turn: the entry in which it began, and its events so far."""

    seq: int = 0
    events: tuple[Event, ...] = ()

    def go_on(self, game: Game, seq: int, events: Iterable[Event]) -> "Turn":
        """Return the turn after more events, or the next turn if it began in this entry."""
        turn = self
        for event in events:
            if game.advisor.begins_turn(event):
                turn = Turn(seq)
            turn = replace(turn, events=(*turn.events, event))
        return turn

    def holds(self, order: AdvanceOrder) -> bool:
        """Return True if a standing order has not expired."""
        return order.always or order.since == FRESH or order.since >= self.seq


def find_turn(match: Match, at: int | None = None) -> Turn:
    """Return the player turn after an entry, or the current one."""
    game, events = match.system, list[tuple[Event, ...]]()
    for seq in reversed(match.standing(at)):
        events.append(history.events_of(game.rules, match.entries[seq - 1]))
        if any(map(game.advisor.begins_turn, events[-1])):
            return Turn().go_on(game, seq, (event for some in reversed(events) for event in some))
    return Turn(0, tuple(event for some in reversed(events) for event in some))


def list_live(match: Match, side: Side, at: int | None = None) -> StandingOrders:
    """Return the standing orders of a side after an entry, or now, without expired ones."""
    entries = match.entries_seen(at)
    orders = history.read_advance_orders(match.past.advance_entry(side, entries), side)
    if any(order.conditions for order in orders):
        state, is_past = match.position(at), match.system.advisor.is_past
        orders = tuple(one for one in orders if not any(is_past(state, part) for part in one.conditions))
    if all(order.always for order in orders):
        return orders
    turn = find_turn(match, at)
    return tuple(order for order in orders if turn.holds(order))


def doubtful(game: Game, state: State, side: Side, orders: Sequence[AdvanceOrder]) -> Iterator[str]:
    """Yield the standing orders that are invalid now, with reasons."""
    for order in orders:
        try:
            game.notation.read(state, side, order.order)
        except Untimely:
            continue
        except Unreadable as fault:
            yield f"{order}: {game.language.word(fault.stated).text}"


def list_waiting(match: Match, side: Side, at: int | None = None) -> Iterator[tuple[AdvanceOrder, str]]:
    """Yield the standing orders of a side, each with the reason why it was not used, or ""."""
    rules, orders = match.rules, list_live(match, side, at)
    prompts = (
        [prompt for prompt in rules.prompts(match.position(at)) if prompt.side == side] if orders else []
    )
    turn = find_turn(match, at) if prompts and any(order.conditions for order in orders) else Turn()
    for order in orders:
        matching = (prompt for prompt in prompts if _is_asked(order, prompt))
        reasons = (_explain(match.system, match.position(at), prompt, turn, order) for prompt in matching)
        yield order, next(reasons, "")


def _explain(game: Game, state: State, prompt: Asked, turn: Turn, order: AdvanceOrder) -> str:
    """Return the reason why a standing order did not answer its question."""
    if not _has_role(game, state, prompt, order):
        return game.language.word(Stated(JudgingFault.OTHER_ROLE, (("role", order.role),))).text
    for condition in order.conditions:
        if not _is_met(game, state, prompt, turn, condition):
            return game.language.word(Stated(JudgingFault.CONDITION_UNMET, (("condition", condition),))).text
    return _find_fault(game, state, prompt.side, order)


def _find_fault(game: Game, state: State, side: Side, order: AdvanceOrder) -> str:
    try:
        for one in game.notation.read(state, side, order.order):
            state, verdict = play(game.rules, state, one, NoDice())
            if isinstance(verdict, Refused):
                return game.language.word(verdict.objections[0]).text
    except Unreadable as fault:
        return game.language.word(fault.stated).text
    except DiceNeeded:
        pass
    return ""


def answers(
    game: Game,
    state: State,
    orders: Mapping[Side, StandingOrders],
    throw: Throw,
    turn: Turn,
    *,
    sealed: bool,
    forced: bool = False,
) -> Iterator[Answer]:
    """Yield the answers of standing orders, question by question, until a side must be asked.

    Each line answers a question once. Only sealed dice can be rolled for it; with manual dice the side is
    asked. With `forced`, no side is asked for an only legal answer.
    """
    used_lines: Mapping[QuestionKey, set[int]] = {}
    for _ in range(MOST_ANSWERS):
        prompts = game.rules.prompts(state)
        used_lines = {one: used_lines.get(one, set()) for one in map(_key, prompts)}
        candidates = _find(game, state, orders, used_lines, throw, turn, sealed=sealed)
        answer = next(candidates, None)
        if answer is None and forced:
            answer = next(_force(game, state, throw, sealed=sealed), None)
        if answer is None:
            return
        yield answer
        if answer.pending:
            return
        state = answer.accepted_orders[-1].after
        asked_anew = _find_asked_anew(game, answer, used_lines)
        used_lines = {one: used for one, used in used_lines.items() if one not in asked_anew}
        turn = turn.go_on(game, LATER, (event for order in answer.accepted_orders for event in order.events))


LATER = 1 << 53
"""Number of an entry after all filed ones."""


def _key(prompt: Asked) -> QuestionKey:
    return prompt.side, prompt.question, prompt.subject


def _find_asked_anew(game: Game, answer: Answer, keys: Iterable[QuestionKey]) -> set[QuestionKey]:
    """Return the questions that an answer closed, even if it opened them again: hits of the next volley."""
    closed: set[QuestionKey] = set()
    for order in answer.accepted_orders:
        state = order.before
        for event in order.events:
            state = game.rules.evolve(state, event)
            closed.update(set(keys) - set(map(_key, game.rules.prompts(state))))
    return closed


def _find(
    game: Game,
    state: State,
    orders: Mapping[Side, StandingOrders],
    used_lines: Mapping[QuestionKey, set[int]],
    throw: Throw,
    turn: Turn,
    *,
    sealed: bool,
) -> Iterator[Answer]:
    """Yield the possible answers: first for one battle, then for all, then by doctrine, each as written."""
    for prompt in game.rules.prompts(state):
        done, side_orders = used_lines[_key(prompt)], orders.get(prompt.side, ())
        for number in sorted(range(len(side_orders)), key=lambda number: _rank(side_orders[number])):
            order = side_orders[number]
            if number in done or not is_meant(game, state, prompt, turn, order):
                continue
            if _is_lawful(game, state, prompt.side, order.order, sealed=sealed):
                done.add(number)
                line = LetterLine(line=number + 1, text=order.order, typed=order.order)
                judgement = judge_letter.judge_lines(game, state, prompt.side, [line], throw)
                yield Answer(
                    prompt.side,
                    tuple(judgement.accepted_orders),
                    len(judgement.accepted_orders) + len(judgement.refused_lines),
                    pending=judgement.pending,
                )


def _rank(order: AdvanceOrder) -> int:
    """Return the rank of an order: single lines first, then plans for every battle, then doctrines."""
    general = bool(order.role) and not order.subject
    return general + (general and order.always)


def is_meant(game: Game, state: State, prompt: Asked, turn: Turn, order: AdvanceOrder) -> bool:
    """Return True if a standing order applies to a prompt, in this role and under these conditions."""
    if not (_is_asked(order, prompt) and turn.holds(order) and _has_role(game, state, prompt, order)):
        return False
    return all(_is_met(game, state, prompt, turn, condition) for condition in order.conditions)


def _is_met(game: Game, state: State, prompt: Asked, turn: Turn, condition: str) -> bool:
    return game.advisor.is_met(state, prompt, turn.events, condition)


def _is_asked(order: AdvanceOrder, prompt: Asked) -> bool:
    return order.question == prompt.question and order.subject in {"", prompt.subject}


def _has_role(game: Game, state: State, prompt: Asked, order: AdvanceOrder) -> bool:
    return not order.role or game.advisor.role(state, prompt) == order.role


def _force(game: Game, state: State, throw: Throw, *, sealed: bool) -> Iterator[Answer]:
    """Yield the only answer to an open prompt if it is `done` and reveals no secret."""
    for prompt in game.rules.prompts(state):
        if is_forced(game, state, prompt) and _is_lawful(game, state, prompt.side, DONE, sealed=sealed):
            line = LetterLine(line=1, text=DONE, typed=DONE)
            judgement = judge_letter.judge_lines(game, state, prompt.side, [line], throw)
            accepted_orders = tuple(judgement.accepted_orders)
            yield Answer(
                prompt.side, accepted_orders, len(accepted_orders), forced=True, pending=judgement.pending
            )


def is_forced(game: Game, state: State, prompt: Asked) -> bool:
    """Return True if `done` is the only legal order and both sides can see that."""
    if not game.advisor.is_plain(state, prompt):
        return False
    rules = game.rules
    return [game.notation.write(order) for order in islice(rules.lawful(state, prompt), 2)] == [DONE]


def _is_lawful(game: Game, state: State, side: Side, line: str, *, sealed: bool) -> bool:
    """Return True if a line is legal up to the first die roll or hidden draw."""
    try:
        line_orders = game.notation.read(state, side, line)
        for order in line_orders:
            state, verdict = play(game.rules, state, order, NoDice())
            if isinstance(verdict, Refused):
                return False
    except Unreadable:
        return False
    except DiceNeeded:
        return sealed
    return bool(line_orders)
