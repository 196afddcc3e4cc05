"""Ground, figures and ranges on a map that has no areas."""

from xml.etree.ElementTree import Element

from referee.reports.pictures import placing
from referee.reports.pictures.drawing import INK, PAPER, Palette, add, polygon, words
from referee.reports.pictures.table import figures, labels, ruler
from referee.reports.pictures.table.labels import Words
from schemas.reports.picture import MapPicture, Outline, PictureDisc, PictureShape

TURF = "#eef0e2"
"""The colour of open ground."""

PATTERNS: dict[Outline, tuple[int, str]] = {
    "dug": (8, "M0 8l8 -8"),
    "crossed": (10, "M2 2l6 6M8 2l-6 6"),
    "solid": (4, "M0 2h4M2 0v4"),
    "high": (14, "M2 10a5 5 0 0 1 10 0"),
    "leaves": (12, "M6 2a4 4 0 1 0 .1 0"),
    "tufts": (12, "M3 9l2 -5M6 9v-6M9 9l-2 -5"),
    "cloud": (9, "M4 4h1"),
}
"""Size and path of the pattern of each kind of ground."""


def patterns(root: Element, picture: MapPicture) -> None:
    """The definitions of the patterns that occur."""
    used = {shape.outline for shape in picture.shapes}
    if not used:
        return
    defs = add(root, "defs")
    for name, (size, path) in PATTERNS.items():
        if name in used:
            units = {"patternUnits": "userSpaceOnUse", "width": size, "height": size}
            pattern = add(defs, "pattern", id=f"ground-{name}", **units)
            add(pattern, "path", d=path, stroke=INK, stroke_opacity=0.5, fill="none")


def draw(root: Element, picture: MapPicture, palette: Palette) -> None:
    """Ground, ruler and circles, then the figures, so that none is covered, and all words above them."""
    for shape in picture.shapes:
        _shape(root, shape)
    ruler.draw(root, picture)
    for disc in picture.discs:
        _disc(root, disc)
    squared = {side.side: number > 0 for number, side in enumerate(picture.sides)}
    places = labels.arrange(picture)
    for mark in picture.marks:
        figures.draw_way(root, mark, palette)
    for mark, box in zip(picture.marks, places.figures, strict=True):
        figures.draw_join(root, mark, box)
    for mark in sorted(picture.marks, key=lambda mark: not mark.fallen):
        figures.draw(root, mark, palette, squared=squared.get(mark.side, False))
    _write(root, picture, places)


def _write(root: Element, picture: MapPicture, places: Words) -> None:
    """All names at their places, if there are any."""
    if not (picture.shapes or picture.discs or picture.marks):
        return
    group = add(root, "g", id="names", pointer_events="none")
    for shape, box in zip(picture.shapes, places.ground, strict=True):
        look = {"text_anchor": "middle", "font_style": "italic"}
        words(group, placing.centre(box)[0], box[3] - 4, shape.name, labels.GROUND, **look)
    for disc, box in zip(picture.discs, places.discs, strict=True):
        words(group, placing.centre(box)[0], box[3] - 3, disc.text, labels.FIGURE, text_anchor="middle")
    for mark, box in zip(picture.marks, places.figures, strict=True):
        figures.draw_name(group, mark, box)


def _shape(root: Element, shape: PictureShape) -> None:
    group = add(root, "g", id=f"ground-of-{shape.id}")
    add(group, "title", f"{shape.name} ({shape.id})")
    polygon(group, shape.corners, fill=PAPER)
    polygon(group, shape.corners, fill=f"url(#ground-{shape.outline})", stroke=INK, stroke_width=1)


def _disc(root: Element, disc: PictureDisc) -> None:
    group = add(root, "g")
    add(group, "title", disc.text)
    look: dict[str, object] = {"fill": INK, "fill-opacity": 0.2} if disc.filled else {"fill": "none"}
    x, y = disc.at
    add(group, "circle", cx=x, cy=y, r=disc.radius, stroke=INK, stroke_dasharray="4 4", **look)
