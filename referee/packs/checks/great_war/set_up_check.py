"""Checks of a set-up against the map, the forces, and the rules of every turn."""

from collections import Counter
from collections.abc import Iterator

from referee.faults import PackProblem
from referee.packs.checks.great_war import start_check
from referee.packs.checks.great_war.pack_index import RollCall
from referee.packs.checks.problems import Path, strangers, unknown
from referee.systems.great_war.state.game import piece_id
from schemas.great_war.names import Kind
from schemas.great_war.pack import Nation, Pack, Placement, Scenario


def complaints(pack: Pack, call: RollCall, scenario: Scenario) -> Iterator[PackProblem]:
    """Yield everything in a set-up that does not fit."""
    file = f"scenarios/{scenario.id}.yaml"
    for key, turn in (("turn", scenario.turn), ("last", scenario.last)):
        yield from call.no_turn(file, (key,), turn)
    if scenario.last < scenario.turn:
        yield PackProblem(file, ("last",), f"turn {scenario.last} comes before the first, {scenario.turn}")
    yield from _hands(call, scenario, file)
    if scenario.guaranteed is not None:
        kinds = {kind.id: kind.copies for kind in pack.cards.kinds}
        yield from unknown(file, ("guaranteed",), scenario.guaranteed, kinds, "card")
        if kinds.get(scenario.guaranteed, 2) < len(call.sides):
            yield PackProblem(file, ("guaranteed",), "there is no such card for each side")
    yield from _control(pack, call, scenario, file)
    yield from _forts(call, scenario, file)
    yield from _placements(call, scenario, file)
    yield from _mix(call, scenario, file)
    yield from _stacks(pack, call, scenario, file)
    yield from strangers(file, ("kept_apart",), scenario.kept_apart, _ids(call, scenario), "piece")
    yield from start_check.check_muster(pack, call, scenario)


def _hands(call: RollCall, scenario: Scenario, file: str) -> Iterator[PackProblem]:
    yield from call.each_side(file, ("hands",), scenario.hands)
    for at, card in enumerate(scenario.without_cards):
        if not 1 <= card <= call.deck:
            yield PackProblem(
                file, ("without_cards", at), f"there is no card {card}", f"the deck has {call.deck}"
            )
    for side, size in scenario.hands.items():
        if size < 0:
            yield PackProblem(file, ("hands", side), f"{size} cards is not a valid hand")
    dealt, deck_size = sum(scenario.hands.values()), call.deck - len(set(scenario.without_cards))
    if dealt > deck_size:
        yield PackProblem(file, ("hands",), f"{dealt} cards are dealt from a deck of {deck_size}")


def _control(pack: Pack, call: RollCall, scenario: Scenario, file: str) -> Iterator[PackProblem]:
    """Yield areas with several owners at the start, or with none although they join no side later."""
    yield from call.each_side(file, ("control",), scenario.control)
    owner: dict[str, str] = {}
    for side, areas in scenario.control.items():
        path = ("control", side)
        yield from strangers(file, path, areas, call.areas, "area")
        for at, area in enumerate(areas):
            if area in owner:
                yield PackProblem(file, (*path, at), f"`{area}` is owned by the {owner[area]} side already")
            owner.setdefault(area, side)
    later = {
        country
        for joining in pack.tables.events.joining
        if joining.turn >= scenario.turn
        for country in joining.countries
    }
    yield from strangers(file, ("neutral",), scenario.neutral, call.countries, "country")
    for at, country in enumerate(scenario.neutral):
        if country in later:
            fact = f"`{country}` joins a side, and no neutral country does"
            yield PackProblem(file, ("neutral", at), fact, "take it out here, or out of `joining`")
        elif any(call.areas[area].country == country for area in owner if area in call.areas):
            yield PackProblem(file, ("neutral", at), f"areas of `{country}` belong to a side")
    later.update(scenario.neutral)
    for area, place in call.areas.items():
        if area not in owner and place.transit is None and place.country not in later:
            yield PackProblem(file, ("control",), f"`{area}` has no owner", "add it to one of the sides")


def _forts(call: RollCall, scenario: Scenario, file: str) -> Iterator[PackProblem]:
    path = ("forts",)
    yield from strangers(file, path, scenario.forts, call.areas, "area", keys=True)
    for id, strength in scenario.forts.items():
        if (area := call.areas.get(id)) is None:
            continue
        if area.fort is None:
            yield PackProblem(file, (*path, id), f"`{id}` has no fort on the map", key=True)
        elif not -1 <= strength <= area.fort:
            fact = f"the fort of `{id}` is printed with strength {area.fort} and cannot have {strength}"
            yield PackProblem(file, (*path, id), fact, "-1 takes it off the map")


def _placements(call: RollCall, scenario: Scenario, file: str) -> Iterator[PackProblem]:
    armies: set[str] = set()
    for at, placement in enumerate(scenario.placements):
        path = ("placements", at)
        yield from unknown(file, (*path, "area"), placement.area, call.areas, "area")
        yield from unknown(file, (*path, "nation"), placement.nation, call.nations, "nation")
        if placement.army is None and not placement.holds:
            yield PackProblem(file, path, "nothing is placed here", "add `army` or `holds`")
        if (nation := call.nations.get(placement.nation)) is None:
            continue
        yield from call.no_counters(file, (*path, "holds"), nation, placement.holds)
        yield from _spade(call, placement, (file, path))
        if placement.army is None:
            continue
        if _host(call, placement) is not None:
            yield from _guests(call, scenario, placement, (file, path))
            continue
        what = f"{nation.adjective} army"
        yield from unknown(file, (*path, "army"), placement.army, nation.armies, what)
        if placement.army in armies:
            yield PackProblem(file, (*path, "army"), f"`{placement.army}` stands elsewhere already")
        armies.add(placement.army)
        yield from _template(call, scenario, nation, placement, (file, (*path, "holds")))


