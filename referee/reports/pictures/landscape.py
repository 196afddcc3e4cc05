"""The land under a map: coast, water, and the names of seas and closed countries."""

from collections.abc import Iterable
from xml.etree.ElementTree import Element

from referee.reports.pictures.drawing import add, shade
from referee.reports.pictures.fonts import measure
from referee.reports.pictures.label_layout import Place
from schemas.reports import MapPicture, Point

_GLOW = ((14, 0.35), (8, 0.6), (4, 0.9))
"""Widths and opacities of the strokes along a coast: the sea is darker towards the land."""

_SIZE = 17
"""Size of the name of a sea."""


def draw_land(root: Element, picture: MapPicture) -> None:
    """Draw sea and land, also where no piece may go."""
    if picture.ground is None:
        return
    group = _group(root, picture, "land")
    # The outline is stored once: it is most of a small picture.
    add(add(group, "defs"), "path", d=picture.ground.land, id="coast")
    for width, opacity in _GLOW:
        look = {"stroke-width": width, "stroke-opacity": opacity, "stroke-linejoin": "round"}
        add(group, "use", href="#coast", fill="none", stroke=shade("glow"), **look)
    add(group, "use", href="#coast", fill=shade("land"), stroke=shade("coast"), stroke_width=1.4)


def draw_water(root: Element, picture: MapPicture) -> None:
    """Draw lakes, rivers and the coast over the areas."""
    if picture.ground is None:
        return
    group = _group(root, picture, "water")
    look = {"fill": "none", "stroke-linejoin": "round", "stroke-linecap": "round"}
    add(group, "path", d=picture.ground.rivers, stroke=shade("river"), stroke_width=1.8, **look)
    add(group, "path", d=picture.ground.lakes, fill=shade("sea"), stroke=shade("river"), stroke_width=1)
    add(group, "use", href="#coast", stroke=shade("coast"), stroke_width=1.2, **look)


def name_regions(root: Element, picture: MapPicture, places: Iterable[Place]) -> None:
    """Write the names of seas and closed countries, where no label lies on them."""
    if picture.ground is None:
        return
    boxes = [box for place in places for box in (place.head, place.pieces, place.frame) if box is not None]
    group = add(root, "g", id="regions", text_anchor="middle", pointer_events="none")
    for name, (x, y) in picture.ground.regions:
        half = measure(name, _SIZE) // 2 + len(name)
        here = (x - half, y - _SIZE, x + half, y + 5)
        if here[0] < 0 or here[2] > picture.width or here[1] < 0 or here[3] > picture.height:
            continue
        if not any(_touch(here, box) for box in boxes):
            look = {"font-style": "italic", "letter-spacing": 2, "font-size": _SIZE}
            add(group, "text", name, x=x, y=y, fill=shade("water"), **look)


def _touch(here: tuple[int, int, int, int], there: tuple[int, int, int, int]) -> bool:
    return here[0] < there[2] and here[2] > there[0] and here[1] < there[3] and here[3] > there[1]


def _group(root: Element, picture: MapPicture, name: str) -> Element:
    ground = picture.ground
    offset: Point = ground.offset if ground is not None else (0, 0)
    scale = ground.scale if ground is not None else 1.0
    group = add(root, "g", id=name, pointer_events="none")
    if offset != (0, 0) or scale != 1:
        group.set("transform", f"translate({offset[0]} {offset[1]}) scale({scale:.4f})")
    return group
