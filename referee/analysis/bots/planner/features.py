"""Features of a position between two player turns, from which its value is learned."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from referee.analysis.bots import decisive_movement
from referee.analysis.bots.planner.board_model import Board, Ground, Surveyed
from referee.analysis.bots.planner.evaluation import STAND, find_balance, find_danger
from referee.analysis.bots.planner.rollout_policy import victory_need
from referee.systems.great_war.facts import control
from referee.systems.great_war.season import victory
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Position
from schemas.record import Side

FAR = 12
"""Points from which the distance to a decisive victory does not matter."""

LEAST_SLACK, MOST_SLACK = -4, 10
"""Range of the points that are missing beyond those in reach."""


class Course(NamedTuple):
    """Features of the war: points, the side that moves next, and disputed areas.

    `mover` is 1 if victory points count for the side that moves next, -1 for the other one, and 0 between
    two seasons. `passes` counts the player turns before it that were passes. `contest` are the points of
    disputed areas, and `hope` weighs them by the balance of forces.
    """

    total: float
    mover: float
    passes: float
    contest: float
    hope: float


class Standing(NamedTuple):
    """Features of a side: its areas, pieces and cards, and the points that its next marches can gain.

    `missing` are the points that it needs for a decisive victory, `reach` and `spot` the gains of its
    marches, in all areas and in one, and `slack` what it then still needs. `empty` and `danger` weigh the
    points of areas that the enemy can enter, and `bare` and `risks` count such areas. `front` and `trenches`
    are the pieces and the fire of the defence next to the enemy. `cut_off` are the pieces without supply.
    """

    missing: float
    reach: float
    spot: float
    slack: float
    areas: float
    points: float
    empty: float
    bare: float
    danger: float
    risks: float
    strength: float
    infantry: float
    fire: float
    stand: float
    guns: float
    riders: float
    front: float
    trenches: float
    cut_off: float
    offensives: float
    limited_offensives: float
    useful: float
    hand: float


NAMES: Sequence[str] = (
    *Course._fields,
    *(f"scorer.{name}" for name in Standing._fields),
    *(f"other.{name}" for name in Standing._fields),
)
"""Names of the features, in order."""


def list_features(theatre: GreatWarGame, ground: Ground, position: Position) -> Sequence[float]:
    """Return the features of a position; the ground is that of the side that points count for."""
    total, board = victory.points(theatre, position).total, Surveyed(ground, position).board
    sides = ground.side, theatre.other(ground.side)
    standings = (_measure_standing(theatre, position, board, side, total) for side in sides)
    return (*_measure_course(position, board, total), *chain.from_iterable(standings))


def _measure_course(position: Position, board: Board, total: int) -> Course:
    contest = hope = 0.0
    for area in board.owned:
        own, enemy = board.force(area, own=True), board.force(area, own=False)
        if own.holds and enemy.holds:
            contest += board.ground.points[area]
            hope += (board.ground.points[area] + 0.5) * find_balance(own, enemy)
    mover = 0 if position.now is None else 1 if position.now.side == board.ground.side else -1
    return Course(total, mover, position.passes, contest, hope)


def _measure_standing(
    theatre: GreatWarGame, position: Position, board: Board, side: Side, total: int
) -> Standing:
    missing = min(FAR, victory_need(theatre, side, total))
    reach = decisive_movement.count_reach(theatre, position, side, is_limited=False)
    spot = decisive_movement.count_reach(theatre, position, side, is_limited=True)
    slack = max(LEAST_SLACK, min(MOST_SLACK, missing - reach))
    own = side == board.ground.side
    land = map(sum, zip(*(_measure_land(board, area, own=own) for area in board.owned), strict=True))
    forces = [board.force(area, own=own) for area in board.owned]
    army = (
        sum(one.strength for one in forces),
        sum(one.infantry for one in forces),
        sum(one.fire for one in forces),
        sum(one.stand for one in forces),
        sum(one.guns + one.siege for one in forces),
        sum(one.riders for one in forces),
    )
    areas, points, empty, bare, danger, risks, front, trenches = land
    return Standing(
        missing, reach, spot, slack, areas, points, empty, bare, danger, risks, *army, front, trenches,
        _count_unsupplied(theatre, position, side), *_count_cards(theatre, position, side),
    )  # fmt: skip


def _measure_land(board: Board, area: str, *, own: bool) -> tuple[float, ...]:
    """Return the share of an area in the features of a side that holds it; zeros if it does not."""
    force, enemy = board.force(area, own=own), board.force(area, own=not own)
    points = board.ground.points[area]
    if enemy.holds or not (force.holds or board.owned[area] == own):
        return (0.0,) * 8
    if not force.holds:
        is_open = board.can_enter(area, own=not own)
        return (1, points, points, 1, 0, 0, 0, 0) if is_open else (1, points, 0, 0, 0, 0, 0, 0)
    coming = board.count_threats(board.ground.borders[area], own=not own)
    if not coming:
        return 1, points, 0, 0, 0, 0, 0, 0
    danger = find_danger(coming, force, STAND)
    return 1, points, 0, 0, points * danger, danger, force.strength, force.stand


def _count_unsupplied(theatre: GreatWarGame, position: Position, side: Side) -> int:
    """Return the number of pieces in areas that no supply line of their nation reaches."""
    pieces = [piece for piece in position.map.owned(side) if theatre.units[piece.kind].removable]
    supply = {
        nation: control.find_supplied_areas(theatre, position.map, side, nation)
        for nation in dict.fromkeys(piece.nation for piece in pieces)
    }
    return sum(piece.area in position.owner and piece.area not in supply[piece.nation] for piece in pieces)


def _count_cards(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[float]:
    """Yield the cards that open an offensive, a limited one, that have another use, and all of a hand."""
    hand = position.hand(side)
    kinds = [kind for card in hand.cards if (kind := theatre.card(card)) is not None]
    yield sum(kind.offensive is not None and kind.offensive != "limited" for kind in kinds)
    yield sum(kind.offensive == "limited" for kind in kinds)
    yield sum(kind.offensive is None and bool(kind.combat or kind.crisis or kind.reserves) for kind in kinds)
    yield hand.size
