"""Maps for a given width: result points, and codes in place of names where there is no room for these."""

from collections import Counter
from collections.abc import Iterator, Mapping
from math import sqrt

from msgspec.structs import replace

from referee.i18n.translator import Translator
from referee.reports.formats.characters import flat
from referee.reports.pictures import columns
from referee.reports.pictures.area_shapes import move
from schemas.record import Side
from schemas.reports import MapPicture, PictureArrow, PictureCell, PicturePiece, PictureRuler, Point

LEAST, MOST = 300, 4000
"""Smallest and largest width of a map in pixels."""

_CODE = 3
"""Letters of the code of an area."""

_INCH = 16
"""Pixels of an inch of a table that has room for the names of figures."""

_MOST_NAMED = 5

_ROOM = 78
"""Mean side of an area that has room for its name and its pieces."""


def fit(picture: MapPicture, width: int, tongue: Translator) -> MapPicture:
    """Return a map for a width in pixels; its letters keep their size."""
    if picture.ruler is not None:
        return _fit_table(picture, picture.ruler, width, tongue)
    scale = width / picture.width

    def transform(point: Point) -> Point:
        return round(point[0] * scale), round(point[1] * scale)

    result = replace(
        move(picture, transform, scale), width=width, height=max(200, round(picture.height * scale))
    )
    room = sqrt(result.width * result.height / max(1, len(result.cells)))
    return result if room >= _ROOM or not result.cells else _abbreviate(result, tongue)


def _fit_table(picture: MapPicture, ruler: PictureRuler, width: int, tongue: Translator) -> MapPicture:
    """Return a table of at most a width: an inch is a whole number of pixels, so that the ruler is exact."""
    unit = max(1, width * ruler.unit // picture.width)
    scale = unit / ruler.unit

    def transform(point: Point) -> Point:
        return round(point[0] * scale), round(point[1] * scale)

    result = replace(
        picture,
        width=round(picture.width * scale),
        height=round(picture.height * scale),
        ruler=replace(ruler, unit=unit),
        shapes=tuple(
            replace(shape, corners=tuple(map(transform, shape.corners))) for shape in picture.shapes
        ),
        discs=tuple(
            replace(disc, at=transform(disc.at), radius=max(1, round(disc.radius * scale)))
            for disc in picture.discs
        ),
        marks=tuple(
            replace(mark, at=transform(mark.at), way=tuple(map(transform, mark.way)))
            for mark in picture.marks
        ),
    )
    return result if unit >= _INCH or not result.marks else _number(result, tongue)


def _number(picture: MapPicture, tongue: Translator) -> MapPicture:
    """Return a table with numbers in place of the names of figures; a list under it has the names."""
    names = {side.side: side.name for side in picture.sides}
    details = (
        (str(number), tongue.say("{side}: {piece}", side=names.get(mark.side, mark.side), piece=mark.text))
        for number, mark in enumerate(picture.marks, 1)
    )
    return replace(
        picture,
        marks=tuple(replace(mark, text=str(number)) for number, mark in enumerate(picture.marks, 1)),
        details=tuple(details),
    )


def _abbreviate(picture: MapPicture, tongue: Translator) -> MapPicture:
    """Return a map with codes of areas and numbers of pieces; a list under it has names and contents."""
    names_short = codes(picture)
    names = {side.side: side.name for side in picture.sides}
    return replace(
        picture,
        cells=tuple(_shorten(cell, names_short[cell.area]) for cell in picture.cells),
        arrows=tuple(replace(arrow, text="") for arrow in picture.arrows),
        details=(
            *((names_short[cell.area], " · ".join(_describe(cell, names, tongue))) for cell in picture.cells),
            *(("→", text) for _, text in _list_movements(picture, names_short)),
            *picture.details,
        ),
        ground=None if picture.ground is None else replace(picture.ground, regions=()),
    )


def number_movements(picture: MapPicture) -> MapPicture:
    """Return a map with numbers on its arrows and a list of them under it, where names have no room."""
    arrows = picture.arrows
    if len(arrows) <= _MOST_NAMED and all(len(arrow.text) <= columns.LONGEST for arrow in arrows):
        return picture
    texts = dict(_list_movements(picture, {cell.area: cell.name for cell in picture.cells}))
    numbers = {arrow: str(number) for number, arrow in enumerate(texts, 1)}
    return replace(
        picture,
        arrows=tuple(replace(arrow, mark=numbers.get(arrow, "")) for arrow in arrows),
        details=(*((numbers[arrow], text) for arrow, text in texts.items()), *picture.details),
    )


def _list_movements(picture: MapPicture, names: Mapping[str, str]) -> Iterator[tuple[PictureArrow, str]]:
    at = {cell.at: names[cell.area] for cell in picture.cells}
    for arrow in picture.arrows:
        if arrow.text and arrow.points[0] in at and arrow.points[-1] in at:
            yield arrow, f"{arrow.text}: {at[arrow.points[0]]} → {at[arrow.points[-1]]}"


def _shorten(cell: PictureCell, code: str) -> PictureCell:
    counts = Counter(piece.side for piece in cell.pieces)
    pieces = tuple(PicturePiece(side=side, text=str(count)) for side, count in counts.items())
    return replace(
        cell, name=code, names=(cell.name, *cell.names), pieces=pieces, points=0, fort=None, supply=None
    )


def _describe(cell: PictureCell, sides: dict[Side, str], tongue: Translator) -> Iterator[str]:
    """Yield the name of an area, its badges and its pieces."""
    yield cell.name
    if cell.points:
        yield tongue.say("{count} point", "{count} points", count=cell.points)
    if cell.fort is not None:
        yield tongue.say("fort of strength {strength}", strength=cell.fort)
    if cell.supply is not None:
        yield tongue.say("supply source of {side}", side=sides.get(cell.supply, cell.supply))
    for side, name in sides.items():
        if texts := [piece.text for piece in cell.pieces if piece.side == side]:
            yield tongue.say("{side}: {piece}", side=name, piece=tongue.chain(texts))


def codes(picture: MapPicture) -> Mapping[str, str]:
    """Return a unique code for each area, the first letters of its name if possible."""
    areas: dict[str, str] = {}
    for cell in picture.cells:
        areas[next(code for code in _candidates(cell.name) if code not in areas)] = cell.area
    return {area: code for code, area in areas.items()}


def _candidates(name: str) -> Iterator[str]:
    letters = "".join(sign for sign in flat(name) if sign.isalnum() and columns.width(sign) == 1)
    if len(letters) >= _CODE:
        yield letters[:_CODE]
        yield from (letters[: _CODE - 1] + last for last in letters[_CODE:])
    number = 1
    while True:
        yield f"{letters[:1] or '?'}{number}"
        number += 1
