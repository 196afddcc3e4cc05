"""Who and what is there too early, too late or not at all when a scenario opens."""

from collections import Counter
from collections.abc import Iterator

from referee.engine.faults import PackProblem
from referee.packs.checks.great_war.roll_call import RollCall, strangers, twice
from schemas.great_war.pack import Kind, Pack, Scenario


def complaints(pack: Pack, call: RollCall, scenario: Scenario) -> Iterator[PackProblem]:
    """Everything about the dates of a set-up that does not fit the charts."""
    file = f"scenarios/{scenario.id}.yaml"
    yield from _early_armies(pack, scenario, file)
    yield from _lose_armies(call, scenario, file)
    yield from _early_kinds(call, scenario, file)
    yield from _swapped_in(pack, call, scenario, file)
    yield from _large_hands(pack, scenario, file)
    yield from _past_crises(pack, call, scenario, file)


def _arrivals(pack: Pack, scenario: Scenario) -> dict[str, int]:
    """The armies that arrive after the set-up, and when."""
    return {
        army: arrival.turn
        for arrival in pack.tables.arrivals.entries
        if arrival.turn >= scenario.turn
        for army in arrival.armies
    }


def _early_armies(pack: Pack, scenario: Scenario, file: str) -> Iterator[PackProblem]:
    """Armies that stand on the map, or were lost, although they are still to arrive."""
    coming = _arrivals(pack, scenario)
    for at, placement in enumerate(scenario.placements):
        if placement.army in coming:
            fact = f"`{placement.army}` stands here and is to arrive on turn {coming[placement.army]}"
            yield PackProblem(file, ("placements", at, "army"), fact)
    for at, army in enumerate(scenario.eliminated):
        if army in coming:
            fact = f"`{army}` cannot be lost before it arrives on turn {coming[army]}"
            yield PackProblem(file, ("eliminated", at), fact)


def _lose_armies(call: RollCall, scenario: Scenario, file: str) -> Iterator[PackProblem]:
    """Armies lost before the scenario that there are not, or that stand on the map."""
    armies = [army for nation in call.nations.values() for army in nation.armies]
    yield from strangers(file, ("eliminated",), scenario.eliminated, armies, "army")
    yield from twice(file, ("eliminated",), scenario.eliminated, "army", None)
    placed = {placement.army for placement in scenario.placements}
    for at, army in enumerate(scenario.eliminated):
        if army in placed:
            yield PackProblem(
                file, ("eliminated", at), f"`{army}` stands on the map", "take it out here or there"
            )


def _early_kinds(call: RollCall, scenario: Scenario, file: str) -> Iterator[PackProblem]:
    """Pieces of nations that are not in the war yet, and of kinds that could not be built by now."""
    for at, placement in enumerate(scenario.placements):
        path, nation = ("placements", at), call.nations.get(placement.nation)
        if nation is None:
            continue
        if nation.enters > 1 and nation.enters >= scenario.turn:
            fact = f"`{nation.id}` enters the war on turn {nation.enters}"
            yield PackProblem(file, (*path, "nation"), fact)
            continue
        for kind in placement.holds:
            first = call.kinds[kind].buildable_from.get(nation.id, 1) if kind in call.kinds else 1
            if first > 1 and first >= scenario.turn:
                fact = f"`{nation.id}` has no `{kind}` before turn {first}"
                yield PackProblem(file, (*path, "holds", kind), fact, key=True)


def _swapped_in(pack: Pack, call: RollCall, scenario: Scenario, file: str) -> Iterator[PackProblem]:
    """Pieces that take the place of others: as many as the chart has brought, for none come later."""
    come: Counter[tuple[str, Kind]] = Counter()
    for arrival in pack.tables.arrivals.entries:
        if arrival.turn < scenario.turn:
            for kind, count in arrival.units.items():
                come[arrival.nation, kind] += count
    for nation in call.nations.values():
        for kind in nation.counters:
            if kind not in call.kinds or call.kinds[kind].swapped_for is None:
                continue
            placed = sum(one.holds.get(kind, 0) for one in scenario.placements if one.nation == nation.id)
            if placed != come[nation.id, kind]:
                had = f"`{nation.id}` has had {come[nation.id, kind]} so far"
                fact = f"{placed} of `{kind}` in the whole set-up, and {had}"
                yield PackProblem(file, ("placements",), fact)


def _large_hands(pack: Pack, scenario: Scenario, file: str) -> Iterator[PackProblem]:
    """Hands that the card limit of the first season forbids."""
    for side, size in scenario.hands.items():
        limits = pack.tables.card_limits.figures.get(side, ())
        if 0 < scenario.turn <= len(limits) and size > (limit := limits[scenario.turn - 1]):
            yield PackProblem(file, ("hands", side), f"{size} cards, and the card limit is {limit} then")


def _past_crises(pack: Pack, call: RollCall, scenario: Scenario, file: str) -> Iterator[PackProblem]:
    """Cards of crises that are all over: they were removed for good, or are to be left out."""
    cards = [kind for kind in pack.cards.kinds for _ in range(kind.copies)]
    if (turn := call.turns.get(scenario.turn)) is None:
        return
    for number, card in enumerate(cards, start=1):
        last = card.crisis.last if card.crisis is not None else None
        if last is not None and turn.year > last and number not in scenario.without_cards:
            fact = f"card {number}, `{card.id}`, is out of play by now"
            yield PackProblem(file, ("without_cards",), fact, f"name {number} in `without_cards`")
