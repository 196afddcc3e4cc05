"""Commands that write reports, maps and pages."""

from collections.abc import Mapping
from typing import Annotated

import typer

from referee.cli import arguments, terminal_output
from referee.cli.exits import DONE
from referee.cli.faults import CommandFault
from referee.cli.groups import SessionCommand
from referee.cli.session import Session, write
from referee.evidence import comparison
from referee.faults import Complaint, Misuse
from referee.matches import command_files, matches
from referee.reports import documents, legal_orders, maps, match_progress, publishing
from referee.reports.composer import page as composer_page
from referee.reports.formats.format_names import FORMATS
from schemas.answers.matches import Exported
from schemas.record import REFEREE, Side

app = typer.Typer(rich_markup_mode=None)


ENDINGS = {".txt": "text"} | {ending: form for form, ending in FORMATS.items() if ending != ".txt"}
"""Formats of reports by file extension. Other formats need --format."""

Since = Annotated[
    int | None,
    typer.Option(
        metavar="SEQ", help="Show events after this entry (default: after the reader's last order)."
    ),
]


@app.command(cls=SessionCommand)
def report(
    context: typer.Context,
    match: arguments.MatchOrFile,
    viewer: arguments.Viewer = None,
    since: Since = None,
    at: arguments.AtEntry = None,
    form: Annotated[
        str | None,
        arguments.word_option(
            "|".join(FORMATS),
            "--format",
            help="Format of the report (default: from the extension of FILE, or text).",
        ),
    ] = None,
    full: Annotated[
        bool, typer.Option("--full", help="Include every entry, the map and the whole situation.")
    ] = False,
    due: Annotated[str, typer.Option(metavar="TIME", help="Deadline to print.")] = "",
    subject: Annotated[bool, typer.Option("--subject", help="Print only the subject of the mail.")] = False,
    language: arguments.Language = None,
    output: arguments.Target = None,
    force: arguments.Force = False,
    everyone: Annotated[
        bool, typer.Option("--all", help="Write one file per reader into the folder given by -o.")
    ] = False,
) -> int:
    """Write a report: open questions, recent events and the situation.

    Examples:
        referee report verdun --as german
        referee report verdun --as german --full -o german.html
        referee report verdun --all -o reports --format markdown
    """
    session: Session = context.obj
    if everyone:
        alone = {"--as": viewer, "--at": at, "--due": due, "--subject": subject, "--language": language}
        return _report_to_all(session, match, output, form or "text", since, alone, full=full, force=force)
    spoken, side = session.open_match(match, viewer, language)
    document = documents.report(spoken, side, since=since, at=at, due=due, full=full)
    form = form or arguments.choose_form(output, ENDINGS, CommandFault.ENDING_UNKNOWN)
    if full and form == "speech":
        document = documents.add_facts(document, spoken, side, at)
    text = publishing.headline(document) if subject else publishing.publish(document, form)
    if output is None and (session.json or subject or form == "text"):
        return session.answer(document, lambda: text)
    if output is None:
        # A forum post needs every character unchanged.
        return session.say_bytes(text.encode())
    _demand_reader(viewer, output, secret=documents.is_secret(spoken, document.title))
    return _say_where(session, comparison.write_copy(output, text.encode(), match, side, force=force))


def _report_to_all(
    session: Session,
    match: str,
    folder: str | None,
    form: str,
    since: int | None,
    alone: Mapping[str, object],
    *,
    full: bool,
    force: bool,
) -> int:
    """Write a report for each reader. Options in `alone` apply to one reader and are refused here."""
    if folder is None:
        raise Misuse(CommandFault.REPORTS_WITHOUT_FOLDER)
    # An explicit 0 counts as given, although it is falsy like a missing option.
    if extra_options := [option for option, value in alone.items() if value or type(value) is int]:
        raise Misuse(Complaint.of(CommandFault.REPORTS_HAVE_OPTIONS, options=tuple(extra_options)))
    reports = comparison.write_reports(session.root, match, folder, form, since=since, full=full, force=force)
    return session.answer(reports, lambda: "\n".join(file.file for file in reports.files))


@app.command("map", cls=SessionCommand)
def map_(
    context: typer.Context,
    match: arguments.MatchOrFile,
    viewer: arguments.Viewer = None,
    around: Annotated[
        str | None, typer.Option(metavar="AREA", help="Draw only this area and its neighbours.")
    ] = None,
    crop: Annotated[
        str | None,
        arguments.word_option("|".join(maps.CROPS), help="Draw only the areas on both sides of the front."),
    ] = None,
    width: Annotated[
        int | None,
        typer.Option(
            metavar="PIXELS", help="Width of the map (default: its own). A narrow map has codes and a list."
        ),
    ] = None,
    since: Since = None,
    at: arguments.AtEntry = None,
    ranges: Annotated[
        list[str] | None,
        typer.Option("--range", metavar="ID", help="Also draw the range of this piece. Repeatable."),
    ] = None,
    form: Annotated[
        str | None,
        arguments.word_option(
            "|".join(maps.FORMS),
            "--format",
            help="Format of the picture (default: from the extension of FILE, or SVG).",
        ),
    ] = None,
    language: arguments.Language = None,
    output: arguments.Target = None,
    force: arguments.Force = False,
) -> int:
    """Draw the map as one side sees it, as SVG or PNG.

    Examples:
        referee map verdun --as german -o map.svg
        referee map verdun --around metz -o metz.png
        referee map verdun --crop front --width 390 -o phone.svg
    """
    session: Session = context.obj
    spoken, side = session.open_match(match, viewer, language)
    request = maps.Wanted(
        at=at, since=since, around=around, crop=crop, width=width, about=tuple(ranges or ())
    )
    picture = maps.picture(spoken, side, request)
    form = form or arguments.choose_form(output, arguments.PICTURES, CommandFault.ENDING_UNKNOWN)
    if output is None and (session.json or form == "svg"):
        return session.answer(picture, lambda: maps.draw(picture, spoken.tongue))
    if output is not None:
        _demand_reader(viewer, output, secret=documents.is_secret(spoken, picture.title))
    content = maps.render(picture, form, spoken.tongue)
    if output is None:
        session.tell_bytes(content)
        return DONE
    return _say_where(session, comparison.write_copy(output, content, match, side, force=force))


