"""Elements, colours and patterns of maps. Patterns replace colours in black and white."""

import re
from html import escape
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from referee.i18n.translator import Translator
from referee.reports.pictures import fonts
from schemas.record import Side
from schemas.reports import MapPicture, Point

_COLOURS = {
    "paper": ("#ffffff", "#1d2126"),
    "ink": ("#222222", "#f0ece2"),
    "nobody": ("#777777", "#8b929a"),
    "idle": ("#dedacd", "#343840"),
    "edge": ("#ffffff", "#0f1317"),
    "front": ("#8c2f2b", "#ef8a7d"),
    "sea": ("#d3e3ec", "#16222b"),
    "glow": ("#b9d3e2", "#1f3341"),
    "land": ("#efe9da", "#2a2a25"),
    "coast": ("#5c7f95", "#6f93a8"),
    "river": ("#6f9dbd", "#4f7f9f"),
    "water": ("#46708c", "#8fb4cc"),
    "faint": ("#d5d9dc", "#474d54"),
    "turf": ("#eef0e2", "#24291f"),
    "battle": ("#c62828", "#ff7a6b"),
    "bar": ("#8a1c1c", "#ff8f80"),
}
"""Colours of pictures by name: on light and on dark ground."""


def shade(name: str) -> str:
    """Return a colour that follows the reader's choice of light or dark. PNG pictures are light."""
    return f"var(--map-{name},{_COLOURS[name][0]})"


_VARIABLE = re.compile(r"var\(--map-[a-z0-9]+,(#[0-9a-fA-F]{6})\)")


def fix_light(svg_text: str) -> str:
    """Return a picture with plain light colours, for painters that know no variables."""
    return _VARIABLE.sub(r"\1", svg_text)


LIGHT_COLOURS = "".join(f"--map-{name}:{light};" for name, (light, _) in _COLOURS.items())
"""Declarations of the colours on light ground."""

DARK = "".join(f"--map-{name}:{dark};" for name, (_, dark) in _COLOURS.items())
"""Declarations of the colours on dark ground."""

STYLE = f"@media screen and (prefers-color-scheme:dark){{svg[data-generator]{{{DARK}}}}}"
"""Style sheet of every picture."""

PAPER, INK, NOBODY, FRONT = shade("paper"), shade("ink"), shade("nobody"), shade("front")

LIGHT = "#ffffff"
"""Letters on the colour of a side."""

ROOT = {"xmlns": "http://www.w3.org/2000/svg", "data-generator": "referee"}
"""Attributes of every picture. The second one lets a command replace a file that another command wrote."""

_GROUND = 0.4
"""Opacity of the colour of an area with certain control."""

LINK = {"stroke": INK, "stroke-width": 2, "stroke-dasharray": "7 4"}
"""The line between areas that border on each other without a shared edge."""

BAR = {"stroke": shade("bar"), "stroke-width": 6, "stroke-linecap": "butt"}
"""Bar on a shared edge between areas that are not adjacent."""

PATTERNS = {
    "dots": (8, "M2 3h2M6 7h2"),
    "lines": (6, "M0 3h6"),
    "bars": (6, "M3 0v6"),
    "hatch": (10, "M-2 2l4 -4M-1 11l12 -12M8 12l4 -4"),
    "rough": (16, "M3 10l3 -5l3 5"),
}
"""Size and path of every pattern."""

_STRONG = 2.2
"""Line width of the hatching, which must be visible behind text."""

_LIGHTER = 0.45
"""Share of white in the colours of the sides on dark ground."""

_TEXTURES = ("", "dots", "lines", "bars")
"""Patterns of the sides for black and white, in the order of the legend."""

_SHORT = 2
"""Words of no more letters are as wide as they are."""

