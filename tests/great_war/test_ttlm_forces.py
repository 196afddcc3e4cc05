"""What is known of the forces and of the set-up of 1914, held against the pack."""

from collections import Counter
from collections.abc import Iterable, Mapping

import pytest

from referee.systems.great_war.state.game import GreatWarGame
from schemas.great_war.names import Kind
from schemas.great_war.pack import Area, Nation, Pack, Placement, Scenario
from tests.great_war.files_of_pack import read_pack


@pytest.fixture(scope="module")
def pack() -> Pack:
    return read_pack()


@pytest.fixture(scope="module")
def areas(pack: Pack) -> Mapping[str, Area]:
    return {area.id: area for area in pack.map.areas}


@pytest.fixture(scope="module")
def nations(pack: Pack) -> Mapping[str, Nation]:
    return {nation.id: nation for nation in pack.forces.nations}


@pytest.fixture(scope="module")
def campaign(pack: Pack) -> Scenario:
    return next(scenario for scenario in pack.scenarios if scenario.id == "1914")


# The forces


@pytest.mark.parametrize(
    ("nation", "counters"),
    [
        ("ge", {"army": 11, "infantry": 35, "stosstruppen": 15, "cavalry": 4, "artillery": 6, "siege-gun": 2,
                "biplane": 4, "tank": 1, "paris-gun": 1, "fort": 5}),
        ("fr", {"army": 10, "infantry": 25, "cavalry": 3, "artillery": 3, "biplane": 3, "tank": 3,
                "fort": 10}),
        ("uk", {"army": 5, "infantry": 14, "commonwealth": 2, "cavalry": 3, "artillery": 6, "biplane": 4,
                "tank": 4}),
        ("be", {"army": 1, "infantry": 3, "fort": 3}),
        ("us", {"army": 5, "infantry": 30, "cavalry": 1, "artillery": 3, "biplane": 2, "tank": 3}),
    ],
)  # fmt: skip
def test_the_counter_mix(nations: Mapping[str, Nation], nation: str, counters: Mapping[str, int]):
    assert nations[nation].counters == counters
    assert len(nations[nation].armies) == counters["army"]


@pytest.mark.parametrize("year", range(1914, 1920))
def test_artillery_per_army_by_year(nations: Mapping[str, Nation], year: int):
    printed = {1914: "1110", 1915: "2110", 1916: "3220", 1917: "3220", 1918: "3221", 1919: "3222"}[year]

    limits = [nations[nation].artillery_per_army[year] for nation in ("ge", "uk", "fr", "us")]
    assert limits == [int(figure) for figure in printed]


def test_only_american_infantry_is_a_guest_and_only_in_armies_of_the_entente(nations: Mapping[str, Nation]):
    guests = {nation.id: nation.guests for nation in nations.values() if nation.guests}

    assert guests == {"fr": ("us",), "uk": ("us",), "be": ("us",)}


@pytest.mark.parametrize(
    ("kind", "attack", "defence", "entrenched", "moves", "cost"),
    [
        ("infantry", 1, 1, 2, 1, 1), ("stosstruppen", 2, 2, 0, 1, 2), ("commonwealth", 2, 2, 2, 1, 2),
        ("cavalry", 1, 1, 0, 2, 1), ("artillery", 1, 1, 0, 1, 1), ("siege-gun", 3, 0, 0, 1, 1),
        ("biplane", 1, 1, 0, 2, 1), ("tank", 2, 1, 0, 1, 2), ("paris-gun", 0, 0, 0, 1, 1),
        ("army", 0, 0, 0, 1, 1), ("fort", 0, 2, 0, 0, 0),
    ],
)  # fmt: skip
def test_what_a_unit_is_worth(
    pack: Pack, kind: str, attack: int, defence: int, entrenched: int, moves: int, cost: int
):
    (unit,) = [unit for unit in pack.forces.units if unit.kind == kind]

    assert (unit.attack, unit.defence, unit.entrenched) == (attack, defence, entrenched)
    assert (unit.moves, unit.cost) == (moves, cost)


@pytest.mark.parametrize(
    ("trait", "kinds"),
    [
        ("barrage", {"artillery", "siege-gun"}), ("forts_only", {"siege-gun"}), ("raids", {"cavalry"}),
        ("rides", {"cavalry"}), ("per_army", {"biplane"}),
    ],
)  # fmt: skip
def test_what_only_some_units_do(pack: Pack, trait: str, kinds: set[str]):
    assert {unit.kind for unit in pack.forces.units if getattr(unit, trait)} == kinds


@pytest.mark.parametrize(
    ("trait", "kinds"),
    [
        ("removable", {"paris-gun"}), ("retreats", {"siege-gun", "paris-gun", "fort"}),
        ("conquers", {"artillery", "siege-gun", "biplane", "paris-gun"}),
    ],
)  # fmt: skip
def test_what_some_units_never_do(pack: Pack, trait: str, kinds: set[str]):
    assert {unit.kind for unit in pack.forces.units if not getattr(unit, trait)} == kinds


def test_who_dies_without_infantry(pack: Pack):
    among = {unit.kind: unit.alone for unit in pack.forces.units if unit.alone != "lives"}

    assert among == {
        "artillery": "dies-among-infantry", "biplane": "dies-among-infantry", "tank": "dies-among-infantry",
        "siege-gun": "dies-among-units", "paris-gun": "dies-among-units",
    }  # fmt: skip


