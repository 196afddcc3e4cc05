"""The planner: a bot that answers every prompt of its side from one survey of its view."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from random import Random
from typing import TypeVar, cast

from msgspec import convert

from referee.analysis.bots import position_from_view
from referee.analysis.bots.planner import board_model, movement
from referee.analysis.bots.planner.board_model import Ground, Surveyed
from referee.analysis.bots.planner.budget import SECONDS, Budget, count_seconds
from referee.analysis.bots.planner.cards import CardOdds, Hand
from referee.analysis.bots.planner.evaluation import PLAIN, Tempers
from referee.analysis.bots.planner.movement import (
    Intent,
    Plan,
    Reach,
    guess_reach,
    list_reach,
    list_ways,
    write_march,
)
from referee.analysis.bots.planner.production import Muster
from referee.analysis.bots.planner.rollout_policy import count_missing, list_front
from referee.analysis.bots.planner.rollouts import Candidate, Rollouts, Search
from referee.analysis.bots.position_from_view import SeenWar
from referee.analysis.families import load_great_war
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import ChooseOffensive, MovePieces, Task
from schemas.answers.orders import Option
from schemas.bots import Turn

SUPPOSED, MOST_SUPPOSED = 4, 12
"""Number of positions sampled per second of thinking if armies are hidden, and the highest number."""

SEED = 1914
"""Random seed of sampled positions: the same prompt always has the same answer."""

ROLLOUTS, FEWEST = 40, 20
"""Number of rollouts per extra second of thinking, and the lowest number that is worth it."""

SHIFT, RETREAT = 0.1, 0.2
"""Gain that the single march of a pass needs, and a retreat."""


Kind = TypeVar("Kind", bound=Rollouts)
"""Class of rollouts."""


class Planner:
    """The bot `planner`; between turns it keeps the rules and the plan in progress.

    `counted` are the seconds of thinking whose positions it searches without a time limit, and `decision` is
    the class that answers a prompt.
    """

    def __init__(self, counted: float = SECONDS, decision: "type[Decision] | None" = None) -> None:
        self._counted, self._decision = counted, decision or Decision
        self._rules: GreatWar | None = None
        self._intent: Intent | None = None

    def answer(self, turn: Turn, rng: Random) -> str:  # noqa: ARG002 - the plan needs no rng
        """Return a letter with one order."""
        return self.decide(self.load_rules(turn), turn)

    def load_rules(self, turn: Turn) -> GreatWar:
        """Return the rules of the war, read for its first prompt."""
        if self._rules is None:
            self._rules = load_great_war(turn)
        return self._rules

    def decide(self, rules: GreatWar, turn: Turn) -> str:
        """Return the best order of a prompt, and keep the plan that it belongs to."""
        decision = self._decision(rules, turn, self._intent, self._counted)
        option = decision.choose()
        self._intent = decision.intent
        return option.text


class Decision:
    """One prompt, with the data needed to answer it.

    `unlimited` are the seconds that count without a time limit.
    """

    tempers: Tempers = PLAIN
    """Weights of the evaluation."""

    fewest = FEWEST
    """Lowest number of rollouts that is worth it."""

    rollouts: type[Rollouts] = Rollouts
    """Class that compares turns."""

    def __init__(
        self, rules: GreatWar, turn: Turn, intent: Intent | None = None, unlimited: float = SECONDS
    ) -> None:
        self.intent = intent
        self._rules, self._side = rules, turn.side
        self._options, self._budget = turn.options, Budget(turn.think, unlimited)
        self._view = convert(turn.view, SeenWar)
        self._ground = Ground(rules.theatre, turn.side)
        self._temper = self.tempers[self._ground.role]
        self._rollouts = self.count_rollouts(count_seconds(turn.think, unlimited))
        self._positions = self._suppose(count_seconds(turn.think, unlimited))
        self._position, *_ = self._positions
        self._surveyed = Surveyed(self._ground, self._position)
        own = next(hand for hand in self._view.hands if hand.side == turn.side)
        self._hand = Hand(rules.theatre, turn.side, self._view.turn, own.cards)

    def count_rollouts(self, seconds: float) -> int:
        """Return the number of rollouts for some seconds of thinking."""
        return int(ROLLOUTS * (seconds - SECONDS))

    def _suppose(self, seconds: float) -> Sequence[Position]:
        """Return possible positions, only one if nothing is hidden; more time allows more of them."""
        view_position, rng = position_from_view.rebuild(self._rules.theatre, self._view), Random(SEED)
        sample_count = min(MOST_SUPPOSED, 1 + int(SUPPOSED * seconds))
        count = sample_count if self._view.list_covered() else 1
        return [
            position_from_view.suppose(self._rules.theatre, self._view, view_position, rng)
            for _ in range(count)
        ]

    @property
    def _quiet(self) -> Option:
        """The order that changes nothing, or the first one if none does."""
        return next((one for one in self._options if one.default), self._options[0])

    def choose(self) -> Option:
        """Return the best order."""
        if (crisis := self._find_crisis()) is not None:
            return crisis
        choices: Mapping[str, Callable[[], Option]] = {
            "offensive": self._choose_offensive,
            "movement": self._choose_march,
            "pass-move": self._choose_pass,
            "battles": self._choose_battle,
            "combat-cards": lambda: self._choose_card() or self._quiet,
            "losses": self._choose_loss,
            "transit-losses": self._choose_loss,
            "crisis": self._choose_loss,
            "attrition": self._choose_loss,
            "retreat-after": self._choose_retreat,
            "reinforcements": self._choose_for_plan,
            "production": self._choose_for_plan,
            "discards": lambda: self._hand.choose_discard(self._options),
        }
        choice = choices.get(self._options[0].question)
        return choice() if choice is not None else self._quiet

    def _find_crisis(self) -> Option | None:
        """Return a card that hurts the enemy at no other cost, or None."""
        cards = (one for one in self._options if one.verb == "play")
        return next((one for one in cards if self._hand.is_crisis_of_enemy(_get_card(one))), None)

    @cached_property
    def _search(self) -> Search:
        boards = [Surveyed(self._ground, position).board for position in self._positions]
        board = boards[0]
        areas_left = {piece.area for piece in self._position.map.owned(self._side) if piece.moved}
        areas_kept = (
            area for area in board.owned if area not in areas_left and board.force(area, own=True).holds
        )
        fought = self._view.now.fought if self._view.now is not None else ()
        missing = count_missing(self._ground, self._position)
        return Search(boards, self._budget, frozenset((*areas_kept, *fought)), self._temper, missing)

    def _choose_offensive(self) -> Option:
        """Return an offensive if the best plan for it gains enough."""
        self.intent = None
        offensives = [one for one in self._options if one.verb == "offensive"]
        if not offensives:
            return self._quiet
        if self._rollouts >= self.fewest:
            turn = self._play_on(ChooseOffensive(self._side))
            return next((one for one in offensives if _get_card(one) == turn.card), self._quiet)
        _, gain = self._search.find_plan(guess_reach(self._surveyed.board))
        cheapest = min(offensives, key=lambda one: (self._hand.price(_get_card(one)), one.text))
        return cheapest if gain > self._temper.gain else self._quiet

    def _list_reach(self) -> Reach:
        return list_reach(self._surveyed, self._position, list_ways(self._options))

    def _choose_march(self) -> Option:
        """Return the first march of the best plan."""
        if self._rollouts >= self.fewest and (order := self._carry_on()) is not None:
            return order
        plan, _ = self._search.find_plan(self._list_reach())
        return self._write_first(plan)

    def _carry_on(self) -> Option | None:
        """Return the next march of the plan found by rollouts, or None without such a plan."""
        if self.intent is None:
            if any(piece.moved for piece in self._position.map.owned(self._side)):
                return None
            self._play_on(MovePieces(self._side))
        remaining = movement.list_left(self.intent or (), self._position)
        orders = (write_march(id, to, self._options) for id, to in remaining)
        return next((one for one in orders if one is not None), None) or self._bring_up()

    def _bring_up(self) -> Option:
        """Return the first march of the best plan for groups behind the front that stay behind it."""
        front = list_front(self._surveyed.board)
        reach = {
            id: [one for one in marches if front.isdisjoint((one.start, one.to))]
            for id, marches in self._list_reach().items()
        }
        plan, _ = self._search.find_plan(reach)
        return self._write_first(plan)

    def _play_on(self, task: Task) -> Candidate:
        """Return the turn with the highest worth in rollouts, and keep its marches as the plan."""
        candidate = self._begin(self.rollouts, task).choose()
        self.intent = [(one.piece, one.path[-1]) for one in candidate.marches or ()]
        return candidate

    def _begin(self, kind: type[Kind], task: Task) -> Kind:
        """Return rollouts of a kind from a task of the turn in progress."""

        @cache
        def imagine(number: int) -> Position:
            generator = Random(f"{SEED} {number}")
            position = position_from_view.suppose(theatre, self._view, view_position, generator)
            dealt = position_from_view.deal(theatre, self._view, position, generator)
            return position_from_view.ask(theatre, self._view, dealt, task)

        theatre = self._rules.theatre
        view_position = position_from_view.rebuild(theatre, self._view)
        return kind(self._rules, self._side, imagine, self._rollouts, self._budget.is_late, self.tempers)

    def _write_first(self, plan: Plan | None) -> Option:
        """Return the order for the first march of a plan, or the quiet order if there is none."""
        march = next(iter(plan.marches), None) if plan is not None else None
        option = write_march(march.group.id, march.to, self._options) if march is not None else None
        return option or self._quiet

    def _move_one(self, least: float) -> Option | None:
        reach = self._list_reach()
        plan = self._search.move_one(reach, least)
        return self._write_first(plan) if plan is not None else None

    def _choose_pass(self) -> Option:
        """Return the single move that gains most, otherwise perhaps a new hand."""
        return self._move_one(SHIFT) or self._hand.choose_redraw(self._options) or self._quiet

    def _choose_retreat(self) -> Option:
        return self._move_one(RETREAT) or self._quiet

    def _choose_battle(self) -> Option:
        """Return the battle that gains most; after the last one, the card that gains most."""
        judge, board = self._search.judge(fights=True), self._surveyed.board
        battles = [one for one in self._options if one.verb == "battle"]
        gains = [(judge.gain_battle(board, str(one.to)), one) for one in battles]
        gain, best = max(gains, key=lambda one: one[0], default=(0.0, self._quiet))
        return best if gain > 0 else self._choose_card() or self._quiet

    def _choose_card(self) -> Option | None:
        now = self._view.now
        attacker = now.side if now is not None else self._side
        odds = CardOdds(self._rules, self._position, self._side, attacker, self._budget)
        return odds.choose(self._options, now.battles if now is not None else ())

    def _choose_loss(self) -> Option:
        """Return the payment with a cheap card, otherwise the loss of the cheapest piece."""
        return self._hand.choose_payment(self._options) or self._choose_piece()

    def _choose_piece(self) -> Option:
        """Return the loss of the cheapest piece, or the quiet order if no piece can be lost."""
        pieces = [one for one in self._options if one.verb == "lose"]
        return min(
            pieces, key=lambda one: board_model.price_loss(self._position, one.piece), default=self._quiet
        )

    def _choose_for_plan(self) -> Option:
        return Muster(self._ground, self._view, self._position).choose(self._options)


def _get_card(option: Option) -> int:
    return cast(int, option.order["card"])
