"""Clauses that act in an event: the trace for the search for pairs of clauses."""

from collections.abc import Iterator

from referee.systems.great_war.events.evolution import EVENTS
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Position
from schemas.great_war.events import GreatWarEvent, TurnClosed, TurnOpened


def clauses(rules: GreatWar, before: Position, event: GreatWarEvent) -> Iterator[str]:
    """Yield the numbers of the clauses that act in an event."""
    for clause in EVENTS.of(event).clauses(rules.theatre, before, event):
        yield rules.clause_number(clause)


def opens_span(event: GreatWarEvent) -> bool:
    """Return True if a player turn ends or begins: clauses before and after it have not met."""
    return isinstance(event, TurnOpened | TurnClosed)
