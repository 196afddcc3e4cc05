"""The replay of a match as one page without external resources."""

import json
from base64 import b64encode
from collections.abc import Iterable, Mapping
from html import escape
from zlib import compress

from msgspec.structs import replace

from referee.i18n.translator import ENGLISH, Translator
from referee.reports.formats import html
from referee.reports.pictures import svg
from schemas.record import Side, Value
from schemas.reports import Block, MapPicture

PAGE = """\
<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="referee">
<meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<header>
<h1>{title}</h1>
<nav aria-label="{steps}">
<button type="button" id="first" aria-label="{to_first}">|&lt;</button>
<button type="button" id="back" aria-label="{step_back}">&lt;</button>
<button type="button" id="play" aria-pressed="false" data-play="{play}" data-pause="{pause}">{play}</button>
<button type="button" id="next" aria-label="{step_on}">&gt;</button>
<button type="button" id="last" aria-label="{to_last}">&gt;|</button>
<input type="range" id="slider" min="0" max="{last}" value="0" aria-label="{entry}">
</nav>
<p id="when" aria-live="polite">{needs}</p>
</header>
<main>
<section id="map" aria-label="{map_title}" tabindex="0"></section>
<section id="words" aria-label="{happened}">
<div id="told"></div>
<h2>{control}</h2>
<div id="control"></div>
</section>
</main>
<footer><p>{keys}</p></footer>
<script type="text/plain" id="data">{data}</script>
<script>{script}</script>
</body>
</html>
"""

STYLE = (
    html.SHEET
    + """
header { position: sticky; top: 0; z-index: 1; padding: 0.6em 1.2em; background: var(--paper);
  border-bottom: 1px solid var(--line); }
header h1 { font-size: 1.2em; margin: 0; }
nav { display: flex; flex-wrap: wrap; gap: 0.4em; align-items: center; margin: 0.4em 0; }
button { font: inherit; min-width: 2.8em; min-height: 2.75em; cursor: pointer;
  color: var(--ink); background: var(--shade); border: 1px solid var(--edge); border-radius: 6px; }
#slider { flex: 1 1 10em; min-height: 2.75em; accent-color: var(--accent); }
#when { margin: 0; font-weight: bold; }
main { display: flex; flex-wrap: wrap; gap: 1em; padding: 1em; align-items: flex-start; }
#map { flex: 1 1 34em; min-width: 0; overflow: auto; touch-action: pan-x pan-y; }
#map svg { max-height: 86vh; }
#words { flex: 1 1 26em; min-width: 0; background: var(--paper); border: 1px solid var(--line);
  border-radius: 8px; padding: 0.4rem 1.2rem; }
footer { padding: 0 1.2em; font-size: 0.85em; color: var(--faint); }
@media (max-width: 50em) { main { padding: 0.5em; } #map svg { min-width: 44em; max-height: none; } }
@media (prefers-color-scheme: dark) {
"""
    + html.DARK
    + """
  th, td, pre, h1, h2, h3, h4 { border-color: var(--line) !important; color: var(--ink) !important; }
}
"""
)

SCRIPT = """
"use strict";
(async () => {
const packed = Uint8Array.from(atob(document.getElementById("data").textContent), sign => sign.charCodeAt(0));
const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
const { entries, places, map } = await new Response(unpacked).json();
const table = document.getElementById("map");
table.innerHTML = map;
// The changes of each place in the order of steps: [step, text].
const { when, told, control, ...parts } = places;
const shown = new Map();
let at = -1, timer = 0;

function find(changes, step) {  // the last text that is not of a later step
  let low = 0, high = changes.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (changes[middle][0] <= step) low = middle; else high = middle;
  }
  return changes[low][1];
}

function draw(step) {
  for (const [id, changes] of Object.entries(parts)) {
    const text = find(changes, step);
    if (shown.get(id) !== text) {
      document.getElementById(id).outerHTML = text;
      shown.set(id, text);
    }
  }
}

function show(step) {
  step = Math.max(0, Math.min(entries.length - 1, step));
  if (step === at || !entries.length) return;
  at = step;
  document.getElementById("when").textContent = find(when, step);
  document.getElementById("told").innerHTML = find(told, step);
  document.getElementById("control").innerHTML = find(control, step);
  document.getElementById("slider").value = step;
  draw(step);
  history.replaceState(null, "", "#" + entries[step]);
}

function play(on) {
  clearInterval(timer);
  const step = () => { if (at === entries.length - 1) play(false); else show(at + 1); };
  timer = on ? setInterval(step, 1200) : 0;
  const button = document.getElementById("play");
  button.textContent = on ? button.dataset.pause : button.dataset.play;
  button.setAttribute("aria-pressed", String(on));
}

const steps = {
  first: () => show(0), back: () => show(at - 1),
  next: () => show(at + 1), last: () => show(entries.length - 1),
};
for (const [id, step] of Object.entries(steps)) {
  document.getElementById(id).addEventListener("click", () => { play(false); step(); });
}
document.getElementById("play").addEventListener("click", () => play(!timer));
const slider = document.getElementById("slider");
slider.addEventListener("input", () => { play(false); show(+slider.value); });
const keys = {
  ArrowLeft: steps.back, ArrowRight: steps.next, Home: steps.first, End: steps.last,
  PageUp: () => show(at - 10), PageDown: () => show(at + 10),
};
document.addEventListener("keydown", event => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === " " && event.target.tagName !== "BUTTON") { play(!timer); event.preventDefault(); }
  if (event.key in keys) { play(false); keys[event.key](); event.preventDefault(); }
});
let from = null;
table.addEventListener("touchstart", event => { from = event.changedTouches[0].clientX; }, { passive: true });
table.addEventListener("touchend", event => {
  const went = event.changedTouches[0].clientX - from;
  if (Math.abs(went) > 40) { play(false); show(went < 0 ? at + 1 : at - 1); }
}, { passive: true });
function asked() {
  return Math.max(0, entries.indexOf(+location.hash.slice(1)));
}
addEventListener("hashchange", () => show(asked()));
show(asked());
})();
"""


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
    return PAGE.format(
        title=html.safe(title), style=STYLE, script=SCRIPT, last=course.last, data=course.pack(),
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
