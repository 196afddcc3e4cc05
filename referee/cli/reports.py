"""Commands that print what goes to the players: reports and maps."""

from typing import Annotated

import typer

from referee.cli.arguments import AtEntry, MatchName, Target, Viewer
from referee.cli.exits import DONE
from referee.cli.session import Session, command

app = typer.Typer()


@command(app)
def report(
    session: Session,
    match: MatchName,
    viewer: Viewer = None,
    since: Annotated[
        int | None,
        typer.Option(metavar="SEQ", help="What happened after this entry; else after their last order."),
    ] = None,
    at: AtEntry = None,
    form: Annotated[
        str, typer.Option("--format", metavar="FORM", help="text, or a forum's or page's.")
    ] = "text",
    output: Target = None,
) -> int:
    """Write what happened, how things stand, what is asked."""
    from referee.desk import matches, publishing, reports

    found = matches.find(session.root, match)
    session.warn(found.warnings())
    document = reports.report(found, found.viewer(viewer), since=since, at=at)
    if session.json:
        return session.answer(document, str)
    return _published(session, publishing.written(document, form), output)


@command(app, "map")
def map_(
    session: Session, match: MatchName, viewer: Viewer = None, at: AtEntry = None, output: Target = None
) -> int:
    """Draw the map as one side may see it, as SVG."""
    from referee.desk import maps, matches

    found = matches.find(session.root, match)
    session.warn(found.warnings())
    picture = maps.picture(found, found.viewer(viewer), at)
    if session.json:
        return session.answer(picture, str)
    return _published(session, maps.drawn(picture), output)


def _published(session: Session, text: str, output: str | None) -> int:
    """Print a text, or put it in a file."""
    from referee.desk import places

    if output is None:
        return session.say(text)
    places.write(output, text.encode())
    return DONE
