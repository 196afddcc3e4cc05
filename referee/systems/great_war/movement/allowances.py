"""How many moves by rail, by strategic movement and by sea a side has, and how many it has used."""

from collections.abc import Iterator
from enum import unique

from referee.engine.facts import Fact, Objection, refuse
from referee.systems.great_war.movement.refusals import Refusal
from referee.systems.great_war.state.position import PlayerTurn, Position
from referee.systems.great_war.state.theatre import GreatWarGame
from referee.values.caching import cached
from referee.values.value import Value
from schemas.great_war.clauses import Clause
from schemas.great_war.orders import Mode
from schemas.record import Side


@unique
class Use(Fact):
    """How much of an allowance is used."""

    RAIL_USED = "rail {count} of {most}"
    STRATEGIC_USED = "strategic {count} of {most}"
    SEA_USED = "sea {count} of {most}"


class Allowance(Value):
    """So many moves of a mode, how many of them are used, and what is held against one more."""

    mode: Mode
    used: int
    most: int
    use: Use
    objection: Objection

    @property
    def is_spent(self) -> bool:
        """Whether no move of the mode is left."""
        return self.used >= self.most


@cached
def list_allowances(theatre: GreatWarGame, position: Position, side: Side) -> tuple[Allowance, ...]:
    """The allowances of a side in the player turn: rail (4.4), and strategic (4.5) and sea (4.6) if any."""
    return tuple(_list_allowances(theatre, position, side))


def _list_allowances(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[Allowance]:
    now, limits = position.now or PlayerTurn(side), theatre.limits
    most = limits.rail_per_turn
    refused = refuse(Clause.RAIL_LIMIT, Refusal.RAIL_LIMIT, limit=most)
    yield Allowance("rail", now.rails, most, Use.RAIL_USED, refused)
    if side == limits.strategic_side:
        most = limits.strategic_per_turn[position.map.turn - 1]
        refused = refuse(Clause.STRATEGIC_LIMIT, Refusal.STRATEGIC_LIMIT, count=most)
        yield Allowance("strategic", now.strategics, most, Use.STRATEGIC_USED, refused)
    if _has_ships(theatre, side):
        refused = refuse(Clause.SEA_LIMIT, Refusal.SEA_LIMIT)
        yield Allowance("sea", now.seas, limits.sea_per_turn, Use.SEA_USED, refused)


def _has_ships(theatre: GreatWarGame, side: Side) -> bool:
    """Whether ships carry a nation of a side, or its army out of a stronghold (14.2.4)."""
    port = theatre.pack.tables.stronghold
    carried = {nation.id for nation in theatre.nations.values() if nation.sea}
    if port is not None:
        carried.add(port.evacuated)
    return any(theatre.nations[nation].side == side for nation in carried)


def find_spent(theatre: GreatWarGame, position: Position, side: Side, mode: Mode) -> Iterator[Objection]:
    """What is held against one more move of a mode."""
    for allowance in list_allowances(theatre, position, side):
        if allowance.mode == mode and allowance.is_spent:
            yield allowance.objection


def list_open(theatre: GreatWarGame, position: Position, side: Side) -> frozenset[Mode]:
    """The modes of which a side has a move left."""
    allowances = list_allowances(theatre, position, side)
    spent: set[Mode] = {allowance.mode for allowance in allowances if allowance.is_spent}
    return frozenset(allowance.mode for allowance in allowances if allowance.mode not in spent)
