"""The course of a match as one page to step through: map, dice and words, with nothing from elsewhere."""

import json
from base64 import b64encode
from collections.abc import Iterable, Mapping
from html import escape
from zlib import compress

from msgspec.structs import replace

from referee.engine.tongue import ENGLISH, Translator
from referee.reports.formats import html
from referee.reports.formats.replay_page import PAGE, SCRIPT, STYLE
from referee.reports.pictures import svg
from referee.values.value import Value
from schemas.record import Side
from schemas.reports.document import Block
from schemas.reports.picture import MapPicture


class Frame(Value):
    """A step: the entry, when it was, what happened, who holds what then, and the map where there is one."""

    entry: int
    when: str
    told: tuple[Block, ...]
    control: tuple[Block, ...]
    picture: MapPicture | None


def write(
    title: str, frames: Iterable[Frame], colours: Mapping[Side, str], tongue: Translator = ENGLISH
) -> str:
    """The page. What did not change from one step to the next stands in it once."""
    course, layers, control = _Course(), svg.Layers(tongue), _Kept()
    for frame in frames:
        course.begin(frame.entry)
        course.change("when", frame.when)
        course.change("told", html.body(frame.told, colours, level=1, tongue=tongue))
        course.change("control", control.write(frame.control, colours, tongue))
        if frame.picture is not None:
            course.draw(frame.picture, tongue)
            for part in layers.find_changed(frame.picture):
                course.change(_id(part), part)
    return PAGE.format(
        title=html.safe(title), style=STYLE, script=SCRIPT, last=course.last, data=course.pack(),
        language=escape(tongue.language), **_words(tongue),
    )  # fmt: skip


class _Course:
    """What stands in each place of the page, and from which step on."""

    def __init__(self) -> None:
        self._entries: list[int] = []
        self._places: dict[str, list[tuple[int, str]]] = {}
        self._map = ""

    @property
    def last(self) -> int:
        """The number of the last step; the first has 0."""
        return max(0, len(self._entries) - 1)

    def begin(self, entry: int) -> None:
        """Go on to the step of an entry."""
        self._entries.append(entry)

    def draw(self, picture: MapPicture, tongue: Translator) -> None:
        """Keep the first map whole: the others are what changes on it."""
        self._map = self._map or svg.write(replace(picture, arrows=()), tongue)

    def change(self, place: str, text: str) -> None:
        """Let a text stand in a place from this step on."""
        changes = self._places.setdefault(place, [])
        if not changes or changes[-1][1] != text:
            changes.append((self.last, text))

    def pack(self) -> str:
        """The course as zlib makes it small: the texts of one place are much alike and stand side by side."""
        data = {"entries": self._entries, "places": self._places, "map": self._map}
        return b64encode(compress(json.dumps(data, separators=(",", ":")).encode(), 9)).decode()


def _words(tongue: Translator) -> Mapping[str, str]:
    """What stands on the page whatever the match."""
    say = tongue.say
    said = {
        "steps": say("Steps"),
        "to_first": say("To the first entry"),
        "step_back": say("One entry back"),
        "play": say("Play"),
        "pause": say("Pause"),
        "step_on": say("One entry on"),
        "to_last": say("To the last entry"),
        "entry": say("Entry"),
        "map_title": say("Map"),
        "happened": say("What happened"),
        "control": say("Control"),
        "needs": say("This page needs a browser of 2023 or later that runs scripts."),
        "keys": say("Arrow keys, Home and End step; the space bar plays; swipe the map on a touch screen."),
    }
    return {name: html.safe(text) for name, text in said.items()}


class _Kept:
    """Blocks as they were last written: most steps change little, and many nothing."""

    def __init__(self) -> None:
        self._blocks: tuple[Block, ...] | None = None
        self._text = ""

    def write(self, blocks: tuple[Block, ...], colours: Mapping[Side, str], tongue: Translator) -> str:
        """The blocks as they stand inside the page."""
        if blocks != self._blocks:
            self._blocks, self._text = blocks, html.body(blocks, colours, level=2, tongue=tongue)
        return self._text


def _id(part: str) -> str:
    """The id of an element, which is an attribute of its first tag."""
    return part.partition(' id="')[2].partition('"')[0]
