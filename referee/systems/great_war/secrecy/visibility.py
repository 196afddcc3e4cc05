"""Visibility by side: redacted events, redacted orders, and views of a position (A-95).

Hands and the order of the draw pile are secret. Hand sizes, discards and force pools are public; templates
are, unless they are hidden by agreement.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from msgspec import UNSET
from msgspec.structs import asdict

from referee.engine.values import cached, show
from referee.systems.great_war.events.recorder import EVENTS
from referee.systems.great_war.facts import control, hidden_templates, pool, turn_sequence
from referee.systems.great_war.flow import agenda
from referee.systems.great_war.flow.orders import ORDERS
from referee.systems.great_war.language.language import GreatWarLanguage
from referee.systems.great_war.season import production, victory
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import NO_PIECES, NOWHERE, Hand, MapState, Piece, Plan, Position
from schemas.great_war import events as happened
from schemas.great_war import view as views
from schemas.great_war.names import Kind
from schemas.great_war.orders import GreatWarOrder, Sealed
from schemas.great_war.pack import Area
from schemas.record import REFEREE, Side


def redact_event(
    theatre: GreatWarGame, event: happened.GreatWarEvent, viewer: Side
) -> happened.GreatWarEvent | None:
    """Return the event as a viewer sees it, or None if it is hidden from the viewer."""
    return EVENTS.of(event).visible_to(theatre, event, viewer)


def redact_order(theatre: GreatWarGame, order: GreatWarOrder, viewer: Side) -> GreatWarOrder | None:
    """Return the order as one viewer may read it.

    Plans are sealed. All other orders are open, with cards face up. An order to join an army is also sealed
    with hidden templates: the piece may come from another army. Its event contains the public part.
    """
    secret = isinstance(order, Sealed) or ORDERS.of(order).secret(theatre)
    return None if secret and viewer not in {order.side, REFEREE} else order


@cached
def view(narrator: GreatWarLanguage, position: Position, viewer: Side) -> views.View:
    """The position as one viewer may know it, built up from nothing."""
    theatre = narrator.game
    if not hidden_templates.is_played(theatre):
        return _view(narrator, position, viewer)
    view_position = hidden_templates.show_to(theatre, position, viewer)
    unseen = {side: tuple(_unseen(view_position, side)) for side in theatre.sides}
    return views.CoveredView(**asdict(_view(narrator, view_position, viewer)), unseen=unseen)


def _unseen(position: Position, side: Side) -> Iterator[views.UnseenPiece]:
    """The pieces of a side that a viewer knows to be in armies, but not in which."""
    return (show(views.UnseenPiece, piece) for piece in hidden_templates.unseen(position, side))


def _view(narrator: GreatWarLanguage, position: Position, viewer: Side) -> views.View:
    theatre = narrator.game
    tally = victory.points(theatre, position)
    return views.View(
        viewer=viewer,
        turn=position.map.turn,
        title=narrator.turns[position.map.turn].title,
        first=_first(theatre, position) or UNSET,
        prompts=tuple(map(narrator.ask, agenda.asked(theatre, position))),
        now=_now(position),
        passes=position.passes,
        areas=_list_areas(theatre, position.map),
        pieces=_list_pieces(theatre, position.map),
        armies=_list_armies(theatre, position.map),
        eliminated=tuple(sorted(position.map.eliminated)),
        hands=tuple(_hand(position, side, viewer) for side in theatre.sides),
        pile=len(position.pile),
        discards=position.discards,
        removed=position.removed,
        pool=_count_pools(theatre, position.map),
        victory=show(
            views.VictoryView, tally, level=narrator.worded(victory.victory_level(theatre, tally.total).name)
        ),
        supply={side: _list_supplied(theatre, position.map, side) for side in theatre.sides},
        plans=tuple(_plan(theatre, position, side, viewer) for side in theatre.sides),
        unsupplied=tuple(sorted(position.map.unsupplied)),
        armistice=position.armistice,
        result=position.result,
    )


@cached
def _list_pieces(_: GreatWarGame, board: MapState) -> tuple[views.PieceView, ...]:
    return tuple(_piece(piece) for piece in board.pieces.values() if piece.area != NOWHERE)


@cached
def _count_pools(theatre: GreatWarGame, board: MapState) -> Mapping[str, Mapping[Kind, int]]:
    return {nation.id: pool.force_pool(board, nation) for nation in theatre.pack.forces.nations}


@lru_cache(maxsize=4096)
def _piece(piece: Piece) -> views.PieceView:
    """Return the view of a piece, which most events leave unchanged."""
    return show(views.PieceView, piece)


def _first(theatre: GreatWarGame, position: Position) -> Side | None:
    """Return the first side of the season, if it may change between seasons."""
    bid_for = theatre.chosen(turn_sequence.INITIATIVE, "bidding")
    return turn_sequence.first_player(theatre, position) if bid_for else None


def _plan(theatre: GreatWarGame, position: Position, side: Side, viewer: Side) -> views.PlanView:
    """Return a side's build points, and its plan for viewers who may read it."""
    points, limit = production.points(theatre, position, side), production.card_limit(theatre, position, side)
    plan, may_read = position.plan(side), viewer in {side, REFEREE}
    spent = production.spend(theatre, position, side) if may_read else 0
    visible = plan if may_read else Plan(closed=plan.closed)
    own = tuple(_purse(purse, known=may_read) for purse in _own_purses(theatre, position, side))
    return show(views.PlanView, visible, side=side, points=points, card_limit=limit, spent=spent, purses=own)


