"""Filling the blanks of a pack: the figures that decide most come first. A border is filled by an area."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from re import fullmatch

from referee.faults import Complaint, DataFault, Misuse, NotFound, declare
from referee.packs import loading
from referee.packs.families import GAME, MOST_BYTES
from referee.packs.faults import PackFault
from referee.packs.figures import blanks, labels
from referee.packs.figures.labels import BLANK
from referee.texts import strict_yaml
from referee.texts.tree import Trail, Tree
from schemas.answers.packs import BlankFigure, FilledPack, NewFigure

WEIGHTS = (
    ("tables.yaml", ("victory",)),
    ("map.yaml", ("areas", labels.ANY, "points")),
    ("map.yaml", ("areas", labels.ANY, "fort")),
    ("map.yaml", ("areas", labels.ANY, labels.BORDERS)),
    ("tables.yaml", ("build_points",)),
    ("tables.yaml", ("card_limits",)),
    ("scenarios/", ("hands",)),
    ("scenarios/", ("placements",)),
    ("tables.yaml", ("arrivals",)),
    ("forces.yaml", ()),
    ("cards.yaml", ()),
)
"""Figures in the order of their weight: victory, points, forts, borders, build points, cards, set-ups."""

SKIP = "-"
"""Value that leaves a blank as it is."""

SHOWN = 10
"""Number of blanks to show."""


def fill(folder: Path, values: Sequence[str]) -> FilledPack:
    """Fill the next blanks of a pack, in the order of weight, and return the blanks that are left.

    Raises `NotFound` for a folder without a pack, `Misuse` for a pack without blanks or too many values, and
    `DataFault` for values that are not numbers. Nothing is written then.
    """
    if not (folder / GAME).is_file():
        raise NotFound(Complaint.of(PackFault.NO_GAME, file=GAME, folder=folder))
    waiting = list_waiting(folder)
    texts = {name: content.decode() for name, content in loading.read_folder(folder).items()}
    if not waiting:
        raise Misuse(Complaint.of(PackFault.NOTHING_TO_FILL, folder=folder))
    if len(values) > len(waiting):
        raise Misuse(Complaint.of(PackFault.FIGURES_MANY, count=len(values), blanks=len(waiting)))
    answers = [pair for pair in zip(waiting, values, strict=False) if pair[1] != SKIP]
    if wrong := [complaint for pair in answers if (complaint := _find_fault(*pair)) is not None]:
        raise DataFault(*wrong)
    for name in {blank.file for blank, _ in answers}:
        mine = [(blank, value) for blank, value in answers if blank.file == name]
        _write(folder / name, _replace(texts[name], mine))
    numbers = {id(blank) for blank, _ in answers}
    rest = [blank for blank in waiting if id(blank) not in numbers]
    return FilledPack(
        pack=folder.resolve().name,
        figures=len(answers),
        blanks=len(rest),
        next=tuple(rest[:SHOWN]),
        entries=tuple(
            NewFigure(file=blank.file, figure=blank.figure, value=value, item=blank.item)
            for blank, value in answers
        ),
    )


def list_waiting(folder: Path) -> Sequence[BlankFigure]:
    """Return the blanks of a pack, in the order of weight."""
    contents = loading.read_folder(folder)
    trees = {
        name: strict_yaml.read(text, (folder / name).as_posix(), MOST_BYTES)
        for name, text in contents.items()
    }
    return sorted(_list_blanks(trees), key=lambda blank: blank.weight)


def _find_fault(blank: BlankFigure, value: str) -> Complaint | None:
    """Return a complaint unless a value can be written into a blank."""
    if f".{labels.BORDERS}." in blank.figure:
        fits = fullmatch(r"[a-z][a-z0-9-]*", value)
        return None if fits else Complaint.of(PackFault.BORDER_WRONG, value=value)
    fits = fullmatch(r"-?[0-9]{1,9}", value)
    return None if fits else Complaint.of(PackFault.FIGURE_WRONG, value=value)


def _list_blanks(trees: Mapping[str, Tree]) -> Iterator[BlankFigure]:
    for file, tree in sorted(trees.items()):
        for figure in labels.list_figures(tree, {}):
            if figure.text == BLANK:
                line, column = tree.values[figure.trail]
                yield BlankFigure(
                    file=file,
                    figure=".".join(figure.path),
                    line=line,
                    column=column,
                    source=blanks.find_printed(tree, figure.trail),
                    weight=_weigh(file, figure.path),
                    item=_find_item(tree, figure.trail),
                )


def _find_item(tree: Tree, trail: Trail) -> str:
    """Return the season turn of a figure in a list with one for each, or the nation and armies around it."""
    turns, figures = tree.get(("track", "turns")), tree.get(trail[:-1])
    if isinstance(turns, list) and isinstance(figures, list) and len(figures) == len(turns):
        return str(tree.get(("track", "turns", trail[-1], "title")))
    for length in range(len(trail), 0, -1):
        item = tree.get(trail[:length])
        if isinstance(item, dict) and "nation" in item:
            armies = item.get("armies", item.get("army", []))
            return " ".join(map(str, [item["nation"], *(armies if isinstance(armies, list) else [armies])]))
    return ""


def _weigh(file: str, path: tuple[str, ...]) -> int:
    """Return the place of a figure in the order of weight."""
    for place, (begin, pattern) in enumerate(WEIGHTS):
        if file.startswith(begin) and labels.fits(path, pattern):
            return place
    return len(WEIGHTS)


def _replace(text: str, answers: Sequence[tuple[BlankFigure, str]]) -> str:
    """Return the text of a file with values in the places of blanks."""
    lines = text.splitlines(keepends=True)
    for blank, value in sorted(answers, key=lambda pair: (pair[0].line, pair[0].column), reverse=True):
        row, begin = lines[blank.line - 1], blank.column - 1
        lines[blank.line - 1] = row[:begin] + value + row[begin + len(BLANK) :]
    return "".join(lines)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise Misuse(declare(PackFault.ART_UNWRITTEN, path=path, why=error.strerror)) from error
