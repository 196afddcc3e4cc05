"""What cards are mixed for."""

from referee.engine.facts import Fact


class Draw(Fact):
    """A hidden draw."""

    SHUFFLE = "shuffle {number}"
