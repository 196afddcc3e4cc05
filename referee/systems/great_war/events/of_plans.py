"""What arrivals, purchases and plans make of a position; sealed plans change nothing but themselves."""

from typing import assert_never

from msgspec.structs import replace

from referee.systems.great_war.state.combat_tasks import PayCrisis
from referee.systems.great_war.state.position import Piece, Plan, Position
from schemas.great_war import plan_events as happened
from schemas.great_war.clauses import Clause
from schemas.great_war.events import PlanEvent, PlanExtended


def evolve(position: Position, event: PlanEvent) -> Position:  # noqa: C901, PLR0911, PLR0912 - one arm per event
    """The position after an event."""
    match event:
        case PlanExtended(side=side, planned=planned):
            plan = position.plan(side)
            return position.planning(side, replace(plan, planned=(*plan.planned, *planned)))
        case happened.PieceArrived():
            return _arrive(position, event)
        case happened.PieceReplaced():
            return _replace(position, event)
        case happened.PieceEntrenched(piece=id):
            return position.put(replace(position.map.pieces[id], entrenched=True))
        case happened.CardsBought(side=side, count=count):
            bought = {**position.bought, side: position.bought.get(side, 0) + count}
            return replace(position, bought=bought)
        case happened.SupplyChecked(unsupplied=ids):
            return position.then().marking(unsupplied=frozenset(ids))
        case happened.PlanDropped(side=side):
            return position.planning(side, Plan())
        case happened.PlanClosed(side=side):
            return position.planning(side, replace(position.plan(side), closed=True))
        case happened.PlansRevealed():
            return replace(position.then(), plans={})
        case happened.PhaseClosed(phase=phase):
            after = position.then()
            return replace(after, bought={}) if phase == "purchases" else after
        case happened.CountriesJoined(side=side, countries=countries, areas=areas, early=early):
            before = position.map.early.union(countries) if early else position.map.early
            return position.marking(owner={**position.map.owner, **dict.fromkeys(areas, side)}, early=before)
        case happened.ArmyWithdrawn(army=army):
            return position.marking(eliminated=position.map.eliminated - {army})
        case happened.WithdrawalOrdered():
            return position.first(
                PayCrisis(
                    event.side, event.name, Clause.WITHDRAWAL, (event.nation,), event.kinds, event.count,
                    event.shift, "withdrawn",
                )
            )  # fmt: skip
        case happened.ArmisticeOffered(side=side):
            return replace(position, armistice=side)
        case happened.ArmisticeDeclined():
            return replace(position, armistice=None)
        case _:
            assert_never(event)


def _arrive(position: Position, event: happened.PieceArrived) -> Position:
    piece = Piece(event.piece, event.nation, event.side, event.kind, event.area, event.into)
    return position.put(piece).marking(eliminated=position.map.eliminated - {piece.id})


def _replace(position: Position, event: happened.PieceReplaced) -> Position:
    old = position.map.pieces[event.piece]
    stays = old.fortified and event.entrenched
    new = replace(old, id=event.by, kind=event.kind, entrenched=event.entrenched, fortified=stays)
    after = position.without(old.id).put(new)
    return after.marking(swapped=after.map.swapped | {new.id}) if event.reason == "swapped" else after
