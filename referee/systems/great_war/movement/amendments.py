"""Amendments of a position by the moderator: like for like, and no piece more or less than before."""

from referee.engine.facts import Objections, refuse
from referee.systems.great_war.events.movement_events import move_piece
from referee.systems.great_war.events.recorder import EventRecorder
from referee.systems.great_war.facts import control, hidden_templates, stacking, unknown_ids
from referee.systems.great_war.movement.refusals import Refusal
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Piece, Position, list_carried
from referee.systems.great_war.state.tasks import MakePlans
from schemas.great_war.clauses import Clause
from schemas.great_war.orders import Amendment, Exchange, PieceRepositioned, PiecesExchanged, Reposition
from schemas.record import REFEREE, Side


def exchange_objections(theatre: GreatWarGame, position: Position, order: Exchange) -> Objections:
    """Everything held against two pieces that are to change places."""
    yield from _object_to_author(position, order)
    one, other = (position.map.pieces.get(id) for id in (order.piece, order.other))
    for id, piece in ((order.piece, one), (order.other, other)):
        if piece is None:
            yield unknown_ids.no_piece(id)
    if one is None or other is None:
        return
    yield from _object_to_telling(theatre, one, other)
    for piece in (one, other):
        yield from _object_to_battle(position, piece, piece.area)
    alike = (one.nation, one.kind, one.strength) == (other.nation, other.kind, other.strength)
    if not alike or one.kind in {"army", "fort"}:
        yield refuse(Clause.COUNTER_MIX, Refusal.NOT_ALIKE, piece=one.id, other=other.id)
    elif one.likeness == other.likeness:
        yield refuse(Clause.QUESTION_OPEN, Refusal.NOTHING_AMENDED)


def reposition_objections(theatre: GreatWarGame, position: Position, order: Reposition) -> Objections:
    """Everything held against a piece that is to be put elsewhere."""
    yield from _object_to_author(position, order)
    piece = position.map.pieces.get(order.piece)
    if piece is None:
        yield unknown_ids.no_piece(order.piece)
        return
    if order.area not in theatre.areas:
        yield unknown_ids.no_area(Clause.OUT_OF_PLAY, order.area)
        return
    yield from _object_to_telling(theatre, piece, into=order.into)
    for area in dict.fromkeys((piece.area, order.area)):
        yield from _object_to_battle(position, piece, area)
    if piece.kind == "fort":
        yield refuse(Clause.FORTS_STAY, Refusal.FORT_AMENDED, piece=piece.id)
    if (piece.area, piece.army) == (order.area, order.into):
        yield refuse(Clause.QUESTION_OPEN, Refusal.NOTHING_AMENDED)
    yield from _object_to_place(theatre, position, piece, order)


def exchange(course: EventRecorder, order: Exchange) -> None:
    """The pieces change places."""
    course.add(PiecesExchanged(piece=order.piece, other=order.other))


def reposition(course: EventRecorder, order: Reposition) -> None:
    """The piece stands where it belongs."""
    course.add(PieceRepositioned(piece=order.piece, area=order.area, into=order.into))


def _object_to_author(position: Position, order: Amendment) -> Objections:
    if order.side != REFEREE:
        yield refuse(Clause.YOUR_TURN, Refusal.MODERATOR_AMENDS)
    if isinstance(position.task, MakePlans):
        yield refuse(Clause.QUESTION_OPEN, Refusal.PLANS_ARE_MADE)


def _object_to_telling(theatre: GreatWarGame, *pieces: Piece, into: str | None = None) -> Objections:
    """Yield the objection to amending hidden pieces: only loose pieces and whole armies are open."""
    if not hidden_templates.is_played(theatre):
        return
    if into is not None or any(piece.army is not None for piece in pieces):
        yield refuse(Clause.QUESTION_OPEN, Refusal.AMENDMENT_WOULD_TELL)


def _object_to_battle(position: Position, piece: Piece, area: str) -> Objections:
    if position.fight is not None and area == position.fight.area:
        yield refuse(Clause.QUESTION_OPEN, Refusal.AMENDED_IN_BATTLE, piece=piece.id, area=area)


def _object_to_place(
    theatre: GreatWarGame, position: Position, piece: Piece, order: Reposition
) -> Objections:
    """Yield the objections of the destination, and of the area that the piece leaves."""
    area, army = order.area, position.map.pieces.get(order.into or "")
    if order.into is not None and (army is None or army.kind != "army" or army.side != piece.side):
        yield unknown_ids.no_piece(order.into)
        return
    if army is not None and (army.area != area or piece.kind == "army"):
        yield refuse(Clause.ARMY_SAME_AREA, Refusal.ARMY_NOT_THERE, army=army.id, area=area)
        return
    if not _is_home(position, area, piece.side):
        yield refuse(Clause.AREA_STATUS, Refusal.NO_PLACE_OF_ITS_SIDE, piece=piece.id, area=area)
    yield from stacking.object_to_barred(theatre, list_carried(position.map, piece), area)
    if army is not None:
        yield from stacking.entry(theatre, position.map, (piece,), army)
    after = move_piece(position, piece, area, order.into)
    if area != piece.area or order.into is None:
        yield from stacking.overstacked(theatre, after.map, area, piece.side)
    for place in dict.fromkeys((piece.area, area)):
        if control.status(position.map, place, piece.side) != control.status(after.map, place, piece.side):
            yield refuse(Clause.AREA_STATUS, Refusal.CONTROL_AMENDED, area=place)


def _is_home(position: Position, area: str, side: Side) -> bool:
    return control.friendly(position.map, area, side) or control.present(position.map, area, side)
