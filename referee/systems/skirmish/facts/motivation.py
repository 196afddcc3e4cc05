"""Motivation: who is near enough to a leader to move, to fire and to lose pins."""

from collections.abc import Iterator, Mapping

from referee.engine.facts import Objection, refuse
from referee.systems.skirmish.facts import geometry
from referee.systems.skirmish.facts.refusals import Refusal
from referee.systems.skirmish.state.position import Figure, Position
from referee.systems.skirmish.state.table import Table
from schemas.skirmish.clauses import Clause
from schemas.skirmish.words import Spot

LEADERS = ("squad-leader", "platoon-commander", "gun-leader")
"""The roles that lead."""

MOVING = ("plotting", "movement")
"""The phases of which a turn's beginning is the beginning."""

NOWHERE: Mapping[str, tuple[Spot, ...]] = {}


def leaders(table: Table, position: Position, figure: Figure) -> Iterator[tuple[Figure, int]]:
    """The living leaders that a figure obeys, and how far each of them reaches; he obeys himself."""
    rules = table.parameters.motivation
    for leader in position.figures.values():
        if leader.side != figure.side or leader.role not in LEADERS or not leader.active:
            continue
        if leader.pins and not rules.pinned_leader_counts:
            continue
        squad = leader.role == "squad-leader" and rules.scope == "any-friend"
        if leader.role == "platoon-commander":
            yield leader, rules.platoon_commander
        elif squad or (leader.unit == figure.unit and _leads(table, leader)):
            yield leader, rules.squad_leader


def _leads(table: Table, figure: Figure) -> bool:
    return figure.role == "squad-leader" or (
        figure.role == "gun-leader" and table.parameters.motivation.gun_leader
    )


def is_motivated(
    table: Table, position: Position, figure: Figure, expected: Mapping[str, tuple[Spot, ...]] = NOWHERE
) -> bool:
    """Whether a leader is near enough; `expected` are places where leaders may be when it matters."""
    began = table.parameters.motivation.measured == "start-of-phase" and position.phase in MOVING
    at = figure.start if began else figure.at
    return any(
        geometry.within(spot, at, reach)
        for leader, reach in leaders(table, position, figure)
        for spot in ((leader.start,) if began else (leader.at, *expected.get(leader.id, ())))
    )


def is_urged(
    table: Table, position: Position, figure: Figure, expected: Mapping[str, tuple[Spot, ...]] = NOWHERE
) -> bool:
    """Whether a figure may move: it is motivated, or it runs and a pack lets it run without a leader."""
    runs = position.units[figure.unit].markers >= 2
    free = runs and not table.parameters.motivation.flight_needs_motivation
    return free or is_motivated(table, position, figure, expected)


def missing(table: Table, position: Position, figure: Figure, clause: Clause) -> Objection:
    """The clause held against a figure that is not motivated, and why it is not."""
    near = min(
        ((geometry.apart(leader.at, figure.at), leader) for leader, _ in leaders(table, position, figure)),
        key=lambda found: found[0],
        default=None,
    )
    if near is None:
        return refuse(clause, Refusal.NO_LEADER_LEFT, figure=figure.id)
    gap, leader = near
    return refuse(clause, Refusal.FAR_FROM_LEADER, figure=figure.id, gap=gap, leader=leader.id)
