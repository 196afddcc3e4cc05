"""Lines of JSON between the referee and bots, and requests and replies of `referee serve`."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from schemas.answers.orders import Option
from schemas.model import Many, Model
from schemas.record import JsonValue, Prompt, Record, Side

MOST_OPTIONS = 2000
"""How many options a bot is shown at most."""


class Turn(Record):
    """The question of one side: the open prompts, the position as it may know it, and its lawful orders.

    `pack`, `scenario` and `chosen` say which game is played, `system` by which family of rules. `entry` is
    the number of the last entry. An answer is due within so many `seconds`; a bot that is asked to think has
    `think` of them for a decision.
    """

    side: Side
    system: str
    pack: str
    scenario: str
    chosen: Mapping[str, str]
    entry: int
    prompts: tuple[Prompt, ...]
    options: tuple[Option, ...]
    view: Mapping[str, JsonValue]
    think: float
    seconds: float


class Answer(Model):
    """The answer of a bot: a letter of its side, orders one a line."""

    letter: Annotated[str, Field(max_length=100_000)]


class BotPlayed(Record):
    """What a bot filed for a side, by the numbers of the entries, and what is asked now."""

    match: str
    side: Side
    bot: str
    letters: int
    entries: tuple[int, ...]
    waiting: tuple[Side, ...]
    head: str


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
