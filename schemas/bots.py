"""What a bot is shown, one JSON object a line, and what it answers, one a line."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from schemas.answers.options import Option
from schemas.model import Model
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
