"""Later orders filed again after a ruling, and the segments of a match."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import dropwhile, groupby, takewhile

from referee.dice.reused_rolls import KeptDice
from referee.engine.dice import DiceNeeded, FiledDice, replay_dice
from referee.engine.facts import OpenQuestion
from referee.engine.machine import play
from referee.engine.system import Refused, Rules, Stage, State, irrevocable
from referee.evidence import roll_proof
from referee.matches import history
from referee.matches.history import Move, Step
from referee.matches.matches import Match
from schemas.model import Order
from schemas.record import REFEREE, Side, Value

NOWHERE = Stage()
"""Stage of an order in a game without segments."""


def find_stage(rules: Rules, state: State, order: Order | None) -> Stage:
    """Return the stage of an order; work of the rules without an order has none."""
    return NOWHERE if order is None else rules.stage(state, order)


def find_stages(rules: Rules, before: State, moves: Iterable[Move]) -> tuple[Stage, ...]:
    """Return the stages of the orders of an entry, in order."""
    moves_played = history.replay_moves(rules, before, moves)
    return tuple(
        find_stage(rules, state, move.order) for state, move in moves_played if move.order is not None
    )


def stage_of(rules: Rules, step: Step) -> Stage:
    """Return the stage of an entry: the stage of its last order."""
    stages = find_stages(rules, step.before, step.moves)
    return stages[-1] if stages else NOWHERE


def list_segment(match: Match, seq: int) -> tuple[Step, ...]:
    """Return the effective entries of the segment of an entry, first entry first.

    The result is the entry alone in a game without segments.
    """
    rules = match.rules
    until = [*takewhile(lambda step: step.seq >= seq, match.steps_back())]
    before = dropwhile(lambda step: step.seq >= seq, match.steps_back())
    here = stage_of(rules, until[-1])
    first = [*_take_alike(rules, here, before)]
    rest = _take_alike(rules, here, reversed(until[:-1]))
    return (*reversed(first), until[-1], *rest)


def _take_alike(rules: Rules, here: Stage, steps: Iterable[Step]) -> Iterator[Step]:
    return takewhile(lambda step: stage_of(rules, step).is_in_segment_of(here), steps)


def list_fight(match: Match, seq: int) -> tuple[Step, ...]:
    """Return the effective entries of the battle of an entry, from the rounds of the battle.

    Announcements of the battle are left out, except the entry itself. The result is the entry alone in a game
    without battles.
    """
    rules = match.rules
    segment = list_segment(match, seq)
    here = next(stage_of(rules, step) for step in segment if step.seq == seq)
    return tuple(step for step in segment if step.seq == seq or _is_fought(stage_of(rules, step), here.fight))


def _is_fought(stage: Stage, fight: str) -> bool:
    return bool(fight) and stage.fight == fight and not stage.announces


def list_fights(rules: Rules, steps: Sequence[Step]) -> frozenset[str]:
    """Return the battles of some entries."""
    return frozenset(stage.fight for step in steps if (stage := stage_of(rules, step)).fight)


class Given(Value):
    """An order with its entry, the prompts it answered, and its stage."""

    step: Step
    move: Move
    order: Order
    asked: frozenset[OpenQuestion]
    stage: Stage

    def answers(self, rules: Rules, state: State) -> bool:
        """Return True if its side has one of the same prompts in a position.

        One word may answer many prompts. The same prompt of another turn is different. Battles may be
        announced in any order.
        """
        if find_stage(rules, state, self.order).count != self.stage.count:
            return False
        return self.stage.announces or not self.asked.isdisjoint(_find_asked(rules, state, self.order))


class Redone(Value):
    """An entry with orders that are legal again with their dice: they are filed again unchanged."""

    step: Step
    side: Side
    moves: tuple[Move, ...]
    dice: int


class Course(Value):
    """The entries filed again, the position after them, and the remaining orders, which need other dice."""

    redone: tuple[Redone, ...]
    after: State
    left: tuple[Given, ...]


def list_given(rules: Rules, steps: Sequence[Step], behind: frozenset[str]) -> tuple[Given, ...]:
    """Return the orders of sides in some entries; battles fought again are declared `behind` the others.

    Amendments of the moderator are void with the undone entries; the moderator can amend the result again.
    """
    orders: list[Given] = []
    for step in steps:
        state = step.before
        for move in step.moves:
            if move.order is not None and move.order.side != REFEREE:
                stage = find_stage(rules, state, move.order)
                prompts = _find_asked(rules, state, move.order)
                orders.append(Given(step, move, move.order, prompts, stage))
            for event in move.events:
                state = rules.evolve(state, event)
    return tuple(_move_behind(orders, behind))


def _find_asked(rules: Rules, state: State, order: Order) -> frozenset[OpenQuestion]:
    return frozenset(prompt for prompt in rules.prompts(state) if prompt.side == order.side)


def _move_behind(given: Sequence[Given], behind: frozenset[str]) -> Iterator[Given]:
    for announces, run in groupby(given, key=lambda one: one.stage.announces):
        orders = list(run)
        if announces:
            orders.sort(key=lambda one: one.stage.fight in behind)
        yield from orders


def redo(match: Match, before: State, given: Sequence[Given], undone: Sequence[Step]) -> Course:
    """Return the orders that are legal again with dice of `undone` entries, until one needs other dice.

    An order is dropped if it is illegal without the void entries, or if its prompt does not come again. Later
    orders are still tried.
    """
    rules, header = match.rules, match.header
    kept_dice = KeptDice()
    for step in undone:
        kept_dice.add(step.events, roll_proof.owners(header, step.entry, step.events))
    dice = FiledDice(kept_dice, header.format, rules.spell_purpose)
    state, valid = before, list[tuple[Given, Move, int]]()
    for number, one in enumerate(given):
        if not one.answers(rules, state):
            continue
        try:
            after, verdict = play(rules, state, one.order, dice)
        except DiceNeeded:
            return Course(tuple(_group(valid)), state, tuple(given[number:]))
        if isinstance(verdict, Refused):
            continue
        used = sum(len(roll.faces) for roll in kept_dice.settle())
        valid.append((one, Move(one.order, verdict.events, one.move.line), used))
        state = after
    return Course(tuple(_group(valid)), state, ())


def _group(stood: Sequence[tuple[Given, Move, int]]) -> Iterator[Redone]:
    """Yield orders grouped by their entries."""
    for _, run in groupby(stood, key=lambda one: one[0].step.seq):
        some = list(run)
        step, side = some[0][0].step, some[0][0].order.side
        yield Redone(step, side, tuple(move for _, move, _ in some), sum(used for _, _, used in some))


def list_sendable(rules: Rules, before: State, given: Sequence[Given]) -> tuple[Given, ...]:
    """Return the orders that are legal again and can be sent as lines of a letter, up to the first new die.

    Later orders depend on faces that no side has seen yet.
    """
    state, sendable = before, list[Given]()
    for one in given:
        if not one.answers(rules, state):
            continue
        try:
            after, verdict = play(rules, state, one.order, replay_dice(one.move.events))
        except DiceNeeded:
            break
        if isinstance(verdict, Refused):
            continue
        sendable.append(one)
        if irrevocable(verdict.events):
            break
        state = after
    return tuple(sendable)
