"""The replay of a match as one page without external resources."""

import json
from base64 import b64encode
from collections.abc import Iterable, Mapping
from html import escape
from pathlib import Path
from zlib import compress

from msgspec.structs import replace

from referee.i18n.translator import ENGLISH, Translator
from referee.reports.formats import html
from referee.reports.pictures import svg
from schemas.record import Side, Value
from schemas.reports import Block, MapPicture

DARK_MODE = "/* the dark mode of reports */"
"""Place of the dark mode of reports in the style sheet of the page."""


class Frame(Value):
    """A step of the replay: entry, moment, events, control of areas, and the map if there is one."""

    entry: int
    when: str
    blocks: tuple[Block, ...]
    control: tuple[Block, ...]
    picture: MapPicture | None


def write(
    title: str, frames: Iterable[Frame], colours: Mapping[Side, str], tongue: Translator = ENGLISH
) -> str:
    """Return the page. Parts that do not change between steps are stored once."""
    course, layers, control = _Course(), svg.Layers(tongue), _Kept()
    for frame in frames:
        course.begin(frame.entry)
        course.change("when", frame.when)
        course.change("told", html.body(frame.blocks, colours, level=1, tongue=tongue))
        course.change("control", control.write(frame.control, colours, tongue))
        if frame.picture is not None:
            course.draw(frame.picture, tongue)
            for part in layers.find_changed(frame.picture):
                course.change(_id(part), part)
    style = html.SHEET + "\n" + _read("page.css").replace(DARK_MODE, html.DARK)
    return _read("page.html").format(
        title=html.safe(title), style=style, script=f"\n{_read('page.js')}",
        last=course.last, data=course.pack(),
        language=escape(tongue.language), **_words(tongue),
    )  # fmt: skip


class _Course:
    """Contents of each place of the page, with the steps of their changes."""

    def __init__(self) -> None:
        self._entries: list[int] = []
        self._places: dict[str, list[tuple[int, str]]] = {}
        self._map = ""

    @property
    def last(self) -> int:
        """Number of the last step, counted from 0."""
        return max(0, len(self._entries) - 1)

    def begin(self, entry: int) -> None:
        """Begin the step of an entry."""
        self._entries.append(entry)

    def draw(self, picture: MapPicture, tongue: Translator) -> None:
        """Store the first map completely; later maps are stored as changes."""
        self._map = self._map or svg.write(replace(picture, arrows=()), tongue)

    def change(self, place: str, text: str) -> None:
        """Set the text of a place from this step on."""
        changes = self._places.setdefault(place, [])
        if not changes or changes[-1][1] != text:
            changes.append((self.last, text))

    def pack(self) -> str:
        """Return the steps, grouped by place for better compression, and compressed by zlib."""
        data = {"entries": self._entries, "places": self._places, "map": self._map}
        return b64encode(compress(json.dumps(data, separators=(",", ":")).encode(), 9)).decode()


def _read(name: str) -> str:
    """Return a file of this room."""
    return (Path(__file__).parent / name).read_text(encoding="utf-8")


def _words(tongue: Translator) -> Mapping[str, str]:
    """Return the fixed texts of the page."""
    say = tongue.say
    texts = {
        "steps": say("Steps"),
        "to_first": say("First entry"),
        "step_back": say("Previous entry"),
        "play": say("Play"),
        "pause": say("Pause"),
        "step_on": say("Next entry"),
        "to_last": say("Last entry"),
        "entry": say("Entry"),
        "map_title": say("Map"),
        "happened": say("Events"),
        "control": say("Control"),
        "needs": say("This page needs a browser of 2023 or later that runs scripts."),
        "keys": say("Arrow keys, Home and End step; the space bar plays; swipe the map on a touch screen."),
    }
    return {name: html.safe(text) for name, text in texts.items()}


class _Kept:
    """Cache of the last written blocks: most steps change little or nothing."""

    def __init__(self) -> None:
        self._blocks: tuple[Block, ...] | None = None
        self._text = ""

    def write(self, blocks: tuple[Block, ...], colours: Mapping[Side, str], tongue: Translator) -> str:
        """Return the blocks as HTML for the inside of the page."""
        if blocks != self._blocks:
            self._blocks, self._text = blocks, html.body(blocks, colours, level=2, tongue=tongue)
        return self._text


def _id(part: str) -> str:
    """Return the id of an element, from its first tag."""
    return part.partition(' id="')[2].partition('"')[0]
