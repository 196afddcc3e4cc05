"""Commands of the club log: start it, show it, and check its proofs in the mails of a player."""

from pathlib import Path
from typing import Annotated

import typer

from referee.cli.exits import DONE, NO
from referee.cli.groups import SessionCommand
from referee.cli.render import club_text
from referee.cli.session import Session
from referee.evidence import club_check
from referee.matches import command_files, matches
from referee.matches.club_log import signed_notes, store
from referee.texts import language_choice

app = typer.Typer(rich_markup_mode=None)
club = typer.Typer(
    help="Keep a log of all matches of the club, which the players can check.", no_args_is_help=True
)
app.add_typer(club, name="club")


@club.command(cls=SessionCommand)
def start(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="Name of the log, such as club.example/wargames.")],
) -> int:
    """Start the club log of the shelf, with a new key. Publish the key that it prints.

    Examples:
        referee club start club.example
    """
    session: Session = context.obj
    state = club_check.describe(store.start(session.root, name))
    return session.answer(state, lambda: club_text.word_state(state, language_choice.find_tongue(None)))


@club.command(cls=SessionCommand)
def show(context: typer.Context) -> int:
    """Show the name, the public key and the latest checkpoint of the club log.

    Examples:
        referee club show
    """
    session: Session = context.obj
    state = club_check.describe(store.demand(session.root))
    return session.answer(state, lambda: club_text.word_state(state, language_choice.find_tongue(None)))


@club.command(cls=SessionCommand)
def check(
    context: typer.Context,
    mails: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Mails or saved reports that contain proofs.")
    ],
    key: Annotated[
        str | None, typer.Option("--key", metavar="KEY", help="Public key of the club, as it was published.")
    ] = None,
    witness: Annotated[
        list[str] | None,
        typer.Option("--witness", metavar="KEY", help="Key of an outside witness. Repeatable."),
    ] = None,
    copy: Annotated[
        Path | None, typer.Option("--copy", metavar="FILE", help="Your copy of the journal.")
    ] = None,
) -> int:
    """Check that all checkpoints that you were shown are states of one log.

    Examples:
        referee club check mails/*.eml --key club.example+a1b2c3d4+AXYZ... --copy liege.jsonl
    """
    session: Session = context.obj
    texts = {name: club_check.read_text(command_files.letter(name)) for name in mails}
    own = matches.read_copy(copy) if copy is not None else None
    checked = club_check.check(
        texts,
        signed_notes.read_key(key) if key else None,
        [signed_notes.read_key(one) for one in witness or ()],
        own,
    )
    tongue = language_choice.find_tongue(None)
    code = NO if checked.complaints else DONE
    return session.answer(checked, lambda: club_text.word_check(checked, bool(key), tongue), code)
