"""What is known of the game, held against the pack."""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path

import games
import pytest
import yaml
from referee.systems.great_war.theatre import Theatre
from schemas.great_war.clauses import Clause
from schemas.great_war.pack import FILES, Area, Cell, Kind, Nation, Pack, Placement, Scenario

HOME = Path(games.__file__).parent / "ttlm"
TEXTS = sorted(HOME.rglob("*.yaml"))

Edge = frozenset[tuple[int, int]]


def read(path: Path) -> object:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def pack() -> Pack:
    parts = {name: read(HOME / f"{name}.yaml") for name in FILES}
    scenarios = [read(path) for path in sorted((HOME / "scenarios").glob("*.yaml"))]
    return Pack.model_validate({**parts, "scenarios": scenarios})


@pytest.fixture(scope="module")
def areas(pack: Pack) -> Mapping[str, Area]:
    return {area.id: area for area in pack.map.areas}


@pytest.fixture(scope="module")
def nations(pack: Pack) -> Mapping[str, Nation]:
    return {nation.id: nation for nation in pack.forces.nations}


@pytest.fixture(scope="module")
def campaign(pack: Pack) -> Scenario:
    (scenario,) = pack.scenarios
    return scenario


# How the files are written


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_a_file_opens_with_its_schema_and_says_who_should_replace_what(path: Path):
    directive, blank, *rest = path.read_text(encoding="utf-8").splitlines()
    folder = path.parent.relative_to(HOME)
    kind = "scenario" if folder.name == "scenarios" else path.stem
    up = "../../../" if folder.name == "scenarios" else "../../"
    head = " ".join(line.removeprefix("# ") for line in rest[: rest.index("")])

    assert directive == f"# yaml-language-server: $schema={up}schemas/json/great-war.{kind}.schema.json"
    assert blank == "#"
    assert "owner of the printed game" in head
    assert "reconstruction" in head or path.stem == "cards"


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_a_file_uses_no_anchor_no_tag_and_no_second_document(path: Path):
    events = list(yaml.parse(path.read_text(encoding="utf-8"), Loader=yaml.SafeLoader))

    assert sum(isinstance(event, yaml.DocumentStartEvent) for event in events) == 1
    assert not [event for event in events if getattr(event, "anchor", None) or getattr(event, "tag", None)]


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_no_key_is_written_twice(path: Path):
    assert list(doubled_keys(yaml.compose(path.read_text(encoding="utf-8"), Loader=yaml.SafeLoader))) == []


def doubled_keys(node: yaml.Node | None) -> Iterator[str]:
    if isinstance(node, yaml.MappingNode):
        counts = Counter(key.value for key, _ in node.value)
        yield from (key for key, count in counts.items() if count > 1)
        for _, value in node.value:
            yield from doubled_keys(value)
    if isinstance(node, yaml.SequenceNode):
        for value in node.value:
            yield from doubled_keys(value)


def test_the_folder_holds_one_file_for_each_part_of_a_pack_and_its_scenarios():
    assert {path.stem for path in HOME.glob("*.yaml")} == set(FILES)
    assert [path.stem for path in (HOME / "scenarios").glob("*.yaml")] == ["1914"]


# The map


def test_the_map_has_fifty_five_areas_and_england_beside_it(areas: Mapping[str, Area]):
    boxes = [area.id for area in areas.values() if area.box]

    assert len(areas) == 56
    assert boxes == ["england"]
    assert Counter(area.country for area in areas.values()) == {"fr": 33, "de": 13, "be": 8, "lu": 1, "uk": 1}


def test_the_139_borders_hold_in_both_directions(areas: Mapping[str, Area]):
    borders = borders_of(areas.values())

    assert len(borders) == 139
    assert all(len(border) == 2 for border in borders)
    for area in areas.values():
        assert len(set(area.borders)) == len(area.borders)
        for near in area.borders:
            assert area.id in areas[near].borders


def borders_of(areas: Iterable[Area]) -> set[frozenset[str]]:
    return {frozenset((area.id, near)) for area in areas for near in area.borders}


