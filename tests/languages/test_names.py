"""The names that packs have in other languages: there are all, they fit, and letters may use them."""

import pytest

from referee.i18n import languages, pack_names
from referee.i18n.name_matching import key, nearest
from referee.packs import catalogue, loading, rulesets
from referee.packs.rulesets import Ruleset
from referee.systems.great_war.language.lexicon import lexicon
from referee.systems.great_war.language.localised_pack import nameable
from referee.systems.great_war.rules import GreatWar
from referee.systems.skirmish.language.localised_pack import nameable as nameable_of_a_table
from referee.systems.skirmish.rules import Skirmish
from schemas.great_war.names import Names
from schemas.rulebook import SideNames
from schemas.skirmish.names import Names as TableNames
from schemas.skirmish.pack import Pack as TablePack
from tests.systems import system_of

PACKS = ("ttlm", "aac")

CODES = tuple(code for code in languages.list_codes() if code != "en")


@pytest.fixture(scope="module", params=[(pack, code) for pack in PACKS for code in CODES], ids="-".join)
def spoken(request: pytest.FixtureRequest) -> tuple[Ruleset, Names]:
    pack, code = request.param
    bound = rulesets.bind(pack, None, {})
    names = loading.names(bound.loaded, code)
    assert isinstance(names, Names)
    return bound, names


def test_every_named_object_has_a_name_in_each_language(
    spoken: tuple[Ruleset, Names],
) -> None:
    bound, names = spoken
    pack = bound.pack
    assert set(names.sides) == {side.id for side in pack.game.sides}
    assert set(names.seasons) == {"SPRING", "SUMMER", "AUTUMN", "WINTER"}
    assert set(names.countries) == set(pack.map.countries)
    assert set(names.nations) == {nation.id for nation in pack.forces.nations}
    assert set(names.units) == {unit.kind for unit in pack.forces.units}
    assert set(names.army_names) == {id for nation in pack.forces.nations for id in nation.army_names}
    assert set(names.words) == nameable(pack)["words"]()


def test_every_section_and_clause_has_a_title_in_each_language(spoken: tuple[Ruleset, Names]) -> None:
    bound, names = spoken
    clauses = bound.pack.clauses
    assert set(names.clauses) == {*clauses.sections, *(clause.number for clause in clauses.citations)}


def test_pack_page_exists_in_each_language(spoken: tuple[Ruleset, Names]) -> None:
    bound, names = spoken
    assert set(names.options) == {option.id for option in bound.pack.game.options}
    assert set(names.notes) == {
        part.table for part in catalogue.tables(bound.pack) if any(map(str.isalpha, part.note))
    }


def test_names_belong_to_existing_objects(spoken: tuple[Ruleset, Names]) -> None:
    bound, names = spoken
    places = {place.id for place in (*bound.pack.map.areas, *bound.pack.map.out_of_play)}
    assert set(names.areas) <= places
    assert set(names.of_areas) <= places
    assert set(names.cards) <= {kind.id for kind in bound.pack.cards.kinds}
    for area, phrase in names.of_areas.items():
        name = names.areas.get(area) or next(one.name for one in bound.pack.map.areas if one.id == area)
        # A language with cases keeps the beginning of the name and changes its end: Λιέγη, της Λιέγης.
        stem = key(name.removeprefix("Le "))[:4]
        assert any(word.startswith(stem.split()[0]) for word in key(phrase).split()), area


def test_letters_accept_names_of_reports(spoken: tuple[Ruleset, Names]) -> None:
    bound, names = spoken
    rules = bound.rules
    assert isinstance(rules, GreatWar)
    known = lexicon(rules.theatre)
    for area, name in names.areas.items():
        assert known.areas.find(name) == (area,)
    for kind, unit in names.units.items():
        assert known.kinds.find(unit.name) == (kind,)
        assert known.kinds.find(unit.plural) == (kind,)
    for id, nation in names.nations.items():
        for name in (nation.name, nation.masculine, nation.feminine):
            assert known.nations.find(name) == (id,)
    for side, called in names.sides.items():
        assert bound.side_called(called.name) == side


@pytest.mark.parametrize("code", CODES)
def test_every_skirmish_object_has_a_name_in_each_language(code: str) -> None:
    bound = rulesets.bind("skirmish", None, {})
    names, pack = loading.names(bound.loaded, code), bound.pack
    assert isinstance(names, TableNames)
    assert isinstance(pack, TablePack)
    assert set(names.sides) == {side.id for side in pack.game.sides}
    assert set(names.weapons) == {weapon.id for weapon in pack.weapons.weapons}
    assert set(names.troops) == {troops.id for troops in pack.troops.troops}
    assert set(names.words) == nameable_of_a_table(pack)["words"]()
    assert set(names.clauses) == {
        *pack.clauses.sections,
        *(clause.number for clause in pack.clauses.citations),
    }
    assert set(names.options) == {option.id for option in pack.game.options}
    assert set(names.notes) == {part.table for part in catalogue.tables(pack) if part.note}


@pytest.mark.parametrize("code", CODES)
def test_skirmish_letters_accept_names_of_reports(code: str) -> None:
    bound = rulesets.bind("skirmish", None, {})
    rules, names = bound.rules, loading.names(bound.loaded, code)
    assert isinstance(rules, Skirmish)
    assert isinstance(names, TableNames)
    for side in rules.sides:
        assert bound.side_called(names.sides[side].name) == side
        assert bound.side_called(names.sides[side].label) == side
        for unit in rules.table.force(side).units:
            called = names.words[unit.name]
            (plain,) = system_of(rules).notation.read(rules.start(), side, f"hide {unit.id}")
            assert system_of(rules).notation.read(rules.start(), side, f"hide {called}") == (plain,)
    for weapon, called in names.weapons.items():
        (order,) = system_of(rules).notation.read(
            rules.start(), "british", f"aimed fire br-s1-5 at c01 with {called.name}"
        )
        assert getattr(order, "weapon") == weapon  # noqa: B009 - of an order of any kind


def _greek(names: tuple[str, ...]) -> list[str]:
    return [name for name in names if any("α" <= letter <= "ω" for letter in key(name))]


def test_greek_letters_accept_names_of_areas_nations_kinds_and_cards(western: GreatWar) -> None:
    pack, known = western.theatre.pack, lexicon(western.theatre)
    for place in (*pack.map.areas, *pack.map.out_of_play):
        for name in _greek(place.names) or [""]:
            assert known.areas.find(name) == (place.id,), place.name
    for unit in pack.forces.units:
        for name in _greek(unit.names) or [""]:
            assert known.kinds.find(name) == (unit.kind,), unit.name
    for nation in pack.forces.nations:
        for name in _greek(nation.names) or [""]:
            assert known.nations.find(name) == (nation.id,), nation.name
    # The Greek edition has no Greek for the Friedensturm.
    for kind in pack.cards.kinds:
        for name in _greek(kind.names) or ["" if kind.id != "friedensturm" else kind.name]:
            assert known.cards.find(name) == (kind.id,), kind.name


def test_untranslated_side_keeps_its_name() -> None:
    german, entente = loading.load("ttlm").pack.game.sides
    named = pack_names.sides(
        (german, entente), {german.id: SideNames(name="Allemagne", adjective="allemand", label="All.")}
    )

    assert [side.name for side in named] == ["Allemagne", entente.name]


def test_a_name_with_two_letters_in_exchange_is_found_before_others() -> None:
    assert nearest("dnoe", ("none", "done", "nine"), 1) == ("done",)
