"""Arrivals, purchases and plans as events; sealed plans change only themselves."""

from collections.abc import Iterator

from msgspec.structs import replace

from referee.engine.events import everyone, own_side
from referee.systems.great_war.events.event_kinds import Kinds, event_kind
from referee.systems.great_war.state.combat_tasks import PayCrisis
from referee.systems.great_war.state.position import Piece, Plan, Position
from referee.systems.great_war.state.tasks import CheckSupply, MakePlans
from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.great_war import plan_events as happened
from schemas.great_war.clauses import Clause
from schemas.great_war.events import PlanExtended


def _extend(_: GreatWarGame, position: Position, event: PlanExtended) -> Position:
    plan = position.plan(event.side)
    return position.planning(event.side, replace(plan, planned=(*plan.planned, *event.planned)))


def _arrive(_: GreatWarGame, position: Position, event: happened.PieceArrived) -> Position:
    piece = Piece(event.piece, event.nation, event.side, event.kind, event.area, event.into)
    return position.put(piece).marking(eliminated=position.map.eliminated - {piece.id})


def _replace(_: GreatWarGame, position: Position, event: happened.PieceReplaced) -> Position:
    old = position.map.pieces[event.piece]
    stays = old.fortified and event.entrenched
    new = replace(old, id=event.by, kind=event.kind, entrenched=event.entrenched, fortified=stays)
    after = position.without(old.id).put(new)
    return after.marking(swapped=after.map.swapped | {new.id}) if event.reason == "swapped" else after


def _list_arrival_clauses(_: GreatWarGame, __: Position, event: happened.PieceArrived) -> Iterator[Clause]:
    arrived = event.origin in {"reinforcement", "substitute"}
    yield Clause.ARRIVE_WHERE if arrived else Clause.BUILD_WHERE


def _list_replacement_clauses(
    _: GreatWarGame, __: Position, event: happened.PieceReplaced
) -> Iterator[Clause]:
    yield Clause.SWAP if event.reason == "swapped" else Clause.UPGRADE


def _entrench(_: GreatWarGame, position: Position, event: happened.PieceEntrenched) -> Position:
    return position.put(replace(position.map.pieces[event.piece], entrenched=True))


def _buy(_: GreatWarGame, position: Position, event: happened.CardsBought) -> Position:
    bought = {**position.bought, event.side: position.bought.get(event.side, 0) + event.count}
    return replace(position, bought=bought)


def _mark_unsupplied(_: GreatWarGame, position: Position, event: happened.SupplyChecked) -> Position:
    return position.then().marking(unsupplied=frozenset(event.unsupplied))


def _close(_: GreatWarGame, position: Position, event: happened.PlanClosed) -> Position:
    return position.planning(event.side, replace(position.plan(event.side), closed=True))


def _close_phase(_: GreatWarGame, position: Position, event: happened.PhaseClosed) -> Position:
    after = position.then()
    return replace(after, bought={}) if event.phase == "purchases" else after


def _join(_: GreatWarGame, position: Position, event: happened.CountriesJoined) -> Position:
    board = position.map
    early = board.early.union(event.countries) if event.early else board.early
    return position.marking(owner={**board.owner, **dict.fromkeys(event.areas, event.side)}, early=early)


def _withdraw(_: GreatWarGame, position: Position, event: happened.ArmyWithdrawn) -> Position:
    return position.marking(eliminated=position.map.eliminated - {event.army})


def _order_withdrawal(_: GreatWarGame, position: Position, event: happened.WithdrawalOrdered) -> Position:
    return position.first(
        PayCrisis(
            event.side, event.name, Clause.WITHDRAWAL, (event.nation,), event.kinds, event.count,
            event.shift, "withdrawn",
        )
    )  # fmt: skip


PLANS: Kinds = (
    event_kind(PlanExtended, MakePlans, apply=_extend, visible_to=own_side),
    event_kind(
        happened.PlanDropped, MakePlans,
        apply=lambda _, position, event: position.planning(event.side, Plan()),
        visible_to=own_side, narrate="The {side} side tears up its plan.",
    ),
    event_kind(
        happened.PlanClosed, MakePlans,
        apply=_close, visible_to=everyone, narrate="The {side} side has closed its plan.",
    ),
    event_kind(
        happened.PlansRevealed, MakePlans,
        apply=lambda _, position, __: replace(position.then(), plans={}), visible_to=everyone,
    ),
    event_kind(happened.PhaseClosed, apply=_close_phase, visible_to=everyone, narrate=""),
    event_kind(happened.PieceArrived, apply=_arrive, visible_to=everyone, clause=_list_arrival_clauses),
    event_kind(
        happened.PieceReplaced, apply=_replace, visible_to=everyone, clause=_list_replacement_clauses
    ),
    event_kind(
        happened.PieceEntrenched, apply=_entrench, visible_to=everyone, clause=Clause.BUILD_POINTS
    ),
    event_kind(happened.CardsBought, apply=_buy, visible_to=everyone, clause=Clause.BUILD_POINTS),
    event_kind(
        happened.SupplyChecked, CheckSupply,
        apply=_mark_unsupplied, visible_to=everyone, clause=Clause.SUPPLY,
    ),
    event_kind(happened.CountriesJoined, apply=_join, visible_to=everyone),
    event_kind(
        happened.WithdrawalOrdered,
        apply=_order_withdrawal, visible_to=everyone, clause=Clause.WITHDRAWAL,
    ),
    event_kind(happened.ArmyWithdrawn, apply=_withdraw, visible_to=everyone),
    event_kind(
        happened.ArmisticeOffered,
        apply=lambda _, position, event: replace(position, armistice=event.side),
        visible_to=everyone, narrate="The {side} side offers an armistice.",
    ),
    event_kind(
        happened.ArmisticeDeclined,
        apply=lambda _, position, __: replace(position, armistice=None), visible_to=everyone,
    ),
)  # fmt: skip
"""Sealed plans, and arrivals, purchases and offers."""
