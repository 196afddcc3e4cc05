"""Plans under seal: both sides make theirs at once, and neither sees the other's (7.0, A-74, A-79)."""

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec.structs import replace

from referee.engine.facts import Objection, Objections, refuse
from referee.engine.values import cached
from referee.systems.great_war.events.recorder import EventRecorder, evolve
from referee.systems.great_war.facts import control, stacking, unknown_ids
from referee.systems.great_war.movement import reorganisation
from referee.systems.great_war.season.refusals import Refusal
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import MapState, Piece, Position
from referee.systems.great_war.state.tasks import MakePlans
from schemas.great_war.clauses import Clause
from schemas.great_war.events import Intention, PlanExtended
from schemas.great_war.names import Kind
from schemas.great_war.orders import Join, Transfer
from schemas.great_war.plan_events import Origin, PieceArrived, PieceReplaced
from schemas.record import Side

Spot = tuple[str, str | None]
"""An area, and an army there that a piece goes into."""


@cached
def draft(theatre: GreatWarGame, position: Position, side: Side) -> Position:
    """The position as a side plans it: its own plan carried out, the other's unknown to it."""
    if not isinstance(position.task, MakePlans):
        return position
    draft_position = replace(position, plans={})
    for event in position.plan(side).planned:
        draft_position = evolve(theatre, draft_position, event)
    return draft_position


@cached
def list_open(theatre: GreatWarGame, board: MapState, side: Side, nation: str) -> tuple[str, ...]:
    """The areas that may receive pieces of a nation, in the order of the map."""
    lines = control.Lines(theatre, board, side)
    unsupplied = (board.pieces.get(id) for id in board.unsupplied)
    marked = {piece.area for piece in unsupplied if piece is not None and piece.side == side}
    statuses = control.list_statuses(theatre, board, side)
    return tuple(
        area.id
        for area in theatre.areas.values()
        if statuses[area.id] in {"friendly", "disputed"}
        and area.transit is None
        and area.id not in marked
        and lines.feed(area.id, nation)
    )


class Depot:
    """Legal places for a side's new pieces, in supplied friendly or disputed areas (2.0-I, 2.0-V-2, 6.5).

    Supply is read from the position before both plans: no planned order changes it.
    """

    def __init__(self, theatre: GreatWarGame, position: Position, side: Side) -> None:
        self._theatre = theatre
        self._position = position
        self._side = side
        self.draft = draft(theatre, position, side)
        self._crowds: dict[str, tuple[Objection, ...]] = {}

    def areas(self, nation: str) -> tuple[str, ...]:
        """The areas that may receive pieces of a nation, in the order of the map."""
        return list_open(self._theatre, self._position.map, self._side, nation)

    def closed(self, area: str, nation: str, clause: Clause) -> Objections:
        """Yield the objections to an area receiving pieces of a nation; the clause is that of legal areas."""
        theatre = self._theatre
        if area not in theatre.areas:
            yield unknown_ids.no_area(clause, area)
            return
        if area in self.areas(nation):
            return
        status = control.status(self._position.map, area, self._side)
        if status not in {"friendly", "disputed"}:
            fact = Refusal.ENEMY_RECEIVES_NOTHING if status == "enemy" else Refusal.NEUTRAL_RECEIVES_NOTHING
            yield refuse(clause, fact, area=area)
        elif theatre.areas[area].transit is not None:
            yield refuse(clause, Refusal.BOX_RECEIVES_NOTHING, area=area)
        else:
            yield refuse(Clause.OUT_OF_SUPPLY, Refusal.UNSUPPLIED_RECEIVES_NOTHING, area=area)

    def room(self, piece: Piece, area: str, into: str | None) -> Objections:
        """The objections to a piece that is not on the map yet standing there, or inside that army."""
        if into is None:
            yield from self._object_to_one_alone(piece, area)
            return
        theatre, there = self._theatre, self.draft
        yield from stacking.object_to_barred(theatre, (piece,), area)
        if (army := there.map.find_army(into, piece.side, area)) is None:
            yield unknown_ids.no_army(into, area)
            return
        yield from stacking.entry(theatre, there.map, (piece,), army)
        yield from reorganisation.object_to_kept_apart(theatre, piece, army, area)
        yield from stacking.object_to_crowd(
            theatre, area, stacking.after_arrival(theatre, there.map, replace(piece, area=""), area, into, 0)
        )

    def _object_to_one_alone(self, piece: Piece, area: str) -> Sequence[Objection]:
        barred = stacking.object_to_barred(self._theatre, (piece,), area)
        return barred if piece.kind == "army" else (*barred, *self._object_to_one_more(area))

    def _object_to_one_more(self, area: str) -> tuple[Objection, ...]:
        """The objection to one more piece that stands by itself: asked for each kind of piece."""
        if area not in self._crowds:
            crowd = stacking.overstacked(self._theatre, self.draft.map, area, self._side, more=1)
            self._crowds[area] = tuple(crowd)
        return self._crowds[area]

    def spots(self, piece: Piece, areas: tuple[str, ...]) -> Iterator[Spot]:
        """Yield the places among these areas with room for a piece: inside armies first, then by itself."""
        for area in areas:
            for army in stacking.hosts(self.draft.map, area, piece):
                if not any(self.room(piece, area, army.id)):
                    yield area, army.id
        for area in areas:
            if not self._object_to_one_alone(piece, area):
                yield area, None


