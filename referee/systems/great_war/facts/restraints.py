"""What the chart of events forbids to pieces, and the cards that lift it."""

from collections.abc import Iterator

from referee.engine.facts import Objection, refuse
from referee.systems.great_war.facts.refusals import Refusal
from referee.systems.great_war.state.position import Piece, Position
from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.great_war.charts import Restraint
from schemas.great_war.clauses import Clause
from schemas.record import Side


def _in_force(
    theatre: GreatWarGame, position: Position, piece: Piece, forbids: str, area: str
) -> Iterator[Restraint]:
    """The restraints that bear on a piece this season."""
    for restraint in theatre.pack.tables.events.restraints:
        if (
            restraint.forbids == forbids
            and restraint.nation == piece.nation
            and restraint.first <= position.map.turn <= restraint.last
            and (not restraint.areas or area in restraint.areas)
            and (not restraint.kinds or piece.kind in restraint.kinds)
            and not _is_lifted(theatre, position, restraint)
        ):
            yield restraint


def _is_lifted(theatre: GreatWarGame, position: Position, restraint: Restraint) -> bool:
    """Whether the side has given the cards for it this turn, or plays an offensive that is free of it."""
    now = position.now
    if not restraint.cards or now is None:
        return False
    card = theatre.card(now.card)
    free = now.kind == "special" and card is not None and card.id in restraint.free
    return free or now.sacrificed >= restraint.cards


def forbidden(
    theatre: GreatWarGame, position: Position, piece: Piece, forbids: str, area: str
) -> Iterator[Objection]:
    """The objections of the chart to a piece leaving, entering or attacking an area, or being built there."""
    for restraint in _in_force(theatre, position, piece, forbids, area):
        fact = Refusal.FORBIDDEN_WITHOUT_CARDS if restraint.cards else Refusal.FORBIDDEN
        yield refuse(Clause.RESTRAINT, fact, piece=piece.id, why=restraint.because, cards=restraint.cards)


def owed(theatre: GreatWarGame, position: Position, side: Side) -> int:
    """How many cards a side may still give this turn so that its pieces may do what is forbidden."""
    prices = [
        restraint.cards
        for restraint in theatre.pack.tables.events.restraints
        if theatre.nations[restraint.nation].side == side
        and restraint.first <= position.map.turn <= restraint.last
        and not _is_lifted(theatre, position, restraint)
    ]
    return max(prices, default=0) - (position.now.sacrificed if position.now is not None else 0)
