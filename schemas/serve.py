"""What `referee serve` is asked and what it replies, one JSON object a line each."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from schemas.model import Many, Model
from schemas.record import JsonValue, Record, Side

MOST_ID = 2**53
"""Every program reads whole numbers up to here as they are."""


class Request(Model):
    """One question to a process that serves: a command to `run`, or the match whose `options` or `events`.

    The `id` is given back with the reply. `input` is the standard input of the command, and `text` asks for
    what a terminal is shown instead of JSON. Options and events are asked by a side, at most `limit` options,
    and the events after an entry or a head.
    """

    id: Annotated[int, Field(ge=-MOST_ID, le=MOST_ID)] | str | None = None
    run: Many[str] | None = None
    input: str = ""
    text: bool = False
    options: str | None = None
    events: str | None = None
    viewer: Side | None = Field(default=None, alias="as")
    limit: Annotated[int, Field(ge=1, le=1_000_000)] = 1000
    since: Annotated[int, Field(ge=0, le=MOST_ID)] | str = 0


class Reply(Record):
    """What became of a request: its answers as the command prints them, and the lines of its warnings."""

    id: int | str | None = None
    answers: tuple[Mapping[str, JsonValue], ...] = ()
    warnings: tuple[str, ...] = ()
