"""A player that takes any lawful order, and often enough is done."""

from random import Random

from schemas.bots import Turn

DONE = 0.35
"""How often it is done where it may be."""


def answer(turn: Turn, lots: Random) -> str:
    """A letter with one order."""
    quiet = [one for one in turn.options if one.default]
    if quiet and lots.random() < DONE:
        return quiet[0].text
    # By kinds first: marches are many, and would crowd out all others.
    verb = lots.choice(sorted({one.verb for one in turn.options}))
    return lots.choice([one for one in turn.options if one.verb == verb]).text
