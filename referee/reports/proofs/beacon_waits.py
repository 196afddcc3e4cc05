"""Dice that wait for a round of the public beacon, in reports and answers."""

from collections.abc import Iterator

from referee.dice.beacon import tell_time
from referee.i18n.translator import Translator, message
from referee.matches import moderator_entries
from referee.matches.matches import Match
from schemas.answers.orders import AwaitedRound
from schemas.mail import ROUNDS
from schemas.reports import Block, Code, Strong

WAITS = message(
    "The dice of {side} wait for round {round} of the public beacon drand, which comes at {time}. No order is"
    " accepted before. Each player can send its signature in a letter with the line {line}; it is published"
    " at {address}"
)


def find(match: Match) -> AwaitedRound | None:
    """Return the round that a match waits for, or None."""
    wait = moderator_entries.find_wait(match)
    if wait is None or wait.side is None:
        return None
    return AwaitedRound(entry=wait.seq, side=wait.side, round=wait.round, time=tell_time(wait.round))


def tell(match: Match) -> Iterator[Block]:
    """Yield the round that a match waits for, if it waits for one."""
    if waits := find(match):
        yield word(match.tongue, waits, match.bound.name_of(waits.side))


def word(tongue: Translator, waits: AwaitedRound, side: str) -> Block:
    """Render a round for which dice wait. `side` is the name of the side."""
    return tongue.paragraph(
        WAITS,
        side=side,
        round=str(waits.round),
        time=Strong(text=waits.time),
        line=Code(text=f"beacon: {waits.round} …"),
        address=ROUNDS.format(round=waits.round),
    )
