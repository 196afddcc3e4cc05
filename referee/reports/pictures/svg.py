"""A map as SVG: one file that needs nothing else, and says without colours what it says with them."""

from collections.abc import Iterable, Iterator, Mapping
from xml.etree.ElementTree import Element

from referee.i18n.translator import ENGLISH, Translator
from referee.reports.pictures import area_shapes, drawing, label_layout, label_placement, table
from referee.reports.pictures.drawing import (
    BAR,
    FRONT,
    INK,
    LINK,
    PAPER,
    Palette,
    add,
    patterns,
    polygon,
    rectangle,
    shade,
)
from referee.reports.pictures.fonts import measure
from referee.reports.pictures.label_layout import Place, arrow_names, arrows
from referee.reports.pictures.legend import Sign, legend, list_signs, measure_strip
from schemas.record import Side
from schemas.reports import MapPicture, PictureCell, Point

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


FONTS = "'Source Sans Pro', 'Source Sans 3', 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
"""Font with known widths, and its fallbacks."""


def write(picture: MapPicture, tongue: Translator = ENGLISH) -> str:
    """The picture as SVG, the same text every time."""
    return drawing.finish(draw(picture, tongue))


def write_short(picture: MapPicture, tongue: Translator) -> str:
    """Return the same picture in one line, for pages that have many of them."""
    return drawing.write(draw(picture, tongue))


def draw(picture: MapPicture, tongue: Translator = ENGLISH) -> Element:
    """Return the picture as an element."""
    palette, line = Palette(picture, tongue), _find_front(picture)
    signs = tuple(list_signs(picture, palette, front=bool(line)))
    width, height = picture.width, picture.height + measure_strip(picture, signs)
    description = " ".join(describe(picture, tongue))
    root = drawing.begin("map", (width, height), picture.title, description, FONTS)
    patterns(root, width, picture.height, palette.style)
    table.patterns(root, picture)
    add(root, "rect", width=width, height=height, fill=PAPER)
    add(root, "rect", width=width, height=picture.height, fill=shade("sea") if picture.cells else table.TURF)
    # Boxes lie over the outlines, and words over both, so that no neighbour covers them.
    cells = sorted(picture.cells, key=lambda cell: (not cell.corners, cell.area))
    places = label_layout.places(picture, tongue)
    canvas = add(root, "g", clip_path="url(#map-frame)")
    draw_land(canvas, picture)
    for cell in cells:
        area(canvas, cell, palette, places.get(cell.area))
    draw_water(canvas, picture)
    exceptions(canvas, picture)
    _front(canvas, line)
    if picture.ruler is None:
        name_regions(canvas, picture, places.values())
        below = arrows(canvas, picture, palette, places)
        for cell in cells:
            leader(canvas, cell, places.get(cell.area))
        for cell in cells:
            inscription(canvas, cell, picture, palette, places.get(cell.area))
        arrow_names(canvas, below, picture, palette, places)
    table.draw_ground(add(canvas, "g", id="ground"), picture, palette)
    legend(root, picture, signs)
    return root


class Layers:
    """The parts of a map that may change from one moment to the next, each an element with an id of its own.

    Areas that look as they did are not drawn again. One map follows the other: each is held against the last.
    Labels of movements are not drawn, because the page lists them beside the map.
    """

    def __init__(self, tongue: Translator = ENGLISH) -> None:
        self._tongue = tongue
        self._last: MapPicture | None = None
        self._drawn: dict[str, tuple[PictureCell, Place | None]] = {}
        self._places: Mapping[str, Place] = {}
        self._front = ""
        self._palette: Palette | None = None
        self._legend: tuple[str, str, tuple[Sign, ...]] | None = None

    def find_changed(self, picture: MapPicture) -> Iterator[str]:
        """The parts as text, without those of areas that look as they did in the last picture."""
        last, self._last = self._last, picture
        if picture == last:
            return
        if last is None or self._palette is None or picture.sides != last.sides:
            self._palette = Palette(picture, self._tongue)
        palette = self._palette
        if last is None or picture.cells != last.cells:
            self._places = label_layout.places(picture, self._tongue)
            yield from self._draw_areas(picture, palette)
        if last is None or _list_holders(picture) != _list_holders(last):
            self._front = _find_front(picture)
        rest = Element("g")
        add(rest, "desc", " ".join(describe(picture, self._tongue)), id="map-desc")
        _front(rest, self._front)
        if picture.ruler is None:
            arrows(rest, picture, palette, self._places)
        table.draw_ground(add(rest, "g", id="ground"), picture, palette)
        signs = tuple(list_signs(picture, palette, front=bool(self._front)))
        if (explanation := (picture.title, picture.note, signs)) != self._legend:
            self._legend = explanation
            legend(rest, picture, signs)
        yield from _texts(rest)

    def _draw_areas(self, picture: MapPicture, palette: Palette) -> Iterator[str]:
        for cell in picture.cells:
            place = self._places.get(cell.area)
            if self._drawn.get(cell.area) != (cell, place):
                self._drawn[cell.area] = cell, place
                group = Element("g")
                area(group, cell, palette, place)
                leader(group, cell, place)
                inscription(group, cell, picture, palette, place)
                yield from _texts(group)


