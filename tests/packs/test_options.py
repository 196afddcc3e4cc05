"""Options: each is declared once beside its rule, and a pack may offer no other."""

import ast
import inspect
import shutil
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import get_args

import pytest

from referee.engine.system import RuleOption
from referee.faults import DataFault
from referee.packs import loading
from referee.systems.great_war.flow import rule_options
from referee.systems.great_war.flow.rule_options import OPTIONS
from referee.systems.great_war.state.game import GreatWarGame
from schemas.skirmish.parameters import Parameters

TINY = Path(__file__).parent / "tiny"

RULES = Path(inspect.getfile(rule_options)).parents[1]
"""The folder of the great war's rules."""

NOT_OFFERED: Mapping[str, str] = {}
"""Options, or `option=choice`, that no pack of the repository offers, each with the reason."""


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def spoil(folder: Path, old: str, new: str) -> None:
    path = folder / "game.yaml"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def complaints_about(folder: Path) -> list[str]:
    return [str(complaint).removeprefix(f"{folder}/") for complaint in loading.check(str(folder))]


def test_an_unknown_option_and_an_unknown_choice_are_refused_at_once_with_the_nearest_names(
    tmp_path: Path,
) -> None:
    folder = Path(shutil.copytree(TINY, tmp_path / "tiny"))
    more = (
        "options:\n"
        "  - { id: empty-enemy-area, title: A, choices: [taken, disputed], default: taken }\n"
        "  - { id: pursuit, title: B, choices: [all-leaves, no-infantry-stays], default: all-leaves }\n"
        "  - { id: fortify, title: C, choices: ['no', 'yes'], default: 'no', earlier: maybe }\n"
    )
    spoil(folder, "options:\n", more)

    assert complaints_about(folder) == [
        "game.yaml:9:11: no rule reads the option `empty-enemy-area` (did you mean `empty-enemy-areas`?)",
        "game.yaml:10:40: the option `pursuit` has no choice `all-leaves` (did you mean `all-leave`?)",
        "game.yaml:11:78: the option `fortify` had no choice `maybe` (known: `no` and `yes`)",
    ]
    with pytest.raises(DataFault, match="no rule reads the option `empty-enemy-area`"):
        loading.load(str(folder))


def test_a_misspelt_key_of_an_option_is_refused_with_the_nearest_key(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(TINY, tmp_path / "tiny"))
    spoil(folder, "default", "defualt")

    assert complaints_about(folder) == [
        "game.yaml:9:5: `default` is missing (add it here)",
        "game.yaml:12:5: the key `defualt` is not known here (did you mean `default`?)",
    ]


def test_options_of_a_skirmish_set_a_parameter_to_a_choice_that_it_knows(tmp_path: Path) -> None:
    source = Path(str(find_spec("games").submodule_search_locations[0])) / "skirmish"  # type: ignore[index,union-attr]
    folder = Path(shutil.copytree(source, tmp_path / "raid"))
    spoil(folder, "turns.alternation", "turns.alternatoin")
    spoil(folder, "[section, side]", "[section, sides]")
    spoil(folder, "shooting.same_tier", "turns.first_unit")

    assert [line.partition(": ")[2] for line in complaints_about(folder)] == [
        "there is no parameter `turns.alternatoin` (did you mean `turns.alternation`?)",
        "`turns.first_unit` cannot be `simultaneous` (known: `roll`, `scenario` and `loser-of-last`)",
        "`turns.first_unit` cannot be `alternate` (known: `roll`, `scenario` and `loser-of-last`)",
        "the options `first-unit` and `same-tier` both set `turns.first_unit` (leave one of them out)",
        "`spotting.shared_with` cannot be `sides` (did you mean `side`?)",
    ]


def test_every_declared_option_and_choice_is_offered_by_a_pack_or_listed_with_a_reason() -> None:
    offered: set[str] = set()
    for found in loading.shelf():
        pack = loading.load(found.name).pack
        if pack.game.system == "great-war":
            for option in pack.game.options:
                offered |= {option.id, *(f"{option.id}={choice}" for choice in option.choices)}

    declared = set(OPTIONS) | {f"{name}={choice}" for name in OPTIONS for choice in OPTIONS[name].choices}
    assert offered <= declared
    assert declared - offered == set(NOT_OFFERED)


def calls() -> Iterator[tuple[str, str, str]]:
    """Each reading of an option in the rules: module, name of the constant, choice."""
    for path in sorted(RULES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Attribute(attr="chosen"),
                    args=[ast.Name(id=name) | ast.Attribute(attr=name), ast.Constant(value=str(choice))],
                ):
                    yield path.stem, name, choice
                case ast.Call(func=ast.Attribute(attr="chosen")):
                    raise AssertionError(f"{path.name}:{node.lineno}: an option is read by a loose name")
                case ast.Attribute(value=ast.Name(id="theatre"), attr="options"):
                    raise AssertionError(f"{path.name}:{node.lineno}: `theatre.options` is read directly")
                case _:
                    pass


def test_rules_read_only_choices_that_are_declared_and_every_choice_but_one() -> None:
    read: dict[str, set[str]] = {}
    for module, name, choice in calls():
        option = OPTIONS[name.lower().replace("_", "-")]
        assert choice in {*option.choices, *option.earlier}, f"{module}: {option.id} has no choice {choice}"
        read.setdefault(option.id, set()).add(choice)

    for option in OPTIONS.values():
        assert len({*option.choices, *option.earlier} - read.get(option.id, set())) <= 1, option.id


def declarations() -> Iterator[str]:
    """The id of each option that a module declares."""
    for path in sorted(RULES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="RuleOption"), args=[ast.Constant(value=str(id)), *_]):
                    yield id
                case _:
                    pass


def test_every_declaration_is_in_the_table_once() -> None:
    assert sorted(declarations()) == sorted(OPTIONS)


def test_the_first_choice_applies_where_a_pack_does_not_offer_the_option() -> None:
    pack = loading.load(str(TINY)).pack
    game = GreatWarGame(pack, pack.scenarios[0].id)  # type: ignore[arg-type]

    for option in OPTIONS.values():
        assert [choice for choice in option.choices if game.chosen(option, choice)] == [option.choices[0]]
    assert not game.chosen(RuleOption("fortify", ("no", "yes")), "yes")


def test_every_parameter_that_an_option_of_the_skirmish_sets_is_read_by_a_rule() -> None:
    rules = RULES.parent / "skirmish"
    read = {
        node.attr
        for path in rules.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute)
    }
    chapters = {field: get_args(kind) or kind for field, kind in Parameters.__annotations__.items()}

    for option in loading.load("skirmish").pack.game.options:
        chapter, _, key = option.sets.partition(".")  # type: ignore[attr-defined]
        assert chapter in chapters
        assert key in read, f"no rule reads {chapter}.{key}"
