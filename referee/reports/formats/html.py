"""Writes a document as one self-contained HTML page for browsers and simple mail programs.

Every style is in its element, because mail programs drop style sheets. The sheet in the head only adds a dark
mode.
"""

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from itertools import groupby
from typing import assert_never

from msgspec.structs import replace

from referee.i18n.translator import ENGLISH, Translator
from referee.reports.formats import rolls
from referee.reports.formats.characters import flat, plain, storable
from referee.reports.pictures import svg
from schemas import reports
from schemas.record import Roll, Side

INK, PAPER, SHADE, LINE, FAINT = "#1f2328", "#ffffff", "#f4f2ec", "#d3cfc4", "#5a6067"
"""Colours on light ground, for elements of mails, whose readers drop style sheets."""

FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"

MONO = "ui-monospace,Consolas,Menlo,'DejaVu Sans Mono',monospace"

COLOURS = """
:root { color-scheme: light dark; --ink: #1f2328; --paper: #ffffff; --ground: #f4f2ec; --shade: #f4f2ec;
  --line: #d3cfc4; --edge: #7b776c; --faint: #5a6067; --accent: #8c2f2b; --link: #1f5688; --good: #2c6637;
  --lit: #7a3e9d; --press: #ece2f3; }
@media screen and (prefers-color-scheme: dark) {
  :root { --ink: #e8e5dd; --paper: #1d2126; --ground: #14171a; --shade: #282d33; --line: #3d434a;
    --edge: #868d95; --faint: #a9b0b7; --accent: #ef8a7d; --link: #8fbce6; --good: #83c78f; --lit: #cfa9ea;
    --press: #43334f; }
}
"""
"""Colours by purpose, on light and on dark ground. Text has at least 4.5 times the contrast of its ground."""

SHEET = (
    COLOURS
    + f"""
* {{ box-sizing: border-box; }}
html {{ -webkit-text-size-adjust: 100%; }}
body {{ margin: 0; font: 16px/1.5 {FONT}; color: var(--ink); background: var(--ground); }}
h1, h2, h3, h4 {{ line-height: 1.2; text-wrap: balance; }}
h1 {{ font-size: 1.5em; letter-spacing: -0.01em; }}
h2 {{ font-size: 1.15em; }}
h3 {{ font-size: 1em; color: var(--faint); }}
a {{ color: var(--link); }}
code, pre, kbd {{ font-family: {MONO}; }}
.map svg, #map svg {{ display: block; width: 100%; height: auto; }}
:focus-visible {{ outline: 3px solid var(--lit); outline-offset: 2px; }}
"""
    + """
.panel { background: var(--paper); border: 1px solid var(--line); border-radius: 8px; padding: 1rem 1.2rem; }
.faint, .proof { color: var(--faint); }
.good { color: var(--good); }
.bad { color: var(--accent); }
.side { border-bottom: 3px solid; }
@media print {
  :root { --ground: #ffffff; --paper: #ffffff; --ink: #000000; --line: #999999; }
  nav, form, button, .noprint { display: none !important; }
  .panel { border: 0; padding: 0; }
  table, figure, .map { break-inside: avoid; }
  a { color: inherit; text-decoration: none; }
}
"""
)
"""Type, colours, panels and print of every page."""


_FONT = f"font-family:{FONT};font-size:16px;line-height:1.5"

_MONO = f"font-family:{MONO};font-size:14px"

_KEY = f"font-family:{MONO}"

_SHEET = """
.page { max-width: 76rem; margin: 0 auto; padding: 1.2rem; background: var(--paper) !important; }
@media (min-width: 60em) {
  .page { margin: 1.2rem auto; padding: 1.6rem 2rem; border: 1px solid var(--line); border-radius: 8px; }
}
.page > p, .page > ul { max-width: 46rem; }
li { margin: 0.25em 0; }
tbody tr:nth-child(even) td { background: var(--shade); }
.map > div { min-width: 58rem; }
@media print { .page { border: 0 !important; margin: 0; max-width: none; } .map > div { min-width: 0; } }
"""
"""Styles of reports only."""

