"""Pairs of positions that one side cannot tell apart: they differ in what only the other side knows."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from msgspec.structs import replace

from referee.packs import rulesets
from referee.packs.rulesets import Ruleset
from referee.systems.great_war.facts import hidden_templates
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Hand, Plan, Position
from referee.systems.skirmish.rules import Skirmish
from referee.systems.skirmish.state import position as skirmish
from schemas.great_war.plan_events import CardsBid
from schemas.model import Order
from schemas.record import Side, Value
from tests.great_war import random_play as wars
from tests.skirmish import random_play as skirmishes
from tests.systems import system_of

STRAY = 400
"""How far an unseen man of the twin stands from where he stood, in hundredths of an inch."""

OFTEN, OPENING = 0.05, 0.5
"""How often the position after an order is looked at, and one in which the other side has closed its plan."""

SWAPS = 30
"""How often two pieces of a twin are put in each other's places."""

FROM_ONE_GAME = 3
"""So many pairs come from one game at most."""

LONGEST = 260
"""The most orders of a game that are looked through."""


class Pair(Value):
    """Two positions with equal views for a side, the rules, and orders of that side from earlier on."""

    bound: Ruleset
    side: Side
    one: Any
    two: Any
    earlier: tuple[Order, ...]


def pairs(pack: str, seed: int) -> Iterator[Pair]:
    """Pairs of one random game, a few orders apart, with options and a scenario of chance."""
    chance = Random(f"{pack} {seed}")
    bound = _bind(pack, chance)
    rules: Any = bound.rules
    here_is_skirmish = isinstance(rules, Skirmish)
    steps = skirmishes.play(rules, seed) if here_is_skirmish else wars.play(rules, seed, seasons=3)
    twin: Any = _twin_of_skirmish if here_is_skirmish else _twin_of_war
    found = 0
    earlier: dict[tuple[Side, str], Order] = {}
    for _, order, _, here in islice(steps, LONGEST):
        if order is not None:
            earlier[order.side, order.type] = order
        if found >= FROM_ONE_GAME:
            return
        for side in [prompt.side for prompt in rules.prompts(here)]:
            # What lies under seal is told most easily by the order that opens it.
            sealed = any(plan.closed for whose, plan in here.plans.items() if whose != side)
            if chance.random() > (OPENING if sealed else OFTEN):
                continue
            there = twin(rules, here, side, chance)
            if are_twins(rules, here, there, side):
                known = tuple(one for (whose, _), one in earlier.items() if whose == side)
                found += 1
                yield Pair(bound, side, here, there, known)


def _bind(pack: str, chance: Random) -> Ruleset:
    base = rulesets.bind(pack, None, {})
    options = {one.id: chance.choice(one.choices) for one in base.pack.game.options}
    return rulesets.bind(pack, chance.choice([one.id for one in base.pack.scenarios]), options)


def are_twins(rules: Any, one: Any, two: Any, side: Side) -> bool:
    """Whether a side sees the same of two positions that the other side can tell apart."""
    (other,) = set(rules.sides) - {side}
    return system_of(rules).secrecy.view(one, other) != system_of(rules).secrecy.view(two, other) and all(
        system_of(rules).secrecy.view(one, viewer) == system_of(rules).secrecy.view(two, viewer)
        for viewer in (side, "public")
    )


def _twin_of_war(rules: GreatWar, here: Position, side: Side, chance: Random) -> Position:
    """Other cards in the hand of the other side, another plan under seal, other pieces in hidden armies."""
    (other,) = set(rules.sides) - {side}
    hand, plan = here.hand(other), here.plan(other)
    cards = (*hand.cards, *here.pile)
    drawn = tuple(chance.sample(cards, len(cards)))
    held, pile = drawn[: hand.size], drawn[hand.size :]
    there = replace(here.holding(other, Hand(hand.size, tuple(sorted(held)))), pile=pile)
    kept = chance.randrange(len(plan.planned)) if plan.planned else 0
    planned = tuple(
        CardsBid(side=other, cards=tuple(sorted(held[: chance.randint(0, 1)])))
        if isinstance(one, CardsBid)
        else one
        for one in plan.planned[:kept]
    )
    there = there.planning(other, Plan(planned, plan.closed)) if plan.planned else there
    return _swap(rules, there, other, chance) if hidden_templates.is_played(rules.theatre) else there


def _swap(rules: GreatWar, here: Position, side: Side, chance: Random) -> Position:
    """Pieces of a nation in each other's armies, of which nobody else sees what they hold."""
    hidden = [
        one.id for one in hidden_templates.find_concealed(rules.theatre, here).values() if one.side == side
    ]
    for _ in range(SWAPS if len(hidden) > 1 else 0):
        one, two = (here.map.pieces[id] for id in chance.sample(hidden, 2))
        if one.nation == two.nation and one.kind != two.kind and one.army != two.army:
            first = replace(one, area=two.area, army=two.army, entrenched=two.entrenched)
            second = replace(two, area=one.area, army=one.army, entrenched=one.entrenched)
            there = here.put(first, second)
            here = here if list(wars.broken_invariants(rules, there)) else there
    return here


def _twin_of_skirmish(
    rules: Skirmish, here: skirmish.Position, side: Side, chance: Random
) -> skirmish.Position:
    """Unseen men of the other side elsewhere, its units, score, supply and sealed orders changed."""
    other = here.other(side)
    seen = {contact.figure for contact in here.contacts(side).values()}
    there = replace(here, score={**here.score, other: here.score[other] + chance.randint(1, 3)})
    for figure in list(here.active(other)):
        if figure.id not in seen and not here.in_melee(figure.id) and chance.random() < 0.7:
            at = (figure.at[0] + chance.randint(-STRAY, STRAY), figure.at[1] + chance.randint(-STRAY, STRAY))
            if rules.table.on_table(at):
                pins = chance.randint(0, 2)
                supply = {weapon: max(0, left - 1) for weapon, left in figure.supply.items()}
                there = there.with_figure(replace(figure, at=at, start=at, pins=pins, supply=supply))
    for unit in here.units.values():
        if unit.side == other and chance.random() < 0.3:
            there = there.with_unit(replace(unit, markers=chance.randint(0, 1)))
    plan = here.plan(other)
    plots = tuple(plot for plot in plan.plots if chance.random() < 0.5)
    return replace(there, plans={**here.plans, other: replace(plan, plots=plots)})