@pytest.mark.parametrize("pair", [("liege", "antwerp"), ("namur", "liege")])
def test_the_borders_that_the_rulebook_shows_are_there(areas: Mapping[str, Area], pair: tuple[str, str]):
    assert pair[1] in areas[pair[0]].borders


def test_every_area_but_england_can_be_reached_over_land(areas: Mapping[str, Area]):
    seen, frontier = {"paris"}, ["paris"]
    while frontier:
        for near in areas[frontier.pop()].borders:
            if near not in seen:
                seen.add(near)
                frontier.append(near)

    assert seen == areas.keys() - {"england"}


def test_the_sea_joins_england_to_the_coastal_sources_of_the_entente(areas: Mapping[str, Area]):
    ports = {area.id for area in areas.values() if area.coastal and area.supply == "entente"}

    assert set(areas["england"].sea) == ports == {"calais", "boulogne", "dieppe", "le-havre"}
    assert areas["england"].borders == ()


def test_strategic_movement_has_eight_sources_on_the_map(areas: Mapping[str, Area]):
    sources = {area.id for area in areas.values() if area.supply == "entente" and not area.box}

    assert sources == {
        "calais", "boulogne", "dieppe", "le-havre", "chartres", "orleans", "dijon", "besancon",
    }  # fmt: skip


@pytest.mark.parametrize(("country", "total"), [("de", 10), ("lu", 1), ("be", 7), ("fr", 18), ("uk", 0)])
def test_victory_points_by_country(areas: Mapping[str, Area], country: str, total: int):
    assert sum(area.points for area in areas.values() if area.country == country) == total


@pytest.mark.parametrize(("country", "forts", "total"), [("be", 3, 8), ("de", 5, 12), ("fr", 10, 27)])
def test_forts_by_country(areas: Mapping[str, Area], country: str, forts: int, total: int):
    strengths = [
        area.fort for area in areas.values() if area.country == country and area.fort is not None
    ]

    assert len(strengths) == forts
    assert sum(strengths) == total


@pytest.mark.parametrize(("area", "fort"), [("verdun", 4), ("nancy", 5), ("antwerp", 3), ("sedan", 0)])
def test_the_forts_that_the_rulebook_names(areas: Mapping[str, Area], area: str, fort: int):
    assert areas[area].fort == fort
    assert (areas["paris"].fort or 0) > 4


@pytest.mark.parametrize(
    ("typed", "area"),
    [
        ("Lüttich", "liege"), ("Anvers", "antwerp"), ("Bruxelles", "brussels"), ("Köln", "cologne"),
        ("Mühlhausen", "mulhouse"), ("Strassburg", "strasbourg"), ("Gand", "ghent"), ("Βερντέν", "verdun"),
        ("Αγγλία", "england"), ("Aix-la-Chapelle", "aachen"), ("Mayence", "mainz"),
    ],
)  # fmt: skip
def test_places_answer_to_their_other_names(areas: Mapping[str, Area], typed: str, area: str):
    assert plain(typed) in {plain(name) for name in areas[area].names}


def test_no_name_stands_for_two_things(pack: Pack):
    things = (
        [(area.id, area.name, *area.names) for area in pack.map.areas],
        [(unit.kind, unit.name, unit.plural, *unit.names) for unit in pack.forces.units],
        [(kind.id, kind.name, *kind.names) for kind in pack.cards.kinds],
        [(side.id, side.name, side.adjective, *side.names) for side in pack.game.sides],
    )
    for named in things:
        counts = Counter(name for names in named for name in {plain(name) for name in names})
        assert [name for name, count in counts.items() if count > 1] == []