def _host(call: RollCall, placement: Placement) -> Nation | None:
    """Return the nation whose army takes in a placement as guests, or None if it is its own army."""
    hosts = (nation for nation in call.nations.values() if placement.nation in nation.guests)
    return next((nation for nation in hosts if placement.army in nation.armies), None)


def _guests(
    call: RollCall, scenario: Scenario, placement: Placement, at: tuple[str, Path]
) -> Iterator[PackProblem]:
    """Yield guests other than infantry, and guests of an army in another area or in none."""
    file, path = at
    hosts = [one for one in scenario.placements if one.army == placement.army and not _host(call, one)]
    if all(host.area != placement.area for host in hosts):
        fact = f"`{placement.army}`, which should take these in, does not stand in `{placement.area}`"
        yield PackProblem(file, (*path, "army"), fact)
    for kind in placement.holds:
        if kind in call.kinds and call.kinds[kind].group != "infantry":
            yield PackProblem(
                file, (*path, "holds", kind), "only infantry is a guest of other armies", key=True
            )


def _spade(call: RollCall, placement: Placement, at: tuple[str, Path]) -> Iterator[PackProblem]:
    """Yield trenches around pieces that cannot entrench; contents of an army are entrenched with it."""
    file, path = at
    if placement.entrenched and placement.army is None:
        for kind in placement.holds:
            if kind in call.kinds and not call.kinds[kind].entrenched:
                fact = f"`{kind}` cannot be entrenched"
                yield PackProblem(file, (*path, "entrenched"), fact, "place it by itself", key=True)


def _hold(scenario: Scenario, army: str | None) -> Counter[Kind]:
    """Return the contents of an army, guests included."""
    contents: Counter[Kind] = Counter()
    for placement in scenario.placements:
        if placement.army == army:
            contents.update(placement.holds)
    return contents


def _template(
    call: RollCall, scenario: Scenario, nation: Nation, placement: Placement, at: tuple[str, Path]
) -> Iterator[PackProblem]:
    """Yield contents of an army beyond its template, its artillery of the year, or a unit type's limit."""
    groups: Counter[str] = Counter()
    contents = _hold(scenario, placement.army)
    for kind, count in contents.items():
        if (unit := call.kinds.get(kind)) is not None:
            groups[unit.group] += count
            if unit.per_army is not None and count > unit.per_army:
                fact = f"an army may hold {unit.per_army} of `{kind}`, not {count}"
                yield PackProblem(at[0], (*at[1], kind), fact)
    for group, room in (("infantry", nation.template.infantry), ("auxiliary", nation.template.auxiliary)):
        if groups[group] > room:
            fact = (
                f"an army of `{nation.id}` has room for {room} pieces of {group} class, not {groups[group]}"
            )
            yield PackProblem(*at, fact)
    guns, turn = contents["artillery"], call.turns.get(scenario.turn)
    if turn is not None and guns > (limit := nation.artillery_per_army.get(turn.year, 0)):
        fact = f"an army of `{nation.id}` may hold {limit} artillery in {turn.year}, not {guns}"
        yield PackProblem(at[0], (*at[1], "artillery"), fact)


def _mix(call: RollCall, scenario: Scenario, file: str) -> Iterator[PackProblem]:
    """Yield the first placement of each kind for which there are too few counters."""
    for (id, kind), count in _totals(scenario).items():
        nation = call.nations.get(id)
        if nation is None or count <= (most := nation.counters.get(kind, 0)):
            continue
        so_far = 0
        for at, placement in enumerate(scenario.placements):
            here = placement.holds.get(kind, 0) if placement.nation == id else 0
            so_far += here
            if so_far > most:
                if here <= most:
                    fact = f"{count} of `{kind}` in the whole set-up, and `{id}` has {most} in all"
                    yield PackProblem(file, ("placements", at, "holds", kind), fact)
                break


def _totals(scenario: Scenario) -> Counter[tuple[str, Kind]]:
    totals: Counter[tuple[str, Kind]] = Counter()
    for placement in scenario.placements:
        for kind, count in placement.holds.items():
            totals[placement.nation, kind] += count
    return totals


def _stacks(pack: Pack, call: RollCall, scenario: Scenario, file: str) -> Iterator[PackProblem]:
    """Yield areas with more pieces of a side than the stacking limit; empty armies do not count."""
    standing = Counter[tuple[str, str]]()
    for at, placement in enumerate(scenario.placements):
        nation = call.nations.get(placement.nation)
        if nation is None:
            continue
        place, here = call.areas.get(placement.area), (placement.area, nation.side)
        limit = (place.stacking if place is not None else None) or pack.tables.limits.stacking
        before = standing[here]
        if placement.army is None:
            standing[here] += sum(placement.holds.values())
        elif _host(call, placement) is None:
            standing[here] += bool(_hold(scenario, placement.army))
        if standing[here] > limit >= before:
            fact = f"more than {limit} pieces of the {nation.side} side stand in `{placement.area}`"
            yield PackProblem(file, ("placements", at), fact, "place some elsewhere, or inside an army")


def _ids(call: RollCall, scenario: Scenario) -> tuple[str, ...]:
    """Return the ids of the pieces in a set-up, without forts."""
    armies = [placement.army for placement in scenario.placements if placement.army is not None]
    totals = [
        (call.nations[id], call.kinds[kind], count)
        for (id, kind), count in _totals(scenario).items()
        if id in call.nations and kind in call.kinds
    ]
    loose = [piece_id(nation.id, unit, n) for nation, unit, count in totals for n in range(1, count + 1)]
    return (*armies, *loose)
