"""A fast player for rollouts: one plan per turn, and the quiet answer to most other prompts."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import inf

from referee.analysis.bots.planner import board_model
from referee.analysis.bots.planner.board_model import Board, Ground, Surveyed
from referee.analysis.bots.planner.budget import Budget
from referee.analysis.bots.planner.cards import Hand
from referee.analysis.bots.planner.evaluation import CALM, Judge, Missing, Temper
from referee.analysis.bots.planner.movement import MODES, Climber, Plan, list_open, list_reach, rank
from referee.analysis.policies import QUIET
from referee.engine.dice import NoDice
from referee.systems.great_war.combat import battles
from referee.systems.great_war.flow import agenda
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.season import victory
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Position
from schemas.great_war.orders import Battle, Done, GreatWarOrder, Lose, Move, Offensive, Pass, Redraw, Spend
from schemas.record import Side

CHEAP = 2.0
"""Price below which a card pays for a hit before any piece."""

PLANS = 3
"""Number of plans in one movement."""

Ways = Mapping[str, Mapping[str, list[Move]]]
"""Orders that move a piece to an area, by piece and area."""

Steps = list[list[Move]]
"""Marches of a plan: for each the legal orders that make it, cheapest first."""


class Quick:
    """Answers for one side from a position without hidden information; `marches` are its first orders."""

    def __init__(
        self,
        rules: GreatWar,
        ground: Ground,
        marches: Sequence[Move] | None = None,
        temper: Temper = CALM,
        *,
        listed: bool = False,
    ) -> None:
        self._listed = listed
        self._rules, self._ground, self._side = rules, ground, ground.side
        self._temper, self._steps = temper, [[one] for one in marches or ()]
        self._plans = 0 if marches is not None else PLANS

    def answer(self, position: Position) -> GreatWarOrder:
        """Return an order for the current prompt."""
        answers: Mapping[str, Callable[[Position], GreatWarOrder | None]] = {
            "offensive": self._open_turn,
            "movement": self._march,
            "pass-move": self._exchange,
            "battles": self._declare,
            "losses": self._pay,
            "crisis": self._pay,
        }
        question = agenda.asked(self._rules.theatre, position)[0].question
        order = answers[question](position) if question in answers else None
        return order or QUIET.answer(self._rules, position, set())

    def _open_turn(self, position: Position) -> GreatWarOrder:
        self._steps, self._plans = [], PLANS
        cards = list_offensives(self._rules, position, self._side)
        if cards and self.plan(open_offensive(self._rules, position, cards[0])) > self._temper.gain:
            return cards[0]
        return Pass(side=self._side)

    def plan(self, position: Position) -> float:
        """Make a plan of marches to the front, and return its gain."""
        survey = Surveyed(self._ground, position)
        rules, ways = self._rules, dict[str, dict[str, list[Move]]]()
        moves = _list_moves(rules, position) if self._listed else _guess_moves(rules, position, survey)
        front = list_front(survey.board)
        for order in moves:
            if order.path[-1] in front:
                ways.setdefault(order.piece, {}).setdefault(order.path[-1], []).append(order)
        self._plans -= 1
        self._steps, gain = _climb(survey, position, ways, self._temper)
        return gain

    def _march(self, position: Position) -> GreatWarOrder:
        """Return the next march of the plan; a new plan follows, because marches open ways for others."""
        while self._steps or self._plans:
            if not self._steps and not self.plan(position):
                self._plans = 0
            for order in self._steps.pop(0) if self._steps else ():
                if order.piece in position.map.pieces and not any(self._rules.objections(position, order)):
                    return order
        return Done(side=self._side)

    def _exchange(self, position: Position) -> GreatWarOrder | None:
        """Return the exchange of the cards without use, or None."""
        cards = read_hand(self._rules, position, self._side).list_exchanged()
        if not cards:
            return None
        order = Redraw(side=self._side, cards=tuple(cards))
        return None if any(self._rules.objections(position, order)) else order

    def _declare(self, position: Position) -> GreatWarOrder | None:
        """Return the battle that gains most, or None."""
        board = Surveyed(self._ground, position).board
        judge, current_battles = Judge(board, fights=True, temper=self._temper), position.playing.battles
        areas = battles.possible(self._rules.theatre, position, self._side)
        orders = [Battle(side=self._side, area=area) for area in areas if area not in current_battles]
        open_yet = [one for one in orders if not any(self._rules.objections(position, one))]
        gains = [(judge.gain_battle(board, one.area), one) for one in open_yet]
        gain, best = max(gains, key=lambda one: one[0], default=(0.0, None))
        return best if gain > 0 else None

    def _pay(self, position: Position) -> GreatWarOrder | None:
        orders = list_orders(self._rules, position)
        hand = read_hand(self._rules, position, self._side)
        spent = [one for one in orders if isinstance(one, Spend) and hand.price(one.card) < CHEAP]
        if spent:
            return min(spent, key=lambda one: hand.price(one.card))
        pieces = [one for one in orders if isinstance(one, Lose)]
        return min(pieces, key=lambda one: board_model.price_loss(position, one.piece), default=None)


def read_hand(rules: GreatWar, position: Position, side: Side) -> Hand:
    """Return the cards of a side."""
    return Hand(rules.theatre, side, position.map.turn, position.hand(side).cards)


def list_orders(rules: GreatWar, position: Position) -> Sequence[GreatWarOrder]:
    """Return the legal answers to the prompt."""
    return tuple(rules.lawful(position, rules.prompts(position)[0]))


def list_offensives(rules: GreatWar, position: Position, side: Side) -> Sequence[Offensive]:
    """Return the offensives of a hand, the cheapest of each kind."""
    hand = read_hand(rules, position, side)
    kinds: dict[str, int] = {}
    for card in sorted(hand.cards, key=lambda card: (hand.price(card), card)):
        card_data = rules.theatre.card(card)
        if card_data is not None and card_data.offensive and card not in position.hand(side).locked:
            kinds.setdefault(card_data.offensive, card)
    return tuple(Offensive(side=side, card=card) for card in kinds.values())


def open_offensive(rules: GreatWar, position: Position, order: Offensive) -> Position:
    """Return the position in which the pieces of an offensive move."""
    return rules.outcome(position, order, NoDice()).after


def rehearse(
    rules: GreatWar, ground: Ground, start: Position, temper: Temper = CALM
) -> tuple[tuple[Move, ...], float]:
    """Return the marches of one side from a position in which it moves, and the gain of its first plan."""
    player, marches = Quick(rules, ground, None, temper, listed=True), list[Move]()
    gain = player.plan(start)
    while isinstance(order := player.answer(start), Move):
        marches.append(order)
        start = rules.outcome(start, order, NoDice()).after
    return tuple(marches), gain


def _climb(survey: Surveyed, position: Position, ways: Ways, temper: Temper) -> tuple[Steps, float]:
    """Return the best plan found within the budget, as orders, and its gain."""
    board = survey.board
    own_areas = frozenset(area for area in board.owned if board.force(area, own=True).holds)
    missing = count_missing(board.ground, position)
    judge = Judge(board, fights=True, optional=own_areas, temper=temper, missing=missing)
    stay = Plan((), board, judge.weigh(board))
    plan = Climber(judge, Budget(inf)).climb(stay, list_reach(survey, position, ways))
    orders = [ways[march.group.id][march.to] for march in plan.marches]
    return [sorted(one, key=_rank) for one in orders], plan.worth - stay.worth


def count_missing(ground: Ground, position: Position) -> Missing:
    """Return the points that each side needs for a decisive victory."""
    theatre, side = ground.theatre, ground.side
    total = victory.points(theatre, position).total
    return Missing(victory_need(theatre, side, total), victory_need(theatre, theatre.other(side), total))


def victory_need(theatre: GreatWarGame, side: Side, total: int) -> float:
    """Return the points that a side needs for a decisive victory; infinite if it has no such level."""
    for level in theatre.levels:
        if level.decisive and level.side == side:
            if level.least is not None:
                return level.least - total
            return total - level.most if level.most is not None else inf
    return inf


def _list_moves(rules: GreatWar, position: Position) -> Iterator[Move]:
    """Yield the legal moves in the modes that plans use."""
    for order in list_orders(rules, position):
        if isinstance(order, Move) and order.mode in MODES:
            yield order


def _guess_moves(rules: GreatWar, position: Position, survey: Surveyed) -> Iterator[Move]:
    """Yield the marches of armies, lone pieces and cavalry; the rules may forbid some of them."""
    board, units = survey.board, rules.theatre.units
    side = board.ground.side
    for piece in position.map.owned(side):
        rides = units[piece.kind].raids
        if piece.moved or piece.area not in board.owned or (piece.army is not None and not rides):
            continue
        if piece.army is None and not survey.groups[piece.id][0].counts:
            continue
        near = list_open(board, piece.area)
        far = [(one, to) for one in near for to in list_open(board, one)] if rides else []
        for path in [*((to,) for to in near), *far]:
            if path[-1] != piece.area:
                yield Move(side=side, piece=piece.id, path=path)


def list_front(board: Board) -> frozenset[str]:
    """Return the enemy's areas, disputed areas, and all areas adjacent to them."""
    hot = [area for area, own in board.owned.items() if not own or board.force(area, own=False).strength]
    return frozenset(one for area in hot for one in (area, *board.ground.borders[area]))


def _rank(order: Move) -> tuple[int, bool, bool]:
    return rank(order.mode, into=bool(order.into), absorbs=bool(order.absorb))