DARK = """
body, .page { background: var(--paper) !important; color: var(--ink) !important; }
h1, h2, h3, h4, h5, h6, td, th, li, p { color: var(--ink) !important; border-color: var(--line) !important; }
pre, code, th { background: var(--shade) !important; color: var(--ink) !important; }
pre, code, th { border-color: var(--line) !important; }
.proof { color: var(--faint) !important; }
"""
"""Styles of the dark mode, which replace those in the elements."""

_HEAD = """\
<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="referee">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="supported-color-schemes" content="light dark">
<title>{title}</title>
<style>{sheet}
@media screen and (prefers-color-scheme: dark) {{{dark}}}
</style>
</head>
<body style="margin:0;padding:0;color:{ink}">
<main class="page" style="{font};color:{ink};background:{paper};overflow-wrap:break-word">
"""

Item = tuple[reports.Inline, ...]
"""An entry of a list."""

_SIZES = {1: "1.5em", 2: "1.2em", 3: "1em"}


def write(document: reports.Document, tongue: Translator = ENGLISH) -> str:
    """Return the document as a page."""
    title = safe(document.subject or document.title)
    head = _HEAD.format(
        title=title,
        sheet=SHEET + _SHEET,
        dark=DARK,
        paper=PAPER,
        ink=INK,
        font=_FONT,
        language=escape(tongue.language),
    )
    blocks = _order_blocks(document.titled)
    return head + body(blocks, colours(document), tongue=tongue) + "</main>\n</body>\n</html>\n"


def _order_blocks(blocks: tuple[reports.Block, ...]) -> Iterator[reports.Block]:
    """Yield the title, the maps, then the rest."""
    yield from blocks[:1]
    yield from (block for block in blocks[1:] if isinstance(block, reports.Figure))
    yield from (block for block in blocks[1:] if not isinstance(block, reports.Figure))


def colours(document: reports.Document) -> Mapping[Side, str]:
    """Return the colours of the sides."""
    return {side.side: side.colour for side in document.sides}


def body(
    blocks: Iterable[reports.Block], colours: Mapping[Side, str], level: int = 0, tongue: Translator = ENGLISH
) -> str:
    """Return blocks as HTML for the inside of a page, under a heading of the given level."""
    html_blocks = (_block(block, colours, tongue) for block in _step(blocks, level))
    return "".join(f"{block}\n" for block in html_blocks if block)


def _step(blocks: Iterable[reports.Block], level: int) -> Iterator[reports.Block]:
    """Yield blocks with headings that go down one level at a time, without gaps."""
    for block in blocks:
        if isinstance(block, reports.Heading):
            level = min(block.level, level + 1)
            yield replace(block, level=level)
        else:
            yield block


def safe(text: str) -> str:
    """Escape a text."""
    return escape(storable(flat(text)))


def _block(  # noqa: PLR0911 - one for each kind
    block: reports.Block, colours: Mapping[Side, str], tongue: Translator
) -> str:
    match block:
        case reports.Heading(text=text, level=level):
            return _heading(text, min(max(level, 1), 6))
        case reports.Paragraph(parts=parts):
            return f'<p style="margin:0.6em 0">{_inline(parts, colours)}</p>'
        case reports.Bullets(items=items, columns=columns):
            runs = groupby(items, block.is_row)
            return "\n".join(
                _rows(tuple(run), columns) if is_row else _list(tuple(run), colours) for is_row, run in runs
            )
        case reports.Table():
            return _table(block)
        case reports.DiceThrown():
            return _dice(block, tongue)
        case reports.Verbatim(lines=lines):
            return _pre(lines)
        case reports.Figure(picture=picture):
            box = "max-width:100%;overflow:auto;margin:0.8em 0"
            drawing = f"<div>\n{svg.write(picture, tongue)}</div>"
            return f'<div class="map" tabindex="0" style="{box}">\n{drawing}\n</div>'
        case _:
            assert_never(block)


def _heading(text: str, level: int) -> str:
    if not safe(text):
        return ""
    size = _SIZES.get(level, "1em")
    line = f"border-bottom:1px solid {LINE};padding-bottom:0.2em;" if level <= 2 else ""
    style = f"font-size:{size};line-height:1.25;margin:1.2em 0 0.4em;{line}"
    return f'<h{level} style="{style}">{safe(text)}</h{level}>'


