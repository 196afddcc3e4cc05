"""Short codes of areas, for maps without room for their names."""

from collections.abc import Iterator, Mapping

from referee.reports.formats.characters import flat
from referee.reports.pictures import columns
from schemas.reports import MapPicture

_CODE = 3


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
