"""Commands that copy a journal, export its tables, or write the site of a club."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from referee.analysis import table_files
from referee.analysis.faults import AnalysisFault
from referee.cli.arguments import Force, PacksLanguage, Target, Viewer, complete_match, word_option
from referee.cli.exits import DONE
from referee.cli.faults import CommandFault
from referee.cli.groups import SessionCommand
from referee.cli.render import answer_text
from referee.cli.session import Session
from referee.evidence import comparison
from referee.faults import Complaint, Fault, Misuse, NotYours, suggest
from referee.i18n.translator import ENGLISH, Translator
from referee.library import shelf
from referee.matches import viewer_languages
from referee.matches.shelf import names as matches_on_shelf
from referee.reports import logs
from referee.reports.site import building, match_pages
from referee.reports.site.layout import Layout
from referee.reports.site.match_pages import OrderPages
from referee.texts import language_choice
from schemas.answers.matches import BuiltSite
from schemas.answers.tables import TABLES
from schemas.record import REFEREE, Side

app = typer.Typer(rich_markup_mode=None)


@app.command(cls=SessionCommand)
def export(
    context: typer.Context,
    matches: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="MATCH",
            help="Matches on the shelf. Several share a file of tables.",
            autocompletion=complete_match,
        ),
    ] = None,
    viewer: Viewer = None,
    form: Annotated[
        str | None,
        word_option(
            "csv|sqlite|parquet",
            "--format",
            help="Format of tables (default: from the extension of FILE, or the journal itself).",
        ),
    ] = None,
    table: Annotated[
        str | None,
        word_option("|".join(TABLES), help="Table to export. A database contains all tables."),
    ] = None,
    all_: Annotated[bool, typer.Option("--all", help="Tables of every match on the shelf.")] = False,
    output: Target = None,
    force: Force = False,
) -> int:
    """Copy the journal as one side may see it, or export its tables.

    Examples:
        referee export verdun --as german -o copy.jsonl
        referee export verdun --table rolls
        referee export verdun --table rolls -o rolls.csv
        referee export --all -o club.sqlite
    """
    session: Session = context.obj
    names = _choose_matches(session, matches or (), all_=all_)
    form = form or _find_form(output)
    if form is not None or table is not None:
        export = _Tables(form or "csv", table, output, force)
        return _export_tables(session, names, viewer, export, goes_on=all_)
    if all_ or len(names) != 1:
        raise Misuse(AnalysisFault.ONE_JOURNAL)
    (match,) = names
    side = comparison.viewer_of(session.root, match, viewer)
    lines = comparison.copy_lines(session.root, match, side)
    if output is not None:
        result = comparison.write_journal(output, b"".join(lines), match, side, force=force)
        tongue = viewer_languages.of_author(session.root, match, viewer)
        return session.answer(result, lambda: answer_text.word_export(result, tongue))
    if session.json:
        return session.say(b"".join(lines).decode())
    for line in lines:
        session.tell_bytes(line)
    return DONE


@app.command(cls=SessionCommand)
def site(
    context: typer.Context,
    folders: Annotated[list[Path], typer.Argument(metavar="FOLDER", help="Shelves, or folders of copies.")],
    output: Annotated[Path, typer.Option("-o", "--output", metavar="FOLDER", help="Folder of the site.")],
    title: Annotated[str, typer.Option(metavar="TEXT", help="Name of the club.")] = "Wargames",
    url: Annotated[str, typer.Option(metavar="URL", help="Address of the site, for the feed.")] = "",
    replay: Annotated[bool, typer.Option("--replay", help="Also write a page with every move.")] = False,
    orders_key: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Also write secret pages for letters, by the key in FILE."),
    ] = None,
    language: PacksLanguage = None,
    force: Force = False,
) -> int:
    """Write the pages of a club: matches, maps, results, feed, calendar.

    Examples:
        referee site matches -o public
        referee site copies archive -o public --title "Club of Liège"
    """
    session: Session = context.obj
    tongue = language_choice.find_tongue(language)
    orders = None
    if orders_key is not None:
        from referee.analysis.exact_odds import letter_battles

        orders = OrderPages(match_pages.read_key(orders_key), letter_battles.make_tables)
    layout = Layout(title, url, tongue)
    result = building.build(folders, output, layout, replay=replay, force=force, orders=orders)
    return session.answer(result, lambda: _describe_site(result, tongue))


def _describe_site(site: BuiltSite, tongue: Translator) -> str:
    """Tell the size of a site and the addresses of its secret pages."""
    first = tongue.say(
        "{folder}: {count} match, {written} of them new or changed.",
        "{folder}: {count} matches, {written} of them new or changed.",
        folder=site.folder,
        count=site.matches,
        written=site.fresh,
    )
    pages = (f"{page.match}, {page.side}: {page.file}" for page in site.orders)
    return "\n".join((first, *pages))


def _choose_matches(session: Session, names: Sequence[str], *, all_: bool) -> tuple[str, ...]:
    """Return the names of the exported matches. Raises `Misuse` if none is named, or names with `--all`."""
    if all_ and names:
        raise Misuse(AnalysisFault.ALL_AND_NAMES)
    if all_:
        names = matches_on_shelf(session.root)
    elif not names:
        raise Misuse(AnalysisFault.WHICH_MATCHES)
    return tuple(dict.fromkeys(names))


def _find_form(file: str | None) -> str | None:
    """Return the format of tables that an extension names. Raises `Misuse` for a spreadsheet's own file."""
    ending = Path(file or "").suffix.lower()
    if ending in table_files.WORKBOOKS:
        remedy = suggest(ending, table_files.ENDINGS)
        raise Misuse(Complaint.of(AnalysisFault.NO_TABLE_FORMAT, remedy, form=ending))
    return table_files.ENDINGS.get(ending)