@app.command(cls=SessionCommand)
def chart(
    context: typer.Context,
    match: arguments.MatchOrFile,
    viewer: arguments.Viewer = None,
    language: arguments.Language = None,
    output: arguments.Target = None,
    force: arguments.Force = False,
) -> int:
    """Draw the course of the war: points, areas and front.

    Examples:
        referee chart verdun -o chart.svg
        referee chart verdun -o chart.png
    """
    session: Session = context.obj
    spoken, side = session.open_match(match, viewer, language)
    form = arguments.choose_form(output, arguments.PICTURES, CommandFault.PICTURE_ENDING_UNKNOWN)
    course = match_progress.chart(spoken, side)
    if output is None:
        return session.answer(course, lambda: match_progress.draw(course, spoken.tongue))
    _demand_reader(viewer, output, secret=documents.is_secret(spoken, course.title))
    content = maps.convert(match_progress.draw(course, spoken.tongue), form, width=maps.CHART_WIDTH)
    return _say_where(session, comparison.write_copy(output, content, match, side, force=force))


@app.command(cls=SessionCommand)
def diff(
    context: typer.Context,
    match: arguments.MatchOrFile,
    first: Annotated[int, typer.Argument(metavar="A", help="First entry.")],
    last: Annotated[int, typer.Argument(metavar="B", help="Last entry.")],
    viewer: arguments.Viewer = None,
    language: arguments.Language = None,
) -> int:
    """Show the changes between two entries.

    Examples:
        referee diff verdun 20 40
    """
    session: Session = context.obj
    spoken, side = session.open_match(match, viewer, language)
    document = documents.list_differences(spoken, side, first, last)
    return session.answer(document, lambda: write(document))


@app.command(cls=SessionCommand)
def replay(
    context: typer.Context,
    match: Annotated[
        str,
        typer.Argument(
            metavar="MATCH|FILE", help="Name of a match, or a copy of its journal; - reads standard input."
        ),
    ],
    viewer: arguments.Viewer = None,
    language: arguments.Language = None,
    output: arguments.Target = None,
    force: arguments.Force = False,
) -> int:
    """Write the course of the match as one page to step through.

    Examples:
        referee replay verdun --as public -o replay.html
    """
    session: Session = context.obj
    with command_files.journal(session.root, match) as path:
        found_match = matches.read(path)
        side = found_match.viewer(viewer or matches.owner_of_copy(found_match))
        localised_match = session.localise(found_match, side, language)
        if output is not None:
            _demand_reader(viewer, output, secret=side == REFEREE)
            command_files.demand_room(output, force=force)
        page = match_progress.page(localised_match, side, terminal_output.bar("replay", quiet=session.quiet))
    return _write_page(session, page, found_match.name, side, output, force=force)


@app.command(cls=SessionCommand)
def compose(
    context: typer.Context,
    match: arguments.MatchOrFile,
    sender: arguments.Answerer = None,
    to: Annotated[str, typer.Option(metavar="ADDRESS", help="Address to mail the letter to.")] = "",
    language: arguments.Language = None,
    output: arguments.Target = None,
    force: arguments.Force = False,
) -> int:
    """Write a page for composing one side's letter.

    Examples:
        referee compose verdun --as german -o orders.html
    """
    from referee.analysis.exact_odds import letter_battles

    session: Session = context.obj
    found_match = session.find(match)
    side = legal_orders.answering(found_match, sender)
    localised_match = session.localise(found_match, side, language)
    page = composer_page.page(localised_match, side, to, letter_battles.make_tables)
    return _write_page(session, page, found_match.name, side, output, force=force)


def _write_page(
    session: Session, page: str, match: str, side: Side, output: str | None, *, force: bool
) -> int:
    """Print a page, or write it to a file."""
    if output is None:
        return session.say(page)
    return _say_where(session, comparison.write_copy(output, page.encode(), match, side, force=force))


def _demand_reader(viewer: str | None, file: str, *, secret: bool) -> None:
    """Raise if a file would contain secrets and no reader was named: it could be mailed by mistake."""
    if secret and viewer is None:
        raise Misuse(Complaint.of(CommandFault.SECRETS_UNNAMED, file=file))


def _say_where(session: Session, export: Exported) -> int:
    """Print the path of a written file if JSON output was requested."""
    return session.answer(export, str) if session.json else DONE
