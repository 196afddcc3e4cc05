"""Commands that print what goes to the players: reports and maps."""

from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.arguments import AtEntry, MatchName, Target, Viewer
from referee.cli.exits import DONE
from referee.cli.session import Session, command

if TYPE_CHECKING:
    from schemas.answers import Exported

app = typer.Typer()

FORMATS = "text|html|phpbb|bgg|markdown|json"

Since = Annotated[
    int | None,
    typer.Option(metavar="SEQ", help="What happened after this entry; else after their last order."),
]


@command(app)
def report(
    session: Session,
    match: MatchName,
    viewer: Viewer = None,
    since: Since = None,
    at: AtEntry = None,
    form: Annotated[str, typer.Option("--format", metavar=FORMATS, help="How it is written.")] = "text",
    due: Annotated[str, typer.Option(metavar="TIME", help="When the answer is due.")] = "",
    subject: Annotated[bool, typer.Option("--subject", help="Only the line that heads the mail.")] = False,
    output: Target = None,
) -> int:
    """Write what is asked, what happened, how things stand; ready to be sent or posted."""
    from referee.desk import exporting, matches, publishing, reports

    found = matches.find(session.root, match)
    session.warn(found.warnings())
    side = found.viewer(viewer)
    document = reports.report(found, side, since=since, at=at, due=due)
    text = publishing.headline(document) if subject else publishing.written(document, form)
    if output is None:
        return session.answer(document, lambda: text)
    return _told(session, exporting.put(output, text.encode(), match, side))


@command(app, "map")
def map_(
    session: Session,
    match: MatchName,
    viewer: Viewer = None,
    around: Annotated[
        str | None, typer.Option(metavar="AREA", help="Only an area and its neighbours.")
    ] = None,
    since: Since = None,
    at: AtEntry = None,
    form: Annotated[str, typer.Option("--format", metavar="svg|png", help="How it is drawn.")] = "svg",
    output: Target = None,
) -> int:
    """Draw the map as one side may see it, with the movements since its last order."""
    from referee.desk import exporting, maps, matches

    found = matches.find(session.root, match)
    session.warn(found.warnings())
    side = found.viewer(viewer)
    picture = maps.picture(found, side, at=at, since=since, around=around)
    if output is None and (session.json or form == "svg"):
        return session.answer(picture, lambda: maps.drawn(picture))
    if output is None:
        session.tell_bytes(maps.rendered(picture, form))
        return DONE
    return _told(session, exporting.put(output, maps.rendered(picture, form), match, side))


def _told(session: Session, exported: "Exported") -> int:
    """Say where something went, if a script asks; a person knows."""
    return session.answer(exported, str) if session.json else DONE
