"""Pages of all matches of a site: the list, the archive, the feed, the calendar, the heads."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from referee.reports.formats import html
from referee.reports.site import layout as site_layout
from referee.reports.site.layout import Layout, word_time
from referee.reports.site.summaries import Summary

MOST_NEWS = 50
"""Number of matches in the feed, the latest first."""

MOST_ROWS = 200
"""Number of matches on a page of the list."""


def write_files(summaries: Sequence[Summary], layout: Layout) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the club, by name."""
    open_matches = sorted(
        (one for one in summaries if not one.is_over), key=lambda one: (one.due or "~", one.name)
    )
    over = sorted((one for one in summaries if one.is_over), key=lambda one: one.last, reverse=True)
    say = layout.tongue.say
    yield from _write_lists("index", say("Matches"), open_matches, layout)
    yield from _write_lists("archive", say("Archive and results"), over, layout)
    yield "feed.xml", _write_feed(summaries, layout).encode()
    yield "calendar.ics", _write_calendar(summaries)
    heads = sorted(f"{one.name} {one.head}\n" for one in summaries)
    yield "heads.txt", "".join(heads).encode()
    yield "site.css", site_layout.style().encode()
    for name in site_layout.SCRIPTS:
        yield name, site_layout.read(name).encode()


def _write_lists(
    name: str, title: str, summaries: Sequence[Summary], layout: Layout
) -> Iterator[tuple[str, bytes]]:
    """Yield the pages of a list; a long list has several."""
    starts = range(0, max(1, len(summaries)), MOST_ROWS)
    names = [f"{name}.html" if not start else f"{name}-{start // MOST_ROWS + 1}.html" for start in starts]
    for start, page in zip(starts, names, strict=True):
        body = "\n".join(_write_list(summaries[start : start + MOST_ROWS], names, page, layout))
        yield page, layout.page(title, body, current=f"{name}.html").encode()


def _write_list(
    summaries: Sequence[Summary], pages: Sequence[str], current: str, layout: Layout
) -> Iterator[str]:
    say = layout.tongue.say
    count_text = say("{count} match", "{count} matches", count=len(summaries))
    text = say("{count} matches", count="{count}")
    yield (
        f'<section class="panel"><p class="noprint"><label for="search">{escape(say("Search"))}</label> '
        f'<input type="search" id="search" autocomplete="off"> '
        f'<output id="found" for="search" data-text="{escape(text)}">{escape(count_text)}</output></p>'
    )
    titles = [say("Match"), say("Game"), say("Moment"), say("Score"), say("Waiting for")]
    titles += [say("Due"), say("Last entry")]
    head = "".join(f'<th scope="col">{escape(title)}</th>' for title in titles)
    rows = "\n".join(_write_row(one, layout) for one in summaries)
    yield f"<table><thead><tr>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody></table>"
    if len(pages) > 1:
        links = (
            f'<a href="{page}"{" aria-current=page" if page == current else ""}>{number}</a>'
            for number, page in enumerate(pages, 1)
        )
        yield f'<nav aria-label="{escape(say("More matches"))}"><p>{" ".join(links)}</p></nav>'
    yield "</section>"


def _write_row(one: Summary, layout: Layout) -> str:
    waiting = layout.tongue.listed(one.waiting) if one.waiting else ""
    due = f'<span class="pill due">{word_time(one.due)}</span>' if one.due else ""
    cells = (
        f'<a href="matches/{one.name}/index.html">{html.safe(one.name)}</a>',
        html.safe(one.game),
        html.safe(one.moment),
        html.safe(one.score),
        html.safe(waiting),
        due,
        word_time(one.last),
    )
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


def _write_feed(summaries: Iterable[Summary], layout: Layout) -> str:
    """Return the latest entries as an Atom feed (RFC 4287)."""
    latest = sorted(summaries, key=lambda one: (one.last, one.name), reverse=True)[:MOST_NEWS]
    latest_time = latest[0].last if latest else "1970-01-01T00:00:00Z"
    base = layout.url.rstrip("/") + "/" if layout.url else ""
    entries = "".join(
        f"<entry><id>urn:referee:{one.head.partition(':')[2]}</id><updated>{one.last}</updated>"
        f"<title>{html.safe(f'{one.name}: {one.moment}')}</title>"
        f'<link href="{escape(base)}matches/{one.name}/index.html"/>'
        f"<summary>{html.safe(one.score)}</summary></entry>\n"
        for one in latest
    )
    club = html.safe(layout.club)
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n'
        f"<id>{escape(base) or f'urn:referee:club:{club}'}</id><title>{club}</title>"
        f"<updated>{latest_time}</updated>"
        f'<author><name>{club}</name></author><link rel="alternate" href="{escape(base)}index.html"/>\n'
        f"{entries}</feed>\n"
    )


def _write_calendar(summaries: Iterable[Summary]) -> bytes:
    """Return the deadlines of all matches as one calendar."""
    head = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//referee//deadlines//EN\r\nMETHOD:PUBLISH\r\n"
    return (head + "".join(one.events for one in summaries) + "END:VCALENDAR\r\n").encode()