def _rows(items: tuple[Item, ...], columns: tuple[str, ...]) -> str:
    """Return items that are rows of a table."""
    rows = tuple(tuple(part.text.removeprefix(" > ").strip() for part in item) for item in items)
    return _table(reports.Table(columns=columns, rows=rows))


def _list(items: tuple[Item, ...], colours: Mapping[Side, str]) -> str:
    rows_html = "".join(f"<li>{_inline(item, colours)}</li>" for item in items)
    return f'<ul style="margin:0.6em 0;padding-left:1.4em">{rows_html}</ul>' if rows_html else ""


def _pre(lines: tuple[str, ...]) -> str:
    text = escape(storable(plain("\n".join(lines))))
    box = f"background:{SHADE};border:1px solid {LINE};border-radius:6px;padding:0.8em 1em"
    style = f"{_MONO};{box};overflow-x:auto;white-space:pre-wrap;overflow-wrap:anywhere"
    return f'<pre tabindex="0" style="{style}">{text}</pre>'


def _table(block: reports.Table) -> str:
    """Return a table that scrolls on narrow screens."""
    titles, *lines = block.grid
    head = "".join(
        f'<th scope="col" style="{_cell(place, block.numeric)};background:{SHADE}">{safe(title)}</th>'
        for place, title in enumerate(titles)
    )
    rows = "".join(f"<tr>{''.join(_cells(line, block.numeric))}</tr>\n" for line in lines)
    return (
        '<div tabindex="0" style="overflow-x:auto;margin:0.8em 0">\n'
        f'<table style="border-collapse:collapse;font-size:0.93em;font-variant-numeric:tabular-nums">\n'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n</div>"
    )


def _cells(row: tuple[str, ...], numeric: tuple[int, ...]) -> Iterator[str]:
    for place, cell in enumerate(row):
        yield f'<td style="{_cell(place, numeric)}">{safe(cell)}</td>'


def _cell(place: int, numeric: tuple[int, ...]) -> str:
    side = "right" if place in numeric else "left"
    return f"border-bottom:1px solid {LINE};padding:0.3em 0.7em;text-align:{side};vertical-align:top"


def _dice(block: reports.DiceThrown, tongue: Translator) -> str:
    rows = "".join(f"<li>{_roll(roll, tongue)}</li>" for roll in block.rolls)
    key = f'<code style="{_KEY}">{safe(block.key)}</code>' if block.key else ""
    proof = rolls.proof(block, tongue, key)
    style = f"margin:0.2em 0;font-size:0.8em;color:{FAINT};overflow-wrap:anywhere"
    note = f'\n<p class="proof" style="{style}">{proof}</p>' if proof else ""
    return f'<ul style="margin:0.6em 0;padding-left:1.4em">{rows}</ul>{note}' if rows else note.strip()


def _roll(roll: Roll, tongue: Translator) -> str:
    """Return a roll with its hits highlighted."""
    hit = "font-weight:bold;text-decoration:underline"
    faces = " ".join(
        f'<span style="{hit}">{face}</span>' if face <= roll.needed else str(face) for face in roll.faces
    )
    hits = rolls.render_hits(roll, tongue)
    faces_text = rolls.render_roll(roll, tongue, faces)
    return f"{safe(str(roll.purpose))}<br>{faces_text}{f' → <strong>{hits}</strong>' if hits else ''}"


def _inline(parts: tuple[reports.Inline, ...], colours: Mapping[Side, str]) -> str:
    return "".join(_part(part, colours) for part in parts)


def _part(part: reports.Inline, colours: Mapping[Side, str]) -> str:
    text = escape(storable(plain(part.text)))
    match part:
        case reports.Text() | reports.AreaName():
            return text
        case reports.Counter(side=side):
            line = f"border-bottom:2px solid {colours[side]}" if side in colours else ""
            return f'<span style="{line}">{text}</span>' if line else text
        case reports.Strong() | reports.Verdict():
            return f"<strong>{text}</strong>" if text else ""
        case reports.Code():
            box = f"{_MONO};background:{SHADE};padding:0 0.25em;overflow-wrap:anywhere"
            return f'<code style="{box}">{text}</code>' if text else ""
        case _:
            assert_never(part)
