"""The drawing of a skirmish table: ground, figures, labels and ruler."""

from collections.abc import Iterator
from math import hypot
from xml.etree.ElementTree import Element

from referee.reports.pictures import atlas, fonts, label_placement
from referee.reports.pictures.drawing import INK, LIGHT, PAPER, Palette, add, polygon, rectangle, shade, words
from referee.reports.pictures.label_placement import Box, Sheet
from schemas.record import Value
from schemas.reports import MapPicture, Outline, PictureDisc, PictureMark, PictureRuler, PictureShape, Point

SIZE = 11

_TICK, _LONG = 4, 9
"""Length of the strokes of the ruler: at every inch, and at numbered inches."""


def draw_ruler(root: Element, picture: MapPicture) -> None:
    """Grid, strokes and numbers of a picture that has a scale."""
    if picture.ruler is None:
        return
    group = add(root, "g", id="ruler", pointer_events="none")
    lines = "".join(_grid(picture, picture.ruler))
    add(group, "path", d=lines, stroke=INK, stroke_opacity=0.22, stroke_width=1, fill="none")
    add(group, "path", d="".join(_strokes(picture, picture.ruler)), stroke=INK, stroke_width=1, fill="none")
    for number, box in list_numbers(picture):
        x, _ = label_placement.centre(box)
        words(group, x, box[3] - 2, number, SIZE, text_anchor="middle")


def list_numbers(picture: MapPicture) -> Iterator[tuple[str, Box]]:
    """The numbers of the ruler with their places: inches to the east below, to the north on the left."""
    if picture.ruler is None:
        return
    for inch in _list_named(picture.width, picture.ruler):
        size = fonts.measure(str(inch), SIZE) + 2, SIZE + 2
        at = inch * picture.ruler.unit, picture.height - _LONG - SIZE // 2 - 2
        yield str(inch), _inside(label_placement.around(at, size), picture)
    for inch in _list_named(picture.height, picture.ruler):
        if inch:
            size = fonts.measure(str(inch), SIZE) + 2, SIZE + 2
            at = _LONG + size[0] // 2 + 2, picture.height - inch * picture.ruler.unit
            yield str(inch), _inside(label_placement.around(at, size), picture)


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


FIGURE, GROUND = 11, 12
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
    for _, box in list_numbers(picture):
        sheet.take(box)
    for mark in picture.marks:
        sheet.take(label_placement.around(mark.at, (2 * _AROUND, 2 * _AROUND)))
    # Figures are many and small: each finds the nearest place before the ground takes it.
    figures = _place_figures(sheet, picture.marks)
    discs = tuple(_place_disc(sheet, disc) for disc in picture.discs)
    return Words(tuple(_place_ground(sheet, shape) for shape in picture.shapes), discs, figures)


def _place_figures(sheet: Sheet, marks: tuple[PictureMark, ...]) -> tuple[Box, ...]:
    """Names of figures, those first that stand in the greatest crowd."""
    crowds = {number: sum(_near(mark, other) for other in marks) for number, mark in enumerate(marks)}
    boxes: dict[int, Box] = {}
    for number in sorted(crowds, key=lambda number: (-crowds[number], number)):
        mark = marks[number]
        wish = mark.at[0], mark.at[1] - _AROUND - FIGURE // 2 - 2
        boxes[number] = sheet.find(measure(mark.text, FIGURE), wish, (), 0)
    return tuple(boxes[number] for number in range(len(marks)))


def _near(here: PictureMark, there: PictureMark) -> bool:
    return abs(here.at[0] - there.at[0]) < 60 and abs(here.at[1] - there.at[1]) < 40


def _place_disc(sheet: Sheet, disc: PictureDisc) -> Box:
    return sheet.find(measure(disc.text, FIGURE), (disc.at[0], disc.at[1] - disc.radius + 12), (), 0)


def _place_ground(sheet: Sheet, shape: PictureShape) -> Box:
    return sheet.find(measure(shape.name, GROUND), find_middle(shape.corners), shape.corners, _INSIDE)


