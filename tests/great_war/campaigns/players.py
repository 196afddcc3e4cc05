"""Players with a temper: lawful orders drawn by weight, so that whole campaigns use everything there is."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import log
from random import Random

from referee.engine.facts import Asked
from referee.systems.great_war.facts import pool
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import MovePieces, RetreatAfter
from schemas.great_war.orders import (
    AcceptArmistice,
    Build,
    DeclineArmistice,
    Discard,
    GreatWarOrder,
    Move,
    Offensive,
    OfferArmistice,
    Parley,
    Play,
    Redraw,
    Resign,
    Retreat,
    Spend,
)
from schemas.record import Side
from tests.great_war.campaigns.retreat_marks import pending

LATE_ARMS: Mapping[str, float] = {
    "stosstruppen": 4, "commonwealth": 4, "biplane": 4, "tank": 4, "paris-gun": 6, "siege-gun": 3,
}  # fmt: skip
"""What a player builds sooner than its share of the options says."""

AGAIN = 0.8
"""How often a player goes on with what he has thought of before, which saves thinking of everything anew."""

LONGEST_PLAN = 25
"""The most a player plans in a phase before he has had enough."""

Bag = tuple[str, str]
"""The kind of an order, and what makes it better or worse than others of its kind."""


@dataclass(frozen=True, slots=True)
class Temper:
    """How a player feels about war and peace; every figure multiplies the weight of what it names."""

    attack: float
    stay: float
    trenches: float
    parley: float
    gather: float = 1.0

    @classmethod
    def drawn(cls, generator: Random, *, parley: float = 1.0, gather: float = 1.0) -> "Temper":
        """A temper of chance: some players never rest, others hardly stir.

        Who likes to `gather` retreats into armies whose own battle is still to be fought, and out with them.
        """
        return cls(
            attack=generator.choice((0.05, 0.3, 1, 1, 3, 9)),
            stay=generator.choice((0.05, 0.5, 1, 3)),
            trenches=generator.choice((0.3, 1)),
            parley=parley,
            gather=gather,
        )


class Player:
    """One side of a campaign."""

    def __init__(self, rules: GreatWar, side: Side, temper: Temper, generator: Random) -> None:
        self._rules, self._side, self._temper, self._generator = rules, side, temper, generator
        self._thought: tuple[str, dict[Bag, list[GreatWarOrder]]] = ("", {})

    def answer(self, position: Position, prompt: Asked) -> GreatWarOrder | None:
        """A lawful answer; `None` is a dead end."""
        words = (word for word in self._words(position) if self._lawful(position, word))
        return next(words, None) or self._best(position, prompt)

    def _best(self, position: Position, prompt: Asked) -> GreatWarOrder | None:
        """The first lawful answer as they come to mind; one may be what was thought of a moment ago."""
        question, bags = self._thought
        if question == prompt.question == "movement" and self._generator.random() < AGAIN:
            remembered = self._first(position, bags)
            if remembered is not None:
                return remembered
        bags = self._sorted(position, prompt)
        self._thought = (prompt.question, bags)
        return self._first(position, bags)

    def _sorted(self, position: Position, prompt: Asked) -> dict[Bag, list[GreatWarOrder]]:
        bags: dict[Bag, list[GreatWarOrder]] = {}
        fronts = distances(self._rules, position, self._side) if position.now is not None else {}
        for order in self._rules.options(position, prompt):
            bags.setdefault(self._bag(position, order, fronts), []).append(order)
        for orders in bags.values():
            self._generator.shuffle(orders)
        return bags

    def _first(self, position: Position, bags: Mapping[Bag, list[GreatWarOrder]]) -> GreatWarOrder | None:
        lawful = (
            order
            for orders in self._shuffled(bags, position)
            for order in orders
            if self._lawful(position, order)
        )
        return next(lawful, None)

    def _lawful(self, position: Position, order: GreatWarOrder) -> bool:
        return not any(self._rules.objections(position, order))

    def _words(self, position: Position) -> Iterator[Parley]:
        """A word about the end of the match now and then."""
        chance, side = self._generator.random() / max(self._temper.parley, 1e-9), self._side
        if position.armistice not in {None, side}:
            yield AcceptArmistice(side=side) if chance < 0.1 else DeclineArmistice(side=side)
        elif isinstance(position.task, MovePieces) and position.armistice == side and chance < 0.05:
            yield DeclineArmistice(side=side)
        elif chance < 0.0006:
            yield OfferArmistice(side=side)
        elif chance < 0.0007:
            yield Resign(side=side)

    def _shuffled(
        self, bags: Mapping[Bag, list[GreatWarOrder]], position: Position
    ) -> Iterable[list[GreatWarOrder]]:
        """The bags in an order of chance, the heavier the sooner."""
        drawn = {
            bag: -log(1 - self._generator.random()) / max(self._weight(position, bag), 1e-9) for bag in bags
        }
        return (bags[bag] for bag in sorted(bags, key=lambda bag: drawn[bag]))

    def _bag(  # noqa: PLR0911 - one arm per chapter
        self, position: Position, order: GreatWarOrder, fronts: Mapping[str, int]
    ) -> Bag:
        """Which bag an order is thrown into."""
        match order:
            case Move(mode="march"):
                return order.type, self._heading(position, order, fronts)
            case Move(mode=mode):
                return order.type, mode
            case Offensive(card=card):
                special = self._rules.theatre.special(card, self._side, position.map.turn) is not None
                return order.type, "special" if special else "ordinary"
            case Build(piece=piece):
                counter = pool.counter(self._rules.theatre, piece)
                return order.type, counter.kind if counter is not None else ""
            case Play(card=card) | Spend(card=card):
                kind = self._rules.theatre.card(card)
                return order.type, kind.id if kind is not None else ""
            case Retreat() if self._temper.gather != 1:
                return order.type, "gathering" if gathers(position, order) else ""
            case Redraw(cards=cards) | Discard(cards=cards):
                return order.type, "one" if len(cards) == 1 else "many"
            case _:
                return order.type, ""

    def _heading(self, position: Position, order: Move, fronts: Mapping[str, int]) -> str:
        here, there = fronts.get(position.map.pieces[order.piece].area, 9), fronts.get(order.path[-1], 9)
        if there == 0:
            return "attack"
        return "advance" if there < here else "retire"

    def _weight(self, position: Position, bag: Bag) -> float:  # noqa: PLR0911 - one arm per chapter
        """How much a player likes what is in a bag."""
        type, detail = bag
        temper = self._temper
        match type:
            case "offensive":
                return temper.attack * (8 if detail == "special" else 3)
            case "pass":
                return 1 + position.passes
            case "move":
                return _marching(temper, detail)
            case "build":
                return LATE_ARMS.get(detail, 1.0)
            case "entrench":
                return temper.trenches
            case "battle" if isinstance(position.task, RetreatAfter):
                # The order of the battles that are left could be changed for ever.
                return 0.05
            case "retreat" if detail:
                return LIKED[type] * temper.gather
            case "done":
                return self._closing(position)
            case _:
                return LIKED.get(type, 1.0)

    def _closing(self, position: Position) -> float:
        if len(position.plan(self._side).planned) > LONGEST_PLAN:
            return 1e6
        if isinstance(position.task, MovePieces):
            return 0.9
        return self._temper.stay if isinstance(position.task, RetreatAfter) else 1.0


LIKED: Mapping[str, float] = {
    "battle": 2, "play": 4, "bonus": 9, "react": 4, "reroll": 6, "lose": 2, "spend": 1, "retreat": 0.5,
    "rebuild": 4, "upgrade": 3, "swap": 3, "place": 4, "buy": 1.5, "transfer": 0.07, "anew": 0.01,
    "join": 0.15, "leave": 0.1, "redraw": 0.7, "discard": 1,
}  # fmt: skip
"""What is liked how much, whoever plays."""


def _marching(temper: Temper, detail: str) -> float:
    weights = {"attack": 5 * temper.attack, "advance": 3.0, "retire": 0.2}
    return weights.get(detail, 0.6)


def gathers(position: Position, order: Retreat) -> bool:
    """Whether a retreat leads into an army whose battle is to come, or out of one with who came so."""
    carries = any(inside.retreated for inside in position.map.contents(order.piece))
    return carries or (order.into is not None and pending(position, order.to))


def distances(rules: GreatWar, position: Position, side: Side) -> Mapping[str, int]:
    """How many areas lie between each area and the nearest that the enemy holds or contests."""
    theatre = rules.theatre
    contested = {piece.area for piece in position.map.pieces.values() if piece.side != side}
    steps = {area: 0 for area in theatre.areas if position.map.owner.get(area) != side or area in contested}
    frontier = deque(steps)
    while frontier:
        here = frontier.popleft()
        for near in theatre.areas[here].borders:
            if near not in steps:
                steps[near] = steps[here] + 1
                frontier.append(near)
    return steps
