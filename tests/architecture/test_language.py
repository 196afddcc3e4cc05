"""The language of the house: functions are named by verbs, and prose is plain.

`language.yaml` lists the exceptions. It only shrinks: an exception that is none any more must go, too. It is
written anew by `python -m tests.architecture.test_language`.
"""

import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[2]
LISTED = Path(__file__).with_name("language.yaml")
SOURCES = sorted(path for package in ("referee", "schemas") for path in (ROOT / package).rglob("*.py"))
PAGES = sorted((ROOT / "referee" / "cli" / "pages").glob("*.md"))

IRREGULAR = frozenset(
    {
        "begun",
        "bound",
        "bought",
        "broken",
        "brought",
        "built",
        "caught",
        "chosen",
        "dealt",
        "done",
        "drawn",
        "driven",
        "fallen",
        "forbidden",
        "forgotten",
        "fought",
        "found",
        "given",
        "gone",
        "grown",
        "heard",
        "held",
        "hidden",
        "kept",
        "known",
        "laid",
        "led",
        "left",
        "lost",
        "made",
        "meant",
        "met",
        "paid",
        "put",
        "said",
        "sealed",
        "seen",
        "sent",
        "shown",
        "spent",
        "spoken",
        "stood",
        "taken",
        "taught",
        "thought",
        "thrown",
        "told",
        "torn",
        "understood",
        "withstood",
        "won",
        "written",
    }
)
"""Participles that do not end in `ed`."""

NOUNS_AND_VERBS = frozenset({"embed", "exceed", "feed", "need", "proceed", "seed", "shed", "speed"})
"""What ends in `ed` and is none."""

HABITS = re.compile(
    r"\b(nobody|somebody|whoever|whomever|besides|but once|(?:is|are|was|were|be|been|being) told"
    r"|(?<!thing )(?<!where )(?<!all )(?<!who )else)\b",
    re.IGNORECASE,
)
"""Words of the old voice: negative pairs, missing actors, `else` for otherwise, and archaic `besides`."""


def is_participle(name: str) -> bool:
    """Whether the first word of a function's name is a participle."""
    first = name.strip("_").split("_")[0]
    regular = len(first) > 4 and first.endswith("ed") and first not in NOUNS_AND_VERBS
    return regular or first in IRREGULAR


def participles() -> Iterator[str]:
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and is_participle(node.name):
                yield f"{path.relative_to(ROOT).as_posix()} {node.name}"


def prose(path: Path) -> Iterator[str]:
    """The docstrings and the comments of a file; of a page, the lines outside its console blocks."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        yield re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            yield ast.get_docstring(node) or ""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    yield from (token.string for token in tokens if token.type == tokenize.COMMENT)


def habits() -> Counter[str]:
    """How often the old voice is heard, file by file."""
    heard = Counter[str]()
    for path in (*SOURCES, *PAGES):
        for text in prose(path):
            if found := len(HABITS.findall(text)):
                heard[path.relative_to(ROOT).as_posix()] += found
    return heard


def test_functions_are_named_by_verbs() -> None:
    listed = yaml.safe_load(LISTED.read_text(encoding="utf-8"))["participles"]

    assert sorted(participles()) == listed, "name it by a verb, or take what is none any more out of the list"


def test_prose_is_plain() -> None:
    listed = yaml.safe_load(LISTED.read_text(encoding="utf-8"))["habits"]

    assert dict(sorted(habits().items())) == listed, "say it plainly, or lower the number in the list"


def test_the_gate_knows_a_participle_and_the_old_voice() -> None:
    assert [
        name for name in ("told", "_sealed_by", "feed", "need", "render", "is_sealed") if is_participle(name)
    ] == [
        "told",
        "_sealed_by",
    ]
    assert HABITS.findall("Nobody is told besides; else it falls.") == [
        "Nobody",
        "is told",
        "besides",
        "else",
    ]


if __name__ == "__main__":
    known = {"participles": sorted(participles()), "habits": dict(sorted(habits().items()))}
    LISTED.write_text(yaml.safe_dump(known, sort_keys=False, width=110), encoding="utf-8")
