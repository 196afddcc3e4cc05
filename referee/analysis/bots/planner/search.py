"""The search for a movement: what a side does with its turn."""

from collections.abc import Sequence
from statistics import fmean

from referee.analysis.bots.planner.board import Board
from referee.analysis.bots.planner.budget import Budget
from referee.analysis.bots.planner.offensives import Climber, Plan, Reach
from referee.analysis.bots.planner.worth import Judge


class Search:
    """Finds what a side does with its turn, on boards as they may be: one where everything is seen.

    `optional` are areas in which no battle has to be fought.
    """

    def __init__(self, boards: Sequence[Board], budget: Budget, optional: frozenset[str]) -> None:
        self._boards, self._budget, self._optional = boards, budget, optional

    def judge(self, *, fights: bool) -> Judge:
        """A judge of boards for this turn."""
        return Judge(self._boards[0], fights=fights, optional=self._optional)

    def find_plan(self, reach: Reach) -> tuple[Plan, float]:
        """The plan that gains most in the mean of all boards, and how much that is.

        Each board has a plan of its own (determinization, Ginsberg 2001).
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
        """The one march that gains most, if it gains so much, where no battle follows."""
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
