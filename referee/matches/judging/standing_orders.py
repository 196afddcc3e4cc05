"""Orders in advance: answers that a side gives before it is asked, and that the referee reads when it is.

An order waits under seal until its question is asked of its side. Then the first one that is meant and
lawful is carried out, and otherwise the side is asked (ruling A-96 of the West). The others learn what was
ordered, and by whom, when it is done. Where nothing but `done` is lawful, and everybody can see that, no
side is asked.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from msgspec.structs import replace

from referee.engine.dice import DiceNeeded, NoDice
from referee.engine.facts import Asked, Stated
from referee.engine.machine import lawful, play
from referee.engine.system import Refused, State
from referee.faults import Unreadable, Untimely
from referee.matches import history
from referee.matches.faults import JudgingFault
from referee.matches.judging import judge_letter
from referee.matches.judging.judge_letter import AcceptedOrder, Throw
from referee.matches.judging.standing_order_lines import FRESH, Kept
from referee.matches.matches import Match
from referee.systems.faces import Game
from schemas.letter import AdvanceOrder, LetterLine
from schemas.record import Event, Side, Value

MOST_ANSWERS = 200
"""The most questions that are answered at a stroke: two sides may order in advance to do nothing for ever."""

DONE = "done"
"""The order that says nothing, as it is written."""

QuestionKey = tuple[Side, str, str]
"""Who is asked, what, and about what."""


class Answer(Value):
    """What a side answered without a letter: its orders that stand, and how many were judged.

    It was `forced` where no order in advance was needed, because no other answer was lawful.
    """

    side: Side
    stands: tuple[AcceptedOrder, ...]
    judged: int
    forced: bool = False


class Turn(Value):
    """The player turn that is played: the entry that it began in, and what has happened in it."""

    seq: int = 0
    events: tuple[Event, ...] = ()

    def go_on(self, game: Game, seq: int, events: Iterable[Event]) -> "Turn":
        """The turn after more events, or the next one, which began in this entry."""
        turn = self
        for event in events:
            if game.advisor.begins_turn(event):
                turn = Turn(seq)
            turn = replace(turn, events=(*turn.events, event))
        return turn

    def holds(self, order: AdvanceOrder) -> bool:
        """Whether an order in advance is not over yet."""
        return order.always or order.since == FRESH or order.since >= self.seq


def find_turn(match: Match, at: int | None = None) -> Turn:
    """The player turn that is played after an entry, or now."""
    game, events = match.system, list[tuple[Event, ...]]()
    for seq in reversed(match.standing(at)):
        events.append(history.events_of(game.rules, match.entries[seq - 1]))
        if any(map(game.advisor.begins_turn, events[-1])):
            return Turn().go_on(game, seq, (event for some in reversed(events) for event in some))
    return Turn(0, tuple(event for some in reversed(events) for event in some))


def list_live(match: Match, side: Side, at: int | None = None) -> Kept:
    """What a side orders in advance after an entry, or now, without what is over."""
    entries = match.entries_seen(at)
    kept = history.read_advance_orders(match.past.advance_entry(side, entries), side)
    if all(order.always for order in kept):
        return kept
    turn = find_turn(match, at)
    return tuple(order for order in kept if turn.holds(order))


def doubtful(game: Game, state: State, side: Side, orders: Sequence[AdvanceOrder]) -> Iterator[str]:
    """Of orders in advance, those that are no orders as things stand, each with the reason."""
    for order in orders:
        try:
            game.notation.read(state, side, order.order)
        except Untimely:
            continue
        except Unreadable as fault:
            yield f"{order}: {game.language.word(fault.stated).text}"


def list_waiting(match: Match, side: Side, at: int | None = None) -> Iterator[tuple[AdvanceOrder, str]]:
    """What a side orders in advance, each with why it was passed over, where its question is open."""
    rules, kept = match.rules, list_live(match, side, at)
    prompts = [prompt for prompt in rules.prompts(match.position(at)) if prompt.side == side] if kept else []
    turn = find_turn(match, at) if prompts and any(order.conditions for order in kept) else Turn()
    for order in kept:
        asked = (prompt for prompt in prompts if _is_asked(order, prompt))
        found = (_explain(match.system, match.position(at), prompt, turn, order) for prompt in asked)
        yield order, next(found, "")


def _explain(game: Game, state: State, prompt: Asked, turn: Turn, order: AdvanceOrder) -> str:
    """Why an order in advance did not answer its question."""
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
    orders: Mapping[Side, Kept],
    throw: Throw,
    turn: Turn,
    *,
    sealed: bool,
    forced: bool = False,
) -> Iterator[Answer]:
    """What orders in advance answer, question after question, until one is left to its side.

    Each line answers a question once. Only sealed dice can be thrown for them; where people throw, the side
    that would have to is asked. Where `forced`, no side is asked for the only lawful answer.
    """
    tried: Mapping[QuestionKey, set[int]] = {}
    for _ in range(MOST_ANSWERS):
        prompts = game.rules.prompts(state)
        tried = {one: tried.get(one, set()) for one in map(_key, prompts)}
        found = _find(game, state, orders, tried, throw, turn, sealed=sealed)
        answer = next(found, None)
        if answer is None and forced:
            answer = next(_force(game, state, throw, sealed=sealed), None)
        if answer is None:
            return
        yield answer
        state = answer.stands[-1].after
        turn = turn.go_on(game, LATER, (event for stood in answer.stands for event in stood.events))


LATER = 1 << 53
"""What stands for an entry behind all that are filed."""


def _key(prompt: Asked) -> QuestionKey:
    return prompt.side, prompt.question, prompt.subject


def _find(
    game: Game,
    state: State,
    orders: Mapping[Side, Kept],
    tried: Mapping[QuestionKey, set[int]],
    throw: Throw,
    turn: Turn,
    *,
    sealed: bool,
) -> Iterator[Answer]:
    """The answers that may be given now: for one battle, for all, by doctrine; each as they were put down."""
    for prompt in game.rules.prompts(state):
        done, kept = tried[_key(prompt)], orders.get(prompt.side, ())
        for number in sorted(range(len(kept)), key=lambda number: _rank(kept[number])):
            order = kept[number]
            if number in done or not is_meant(game, state, prompt, turn, order):
                continue
            if _is_lawful(game, state, prompt.side, order.order, sealed=sealed):
                done.add(number)
                line = LetterLine(line=number + 1, text=order.order, typed=order.order)
                heard = judge_letter.hear(game, state, prompt.side, [line], throw)
                yield Answer(prompt.side, tuple(heard.stands), len(heard.stands) + len(heard.falls))


def _rank(order: AdvanceOrder) -> int:
    """What goes first: a line for a battle or for a question, a plan for every battle, a doctrine."""
    general = bool(order.role) and not order.subject
    return general + (general and order.always)


def is_meant(game: Game, state: State, prompt: Asked, turn: Turn, order: AdvanceOrder) -> bool:
    """Whether an order in advance is for a question, in this role and under these conditions."""
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
    """The only answer to an open question, where that is to say nothing and tells no secret."""
    for prompt in game.rules.prompts(state):
        if is_forced(game, state, prompt) and _is_lawful(game, state, prompt.side, DONE, sealed=sealed):
            line = LetterLine(line=1, text=DONE, typed=DONE)
            heard = judge_letter.hear(game, state, prompt.side, [line], throw)
            yield Answer(prompt.side, tuple(heard.stands), 1, forced=True)


def is_forced(game: Game, state: State, prompt: Asked) -> bool:
    """Whether nothing but `done` is lawful, and both sides can see that."""
    if not game.advisor.is_plain(state, prompt):
        return False
    rules = game.rules
    return [game.notation.write(order) for order in islice(lawful(rules, state, prompt), 2)] == [DONE]


def _is_lawful(game: Game, state: State, side: Side, line: str, *, sealed: bool) -> bool:
    """Whether a line can be carried out, as far as the first die or hidden draw."""
    try:
        read = game.notation.read(state, side, line)
        for order in read:
            state, verdict = play(game.rules, state, order, NoDice())
            if isinstance(verdict, Refused):
                return False
    except Unreadable:
        return False
    except DiceNeeded:
        return sealed
    return bool(read)
