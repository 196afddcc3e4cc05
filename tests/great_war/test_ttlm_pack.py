"""What is known of the deck, the charts and the rules, held against the pack."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
import yaml

from schemas.great_war.clauses import Clause
from schemas.great_war.pack import FILES, Pack
from tests.great_war.files_of_pack import HOME, read_pack

NAMES = sorted(HOME.glob("languages/*.yaml"))
GEOGRAPHY = HOME / "geography.yaml"
"""File that a program writes, without figures of the printed game."""

TEXTS = sorted({*HOME.rglob("*.yaml")} - {*NAMES, GEOGRAPHY})


@pytest.fixture(scope="module")
def pack() -> Pack:
    return read_pack()


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


def test_geography_opens_with_its_schema_and_its_licence():
    directive, blank, source, licence, *_ = GEOGRAPHY.read_text(encoding="utf-8").splitlines()

    assert directive == "# yaml-language-server: $schema=../../schemas/json/great-war.geography.schema.json"
    assert (blank, source, licence) == ("", "source: reconstruction", "licence: Natural Earth, public domain")


@pytest.mark.parametrize("path", NAMES, ids=lambda path: path.stem)
def test_names_in_a_language_open_with_their_schema(path: Path):
    directive, *_ = path.read_text(encoding="utf-8").splitlines()
    assert directive == "# yaml-language-server: $schema=../../../schemas/json/great-war.names.schema.json"


@pytest.mark.parametrize("path", [*TEXTS, *NAMES], ids=lambda path: path.stem)
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
    assert {path.stem for path in HOME.glob("*.yaml")} == {*FILES, "labels"}
    assert {path.stem for path in (HOME / "scenarios").glob("*.yaml")} == {
        str(year) for year in range(1914, 1920)
    }


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
        ("poison-gas", "SPRING 1915"),
        ("advanced-artillery-barrage", "SPRING 1917"),
        ("bad-weather", "AUTUMN 1914"),
    ],
)
def test_a_card_of_later_years_waits_for_its_season(pack: Pack, card: str, turn: str):
    (kind,) = [kind for kind in pack.cards.kinds if kind.id == card]

    assert title(pack, kind.playable_from) == turn


def title(pack: Pack, turn: int | None) -> str:
    return next(entry.title for entry in pack.tables.track.turns if entry.number == turn)


def test_only_ersatz_cards_take_more_than_one_hit(pack: Pack):
    values = {kind.id: kind.ersatz for kind in pack.cards.kinds if kind.ersatz > 1}

    assert values == {"ersatz-2": 2, "ersatz-3": 3}


def test_no_name_stands_for_two_units_cards_or_sides(pack: Pack):
    things = (
        [(unit.kind, unit.name, unit.plural, *unit.names) for unit in pack.forces.units],
        [(kind.id, kind.name, *kind.names) for kind in pack.cards.kinds],
        [(side.id, side.name, side.adjective, *side.names) for side in pack.game.sides],
    )
    for named in things:
        counts = Counter(name for names in named for name in {name.casefold() for name in names})
        assert [name for name, count in counts.items() if count > 1] == []


# The charts


@pytest.mark.parametrize(
    ("turn", "name"),
    [
        (1, "SUMMER 1914"), (2, "AUTUMN 1914"), (3, "WINTER 1914-15"), (6, "AUTUMN 1915"),
        (12, "SPRING 1917"), (23, "WINTER 1919-20"),
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


# The rules by number


def test_every_meaning_has_a_clause_of_the_book(pack: Pack):
    numbers = {citation.number for citation in pack.clauses.citations} | set(pack.clauses.sections)

    assert set(pack.clauses.meanings) == set(Clause)
    assert set(pack.clauses.meanings.values()) <= numbers


def test_every_clause_is_cited_once_and_says_something(pack: Pack):
    citations = pack.clauses.citations

    assert len({citation.number for citation in citations}) == len(citations) == 539
    assert all(citation.title and citation.rule.endswith(".") for citation in citations)


def test_every_clause_stands_in_a_section_that_has_a_title(pack: Pack):
    sections = [citation.number.rpartition("-")[0] for citation in pack.clauses.citations]

    assert list(dict.fromkeys(sections)) == list(pack.clauses.sections)


def test_there_are_ninety_nine_rulings_and_our_own_each_with_its_ground(pack: Pack):
    rulings = pack.rulings.rulings
    ours = [ruling.id for ruling in rulings[99:]]

    assert [ruling.id for ruling in rulings[:99]] == [f"A-{number:02}" for number in range(1, 100)]
    assert ours == [f"B-{number:02}" for number in range(1, len(ours) + 1)]
    assert all(ruling.text.endswith((".", ")")) and ruling.because.endswith(".") for ruling in rulings)


def test_every_option_rests_on_a_ruling_and_puts_its_default_first(pack: Pack):
    offered = {option.id: option.ruling for option in pack.game.options}

    assert offered == {ruling.option: ruling.id for ruling in pack.rulings.rulings if ruling.option}
    assert all(option.default == option.choices[0] for option in pack.game.options)


def test_every_ruling_that_decides_battles_or_ground_is_an_option(pack: Pack):
    assert all(ruling.option for ruling in pack.rulings.rulings if ruling.impact == "high")


def test_the_german_moves_first_and_stands_first(pack: Pack):
    assert pack.sequence.first == pack.game.sides[0].id == "german"
    assert pack.sequence.phases == (
        "initiative", "reinforcements", "player-turns", "production", "advance-season",
    )  # fmt: skip
