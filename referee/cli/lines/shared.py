"""The options that all commands share."""

from typing import Annotated

from referee.cli.lines.declaring import Option
from referee.cli.session import Colour, Session


def open_session(
    *,
    shelf: Annotated[
        str | None,
        Option("--shelf", metavar="FOLDER", help="The folder that holds the matches [$REFEREE_SHELF]."),
    ] = None,
    json: Annotated[bool, Option("--json", help="Answer with one JSON object, errors too.")] = False,
    quiet: Annotated[bool, Option("--quiet", "-q", help="Say nothing but complaints.")] = False,
    colour: Annotated[Colour, Option("--color", help="When to use colour [$NO_COLOR].")] = Colour.AUTO,
    now: Annotated[
        str | None, Option("--now", metavar="TIME", help="Stop the clock at a time [$SOURCE_DATE_EPOCH].")
    ] = None,
) -> Session:
    """The session that these options ask for."""
    return Session(shelf, json, quiet, colour, now)
