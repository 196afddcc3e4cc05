"""Blanks in a pack: printed figures that were left out, for the owner of the printed game to fill in."""

from collections.abc import Iterator, Mapping

from referee.faults import Complaint, declare
from referee.i18n.translator import saying
from referee.packs.faults import PackFault
from referee.packs.figures import labels
from referee.packs.figures.labels import BLANK
from referee.texts.tree import Node, Trail, Tree
from schemas.rulebook import Label

LOOK_UP = f"""\
# {BLANK} stands where a printed figure belongs. Fill in the values of your copy of the game, and let `source`
# say `rulebook` and `note` where they are. Remove lines that your copy does not have, and add missing ones.
"""
"""Comment at the head of a file with blanks."""


def leave_out(text: str, tree: Tree, patterns: Mapping[tuple[str, ...], Label]) -> str:
    """Return the text of a file with a blank for each figure that is inferred or invented."""
    lines = text.splitlines(keepends=True)
    figures = [
        (tree.values[figure.trail], figure.text)
        for figure in labels.list_figures(tree, patterns)
        if figure.label != "documented"
    ]
    for (line, column), figure in sorted(figures, reverse=True):
        row = lines[line - 1]
        lines[line - 1] = row[: column - 1] + BLANK + row[column - 1 + len(figure) :]
    if not figures:
        return text
    # The first line names the schema, for editors that look for it there.
    return "".join((lines[0], LOOK_UP, *lines[1:]))


def find(tree: Tree) -> Iterator[Complaint]:
    """Yield a complaint for each item with blanks, with the place to look its figures up."""
    items: dict[Trail, list[Trail]] = {}
    for trail in _blanks(tree.value):
        items.setdefault(_item(trail), []).append(trail)
    for item, blanks in items.items():
        name = ".".join(_steps(tree, item))
        inside = [".".join(map(str, trail[len(item) :])) for trail in blanks]
        if len(blanks) == 1:
            fact = declare(PackFault.BLANK, name=".".join(filter(None, (name, *inside))))
        elif isinstance(blanks[0][-1], int):
            fact = declare(PackFault.BLANKS, name=name, count=len(blanks))
        else:
            fact = declare(PackFault.BLANK_INSIDE, name=name, inside=f"`{'`, `'.join(inside)}`")
        see = saying("see {where}", where=find_printed(tree, item))
        yield Complaint.of(fact, see, place=tree.at(blanks[0]))


def _item(trail: Trail) -> Trail:
    """Return the list of figures that a blank belongs to, or the item of a list around it, or itself."""
    if isinstance(trail[-1], int):
        return trail[:-1]
    places = [at for at, step in enumerate(trail) if isinstance(step, int)]
    return trail[: places[-1] + 1] if places else trail


def _steps(tree: Tree, trail: Trail) -> Iterator[str]:
    """Yield the steps to a value in words: an item of a list is shown by its name if it has one."""
    for at, step in enumerate(trail):
        names = (tree.get((*trail[: at + 1], key)) for key in ("id", "area", "name"))
        label = next((name for name in names if isinstance(name, str)), str(step))
        yield label if isinstance(step, int) else step


def find_printed(tree: Tree, trail: Trail) -> str:
    """Return the place of the figures in the printed game, as stated by the nearest table that has one."""
    for length in range(len(trail), -1, -1):
        text = tree.get((*trail[:length], "printed"))
        if isinstance(text, str):
            return text
    return "the printed game"


def _blanks(node: Node, trail: Trail = ()) -> Iterator[Trail]:
    match node:
        case dict():
            for key, part in node.items():
                yield from _blanks(part, (*trail, key))
        case list():
            for at, part in enumerate(node):
                yield from _blanks(part, (*trail, at))
        case _:
            if node == BLANK:
                yield trail
