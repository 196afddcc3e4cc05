"""Lines of a template that can be ordered together, and lines that exclude each other.

A template is a letter: if its player removes every #, it must be legal, apart from the lines that are marked
as alternatives. The lines are therefore judged one after the other, with the proposal below them.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from msgspec.structs import replace

from referee.engine.dice import DiceNeeded
from referee.systems.great_war.flow import judgement
from referee.systems.great_war.season import plans
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import ChooseOffensive, MakePlans
from schemas.great_war.orders import GreatWarOrder
from schemas.record import Side, Value


class Choice(Value):
    """Line of a template. `instead` is True if it excludes another line, or the proposal.

    `others` are the areas of optional battles that the template leaves out.
    """

    order: GreatWarOrder
    instead: bool
    others: tuple[str, ...] = ()


Letter = tuple[int, ...]
"""Lines of a letter, as numbers of orders."""


class Choices:
    """Judge of the lines of one template; it keeps the lines that can be ordered together."""

    def __init__(
        self, game: GreatWarGame, position: Position, side: Side, default: Sequence[GreatWarOrder]
    ) -> None:
        self._game, self._position, self._side = game, position, side
        self._orders = list(default)
        self._default: Letter = tuple(range(len(self._orders)))
        self._together: Letter = ()
        # Letters share their beginnings.
        self._after: dict[Letter, Position | None] = {(): position}

    def arrange(self, orders: Iterable[GreatWarOrder]) -> Iterator[Choice]:
        """Yield the orders with their marks."""
        for order in orders:
            yield Choice(order, self.is_alternative(order))

    def is_alternative(self, order: GreatWarOrder) -> bool:
        """Return True if an order excludes lines above it or the proposal."""
        if isinstance(self._position.task, ChooseOffensive):
            # The question itself names the alternatives.
            return False
        number = len(self._orders)
        self._orders.append(order)
        # A line that needs one of the others is refused without it.
        pairs = ((other, number) for other in self._together)
        most = len(self._together)
        longer = (*(combinations(self._together, most - 1) if most > 2 else ()), self._together)
        letters = ((number,), *pairs, *((*others, number) for others in longer))
        if any(self._is_refused((*letter, *self._default)) for letter in letters):
            return True
        self._together += (number,)
        return False

    def _is_refused(self, letter: Letter) -> bool:
        """Return True if a line of a letter is refused."""
        *before, last = letter
        position = self._follow(tuple(before))
        return position is None or not judgement.is_legal(self._game, position, self._orders[last])

    def _follow(self, letter: Letter) -> Position | None:
        """Return the position after a letter, or None if it is refused."""
        if letter not in self._after:
            before = self._follow(letter[:-1])
            order = self._orders[letter[-1]]
            self._after[letter] = None if before is None else follow(self._game, before, order)
        return self._after[letter]

    def leaves_room(self, order: GreatWarOrder) -> bool:
        """Return True if a plan with this order can be closed: it leaves no area with too many pieces."""
        task = self._position.task
        if not isinstance(task, MakePlans) or task.phase != "reinforcements":
            return True
        after = follow(self._game, self._position, order)
        return after is not None and not any(plans.overstacked(self._game, after, self._side))


def follow(game: GreatWarGame, position: Position, order: GreatWarOrder) -> Position | None:
    """Return the position after an order, or None if it is illegal. No order is legal after a roll."""
    if not judgement.is_legal(game, position, order):
        return None
    try:
        return judgement.follow(game, position, order)
    except DiceNeeded:
        return replace(position, agenda=())
