"""What players ask of each other: the public part of a note that asks for a takeback, or answers that."""

from schemas.record import Tagged


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


PlayersNote = TakebackAsked | TakebackAnswered
"""What a note of a player may hold in its public part."""
