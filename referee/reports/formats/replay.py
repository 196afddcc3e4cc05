"""The course of a match as one page to step through: map, dice and words, with nothing from elsewhere."""

import json
from collections.abc import Iterable, Mapping
from html import escape

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
    texts = _Texts()
    layers = svg.Layers(tongue)
    drawn: dict[str, str] = {}
    steps: list[Mapping[str, object]] = []
    first = ""
    for frame in frames:
        parts = {_id(part): part for part in layers.of(frame.picture)} if frame.picture is not None else {}
        if frame.picture is not None and not first:
            first = svg.write(frame.picture, tongue)
        changed = [part for id, part in parts.items() if drawn.get(id) != part]
        drawn |= parts
        steps.append({
            "entry": frame.entry,
            "when": frame.when,
            "told": texts.number(html.body(frame.told, colours, level=1, tongue=tongue)),
            "control": texts.number(html.body(frame.control, colours, level=2, tongue=tongue)),
            "map": [texts.number(part) for part in changed],
        })  # fmt: skip
    data = json.dumps({"texts": texts.all, "frames": steps}, ensure_ascii=False, separators=(",", ":"))
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


class _Texts:
    """Texts by number, each kept once."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    @property
    def all(self) -> list[str]:
        """The texts in the order of their numbers."""
        return list(self._numbers)

    def number(self, text: str) -> int:
        """The number of a text."""
        return self._numbers.setdefault(text, len(self._numbers))


def _id(part: str) -> str:
    """The id of an element, which is an attribute of its first tag."""
    return part.partition(' id="')[2].partition('"')[0]
