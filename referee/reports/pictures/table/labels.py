"""Placement of the text on a table, without overlaps."""

from referee.reports.pictures import placing
from referee.reports.pictures.fonts import letters
from referee.reports.pictures.placing import Box, Sheet
from referee.reports.pictures.table import ruler
from referee.values.value import Value
from schemas.reports.picture import MapPicture, PictureDisc, PictureMark, PictureShape, Point

FIGURE, GROUND = 10, 12
"""Sizes of the names of figures and of ground."""

MARK = 8
"""Half the width of a figure."""

_AROUND = MARK + 4
"""Size of a figure with its ring, pins and direction mark."""

_INSIDE = 40
"""Distance that the name of a ground may move to stay on it."""


class Words(Value):
    """Boxes of all names on a table, in the order of their objects."""

    ground: tuple[Box, ...]
    discs: tuple[Box, ...]
    figures: tuple[Box, ...]


def arrange(picture: MapPicture) -> Words:
    """A place for every name."""
    sheet = Sheet(picture.width, picture.height)
    for _, box in ruler.list_numbers(picture):
        sheet.take(box)
    for mark in picture.marks:
        sheet.take(placing.around(mark.at, (2 * _AROUND, 2 * _AROUND)))
    # Figures are many and small: each finds the nearest place before the ground takes it.
    figures = _place_figures(sheet, picture.marks)
    discs = tuple(_place_disc(sheet, disc) for disc in picture.discs)
    return Words(tuple(_place_ground(sheet, shape) for shape in picture.shapes), discs, figures)


def _place_figures(sheet: Sheet, marks: tuple[PictureMark, ...]) -> tuple[Box, ...]:
    """Names of figures, those first that stand in the greatest crowd."""
    crowds = {number: sum(_near(mark, other) for other in marks) for number, mark in enumerate(marks)}
    found: dict[int, Box] = {}
    for number in sorted(crowds, key=lambda number: (-crowds[number], number)):
        mark = marks[number]
        wish = mark.at[0], mark.at[1] - _AROUND - FIGURE // 2 - 2
        found[number] = sheet.find(measure(mark.text, FIGURE), wish, (), 0)
        sheet.take(found[number])
    return tuple(found[number] for number in range(len(marks)))


def _near(here: PictureMark, there: PictureMark) -> bool:
    return abs(here.at[0] - there.at[0]) < 60 and abs(here.at[1] - there.at[1]) < 40


def _place_disc(sheet: Sheet, disc: PictureDisc) -> Box:
    box = sheet.find(measure(disc.text, FIGURE), (disc.at[0], disc.at[1] - disc.radius + 12), (), 0)
    sheet.take(box)
    return box


def _place_ground(sheet: Sheet, shape: PictureShape) -> Box:
    box = sheet.find(measure(shape.name, GROUND), find_middle(shape.corners), shape.corners, _INSIDE)
    sheet.take(box)
    return box


def find_middle(corners: tuple[Point, ...]) -> Point:
    """The middle of an outline, or of its corners where that lies outside."""
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    middle = (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2
    if placing.contains(corners, middle):
        return middle
    return sum(xs) // len(xs), sum(ys) // len(ys)


def measure(text: str, size: int) -> Point:
    """Return the width and height of a text with its outline."""
    return letters.measure(text, size) + 4, size + 3
