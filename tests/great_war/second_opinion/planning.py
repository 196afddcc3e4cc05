"""What reinforcements and production have in common: pieces that come, and armies that are filled anew.

A side plans under seal on a map of its own; what it planned happens when both have closed (2.0-I, 2.0-V-2).
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from schemas.great_war.orders import Anew, GreatWarOrder, Transfer
from tests.great_war.second_opinion.almanac import SIDES
from tests.great_war.second_opinion.field import Chit, Field
from tests.great_war.second_opinion.marching import STACK, join
from tests.great_war.second_opinion.supplying import supplied
from tests.great_war.second_opinion.terms import Path, Question
from tests.great_war.second_opinion.war import War


@dataclass
class Plan:
    """What one side has planned so far, and the map as it will be."""

    war: War
    side: str
    field: Field
    fed: set[str]
    orders: list[GreatWarOrder] = field(default_factory=list)

    def room(self, area: str, coming: set[str]) -> bool:
        there = self.field.pieces(area, self.side) | coming
        return len(there) <= STACK or self.war.almanac.areas[area].transit is not None

    def berth(self, chit: Chit, area: str, into: str | None) -> str:
        """What speaks against a piece coming to an area, or into an army there (7.2, 2.0-I)."""
        if area not in self.war.almanac.areas or area not in self.fed:
            return "out of supply (6.4)"
        if self.war.status(area, self.side) not in {"friendly", "disputed"}:
            return "neither friendly nor disputed (7.2)"
        if self.war.almanac.areas[area].transit is not None:
            return "nothing is built in transit (A-82)"
        if into is not None and (against := self.takes_in(chit, area, into)):
            return against
        if chit.kind == "army":
            return ""
        coming = {into or chit.id}
        return "" if self.room(area, coming) else "three units in an area (1.2.2)"

    def takes_in(self, chit: Chit, area: str, into: str) -> str:
        army = self.field.chits.get(into)
        if army is None or army.kind != "army" or army.side != self.side or army.area != area:
            return "no army of yours there (8.1)"
        if chit.kind in {"army", "fort"} or chit.army == into:
            return "armies hold no armies (8.1)"
        if not self.field.fits([*self.field.inside(into), chit], army):
            return "does not fit the template (1.4)"
        apart = self.war.almanac.scenario.kept_apart
        if {chit.id, into} <= set(apart) and self.war.almanac.areas[area].box:
            return "kept apart in England (4.6)"
        return ""

    def transfer(self, order: Transfer) -> str:
        """What speaks against a piece going into an army of its area, or out of one (8.1)."""
        chit = self.field.chits.get(order.piece)
        if chit is None or chit.side != self.side or chit.kind in {"army", "fort"}:
            return "no piece of yours"
        if order.army is not None:
            return self.takes_in(chit, chit.area, order.army)
        return "in no army" if chit.army is None else ""

    def reorganises(self) -> bool:
        """Whether the side has an army with a piece in it or beside it."""
        own = [chit for chit in self.field.chits.values() if chit.side == self.side]
        armies = {chit.area for chit in own if chit.kind == "army"}
        return any(chit.area in armies and chit.kind not in {"army", "fort"} for chit in own)

    def crowded(self) -> bool:
        """Whether more stand in an area than may: what is reorganised is lawful if it ends so (A-80)."""
        areas = {chit.area for chit in self.field.chits.values()}
        return not all(self.room(area, set()) for area in areas)

    def transferred(self, order: Transfer) -> None:
        join(self.field, self.field.chits[order.piece], order.army)

    def arrive(self, id: str, area: str, into: str | None) -> None:
        nation, letter = self.war.almanac.counter(id) or ("", "")
        self.field.chits[id] = Chit(id, nation, self.side, letter, area, into)
        self.field.eliminated.discard(id)


def new_plan(war: War, side: str) -> Plan:
    return Plan(war, side, war.draft(), supplied(war, side))


Desk = Callable[[Plan, GreatWarOrder], str]
Deed = Callable[[Plan, GreatWarOrder], None]


def both_plan(war: War, what: str, asked: set[str], against: Desk, carry_out: Deed) -> Path:
    """Both sides plan until they have closed; the plans, which happened to `war`."""
    plans = {side: new_plan(war, side) for side in SIDES}
    waiting = set(asked)
    while waiting:
        order: GreatWarOrder = yield Question(
            frozenset(waiting), what, lambda order: against(plans[order.side], order)
        )
        plan = plans[order.side]
        match order:
            case Anew():
                plans[order.side] = new_plan(war, order.side)
            case _ if order.type == "done":
                waiting.discard(order.side)
            case _:
                carry_out(plan, order)
                plan.orders.append(order)
    for side in SIDES:
        happen(war, plans[side], carry_out)
    war.settle()
    return plans


def happen(war: War, plan: Plan, carry_out: Deed) -> None:
    """What was planned happens to the map that both see."""
    own = Plan(war, plan.side, war.field, plan.fed)
    for order in plan.orders:
        carry_out(own, order)
        own.orders.append(order)
