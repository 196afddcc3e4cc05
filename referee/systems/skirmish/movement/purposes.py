"""What dice are thrown for in movement."""

from referee.engine.facts import Fact


class Throw(Fact):
    """A throw of movement."""

    MOVEMENT = "Movement, {mode}"
    BREAKING_OFF = "Breaking off, {needed} or more"
