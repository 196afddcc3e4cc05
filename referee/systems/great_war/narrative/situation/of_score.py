"""The score of a position: victory points, their level, and how many areas each side holds."""

from referee.engine.tongue import message
from referee.systems.great_war.season import victory
from referee.systems.great_war.secrecy import secrecy
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.reports.chart import Band, Score

MEASURE = message("victory points")
"""What is counted."""

HOLDING = message("areas held")
"""What the sides divide between them."""


def score(theatre: GreatWarGame, position: Position) -> Score:
    """The score of now; who holds what is public."""
    total = victory.points(theatre, position).total
    held = dict.fromkeys(theatre.sides, 0)
    fought_over = [area.id for area in theatre.areas.values() if area.transit is None]
    for area in fought_over:
        if secrecy.standing(position, area) == "held":
            held[position.owner[area]] += 1
    return Score(
        moment=theatre.turns[position.turn].title,
        points=total,
        level=victory.level(theatre, total).name,
        held=held,
        contested=len(fought_over) - sum(held.values()),
    )


def bands(theatre: GreatWarGame) -> tuple[Band, ...]:
    """The levels of the victory chart."""
    levels = theatre.pack.tables.victory.levels
    return tuple(Band(name=level.name, least=level.least, most=level.most) for level in levels)
