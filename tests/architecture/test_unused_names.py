"""No dead code: each name of a module occurs somewhere else."""

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.architecture.tools import ROOT

PACKAGES = ("referee", "schemas", "games")


def list_modules(*folders: str) -> list[Path]:
    return [module for folder in folders for module in sorted((ROOT / folder).rglob("*.py"))]


def count_words(files: Iterable[Path]) -> Counter[str]:
    return Counter(word for file in files for word in re.findall(r"\w+", file.read_text("utf-8")))


def list_names(module: Path) -> Iterator[str]:
    """Yield functions, classes and constants; a framework calls what is decorated, and pytest the tests."""
    for part in ast.parse(module.read_text("utf-8")).body:
        match part:
            case ast.FunctionDef(name=name, decorator_list=[]) if not name.startswith(("test_", "pytest_")):
                yield name
            case ast.ClassDef(name=name) if not name.startswith("Test"):
                yield name
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case _:
                pass


def find_unused(modules: Iterable[Path], words: Counter[str]) -> list[str]:
    return [
        f"{module.relative_to(ROOT)}: {name}"
        for module in modules
        for name in list_names(module)
        if words[name] == 1 and not name.startswith("__")
    ]


def test_the_program_uses_or_documents_each_name_of_its_modules() -> None:
    modules = list_modules(*PACKAGES)
    pages = sorted((ROOT / "referee").rglob("*.md"))
    assert not find_unused(modules, count_words([*modules, *pages, ROOT / "pyproject.toml"]))


def test_the_tests_use_each_name_of_their_modules() -> None:
    modules = list_modules("tests")
    assert not find_unused(
        modules, count_words([*modules, *list_modules(*PACKAGES), ROOT / "pyproject.toml"])
    )
