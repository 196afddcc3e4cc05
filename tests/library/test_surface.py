"""What `import referee` promises: its names, its signatures, and that it costs nothing before it is used."""

import inspect
import subprocess
import sys
from pathlib import Path
from types import FunctionType

import pytest

import referee
from tests.library import surface

ROOT = Path(__file__).parents[2]


def run(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    )
    return done.stdout


def test_names_and_signatures_equal_the_recorded_ones() -> None:
    recorded = surface.RECORDED.read_text(encoding="utf-8").splitlines()

    assert list(surface.list_surface()) == recorded, "record it: python -m tests.library.surface"


def test_a_promise_is_not_changed_without_a_new_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorded = tmp_path / "surface.txt"
    recorded.write_text("\n".join([*surface.list_surface(), "forgotten() -> None"]), encoding="utf-8")
    monkeypatch.setattr(surface, "RECORDED", recorded)

    with pytest.raises(SystemExit, match="forgotten"):
        surface.record(unreleased=False)

    monkeypatch.setattr(referee, "__version__", "9.0.0")
    surface.record(unreleased=False)
    assert "forgotten" not in recorded.read_text(encoding="utf-8")


def test_nothing_is_imported_before_a_name_is_used() -> None:
    told = run(
        "import sys, referee; print(sorted(one for one in sys.modules if one.startswith('referee')));"
        "print(referee.__version__, 'msgspec' in sys.modules);"
        "referee.Match; print('referee.library' in sys.modules, 'typer' in sys.modules)"
    )

    assert told.splitlines() == ["['referee']", f"{referee.__version__} False", "True False"]


def test_names_can_be_completed_and_imported_and_others_are_not_there() -> None:
    assert set(referee.__all__) < set(dir(referee))
    assert len(run("from referee import *; print(*dir())").split()) > len(referee.__all__)
    with pytest.raises(AttributeError, match="nonsense"):
        referee.nonsense  # type: ignore[attr-defined]  # noqa: B018 - it must not be possible
    assert not hasattr(referee, "__wrapped__")


def test_every_name_is_explained() -> None:
    bare = [
        name
        for name in referee.__all__
        if isinstance(named := getattr(referee, name), type | FunctionType) and not inspect.getdoc(named)
    ]
    assert bare == []
    for name, part in vars(referee.Match).items():
        if isinstance(part, FunctionType | property) and not name.startswith("_"):
            assert inspect.getdoc(part), name


def test_every_function_says_what_it_takes_and_gives() -> None:
    functions = [getattr(referee, name) for name in referee.__all__]
    functions += [part for one in (referee.Match, referee.Game) for part in vars(one).values()]
    for function in functions:
        if isinstance(function, FunctionType):
            annotated = inspect.signature(function)
            given = [
                one.annotation for name, one in annotated.parameters.items() if name not in ("self", "_")
            ]
            assert inspect.Signature.empty not in (annotated.return_annotation, *given), function
