"""Games on positions that never change, with their faults and refusals."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from typing import TypeAlias, assert_never, cast

from msgspec.json import encode

from referee.dice import chain
from referee.dice.chain import SealedDice
from referee.engine import enumeration, machine
from referee.engine.dice import Dice
from referee.engine.enumeration import EndlessThrow, HiddenDraw
from referee.engine.facts import Objection, Wording
from referee.engine.system import Rules, State
from referee.faults import Complaint, Fault, Misuse
from referee.i18n.fact_text import word_by_ids
from referee.packs import rulesets
from referee.packs.rulesets import Ruleset
from referee.reports import legal_orders
from referee.systems.faces import Game as GameSystem
from referee.systems.great_war.state.position import Position as GreatWarPosition
from referee.systems.skirmish.state.position import Position as SkirmishPosition
from referee.systems.skirmish.system import SkirmishSystem
from referee.systems.tabular.system import TableView
from schemas.answers.orders import Option
from schemas.great_war.view import View as GreatWarView
from schemas.model import Order
from schemas.record import PUBLIC, REFEREE, Event, Prompt, Side, Value, dump_model, to_data
from schemas.skirmish.view import View as SkirmishView

from . import arguments, samples, skirmish_samples
from .arguments import LibraryFault
from .position_facts import PositionFacts

__all__ = ["Game", "LibraryFault", "Outcome", "Position", "Refused", "TableView", "View"]


class Refused(Fault):
    """The order is illegal; `complaints` lists all objections to it.

    The code of a complaint names the fact. `clauses` are the numbers of their clauses, in the same order.
    """

    exit_code = 1

    def __init__(self, rules: Rules, objections: Iterable[Objection]) -> None:
        """Use ids as names; `of` uses the names of a game."""
        self.objections = tuple(objections)
        self.clauses = tuple(rules.clause_number(objection.clause) for objection in self.objections)
        super().__init__(*(_complain(one, word_by_ids(one)) for one in self.objections))

    @classmethod
    def of(cls, game: GameSystem, objections: Iterable[Objection]) -> "Refused":
        """Return the error with the words and names of a game."""
        error = cls(game.rules, objections)
        error.complaints = tuple(_complain(one, game.language.word(one)) for one in error.objections)
        error.args = ("\n".join(map(str, error.complaints)),)
        return error


def _complain(objection: Objection, wording: Wording) -> Complaint:
    return Complaint(text=wording.text, remedy=wording.remedy, code=objection.fact.code)


Position: TypeAlias = GreatWarPosition | SkirmishPosition
"""Complete position. `isinstance` tells the system of the game."""

View: TypeAlias = GreatWarView | SkirmishView | TableView
"""View of one side. `isinstance` tells the system of the game; a game of tables has a `TableView`."""

MOST_KEPT = 16
"""Number of rulesets that one process caches for pickled games."""


class Outcome(Value):
    """One possible result of an order: the game after it, and its exact chance."""

    chance: Fraction
    game: "Game"


class Game(PositionFacts):
    """An immutable position with the knowledge of all sides.

    Two games are equal if they have the same pack, scenario, options and position; equal games have equal
    hashes. A game can be pickled and copied. The dice of the next order depend only on the seed, the number
    of played orders, and the order, so the same order always has the same result.
    """

    __slots__ = ("events", "played", "seed")

    def __init__(
        self, bound: Ruleset, state: State, seed: int = 0, played: int = 0, events: tuple[Event, ...] = ()
    ) -> None:
        """Use `Match.game` to get a game. `events` are the events of the last order."""
        super().__init__(bound, state)
        self.seed, self.played, self.events = seed, played, events

    @property
    def pack(self) -> str:
        """Name or folder of the pack."""
        return self._bound.found_by

    @property
    def scenario(self) -> str:
        """Id of the scenario."""
        return self._bound.scenario

    @property
    def options_in_force(self) -> Mapping[str, str]:
        """Active options of the pack and their choices, by id."""
        return self._bound.options

    @property
    def position(self) -> Position:
        """The complete position."""
        return cast(Position, self._state)

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides, in the order of the pack."""
        return self._bound.rules.sides

    @property
    def prompts(self) -> tuple[Prompt, ...]:
        """Open prompts. Empty once the game is over."""
        return tuple(map(self._bound.system.language.ask, self._bound.rules.prompts(self._state)))

    @property
    def is_over(self) -> bool:
        """True once no prompt is open."""
        return not self.prompts

    def view(self, viewer: Side) -> View:
        """Return the view of a side, `PUBLIC` or `REFEREE`. Raises `NotYours` for another viewer."""
        side = arguments.read_side(self._bound, viewer, PUBLIC, REFEREE)
        return cast(View, self._bound.system.secrecy.view(self._state, side))

    def options(self, prompt: Prompt | None = None, limit: int | None = None) -> tuple[Option, ...]:
        """Return the legal orders for a prompt (default: all open prompts), at most `limit`.

        They are samples if the possible orders cannot be counted, as on a table without areas.
        """
        arguments.refuse(
            arguments.find_type("prompt", prompt, Prompt, is_optional=True),
            arguments.find_number("limit", limit, 0, is_optional=True),
        )
        rules, state = self._bound.rules, self._state
        prompts = self.prompts if prompt is None else (prompt,)
        orders = (
            legal_orders.take_apart(self._bound.system, state, one, order)
            for one in prompts
            for order in rules.lawful(state, one)
        )
        return tuple(islice(orders, None if limit is None else min(limit, sys.maxsize)))

    def read(self, side: Side, line: str) -> tuple[Order, ...]:
        """Parse a line of a side's letter. Raises `Unreadable` with the nearest readings."""
        arguments.refuse(arguments.find_side(self._bound, side), arguments.find_text("line", line))
        author = arguments.read_side(self._bound, side)
        return self._bound.system.notation.read(self._state, author, line)

    def write(self, order: Order) -> str:
        """Return an order as a line of a letter."""
        arguments.refuse(arguments.find_type("order", order, Order))
        return self._bound.system.notation.write(order)

    def play(self, order: "Order | Option | str") -> "Game":
        """Return the game after an order, at the next prompt.

        The order may be a line of a letter if only one side has a prompt. Raises `Refused` with all
        objections to an illegal order, `Unreadable` for a line that is not an order, and `Misuse` for a line
        if several sides have prompts.
        """
        parsed_order = self._read(order)
        return self._after(parsed_order, self._throw(parsed_order))

    def with_seed(self, seed: int) -> "Game":
        """Return the same game with another seed."""
        arguments.refuse(arguments.find_number("seed", seed))
        return Game(self._bound, self._state, seed, self.played, self.events)

    def sample(self, viewer: Side, seed: int) -> "Game":
        """Return a game that a side cannot tell from this one: other cards, plans, hidden pieces and enemies.

        Unseen cards are equally likely in each place; unseen enemies of a skirmish stand out of sight near
        their last known or printed places. The same seed gives the same game. Use it to search: a game of a
        side's own copy has blank cards, and its samples have cards. Raises `NotYours` for another viewer, and
        `Misuse` for a system without samples.
        """
        arguments.refuse(arguments.find_side(self._bound, viewer), arguments.find_number("seed", seed))
        side = arguments.read_side(self._bound, viewer)
        position: GreatWarPosition | SkirmishPosition
        match self.position:
            case GreatWarPosition() as war:
                position = samples.sample_war(self._bound.system, war, side, seed)
            case SkirmishPosition() as skirmish:
                rules = cast(SkirmishSystem, self._bound.system).rules
                position = skirmish_samples.sample_skirmish(rules, skirmish, side, seed)
            case _:
                raise Misuse(LibraryFault.NO_SAMPLE)
        return Game(self._bound, cast(State, position), seed, self.played)

    def outcomes(self, order: "Order | Option | str") -> tuple[Outcome, ...]:
        """Return each possible result of an order at the next prompt once, likeliest first.

        The chances are exact and sum to 1. Raises `Refused` for an illegal order, and `Misuse` if the order
        shuffles cards or rerolls ties without limit, because the results cannot be enumerated. If the dice of
        a whole phase are rolled at once, as in a skirmish, this takes minutes.
        """
        parsed_order = self._read(order)

        def work(dice: Dice) -> "Game":
            return self._after(parsed_order, dice)

        chances: dict[Game, Fraction] = {}
        try:
            for game, chance in self._enumerate(work):
                chances[game] = chances.get(game, Fraction(0)) + chance
        except HiddenDraw:
            raise Misuse(LibraryFault.CARDS_SHUFFLED) from None
        except EndlessThrow:
            raise Misuse(LibraryFault.DICE_AGAIN) from None
        by_chance = sorted(chances.items(), key=lambda one: -one[1])
        return tuple(Outcome(chance, game) for game, chance in by_chance)

    def _enumerate(self, work: "Callable[[Dice], Game]") -> Iterator[tuple["Game", Fraction]]:
        # The rules of such a system use only the number of hits of a roll.
        if self._bound.system.advisor.reads_hits_alone:
            return enumeration.ends_by_hits(work)
        return iter(enumeration.ends(work))

    def _read(self, order: "Order | Option | str") -> Order:
        arguments.refuse(arguments.find_type("order", order, Order, Option, str))
        rules = self._bound.rules
        match order:
            case Option():
                return rules.orders.read(order.order)
            case Order():
                return order
            case str():
                orders = self.read(self._find_asked(), order) if len(order.splitlines()) < 2 else ()
                if len(orders) != 1:
                    raise Misuse(LibraryFault.SEVERAL_ORDERS)
                return orders[0]
            case _:
                assert_never(order)

    def _find_asked(self) -> Side:
        """Return the only side with a prompt. Raises `Misuse` if there are several."""
        sides = {prompt.side for prompt in self.prompts}
        if len(sides) != 1:
            raise Misuse(LibraryFault.SEVERAL_ASKED)
        return sides.pop()

    def _refuse(self, order: Order) -> None:
        if against := tuple(self._bound.rules.objections(self._state, order)):
            raise Refused.of(self._bound.system, against)

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
        try:
            return hash((self.scenario, self._state))
        except TypeError:
            # A state of a game of tables may have dicts; equal ones have equal sorted texts.
            return hash((self.scenario, encode(self._state, order="sorted", enc_hook=dump_model)))

    def __reduce__(self) -> tuple[object, ...]:
        options = tuple(sorted(self._bound.options.items()))
        bound = self.pack, self.scenario, options
        return _restore, (bound, self._state, self.seed, self.played, self.events)

    def __copy__(self) -> "Game":
        return self

    def __deepcopy__(self, _: object) -> "Game":
        return self

    def __repr__(self) -> str:
        questions = ", ".join(f"{prompt.side}: {prompt.question}" for prompt in self.prompts)
        return f"<Game {self.scenario} of {self.pack}: {questions or 'over'}>"

    def _name(self) -> tuple[object, ...]:
        return self._bound.loaded.digest, self.scenario, dict(self._bound.options)


_Bound: TypeAlias = tuple[str, str, tuple[tuple[str, str], ...]]
"""Pack, scenario and options."""


def _restore(bound: _Bound, state: State, seed: int, played: int, events: tuple[Event, ...]) -> Game:
    """Restore a pickled game with the current version of its pack."""
    return Game(_bind(*bound), state, seed, played, events)


@lru_cache(maxsize=MOST_KEPT)
def _bind(pack: str, scenario: str, options: tuple[tuple[str, str], ...]) -> Ruleset:
    return rulesets.bind(pack, scenario, dict(options), is_opened=True)
