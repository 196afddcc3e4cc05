"""Trenches and the works behind them: who digs in, and what that costs (4.3, 7.5, 7.6)."""

from collections.abc import Iterator

from referee.engine.facts import Objection
from referee.engine.tongue import message
from referee.systems.great_war.facts import pool, purses
from referee.systems.great_war.season import plans
from referee.systems.great_war.state.position import Piece, Position
from referee.systems.great_war.state.theatre import Theatre
from schemas.great_war.clauses import Clause
from schemas.great_war.orders import Entrench, Fortify


def price(theatre: Theatre, position: Position, order: Entrench) -> int:
    """The build points for one more trench: nothing, as long as the last point is not used up."""
    piece = pool.counter(theatre, order.piece)
    payer = order.side if piece is None else purses.holder(theatre, piece.nation)
    before = purses.dug(theatre, position, order.side)[payer]
    return purses.trenches(theatre, before + 1) - purses.trenches(theatre, before)


OWN_TRENCHES = message("in {season} a side entrenches {most} pieces of one nation at most")


def entrench_objections(theatre: Theatre, position: Position, order: Entrench) -> Iterator[Objection]:
    """Everything the rules hold against a piece digging in."""
    piece = plans.draft(theatre, position, order.side).pieces.get(order.piece)
    if piece is None or piece.side != order.side:
        yield theatre.refusal(Clause.OWN_UNITS, "you have no piece {id} on the map", id=order.piece)
        return
    name = theatre.piece_name(piece)
    if piece.kind != "army" and not theatre.units[piece.kind].entrenched:
        yield theatre.refusal(
            Clause.ENTRENCH_WHO, "{piece} cannot entrench", "armies and single infantry can", piece=name
        )
    elif piece.army is not None:
        yield _inside(theatre, Clause.ENTRENCH_WHO, name, piece.army, message("write: entrench {id}"))
    elif piece.entrenched:
        yield theatre.refusal(Clause.ENTRENCH_WHO, "{piece} is entrenched already", piece=name)
    cap = theatre.limits.entrench_points.get(position.turn)
    if cap is not None and _dug_out(theatre, position, order) > cap:
        most = cap * theatre.limits.entrenched_per_point
        own = purses.holder(theatre, piece.nation) == piece.nation
        yield theatre.refusal(
            Clause.ENTRENCH_CAP,
            OWN_TRENCHES if own else message("in {season} a side entrenches {most} pieces at most"),
            season=theatre.turns[position.turn].title,
            most=most,
        )


def _dug_out(theatre: Theatre, position: Position, order: Entrench) -> int:
    """The build points for all trenches of a side's plan, and those of one more piece."""
    before = sum(
        purses.trenches(theatre, pieces) for pieces in purses.dug(theatre, position, order.side).values()
    )
    return before + price(theatre, position, order)


def fortify_objections(theatre: Theatre, position: Position, order: Fortify) -> Iterator[Objection]:
    """Everything held against works behind a trench: it was dug before, and stands alone (7.6)."""
    piece, draft = position.pieces.get(order.piece), plans.draft(theatre, position, order.side)
    if not theatre.chosen("fortify", "yes"):
        yield theatre.refusal(Clause.FORTIFY, "in this match nothing is fortified")
        return
    if piece is None or piece.side != order.side or piece.id not in draft.pieces:
        yield theatre.refusal(
            Clause.FORTIFY, "you have no piece {id} on the map that can be fortified", id=order.piece
        )
        return
    name = theatre.piece_name(piece)
    if piece.army is not None:
        yield _inside(theatre, Clause.FORTIFY, name, piece.army, message("write: fortify {id}"))
    elif not fortifiable(theatre, piece):
        able = (message("armies can"), message("armies and single infantry can"))
        remedy = able["infantry" in theatre.limits.fortified]
        yield theatre.refusal(Clause.FORTIFY, "{piece} cannot be fortified", remedy, piece=name)
    elif draft.pieces[piece.id].fortified:
        yield theatre.refusal(Clause.FORTIFY, "{piece} is fortified already", piece=name)
    elif not piece.entrenched:
        yield theatre.refusal(
            Clause.FORTIFY,
            "{piece} is not entrenched yet",
            "entrench it now, and fortify it in a later season",
            piece=name,
        )


def _inside(theatre: Theatre, clause: Clause, name: str, army: str, remedy: str) -> Objection:
    """What an army holds is dug in with it, and not by itself."""
    return theatre.refusal(
        clause, "{piece} is inside {army}", remedy, piece=name, army=theatre.army_name(army), id=army
    )


def fortifiable(theatre: Theatre, piece: Piece) -> bool:
    """Whether the theatre fortifies pieces of this kind."""
    if piece.kind == "army":
        return "army" in theatre.limits.fortified
    return piece.army is None and piece.kind in theatre.infantry and "infantry" in theatre.limits.fortified