def plain(name: str) -> str:
    """A name as a letter is read: without case, accents and hyphens."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).replace("-", " ")


# The drawing


def test_every_area_is_drawn_once(pack: Pack, areas: Mapping[str, Area]):
    assert Counter(cell.area for cell in pack.art.cells) == Counter(areas.keys())


def test_outlines_share_an_edge_exactly_where_areas_border(pack: Pack, areas: Mapping[str, Area]):
    owners: dict[Edge, list[str]] = {}
    for cell in pack.art.cells:
        for edge in edges(cell):
            owners.setdefault(edge, []).append(cell.area)
    shared = {edge: frozenset(cells) for edge, cells in owners.items() if len(cells) > 1}

    assert all(len(cells) == 2 for cells in owners.values() if len(cells) > 1)
    assert set(shared.values()) == borders_of(areas.values())
    assert min(length(edge) for edge in shared) >= 14


def edges(cell: Cell) -> Iterator[Edge]:
    yield from (frozenset(pair) for pair in pairwise((*cell.corners, cell.corners[0])))


def length(edge: Edge) -> float:
    (x, y), (u, v) = edge
    return float(((x - u) ** 2 + (y - v) ** 2) ** 0.5)


def test_outlines_stay_in_the_frame_and_hold_their_label(pack: Pack, areas: Mapping[str, Area]):
    for cell in pack.art.cells:
        assert all(0 <= x <= 1000 and 0 <= y <= 1000 for x, y in cell.corners)
        assert turns(cell, areas[cell.area].at) == {1}, cell.area


def turns(cell: Cell, point: tuple[int, int]) -> set[int]:
    """On which sides of the edges a point lies; one side only is inside a convex outline."""
    x, y = point
    crosses = (
        (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        for (ax, ay), (bx, by) in pairwise((*cell.corners, cell.corners[0]))
    )
    return {(cross > 0) - (cross < 0) for cross in crosses}


# The forces


@pytest.mark.parametrize(
    ("nation", "counters"),
    [
        ("ge", {"army": 11, "infantry": 35, "stosstruppen": 15, "cavalry": 4, "artillery": 6, "siege-gun": 2,
                "biplane": 4, "tank": 1, "paris-gun": 1, "fort": 5}),
        ("fr", {"army": 10, "infantry": 25, "cavalry": 3, "artillery": 3, "biplane": 3, "tank": 3, "fort": 10}),
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
        ("biplane", 1, 1, 0, 2, 1), ("tank", 2, 1, 0, 1, 2), ("paris-gun", 0, 0, 0, 1, 1), ("army", 0, 0, 0, 1, 1),
        ("fort", 0, 2, 0, 0, 0),
    ],
)  # fmt: skip
def test_what_a_unit_is_worth(
    pack: Pack, kind: str, attack: int, defence: int, entrenched: int, moves: int, cost: int
):
    (unit,) = [unit for unit in pack.forces.units if unit.kind == kind]

    assert (unit.attack, unit.defence, unit.entrenched) == (attack, defence, entrenched)
    assert (unit.moves, unit.cost) == (moves, cost)


def test_what_sets_a_unit_apart(pack: Pack):
    units = pack.forces.units

    assert {unit.kind for unit in units if unit.barrage} == {"artillery", "siege-gun"}
    assert {unit.kind for unit in units if unit.forts_only} == {"siege-gun"}
    assert {unit.kind for unit in units if unit.raids} == {unit.kind for unit in units if unit.rides} == {"cavalry"}
    assert {unit.kind for unit in units if not unit.removable} == {"paris-gun"}
    assert {unit.kind for unit in units if not unit.retreats} == {"siege-gun", "paris-gun", "fort"}
    assert {unit.kind for unit in units if not unit.conquers} == {
        "artillery", "siege-gun", "biplane", "paris-gun",
    }  # fmt: skip
    assert {unit.kind for unit in units if unit.alone == "dies-among-infantry"} == {"artillery", "biplane", "tank"}
    assert {unit.kind for unit in units if unit.alone == "dies-among-units"} == {"siege-gun", "paris-gun"}
    assert {unit.kind: unit.per_army for unit in units if unit.per_army is not None} == {"biplane": 1}


def test_every_counter_has_its_unit(pack: Pack):
    kinds = {unit.kind for unit in pack.forces.units}

    assert len(kinds) == len(pack.forces.units)
    assert {kind for nation in pack.forces.nations for kind in nation.counters} == kinds


# The cards


def test_the_deck_has_fifty_five_cards(pack: Pack):
    assert [kind.copies for kind in pack.cards.kinds] == [16, 6, 1, 1, 1, 1, 10, 2, 6, 2, 3, 2, 2, 1, 1]
    assert sum(kind.copies for kind in pack.cards.kinds) == 55
    assert sum(kind.copies for kind in pack.cards.kinds if kind.offensive is not None) == 26


@pytest.mark.parametrize(
    ("card", "side", "turn"),
    [
        ("the-big-push", "entente", "SPRING 1916"), ("gericht", "german", "SPRING 1916"),
        ("tout-le-monde", "entente", "SPRING 1918"), ("friedensturm", "german", "SPRING 1918"),
    ],
)  # fmt: skip
def test_a_special_offensive_serves_one_side_from_its_spring(pack: Pack, card: str, side: str, turn: str):
    (kind,) = [kind for kind in pack.cards.kinds if kind.id == card]

    assert kind.offensive == "offensive"
    assert kind.special_for == side
    assert title(pack, kind.special_from) == turn


@pytest.mark.parametrize(
    ("card", "turn"),
    [
        ("poison-gas", "SPRING 1915"), ("advanced-artillery-barrage", "SPRING 1917"), ("bad-weather", "AUTUMN 1914"),
    ],
)  # fmt: skip
def test_a_card_of_later_years_waits_for_its_season(pack: Pack, card: str, turn: str):
    (kind,) = [kind for kind in pack.cards.kinds if kind.id == card]

    assert title(pack, kind.playable_from) == turn


def title(pack: Pack, turn: int | None) -> str:
    return next(entry.title for entry in pack.tables.track.turns if entry.number == turn)


def test_only_ersatz_cards_take_more_than_one_hit(pack: Pack):
    assert {kind.id: kind.ersatz for kind in pack.cards.kinds if kind.ersatz > 1} == {"ersatz-2": 2, "ersatz-3": 3}


# The charts


@pytest.mark.parametrize(
    ("turn", "name"),
    [
        (1, "SUMMER 1914"), (2, "AUTUMN 1914"), (3, "WINTER 1914-15"), (6, "AUTUMN 1915"), (12, "SPRING 1917"),
        (23, "WINTER 1919-20"),
    ],
)  # fmt: skip
def test_the_turns_that_the_rulebook_dates(pack: Pack, turn: int, name: str):
    assert title(pack, turn) == name


def test_the_track_runs_through_the_seasons_and_reshuffles_in_winter(pack: Pack):
    turns = pack.tables.track.turns
    seasons = ("SPRING", "SUMMER", "AUTUMN", "WINTER")

    assert [turn.number for turn in turns] == list(range(1, 24))
    for before, after in pairwise(turns):
        assert seasons.index(after.season) == (seasons.index(before.season) + 1) % 4
        assert after.year - before.year == (before.season == "WINTER")
    assert all(turn.reshuffle == (turn.season == "WINTER") for turn in turns)
    assert all(turn.title.startswith(f"{turn.season} {turn.year}") for turn in turns)


def test_the_blockade_bites_deeper_every_spring_from_1916(pack: Pack):
    expected = [max(0, turn.year - 1915) for turn in pack.tables.track.turns]

    assert list(pack.tables.blockade.figures) == expected


def test_every_chart_covers_every_turn_for_both_sides(pack: Pack):
    tables = pack.tables
    for chart in (tables.build_points, tables.card_limits):
        assert chart.figures.keys() == {"german", "entente"}
        assert {len(figures) for figures in chart.figures.values()} == {23}
    assert len(tables.blockade.figures) == len(tables.limits.strategic_per_turn) == 23


def test_a_winter_brings_three_build_points_less(pack: Pack):
    turns = pack.tables.track.turns
    for figures in pack.tables.build_points.figures.values():
        for turn, before, figure in zip(turns[1:], figures, figures[1:], strict=False):
            assert turn.season != "WINTER" or figure == before - 3


def test_the_limits_of_the_core_rules(pack: Pack):
    limits = pack.tables.limits

    assert (limits.stacking, limits.rail_areas, limits.rail_per_turn, limits.sea_per_turn) == (3, 3, 2, 1)
    assert limits.strategic_side == "entente"
    assert limits.strategic_per_turn == (1, *[2] * 22)


def test_every_total_has_one_level_of_victory(pack: Pack):
    names = {total: levels(pack, total) for total in range(-20, 60)}

    assert all(len(found) == 1 for found in names.values())
    assert names[4] == ["Entente Decisive Victory"] != names[5]
    assert names[23] == ["German Decisive Victory"] != names[22]
    assert names[11] == names[16] == ["Stalemate"]


def levels(pack: Pack, total: int) -> list[str]:
    return [
        level.name
        for level in pack.tables.victory.levels
        if (level.least is None or level.least <= total) and (level.most is None or total <= level.most)
    ]


# The set-up


def test_the_opening_hands_are_fifteen_and_eight(campaign: Scenario):
    assert campaign.hands == {"german": 15, "entente": 8}
    assert (campaign.turn, campaign.last) == (1, 23)


def test_every_country_is_friendly_to_its_side_and_luxembourg_to_the_german(
    campaign: Scenario, areas: Mapping[str, Area]
):
    held = [area for side in campaign.control.values() for area in side]

    assert Counter(held) == Counter(areas.keys())
    assert {areas[area].country for area in campaign.control["german"]} == {"de", "lu"}
    assert {areas[area].country for area in campaign.control["entente"]} == {"be", "fr", "uk"}


def test_the_war_starts_at_eleven_victory_points_and_a_stalemate(
    pack: Pack, campaign: Scenario, areas: Mapping[str, Area]
):
    points = sum(areas[area].points for area in campaign.control[pack.tables.victory.counts_for])

    assert points == 11
    assert levels(pack, points) == ["Stalemate"]


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
    pieces = Theatre(pack, campaign.id).set_up()
    in_england = {id for id, piece in pieces.items() if piece.area == "england" and piece.army is None}

    assert set(campaign.kept_apart) == in_england
    assert pieces["uk-1"].kind == "army"
    assert pieces["uk-i3"].kind == "infantry"


def test_the_forts_stand_at_their_printed_strength(pack: Pack, campaign: Scenario):
    forts = [piece for piece in Theatre(pack, campaign.id).set_up().values() if piece.kind == "fort"]

    assert Counter(fort.nation for fort in forts) == {"ge": 5, "fr": 10, "be": 3}
    assert sum(fort.strength for fort in forts) == 8 + 12 + 27


# The rules by number


def test_every_meaning_has_a_clause_of_the_book(pack: Pack):
    numbers = {citation.number for citation in pack.clauses.citations}

    assert set(pack.clauses.meanings) == set(Clause)
    assert set(pack.clauses.meanings.values()) <= numbers


def test_every_clause_is_cited_once_and_says_something(pack: Pack):
    citations = pack.clauses.citations

    assert len({citation.number for citation in citations}) == len(citations) == 539
    assert all(citation.title and citation.rule.endswith(".") for citation in citations)


def test_there_are_ninety_nine_rulings_each_with_its_ground(pack: Pack):
    rulings = pack.rulings.rulings

    assert [ruling.id for ruling in rulings] == [f"A-{number:02}" for number in range(1, 100)]
    assert all(ruling.text.endswith((".", ")")) and ruling.because.endswith(".") for ruling in rulings)


def test_every_option_rests_on_a_ruling_and_puts_its_default_first(pack: Pack):
    offered = {option.id: option.ruling for option in pack.game.options}

    assert offered == {ruling.option: ruling.id for ruling in pack.rulings.rulings if ruling.option}
    assert all(option.default == option.choices[0] for option in pack.game.options)


def test_the_german_moves_first_and_stands_first(pack: Pack):
    assert pack.sequence.first == pack.game.sides[0].id == "german"
    assert pack.sequence.phases == ("player-turns", "advance-season")
