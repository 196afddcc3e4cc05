"""The ruler along the edges of a table, and the grid that leads the eye to it."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from referee.reports.pictures import placing
from referee.reports.pictures.drawing import INK, add, words
from referee.reports.pictures.fonts import letters
from referee.reports.pictures.placing import Box
from schemas.reports.picture import MapPicture, PictureRuler

SIZE = 11
"""The size of the numbers."""

_TICK, _LONG = 4, 9
"""Length of the strokes of the ruler: at every inch, and at numbered inches."""


def draw(root: Element, picture: MapPicture) -> None:
    """Grid, strokes and numbers of a picture that has a scale."""
    if picture.ruler is None:
        return
    group = add(root, "g", id="ruler", pointer_events="none")
    lines = "".join(_grid(picture, picture.ruler))
    add(group, "path", d=lines, stroke=INK, stroke_opacity=0.22, stroke_width=1, fill="none")
    add(group, "path", d="".join(_strokes(picture, picture.ruler)), stroke=INK, stroke_width=1, fill="none")
    for number, box in list_numbers(picture):
        x, _ = placing.centre(box)
        words(group, x, box[3] - 2, number, SIZE, text_anchor="middle")


def list_numbers(picture: MapPicture) -> Iterator[tuple[str, Box]]:
    """The numbers of the ruler with their places: inches to the east below, to the north on the left."""
    if picture.ruler is None:
        return
    for inch in _list_named(picture.width, picture.ruler):
        size = letters.measure(str(inch), SIZE) + 2, SIZE + 2
        at = inch * picture.ruler.unit, picture.height - _LONG - SIZE // 2 - 2
        yield str(inch), _inside(placing.around(at, size), picture)
    for inch in _list_named(picture.height, picture.ruler):
        if inch:
            size = letters.measure(str(inch), SIZE) + 2, SIZE + 2
            at = _LONG + size[0] // 2 + 2, picture.height - inch * picture.ruler.unit
            yield str(inch), _inside(placing.around(at, size), picture)


def _inside(box: Box, picture: MapPicture) -> Box:
    """A place moved into the picture where it hangs over its edge."""
    right = max(0, -box[0]) - max(0, box[2] - picture.width)
    down = max(0, -box[1]) - max(0, box[3] - picture.height)
    return box[0] + right, box[1] + down, box[2] + right, box[3] + down


def _list_named(length: int, ruler: PictureRuler) -> range:
    """The inches that have a number."""
    return range(0, length // ruler.unit + 1, ruler.step)


def _grid(picture: MapPicture, ruler: PictureRuler) -> Iterator[str]:
    for inch in _list_named(picture.width, ruler):
        yield f"M{inch * ruler.unit} 0V{picture.height}"
    for inch in _list_named(picture.height, ruler):
        yield f"M0 {picture.height - inch * ruler.unit}H{picture.width}"


def _strokes(picture: MapPicture, ruler: PictureRuler) -> Iterator[str]:
    """A stroke for every inch on all four edges."""
    for inch in range(picture.width // ruler.unit + 1):
        x, far = inch * ruler.unit, _reach(inch, ruler)
        yield f"M{x} 0v{far}M{x} {picture.height}v-{far}"
    for inch in range(picture.height // ruler.unit + 1):
        y, far = picture.height - inch * ruler.unit, _reach(inch, ruler)
        yield f"M0 {y}h{far}M{picture.width} {y}h-{far}"


def _reach(inch: int, ruler: PictureRuler) -> int:
    return _LONG if inch % ruler.step == 0 else _TICK