def find_middle(corners: tuple[Point, ...]) -> Point:
    """The middle of an outline, or of its corners where that lies outside."""
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    middle = (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2
    if atlas.contains(corners, middle):
        return middle
    return sum(xs) // len(xs), sum(ys) // len(ys)


def measure(text: str, size: int) -> Point:
    """Return the width and height of a text with its outline."""
    return fonts.measure(text, size) + 4, size + 3


_RING, _NOSE = 3, 8
"""Radius of the ring of a leader, and length of the mark for the direction of a move."""

_APART = 9
"""A name that is farther from its figure is joined to it by a line."""


def draw_way(root: Element, mark: PictureMark, palette: Palette) -> None:
    """The way that a figure came, under all figures."""
    if not mark.way:
        return
    line = "M" + "L".join(f"{x} {y}" for x, y in (*mark.way, mark.at))
    colour = {"stroke": palette.colour(mark.side), "stroke-opacity": 0.8, "stroke-dasharray": "2 4"}
    add(root, "path", d=line, fill="none", stroke_width=2, stroke_linecap="round", **colour)


def draw_join(root: Element, mark: PictureMark, box: Box) -> None:
    """A line from a figure to its name, where others keep them apart."""
    x, y = mark.at
    near = label_placement.nearest(box, mark.at)
    far = hypot(near[0] - x, near[1] - y)
    if far > MARK + _APART:
        begin = _towards((x, y), near, MARK)
        add(root, "path", d=f"M{begin[0]} {begin[1]}L{near[0]} {near[1]}", stroke=INK, stroke_width=0.8)


def draw(root: Element, mark: PictureMark, palette: Palette, *, is_square: bool) -> None:
    """A figure: a circle of the first side, a square of the second; hollow if he is not seen there now."""
    group = add(root, "g")
    parts = {"side": palette.name(mark.side), "mark": ", ".join(filter(None, (mark.text, mark.note)))}
    title = palette.tongue.say("{side}: {mark}", **parts)
    add(group, "title", palette.tongue.say("{side}: {mark}, not seen now", **parts) if mark.faded else title)
    colour = palette.colour(mark.side)
    if mark.fallen:
        draw_cross(group, mark.at, colour)
        return
    if mark.way:
        _point(group, mark.way[-1], mark.at)
    draw_figure(group, mark.at, colour=colour, is_square=is_square, is_hollow=mark.faded)
    if mark.leader:
        draw_ring(group, mark.at, is_square=is_square)
    draw_pins(group, mark.at, mark.pins)
    draw_sign(group, mark.at, mark.sign, LIGHT if not mark.faded else INK)


def draw_figure(root: Element, at: Point, *, colour: str, is_square: bool, is_hollow: bool = False) -> None:
    """A circle or a square in a colour; hollow for a figure that is not seen there now."""
    look: dict[str, object] = {"fill": PAPER if is_hollow else colour, "stroke": colour, "stroke-width": 2}
    if is_hollow:
        look["stroke-dasharray"] = "3 2"
    draw_body(root, at, MARK, is_square=is_square, **look)


def draw_body(root: Element, at: Point, half: int, *, is_square: bool, **look: object) -> None:
    """A circle or a square around a point."""
    x, y = at
    if is_square:
        polygon(root, rectangle(x - half, y - half, x + half, y + half), **look)
    else:
        add(root, "circle", cx=x, cy=y, r=half, **look)


def draw_ring(root: Element, at: Point, *, is_square: bool) -> None:
    """Draw the ring of a leader."""
    draw_body(root, at, MARK + _RING, is_square=is_square, fill="none", stroke=INK, stroke_width=1.6)


def draw_pins(root: Element, at: Point, pins: int) -> None:
    """A short bar under a figure for each of its pins, three at the most."""
    count = min(pins, 3)
    for number in range(count):
        x, y = at[0] - 3 * (count - 1) + 6 * number, at[1] + MARK + 2
        polygon(root, rectangle(x - 2, y, x + 2, y + 4), fill=INK, stroke=PAPER, stroke_width=0.6)


def draw_sign(root: Element, at: Point, sign: str, colour: str) -> None:
    """The letter of a weapon inside a figure."""
    if sign:
        look = {"stroke": "none", "fill": colour, "font_weight": "bold", "text_anchor": "middle"}
        words(root, at[0], at[1] + 4, sign, 11, **look)


def draw_cross(root: Element, at: Point, colour: str) -> None:
    """Draw a cross for a casualty."""
    x, y, far = *at, MARK - 2
    line = f"M{x - far} {y - far}L{x + far} {y + far}M{x - far} {y + far}L{x + far} {y - far}"
    add(root, "path", d=line, stroke=PAPER, stroke_width=5, fill="none")
    add(root, "path", d=line, stroke=colour, stroke_width=2.5, fill="none")


def draw_name(root: Element, mark: PictureMark, box: Box) -> None:
    """The name of a figure at its place."""
    look: dict[str, object] = {"font_style": "italic"} if mark.faded or mark.fallen else {}
    words(root, label_placement.centre(box)[0], box[3] - 3, mark.text, FIGURE, text_anchor="middle", **look)


def _point(root: Element, origin: Point, at: Point) -> None:
    """A nose that points where a figure went."""
    back = 2 * at[0] - origin[0], 2 * at[1] - origin[1]
    begin, tip = _towards(at, back, MARK - 1), _towards(at, back, MARK + _NOSE)
    add(root, "path", d=f"M{begin[0]} {begin[1]}L{tip[0]} {tip[1]}", stroke=INK, stroke_width=3)


def _towards(here: Point, there: Point, far: int) -> Point:
    length = hypot(there[0] - here[0], there[1] - here[1]) or 1
    return (
        round(here[0] + (there[0] - here[0]) * far / length),
        round(here[1] + (there[1] - here[1]) * far / length),
    )


TURF = shade("turf")
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


def draw_ground(root: Element, picture: MapPicture, palette: Palette) -> None:
    """Ground, ruler and circles, then the figures, so that none is covered, and all words above them."""
    for shape in picture.shapes:
        _shape(root, shape)
    draw_ruler(root, picture)
    for disc in picture.discs:
        _disc(root, disc)
    is_square = {side.side: number > 0 for number, side in enumerate(picture.sides)}
    places = arrange(picture)
    for mark in picture.marks:
        draw_way(root, mark, palette)
    for mark, box in zip(picture.marks, places.figures, strict=True):
        draw_join(root, mark, box)
    for mark in sorted(picture.marks, key=lambda mark: not mark.fallen):
        draw(root, mark, palette, is_square=is_square.get(mark.side, False))
    _write(root, picture, places)


def _write(root: Element, picture: MapPicture, places: Words) -> None:
    """All names at their places, if there are any."""
    if not (picture.shapes or picture.discs or picture.marks):
        return
    group = add(root, "g", id="names", pointer_events="none")
    for shape, box in zip(picture.shapes, places.ground, strict=True):
        look = {"text_anchor": "middle", "font_style": "italic"}
        words(group, label_placement.centre(box)[0], box[3] - 4, shape.name, GROUND, **look)
    for disc, box in zip(picture.discs, places.discs, strict=True):
        words(group, label_placement.centre(box)[0], box[3] - 3, disc.text, FIGURE, text_anchor="middle")
    for mark, box in zip(picture.marks, places.figures, strict=True):
        draw_name(group, mark, box)


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
