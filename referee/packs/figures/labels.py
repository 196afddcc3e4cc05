"""Labels of the figures of a pack: documented, inferred or invented, figure by figure (`labels.yaml`).

A figure has the label of the table around it (`rulebook` and `documented` figures are documented, those of a
`reconstruction` invented) unless `labels.yaml` says otherwise. Labels decide nothing in a match, so that the
digest of a pack does not cover them.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from referee.faults import Complaint, DataFault, suggest
from referee.packs.families import LABELS
from referee.packs.faults import PackFault
from referee.texts import strict_yaml
from referee.texts.tree import Node, Trail, Tree
from schemas.answers.packs import FigureCount
from schemas.record import Value
from schemas.rulebook import Label

BY_NAME: Mapping[str, Label] = {
    "documented": "documented", "inferred": "inferred", "invented": "invented",
}  # fmt: skip
"""The labels by their names in a file."""

ANY = "*"
"""Step of a pattern that stands for each step."""

OF_SOURCES: Mapping[str, Label] = {
    "rulebook": "documented", "documented": "documented", "reconstruction": "invented",
}  # fmt: skip
"""Label of the figures of a table by its source."""

DRAWING = frozenset({"at", "corners", "id", "name", "names", "note"})
"""Keys whose numbers are not figures of the game: coordinates and names."""

BORDERS = "borders"
"""Key of a list of adjacent areas; each of its areas counts as a figure."""

NAMES = ("id", "area", "name")
"""Keys that name an item of a list in a path."""

BLANK = "___"
"""Text in place of a figure that was left out."""

_FIGURE = re.compile(rf"-?[0-9]+|{BLANK}")

Rules = Mapping[str, Mapping[tuple[str, ...], Label]]
"""Labels by file and pattern."""


class Figure(Value):
    """A figure of a file: its trail, the same trail in words, its text and its label."""

    trail: Trail
    path: tuple[str, ...]
    text: str
    label: Label


def read(text: str, file: str) -> Rules:
    """Return the labels of a file. Raises `DataFault` for labels of another kind."""
    tree = strict_yaml.read(text, file)
    files = tree.get(("figures",))
    rules: dict[str, dict[tuple[str, ...], Label]] = {}
    complaints: list[Complaint] = []
    for name, labels in files.items() if isinstance(files, dict) else ():
        rules[name] = {}
        for path, label in labels.items() if isinstance(labels, dict) else ():
            if (known_label := BY_NAME.get(str(label))) is not None:
                rules[name][tuple(path.split("."))] = known_label
            else:
                place, near = tree.at(("figures", name, path)), suggest(str(label), BY_NAME)
                complaints.append(Complaint.of(PackFault.LABEL_UNKNOWN, near, place=place, name=str(label)))
    if complaints:
        raise DataFault(*complaints)
    return rules


def read_folders(folders: Iterable[Path]) -> Rules:
    """Return the labels of a pack; a file of labels counts before that of the pack below."""
    for folder in folders:
        path = folder / LABELS
        if path.is_file():
            return read(path.read_text(encoding="utf-8"), path.as_posix())
    return {}


def list_figures(tree: Tree, patterns: Mapping[tuple[str, ...], Label]) -> Iterator[Figure]:
    """Yield the figures of a file with their labels, in the order of the file."""
    for trail, text, source in _walk(tree.value, (), ""):
        path = tuple(_list_steps(tree, trail))
        yield Figure(trail, path, text, _choose(path, patterns) or OF_SOURCES.get(source, "documented"))


def list_unused(trees: Mapping[str, Tree], rules: Rules) -> Iterator[tuple[str, str]]:
    """Yield the file and the path of each label that belongs to no figure."""
    for file, patterns in rules.items():
        paths = [figure.path for figure in list_figures(trees[file], {})] if file in trees else []
        for pattern in patterns:
            if not any(fits(path, pattern) for path in paths):
                yield file, ".".join(pattern)


def count(trees: Mapping[str, Tree], rules: Rules) -> tuple[FigureCount, ...]:
    """Return the number of figures of each file with each label."""
    rows: list[FigureCount] = []
    for file, tree in sorted(trees.items()):
        labels = Counter(figure.label for figure in list_figures(tree, rules.get(file, {})))
        if labels:
            rows.append(FigureCount(file=file, labels={label: labels[label] for label in BY_NAME.values()}))
    return tuple(rows)


def _choose(path: tuple[str, ...], patterns: Mapping[tuple[str, ...], Label]) -> Label | None:
    """Return the label of the pattern with the most words, the last one of several."""
    fitting = [pattern for pattern in patterns if fits(path, pattern)]
    if not fitting:
        return None
    return patterns[max(reversed(fitting), key=lambda pattern: sum(step != ANY for step in pattern))]


def fits(path: tuple[str, ...], pattern: tuple[str, ...]) -> bool:
    """Return True if a pattern fits the beginning of a path."""
    steps = zip(path, pattern, strict=False)
    return len(pattern) <= len(path) and all(name in {ANY, step} for step, name in steps)


def _list_steps(tree: Tree, trail: Trail) -> Iterator[str]:
    """Yield the steps to a value in words: an item of a list is shown by its name if it has one."""
    for at, step in enumerate(trail):
        names = (tree.get((*trail[: at + 1], key)) for key in NAMES)
        label = next((name for name in names if isinstance(name, str)), str(step))
        if (
            is_border(trail[: at + 1])
            and isinstance(area := tree.get(trail[: at + 1]), str)
            and area != BLANK
        ):
            label = area
        yield label if isinstance(step, int) else step


def is_border(trail: Trail) -> bool:
    """Return True if a trail leads to an area in a list of borders."""
    return BORDERS in trail[:-1] and isinstance(trail[-1], int)


def _walk(node: Node, trail: Trail, source: str) -> Iterator[tuple[Trail, str, str]]:
    """Yield the figures below a node with the nearest `source`."""
    match node:
        case dict():
            source = str(node.get("source", source))
            for key, part in node.items():
                if key not in DRAWING:
                    yield from _walk(part, (*trail, key), source)
        case list():
            for at, part in enumerate(node):
                yield from _walk(part, (*trail, at), source)
        case str() if source and (_FIGURE.fullmatch(node) or is_border(trail)):
            yield trail, node, source
        case _:
            pass
