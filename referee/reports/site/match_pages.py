"""Pages of one match on a site: its state, its map through time, its report, its copy, its letters.

The pages on which sides compose their letters have addresses that follow from a secret key. No other page
names them. A reader who can list the files of the site can read them.
"""

import hmac
import json
import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from html import escape
from pathlib import Path

from referee.faults import Complaint, Misuse
from referee.i18n.translator import Translator, message
from referee.matches import matches, shelf, viewer_languages
from referee.matches.history import list_awaited_sides
from referee.matches.journal import reading
from referee.matches.matches import Match
from referee.reports import documents, maps, match_progress
from referee.reports.composer import page as composer_page
from referee.reports.composer.page import MakeTables
from referee.reports.faults import ReportFault
from referee.reports.formats import html
from referee.reports.pictures import svg
from referee.reports.site.layout import Layout, word_time
from referee.reports.site.summaries import Summary
from schemas.answers.matches import OrderPage
from schemas.record import PUBLIC, Side, Value
from schemas.reports import MapPicture

_LOOKS = {
    ' stroke="var(--map-paper,#ffffff)" stroke-width="3" paint-order="stroke"'
    ' fill="var(--map-ink,#222222)"': ' class="w"',
    ' stroke="none" stroke-width="3" paint-order="stroke" fill="var(--map-ink,#222222)"': ' class="t"',
    ' stroke="none" stroke-width="3" paint-order="stroke" fill="#ffffff"': ' class="l"',
    ' fill="none" stroke="var(--map-edge,#ffffff)" stroke-width="1.6" stroke-linejoin="round"': ' class="e"',
    " />": "/>",
}
"""Looks that repeat on a map, and the classes of the style sheet in their place."""

_FALLBACK = re.compile(r"var\((--map-[a-z]+),#[0-9a-f]{6}\)")
"""Colours whose light tone the style sheet of the site has, too."""

_AREA = re.compile(r'(<g id="area-[^"]+"><title>[^<]*</title>)((?:<polygon [^>]*/>)+)(</g>)')

_POLYGON = re.compile(r'<polygon points="([^"]*)"([^>]*)/>')


