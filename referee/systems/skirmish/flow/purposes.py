"""What dice are thrown for in the sequence of play."""

from referee.engine.facts import Fact


class Throw(Fact):
    """A throw of the sequence of play."""

    FIRST_TO_MOVE = "First to move, {side} die"