depot_of = cached(Depot)
"""Depot of a position, cached for all planned orders."""


def intend(course: EventRecorder, side: Side, *planned: Intention) -> None:
    """Add to a side's plan."""
    course.add(PlanExtended(side=side, planned=planned))


def arrival(piece: Piece, area: str, into: str | None, origin: Origin) -> PieceArrived:
    """A counter of the force pool that comes on the map."""
    return PieceArrived(
        piece=piece.id, side=piece.side, nation=piece.nation, kind=piece.kind, area=area, into=into,
        origin=origin,
    )  # fmt: skip


def replacement(
    theatre: GreatWarGame, piece: Piece, by: str, kind: Kind, reason: Literal["swapped", "upgraded"]
) -> PieceReplaced:
    """A counter that takes a piece's place, in its trench if it can dig."""
    digs = piece.entrenched and theatre.units[kind].entrenched > 0
    return PieceReplaced(piece=piece.id, by=by, kind=kind, area=piece.area, entrenched=digs, reason=reason)


def transfer_objections(theatre: GreatWarGame, position: Position, order: Transfer) -> Objections:
    """Everything held against a transfer; stacking is asked about when the plan is closed (A-80)."""
    there = draft(theatre, position, order.side)
    if (piece := there.map.find_own(order.piece, order.side)) is None:
        yield unknown_ids.no_piece(order.piece)
    elif order.army is not None:
        yield from reorganisation.joining(theatre, there, piece, order.army)
        yield from reorganisation.going_back(piece, order.army)
    elif piece.army is None:
        yield reorganisation.in_no_army(piece)
    else:
        yield from reorganisation.going_back(piece, None)


def transfer(course: EventRecorder, order: Transfer) -> None:
    """The piece changes its container, as far as the side's plan goes."""
    there = draft(course.theatre, course.position, order.side)
    intend(course, order.side, *reorganisation.change(course.theatre, there, order.piece, order.army))


def transfer_options(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[Transfer]:
    """Transfers worth trying."""
    there = draft(theatre, position, side)
    movers = reorganisation.representatives(there, side)
    for order in reorganisation.options(theatre, there, movers):
        army = order.army if isinstance(order, Join) else None
        yield Transfer(side=side, piece=order.piece, army=army)


def transferable(position: Position, side: Side) -> bool:
    """Return True if a side has an army with a piece in it or beside it."""
    armies = {piece.area for piece in position.map.owned(side) if piece.kind == "army"}
    return any(
        piece.filled or (piece.area in armies and piece.kind not in {"army", "fort"})
        for piece in position.map.owned(side)
    )


def overstacked(theatre: GreatWarGame, position: Position, side: Side) -> Objections:
    """The objections to closing a plan that leaves too many pieces in an area."""
    there = draft(theatre, position, side)
    for area in theatre.areas:
        yield from stacking.overstacked(theatre, there.map, area, side)
