"""Trenches and the works behind them: who digs in, and what that costs (4.3, 7.5, 7.6)."""

from collections.abc import Iterator

from referee.engine.facts import Objection, refuse
from referee.engine.rule_options import RuleOption
from referee.systems.great_war.facts import budgets, pool, unknown
from referee.systems.great_war.season import plans
from referee.systems.great_war.season.refusals import Refusal
from referee.systems.great_war.state.position import Piece, Position
from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.great_war.clauses import Clause
from schemas.great_war.orders import Entrench, Fortify

FORTIFY = RuleOption("fortify", ("no", "yes"))
"""Fortification of entrenched armies for a build point (7.6)."""


def price(theatre: GreatWarGame, position: Position, order: Entrench) -> int:
    """The build points for one more trench: nothing, as long as the last point is not used up."""
    piece = pool.counter(theatre, order.piece)
    payer = order.side if piece is None else budgets.holder(theatre, piece.nation)
    before = budgets.dug(theatre, position, order.side)[payer]
    return budgets.trenches(theatre, before + 1) - budgets.trenches(theatre, before)


def entrench_objections(theatre: GreatWarGame, position: Position, order: Entrench) -> Iterator[Objection]:
    """Everything the rules hold against a piece digging in."""
    piece = plans.draft(theatre, position, order.side).map.pieces.get(order.piece)
    if piece is None or piece.side != order.side:
        yield unknown.no_piece(order.piece)
        return
    if piece.kind != "army" and not theatre.units[piece.kind].entrenched:
        yield refuse(Clause.ENTRENCH_WHO, Refusal.CANNOT_ENTRENCH, piece=piece.id)
    elif piece.army is not None:
        yield refuse(Clause.ENTRENCH_WHO, Refusal.ENTRENCHED_INSIDE, piece=piece.id, army=piece.army)
    elif piece.entrenched:
        yield refuse(Clause.ENTRENCH_WHO, Refusal.ENTRENCHED_ALREADY, piece=piece.id)
    cap = theatre.limits.entrench_points.get(position.map.turn)
    if cap is not None and _dug_out(theatre, position, order) > cap:
        most = cap * theatre.limits.entrenched_per_point
        own = budgets.holder(theatre, piece.nation) == piece.nation
        fact = Refusal.NATION_TRENCH_LIMIT if own else Refusal.TRENCH_LIMIT
        yield refuse(Clause.ENTRENCH_CAP, fact, season=position.map.turn, most=most)


def _dug_out(theatre: GreatWarGame, position: Position, order: Entrench) -> int:
    """The build points for all trenches of a side's plan, and those of one more piece."""
    before = sum(
        budgets.trenches(theatre, pieces) for pieces in budgets.dug(theatre, position, order.side).values()
    )
    return before + price(theatre, position, order)


def fortify_objections(theatre: GreatWarGame, position: Position, order: Fortify) -> Iterator[Objection]:
    """Everything held against works behind a trench: it was dug before, and stands alone (7.6)."""
    piece, draft = position.map.pieces.get(order.piece), plans.draft(theatre, position, order.side)
    if not theatre.chosen(FORTIFY, "yes"):
        yield refuse(Clause.FORTIFY, Refusal.NOTHING_IS_FORTIFIED)
        return
    if piece is None or piece.side != order.side or piece.id not in draft.map.pieces:
        yield refuse(Clause.FORTIFY, Refusal.NO_PIECE_TO_FORTIFY, id=order.piece)
        return
    if piece.army is not None:
        yield refuse(Clause.FORTIFY, Refusal.FORTIFIED_INSIDE, piece=piece.id, army=piece.army)
    elif not fortifiable(theatre, piece):
        single = "infantry" in theatre.limits.fortified
        fact = Refusal.CANNOT_BE_FORTIFIED if single else Refusal.ONLY_ARMIES_ARE_FORTIFIED
        yield refuse(Clause.FORTIFY, fact, piece=piece.id)
    elif draft.map.pieces[piece.id].fortified:
        yield refuse(Clause.FORTIFY, Refusal.FORTIFIED_ALREADY, piece=piece.id)
    elif not piece.entrenched:
        yield refuse(Clause.FORTIFY, Refusal.NOT_ENTRENCHED_YET, piece=piece.id)


def fortifiable(theatre: GreatWarGame, piece: Piece) -> bool:
    """Whether the theatre fortifies pieces of this kind."""
    if piece.kind == "army":
        return "army" in theatre.limits.fortified
    return piece.army is None and piece.kind in theatre.infantry and "infantry" in theatre.limits.fortified
