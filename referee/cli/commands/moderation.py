"""Commands of the moderator: languages, takebacks, remarks, witnesses, the club log, the end of a match."""

from pathlib import Path
from typing import Annotated

import typer

from referee.cli.arguments import (
    Author,
    Consents,
    MatchName,
    complete_language,
    complete_viewer,
)
from referee.cli.exits import DONE, NO
from referee.cli.faults import CommandFault
from referee.cli.groups import SessionCommand
from referee.cli.render import answer_text, club_text
from referee.cli.session import Session
from referee.faults import Misuse
from referee.matches import command_files, matches, moderator_entries, viewer_languages, witnesses
from referee.matches.club_log import recording, report_check, signed_notes, standalone_log
from referee.texts import language_choice

app = typer.Typer(rich_markup_mode=None)
club = typer.Typer(
    help="Keep a log of all matches of the club, which the players can check.", no_args_is_help=True
)
app.add_typer(club, name="club")


@app.command(cls=SessionCommand)
def language(
    context: typer.Context,
    match: MatchName,
    side: Annotated[
        str | None,
        typer.Argument(
            metavar="SIDE", help="Side, the referee or the public.", autocompletion=complete_viewer
        ),
    ] = None,
    code: Annotated[
        str | None,
        typer.Argument(metavar="CODE", help="Code of the language.", autocompletion=complete_language),
    ] = None,
) -> int:
    """Show or set the language of each side's answers.

    Examples:
        referee language verdun
        referee language verdun german de
    """
    session: Session = context.obj
    if side is not None and code is not None:
        choice = viewer_languages.choose(session.root, match, side, code)
    else:
        choice = viewer_languages.of_match(session.root, match)
    tongue = viewer_languages.of_author(session.root, match, None)
    return session.answer(choice, lambda: answer_text.languages(choice, tongue))


@app.command(cls=SessionCommand)
def retract(
    context: typer.Context,
    match: MatchName,
    to: Annotated[int, typer.Option(metavar="SEQ", help="Last entry to keep.")],
    author: Author = None,
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Reason (required for the referee).")] = "",
    consent: Consents = None,
) -> int:
    """Take a match back to an earlier entry. Nothing is deleted.

    Examples:
        referee retract verdun --to 41 --reason "wrong piece" --consent german --consent entente
    """
    session: Session = context.obj
    entry = moderator_entries.retract(
        session.root, match, to=to, by=author, reason=reason, at=session.at(), consent=consent or ()
    )
    return session.answer_entry(entry, match, author)


@app.command(cls=SessionCommand)
def note(
    context: typer.Context,
    match: MatchName,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="Text of the remark.")],
    author: Author = None,
    private: Annotated[
        bool, typer.Option("--private", help="Show it to the author and the referee only.")
    ] = False,
) -> int:
    """File a remark.

    Examples:
        referee note verdun "Bert is away until Sunday."
        referee note verdun "My next plan" --as german --private
    """
    session: Session = context.obj
    entry = moderator_entries.note(session.root, match, text, by=author, private=private, at=session.at())
    return session.answer_entry(entry, match, author)


@app.command(cls=SessionCommand)
def witness(
    context: typer.Context,
    match: MatchName,
    head: Annotated[str, typer.Option(metavar="SEQ:SEAL", help="Recorded head, from a report.")],
    where: Annotated[
        str, typer.Option(metavar="TEXT", help="Place where the head was recorded, such as a forum post.")
    ],
    file: Annotated[
        str | None, typer.Option(metavar="PATH", help="File to keep as evidence; its digest is filed.")
    ] = None,
) -> int:
    """File a head of the journal that an outsider recorded.

    Examples:
        referee witness verdun --head 67:ab12cd --where "post 12 of the club's forum"
    """
    session: Session = context.obj
    receipt = None if file is None else command_files.letter(file)
    entry = witnesses.file_witness(
        session.root, match, command_files.head(head), where, evidence=receipt, at=session.at()
    )
    return session.answer_entry(entry, match)


@app.command(cls=SessionCommand)
def reveal(
    context: typer.Context,
    match: MatchName,
    unfinished: Annotated[
        bool, typer.Option("--unfinished", help="Reveal although a question is open.")
    ] = False,
) -> int:
    """Close a match and reveal its secrets, to prove hidden draws.

    Examples:
        referee reveal verdun
        referee reveal verdun --unfinished
    """
    session: Session = context.obj
    entry = moderator_entries.reveal(session.root, match, unfinished=unfinished, at=session.at())
    return session.answer_entry(entry, match)


@club.command(cls=SessionCommand)
def start(
    context: typer.Context,
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Name of the log, such as club.example/wargames.")
    ],
) -> int:
    """Start the club log of the shelf, with a new key. Publish the key that it prints.

    Examples:
        referee club start club.example
    """
    session: Session = context.obj
    state = report_check.describe(recording.start(session.root, name))
    return session.answer(state, lambda: club_text.word_state(state, language_choice.find_tongue(None)))


@club.command(cls=SessionCommand)
def show(context: typer.Context) -> int:
    """Show the name, public key and latest checkpoint of the club log.

    Examples:
        referee club show
    """
    session: Session = context.obj
    state = report_check.describe(recording.demand(session.root))
    return session.answer(state, lambda: club_text.word_state(state, language_choice.find_tongue(None)))


@club.command(cls=SessionCommand)
def check(
    context: typer.Context,
    mails: Annotated[
        list[str] | None,
        typer.Argument(metavar="FILE", help="Mails or saved reports that contain proofs."),
    ] = None,
    key: Annotated[
        str | None, typer.Option(metavar="KEY", help="Public key of the club, as it was published.")
    ] = None,
    witness: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY", help="Key of an outside witness. Repeatable."),
    ] = None,
    copy: Annotated[Path | None, typer.Option(metavar="FILE", help="Your copy of the journal.")] = None,
    standalone: Annotated[
        bool, typer.Option("--standalone", help="Print a program for this check that needs only Python.")
    ] = False,
) -> int:
    """Check that all checkpoints you were shown are of one log.

    Examples:
        referee club check mails/*.eml --key club.example+a1b2c3d4+AXYZ... --copy liege.jsonl
    """
    session: Session = context.obj
    if standalone:
        return session.say(Path(standalone_log.__file__).read_text(encoding="utf-8"))
    if not mails:
        raise Misuse(CommandFault.NOTHING_TO_CHECK)
    texts = {name: report_check.read_text(command_files.letter(name)) for name in mails}
    own = matches.read_copy(copy) if copy is not None else None
    result = report_check.check(
        texts,
        signed_notes.read_key(key) if key else None,
        [signed_notes.read_key(one) for one in witness or ()],
        own,
    )
    tongue = language_choice.find_tongue(None)
    code = NO if result.differences else DONE
    return session.answer(result, lambda: club_text.word_check(result, bool(key), tongue), code)
