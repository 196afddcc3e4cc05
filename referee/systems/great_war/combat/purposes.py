"""What dice are thrown for in battles."""

from referee.engine.facts import Fact


class Throw(Fact):
    """A throw of a battle."""

    DOGFIGHT = "{area}: {side} dogfight, {arms} at F{needed}"
    ARTILLERY_FIRE = "{area}: {side} artillery fire, {arms} at F{needed}"
    ARTILLERY_FIRE_OF_CARD = "{area}: {side} artillery fire, {arms} of {card} at F{needed}"
    DEFENSIVE_FIRE = "{area}: {side} defensive fire, {arms} at F{needed}"
    PURSUIT_FIRE = "{area}: {side} pursuit fire, {arms} at F{needed}"
    OFFENSIVE_FIRE = "{area}: {side} offensive fire, {arms} at F{needed}"
    OFFENSIVE_FIRE_OF_CARD = "{area}: {side} offensive fire, {arms} of {card} at F{needed}"
    FIRE_AGAIN = "{area}: {side} offensive fire, {arms} thrown again at F{needed}"