def test_every_counter_has_its_unit(pack: Pack):
    kinds = {unit.kind for unit in pack.forces.units}

    assert len(kinds) == len(pack.forces.units)
    assert {kind for nation in pack.forces.nations for kind in nation.counters} == kinds


# The set-up


def test_the_opening_hands_are_fifteen_and_eight(campaign: Scenario):
    assert campaign.hands == {"german": 15, "entente": 8}
    assert (campaign.turn, campaign.last) == (1, 23)


def test_every_country_is_friendly_to_its_side_and_luxembourg_to_the_german(
    campaign: Scenario, areas: Mapping[str, Area]
):
    held = [area for side in campaign.control.values() for area in side]

    assert Counter(held) == Counter(areas.keys() - {"eastern-front"})
    assert {areas[area].country for area in campaign.control["german"]} == {"de", "lu"}
    assert {areas[area].country for area in campaign.control["entente"]} == {"be", "fr", "uk"}


def test_the_war_starts_at_eleven_victory_points(pack: Pack, campaign: Scenario, areas: Mapping[str, Area]):
    points = sum(areas[area].points for area in campaign.control[pack.tables.victory.counts_for])

    assert points == 11


@pytest.mark.parametrize(
    ("nation", "armies", "units"),
    [
        ("ge", 7, {"infantry": 30, "artillery": 6, "cavalry": 4, "siege-gun": 2}),
        ("fr", 5, {"infantry": 20, "artillery": 3, "cavalry": 3}),
        ("be", 1, {"infantry": 3}),
        ("uk", 1, {"infantry": 3, "cavalry": 1}),
    ],
)
def test_who_stands_on_the_map(campaign: Scenario, nation: str, armies: int, units: Mapping[str, int]):
    placed = [placement for placement in campaign.placements if placement.nation == nation]

    assert sum(placement.army is not None for placement in placed) == armies
    assert total(placement.holds for placement in placed) == units


def total(parts: Iterable[Mapping[Kind, int]]) -> Counter[str]:
    counter: Counter[str] = Counter()
    for part in parts:
        counter.update(part)
    return counter


def test_no_army_holds_more_than_its_template_and_its_year_allow(
    pack: Pack, campaign: Scenario, nations: Mapping[str, Nation]
):
    group = {unit.kind: unit.group for unit in pack.forces.units}
    for placement in campaign.placements:
        if placement.army is None:
            continue
        nation = nations[placement.nation]
        held = Counter[str]()
        for kind, count in placement.holds.items():
            held[group[kind]] += count
        assert placement.army in nation.armies
        assert held["infantry"] <= nation.template.infantry
        assert held["auxiliary"] <= nation.template.auxiliary
        assert placement.holds.get("artillery", 0) <= nation.artillery_per_army.get(1914, 0)


def test_no_area_is_overstacked_and_none_holds_both_sides(
    pack: Pack, campaign: Scenario, nations: Mapping[str, Nation]
):
    stacks = Counter[str]()
    sides: dict[str, set[str]] = {}
    for placement in campaign.placements:
        stacks[placement.area] += weight(placement)
        sides.setdefault(placement.area, set()).add(nations[placement.nation].side)

    assert max(stacks.values()) == 2 <= pack.tables.limits.stacking
    for side, areas in campaign.control.items():
        assert all(sides.get(area, {side}) == {side} for area in areas)


def weight(placement: Placement) -> int:
    return 1 if placement.army is not None else sum(placement.holds.values())


def test_set_up_and_arrivals_stay_within_the_counters_and_bring_every_army_once(
    pack: Pack, campaign: Scenario, nations: Mapping[str, Nation]
):
    entries = pack.tables.arrivals.entries
    for nation in nations.values():
        arrived = [entry for entry in entries if entry.nation == nation.id]
        placed = [placement for placement in campaign.placements if placement.nation == nation.id]
        units = total([*(entry.units for entry in arrived), *(placement.holds for placement in placed)])
        armies = [army for entry in arrived for army in entry.armies]
        armies += [placement.army for placement in placed if placement.army is not None]

        assert all(count <= nation.counters[kind] for kind, count in units.items()), nation.id
        assert Counter(armies) == Counter(nation.armies)


def test_arrivals_come_in_the_order_of_the_track(pack: Pack):
    turns = [entry.turn for entry in pack.tables.arrivals.entries]

    assert turns == sorted(turns)
    assert set(turns) <= set(range(2, 24))


def test_the_pieces_kept_apart_are_the_two_that_start_in_england(pack: Pack, campaign: Scenario):
    pieces = GreatWarGame(pack, campaign.id).set_up
    in_england = {id for id, piece in pieces.items() if piece.area == "england" and piece.army is None}

    assert set(campaign.kept_apart) == in_england
    assert pieces["uk-1"].kind == "army"
    assert pieces["uk-i3"].kind == "infantry"


def test_the_forts_stand_at_their_printed_strength(pack: Pack, campaign: Scenario):
    forts = [piece for piece in GreatWarGame(pack, campaign.id).set_up.values() if piece.kind == "fort"]

    assert Counter(fort.nation for fort in forts) == {"ge": 5, "fr": 10, "be": 3}
    assert sum(fort.strength for fort in forts) == 8 + 12 + 27
