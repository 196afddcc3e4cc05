"""Rollouts: candidate turns compared by games played on with the same dice and cards.

A change of the planner's own turn has to be clearly better (policy improvement, Tesauro and Galperin 1996).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

from referee.analysis.bots.planner.board_model import Board, Ground
from referee.analysis.bots.planner.budget import Budget
from referee.analysis.bots.planner.evaluation import CALM, PLAIN, UNKNOWN, Judge, Missing, Temper, Tempers
from referee.analysis.bots.planner.movement import Climber, Plan, Reach
from referee.analysis.bots.planner.rollout_policy import (
    Quick,
    list_offensives,
    open_offensive,
    rehearse,
)
from referee.engine import machine
from referee.engine.dice import Draw
from referee.engine.system import Refused
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.season import victory
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import ChooseOffensive
from schemas.great_war.orders import Move, Offensive, Pass
from schemas.record import Purpose, Roll, Side

TEMPERS: Sequence[Temper] = (
    Temper(next=0.8, empty=1.0),
    Temper(ground=0.4),
    Temper(next=0.15, empty=0.4),
    Temper(piece=0.6),
    Temper(piece=0.15),
)
"""Weights of other plans than the planner's own: careful, greedy for ground, bold, and others."""

PIECE, CARD, END = 0.3, 0.3, 5.0
"""Worth of a piece and of a card where play stops, and of the end of the war, in victory points."""

TURNS = 4
"""Number of player turns that the planner plays: this one, the enemy's, and another of each."""

FEW = 3
"""Number of times each turn is played before the first is given up."""

SURE, CLEAR = 1.5, 1.0
"""Standard errors by which a turn is worse to be given up, and better to be chosen."""


class Candidate(NamedTuple):
    """A turn of a side: the card that opens it, or 0, and its marches; a pass has none."""

    card: int
    marches: tuple[Move, ...] | None


class CommonDice:
    """Dice that show the same faces for the same rolls; they depend only on the seed."""

    def __init__(self, seed: str) -> None:
        self._seed, self._thrown = seed, Counter[str]()

    def throw(
        self, purpose: str | Purpose, count: int, *, needed: int, sides: int = 6, owner: Side | None = None
    ) -> Roll:
        """Roll some dice."""
        draw = self._begin(purpose).random
        faces = tuple(1 + int(draw() * sides) for _ in range(count))
        return Roll(purpose=purpose, sides=sides, needed=needed, key=owner or "", faces=faces)

    def shuffle(self, purpose: str | Purpose, items: Sequence[int]) -> Draw:
        """Shuffle the cards."""
        return Draw(purpose, tuple(self._begin(purpose).sample(items, len(items))))

    def _begin(self, purpose: str | Purpose) -> Random:
        key = str(purpose)
        self._thrown[key] += 1
        return Random(f"{self._seed} {key} {self._thrown[key]}")