def write_files(
    match: Match, copy: bytes, summary: Summary, layout: Layout, *, replay: bool
) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a match, by name in its folder. The match must be read from a public copy."""
    yield "copy.jsonl", copy
    yield "copy.js", f"useCopy({_quote(copy.decode())});\n".encode()
    report = documents.report(match, PUBLIC)
    yield "report.html", html.write(report, match.tongue).encode()
    if replay:
        yield "replay.html", match_progress.page(match, PUBLIC).encode()
    body = "\n".join(_write_body(match, summary, layout, replay=replay))
    yield "index.html", layout.page(match.name, body, root="../../", head=summary.head).encode()


def _write_body(match: Match, summary: Summary, layout: Layout, *, replay: bool) -> Iterator[str]:
    say = layout.tongue.say
    facts = "".join(_list_facts(summary, layout.tongue))
    yield f'<section class="panel"><dl class="facts">{facts}</dl></section>'
    if (picture := _draw(match)) is not None:
        yield f'<section class="panel" aria-label="{escape(say("Map"))}">'
        yield _write_slider(match, picture, layout.tongue)
        drawing = shrink(svg.write_short(picture, match.tongue))
        yield f'<div class="map" tabindex="0">{drawing}</div></section>'
    links = [("report.html", say("Report")), ("copy.jsonl", say("Copy of the journal"))]
    links += [("replay.html", say("Every move"))] if replay else []
    items = "".join(f'<li><a href="{name}">{escape(text)}</a></li>' for name, text in links)
    yield f'<section class="panel"><h2>{escape(say("Read on"))}</h2><ul>{items}</ul></section>'
    yield _write_proof(layout.tongue)


def _list_facts(summary: Summary, tongue: Translator) -> Iterator[str]:
    """Yield the state of a match as terms and their values."""
    say = tongue.say
    waiting = tongue.listed(summary.waiting) if summary.waiting else say("no side: the match is over")
    facts = [
        (say("Game"), f"{summary.game}, {summary.scenario}"),
        (say("Moment"), summary.moment),
        (say("Score"), summary.score),
        (say("Waiting for"), waiting),
        (say("Due"), word_time(summary.due)),
        (say("Last entry"), f"{summary.entries}, {word_time(summary.last)}"),
        (say("Head of the journal"), summary.head),
    ]
    for term, value in facts:
        if value:
            yield f"<dt>{escape(term)}</dt><dd>{html.safe(value)}</dd>"


def _draw(match: Match) -> MapPicture | None:
    """Return the map of now with the movements of this turn, or None for a game without a map."""
    if match.system.pictures.picture(match.position(), PUBLIC) is None:
        return None
    return maps.picture(match, PUBLIC)


def _write_slider(match: Match, picture: MapPicture, tongue: Translator) -> str:
    """Return the slider of the map, with the holders of all areas at the end of every moment."""
    areas = [cell.area for cell in picture.cells]
    moments = list(_list_moments(match, areas, [side.side for side in picture.sides]))
    if len(moments) < 2:
        return ""
    colours = [f"var(--map-{side.colour[1:]},{side.colour})" for side in picture.sides]
    data = json.dumps({"moments": moments, "areas": areas, "colours": colours}, separators=(",", ":"))
    say, last = tongue.say, len(moments) - 1
    earlier, later, name = (escape(text) for text in (say("Earlier"), say("Later"), say("Moment")))
    return (
        '<form class="history noprint">'
        f'<button type="button" id="earlier" aria-label="{earlier}">&lt;</button>'
        f'<input type="range" id="slider" min="0" max="{last}" value="{last}" aria-label="{name}">'
        f'<button type="button" id="later" aria-label="{later}">&gt;</button>'
        f'<output id="moment" for="slider">{html.safe(str(moments[-1][0]))}</output></form>'
        f'<script type="application/json" id="history">{_escape_script(data)}</script>'
    )


def _list_moments(match: Match, areas: list[str], sides: list[Side]) -> Iterator[tuple[str, str]]:
    """Yield the moments of a match, each with the holders of the areas at its end, one character each."""
    pictures, moment = match.system.pictures, match.system.narrator.moment
    ends = {moment(step.after): step.after for step in match.steps()}
    for name, state in ends.items():
        picture, score = pictures.picture(state, PUBLIC), pictures.score(state, PUBLIC)
        holders = {cell.area: cell.holder for cell in picture.cells} if picture is not None else {}
        label = f"{name} · {score.points} {score.level}" if score is not None else name
        held_by = (holders.get(area) for area in areas)
        yield label.strip(), "".join(str(sides.index(one)) if one in sides else "-" for one in held_by)


_VERDICTS: Mapping[str, str] = {
    "wait": message("Reading the copy …"),
    "valid": message(
        "Every seal is valid up to head {head}. Dice proved from the header: {dice}; by keys of their own:"
        " {own}; on trust: {word}."
    ),
    "broken": message("Entry {entry} is not valid: {fault}"),
    "other": message("The copy is valid, but its head {head} is not the one on this page."),
    "missing": message("{file} cannot be read."),
}
"""Messages of the script, which fills in the parts in braces."""


def _write_proof(tongue: Translator) -> str:
    """Return the button that verifies the copy in the browser."""
    say, texts = tongue.say, {name: tongue.translate(text, "", {}) for name, text in _VERDICTS.items()}
    promise = say("Your browser computes all seals and dice of the copy again. Nothing is sent.")
    data = "".join(f' data-{name}="{escape(text)}"' for name, text in texts.items())
    return (
        f'<section class="panel noprint"><h2>{escape(say("Proof"))}</h2>'
        f"<p>{escape(promise)}</p>"
        f'<p><button type="button" id="verify"{data}>{escape(say("Verify"))}</button></p>'
        '<p id="verdict" role="status"></p></section>'
    )


def shrink(text: str) -> str:
    """Return a map for a page of the site: outlines and looks that repeat are stored once."""
    for look, name in _LOOKS.items():
        text = text.replace(look, name)
    return _AREA.sub(_share_outline, _FALLBACK.sub(r"var(\1)", text))


def _share_outline(match: re.Match[str]) -> str:
    """Return an area whose outline is stored once, with a layer for the colours of the past."""
    polygons = _POLYGON.findall(match[2])
    points, name = polygons[0][0], "o" + match[1].partition('"area')[2].partition('"')[0]
    if any(other != points for other, _ in polygons):
        return match[0]
    uses = [f'<use href="#{name}"{look}/>' for _, look in polygons]
    layer = f'<use href="#{name}" class="p" fill="none" fill-opacity="0.45"/>'
    outline = f'<defs><polygon id="{name}" points="{points}"/></defs>'
    return "".join((match[1], outline, *uses[:-1], layer, uses[-1], match[3]))


def _quote(text: str) -> str:
    """Return a text as a string of a script. Two characters of JSON end a line in old scripts."""
    script = _escape_script(json.dumps(text, ensure_ascii=False))
    return script.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _escape_script(data: str) -> str:
    return data.replace("<", "\\u003c")


FOLDER = "orders"
"""Folder of the site that holds the pages."""

LEAST_KEY = 32
"""Lowest number of bytes of a key. A short one could be guessed, and the addresses with it."""


class OrderPages(Value):
    """The secret key of the addresses, and the function that makes the tables of odds."""

    key: bytes
    make_tables: MakeTables


def read_key(file: Path) -> bytes:
    """Return the key in a file. Raises `Misuse` if it is missing or too short."""
    key = file.read_bytes().strip() if file.is_file() else b""
    if len(key) < LEAST_KEY:
        raise Misuse(Complaint.of(ReportFault.ORDERS_KEY, path=file, least=LEAST_KEY))
    return key


def find_address(key: bytes, match: str, side: Side) -> str:
    """Return the path of the page of a side in the site."""
    digest = hmac.new(key, f"{match} {side}".encode(), sha256).hexdigest()
    return f"{FOLDER}/{digest[:32]}.html"


def write_pages(source: Path, pages: OrderPages) -> Iterator[tuple[OrderPage, bytes]]:
    """Yield the page of each side of a match on a shelf that has a prompt. A copy of one side has none."""
    if source.name != shelf.JOURNAL:
        return
    match = matches.find(source.parent.parent, source.parent.name)
    for side in list_awaited_sides(match.rules, match.position()):
        file = find_address(pages.key, match.name, side)
        text = composer_page.page(viewer_languages.tell(match, side), side, "", pages.make_tables)
        yield OrderPage(match=match.name, side=side, file=file), text.encode()


def list_kept(source: Path, target: Path, key: bytes) -> tuple[OrderPage, ...]:
    """Return the pages that an earlier run wrote for a match on a shelf."""
    if source.name != shelf.JOURNAL:
        return ()
    with source.open("rb") as file:
        header = reading.read_header(file, source)[1].header
    pages = (
        OrderPage(match=header.match, side=side, file=find_address(key, header.match, side))
        for side in header.sides
    )
    return tuple(page for page in pages if (target / page.file).is_file())


def remove_others(target: Path, files: frozenset[str]) -> None:
    """Remove the pages of sides that have no prompt any more."""
    for path in (target / FOLDER).glob("*.html"):
        if f"{FOLDER}/{path.name}" not in files:
            path.unlink()
