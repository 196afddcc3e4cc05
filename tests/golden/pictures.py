"""Pictures of the README and the help pages, each made by the program from its own examples."""

import re
import textwrap
from collections.abc import Callable, Iterator, Mapping
from html import escape
from pathlib import Path

from referee.cli import demo
from referee.matches.matches import Match
from referee.reports import maps, match_progress

FOLDER = Path(__file__).parents[2] / "referee" / "cli" / "pages" / "pictures"
"""Folder of the pictures, beside the pages that show them."""

COLUMNS, ROWS = 80, 25
"""Size of the terminal."""

CHARACTER, LINE = 7.83, 17
"""Width of a character of 13 pixels, and height of a line, in pixels."""

SECONDS = 6
"""Time for which a screen is shown."""

SEAL = re.compile(r"\b(\d+):[0-9a-f]{64}")
KEY = re.compile(r"\b([0-9a-f]{16})[0-9a-f]{48}\b")

STYLE = """
  :root { --ink: #1f2328; --paper: #ffffff; --bar: #e9e6df; --faint: #5a6067; --good: #2c6637;
    --bad: #8c2f2b; }
  @media (prefers-color-scheme: dark) {
    :root { --ink: #e8e5dd; --paper: #1d2126; --bar: #282d33; --faint: #a9b0b7; --good: #83c78f;
      --bad: #ef8a7d; }
  }
  text { font: 13px ui-monospace, Consolas, Menlo, 'DejaVu Sans Mono', monospace; fill: var(--ink);
    white-space: pre; }
  .faint { fill: var(--faint); } .good { fill: var(--good); } .bad { fill: var(--bad); }
  .head { font-weight: bold; }
  .screen { visibility: hidden; animation: turn {total}s steps(1, end) infinite; }
  @keyframes turn { 0% { visibility: visible; } {share}% { visibility: hidden; } }
  @media (prefers-reduced-motion: reduce) {
    .screen { animation: none; } .screen:last-of-type { visibility: visible; }
  }
"""
"""Colours in light and dark, and the turn of the screens. A reader who wants no motion sees the last one."""


def list_screens() -> Iterator[list[str]]:
    """Yield the screens: the stops of the tour that fit, each below the command that prints them."""
    for stop in demo.tour_stops(demo.scenes(None, None)):
        if stop.title in ("A letter", "A refusal", "Dice", "Views of the sides", "The proof"):
            text = KEY.sub(r"\1…", SEAL.sub(r"\1:…", str(stop).strip("\n")))
            lines = [part for line in text.splitlines() for part in wrap(line)]
            yield lines[: ROWS - 2]


def wrap(line: str) -> list[str]:
    """Return a line as lines that fit the terminal."""
    return textwrap.wrap(line, COLUMNS, drop_whitespace=False) or [""]


def animate_demo() -> str:
    """Return the tour of `referee demo` as an animated terminal."""
    screens = list(list_screens())
    width, height = round(COLUMNS * CHARACTER) + 32, ROWS * LINE + 48
    style = STYLE.replace("{total}", str(SECONDS * len(screens)))
    style = style.replace("{share}", f"{100 / len(screens):.2f}".rstrip("0").rstrip("."))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" aria-labelledby="title what">',
        '<title id="title">referee demo</title>',
        '<desc id="what">A terminal shows a letter with orders, a refusal, dice with their key, the views of '
        "both sides of a drawn card, and the proof.</desc>",
        f"<style>{style}</style>",
        f'<rect width="{width}" height="{height}" rx="8" fill="var(--paper)" stroke="var(--bar)"/>',
        f'<path d="M0 30V8a8 8 0 0 1 8-8h{width - 16}a8 8 0 0 1 8 8v22z" fill="var(--bar)"/>',
        '<text x="16" y="20" class="faint">$ referee demo</text>',
    ]
    for number, lines in enumerate(screens):
        parts.append(f'<g class="screen" style="animation-delay: {number * SECONDS}s">')
        parts += [draw_line(line, at) for at, line in enumerate(lines) if line.strip()]
        parts.append("</g>")
    return "\n".join([*parts, "</svg>"]) + "\n"


def draw_line(line: str, at: int) -> str:
    """Return one line of a screen, coloured by its meaning."""
    words = line.strip()
    kind = ""
    if line.startswith("== "):
        kind, line = "head", line.removeprefix("== ")
    elif words.startswith("#"):
        kind = "faint"
    elif words.startswith("Refused"):
        kind = "bad"
    elif words.startswith(("Accepted", "- Legal")) or "seals are valid" in words:
        kind = "good"
    marked = f' class="{kind}"' if kind else ""
    return f'<text x="16" y="{54 + at * LINE}"{marked}>{escape(line, quote=False)}</text>'


def draw_front(liege: Match, _: Match) -> str:
    """Return the front after the first turn of the example."""
    wanted = maps.Wanted(since=len(liege.entries), crop="front")
    return maps.draw(maps.picture(liege, "public", wanted), liege.tongue)


def draw_moves(liege: Match, _: Match) -> str:
    """Return a battle with the movements of its turn."""
    wanted = maps.Wanted(at=46, since=35, around="liege")
    return maps.draw(maps.picture(liege, "german", wanted), liege.tongue)


def draw_course(liege: Match, _: Match) -> str:
    """Return the chart of the example."""
    return match_progress.draw(match_progress.chart(liege, "public"), liege.tongue)


def draw_table(_: Match, sap: Match) -> str:
    """Return the table of the skirmish as one side sees it."""
    return maps.draw(maps.picture(sap, "british", maps.Wanted()), sap.tongue)


PICTURES: Mapping[str, Callable[[Match, Match], str]] = {
    "demo.svg": lambda _liege, _sap: animate_demo(),
    "front.svg": draw_front,
    "moves.svg": draw_moves,
    "course.svg": draw_course,
    "table.svg": draw_table,
}
"""Pictures by file, made from the examples of the western theatre and of the skirmish."""