def _own_purses(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[pool.Purse]:
    """The purses of nations that spend build points of their own this season."""
    return (
        purse
        for purse in pool.side_budget(theatre, position, side)
        if purse.points and purse.holder in theatre.nations
    )


def _purse(purse: pool.Purse, *, known: bool) -> views.PurseView:
    return views.PurseView(nation=purse.holder, points=purse.points, spent=purse.spent if known else 0)


@cached
def _list_areas(theatre: GreatWarGame, board: MapState) -> tuple[views.AreaView, ...]:
    return tuple(_area(board, area) for area in theatre.pack.map.areas)


def _area(board: MapState, area: Area) -> views.AreaView:
    standing_there, known = board.stacks.get(area.id, NO_PIECES), board.pieces
    pieces = tuple(id for id in standing_there if known[id].army is None)
    owner, status = board.owner.get(area.id), standing(board, area.id)
    return views.AreaView(id=area.id, owner=owner, status=status, points=area.points, pieces=pieces)


def standing(board: MapState, area: str) -> views.Standing:
    """Return the status of an area, held, disputed or neutral, the same for each viewer."""
    status = control.status(board, area, board.sides[0])
    return "held" if status in {"friendly", "enemy"} else "disputed" if status == "disputed" else "neutral"


@cached
def _list_supplied(theatre: GreatWarGame, board: MapState, side: Side) -> tuple[str, ...]:
    """The areas in supply that a side owns or stands in."""
    lines, pieces = control.Lines(theatre, board, side), board.pieces
    return tuple(
        area
        for area in theatre.areas
        if (
            board.owner.get(area) == side
            or any(pieces[id].side == side for id in board.stacks.get(area, NO_PIECES))
        )
        and lines.feed_all(area)
    )


@cached
def _list_armies(theatre: GreatWarGame, board: MapState) -> tuple[views.ArmyView, ...]:
    armies = (piece for piece in board.pieces.values() if piece.kind == "army")
    return tuple(_army(theatre, board, army) for army in armies)


def _army(theatre: GreatWarGame, board: MapState, army: Piece) -> views.ArmyView:
    holds = tuple(piece.id for piece in board.contents(army.id))
    more = army.filled if hidden_templates.is_played(theatre) else UNSET
    return views.ArmyView(id=army.id, area=army.area, holds=holds, more=more)


def _hand(position: Position, side: Side, viewer: Side) -> views.HandView:
    hand = position.hand(side)
    visible = hand if viewer in {side, REFEREE} else Hand(hand.size)
    return show(views.HandView, visible, side=side)


def _now(position: Position) -> views.TurnView | None:
    now = position.now
    if now is None:
        return None
    return show(views.TurnView, now, played=tuple(show(views.PlayedView, card) for card in now.played))
