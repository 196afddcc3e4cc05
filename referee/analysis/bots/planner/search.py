"""The search for a movement: what a side does with its turn."""

from referee.analysis.bots.planner.board import Board
from referee.analysis.bots.planner.budget import Budget
from referee.analysis.bots.planner.offensives import Climber, Plan, Reach
from referee.analysis.bots.planner.worth import Judge


class Search:
    """Finds what a side does with its turn, on one board.

    `optional` are areas in which no battle has to be fought.
    """

    def __init__(self, board: Board, budget: Budget, optional: frozenset[str]) -> None:
        self._board, self._budget, self._optional = board, budget, optional

    def judge(self, *, fights: bool) -> Judge:
        """A judge of boards for this turn."""
        return Judge(self._board, fights=fights, optional=self._optional)

    def find_plan(self, reach: Reach) -> tuple[Plan, float]:
        """The best plan, and what it gains against staying."""
        judge = self.judge(fights=True)
        stay = self._stay(judge)
        plan = Climber(judge, self._budget).climb(stay, reach)
        return plan, plan.worth - stay.worth

    def move_one(self, reach: Reach, least: float) -> Plan | None:
        """The one march that gains most, if it gains so much, where no battle follows."""
        judge = self.judge(fights=False)
        stay = self._stay(judge)
        singles = Climber(judge, self._budget).list_singles(stay, reach)
        best = max(singles, key=lambda one: one.worth, default=stay)
        return best if best.worth > stay.worth + least else None

    def _stay(self, judge: Judge) -> Plan:
        return Plan((), self._board, judge.weigh(self._board))
