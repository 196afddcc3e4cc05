"""The segments of a match, as its entries tell: where one began, and which entries belong to one battle."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import dropwhile, takewhile

from referee.engine.system import Rules, Stage, State
from referee.matches import history
from referee.matches.history import Move, Step
from referee.matches.matches import Match
from schemas.model import Order

NOWHERE = Stage()
"""Where an order is given in a game without segments."""


def find_stage(rules: Rules, state: State, order: Order | None) -> Stage:
    """Where an order is given; of work that the rules do unasked, nothing is known."""
    return NOWHERE if order is None else rules.stage(state, order)


def find_stages(rules: Rules, before: State, moves: Iterable[Move]) -> tuple[Stage, ...]:
    """Where the orders of an entry were given, in their order."""
    played = history.replay_moves(rules, before, moves)
    return tuple(find_stage(rules, state, move.order) for state, move in played if move.order is not None)


def stage_of(rules: Rules, step: Step) -> Stage:
    """Where an entry belongs, which is where its last order was given."""
    stages = find_stages(rules, step.before, step.moves)
    return stages[-1] if stages else NOWHERE


def list_segment(match: Match, seq: int) -> tuple[Step, ...]:
    """The entries that stand of the segment that an entry belongs to, the first one first.

    Without segments, it is the entry alone.
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
    """The entries that stand of the battle that an entry belongs to, as it was fought.

    Those that only announced it are not among them, but for the entry itself. Without battles, it is the
    entry alone.
    """
    rules = match.rules
    segment = list_segment(match, seq)
    here = next(stage_of(rules, step) for step in segment if step.seq == seq)
    return tuple(step for step in segment if step.seq == seq or _is_fought(stage_of(rules, step), here.fight))


def _is_fought(stage: Stage, fight: str) -> bool:
    return bool(fight) and stage.fight == fight and not stage.announces


def list_fights(rules: Rules, steps: Sequence[Step]) -> frozenset[str]:
    """The battles that some entries are about."""
    return frozenset(stage.fight for step in steps if (stage := stage_of(rules, step)).fight)