class _Tables(NamedTuple):
    """Tables to be written: one as CSV or Parquet, or a database of one or all of them."""

    form: str
    table: str | None
    output: str | None
    force: bool

    def list_tables(self) -> tuple[str, ...]:
        """Return the names of the tables."""
        return tuple(TABLES) if self.table is None else (self.table,)


def _export_tables(
    session: Session, names: Sequence[str], viewer: str | None, export: _Tables, *, goes_on: bool
) -> int:
    """Write the tables of matches.

    With `goes_on`, matches that cannot be read, or in which the side does not play, are left out with a
    warning. Raises `NotYours` if it plays in none.
    """
    viewers: dict[str, Side] = {}
    left_out: list[str] = []
    strangers: list[NotYours] = []

    def list_each() -> Iterator[table_files.List]:
        for name in names:
            try:
                side = comparison.viewer_of(session.root, name, viewer)
                match = shelf.open(name, session.root)
                # Everything is read before a row is written: a match is there as a whole or not at all.
                rows = {one: match.table(one, viewer=side) for one in export.list_tables()}
            except Misuse:
                raise
            except (Fault, OSError) as error:
                if not goes_on:
                    raise
                if isinstance(error, NotYours):
                    strangers.append(error)
                unreadable = logs.describe_unreadable(name, error)
                fault = Complaint.of(CommandFault.MATCH_LEFT_OUT, match=name, why=unreadable.fault)
                left_out.append(str(fault))
                continue
            viewers[name] = side
            yield rows.__getitem__

    tables = table_files.write(export.form, export.table, export.output, list_each())
    if strangers and not viewers:
        raise strangers[0]
    session.warn(left_out)
    if export.output is not None:
        readers = set(viewers.values())
        reader = readers.pop() if len(readers) == 1 else REFEREE
        result = table_files.save(export.output, tables, tuple(viewers), reader, force=export.force)
        tongue = viewer_languages.of_author(session.root, names[0], viewer) if names else ENGLISH
        return session.answer(result, lambda: answer_text.word_table_export(result, tongue), errors=left_out)
    return session.say_bytes(tables.text)
