"""What dice are thrown for in movement."""

from referee.engine.facts import Fact


class Throw(Fact):
    """A throw of movement."""

    TRANSIT_LOSSES = "{area}: {side} losses, {worth} build points"
