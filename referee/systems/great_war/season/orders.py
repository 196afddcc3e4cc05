"""Orders of a season: sealed plans, cards against restraints, and the end of the match."""

from referee.systems.great_war.events.order_kinds import Kinds, order_kind
from referee.systems.great_war.season import arrivals, calendar, plans, production, victory
from referee.systems.great_war.season.production import judge_purchase
from referee.systems.great_war.state.tasks import MakePlans, MovePieces
from schemas.great_war import orders, plan_events

INITIATIVE, REINFORCEMENTS = MakePlans("initiative"), MakePlans("reinforcements")
ATTRITION, PRODUCTION = MakePlans("attrition"), MakePlans("production")


def _spot(order: orders.Place | orders.Build) -> str:
    return f"{order.piece} {order.into is not None}"


SACRIFICES: Kinds = (
    order_kind(
        orders.Discard, MovePieces,
        objections=calendar.sacrifice_objections, outcome=calendar.sacrifice,
        options=calendar.sacrifices, line="discard {cards}",
    ),
)  # fmt: skip
"""Orders that pay for actions that the game events chart forbids."""

PLANS: Kinds = (
    order_kind(
        orders.Bid, INITIATIVE,
        objections=calendar.bid_objections, outcome=calendar.bid, options=calendar.bid_options,
        line="bid {cards} | bid nothing",
        likeness=lambda order: str(len(order.cards)),
    ),
    order_kind(
        orders.Swap, REINFORCEMENTS,
        objections=arrivals.swap_objections, outcome=arrivals.swap, option_groups=arrivals.swap_option_groups,
        line="swap {piece}",
    ),
    order_kind(
        orders.Place, REINFORCEMENTS,
        objections=arrivals.objections, outcome=arrivals.outcome, option_groups=arrivals.option_groups,
        line="place {piece} in {area}[ into {into}]", likeness=_spot,
    ),
    order_kind(
        orders.Forfeit, ATTRITION,
        objections=calendar.objections, outcome=calendar.outcome, options=calendar.options,
        line="lose {piece}", likeness=lambda order: order.piece,
    ),
    order_kind(
        orders.Buy, PRODUCTION,
        objections=production.object_to_price, options=production.card_options,
        outcome=lambda course, order: plans.intend(
            course, order.side, plan_events.CardsBought(side=order.side, count=order.cards)
        ),
        line=lambda _, order: f"buy {order.cards} {'card' if order.cards == 1 else 'cards'}",
    ),
    order_kind(
        orders.Rebuild, PRODUCTION,
        objections=judge_purchase(production.rebuild_objections), outcome=production.rebuild,
        options=production.rebuild_options,
        line="rebuild {army} in {area}", likeness=lambda order: order.army,
    ),
    order_kind(
        orders.Build, PRODUCTION,
        objections=judge_purchase(production.build_objections), outcome=production.build,
        option_groups=production.build_option_groups,
        line="build {piece} in {area}[ into {into}]", likeness=_spot,
    ),
    order_kind(
        orders.Entrench, PRODUCTION,
        objections=judge_purchase(production.entrench_objections),
        # Improvements of a piece on the map are offered piece by piece, upgrades among them.
        options=production.betterment_options,
        outcome=lambda course, order: plans.intend(
            course, order.side, plan_events.PieceEntrenched(piece=order.piece)
        ),
        line="entrench {piece}",
    ),
    order_kind(
        orders.Upgrade, PRODUCTION,
        objections=judge_purchase(production.upgrade_objections), outcome=production.upgrade,
        line="upgrade {piece}",
    ),
    order_kind(
        orders.Fortify, PRODUCTION,
        objections=judge_purchase(production.fortify_objections),
        option_groups=production.fortify_option_groups,
        outcome=lambda course, order: plans.intend(
            course, order.side, plan_events.PieceFortified(piece=order.piece)
        ),
        line="fortify {piece}", likeness=lambda order: order.piece,
    ),
    order_kind(
        orders.Transfer, REINFORCEMENTS, PRODUCTION,
        objections=plans.transfer_objections, outcome=plans.transfer, options=plans.transfer_options,
        line="join {piece} to {army} | leave {piece}",
        likeness=lambda order: str(order.army is not None),
    ),
)  # fmt: skip
"""Orders of a sealed plan."""

PARLEY: Kinds = (
    order_kind(
        orders.OfferArmistice,
        objections=victory.offer_objections, line="offer armistice",
        outcome=lambda course, order: course.add(plan_events.ArmisticeOffered(side=order.side)),
    ),
    order_kind(
        orders.AcceptArmistice,
        objections=victory.accept_objections, outcome=victory.accept_armistice,
        line="accept armistice",
    ),
    order_kind(
        orders.DeclineArmistice,
        objections=victory.decline_objections, line="decline armistice",
        outcome=lambda course, order: course.add(plan_events.ArmisticeDeclined(side=order.side)),
    ),
    order_kind(
        orders.Resign,
        objections=victory.resign_objections, outcome=victory.resign, line="resign",
    ),
)  # fmt: skip
"""Orders that either side may give at any time."""
