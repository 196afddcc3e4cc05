"""Commands that work out what may come of a position."""

from typing import Annotated

from referee.cli.arguments import AtEntry, Language, MatchOrFile, Viewer
from referee.cli.lines.declaring import Argument, Book, Option, command
from referee.cli.session import Session

book = Book()


@command(book)
def odds(
    session: Session,
    match: MatchOrFile,
    area: Annotated[
        str | None,
        Argument(help="Where the battle is; without it, each that is fought or can be declared."),
    ] = None,
    viewer: Viewer = None,
    policy: Annotated[
        str | None,
        Option(metavar="FILE", help="What the sides answer, as orders in advance; - is standard input."),
    ] = None,
    at: AtEntry = None,
    language: Language = None,
) -> int:
    """Work out how a battle may end, with exact chances."""
    from referee.analysis import odds as weighing
    from referee.analysis import policies
    from referee.cli.words import odds_wording

    spoken, side = session.told(match, viewer, language)
    written = None if policy is None else policies.open_file(policy)
    weighed = weighing.odds(spoken, side, area, written, at)
    return session.answer(weighed, lambda: odds_wording.word_odds(weighed, spoken.tongue))