def _texts(parent: Element) -> Iterator[str]:
    return (drawing.write(part) for part in parent)


def _find_front(picture: MapPicture) -> str:
    """Return the front as an SVG path, or "" if there is none."""
    return area_shapes.path(area_shapes.borders(picture.cells))


def _list_holders(picture: MapPicture) -> list[tuple[str, Side | None]]:
    return [(cell.area, cell.holder) for cell in picture.cells]


def _front(root: Element, line: str) -> None:
    front = {"stroke": FRONT, "stroke-width": 4, "stroke-linejoin": "round", "stroke-linecap": "round"}
    add(root, "path", id="front", d=line, fill="none", **front)


def exceptions(root: Element, picture: MapPicture) -> None:
    """Draw a dashed line between adjacent areas without a shared edge, and a bar on a blocked edge."""
    for line in picture.links:
        add(root, "path", d=area_shapes.path([line]), fill="none", **LINK)
    for bar in picture.bars:
        add(root, "path", d=area_shapes.path([bar]), fill="none", **BAR)


def area(root: Element, cell: PictureCell, palette: Palette, place: Place | None) -> None:
    """Draw the ground of an area, with its facts as a tooltip."""
    group = add(root, "g", id=f"area-{cell.area}")
    add(group, "title", palette.tongue.chain(list_facts(cell, palette)))
    corners = cell.corners or (rectangle(*place.frame) if place and place.frame else ())
    palette.ground(group, corners, cell.holder, is_disputed=cell.disputed, share=cell.share)
    if cell.rough:
        polygon(group, corners, fill="url(#map-rough)")
    if cell.claimed is not None:
        palette.claim(group, corners, cell.claimed)
    polygon(
        group,
        corners,
        fill="none",
        stroke=shade("edge") if cell.corners else INK,
        stroke_width=1.6,
        stroke_linejoin="round",
    )


def leader(root: Element, cell: PictureCell, place: Place | None) -> None:
    """Join the pieces of an area to its name where they stand apart. The line lies below all words."""
    if place is None:
        return
    group = add(root, "g", id=f"leader-{cell.area}", pointer_events="none")
    if place.leader is not None:
        line = area_shapes.path([place.leader])
        add(group, "path", d=line, stroke=PAPER, stroke_width=4, stroke_opacity=0.8, fill="none")
        add(group, "path", d=line, stroke=INK, stroke_width=1.5, fill="none")
        (x, y), _ = place.leader
        add(group, "circle", cx=x, cy=y, r=3, fill=INK, stroke=PAPER, stroke_width=1)


def inscription(
    root: Element, cell: PictureCell, picture: MapPicture, palette: Palette, place: Place | None
) -> None:
    """The words of an area at their place."""
    if place is None:
        return
    group = add(root, "g", id=f"words-{cell.area}", text_anchor="middle", pointer_events="none")
    label_placement.head(group, cell, place.head, palette)
    if place.pieces is not None:
        label_placement.pieces(group, cell, place.pieces, palette, picture.most_pieces)


def describe(picture: MapPicture, tongue: Translator) -> Iterator[str]:
    """Yield the map in sentences."""
    say, join_names = tongue.say, tongue.listed
    for side in picture.sides:
        if names := [cell.name for cell in picture.cells if cell.holder == side.side]:
            yield say("{side} controls {areas}.", side=side.name, areas=join_names(names))
    for side in picture.sides:
        marks = [mark.text for mark in picture.marks if mark.side == side.side]
        if marks:
            yield say("{side}: {marks}.", side=side.name, marks=join_names(marks))
    if names_disputed := [cell.name for cell in picture.cells if cell.disputed]:
        yield say("Disputed: {areas}.", areas=join_names(names_disputed))
    if fought := [cell.name for cell in picture.cells if cell.battle]:
        yield say("Battles: {areas}.", areas=join_names(fought))
    yield from (say("Movement: {pieces}.", pieces=arrow.text) for arrow in picture.arrows)


def list_facts(cell: PictureCell, palette: Palette) -> Iterator[str]:
    """Yield the facts of an area, beginning with its holder."""
    say = palette.tongue.say
    if cell.holder is not None:
        yield say("{area}: controlled by {side}", area=cell.name, side=palette.name(cell.holder))
    else:
        yield say("{area}: not controlled", area=cell.name)
    if cell.disputed:
        yield say("disputed")
    if cell.claimed is not None:
        yield say("claimed by {side}", side=palette.name(cell.claimed))
    if cell.points:
        yield say("{count} point", "{count} points", count=cell.points)
    if cell.fort is not None:
        yield say("fort of strength {strength}", strength=cell.fort)
    if cell.supply is not None:
        yield say("supply source of {side}", side=palette.name(cell.supply))
    if cell.rough:
        yield say("rough")
    if cell.battle:
        yield say("battle")
    for piece in cell.pieces:
        yield say("{side}: {piece}", side=palette.name(piece.side), piece=piece.text)
