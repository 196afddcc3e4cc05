"""Commands for programs: a server of commands, and bots."""

import sys
from typing import Annotated

import typer

from referee.analysis.bots import bot_play, registry
from referee.cli import serving
from referee.cli.arguments import MatchName, complete_side, one_of
from referee.cli.faults import CommandFault
from referee.cli.groups import SessionCommand
from referee.cli.render import answer_text
from referee.cli.session import Session
from referee.faults import Misuse
from referee.matches import command_files, viewer_languages

app = typer.Typer(rich_markup_mode=None)


@app.command(cls=SessionCommand)
def serve(
    context: typer.Context,
    commands: Annotated[
        bool, typer.Option("--commands", help="Run the commands of this user's shells, which start at once.")
    ] = False,
) -> int:
    """Answer commands as JSON lines, all in one process, or run the commands of shells.

    Examples:
        referee serve < requests.jsonl
        referee serve --commands
    """
    session: Session = context.obj
    if commands:
        return serving.serve_commands(session.remark)
    return serving.serve(session, command_files.standard_input(), sys.stdout.buffer)


@app.command(cls=SessionCommand)
def bot(
    context: typer.Context,
    match: MatchName,
    side: Annotated[
        str | None,
        typer.Option("--as", metavar="SIDE", help="Side of the bot.", autocompletion=complete_side),
    ] = None,
    name: Annotated[
        str,
        typer.Option(
            metavar="BOT",
            help="Name of the bot: random, greedy, planner, defender, raider or garrison.",
            autocompletion=one_of("random", "greedy", "planner", "defender", "raider", "garrison"),
        ),
    ] = "greedy",
    file: Annotated[
        str | None, typer.Option("--program", metavar="FILE", help="Your own program to run as the bot.")
    ] = None,
    trust: Annotated[
        bool,
        typer.Option(
            "--trust-program", help="Run the program unconfined: it can read the secrets of every match."
        ),
    ] = False,
    think: Annotated[
        int,
        typer.Option(
            metavar="SECONDS",
            min=0,
            max=60,
            show_default=False,
            help=f"Seconds for one decision (default: {bot_play.THINK},"
            f" or {registry.THINKING_SECONDS['defender']} for defender).",
        ),
    ] = 0,
) -> int:
    """Have a bot answer for a side.

    Examples:
        referee bot verdun --as entente
        referee bot verdun --as entente --name planner --think 5
        referee bot verdun --as entente --program ./mybot.py
    """
    session: Session = context.obj
    if side is None:
        raise Misuse(CommandFault.BOT_OF_NOBODY)
    tongue = viewer_languages.of_author(session.root, match, side)
    program = (
        registry.find_bot(name)
        if file is None
        else registry.find_program(file, session.root / match, is_trusted=trust)
    )
    if program.foreign is not None:
        session.warn([answer_text.word_confinement(program.name, program.foreign.means, tongue)])
    result = bot_play.stand_in(
        session.root, match, side, program, session.at(), session.holder, float(think) or None
    )
    return session.answer(result, lambda: answer_text.word_bot(result, tongue))
