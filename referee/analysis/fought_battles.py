"""The battles of a match and the part of luck in each result."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import sqrt
from typing import cast

from msgspec.structs import replace

from referee.analysis import battle_setups, forecasts, odds
from referee.analysis.exact_odds import battle_end
from referee.analysis.exact_odds.battle_end import End
from referee.analysis.forecasts import Forecast
from referee.analysis.policies import Policy
from referee.engine.dice import NoDice
from referee.engine.system import Rules
from referee.matches import history
from referee.matches.history import Step
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.secrecy import visibility
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import CloseBattle, PayHits
from referee.systems.great_war.system import GreatWarSystem
from schemas.answers.odds import BattleSwing, SideLedger, SideSwing
from schemas.great_war.events import BattleLapsed, BattleOpened, ErsatzSpent, GreatWarEvent
from schemas.great_war.orders import Done, GreatWarOrder, Play, Spend
from schemas.letter import AdvanceOrder
from schemas.model import Order
from schemas.record import Side, Value

UNKEPT = (Done, Play, Spend)
"""Answers without pieces: a quiet side gives the same, and a forecast has no cards."""


class Fought(Value):
    """A battle that was fought to its end.

    `first_entry` and `last_entry` are the entries that opened and closed it. `start` is the position before
    the battle as the reader may know it. `answers` are the orders given in it, and `paid` counts the hits
    that each side paid with cards.
    """

    area: str
    first_entry: int
    last_entry: int
    moment: str
    attacker: Side
    start: Position
    end: End
    answers: Policy
    paid: Mapping[Side, int]


class _Battle:
    """A battle in progress."""

    def __init__(self, game: GreatWarSystem, area: str, first_entry: int, start: Position) -> None:
        self._game, self._rules = game, game.rules
        self._area, self._opened, self._start = area, first_entry, start
        self._answers: list[AdvanceOrder] = []
        self._paid = Counter[Side]()

    def note(self, before: Position, order: Order, viewer: Side) -> None:
        """Record an answer if the reader may know it."""
        visible_order = visibility.redact_order(self._rules.theatre, cast(GreatWarOrder, order), viewer)
        if visible_order is None or isinstance(visible_order, UNKEPT):
            return
        line = self._game.notation.write(visible_order)
        for prompt in self._rules.prompts(before):
            if prompt.side == order.side:
                answer = AdvanceOrder(question=prompt.question, subject=prompt.subject, order=line)
                self._answers.append(answer)

    def pay(self, before: Position, after: Position, side: Side) -> None:
        """Count the hits that a card paid."""
        open_hits = after.task.hits if isinstance(after.task, PayHits) else 0
        self._paid[side] += before.owing.hits - open_hits

    def close(self, before: Position, closed: int, viewer: Side) -> Fought:
        """Return the battle when only its close remains."""
        rules, area = self._rules, self._area
        start = battle_setups.open_battle(self._start, area)
        # The close has no prompt and no dice, and can remove armies in the same way as a forecast.
        over = rules.advance(before, NoDice()).after
        return Fought(
            area=area,
            first_entry=self._opened,
            last_entry=closed,
            moment=self._game.narrator.moment(self._start),
            attacker=self._start.playing.side,
            start=battle_setups.show_public(rules.theatre, self._start, viewer),
            end=battle_end.judge_end(rules, start, over, area),
            answers=Policy(tuple(self._answers)),
            paid=self._paid,
        )


def list_fought(game: GreatWarSystem, steps: Iterable[Step], viewer: Side) -> Iterator[Fought]:
    """Yield the battles that were opened and closed in some entries, as a reader may know them.

    Battles that lapsed because a side had no unit left are not included.
    """
    battle: _Battle | None = None
    for step in steps:
        for before, move in history.replay_moves(cast(Rules, game.rules), step.before, step.moves):
            state = cast(Position, before)
            if battle is not None and move.order is not None:
                battle.note(state, move.order, viewer)
            for move_event in move.events:
                event = cast(GreatWarEvent, move_event)
                if battle is not None and isinstance(state.task, CloseBattle):
                    yield battle.close(state, step.seq, viewer)
                    battle = None
                after = game.rules.evolve(state, event)
                match event:
                    case BattleOpened(area=area):
                        battle = _Battle(game, area, step.seq, state)
                    case BattleLapsed():
                        battle = None
                    case ErsatzSpent(side=side) if battle is not None:
                        battle.pay(state, after, side)
                    case _:
                        pass
                state = after


def find_opening(
    rules: GreatWar, steps: Iterable[Step], area: str, turn: tuple[int, Side | None]
) -> tuple[int, Position] | None:
    """Return the entry that opened a battle in a player turn, and the position before it, or None."""
    for step in steps:
        for before, move in history.replay_moves(cast(Rules, rules), step.before, step.moves):
            state = cast(Position, before)
            for event in move.events:
                if isinstance(event, BattleOpened) and event.area == area:
                    here = state.map.turn, state.playing.side
                    return (step.seq, state) if here == turn else None
                state = rules.evolve(state, cast(GreatWarEvent, event))
    return None


MOST_TURNING = 3
"""Number of battles that count as turning points."""

Worth = Callable[[End], int]
"""Function that returns the worth of an end of a battle."""


class Measured(Value):
    """A result of a battle: difference from its mean, its variance, and the share of lower results."""

    beyond: Fraction
    variance: Fraction
    worse: Fraction


class Swing(Value):
    """Luck in a battle, with the variances of pieces and points, which both sides share."""

    battle: BattleSwing
    pieces: Fraction
    points: Fraction


def measure_luck(game: GreatWarSystem, fought: Fought) -> Swing:
    """Return the luck in a battle; hits that a card paid count as losses."""
    forecast = forecasts.forecast(game.rules, fought.start, fought.area, fought.answers)
    paid = tuple(fought.paid.get(side, 0) for side in game.rules.sides)
    came = replace(fought.end, lost=tuple(map(sum, zip(fought.end.lost, paid, strict=True))))
    pieces = tuple(_measure(forecast, _count_gain(number), came) for number in range(len(paid)))
    points = tuple(
        _measure(
            forecast,
            battle_end.count_points(game.rules.theatre, fought.start.map.pieces, fought.area, side),
            came,
        )
        for side in game.rules.sides
    )
    battle = BattleSwing(
        opened=fought.first_entry,
        closed=fought.last_entry,
        moment=fought.moment,
        area=fought.area,
        name=game.language.area_name(fought.area),
        attacker=fought.attacker,
        method="simulated" if forecast.fights else "exact",
        positions=forecast.positions,
        fights=forecast.fights,
        held=odds.hold(forecast, fought.end.holder),
        sides=tuple(
            _tell(forecast, number, side, fought, pieces[number], points[number])
            for number, side in enumerate(game.rules.sides)
        ),
    )
    return Swing(battle, pieces[0].variance, points[0].variance)


def _measure(forecast: Forecast, worth: Worth, came: End) -> Measured:
    ends = [(worth(end), chance) for end, chance in forecast.ends.items()]
    value, mean = worth(came), _find_mean(ends)
    variance = _find_mean([((one - mean) ** 2, chance) for one, chance in ends])
    under = sum((chance for one, chance in ends if one < value), start=Fraction(0))
    equal = sum((chance for one, chance in ends if one == value), start=Fraction(0))
    return Measured(value - mean, variance, under + equal / 2)


def _find_mean(ends: Sequence[tuple[int | Fraction, Fraction]]) -> Fraction:
    return sum((one * chance for one, chance in ends), start=Fraction(0))


def _count_gain(number: int) -> Worth:
    """Return a function that counts the losses of the other side minus the own ones."""
    return lambda end: end.lost[1 - number] - end.lost[number]


def _tell(
    forecast: Forecast, number: int, side: Side, fought: Fought, pieces: Measured, points: Measured
) -> SideSwing:
    expected = _find_mean([(end.lost[number], chance) for end, chance in forecast.ends.items()])
    return SideSwing(
        side=side,
        lost=fought.end.lost[number],
        paid=fought.paid.get(side, 0),
        expected=str(expected),
        about=_round(expected),
        pieces=str(pieces.beyond),
        about_pieces=_round(pieces.beyond),
        points=str(points.beyond),
        about_points=_round(points.beyond),
        worse=round(float(100 * pieces.worse), 1),
    )


def add_up(rules: GreatWar, swings: Sequence[Swing]) -> tuple[SideLedger, ...]:
    """Return the total luck of each side in all battles."""
    return tuple(_add_up(swings, number, side) for number, side in enumerate(rules.sides))


def _add_up(swings: Sequence[Swing], number: int, side: Side) -> SideLedger:
    pieces = sum((Fraction(one.battle.sides[number].pieces) for one in swings), start=Fraction(0))
    points = sum((Fraction(one.battle.sides[number].points) for one in swings), start=Fraction(0))
    return SideLedger(
        side=side,
        pieces=str(pieces),
        about_pieces=_round(pieces),
        deviation=round(sqrt(sum(one.pieces for one in swings)), 2),
        points=str(points),
        about_points=_round(points),
        points_deviation=round(sqrt(sum(one.points for one in swings)), 2),
    )


def rank(swings: Sequence[Swing]) -> tuple[BattleSwing, ...]:
    """Return the battles in order, with marks for the largest effects of luck: points first, then pieces."""
    battles = [one.battle for one in swings]
    order = sorted(range(len(battles)), key=lambda at: _measure_move(battles[at]), reverse=True)
    places = {
        at: place for place, at in enumerate(order[:MOST_TURNING], start=1) if any(_measure_move(battles[at]))
    }
    return tuple(replace(one, turning=places.get(at, 0)) for at, one in enumerate(battles))


def _measure_move(swing: BattleSwing) -> tuple[float, float]:
    """Return the size of the effect: points to a tenth, because less decides nothing, then pieces."""
    first = swing.sides[0]
    return abs(round(first.about_points, 1)), abs(first.about_pieces)


def _round(number: Fraction) -> float:
    # Adding 0.0 turns -0.0 into 0.0.
    return round(float(number), 2) + 0.0
