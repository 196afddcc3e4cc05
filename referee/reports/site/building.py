"""Building a site: public copies in, pages out; matches that did not change are not read again."""

import shutil
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path

from referee import __version__
from referee.faults import CannotCreate, CannotWrite, Complaint, Misuse, declare
from referee.matches import journal, matches, shelf
from referee.matches.club_log import recording, report_check
from referee.matches.journal import reading
from referee.reports.faults import ReportFault
from referee.reports.site import club_pages, match_pages, order_pages, summaries
from referee.reports.site.layout import Layout
from referee.reports.site.order_pages import OrderPages
from referee.reports.site.summaries import MANIFEST, Manifest, Summary
from schemas.answers.matches import BuiltSite, OrderPage
from schemas.record import PUBLIC

FOLDER = "matches"
"""Folder of a site with a folder for each match."""


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
    Raises `CannotCreate` if the target has other files, and `Misuse` if two copies have the same name.
    """
    old = summaries.load(target)
    is_ours = (target / MANIFEST).is_file()
    if not is_ours and not force and target.is_dir() and any(target.iterdir()):
        raise CannotCreate(Complaint.of(ReportFault.SITE_TARGET, path=target))
    settings = (__version__, layout.club, layout.url, layout.tongue.language, str(replay))
    earlier = {one.name: one for one in old.matches} if old is not None and old.settings == settings else {}
    result: dict[str, Summary] = {}
    fresh = 0
    for source in _list_sources(folders):
        summary = _find_unchanged(source, earlier) or _write_match(source, target, layout, replay=replay)
        if summary.name in result:
            raise Misuse(Complaint.of(ReportFault.SITE_TWICE, name=summary.name, path=source))
        fresh += summary.name not in earlier or earlier[summary.name] is not summary
        result[summary.name] = summary
    for one in old.matches if old is not None else ():
        if one.name not in result:
            shutil.rmtree(target / FOLDER / one.name, ignore_errors=True)
    for name, content in club_pages.write_files(tuple(result.values()), layout):
        _write(target / name, content)
    for folder in folders:
        if (log := recording.find(folder)) is not None:
            _write(target / "checkpoint.txt", report_check.describe(log).checkpoint.encode())
    same_matches = frozenset(name for name, one in result.items() if earlier.get(name) is one)
    pages = tuple(_write_orders(folders, target, orders, result, same_matches))
    order_pages.remove_others(target, frozenset(page.file for page in pages))
    _write(target / MANIFEST, summaries.save(Manifest(settings=settings, matches=tuple(result.values()))))
    return BuiltSite(folder=target.as_posix(), matches=len(result), fresh=fresh, orders=pages)


def _write_orders(
    folders: Sequence[Path],
    target: Path,
    orders: OrderPages | None,
    summary_of: Mapping[str, Summary],
    same_matches: frozenset[str],
) -> Iterator[OrderPage]:
    """Write the pages for letters; for an unchanged match the old pages stay if none is missing."""
    if orders is None:
        return
    for source in _list_sources(folders):
        old_pages = order_pages.list_kept(source, target, orders.key)
        if (
            old_pages
            and old_pages[0].match in same_matches
            and len(old_pages) == len(summary_of[old_pages[0].match].waiting)
        ):
            yield from old_pages
            continue
        for page, content in order_pages.write_pages(source, orders):
            _write(target / page.file, content)
            yield page


def _list_sources(folders: Sequence[Path]) -> Iterator[Path]:
    """Yield the copies in folders, and the journals on shelves."""
    for folder in folders:
        if not folder.is_dir():
            raise Misuse(Complaint.of(ReportFault.SITE_SOURCE, path=folder))
        yield from sorted([*folder.glob("*.jsonl"), *folder.glob(f"*/{shelf.JOURNAL}")])


def _find_unchanged(source: Path, earlier: dict[str, Summary]) -> Summary | None:
    """Return the summary of a file that did not change since the site was last written."""
    name = source.parent.name if source.name == shelf.JOURNAL else source.stem
    candidates = [earlier[name]] if name in earlier else list(earlier.values())
    fingerprint = summaries.find_fingerprint(source)
    return next((one for one in candidates if one.fingerprint == fingerprint), None)


def _write_match(source: Path, target: Path, layout: Layout, *, replay: bool) -> Summary:
    """Write the pages of a match. Everything on them comes from the public copy alone."""
    copy = b"".join(journal.copied(source, PUBLIC))
    name = reading.read_header(BytesIO(copy), source)[1].header.match
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
