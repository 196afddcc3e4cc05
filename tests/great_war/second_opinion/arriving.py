"""Reinforcements as the second opinion reads them (2.0-I, 8.2.2, 8.2.3)."""

from collections import Counter

from schemas.great_war.orders import Anew, Done, GreatWarOrder, Place, Swap, Transfer
from tests.great_war.second_opinion.almanac import KINDS, SIDES
from tests.great_war.second_opinion.field import Chit
from tests.great_war.second_opinion.planning import Plan, both_plan, new_plan
from tests.great_war.second_opinion.terms import Path, Reached
from tests.great_war.second_opinion.war import War

LETTERS = {name: letter for letter, name in KINDS.items()}

Due = Counter[tuple[str, str]]
"""How many counters of a nation and a kind arrive."""


def due(war: War, side: str) -> tuple[Due, set[str], int]:
    """What the chart brings as far as the force pool has it: counters, armies, Commonwealth to swap in."""
    counters: Due = Counter()
    armies: set[str] = set()
    swaps = 0
    for entry in war.almanac.arrivals(war.turn, side):
        armies |= {army for army in entry.armies if army not in war.field.chits}
        for name, count in entry.units.items():
            nation, letter = entry.nation, LETTERS[name]
            if letter == "W":
                swaps += min(count, len(_fresh(war)))
                continue
            came = min(count, _left(war, nation, letter))
            counters[nation, letter] += came
            if letter == "S":
                counters[nation, "I"] += min(count - came, _left(war, nation, "I"))
    return +counters, armies, swaps


def _has_a_say(plan: Plan, counters: Due, armies: set[str], swaps: int) -> bool:
    """Whether a side can place what is due to it, if need be after its armies have made room (8.1)."""
    due = bool(counters or armies or swaps)
    return due and (plan.reorganises() or _placeable(plan, counters, armies, swaps))


def _fresh(war: War) -> list[str]:
    """The Commonwealth units that have not entered yet: first the Canadians, then the ANZAC (8.2.3)."""
    return [id for id in war.almanac.box("uk", "W", war.turn) if id not in war.swapped]


def _left(war: War, nation: str, letter: str) -> int:
    """How many counters of a kind the force pool has (1.2.1, 8.3.4)."""
    return sum(id not in war.field.chits for id in war.almanac.box(nation, letter, war.turn))


def reinforcements(war: War) -> Path:
    """Both sides place what is due to them (2.0-I)."""
    dues = {side: due(war, side) for side in SIDES}
    asked = {side for side in SIDES if _has_a_say(new_plan(war, side), *dues[side])}
    yield from both_plan(
        war, "reinforcements", asked, lambda plan, order: _against(dues, plan, order), _carry_out
    )
    war.swapped |= {id for id, chit in war.field.chits.items() if chit.kind == "W"}
    yield Reached("reinforcements")


def _against(dues: dict[str, tuple[Due, set[str], int]], plan: Plan, order: GreatWarOrder) -> str:  # noqa: PLR0911 - one arm per case of the rule
    counters, armies, swaps = dues[plan.side]
    match order:
        case Place(piece=piece, area=area, into=into):
            return _place(plan, counters, armies, piece, area, into)
        case Swap(piece=piece):
            done = sum(isinstance(one, Swap) for one in plan.orders)
            chit = plan.field.chits.get(piece)
            infantry = chit is not None and (chit.nation, chit.kind) == ("uk", "I")
            return "" if done < swaps and infantry else "nothing to swap (8.2.3)"
        case Transfer():
            return plan.transfer(order)
        case Anew():
            return "" if plan.orders else "nothing to tear up"
        case Done() if plan.crowded():
            return "three units in an area (1.2.2)"
        case Done():
            return "still to be placed (2.0-I)" if _placeable(plan, counters, armies, swaps) else ""
        case _:
            return "not now"


def _placeable(plan: Plan, counters: Due, armies: set[str], swaps: int) -> bool:
    """Whether anything that is due can still come on the map."""
    almanac, there = plan.war.almanac, plan.field.chits
    infantry = any((chit.nation, chit.kind) == ("uk", "I") for chit in there.values())
    if infantry and sum(isinstance(one, Swap) for one in plan.orders) < swaps:
        return True
    ids = [army for army in armies if army not in there]
    for nation, letter in counters:
        ids += [id for id in almanac.box(nation, letter, plan.war.turn) if id not in there][:1]
    berths = [
        (chit.area, chit.id) for chit in there.values() if chit.kind == "army" and chit.side == plan.side
    ]
    berths += [(area, "") for area in almanac.areas]
    return any(
        not _place(plan, counters, armies, id, area, into or None) for id in ids for area, into in berths
    )


def _place(plan: Plan, counters: Due, armies: set[str], piece: str, area: str, into: str | None) -> str:
    known = plan.war.almanac.counter(piece)
    if known is None or piece in plan.field.chits:
        return "no such counter in the force pool"
    if known[1] != "army" and piece not in plan.war.almanac.box(*known, plan.war.turn):
        return "not yet (8.3.4)"
    placed = Counter(plan.war.almanac.counter(one.piece) for one in plan.orders if isinstance(one, Place))
    nation, letter = known
    if letter == "army":
        if piece not in armies or into is not None:
            return "not due (2.0-I)"
    elif placed[known] >= counters[known]:
        return "not due (2.0-I)"
    against = _at_home(plan, nation, letter, area)
    return against or plan.berth(_counter(plan, piece), area, into)


def _at_home(plan: Plan, nation: str, letter: str, area: str) -> str:
    """British armies come to England (4.6), everything American to France (7.3)."""
    almanac = plan.war.almanac
    if area not in almanac.areas:
        return "no such area"
    own = almanac.nations[nation]
    if (own.arrives_at_home or (own.sea and letter == "army")) and area not in almanac.home(nation):
        return "arrives at home (4.6, 7.3)"
    return ""


def _counter(plan: Plan, piece: str) -> Chit:
    nation, letter = plan.war.almanac.counter(piece) or ("", "")
    return Chit(piece, nation, plan.side, letter, "")


def _carry_out(plan: Plan, order: GreatWarOrder) -> None:
    match order:
        case Place(piece=piece, area=area, into=into):
            plan.arrive(piece, area, into)
        case Swap(piece=piece):
            old = plan.field.chits.pop(piece)
            swapped = sum(isinstance(one, Swap) for one in plan.orders)
            new = _fresh(plan.war)[swapped]
            plan.field.chits[new] = Chit(**{**vars(old), "id": new, "kind": "W"})
        case Transfer():
            plan.transferred(order)
        case _:
            raise AssertionError(order)
