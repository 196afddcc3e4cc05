"""Commands that list matches, show a situation or a journal, and manage snapshots."""

from typing import Annotated

import typer

from referee.cli import arguments
from referee.cli.exits import DONE, NO
from referee.cli.groups import SessionCommand
from referee.cli.render import answer_text
from referee.cli.session import Session
from referee.matches import matches
from referee.reports import documents, logs
from referee.texts import language_choice

app = typer.Typer(rich_markup_mode=None)


@app.command("list", cls=SessionCommand)
def list_(context: typer.Context, language: arguments.PacksLanguage = None) -> int:
    """List the matches on the shelf.

    Examples:
        referee list
        referee list --json
    """
    session: Session = context.obj
    tongue = language_choice.find_tongue(language)

    listing = logs.list_shelf(session.root, session.at())
    session.warn(
        matches.find_exposed_secrets(session.root, *(match.match for match in listing.matches)), tongue
    )
    is_missing = not session.root.exists()
    return session.answer(listing, lambda: answer_text.shelf(listing, tongue, is_missing=is_missing))


@app.command(cls=SessionCommand)
def folds(
    context: typer.Context,
    match: arguments.MaybeMatchName = None,
    check: Annotated[
        bool, typer.Option("--check", help="Compare the snapshot with the whole journal.")
    ] = False,
    clear: Annotated[bool, typer.Option("--clear", help="Remove the snapshot, or all snapshots.")] = False,
    language: arguments.PacksLanguage = None,
) -> int:
    """List, check or clear the snapshots of matches.

    Examples:
        referee folds
        referee folds verdun --check
    """
    session: Session = context.obj
    tongue = language_choice.find_tongue(language)
    if clear:
        listing = logs.clear_folds(session.root, match)
    else:
        listing = logs.list_folds(session.root, match, check=check)
    code = NO if any(fold.wrong for fold in listing.folds) else DONE
    return session.answer(listing, lambda: answer_text.word_folds(listing, tongue), code)


@app.command(cls=SessionCommand)
def show(
    context: typer.Context,
    match: arguments.MatchOrFile,
    viewer: arguments.Viewer = None,
    at: arguments.AtEntry = None,
    language: arguments.Language = None,
) -> int:
    """Show the situation.

    Examples:
        referee show verdun
        referee show verdun --as german --at 41
    """
    session: Session = context.obj
    spoken, side = session.open_match(match, viewer, language)
    if session.json:
        return session.answer(documents.view(spoken, side, at), str)
    return session.page(documents.situation(spoken, side, at))


@app.command(cls=SessionCommand)
def log(
    context: typer.Context,
    match: arguments.MatchOrFile,
    viewer: arguments.Viewer = None,
    last: Annotated[
        int | None,
        typer.Option(metavar="NUMBER", min=1, help="Number of last entries to list."),
    ] = None,
    language: arguments.Language = None,
) -> int:
    """List the entries of a journal.

    Examples:
        referee log verdun --last 10
    """
    session: Session = context.obj
    spoken, side = session.open_match(match, viewer, language)
    session.warn_of_readers(match)
    entries = logs.log(spoken, side, last)
    return session.answer(entries, lambda: answer_text.log(entries, spoken.tongue))
