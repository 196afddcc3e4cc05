"""Production as the second opinion reads it (7.0): build points, counters, trenches, cards."""

from collections import Counter

from schemas.great_war.orders import (
    Anew,
    Build,
    Buy,
    Discard,
    Done,
    Entrench,
    GreatWarOrder,
    Rebuild,
    Transfer,
    Upgrade,
)
from tests.great_war.second_opinion.almanac import SIDES
from tests.great_war.second_opinion.field import Chit
from tests.great_war.second_opinion.planning import Plan, both_plan
from tests.great_war.second_opinion.terms import Path, Question, Reached
from tests.great_war.second_opinion.war import War

COSTS = {"T": 2, "S": 2, "W": 2}
"""Two build points instead of one (7.6)."""

DIGS = frozenset({"I", "W", "army"})
"""What entrenches (8.1, 8.2); Stoßtruppen do not."""

TRENCHES = 4
"""Units that a build point entrenches (7.4)."""


def production(war: War) -> Path:
    """Build points are spent, cards dealt, and what is too much in hand discarded (7.0 to 7.6)."""
    plans: dict[str, Plan] = yield from both_plan(war, "production", set(SIDES), _against, _carry_out)
    yield Reached("production")
    for side in SIDES:
        yield from war.draw(side, _cards(plans[side]))
    yield Reached("purchases")
    while spare := {side: n for side in SIDES if (n := _spare(war, side)) > 0}:
        order: GreatWarOrder = yield Question(frozenset(spare), "discards", lambda order: _excess(war, order))
        assert isinstance(order, Discard)
        war.discard(order.side, set(order.cards))


def _spare(war: War, side: str) -> int:
    return len(war.hands[side]) - war.almanac.card_limit(side, war.turn)


def _excess(war: War, order: GreatWarOrder) -> str:
    """What is above the limit goes, and no more (2.0-V-3)."""
    match order:
        case Discard(side=side, cards=cards) if len(set(cards)) == len(cards) <= _spare(war, side):
            return "" if set(cards) <= war.hands[side] else "not in hand"
        case _:
            return "the cards above the limit, and no others (2.0-V-3)"


def _cards(plan: Plan) -> int:
    return sum(order.cards for order in plan.orders if isinstance(order, Buy))


def spent(plan: Plan) -> int:
    """The build points of a plan (7.6)."""
    points = 0
    dug = 0
    for order in plan.orders:
        match order:
            case Build(piece=piece):
                points += COSTS.get((plan.war.almanac.counter(piece) or ("", ""))[1], 1)
            case Rebuild() | Upgrade():
                points += 1
            case Buy(cards=cards):
                points += cards
            case Entrench():
                dug += 1
            case _:
                pass
    return points + -(-dug // TRENCHES)


def left(plan: Plan) -> int:
    return plan.war.almanac.points(plan.side, plan.war.turn) - spent(plan)


def _against(plan: Plan, order: GreatWarOrder) -> str:  # noqa: PLR0911 - one arm per case of the rule
    match order:
        case Build():
            return _build(plan, order)
        case Rebuild():
            return _rebuild(plan, order)
        case Upgrade():
            return _upgrade(plan, order)
        case Entrench():
            return _entrench(plan, order)
        case Buy(cards=cards):
            return "" if cards <= left(plan) else "too few build points (7.1)"
        case Transfer():
            return plan.transfer(order)
        case Anew():
            return "" if plan.orders else "nothing to tear up"
        case Done() if plan.crowded():
            return "three units in an area (1.2.2)"
        case Done():
            return ""
        case _:
            return "not now"


def _build(plan: Plan, order: Build) -> str:  # noqa: PLR0911 - one arm per case of the rule
    known = plan.war.almanac.counter(order.piece)
    if known is None or known[1] in {"army", "F"} or order.piece in plan.field.chits:
        return "no such counter in the force pool (7.2)"
    nation, letter = known
    if plan.war.almanac.side_of(nation) != plan.side:
        return "not yours"
    if not plan.war.almanac.may_build(order.piece, plan.war.turn):
        return "not yet (8.2, 8.3)"
    if letter == "W" and order.piece not in plan.war.swapped:
        return "only rebuilt (8.2.3)"
    if COSTS.get(letter, 1) > left(plan):
        return "too few build points (7.6)"
    into = plan.field.chits.get(order.into or "")
    if into is not None and into.id in plan.war.unsupplied:
        return "out of supply (6.5)"
    return plan.berth(Chit(order.piece, nation, plan.side, letter, ""), order.area, order.into)


def _rebuild(plan: Plan, order: Rebuild) -> str:
    known = plan.war.almanac.counter(order.army)
    if known is None or order.army not in plan.field.eliminated or left(plan) < 1:
        return "no eliminated army, or no build point (7.3)"
    nation, _ = known
    if plan.war.almanac.side_of(nation) != plan.side:
        return "not yours"
    if order.area not in plan.war.almanac.home(nation):
        return "at home (7.3)"
    if plan.war.status(order.area, plan.side) != "friendly":
        return "in a friendly area (7.3)"
    return plan.berth(Chit(order.army, nation, plan.side, "army", ""), order.area, None)


def _upgrade(plan: Plan, order: Upgrade) -> str:
    chit = plan.field.chits.get(order.piece)
    if chit is None or (chit.nation, chit.kind) != ("ge", "I") or plan.side != "german":
        return "no German infantry (7.5)"
    if plan.war.almanac.areas[chit.area].transit is not None:
        return "not in transit (A-82)"
    if chit.area not in plan.fed or (chit.army or chit.id) in plan.war.unsupplied:
        return "out of supply (B-01)"
    if plan.war.turn < 13 or left(plan) < 1:
        return "too early, or no build point (8.2.2)"
    if any(isinstance(one, Upgrade) for one in plan.orders):
        return "one a phase (8.2.2)"
    mix = Counter((one.nation, one.kind) for one in plan.field.chits.values())
    return "" if mix["ge", "S"] < plan.war.almanac.number("ge", "S") else "no counter left (1.2.1)"


def _entrench(plan: Plan, order: Entrench) -> str:
    chit = plan.field.chits.get(order.piece)
    if chit is None or chit.side != plan.side or chit.kind not in DIGS or chit.army is not None:
        return "armies and single infantry entrench (7.4)"
    if chit.entrenched:
        return "entrenched already"
    dug = sum(isinstance(one, Entrench) for one in plan.orders)
    if dug % TRENCHES == 0 and left(plan) < 1:
        return "too few build points (7.4)"
    return "one build point of trenches (7.4)" if plan.war.turn <= 2 and dug >= TRENCHES else ""


def _carry_out(plan: Plan, order: GreatWarOrder) -> None:
    match order:
        case Build(piece=piece, area=area, into=into):
            plan.arrive(piece, area, into)
        case Rebuild(army=army, area=area):
            plan.arrive(army, area, None)
        case Upgrade(piece=piece):
            old = plan.field.chits.pop(piece)
            number = next(n for n in range(1, 99) if f"ge-s{n}" not in plan.field.chits)
            new = f"ge-s{number}"
            if plan.field is plan.war.field:
                plan.war.unsupplied.discard(new)
            plan.field.chits[new] = Chit(**{**vars(old), "id": new, "kind": "S", "entrenched": False})
        case Entrench(piece=piece):
            plan.field.chits[piece].entrenched = True
        case Transfer():
            plan.transferred(order)
        case _:
            pass
