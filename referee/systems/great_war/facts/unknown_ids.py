"""The objections to ids that name nothing an order could be about."""

from referee.engine.facts import Objection, refuse
from referee.systems.great_war.facts.refusals import Refusal
from schemas.great_war.clauses import Clause


def no_piece(id: str) -> Objection:
    """The objection to a piece that its side does not have on the map."""
    return refuse(Clause.OWN_UNITS, Refusal.NO_SUCH_PIECE, id=id)


def no_army(id: str, area: str) -> Objection:
    """The objection to an army that its side does not have in an area."""
    return refuse(Clause.ARMY_SAME_AREA, Refusal.NO_SUCH_ARMY, id=id, area=area)


def no_area(clause: Clause, *ids: str) -> Objection:
    """The objection to areas that are not on the map; the clause is that of the order."""
    return refuse(clause, Refusal.NO_SUCH_AREA, ids=ids)
