"""Commands that work out what may come of a position."""

from typing import Annotated

import typer

from referee.cli.arguments import AtEntry, Language, MatchName, Viewer
from referee.cli.session import Session, command

app = typer.Typer()


@command(app)
def odds(
    session: Session,
    match: MatchName,
    area: Annotated[
        str | None,
        typer.Argument(help="Where the battle is; without it, each that is fought or can be declared."),
    ] = None,
    viewer: Viewer = None,
    policy: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="What the sides answer, as orders in advance; - is standard input."
        ),
    ] = None,
    at: AtEntry = None,
    language: Language = None,
) -> int:
    """Work out how a battle may end, with exact chances."""
    from referee.analysis import odds as weighing
    from referee.cli import odds_wording

    spoken, side = session.told(match, viewer, language)
    weighed = weighing.odds(spoken, side, area, policy, at)
    return session.answer(weighed, lambda: odds_wording.word_odds(weighed, spoken.tongue))
