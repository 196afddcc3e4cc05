"""The orders of combat: crises, battles and the cards on them, the air, losses and retreats."""

from referee.systems.great_war.combat import (
    air,
    battles,
    cards,
    declarations,
    forced_retreats,
    losses,
    removals,
    retreats,
)
from referee.systems.great_war.events.order_kinds import Kinds, order_kind
from referee.systems.great_war.state import tasks
from schemas.great_war import orders

CRISES: Kinds = (
    # Never between a throw and its payment.
    order_kind(
        orders.Play,
        tasks.ChooseOffensive, tasks.MovePieces, tasks.PassMove, tasks.DeclareBattles, tasks.RetreatAfter,
        objections=declarations.play_objections, outcome=declarations.play, options=removals.crisis_options,
        line="play {card} in {area} | play {card} as event",
        likeness=lambda order: str(order.card),
    ),
)  # fmt: skip
"""Orders about a crisis that a side brings upon the other."""

DECLARATIONS: Kinds = (
    order_kind(
        orders.Battle, tasks.MovePieces, tasks.DeclareBattles,
        objections=declarations.objections, outcome=declarations.declare, options=battles.options,
        line="battle {area}",
    ),
    order_kind(
        orders.Play, tasks.MovePieces, tasks.DeclareBattles, tasks.CombatCards,
        objections=declarations.play_objections, outcome=declarations.play, options=cards.card_options,
    ),
    order_kind(
        orders.Bonus, tasks.MovePieces, tasks.DeclareBattles,
        objections=declarations.bonus_objections, outcome=declarations.promise,
        options=cards.special_offensive_options,
        line="bonus {area}", likeness=lambda order: order.area,
    ),
)  # fmt: skip
"""Orders about battles before they are fought."""

BATTLES: Kinds = (
    order_kind(
        orders.Battle, tasks.KeepBattle,
        objections=cards.keep_objections, options=cards.keep_options,
        outcome=lambda course, order: cards.keep_battle(course, order.side, order.area),
    ),
    order_kind(
        orders.Scramble, tasks.Scrambling,
        objections=air.scramble_objections, outcome=air.scramble, options=air.scramble_options,
        line="scramble {piece}[ into {into}]",
        likeness=lambda order: order.piece,
    ),
    order_kind(
        orders.Reroll, tasks.AnswerFire,
        objections=air.reroll_objections, outcome=air.reroll, options=air.reroll_options,
        line="reroll {kind}", likeness=lambda order: order.kind,
    ),
    order_kind(
        orders.Lose, tasks.PayHits,
        objections=losses.objections, options=losses.options,
        outcome=lambda course, order: losses.pay(course, order.piece),
        line="lose {piece}", likeness=lambda order: order.piece,
    ),
    order_kind(
        orders.Spend, tasks.PayHits,
        objections=losses.spend_objections, outcome=losses.spend,
        line="spend {card}", likeness=lambda order: str(order.card),
    ),
    order_kind(
        orders.Lose, tasks.PayCrisis,
        objections=removals.pay_objections, options=removals.pay_options,
        outcome=lambda course, order: removals.pay_crisis(course, order.piece),
    ),
    order_kind(
        orders.Retreat, tasks.RideOff, tasks.StandOrRetreat, tasks.LeaveEmpty,
        objections=retreats.objections, outcome=removals.retreat, options=retreats.options,
        line="retreat {piece} to {to}[ into {into}]", likeness=lambda order: order.piece,
    ),
    order_kind(
        orders.Retreat, tasks.RetreatAfter,
        objections=forced_retreats.against, outcome=removals.retreat, options=retreats.options,
    ),
    order_kind(
        orders.Battle, tasks.RetreatAfter,
        objections=battles.next_objections, outcome=battles.bring_forward, options=battles.next_options,
    ),
    order_kind(
        orders.Lose, tasks.RetreatAfter,
        objections=forced_retreats.loss_objections, options=forced_retreats.loss_options,
        outcome=lambda course, order: forced_retreats.fall(course, course.position.map.pieces[order.piece]),
    ),
    order_kind(
        orders.React, tasks.StandOrRetreat,
        objections=air.react_objections, outcome=air.react, options=air.react_options,
        line="react {piece}", likeness=lambda order: order.piece,
    ),
)  # fmt: skip
"""Answers while battles are fought, and after each."""
