"""Retreat events: departures, marks, and the rule that a marked piece never retreats (5.4.4)."""

from msgspec.structs import replace

from referee.engine.events import everyone
from referee.engine.system import RuleOption
from referee.systems.great_war.events import combat_events
from referee.systems.great_war.events.event_kinds import Kinds, event_kind, finish_task
from referee.systems.great_war.state.fights import Departure
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Piece, Position, list_carried
from referee.systems.great_war.state.tasks import (
    Fire,
    LeaveEmpty,
    RetreatAfter,
    RideOff,
    StandOrRetreat,
    Withdraw,
)
from schemas.great_war import events as happened
from schemas.great_war.clauses import Clause
from schemas.great_war.events import PieceRetreated, PieceStayed

MARKED_IN_ARMIES = RuleOption("marked-in-armies", ("left-behind", "hold-the-army"), earlier=("carried-on",))
"""Pieces that retreated before, in an army that retreats (B-15)."""


def _declare(_: GreatWarGame, position: Position, event: happened.RetreatDeclared) -> Position:
    """The piece will leave when all declarations are made."""
    fight, departure = position.fighting, Departure(event.to, event.into)
    return begin(replace(position, fight=replace(fight, leaving={**fight.leaving, event.piece: departure})))


def remaining(position: Position, piece: str) -> Position:
    """The piece leaves no more, because it has left, is lost, or stays."""
    if position.fight is None:
        return position
    leaving = {id: departure for id, departure in position.fight.leaving.items() if id != piece}
    return replace(position, fight=replace(position.fight, leaving=leaving))


def _close(_: GreatWarGame, position: Position, event: happened.RetreatsDeclared) -> Position:
    """All declarations are made: pursuit comes next, and then the retreats."""
    if not position.fighting.leaving:
        return position.then()
    pursuit = Fire(position.fighting.attacker, event.area, "pursuit")
    return position.then(pursuit, Withdraw(event.side, event.area))


def _retreat(theatre: GreatWarGame, position: Position, event: PieceRetreated) -> Position:
    """The piece has gone with all it carries, and all of it is marked; raises `ValueError` if any was."""
    piece = position.map.pieces[event.piece]
    going = list_carried(position.map, piece)
    _assert_unmarked(theatre, going)
    party = [replace(moving, area=event.to, retreated=True) for moving in going]
    party[0] = replace(party[0], army=event.into, entrenched=False, fortified=False)
    after = combat_events.depart(theatre, remaining(position.put(*party), piece.id), piece, event.origin)
    match after.task:
        case LeaveEmpty(army=army) if army == piece.id:
            return after.then()
        case RetreatAfter(side=side) if after.fight is not None:
            destination = {**after.fight.destination, side: event.to}
            return begin(replace(after, fight=replace(after.fight, destination=destination)))
        case _:
            return begin(after)


def _assert_unmarked(theatre: GreatWarGame, going: tuple[Piece, ...]) -> None:
    """No piece retreats twice in a player turn (1.2.3, 5.4.4).

    Matches that were opened before this was held to may tell of armies that carried marked pieces on.
    """
    piece, *inside = going
    older = theatre.chosen(MARKED_IN_ARMIES, "carried-on")
    marked = [moving.id for moving in ((piece,) if older else (piece, *inside)) if moving.retreated]
    if marked:
        raise ValueError(f"retreated twice in one player turn: {', '.join(marked)}")


def _stay(_: GreatWarGame, position: Position, event: PieceStayed) -> Position:
    """The piece is out of the army that leaves it; an army that stays does not leave any more."""
    if event.army is None:
        return remaining(position, event.piece)
    origin = position.map.pieces[event.piece]
    return position.put(replace(origin, army=None, entrenched=False, fortified=False))


def begin(position: Position) -> Position:
    """An answer about retreats has been given, and waits for its end."""
    task = position.task
    if isinstance(task, RideOff | StandOrRetreat | RetreatAfter):
        return position.then(replace(task, begun=True))
    return position


def _order_off(_: GreatWarGame, position: Position, event: happened.ArmyMustLeave) -> Position:
    empty = position.map.pieces[event.army]
    return position.first(LeaveEmpty(event.army, empty.side, empty.area))


RETREATS: Kinds = (
    event_kind(
        happened.RetreatDeclared, StandOrRetreat,
        apply=_declare, visible_to=everyone, clause=Clause.RETREAT_INSTEAD,
    ),
    event_kind(happened.RetreatsDeclared, StandOrRetreat, apply=_close, visible_to=everyone),
    event_kind(PieceRetreated, apply=_retreat, visible_to=everyone, clause=Clause.RETREAT_WHERE),
    event_kind(PieceStayed, apply=_stay, visible_to=everyone),
    event_kind(
        happened.RetreatsClosed, RetreatAfter, RideOff, Withdraw,
        apply=finish_task, visible_to=everyone, narrate="",
    ),
    event_kind(
        happened.ArmyMustLeave, apply=_order_off, visible_to=everyone, clause=Clause.EMPTY_ARMY_LEAVES,
        narrate="{army} is empty and must leave.",
    ),
)  # fmt: skip
"""Retreats, and armies that have to leave."""
