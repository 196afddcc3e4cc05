"""Lines of JSON between the referee and bots, and requests and replies of `referee serve`."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from schemas.answers.orders import Option
from schemas.model import Many, Model
from schemas.record import JsonValue, Prompt, Record, Side

MOST_OPTIONS = 2000
"""Maximum number of options that a bot is shown."""


class Turn(Record):
    """The prompts of one side, the position as it may know it, and its legal orders.

    `pack`, `scenario` and `chosen` identify the game, and `system` its rule system. `entry` is the last
    entry. The answer is due within `seconds`; a thinking bot may use `think` of them for a decision.
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
    """The answer of a bot: a letter of its side with one order per line."""

    letter: Annotated[str, Field(max_length=100_000)]


class BotPlayed(Record):
    """The entries that a bot filed for a side, and the open prompts."""

    match: str
    side: Side
    bot: str
    letters: int
    entries: tuple[int, ...]
    waiting: tuple[Side, ...]
    head: str


MOST_ID = 2**53
"""Greatest integer that every JSON reader represents exactly."""


class Request(Model):
    """One request to a serving process: a command to `run`, or a match whose `options` or `events` to list.

    The `id` is returned with the reply. `input` is the standard input of the command, and `text` requests
    terminal output instead of JSON. Options and events are those of a side: at most `limit` options, and the
    events after an entry or a head.
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
    """The reply to a request: the answers of the command, and its warnings as lines."""

    id: int | str | None = None
    answers: tuple[Mapping[str, JsonValue], ...] = ()
    warnings: tuple[str, ...] = ()
