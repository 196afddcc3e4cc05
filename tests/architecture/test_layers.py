"""The architecture is held by machines: layers, vocabulary, sizes, style and types."""

import ast
import re
import subprocess
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from referee.packs.families import SYSTEMS
from tests.architecture.tools import patient, run

ROOT = Path(__file__).parents[2]
SOURCES = sorted(
    path for package in ("referee", "schemas", "games") for path in (ROOT / package).rglob("*.py")
)
ENGINE = sorted((ROOT / "referee" / "engine").glob("*.py"))
# A pack that bears the name of its family names no theatre.
PACKS = sorted(
    folder.name
    for folder in (ROOT / "games").iterdir()
    if (folder / "game.yaml").is_file() and folder.name not in SYSTEMS
)

MOST_LINES = 400
MOST_FUNCTION_LINES = 60
NINETIETH = 17


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def parsed(path: Path) -> ast.Module:
    """The tree of a file, which several tests walk through."""
    return ast.parse(path.read_text(encoding="utf-8"))


def functions(path: Path) -> Iterator[tuple[str, int]]:
    """Every function with its lines, its docstring left out; one that is a single `match` is a table."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[1] if ast.get_docstring(node) and len(node.body) > 1 else node.body[0]
            if isinstance(first, ast.Match):
                continue
            assert node.end_lineno is not None
            yield f"{name(path)}:{node.lineno} {node.name}", node.end_lineno - first.lineno + 1


def identifiers(path: Path) -> Iterator[str]:
    """Every name in the code; what is said in comments is another matter."""
    with path.open("rb") as file:
        yield from (token.string for token in tokenize.tokenize(file.readline) if token.type == tokenize.NAME)


@pytest.mark.tools
def test_imports_point_down() -> None:
    script = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    done = subprocess.run(
        [sys.executable, "-c", script, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def imports(path: Path, known: Mapping[str, Path]) -> Iterator[Path]:
    """The modules of ours that a file imports, at its head or where it needs them; faces stand for theirs."""
    for node in ast.walk(parsed(path)):
        match node:
            case ast.Import(names=names):
                found = [one.name for one in names]
            case ast.ImportFrom(module=str(module), names=names):
                found = [f"{module}.{one.name}" for one in names]
                found = [full if full in known else module for full in found]
            case _:
                continue
        yield from (known[one] for one in found if one in known and known[one] != path)


def test_imports_lead_nowhere_back() -> None:
    known = {name(path).removesuffix(".py").replace("/", "."): path for path in SOURCES}
    graph = {path: set(imports(path, known)) for path in SOURCES if path.name != "__init__.py"}

    assert sum(map(len, graph.values())) > 3000
    # It raises an error that names the modules of a circle.
    TopologicalSorter(graph).prepare()


@pytest.mark.parametrize("path", ENGINE, ids=name)
def test_the_engine_knows_no_game(path: Path) -> None:
    words = {
        word for identifier in identifiers(path) for word in re.split(r"_|(?<=[a-z])(?=[A-Z])", identifier)
    }

    assert {word.lower().removesuffix("s") for word in words} & {
        "area",
        "unit",
        "turn",
        "map",
        "hex",
        "figure",
        "table",
    } == set()


def test_no_code_names_a_theatre() -> None:
    named = re.compile(rf"\b({'|'.join(map(re.escape, PACKS))})\b")
    found = [
        f"{name(path)}:{node.lineno}"
        for path in SOURCES
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        # Examples on help pages name packs that can be played.
        and named.search(node.value.partition("Examples:")[0])
    ]

    assert found == []


def test_a_file_can_be_read_at_one_sitting() -> None:
    lines = {name(path): len(path.read_text(encoding="utf-8").splitlines()) for path in SOURCES}

    assert {path: count for path, count in lines.items() if count > MOST_LINES} == {}


FEWEST_LINES = 40
SMALL_TABLES = frozenset({"__main__", "event_kinds", "faults", "names", "order_kinds", "orders", "refusals"})
"""Modules that may be smaller: tables of one chapter, and the start of the program."""

SMALL = frozenset(
    f"referee/{name}.py"
    for name in (
        "analysis/bots/stdio", "analysis/families", "cli/summaries", "i18n/languages", "packs/checks/absent",
        "platform/progress", "platform/streams", "reports/formats/format_names", "reports/formats/rolls",
        "systems/families",
        "systems/great_war/faces/secrecy", "systems/great_war/facts/unknown_ids",
        "systems/great_war/state/fights", "systems/skirmish/faces/advisor", "systems/skirmish/faces/secrecy",
        "texts/language_choice",
    )
)  # fmt: skip
"""Small modules that stand alone because a merge would close a cycle of imports or slow a cold command."""


def test_a_module_is_large_enough_to_be_opened() -> None:
    small = {
        name(path)
        for path in SOURCES
        if "schemas" not in path.parts and path.stem not in {"__init__", *SMALL_TABLES}
        if len(path.read_text(encoding="utf-8").splitlines()) < FEWEST_LINES
    }

    assert small <= SMALL, "merge it with the module that changes with it"
    assert all((ROOT / module).exists() for module in SMALL)


def test_a_function_fits_a_screen() -> None:
    sizes = {where: lines for path in SOURCES for where, lines in functions(path)}

    assert {where: lines for where, lines in sizes.items() if lines > MOST_FUNCTION_LINES} == {}
    ordered = sorted(sizes.values())
    assert ordered[len(ordered) * 9 // 10] <= NINETIETH


def test_no_module_has_a_name_that_says_nothing() -> None:
    said = {"utils", "util", "helpers", "common", "base", "types", "misc"}

    assert [name(path) for path in SOURCES if path.stem in said] == []


def test_legality_is_asked_for_and_not_checked() -> None:
    """A rule is a list of objections; a function that says yes or no would be a second opinion."""
    named = [where for path in SOURCES if "systems" in path.parts for where, _ in functions(path)]

    assert named
    assert [where for where in named if re.search(r" (can|is_valid|is_legal|verify)_", where)] == []


MOST_ANY = 20

JSON = frozenset(
    ROOT / name if name.startswith("schemas/") else ROOT / "referee" / name
    for name in (
        "schemas/record.py",
        "schemas/record.py",
        "schemas/vocabulary.py",
        "dice/proof.py",
        "evidence/shape_table.py",
        "evidence/standalone/beacon.py",
        "evidence/standalone/dice.py",
        "evidence/standalone/hidden_secret.py",
        "evidence/standalone/journal.py",
        "evidence/standalone/lines.py",
        "evidence/standalone/phrases.py",
        "evidence/standalone/shapes.py",
        "evidence/standalone/takebacks.py",
        "matches/journal/line.py",
        "matches/journal/reading.py",
        "packs/conformance/skirmish/setup.py",
        "packs/conformance/twins.py",
        "packs/geography_drawing.py",
        "packs/json_schemas.py",
        "systems/skirmish/state/choices.py",
        "texts/canonical.py",
        "texts/validation.py",
    )
)
"""The files that handle JSON, where anything may come."""


def test_anything_is_a_type_only_where_json_is_read() -> None:
    found = [
        name(path)
        for path in SOURCES
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Name) and node.id == "Any" and path not in JSON
    ]

    assert all(path.exists() for path in JSON)
    assert len(found) <= MOST_ANY, found


MOST_MODULES = 16


def test_a_folder_holds_a_handful_of_modules() -> None:
    folders = Counter(name(path.parent) for path in SOURCES if path.stem != "__init__")

    assert {folder: count for folder, count in folders.items() if count > MOST_MODULES} == {}


def test_a_package_face_holds_no_code() -> None:
    """`__init__.py` says what the package is, and re-exports names in order."""
    faces = [path for path in SOURCES if path.stem == "__init__" and path != ROOT / "referee" / "__init__.py"]
    code = [
        f"{name(path)}:{node.lineno}"
        for path in faces
        for node in parsed(path).body
        if not isinstance(node, ast.ImportFrom | ast.Expr | ast.Assign)
    ]

    assert code == []


def test_folders_of_tests_are_no_packages() -> None:
    assert list((ROOT / "tests").rglob("__init__.py")) == []


def test_packs_are_found_beside_a_stranger() -> None:
    """Without this file a folder called `games` beside the user would be taken for ours."""
    assert (ROOT / "games" / "__init__.py").is_file()


@pytest.mark.tools
def test_the_linter_is_content() -> None:
    run("ruff", "check")


@pytest.mark.tools
def test_the_code_is_formatted() -> None:
    run("ruff", "format", "--check")


@patient
@pytest.mark.tools
def test_mypy_is_content() -> None:
    run("mypy")


FACE = ("referee/__init__.py", "referee/library", "referee/platform", "schemas", "games", "tests/programs")
"""Types that programs of users meet. mypy checks the whole program, in a quarter of the time."""


@patient
@pytest.mark.tools
def test_pyright_is_content(pytestconfig: pytest.Config) -> None:
    run("pyright", "--pythonpath", sys.executable, *(() if pytestconfig.getoption("--long") else FACE))


def test_nothing_lies_about_at_the_top_of_the_checkout() -> None:
    """What building, installing and playing leave behind is named in .gitignore."""
    ignored = {line.strip("/") for line in (ROOT / ".gitignore").read_text("utf-8").splitlines()}
    found = {path.name for path in ROOT.iterdir() if not path.name.startswith(".")}
    left = {name for name in found - ignored if not name.endswith(".egg-info") and name != "__pycache__"}

    assert left == {"README.md", "pyproject.toml", "referee", "schemas", "games", "tests"}
