"""Ground, figures and ranges on a map that has no areas."""

from xml.etree.ElementTree import Element

from referee.reports.pictures.drawing import INK, PAPER, Palette, add, polygon, rectangle, words
from schemas.reports.picture import MapPicture, Outline, PictureDisc, PictureMark, PictureShape

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

MARK = 8
"""Half the width of a mark."""


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
    """Ground first, then circles, then whoever stands on it, so that nobody is covered."""
    for shape in picture.shapes:
        _shape(root, shape)
    for disc in picture.discs:
        _disc(root, disc)
    shapes = {side.side: number for number, side in enumerate(picture.sides)}
    for mark in picture.marks:
        _mark(root, mark, palette, shapes.get(mark.side, 0))


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
    words(group, x, y - disc.radius + 12, disc.text, 9, text_anchor="middle")


def _mark(root: Element, mark: PictureMark, palette: Palette, shape: int) -> None:
    """The first side has circles, the second squares; who is not seen now is hollow."""
    x, y = mark.at
    group = add(root, "g")
    told = {"side": palette.name(mark.side), "mark": mark.text}
    seen = palette.tongue.say("{side}: {mark}", **told)
    add(group, "title", palette.tongue.say("{side}: {mark}, not seen now", **told) if mark.faded else seen)
    colour = palette.colour(mark.side)
    look: dict[str, object] = {"fill": PAPER if mark.faded else colour, "stroke": colour, "stroke-width": 2}
    if mark.faded:
        look["stroke-dasharray"] = "3 2"
    if shape:
        polygon(group, rectangle(x - MARK, y - MARK, x + MARK, y + MARK), **look)
    else:
        add(group, "circle", cx=x, cy=y, r=MARK, **look)
    words(group, x, y - MARK - 2, mark.text, 8, text_anchor="middle")
