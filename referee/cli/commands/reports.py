"""Commands that print what goes to the players: reports and maps."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from referee.cli.arguments import Answerer, AtEntry, Force, Language, MatchOrFile, Target, Viewer, one_of
from referee.cli.exits import DONE
from referee.cli.lines.declaring import Argument, Book, Option, command
from referee.cli.session import Session, write
from referee.reports.formats.format_names import FORMATS

if TYPE_CHECKING:
    from schemas.answers.matches import Exported

book = Book()


ENDINGS = {ending: form for form, ending in FORMATS.items() if ending != ".txt"} | {".png": "png"}
"""The formats that the name of a file tells by its ending; all others have to be asked for."""

Since = Annotated[
    int | None,
    Option(metavar="SEQ", help="What happened after this entry; else after their last order."),
]


@command(book)
def report(
    session: Session,
    match: MatchOrFile,
    viewer: Viewer = None,
    since: Since = None,
    at: AtEntry = None,
    form: Annotated[
        str | None,
        Option(
            "--format",
            metavar="|".join(FORMATS),
            help="How it is written; else as FILE ends, else as text.",
            autocompletion=one_of(*FORMATS),
        ),
    ] = None,
    full: Annotated[bool, Option("--full", help="Everything: each entry, the map, all that stands.")] = False,
    due: Annotated[str, Option(metavar="TIME", help="When the answer is due.")] = "",
    subject: Annotated[bool, Option("--subject", help="Only the line that heads the mail.")] = False,
    language: Language = None,
    output: Target = None,
    force: Force = False,
    everyone: Annotated[
        bool, Option("--all", help="One file for each reader, in the folder that -o names.")
    ] = False,
) -> int:
    """Write what is asked, what happened, and how things stand."""
    from referee.evidence import exporting
    from referee.reports import documents, publishing

    if everyone:
        alone = {"--as": viewer, "--at": at, "--due": due, "--subject": subject, "--language": language}
        return _report_to_all(session, match, output, form or "text", since, alone, full=full, force=force)
    spoken, side = session.told(match, viewer, language)
    document = documents.report(spoken, side, since=since, at=at, due=due, full=full)
    form = form or _ending(output) or "text"
    text = publishing.headline(document) if subject else publishing.publish(document, form)
    if output is None and (session.json or subject or form == "text"):
        return session.answer(document, lambda: text)
    if output is None:
        # A forum gets every sign as it was written.
        session.tell_bytes(text.encode())
        return DONE
    _demand_reader(viewer, output, secret=documents.is_secret(spoken, document.title))
    return _say_where(session, exporting.write_copy(output, text.encode(), match, side, force=force))


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
    """Write a report for each reader; what is of one reader `alone` cannot be asked for."""
    from referee.cli.faults import CommandFault
    from referee.engine.faults import Complaint, Misuse
    from referee.evidence import exporting

    if folder is None:
        raise Misuse(CommandFault.REPORTS_WITHOUT_FOLDER)
    # A 0 was typed as well, though it is as false as an option that was left out.
    if given := [option for option, value in alone.items() if value or type(value) is int]:
        raise Misuse(Complaint.of(CommandFault.REPORTS_HAVE_OPTIONS, options=tuple(given)))
    written = exporting.write_reports(session.root, match, folder, form, since=since, full=full, force=force)
    return session.answer(written, lambda: "\n".join(file.file for file in written.files))


@command(book, "map")
def map_(
    session: Session,
    match: MatchOrFile,
    viewer: Viewer = None,
    around: Annotated[str | None, Option(metavar="AREA", help="Only an area and its neighbours.")] = None,
    since: Since = None,
    at: AtEntry = None,
    ranges: Annotated[
        list[str] | None, Option("--range", metavar="ID", help="Draw how far this one reaches, too.")
    ] = None,
    form: Annotated[
        str | None,
        Option(
            "--format",
            metavar="svg|png",
            help="How it is drawn; else as FILE ends, else as SVG.",
            autocompletion=one_of("svg", "png"),
        ),
    ] = None,
    language: Language = None,
    output: Target = None,
    force: Force = False,
) -> int:
    """Draw the map as one side may see it, as SVG or PNG."""
    from referee.evidence import exporting
    from referee.reports import documents, maps

    spoken, side = session.told(match, viewer, language)
    wanted = maps.Wanted(at=at, since=since, around=around, about=tuple(ranges or ()))
    picture = maps.picture(spoken, side, wanted)
    form = form or _ending(output) or "svg"
    if output is None and (session.json or form == "svg"):
        return session.answer(picture, lambda: maps.draw(picture, spoken.tongue))
    if output is None:
        session.tell_bytes(maps.render(picture, form, spoken.tongue))
        return DONE
    _demand_reader(viewer, output, secret=documents.is_secret(spoken, picture.title))
    return _say_where(
        session,
        exporting.write_copy(output, maps.render(picture, form, spoken.tongue), match, side, force=force),
    )


@command(book)
def chart(
    session: Session,
    match: MatchOrFile,
    viewer: Viewer = None,
    language: Language = None,
    output: Target = None,
    force: Force = False,
) -> int:
    """Draw the course of the war: points, areas held, the front."""
    from referee.evidence import exporting
    from referee.reports import courses, documents

    spoken, side = session.told(match, viewer, language)
    course = courses.chart(spoken, side)
    if output is None:
        return session.answer(course, lambda: courses.draw(course, spoken.tongue))
    _demand_reader(viewer, output, secret=documents.is_secret(spoken, course.title))
    return _say_where(
        session,
        exporting.write_copy(output, courses.draw(course, spoken.tongue).encode(), match, side, force=force),
    )


@command(book)
def diff(
    session: Session,
    match: MatchOrFile,
    first: Annotated[int, Argument(metavar="A", help="The entry before.")],
    last: Annotated[int, Argument(metavar="B", help="The entry after.")],
    viewer: Viewer = None,
    language: Language = None,
) -> int:
    """Say what changed between two entries."""
    from referee.reports import differences

    spoken, side = session.told(match, viewer, language)
    document = differences.between(spoken, side, first, last)
    return session.answer(document, lambda: write(document))


@command(book)
def replay(
    session: Session,
    match: Annotated[
        str,
        Argument(metavar="MATCH|FILE", help="A match, or a copy of its journal; - is the standard input."),
    ],
    viewer: Viewer = None,
    language: Language = None,
    output: Target = None,
    force: Force = False,
) -> int:
    """Write the course as one page to step through."""
    from referee.cli import progress
    from referee.evidence import exporting
    from referee.matches import inputs, matches, viewer_languages
    from referee.reports import replays
    from schemas.record import REFEREE

    with inputs.journal(session.root, match) as path:
        found = matches.read(path)
        side = found.viewer(viewer or matches.owner_of_copy(found))
        told = viewer_languages.tell(found, side, language)
        session.warn(found.warnings(), told.tongue)
        if output is not None:
            _demand_reader(viewer, output, secret=side == REFEREE)
            inputs.demand_room(output, force=force)
        page = replays.page(told, side, progress.bar("replay", quiet=session.quiet))
    if output is None:
        return session.say(page)
    return _say_where(session, exporting.write_copy(output, page.encode(), found.name, side, force=force))


@command(book)
def compose(
    session: Session,
    match: MatchOrFile,
    sender: Answerer = None,
    to: Annotated[str, Option(metavar="ADDRESS", help="Where the letter is mailed to.")] = "",
    language: Language = None,
    output: Target = None,
    force: Force = False,
) -> int:
    """Write a page on which one side composes its letter."""
    from referee.evidence import exporting
    from referee.matches import viewer_languages
    from referee.reports import questions
    from referee.reports.composer import pages

    found = session.find(match)
    side = questions.answering(found, sender)
    told = viewer_languages.tell(found, side, language)
    session.warn(found.warnings(), told.tongue)
    page = pages.page(told, side, to)
    if output is None:
        return session.say(page)
    return _say_where(session, exporting.write_copy(output, page.encode(), found.name, side, force=force))


def _demand_reader(viewer: str | None, file: str, *, secret: bool) -> None:
    """Raise if a file would show secrets and its reader was not named: a slip would mail them."""
    from referee.cli.faults import CommandFault
    from referee.engine.faults import Complaint, Misuse

    if secret and viewer is None:
        raise Misuse(Complaint.of(CommandFault.SECRETS_UNNAMED, file=file))


def _ending(output: str | None) -> str | None:
    return ENDINGS.get(Path(output or "").suffix)


def _say_where(session: Session, exported: "Exported") -> int:
    """Say where something went, if a script asks; a person knows."""
    return session.answer(exported, str) if session.json else DONE
