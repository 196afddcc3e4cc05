"""Commands that print what goes to the players: reports and maps."""

from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.arguments import AtEntry, MatchName, Target, Viewer
from referee.cli.exits import DONE
from referee.cli.session import Session, command

if TYPE_CHECKING:
    from schemas.answers import Exported

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
    form: Annotated[str, typer.Option("--format", metavar="text|json", help="How it is written.")] = "text",
    output: Target = None,
) -> int:
    """Write what happened, how things stand, what is asked."""
    from referee.desk import exporting, matches, publishing, reports

    found = matches.find(session.root, match)
    session.warn(found.warnings())
    side = found.viewer(viewer)
    document = reports.report(found, side, since=since, at=at)
    text = publishing.written(document, form)
    if output is None:
        return session.answer(document, lambda: text)
    return _told(session, exporting.put(output, text.encode(), match, side))


@command(app, "map")
def map_(
    session: Session,
    match: MatchName,
    viewer: Viewer = None,
    at: AtEntry = None,
    ranges: Annotated[
        list[str] | None, typer.Option("--range", metavar="ID", help="Draw how far this one reaches, too.")
    ] = None,
    output: Target = None,
) -> int:
    """Draw the map as one side may see it, as SVG."""
    from referee.desk import exporting, maps, matches

    found = matches.find(session.root, match)
    session.warn(found.warnings())
    side = found.viewer(viewer)
    picture = maps.picture(found, side, at, ranges or ())
    if output is None:
        return session.answer(picture, lambda: maps.drawn(picture))
    return _told(session, exporting.put(output, maps.drawn(picture).encode(), match, side))


def _told(session: Session, exported: "Exported") -> int:
    """Say where something went, if a script asks; a person knows."""
    return session.answer(exported, str) if session.json else DONE
