"""The score of a position: victory points as far as they are known, and figures in action."""

from referee.engine.tongue import message
from referee.systems.skirmish.narrative import phrases
from referee.systems.skirmish.secrecy import secrecy
from referee.systems.skirmish.state.narrator import Narrator
from referee.systems.skirmish.state.position import Position
from schemas.record import Side
from schemas.reports.chart import Score
from schemas.skirmish.view import View

MEASURE = message("victory points ahead")
"""What is counted; what its enemy has, a side learns at the end."""

HOLDING = message("figures in action, or in sight")
"""What the sides are compared by: one's own men, and those whom one sees."""


def score(narrator: Narrator, position: Position, viewer: Side) -> Score:
    """The score of now as one viewer may know it: of the referee and strangers, the first side's lead."""
    seen = secrecy.view(narrator, position, viewer)
    ahead = viewer if viewer in narrator.game.sides else narrator.game.sides[0]
    points = sum(value if side == ahead else -value for side, value in seen.score.items())
    return Score(
        moment=narrator.say("turn {turn}", turn=position.turn)
        if position.turn
        else narrator.say("deployment"),
        points=points,
        level=phrases.result(narrator, position.winner) if position.result is not None else "",
        held={side: _in_action(seen, side) for side in narrator.game.sides},
    )


def _in_action(seen: View, side: Side) -> int:
    if any(unit.side == side for unit in seen.units):
        return sum(one.side == side and one.status == "active" for one in seen.figures)
    return sum(one.side != side and one.status == "active" and bool(one.units) for one in seen.contacts)