class Rollouts:
    """Plays turns of a side to their ends; `suppose` returns a possible position for a seed."""

    ahead = TURNS
    """Number of player turns played."""

    def __init__(
        self,
        rules: GreatWar,
        side: Side,
        suppose: Callable[[int], Position],
        most: int,
        is_spent: Callable[[], bool],
        tempers: Tempers = PLAIN,
    ) -> None:
        self._rules, self._side, self._suppose = rules, side, suppose
        self._left, self._is_spent = most, is_spent
        self._grounds = {one: Ground(rules.theatre, one) for one in rules.sides}
        self._tempers = {side: tempers[ground.role] for side, ground in self._grounds.items()}
        self._worths: dict[int, list[float]] = {}
        self.turns: list[Candidate] = []

    def choose(self) -> Candidate:
        """Return the turn with the highest worth, or the planner's own if none is clearly better."""
        start, part = self._suppose(0), self._left // 3
        own = self._list_openings(start)
        best = self._race(range(len(self.turns)), 2 * part)
        best = self._race([best, own, *self._vary(start, self.turns[best])], part)
        shorter = islice(self._shorten(self.turns[best]), self._left // (2 * FEW))
        best = self._race([best, own, *shorter], 0)
        return self.turns[best if self._compare(best, own) > CLEAR else own]

    def _list_openings(self, start: Position) -> int:
        """Add a pass, or no march, and a turn for each kind of card; return the number of the own one."""
        if not isinstance(start.task, ChooseOffensive):
            self._add(Candidate(0, ()))
            return self._add(self._plan(start, Candidate(0, ()), self._tempers[self._side])[0])
        own = self._add(Candidate(0, None))
        for number, order in enumerate(list_offensives(self._rules, start, self._side)):
            turn, gain = self._plan(start, Candidate(order.card, ()), self._tempers[self._side])
            index = self._add(turn)
            if not number and gain > self._tempers[self._side].gain:
                own = index
        return own

    def _vary(self, start: Position, turn: Candidate) -> Iterator[int]:
        """Yield the same turn as planned with other weights."""
        if turn.marches is not None and not self._is_spent():
            for temper in self._list_tempers():
                yield self._add(self._plan(start, turn, temper)[0])

    def _list_tempers(self) -> Iterable[Temper]:
        return TEMPERS

    def _plan(self, start: Position, turn: Candidate, temper: Temper) -> tuple[Candidate, float]:
        ground = self._grounds[self._side]
        if turn.card:
            start = open_offensive(self._rules, start, Offensive(side=self._side, card=turn.card))
        marches, gain = rehearse(self._rules, ground, start, temper)
        return Candidate(turn.card, marches), gain

    def _shorten(self, turn: Candidate) -> Iterator[int]:
        """Yield the same turn without the marches to one area, last area first."""
        marches = turn.marches or ()
        for omitted_area in dict.fromkeys(one.path[-1] for one in reversed(marches)):
            yield self._add(
                Candidate(turn.card, tuple(one for one in marches if one.path[-1] != omitted_area))
            )

    def _add(self, candidate: Candidate) -> int:
        if candidate not in self.turns:
            self.turns.append(candidate)
        return self.turns.index(candidate)

    def _race(self, numbers: Iterable[int], least: int) -> int:
        """Play some turns on until one is left, or until the budget of rollouts falls to a limit."""
        running: list[int] = list(dict.fromkeys(numbers))
        for one in running:
            self._worths.setdefault(one, [])
        while len(running) > 1 and self._left > least and not self._is_spent():
            behind = min(running, key=lambda one: len(self._worths[one]))
            count = len(self._worths[behind])
            self._worths[behind].append(self.play(self.turns[behind], count))
            self._left -= 1
            if behind == running[-1] and count + 1 >= FEW:
                best = self._find_best(running)
                running = [one for one in running if self._compare(best, one) <= SURE]
        return self._find_best(running)

    def _find_best(self, numbers: Sequence[int]) -> int:
        most = max(len(self._worths[one]) for one in numbers)
        whole = [one for one in numbers if len(self._worths[one]) >= max(1, most - 1)]
        return max(whole, key=lambda one: fmean(self._worths[one]), default=numbers[0])

    def _compare(self, one: int, other: int) -> float:
        """Return the difference of two turns in standard errors, positive if the first is better."""
        pairs = list(zip(self._worths[one], self._worths[other], strict=False))
        gains = [mine - theirs for mine, theirs in pairs]
        if len(gains) < FEW or not any(gains):
            return 0.0
        return fmean(gains) / (stdev(gains) / sqrt(len(gains)) + 0.01)

    def play(self, turn: Candidate, seed: int) -> float:
        """Return the worth of a turn for one seed."""
        position, dice = self._suppose(seed), CommonDice(f"{seed}")
        if isinstance(position.task, ChooseOffensive):
            order = (
                Pass(side=self._side) if turn.marches is None else Offensive(side=self._side, card=turn.card)
            )
            position, _ = machine.play(self._rules, position, order, dice)
        return self._play_turns(position, self._seat(turn.marches), dice, self.ahead)

    def _seat(self, marches: Sequence[Move] | None) -> Mapping[Side, Quick]:
        """Return the players of both sides; the own one begins with some marches."""
        return {
            side: Quick(self._rules, ground, marches if side == self._side else None, self._tempers[side])
            for side, ground in self._grounds.items()
        }

    def _play_turns(
        self, position: Position, players: Mapping[Side, Quick], dice: CommonDice, turns: int
    ) -> float:
        """Return the worth of a position after some player turns."""
        for _ in range(turns):
            position = finish_turn(self._rules, position, players, dice)
            if (end := self._foresee(position)) is not None:
                return end
        return self._weigh(position)

    def _foresee(self, position: Position) -> float | None:  # noqa: ARG002 - a subclass looks at it
        """Return the worth of a position between player turns if the end of the war is certain, or None."""
        return None

    def _weigh(self, position: Position) -> float:
        """Return the worth of a position: victory points, pieces, cards, and the result of the war."""
        theatre, (first, second) = self._rules.theatre, self._rules.sides
        other = second if self._side == first else first
        sign = 1 if theatre.pack.tables.victory.counts_for == self._side else -1
        total = victory.points(theatre, position).total
        pieces = _count_pieces(position, self._side) - _count_pieces(position, other)
        cards = position.hand(self._side).size - position.hand(other).size
        end = 0.0 if position.agenda else END * sign * lean(theatre, total)
        return sign * total + PIECE * pieces + CARD * cards + end


def finish_turn(
    rules: GreatWar, position: Position, players: Mapping[Side, Quick], dice: CommonDice
) -> Position:
    """Play to the end of a player turn, or of the season."""
    turn = position.now
    while turn is not None and position.now is not None and position.now.side == turn.side:
        if not position.agenda:
            break
        order = players[rules.prompts(position)[0].side].answer(position)
        position, verdict = machine.play(rules, position, order, dice)
        if isinstance(verdict, Refused):
            # The position is made of a view. If an order is illegal in it, play stops.
            break
    return position


def _count_pieces(position: Position, side: Side) -> int:
    return sum(
        piece.strength if piece.kind == "fort" else piece.kind != "army" for piece in position.map.owned(side)
    )


def lean(theatre: GreatWarGame, total: int) -> int:
    """Return 1 if the victory chart favours the side that points count for, otherwise -1."""
    levels = sorted(theatre.levels, key=lambda one: (one.least is not None, one.least or 0))
    return 1 if levels.index(victory.victory_level(theatre, total)) * 2 >= len(levels) else -1


class Search:
    """Finds the turn of a side on possible boards; there is only one if nothing is hidden.

    `optional` are areas in which no battle has to be fought.
    """

    def __init__(
        self,
        boards: Sequence[Board],
        budget: Budget,
        optional: frozenset[str],
        temper: Temper = CALM,
        missing: Missing = UNKNOWN,
    ) -> None:
        self._boards, self._budget, self._optional = boards, budget, optional
        self._temper, self._missing = temper, missing

    def judge(self, *, fights: bool) -> Judge:
        """Return a judge of boards for this turn."""
        return Judge(
            self._boards[0],
            fights=fights,
            optional=self._optional,
            temper=self._temper,
            missing=self._missing,
        )

    def find_plan(self, reach: Reach) -> tuple[Plan, float]:
        """Return the plan with the highest mean gain over all boards, and this gain.

        Each board suggests its own plan (determinization, Ginsberg 2001).
        """
        judge = self.judge(fights=True)
        shares = self._budget.share(len(self._boards))
        plans = [
            Climber(judge, budget).climb(self._stay(judge, board), reach)
            for board, budget in zip(self._boards, shares, strict=True)
        ]
        gains = [self._gain_in_mean(judge, plan) for plan in plans]
        best = max(range(len(plans)), key=gains.__getitem__)
        return plans[best], gains[best]

    def move_one(self, reach: Reach, least: float) -> Plan | None:
        """Return the single march that gains most if no battle follows, or None if it gains too little."""
        judge = self.judge(fights=False)
        stay = self._stay(judge, self._boards[0])
        singles = Climber(judge, self._budget).list_singles(stay, reach)
        best = max(singles, key=lambda one: one.worth, default=stay)
        return best if best.worth > stay.worth + least else None

    def _gain_in_mean(self, judge: Judge, plan: Plan) -> float:
        climber = Climber(judge, self._budget)
        stays = [self._stay(judge, board) for board in self._boards]
        return fmean(climber.follow(stay, plan.marches).worth - stay.worth for stay in stays)

    def _stay(self, judge: Judge, board: Board) -> Plan:
        return Plan((), board, judge.weigh(board))
