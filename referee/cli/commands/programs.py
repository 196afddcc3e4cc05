"""Commands for programs: one process that answers all others, and players that are programs."""

from typing import Annotated

from referee.cli.arguments import MatchName, complete_side, one_of
from referee.cli.lines.declaring import Book, Option, command
from referee.cli.session import Session

book = Book()


@command(book)
def serve(session: Session) -> int:
    """Answer commands as JSON lines, one process for all of them."""
    import sys

    from referee.cli import serving
    from referee.matches import inputs

    return serving.serve(session, inputs.standard_input(), sys.stdout.buffer)


@command(book)
def bot(
    session: Session,
    match: MatchName,
    side: Annotated[
        str | None,
        Option("--as", metavar="SIDE", help="The side that it plays.", autocompletion=complete_side),
    ] = None,
    name: Annotated[
        str,
        Option(
            metavar="BOT",
            help="Which bot: random, greedy, planner, raider or garrison.",
            autocompletion=one_of("random", "greedy", "planner", "raider", "garrison"),
        ),
    ] = "greedy",
    file: Annotated[
        str | None, Option("--program", metavar="FILE", help="A program of your own in its place.")
    ] = None,
    trust: Annotated[
        bool,
        Option("--trust-program", help="Run the program unconfined: it can read the secrets of every match."),
    ] = False,
    think: Annotated[
        int, Option(metavar="SECONDS", min=0, max=60, help="How long it may think about a decision.")
    ] = 0,
) -> int:
    """Let a bot answer for a side, as long as it is asked."""
    from referee.analysis.bots import asking, playing, roster
    from referee.cli import wording
    from referee.cli.faults import CommandFault
    from referee.engine.faults import Misuse
    from referee.matches import viewer_languages

    if side is None:
        raise Misuse(CommandFault.BOT_OF_NOBODY)
    tongue = viewer_languages.of_author(session.root, match, side)
    seated = (
        roster.find_bot(name)
        if file is None
        else roster.find_program(file, session.root / match, trusted=trust)
    )
    if seated.foreign is not None:
        session.warn([wording.word_confinement(seated.name, seated.foreign.means, tongue)])
    played = playing.stand_in(
        session.root, match, side, seated, session.at(), session.holder, float(think) or asking.THINK
    )
    return session.answer(played, lambda: wording.word_bot(played, tongue))
