import json
from pathlib import Path

import pytest

import schemas
from referee.packs import json_schemas

NAMES = [f"{name}.schema.json" for name in json_schemas.names()]

FOLDER = Path(schemas.__path__[0]) / "json"

FOLDERS = {"scenarios": "scenario", "languages": "names"}
"""What the files in a folder of a pack are."""

REFRESH = "refresh the schemas with `python -m referee.packs.json_schemas`"


@pytest.fixture(scope="module")
def documents():
    return json_schemas.documents()


@pytest.mark.parametrize("name", NAMES)
def test_json_schemas_match_models(documents, name):
    kept = FOLDER / name

    assert kept.is_file(), REFRESH
    assert kept.read_text("utf-8") == documents[name], REFRESH


def test_no_obsolete_json_schema_exists():
    assert {path.name for path in FOLDER.iterdir()} == set(NAMES), REFRESH


def test_every_pack_file_has_a_json_schema():
    for file in (Path(__file__).parents[1] / "packs" / "tiny").rglob("*.yaml"):
        name = FOLDERS.get(file.parent.name, file.stem)
        assert f"great-war.{name}.schema.json" in NAMES


def test_schemas_are_written_unchanged(documents, tmp_path):
    json_schemas.write(tmp_path)

    written = {path.name: path.read_text("utf-8") for path in tmp_path.iterdir()}
    assert written == documents


@pytest.mark.parametrize("name", NAMES)
def test_json_schema_is_sorted_and_ends_with_newline(documents, name):
    text = documents[name]
    schema = json.loads(text)

    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert text == json.dumps(schema, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
