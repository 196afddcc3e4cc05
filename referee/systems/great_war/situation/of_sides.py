"""Both sides in a report, the reader's own first: cards, force pool, build points, plans he may read."""

from collections.abc import Iterator

from referee.systems.great_war import production
from referee.systems.great_war.narrative import of_plans, phrases
from referee.systems.great_war.position import Position
from referee.systems.great_war.situation import of_cards, of_pieces
from referee.systems.great_war.theatre import Theatre
from schemas.document import Block, Bullets, Heading, Table, Text, words
from schemas.great_war.view import PlanView, View
from schemas.record import Side, listed


def sides(theatre: Theatre, position: Position, seen: View) -> Iterator[Block]:
    """One section for each side."""
    for side in sorted(theatre.sides, key=lambda side: side != seen.viewer):
        yield Heading(text=_title(theatre, seen, side), level=3)
        yield words(_means(theatre, seen, side))
        yield from of_cards.hand(theatre, seen, side)
        yield of_pieces.pool(theatre, seen, side)
        yield from _building(theatre, position, seen, side)


def _title(theatre: Theatre, seen: View, side: Side) -> str:
    if side == seen.viewer:
        return "Your hand and force pool"
    known = ", as far as you may know" if seen.viewer in theatre.sides else ""
    return f"{phrases.subject(theatre, side)}{known}"


def _means(theatre: Theatre, seen: View, side: Side) -> str:
    """How many cards and build points a side has, and whether its plan is closed."""
    hand = next(hand for hand in seen.hands if hand.side == side)
    plan = _plan(seen, side)
    cards = f"{phrases.subject(theatre, side)} holds {phrases.counted(hand.size, 'card')}"
    points = phrases.counted(plan.points, "build point") + _shares(theatre, plan)
    closed = " Its plan is closed." if plan.closed else ""
    return f"{cards}; at the end of the season at most {plan.card_limit}. It builds with {points}.{closed}"


def _shares(theatre: Theatre, plan: PlanView) -> str:
    """The build points of each nation, where each spends its own."""
    shares = [f"{theatre.nations[purse.nation].name} {purse.points}" for purse in plan.purses]
    return f" ({listed(shares)})" if plan.purses else ""


def _plan(seen: View, side: Side) -> PlanView:
    return next(plan for plan in seen.plans if plan.side == side)


def _building(theatre: Theatre, position: Position, seen: View, side: Side) -> Iterator[Block]:
    """What the nations of a side may build, and what it has planned, for those who may read it."""
    rows = tuple(
        (nation.name, ", ".join(production.offered(theatre, position, nation)) or "nothing")
        for nation in theatre.nations.values()
        if nation.side == side
    )
    yield Table(columns=("Nation", "May build (build points)"), rows=rows)
    plan = _plan(seen, side)
    if plan.planned:
        cost = f", for {phrases.counted(plan.spent, 'build point')}" if plan.spent else ""
        yield words(f"The sealed plan of {phrases.side_called(theatre, side)}{cost}:")
        lines = [of_plans.plain(theatre, position, step) for step in plan.planned]
        yield Bullets(items=tuple((Text(text=line),) for line in lines))
