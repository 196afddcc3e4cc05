"""Movement, reorganisation and the moderator's amendments as events."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from referee.engine.events import everyone
from referee.engine.system import RuleOption
from referee.systems.great_war.events.combat_events import spend
from referee.systems.great_war.events.event_kinds import Kinds, event_kind
from referee.systems.great_war.facts import control, terrain
from referee.systems.great_war.state import tasks
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Piece, Position, list_carried
from schemas.great_war import events as happened
from schemas.great_war.clauses import Clause
from schemas.great_war.orders import Mode, PieceRepositioned, PiecesExchanged

DISPUTED_START = RuleOption("disputed-start", ("each-step", "whole-march"))
"""Bar against entering an enemy area from a disputed one (E-33)."""

MODES: Mapping[Mode, Clause] = {
    "rail": Clause.RAIL_FRIENDLY,
    "strategic": Clause.STRATEGIC_SOURCES,
    "sea": Clause.SEA_PORTS,
    "reserves": Clause.RESERVES,
}
"""The clauses of movement other than marches."""


def _list_clauses(_: GreatWarGame, before: Position, event: happened.PieceMoved) -> Iterator[Clause]:
    yield MODES.get(event.mode, Clause.ADJACENT)
    if before.map.pieces[event.piece].entrenched:
        yield Clause.ENTRENCHMENT_LOST
    if any(before.map.contents(event.piece)):
        yield Clause.CARRIED


def _count_moved(
    theatre: GreatWarGame, position: Position, piece: Piece, last: Sequence[str], mode: str, steps: int
) -> int:
    """Return the areas that a piece used; a march that terrain ends uses all of them."""
    areas = piece.moved + steps
    ends = mode == "march" and terrain.find_halt(theatre, position, piece, last[0], last[1]) is not None
    return max(areas, theatre.units[piece.kind].moves) if ends else areas


def _move(theatre: GreatWarGame, position: Position, event: happened.PieceMoved) -> Position:
    piece = position.map.pieces[event.piece]
    steps, mode = len(event.path), event.mode
    leaves = theatre.chosen(DISPUTED_START, "whole-march") and (
        control.status(position.map, piece.area, piece.side) == "disputed"
    )
    rest = [piece.area, *event.path][-2:]
    party = [
        replace(
            moving, area=event.path[-1], moved=_count_moved(theatre, position, moving, rest, mode, steps),
            mode=mode, been=(),
            from_disputed=moving.from_disputed or leaves,
        )
        for moving in list_carried(position.map, piece)
    ]  # fmt: skip
    party[0] = replace(party[0], army=event.into, entrenched=False, fortified=False)
    now = position.playing
    # An area counts by its status at this moment: it may have changed hands during the turn (9.1.2).
    entered = (area for area in event.path if control.status(position.map, area, piece.side) == "enemy")
    paid = position if event.card is None else spend(position, piece.side, event.card)
    return paid.put(*party).turning(
        replace(
            now,
            entered=tuple(dict.fromkeys((*now.entered, *entered))),
            mover=now.mover if mode == "reserves" else now.mover or piece.id,
            reserves=now.reserves + (mode == "reserves"),
            plays=now.plays + (event.card is not None),
            rails=now.rails + (mode == "rail"),
            strategics=now.strategics + (mode == "strategic"),
            seas=now.seas + (mode == "sea"),
        )
    )


def _take(_: GreatWarGame, position: Position, event: happened.AreaTaken) -> Position:
    return position.marking(owner={**position.map.owner, event.area: event.side})


def _dispute(_: GreatWarGame, position: Position, event: happened.AreaDisputed) -> Position:
    now, contested = position.playing, position.map.contested
    after = position.turning(replace(now, disputed=(*now.disputed, event.area)))
    return after.marking(contested=(*contested, event.area)) if event.empty else after


def _contain(position: Position, id: str, into: str | None) -> Position:
    """A piece goes into an army or out of one: in a pass it is the unit that moves, unless one took it in.

    An army that moved as reserves takes in pieces without using the move of the pass (B-12).
    """
    piece, now = position.map.pieces[id], position.now
    been = (*piece.been, piece.army or "")
    fortified_still = piece.fortified and into is None
    after = position.put(replace(piece, army=into, entrenched=False, fortified=fortified_still, been=been))
    if now is None or (into is not None and position.map.pieces[into].mode == "reserves"):
        return after
    return after.turning(replace(now, mover=now.mover or id))


def _entrench(_: GreatWarGame, position: Position, event: happened.ArmyEntrenched) -> Position:
    return position.put(replace(position.map.pieces[event.army], entrenched=True))


def move_piece(position: Position, piece: Piece, area: str, into: str | None) -> Position:
    """Return the position with a piece and its contents in another place."""
    carried = [replace(one, area=area) for one in list_carried(position.map, piece) if one.id != piece.id]
    return position.put(replace(piece, area=area, army=into), *carried)


def _exchange(_: GreatWarGame, position: Position, event: PiecesExchanged) -> Position:
    """Put each piece where the other was, with its state; a marker of missing supply stays where it lies."""
    one, other = position.map.pieces[event.piece], position.map.pieces[event.other]
    after = position.put(replace(other, id=one.id), replace(one, id=other.id))
    if (one.id in position.map.unsupplied) == (other.id in position.map.unsupplied):
        return after
    return after.marking(unsupplied=position.map.unsupplied ^ {one.id, other.id})


def _reposition(_: GreatWarGame, position: Position, event: PieceRepositioned) -> Position:
    return move_piece(position, position.map.pieces[event.piece], event.area, event.into)


MOVEMENT: Kinds = (
    event_kind(
        happened.PieceMoved, tasks.MovePieces, tasks.PassMove,
        apply=_move, visible_to=everyone, clause=_list_clauses,
    ),
    event_kind(
        happened.ArmyJoined,
        apply=lambda _, position, event: _contain(position, event.piece, event.army),
        visible_to=everyone, clause=Clause.ARMY_SAME_AREA, narrate="{piece} joins {army}.",
    ),
    event_kind(
        happened.ArmyLeft,
        apply=lambda _, position, event: _contain(position, event.piece, None),
        visible_to=everyone, clause=Clause.ARMY_SAME_AREA, narrate="{piece} leaves {army}.",
    ),
    event_kind(
        happened.ArmyEntrenched, apply=_entrench, visible_to=everyone,
        narrate="{army} takes over the trenches of the infantry that joined it.",
    ),
    event_kind(
        happened.AreaTaken, apply=_take, visible_to=everyone, clause=Clause.AREA_STATUS,
        narrate="{area} passes to the {side} side.",
    ),
    event_kind(
        happened.AreaDisputed, apply=_dispute, visible_to=everyone, clause=Clause.AREA_STATUS,
        narrate="{area} is now disputed.",
    ),
)  # fmt: skip
"""Pieces on their way, armies that change, and areas that change hands."""

AMENDMENTS: Kinds = (
    event_kind(
        PiecesExchanged, apply=_exchange, visible_to=everyone, narrate="{piece} and {other} change places."
    ),
    event_kind(PieceRepositioned, apply=_reposition, visible_to=everyone),
)
"""Pieces that a moderator puts right."""
