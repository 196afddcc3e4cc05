"""The score of a position: victory points, their level, and how many areas each side holds."""

from referee.engine.tongue import message
from referee.systems.great_war.season import victory
from referee.systems.great_war.secrecy import secrecy
from referee.systems.great_war.state.narrator import Narrator
from referee.systems.great_war.state.position import Position
from schemas.reports.chart import Band, Score

MEASURE = message("victory points")
"""What is counted."""

HOLDING = message("areas held")
"""What the sides divide between them."""


def score(narrator: Narrator, position: Position) -> Score:
    """The score of now; who holds what is public."""
    total = victory.points(narrator.game, position).total
    held = dict.fromkeys(narrator.game.sides, 0)
    fought_over = [area.id for area in narrator.areas.values() if area.transit is None]
    for area in fought_over:
        if secrecy.standing(position.map, area) == "held":
            held[position.map.owner[area]] += 1
    return Score(
        moment=narrator.turns[position.map.turn].title,
        points=total,
        level=narrator.worded(victory.level(narrator.game, total).name),
        held=held,
        contested=len(fought_over) - sum(held.values()),
    )


def bands(narrator: Narrator) -> tuple[Band, ...]:
    """The levels of the victory chart."""
    levels = narrator.pack.tables.victory.levels
    return tuple(Band(name=level.name, least=level.least, most=level.most) for level in levels)
