"""What dice of fire are thrown for."""

from referee.engine.facts import Fact


class Throw(Fact):
    """A throw of fire."""

    AIMED_FIRE = "Aimed fire"
    UNAIMED_FIRE = "Unaimed fire"
    SHELL_BURST = "Shell burst"