_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML does not allow."""


def begin(name: str, size: Point, title: str, description: str, font: str = "sans-serif") -> Element:
    """Return the root of a picture of a width and a height, with its title and its description in words."""
    root = Element("svg", {**ROOT, "viewBox": f"0 0 {size[0]} {size[1]}"})
    root.attrib |= {"role": "img", "aria-labelledby": f"{name}-title {name}-desc", "font-family": font}
    add(root, "title", title, id=f"{name}-title")
    add(root, "desc", description, id=f"{name}-desc")
    return root


def finish(root: Element) -> str:
    """Return a picture as the text of a file, the same text every time."""
    indent(root)
    return tostring(root, encoding="unicode") + "\n"


def add(parent: Element, tag: str, text: str = "", /, **attributes: object) -> Element:
    """A new element; `_` in the name of an attribute is a hyphen, and numbers have at most one decimal."""
    svg_attributes = {key.replace("_", "-"): _value(value) for key, value in attributes.items()}
    element = SubElement(parent, tag, svg_attributes)
    if text:
        element.text = _clean(text)
    return element


def _value(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.1f}".removesuffix(".0")
    return _clean(str(value))


def _clean(text: str) -> str:
    """A text without what XML cannot hold; nothing that can be printed is such."""
    return text if text.isprintable() else _ILLEGAL.sub("", text)


def write(element: Element) -> str:
    """An element as `tostring` of the standard library writes it.

    That looks for namespaces in each element. A replay page draws many thousands, and none has any.
    """
    attributes = "".join([f' {name}="{escape(value)}"' for name, value in element.attrib.items()])
    inside = escape(element.text or "", quote=False) + "".join([write(child) for child in element])
    return (
        f"<{element.tag}{attributes}>{inside}</{element.tag}>" if inside else f"<{element.tag}{attributes} />"
    )


def polygon(parent: Element, corners: tuple[Point, ...], **attributes: object) -> Element:
    """A closed outline."""
    return add(parent, "polygon", points=" ".join(f"{x},{y}" for x, y in corners), **attributes)


def rectangle(left: int, top: int, right: int, bottom: int) -> tuple[Point, ...]:
    """The corners of an upright rectangle."""
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def words(parent: Element, x: float, y: float, text: str, size: int, **attributes: object) -> None:
    """Words that stay legible on any ground: dark letters with a rim of paper."""
    rim = {"stroke": PAPER, "stroke-width": 3, "paint-order": "stroke", "fill": INK}
    last: dict[str, object] = {"y": y}
    if len(text) > _SHORT and attributes.get("font_style") != "italic":
        bold = attributes.get("font_weight") == "bold"
        # In a wider font words would lie on their neighbours: a browser sets their letters closer, and
        # narrower where they have a rim, which would cover the letter before.
        if attributes.get("stroke") != "none":
            rim["lengthAdjust"] = "spacingAndGlyphs"
        last["textLength"] = fonts.measure(text, size, bold=bold)
    # Variable attributes come last, so that the replay page can store the common part once.
    add(parent, "text", text, x=x, **{"font-size": size, **rim, **attributes, **last})


def patterns(root: Element, width: int, height: int, style: str = STYLE) -> None:
    """The definitions of all patterns, and of the frame that nothing on the map reaches beyond."""
    add(root, "style", style)
    defs = add(root, "defs")
    frame = add(defs, "clipPath", id="map-frame")
    add(frame, "rect", width=width, height=height)
    for name, (size, path) in PATTERNS.items():
        units = {"patternUnits": "userSpaceOnUse", "width": size, "height": size}
        pattern = add(defs, "pattern", id=f"map-{name}", **units)
        strong = {
            "stroke-opacity": 0.6 if name == "hatch" else 0.28,
            "stroke-width": _STRONG if name == "hatch" else 1,
        }
        add(pattern, "path", d=path, stroke=INK, fill="none", **strong)


def _vary(side_colour: str) -> str:
    """Return a colour of a side that is lighter on dark ground."""
    return f"var(--map-{side_colour[1:]},{side_colour})"


def _lighten(side_colour: str) -> str:
    """Return a colour mixed with white. Browsers mix the colours that a pack gives by name."""
    if not side_colour.startswith("#"):
        return f"color-mix(in srgb,{side_colour} {100 - round(100 * _LIGHTER)}%,white)"
    parts = (int(side_colour[at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(f"{round(part + (255 - part) * _LIGHTER):02x}" for part in parts)


class Palette:
    """Names, colours and textures of the sides of one picture."""

    def __init__(self, picture: MapPicture, tongue: Translator) -> None:
        self.tongue = tongue
        self._sides = {side.side: side for side in picture.sides}
        self._textures = dict(zip(self._sides, _TEXTURES, strict=False))

    def name(self, side: Side) -> str:
        """Return the name of a side."""
        return self._sides[side].name if side in self._sides else side

    def colour(self, side: Side) -> str:
        """The colour of a side; a side that is not in the legend is grey."""
        return self._sides[side].colour if side in self._sides else NOBODY

    def line(self, side: Side) -> str:
        """Return the colour of a side for lines and tints, which is lighter on dark ground."""
        return _vary(self.colour(side)) if side in self._sides else NOBODY

    @property
    def style(self) -> str:
        """Return the style sheet of the colours of the sides on dark ground."""
        lines = "".join(f"--map-{side.colour[1:]}:{_lighten(side.colour)};" for side in self._sides.values())
        return f"{STYLE}@media screen and (prefers-color-scheme:dark){{svg[data-generator]{{{lines}}}}}"

    def open(self, side: Side) -> bool:
        """Return True if the pieces of a side are drawn light inside, to differ without colours."""
        return side in self._sides and list(self._sides).index(side) % 2 == 1

    def ground(
        self,
        parent: Element,
        corners: tuple[Point, ...],
        holder: Side | None,
        *,
        is_disputed: bool,
        share: int = 100,
    ) -> None:
        """An area in the colour and texture of its holder, pale if its share is small, hatched in dispute."""
        polygon(parent, corners, fill=PAPER if holder is not None else shade("idle"))
        if holder is not None:
            polygon(parent, corners, fill=self.line(holder), fill_opacity=_GROUND * share * share / 10_000)
            if texture := self._textures.get(holder):
                polygon(parent, corners, fill=f"url(#map-{texture})")
        if is_disputed:
            polygon(parent, corners, fill="url(#map-hatch)")

    def claim(self, parent: Element, corners: tuple[Point, ...], side: Side) -> None:
        """The broken border of an area that a side claims."""
        dashes = {"stroke-width": 4, "stroke-dasharray": "8 5", "stroke-linejoin": "round"}
        polygon(parent, corners, fill="none", stroke=self.line(side), **dashes)
