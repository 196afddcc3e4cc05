"""Games to play on: positions that never change, with the dice that the next order throws."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from typing import TypeAlias, assert_never, cast

from referee.dice import chain
from referee.dice.chain import SealedDice
from referee.engine import enumeration, machine
from referee.engine.dice import Dice
from referee.engine.enumeration import EndlessThrow, HiddenDraw
from referee.engine.faults import Misuse
from referee.engine.system import State
from referee.library.faults import LibraryFault
from referee.library.refusals import Refused
from referee.packs import binding
from referee.packs.binding import Ruleset
from referee.reports import questions
from referee.systems.great_war.state.position import Position as GreatWarPosition
from referee.systems.skirmish.state.position import Position as SkirmishPosition
from referee.values.value import Value
from schemas.answers.options import Option
from schemas.great_war.view import View as GreatWarView
from schemas.model import Order
from schemas.record import Event, Prompt, Side, to_data
from schemas.skirmish.view import View as SkirmishView

Position: TypeAlias = GreatWarPosition | SkirmishPosition
"""Everything the rules know; `isinstance` tells which family of games it is of."""

View: TypeAlias = GreatWarView | SkirmishView
"""What one side may know; `isinstance` tells which family of games it is of."""

MOST_KEPT = 16
"""How many rules of pickled games are kept in one process."""


class Outcome(Value):
    """One thing that may come of an order: the game after it, with its exact chance."""

    chance: Fraction
    game: "Game"


class Game:
    """A position to play on, with everything that both sides know; it never changes.

    Two games are equal if they are of the same pack, scenario and options and their positions are equal;
    equal games have equal hashes. A game can be pickled and copied. The dice of the next order follow from
    the seed, from how many orders were played, and from the order: the same order comes to the same end.
    """

    __slots__ = ("_bound", "_state", "events", "played", "seed")

    def __init__(
        self, bound: Ruleset, state: State, seed: int = 0, played: int = 0, events: tuple[Event, ...] = ()
    ) -> None:
        """`events` are what came of the last order; games come of `Match.game`."""
        self._bound, self._state = bound, state
        self.seed, self.played, self.events = seed, played, events

    @property
    def pack(self) -> str:
        """The name of the pack, or its folder."""
        return self._bound.found_by

    @property
    def scenario(self) -> str:
        """The scenario, by its id."""
        return self._bound.scenario

    @property
    def options_in_force(self) -> Mapping[str, str]:
        """The options of the pack that are in force, by id."""
        return self._bound.options

    @property
    def position(self) -> Position:
        """Everything the rules know."""
        return cast(Position, self._state)

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides, in the order of the pack."""
        return self._bound.rules.sides

    @property
    def prompts(self) -> tuple[Prompt, ...]:
        """The questions that are open; none once the game is over."""
        return self._bound.rules.prompts(self._state)

    @property
    def is_over(self) -> bool:
        """Whether no question is open any more."""
        return not self.prompts

    def view(self, viewer: Side) -> View:
        """What a side may know, or `PUBLIC`, or `REFEREE`."""
        return cast(View, self._bound.system.secrecy.view(self._state, viewer))

    def options(self, prompt: Prompt | None = None, limit: int | None = None) -> tuple[Option, ...]:
        """The lawful answers to a question, or to all that are open; at most so many of them.

        Where they cannot be counted, as on a table without areas, they are samples.
        """
        rules, state = self._bound.rules, self._state
        asked = self.prompts if prompt is None else (prompt,)
        found = (
            questions.take_apart(self._bound.system, state, one, order)
            for one in asked
            for order in machine.lawful(rules, state, one)
        )
        return tuple(islice(found, limit))

    def read(self, side: Side, line: str) -> tuple[Order, ...]:
        """A line of a letter as orders of a side; raises `Unreadable` with the nearest readings."""
        return self._bound.system.notation.read(self._state, side, line)

    def write(self, order: Order) -> str:
        """An order as a line of a letter."""
        return self._bound.system.notation.write(order)

    def play(self, order: "Order | Option | str") -> "Game":
        """The game after an order, played on to the next question.

        An order may be a line of a letter of the only side that is asked. Raises `Refused` with everything
        that the rules hold against it, `Unreadable` for a line that is no order, and `Misuse` for a line
        where several sides are asked.
        """
        asked = self._read(order)
        return self._after(asked, self._throw(asked))

    def with_seed(self, seed: int) -> "Game":
        """The same game, with the dice of another seed."""
        return Game(self._bound, self._state, seed, self.played, self.events)

    def outcomes(self, order: "Order | Option | str") -> tuple[Outcome, ...]:
        """Everything that may come of an order up to the next question, each once, the likeliest first.

        The chances are exact and sum to 1. Raises `Refused` for an order that is not lawful, and `Misuse`
        where cards are shuffled, or dice are thrown again until they differ: there are more orders of cards
        and rows of faces than anyone can try. Each row is played on to the next question: where a whole phase
        is thrown for, as on a table, that takes minutes.
        """
        asked = self._read(order)

        def work(dice: Dice) -> "Game":
            return self._after(asked, dice)

        merged: dict[Game, Fraction] = {}
        try:
            for game, chance in self._enumerate(work):
                merged[game] = merged.get(game, Fraction(0)) + chance
        except HiddenDraw:
            raise Misuse(LibraryFault.CARDS_SHUFFLED) from None
        except EndlessThrow:
            raise Misuse(LibraryFault.DICE_AGAIN) from None
        ordered = sorted(merged.items(), key=lambda one: -one[1])
        return tuple(Outcome(chance, game) for game, chance in ordered)

    def _enumerate(self, work: "Callable[[Dice], Game]") -> Iterator[tuple["Game", Fraction]]:
        if self._bound.system.advisor.reads_hits_alone:
            return enumeration.ends_by_hits(work)
        return iter(enumeration.ends(work))

    def _read(self, order: "Order | Option | str") -> Order:
        rules = self._bound.rules
        match order:
            case Option():
                return rules.orders.read(order.order)
            case Order():
                return order
            case str():
                orders = self.read(self._find_asked(), order)
                if len(orders) != 1:
                    raise Misuse(LibraryFault.SEVERAL_ORDERS)
                return orders[0]
            case _:
                assert_never(order)

    def _find_asked(self) -> Side:
        """The only side that is asked."""
        asked = {prompt.side for prompt in self.prompts}
        if len(asked) != 1:
            raise Misuse(LibraryFault.SEVERAL_ASKED)
        return asked.pop()

    def _refuse(self, order: Order) -> None:
        rules = self._bound.rules
        if against := tuple(rules.objections(self._state, order)):
            raise Refused(rules, against)

    def _after(self, order: Order, dice: Dice) -> "Game":
        self._refuse(order)
        rules = self._bound.rules
        outcome = rules.outcome(self._state, order, dice)
        state, more = machine.run_on(rules, outcome.after, dice)
        return Game(self._bound, state, self.seed, self.played + 1, outcome.events + more)

    def _throw(self, order: Order) -> Dice:
        key, hidden = chain.digest(f"game {self.seed}"), chain.digest(f"deck {self.seed}")
        digest = chain.order_digest(to_data(order))
        return SealedDice(key, self.scenario, self.played + 1, order.side, digest, hidden)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._name() == other._name() and self._state == other._state

    def __hash__(self) -> int:
        return hash((self.scenario, self._state))

    def __reduce__(self) -> tuple[object, ...]:
        chosen = tuple(sorted(self._bound.options.items()))
        bound = self.pack, self.scenario, chosen
        return _restore, (bound, self._state, self.seed, self.played, self.events)

    def __copy__(self) -> "Game":
        return self

    def __deepcopy__(self, _: object) -> "Game":
        return self

    def __repr__(self) -> str:
        asked = ", ".join(f"{prompt.side}: {prompt.question}" for prompt in self.prompts)
        return f"<Game {self.scenario} of {self.pack}: {asked or 'over'}>"

    def _name(self) -> tuple[object, ...]:
        return self._bound.loaded.digest, self.scenario, dict(self._bound.options)


_Bound: TypeAlias = tuple[str, str, tuple[tuple[str, str], ...]]
"""A pack, a scenario, and options."""


def _restore(bound: _Bound, state: State, seed: int, played: int, events: tuple[Event, ...]) -> Game:
    """A game that was pickled, by the pack as it is today."""
    return Game(_bind(*bound), state, seed, played, events)


@lru_cache(maxsize=MOST_KEPT)
def _bind(pack: str, scenario: str, options: tuple[tuple[str, str], ...]) -> Ruleset:
    return binding.bind(pack, scenario, dict(options), opened=True)
