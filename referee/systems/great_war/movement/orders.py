"""The orders of movement: offensives and passes, moves, transfers between armies, losses in transit."""

from referee.systems.great_war.events.order_kinds import Kinds, order_kind
from referee.systems.great_war.facts import hidden_templates
from referee.systems.great_war.movement import (
    amendments,
    enumeration,
    movement,
    offensives,
    reorganisation,
    transit,
)
from referee.systems.great_war.state import tasks
from referee.systems.great_war.state.game import GreatWarGame, mix
from schemas.great_war.events import TurnPassed
from schemas.great_war.orders import Exchange, Join, Leave, Lose, Move, Offensive, Pass, Redraw, Reposition


def write_move(theatre: GreatWarGame, order: Move) -> str:
    """A move; arrows where `to` alone would leave the referee to find the way."""
    verb = "move" if order.mode == "march" else order.mode
    *between, goal = order.path
    if between:
        route = f"to {goal} via {', '.join(between)}"
    else:
        route = f"-> {goal}" if _finds_its_way(theatre, order) else f"to {goal}"
    into = f" into {order.into}" if order.into else ""
    absorbing = f" absorbing {', '.join(order.absorb)}" if order.absorb else ""
    card = f" with {order.card}" if order.card is not None else ""
    return f"{verb} {order.piece} {route}{into}{absorbing}{card}"


def _finds_its_way(theatre: GreatWarGame, order: Move) -> bool:
    kind = mix(theatre).get(order.piece)
    far = kind is None or theatre.units[kind].moves > 1
    return order.mode in {"rail", "reserves"} or (order.mode == "march" and far)


def _manner(order: Move) -> str:
    return enumeration.name_manner(order.mode, order.path, order.into, order.absorb)


AMENDMENTS: Kinds = (
    order_kind(
        Exchange,
        objections=amendments.exchange_objections, outcome=amendments.exchange,
        line="exchange {piece} with {other}",
    ),
    order_kind(
        Reposition,
        objections=amendments.reposition_objections, outcome=amendments.reposition,
        line="put {piece} into {into} | put {piece} in {area}",
    ),
)  # fmt: skip
"""Amendments by the moderator under any question; no side is offered one."""

MOVEMENT: Kinds = (
    order_kind(
        Move, tasks.MovePieces, tasks.PassMove,
        objections=movement.objections, outcome=movement.outcome, option_groups=enumeration.option_groups,
        lawful_groups=enumeration.lawful_groups, examples=enumeration.list_examples, line=write_move,
        likeness=_manner,
    ),
    order_kind(
        Join, tasks.MovePieces, tasks.PassMove,
        objections=reorganisation.objections, outcome=reorganisation.outcome,
        # Both kinds of transfers are offered together.
        options=reorganisation.march_options,
        line="join {piece} to {army}",
        # It may come from another army; the event shows the public part.
        secret=hidden_templates.is_played,
    ),
    order_kind(
        Leave, tasks.MovePieces, tasks.PassMove,
        objections=reorganisation.objections, outcome=reorganisation.outcome,
        line="leave {piece}",
    ),
    order_kind(
        Offensive, tasks.ChooseOffensive,
        objections=offensives.objections, outcome=offensives.outcome, options=offensives.options,
        line="offensive {card}", likeness=lambda order: str(order.card),
    ),
    order_kind(
        Pass, tasks.ChooseOffensive,
        outcome=lambda course, order: course.add(TurnPassed(side=order.side)), line="pass",
    ),
    order_kind(
        Redraw, tasks.PassMove,
        objections=offensives.redraw_objections, outcome=offensives.redraw, options=offensives.redraw_options,
        line="redraw {cards}",
        likeness=lambda order: str(len(order.cards) > 1),
    ),
)  # fmt: skip
"""Orders that begin a player turn."""

AFTER_BATTLE: Kinds = (
    order_kind(
        Join, tasks.RetreatAfter,
        objections=reorganisation.shedding, outcome=reorganisation.outcome,
        option_groups=reorganisation.shed_option_groups,
    ),
    order_kind(
        Leave, tasks.RetreatAfter,
        objections=reorganisation.shedding, outcome=reorganisation.outcome,
    ),
    order_kind(
        Lose, tasks.LoseInTransit,
        objections=transit.lose_objections, options=transit.lose_options,
        outcome=lambda course, order: transit.lose(course, order.piece),
    ),
)  # fmt: skip
"""Orders after a battle, and losses in transit."""
