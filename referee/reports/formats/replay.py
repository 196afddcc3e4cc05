"""The course of a match as one page to step through: map, dice and words, with nothing from elsewhere."""

import json
from collections.abc import Iterable, Mapping
from html import escape

from msgspec.structs import replace

from referee.engine.tongue import ENGLISH, Translator
from referee.reports.formats import html
from referee.reports.formats.replay_page import PAGE, SCRIPT, STYLE
from referee.reports.formats.replay_texts import Texts
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
    texts = Texts()
    layers = svg.Layers(tongue)
    steps: list[tuple[int, ...]] = []
    first, control = "", _Kept()
    for frame in frames:
        parts = layers.find_changed(frame.picture) if frame.picture is not None else ()
        if frame.picture is not None and not first:
            first = svg.write(replace(frame.picture, arrows=()), tongue)
        when = texts.number("when", frame.when)
        told = texts.number("told", html.body(frame.told, colours, level=1, tongue=tongue))
        held = texts.number("control", control.write(frame.control, colours, tongue))
        steps.append((frame.entry, when, told, held, *texts.list_new({_id(part): part for part in parts})))
    tags, packed = texts.pack()
    page = {"tags": tags, "texts": packed, "frames": steps}
    data = json.dumps(page, ensure_ascii=False, separators=(",", ":"))
    return PAGE.format(
        title=html.safe(title), style=STYLE, script=SCRIPT, last=max(0, len(steps) - 1), map=first,
        # No text may end the element that holds the data, or begin a comment in it.
        data=data.replace("<", "\\u003c"),
        language=escape(tongue.language), **_words(tongue),
    )  # fmt: skip


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
