import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

import schemas
from referee.packs import json_schemas
from referee.texts.canonical import MOST_LEVELS
from referee.texts.strict_yaml import DEEPEST

NAMES = [f"{name}.schema.json" for name in json_schemas.names()]

KEPT = ["answers.schema.json", *(name for name in NAMES if not name.startswith("answer."))]
"""Files of `schemas/json`."""

FOLDER = Path(schemas.__path__[0]) / "json"

FOLDERS = {"scenarios": "scenario", "languages": "names"}
"""What the files in a folder of a pack are."""

REFRESH = "refresh the schemas with `python -m referee.packs.json_schemas`"


@pytest.fixture(scope="module")
def documents():
    return json_schemas.documents()


@pytest.mark.parametrize("name", KEPT)
def test_json_schemas_match_models(name):
    kept = FOLDER / name

    assert kept.is_file(), REFRESH
    assert kept.read_text("utf-8") == json_schemas.documents_to_keep()[name], REFRESH


def test_no_obsolete_json_schema_exists():
    assert {path.name for path in FOLDER.iterdir()} == set(KEPT), REFRESH


def test_schema_of_answer_is_a_part_of_the_file_of_all(documents):
    family = json.loads((FOLDER / "answers.schema.json").read_text("utf-8"))["$defs"]
    for name in (name for name in NAMES if name.startswith("answer.")):
        schema = json.loads(documents[name])

        assert family[name.removesuffix(".schema.json")] == {"anyOf": schema["anyOf"]}, name
        assert schema["$defs"].items() <= family.items(), name


def test_reader_finds_an_answer_in_the_file_of_all():
    family = json.loads((FOLDER / "answers.schema.json").read_text("utf-8"))
    validator = Draft202012Validator({**family, "$ref": "#/$defs/answer.note"})
    filed = {
        "ok": True, "exit": 0, "match": "war", "entry": 3, "kind": "note", "text": "rain", "head": "3:ab",
    }  # fmt: skip

    assert validator.is_valid(filed)
    assert validator.is_valid({"ok": False, "exit": 66, "complaints": []})
    assert not validator.is_valid({**filed, "entry": "3"})
    assert not validator.is_valid({**filed, "more": 1})


def test_every_pack_file_has_a_json_schema():
    for file in (Path(__file__).parents[1] / "packs" / "tiny").rglob("*.yaml"):
        name = FOLDERS.get(file.parent.name, file.stem)
        assert f"great-war.{name}.schema.json" in NAMES


class EditorLoader(yaml.SafeLoader):
    """YAML 1.2, as editors read it: `yes` is a text, and a plain `6` a number."""


EditorLoader.yaml_implicit_resolvers = {
    first: [(tag, form) for tag, form in forms if tag.rpartition(":")[2] in {"int", "float", "null"}]
    for first, forms in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


@pytest.mark.parametrize(
    ("system", "file"),
    [
        ("great-war", "fire"),
        ("great-war", "hidden-templates"),
        ("great-war", "cards"),
        ("skirmish", "sequence"),
    ],
)
def test_cases_fit_their_schema_in_an_editor(documents, system, file):
    validator = Draft202012Validator(json.loads(documents[f"{system}.cases.schema.json"]))
    path = Path(__file__).parents[1] / system.replace("-", "_") / "cases" / f"{file}.yaml"
    cases = yaml.load(path.read_text("utf-8"), EditorLoader)

    assert [error.message for error in validator.iter_errors(cases)] == []
    cases["cases"][0]["then"]["roled"] = []
    assert not validator.is_valid(cases)


def test_schemas_are_written_unchanged(documents, tmp_path):
    json_schemas.write(tmp_path)

    written = {path.name: path.read_text("utf-8") for path in tmp_path.iterdir()}
    assert written == documents


def test_json_schema_is_sorted_and_ends_with_newline(documents):
    for name in NAMES:
        text = documents[name]
        schema = json.loads(text)

        assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema", name
        assert text == json.dumps(schema, indent=2, sort_keys=True, ensure_ascii=False) + "\n", name


def count_levels(schema: Any, whole: Any) -> int:
    """Return the number of levels of arrays and objects that a schema allows; a recursive one fails."""
    if not isinstance(schema, dict):
        return 0
    if "$ref" in schema:
        return count_levels(whole["$defs"][schema["$ref"].removeprefix("#/$defs/")], whole)
    inner = [schema.get(name) for name in ("items", "additionalProperties")]
    inner += [*schema.get("properties", {}).values(), *schema.get("prefixItems", [])]
    alternatives = [count_levels(one, whole) for name in ("anyOf", "oneOf") for one in schema.get(name, [])]
    own = (
        1 + max(count_levels(one, whole) for one in inner) if schema.get("type") in ("array", "object") else 0
    )
    return max(own, *alternatives, 0)


@pytest.mark.parametrize("system", ["great-war", "skirmish"])
def test_no_line_of_a_journal_reaches_the_most_levels(system: str) -> None:
    # A sealed order is the deepest: the line, the private parts, that of a side, `sealed`, and its item.
    deepest = ["line", "private", "side", "sealed", "item", "events"]
    for part in ("orders", "events"):
        schema = json.loads((FOLDER / f"{system}.{part}.schema.json").read_text(encoding="utf-8"))
        levels = count_levels(schema, schema)
        assert levels >= 1
        assert len(deepest) + levels < MOST_LEVELS // 2
    # Nor does a letter with a record of any system.
    assert len(deepest) + DEEPEST < MOST_LEVELS
