"""Legal orders that resemble a refused one."""

from collections.abc import Iterator
from difflib import SequenceMatcher
from heapq import nsmallest
from itertools import islice

from referee.engine.system import Rules, State
from referee.systems.faces import Game
from schemas.model import Order

MOST_TRIED = 5000
"""Maximum number of legal orders that are compared with a refused one."""

MOST_NAMED = 3
"""Maximum number of legal orders that a refusal names."""


def nearest_lawful(game: Game, state: State, order: Order, most: int = MOST_NAMED) -> tuple[str, ...]:
    """Return the other legal orders most similar to one, as lines of a letter."""
    write = game.notation.write
    line_of_order = write(order)
    answers = (answer for answer in _lawful_like(game.rules, state, order) if answer != order)
    gaps = {write(answer): game.advisor.measure_gap(state, order, answer) for answer in answers}
    farthest = max(nsmallest(most, gaps.values()), default=0)
    close = {line: (gap, _differ(line_of_order, line)) for line, gap in gaps.items() if gap <= farthest}
    return tuple(nsmallest(most, close, key=lambda line: close[line]))


def _differ(other: str, line: str) -> float:
    return -SequenceMatcher(None, other, line).ratio()


def _lawful_like(rules: Rules, state: State, order: Order) -> Iterator[Order]:
    """Yield legal orders of the same kind, up to `MOST_TRIED`."""
    mine = (prompt for prompt in rules.prompts(state) if prompt.side == order.side)
    answers = (
        answer for prompt in mine for answer in rules.lawful(state, prompt) if answer.type == order.type
    )
    return islice(answers, MOST_TRIED)


def find_alike(rules: Rules, state: State, order: Order) -> Order | None:
    """Return the legal order that differs only in the number of its piece, or None."""
    return next((one for one in _lawful_like(rules, state, order) if _is_alike(one, order)), None)


def _is_alike(first: Order, second: Order) -> bool:
    """Return True for two orders that differ only in the number of their piece."""
    values, others = (one.model_dump() for one in (first, second))
    stems = {str(one.pop("piece", "")).rstrip("0123456789") for one in (values, others)}
    return values == others and len(stems) == 1
