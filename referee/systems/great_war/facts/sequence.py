"""Turns and phases: what goes on the agenda, and when (2.0)."""

from typing import assert_never

from referee.engine.rule_options import RuleOption
from referee.systems.great_war.facts import control
from referee.systems.great_war.state.position import PlayerTurn, Position
from referee.systems.great_war.state.tasks import (
    AdvanceSeason,
    CheckSupply,
    DealPurchases,
    MakePlans,
    OpenTurn,
    ReadEvents,
    RollTransit,
    Task,
    TrimHands,
)
from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.great_war.pack import Phase
from schemas.record import Side

INITIATIVE = RuleOption("initiative", ("fixed", "bidding"))
"""First player of a season: the side of the pack, or the highest bidder (14.2)."""


def season(theatre: GreatWarGame, position: Position) -> tuple[Task, ...]:
    """The agenda of a fresh season: the phases that the pack lists, in its order."""
    return tuple(task for phase in theatre.pack.sequence.phases for task in tasks(theatre, position, phase))


def first_player(theatre: GreatWarGame, position: Position) -> Side:
    """Who has the first player turn of the season: the side that last won it by a bid, or the pack's side."""
    return position.initiative or theatre.pack.sequence.first


def bid_for(theatre: GreatWarGame, position: Position) -> bool:
    """Whether both sides bid for the first player turn: by agreement, in every season but the first."""
    return theatre.chosen(INITIATIVE, "bidding") and position.map.turn != theatre.scenario.turn


def tasks(theatre: GreatWarGame, position: Position, phase: Phase) -> tuple[Task, ...]:
    """What a phase puts on the agenda."""
    match phase:
        case "initiative":
            return (MakePlans("initiative"),) if bid_for(theatre, position) else ()
        case "events":
            return (ReadEvents(),)
        case "reinforcements":
            return (MakePlans("reinforcements"),)
        case "player-turns":
            return (OpenTurn(first_player(theatre, position)),)
        case "production":
            return (
                CheckSupply(), MakePlans("attrition"), MakePlans("production"), DealPurchases(), TrimHands(),
                *((RollTransit(),) if theatre.in_transit is not None else ()),
            )  # fmt: skip
        case "advance-season":
            return (AdvanceSeason(),)
        case _:
            assert_never(phase)


def open_turn(position: Position, side: Side) -> PlayerTurn:
    """A fresh player turn, which remembers the area status it opened with (4.4, 4.5)."""
    statuses = {area: control.status(position.map, area, side) for area in position.map.owner}
    return PlayerTurn(
        side,
        friendly_at_start=frozenset(area for area, status in statuses.items() if status == "friendly"),
        enemy_at_start=frozenset(area for area, status in statuses.items() if status == "enemy"),
    )
