"""Effects of terrain and seasons that a pack states as data: fire in an area, and the ends of marches.

A pack without the chart `terrain` has none of them, so that its rules stay as they are (ruling T-1 of a pack
that has it).
"""

from referee.engine.facts import Objections, refuse
from referee.systems.great_war.facts.refusals import Refusal
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Piece, Position
from schemas.great_war.charts import Modifier
from schemas.great_war.clauses import Clause
from schemas.great_war.names import FirePhase

MOST = 6
"""Highest face of a die of fire."""


def change_fire(
    theatre: GreatWarGame, position: Position, piece: Piece, area: str, phase: FirePhase, needed: int
) -> int:
    """Return the highest face that hits after the effects of terrain; 0 rolls no die."""
    chart = theatre.pack.tables.terrain
    if chart is None or not needed:
        return needed
    for modifier in chart.fire:
        if modifier.phases and phase not in modifier.phases:
            continue
        if area in chart.features.get(modifier.feature, ()) and _bears(theatre, position, piece, modifier):
            if modifier.silent:
                return 0
            needed = min(MOST, max(1, needed + modifier.change))
    return needed


def object_to_passing(
    theatre: GreatWarGame, position: Position, piece: Piece, here: str, step: str
) -> Objections:
    """Yield the objection to a march that goes on after a step into terrain or across a river."""
    feature = find_halt(theatre, position, piece, here, step)
    if feature is not None:
        yield refuse(Clause.ALLOTMENT, Refusal.TERRAIN_ENDS_MARCH, area=step, feature=feature)


def find_halt(theatre: GreatWarGame, position: Position, piece: Piece, here: str, step: str) -> str | None:
    """Return the feature that ends the march of a piece after a step, or None."""
    chart = theatre.pack.tables.terrain
    if chart is None:
        return None
    for modifier in chart.halts:
        river = chart.rivers.get(modifier.feature)
        crosses = river is not None and any({here, step} == set(border) for border in river.borders)
        enters = step in chart.features.get(modifier.feature, ())
        if (crosses or enters) and _bears(theatre, position, piece, modifier):
            return modifier.feature if river is None else river.name
    return None


def _bears(theatre: GreatWarGame, position: Position, piece: Piece, modifier: Modifier) -> bool:
    """Return True if an effect concerns a piece in this season."""
    season = theatre.turns[position.map.turn].season
    return (
        (not modifier.seasons or season in modifier.seasons)
        and (not modifier.kinds or piece.kind in modifier.kinds)
        and piece.kind not in modifier.spares
    )
