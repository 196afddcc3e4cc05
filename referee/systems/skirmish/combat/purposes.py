"""What dice are thrown for in combat."""

from referee.engine.facts import Fact


class Throw(Fact):
    """A throw of combat."""

    SPOTTING = "Spotting, {needed} or more"
    SHELL_ON_TARGET = "Shell, on target at {needed} or less"
    SHELL_DIRECTION = "Shell, direction by the clock"
    SHELL_STRAY = "Shell, inches it strays"
    MELEE_ATTACKER = "Melee, attacker"
    MELEE_SECOND_ATTACKER = "Melee, second attacker"
    MELEE_DEFENDER = "Melee, defender"
    MORALE = "Morale, {needed} or more"
