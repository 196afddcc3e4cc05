"""Building a site: public copies in, pages of the club and of its matches out."""

import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from io import BytesIO
from pathlib import Path

from referee import __version__
from referee.faults import CannotCreate, CannotWrite, Complaint, DataFault, Fault, Misuse, NotFound, declare
from referee.matches import journal, matches, shelf
from referee.matches.club_log import recording, report_check
from referee.matches.faults import MatchFault
from referee.matches.journal import reading
from referee.reports.faults import ReportFault
from referee.reports.formats import html
from referee.reports.site import layout as site_layout
from referee.reports.site import match_pages, summaries
from referee.reports.site.layout import Layout, word_time
from referee.reports.site.match_pages import OrderPages
from referee.reports.site.summaries import MANIFEST, Manifest, Summary
from schemas.answers.matches import BuiltSite, OrderPage
from schemas.record import PUBLIC, Place

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


FOLDER = "matches"


def build(
    folders: Sequence[Path],
    target: Path,
    layout: Layout,
    *,
    replay: bool = False,
    force: bool = False,
    orders: OrderPages | None = None,
) -> BuiltSite:
    """Write a site from the journals and copies in folders, each as the public may see it.

    With `orders` each side that has a prompt gets a page for its letter at a secret address.
    Raises `CannotCreate` if the target has other files, and `Misuse` if two copies have the same name. For
    unreadable copies, and copies with a name that could lead out of the target, it raises `DataFault` once
    the pages of all others are written. Older pages of such a match stay.
    """
    old = summaries.load(target)
    old_matches = [one for one in old.matches if shelf.is_name(one.name)] if old is not None else []
    is_ours = (target / MANIFEST).is_file()
    if not is_ours and not force and target.is_dir() and any(target.iterdir()):
        raise CannotCreate(Complaint.of(ReportFault.SITE_TARGET, path=target))
    settings = (__version__, layout.club, layout.url, layout.tongue.language, str(replay))
    earlier = {one.name: one for one in old_matches} if old is not None and old.settings == settings else {}
    result, faults = _write_matches(folders, target, layout, earlier, replay=replay)
    same_matches = frozenset(name for name, one in result.items() if earlier.get(name) is one)
    fresh = len(result) - len(same_matches)
    failed_names = {_name_match(source) for source in faults}
    for one in old_matches:
        if one.name in failed_names:
            result.setdefault(one.name, one)
        elif one.name not in result:
            shutil.rmtree(target / FOLDER / one.name, ignore_errors=True)
    for name, content in write_files(tuple(result.values()), layout):
        _write(target / name, content)
    for folder in folders:
        if (log := recording.find(folder)) is not None:
            _write(target / "checkpoint.txt", report_check.describe(log).checkpoint.encode())
    sources = [source for source in _list_sources(folders) if source not in faults]
    pages = tuple(_write_orders(sources, target, orders, result, same_matches))
    match_pages.remove_others(target, frozenset(page.file for page in pages))
    _write(target / MANIFEST, summaries.save(Manifest(settings=settings, matches=tuple(result.values()))))
    if faults:
        raise DataFault(*(complaint for fault in faults.values() for complaint in fault.complaints))
    return BuiltSite(folder=target.as_posix(), matches=len(result), fresh=fresh, orders=pages)


def _write_matches(
    folders: Sequence[Path], target: Path, layout: Layout, earlier: Mapping[str, Summary], *, replay: bool
) -> tuple[dict[str, Summary], dict[Path, Fault]]:
    """Write the pages of changed matches. Return the summaries of all, and the faults of bad copies."""
    result: dict[str, Summary] = {}
    faults: dict[Path, Fault] = {}
    for source in _list_sources(folders):
        try:
            summary = _find_unchanged(source, earlier) or _write_match(source, target, layout, replay=replay)
        except (DataFault, NotFound) as fault:
            faults[source] = fault
            continue
        if summary.name in result:
            raise Misuse(Complaint.of(ReportFault.SITE_TWICE, name=summary.name, path=source))
        result[summary.name] = summary
    return result, faults


def _write_orders(
    sources: Sequence[Path],
    target: Path,
    orders: OrderPages | None,
    summary_of: Mapping[str, Summary],
    same_matches: frozenset[str],
) -> Iterator[OrderPage]:
    """Write the pages for letters; for an unchanged match the old pages stay if none is missing."""
    if orders is None:
        return
    for source in sources:
        old_pages = match_pages.list_kept(source, target, orders.key)
        if (
            old_pages
            and old_pages[0].match in same_matches
            and len(old_pages) == len(summary_of[old_pages[0].match].waiting)
        ):
            yield from old_pages
            continue
        for page, content in match_pages.write_pages(source, orders):
            _write(target / page.file, content)
            yield page


def _list_sources(folders: Sequence[Path]) -> Iterator[Path]:
    """Yield the copies in folders, and the journals on shelves."""
    for folder in folders:
        if not folder.is_dir():
            raise Misuse(Complaint.of(ReportFault.SITE_SOURCE, path=folder))
        yield from sorted([*folder.glob("*.jsonl"), *folder.glob(f"*/{shelf.JOURNAL}")])


def _name_match(source: Path) -> str:
    """Return the name that the file of a match usually has."""
    return source.parent.name if source.name == shelf.JOURNAL else source.stem


def _find_unchanged(source: Path, earlier: Mapping[str, Summary]) -> Summary | None:
    """Return the summary of a file that did not change since the site was last written."""
    name = _name_match(source)
    candidates = [earlier[name]] if name in earlier else list(earlier.values())
    fingerprint = summaries.find_fingerprint(source)
    return next((one for one in candidates if one.fingerprint == fingerprint), None)


def _write_match(source: Path, target: Path, layout: Layout, *, replay: bool) -> Summary:
    """Write the pages of a match. Everything on them comes from the public copy alone."""
    copy = b"".join(journal.copied(source, PUBLIC))
    name = reading.read_header(BytesIO(copy), source)[1].header.match
    if not shelf.is_name(name):
        place = Place(file=source.as_posix(), line=1)
        raise DataFault(
            Complaint.of(MatchFault.MATCH_NAME, place=place, name=name, example=shelf.propose_name(name))
        )
    folder = target / FOLDER / name
    _write(folder / "copy.jsonl", copy)
    match = matches.read(folder / "copy.jsonl").speaking(layout.tongue.language)
    summary = summaries.summarise(match, source)
    for file, content in match_pages.write_files(match, copy, summary, layout, replay=replay):
        _write(folder / file, content)
    return summary


def _write(path: Path, content: bytes) -> None:
    """Write a file unless it has this content already."""
    try:
        if path.is_file() and path.stat().st_size == len(content) and path.read_bytes() == content:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    except OSError as error:
        raise CannotWrite(declare(ReportFault.SITE_UNWRITTEN, path=path, why=error.strerror)) from error
