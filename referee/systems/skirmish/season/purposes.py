"""What dice are thrown for at the end of a turn."""

from referee.engine.facts import Fact


class Throw(Fact):
    """A throw of the end of a turn."""

    RALLYING = "Rallying, {needed} or more"
    LOSING_PINS = "Losing pins, {needed} or more"
