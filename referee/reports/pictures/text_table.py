"""A skirmish table as text: one character per square of ground, and the figures on it."""

from collections.abc import Iterator
from itertools import groupby

from msgspec.structs import replace

from referee.i18n.translator import Translator, message
from referee.reports.pictures import atlas
from schemas.record import Side, Value
from schemas.reports import MapPicture, Outline, PictureDisc, PictureMark, PictureRuler, Point

TALL = 2
"""A line of letters is about twice as high as a letter is wide."""


class Token(Value):
    """Signs that stand side by side: column, words, and the side whose colour they may have."""

    column: int
    text: str
    side: Side | None

    @property
    def end(self) -> int:
        """The column behind it."""
        return self.column + len(self.text)


def height(picture: MapPicture, room: int) -> int:
    """The lines of a picture that is so many columns wide."""
    return max(1, room * picture.height // (TALL * picture.width))


GROUND: dict[Outline, tuple[str, str]] = {
    "cloud": ("~", message("smoke")),
    "solid": ("B", message("buildings and walls")),
    "dug": ("=", message("trenches and craters")),
    "crossed": ("x", message("wire and the like")),
    "leaves": ("%", message("woods and hedges")),
    "tufts": (":", message("scrub")),
    "high": ("^", message("hills")),
}
"""Mark and meaning of each kind of ground, topmost first."""

FIGURES, LOST = "#@+&", "?"
"""Marks of the sides' figures in the order of the legend, and the mark of figures not visible now."""


MARGIN = 3
"""Columns for the numbers of the ruler on the left."""


def table_rows(picture: MapPicture, room: int) -> list[list[Token]]:
    """The table, line by line, between the numbers of its ruler if it has one."""
    left = MARGIN if picture.ruler is not None else 0
    across = room - left
    down = height(picture, across)
    figures = _figures(picture, across, down)
    lines = [list(_row(picture, across, down, y, figures)) for y in range(down)]
    if picture.ruler is None:
        return lines
    indented_lines = [[replace(token, column=token.column + left) for token in line] for line in lines]
    return [
        *_number_lines(indented_lines, picture, picture.ruler),
        _number_columns(picture, picture.ruler, across),
    ]


def _number_lines(
    lines: list[list[Token]], picture: MapPicture, ruler: PictureRuler
) -> Iterator[list[Token]]:
    """Each line that an inch with a number lies on begins with it."""
    inches = range(0, picture.height // ruler.unit + 1, ruler.step)
    numbers = {_line(inch * ruler.unit, picture, len(lines)): str(inch) for inch in inches}
    for y, line in enumerate(lines):
        yield [Token(0, numbers[y].rjust(MARGIN - 1), None), *line] if y in numbers else line


def _line(north: int, picture: MapPicture, down: int) -> int:
    return min(down - 1, (picture.height - north) * down // picture.height)


def _number_columns(picture: MapPicture, ruler: PictureRuler, across: int) -> list[Token]:
    """The numbers of the inches to the east, each where its inch begins, and the last one inside."""
    tokens: list[Token] = []
    for inch in range(0, picture.width // ruler.unit + 1, ruler.step):
        text = str(inch)
        column = min(inch * ruler.unit * across // picture.width, across - len(text))
        if not tokens or MARGIN + column > tokens[-1].end:
            tokens.append(Token(MARGIN + column, text, None))
    return tokens


Place = tuple[int, int]


def _figures(picture: MapPicture, room: int, down: int) -> dict[Place, tuple[str, Side | None]]:
    """The figures by column and line; where several stand, the last seen gives way."""
    signs = {side.side: sign for side, sign in zip(picture.sides, FIGURES, strict=False)}
    tokens: dict[Place, tuple[str, Side | None]] = {}
    standing = (mark for mark in picture.marks if not mark.fallen)
    for mark in sorted(standing, key=lambda mark: not mark.faded):
        sign = LOST if mark.faded else signs.get(mark.side, FIGURES[-1])
        tokens[_place(picture, room, down, mark)] = sign, mark.side
    return tokens


def _place(picture: MapPicture, room: int, down: int, mark: PictureMark) -> Place:
    x, y = mark.at
    return min(room - 1, x * room // picture.width), min(down - 1, y * down // picture.height)


def _row(
    picture: MapPicture, room: int, down: int, y: int, figures: dict[Place, tuple[str, Side | None]]
) -> Iterator[Token]:
    cell = picture.width / room, picture.height / down
    signs = [
        figures.get((x, y)) or (_ground(picture, _middle(picture, room, down, (x, y)), cell), None)
        for x in range(room)
    ]
    column = 0
    for side, group in groupby(signs, key=lambda sign: sign[1]):
        text = "".join(sign for sign, _ in group)
        yield Token(column, text, side)
        column += len(text)


def _middle(picture: MapPicture, room: int, down: int, place: Place) -> Point:
    x, y = place
    return (2 * x + 1) * picture.width // (2 * room), (2 * y + 1) * picture.height // (2 * down)


def _ground(picture: MapPicture, at: Point, cell: tuple[float, float]) -> str:
    """The sign of the ground at the middle of a cell of this width and height; open ground has a dot."""
    if any(disc.filled and _in_disc(disc, at) for disc in picture.discs):
        return GROUND["cloud"][0]
    here = {
        shape.outline
        for shape in picture.shapes
        if atlas.contains(shape.corners, at) or _is_strip_at(shape.corners, at, cell)
    }
    return next((sign for outline, (sign, _) in GROUND.items() if outline in here), ".")


def _is_strip_at(corners: tuple[Point, ...], at: Point, cell: tuple[float, float]) -> bool:
    """Return True if a strip thinner than a cell, such as a hedge, lies in the cell around a place."""
    sides = tuple((min(part), max(part)) for part in zip(*corners, strict=True))
    thin = [high - low < size for (low, high), size in zip(sides, cell, strict=True)]
    return any(thin) and all(
        -size / 2 <= (low + high) / 2 - here < size / 2 if is_thin else low <= here <= high
        for (low, high), here, size, is_thin in zip(sides, at, cell, thin, strict=True)
    )


def _in_disc(disc: PictureDisc, at: Point) -> bool:
    return (disc.at[0] - at[0]) ** 2 + (disc.at[1] - at[1]) ** 2 <= disc.radius**2


def table_key(picture: MapPicture, tongue: Translator) -> str:
    """Render the legend of the marks that may occur."""
    meanings = [f"{sign} {side.name}" for side, sign in zip(picture.sides, FIGURES, strict=False)]
    meanings += (
        [f"{LOST} {tongue.say('last seen there')}"] if any(mark.faded for mark in picture.marks) else []
    )
    there = {shape.outline for shape in picture.shapes}
    there |= {"cloud"} if any(disc.filled for disc in picture.discs) else set()
    meanings += [
        f"{sign} {tongue.say(meaning)}" for outline, (sign, meaning) in GROUND.items() if outline in there
    ]
    signs = ", ".join(meanings)
    return tongue.say("{signs}; {note}.", signs=signs, note=picture.note) if picture.note else f"{signs}."
