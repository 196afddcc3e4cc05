"""What players ask of each other, and who they are: the public parts of their notes, and of seats."""

from typing import Literal

from schemas.record import Record, Tagged


class TakebackAsked(Tagged, tag="ask-takeback"):
    """The side of the note asks to take the match back to just after an entry.

    `mail` is the SHA-256 of the letter that says so, as in the notes below.
    """

    to: int
    mail: str = ""


class TakebackAnswered(Tagged, tag="answer-takeback"):
    """The side of the note agrees to what another note asks, or does not."""

    ask: int
    agrees: bool
    mail: str = ""


class SeatChange(Record):
    """What an entry of the kind `seat` says of the seat of its side: who plays it from now on, or no more.

    `player` is a pseudonym, never an address. `mail` is the SHA-256 of the letter that says so.
    """

    change: Literal["joined", "substituted", "resigned"]
    player: str = ""
    mail: str = ""


PlayersNote = TakebackAsked | TakebackAnswered
"""What a note of a player may hold in its public part."""
