"""Refusals of movement and deployment."""

from enum import unique

from referee.engine.facts import Fact


@unique
class Refusal(Fact):
    """Facts about movement."""

    OUTSIDE_ZONE = "{place} is outside your zone"
    NO_HIDING_PLACE = "there is no trench or building at {place}"
    DEPLOYED_TOO_CLOSE = "{place} is {gap} inches from {friend}"

    OF_SEVERAL_UNITS = "these figures are of several units", "write a line for each"
    HAS_ITS_MOVE = "{figure} already has a move this turn", "write `start again` to replace your orders"
    FIXED_BY_CONTACT = (
        "{figure} is in contact with an enemy and cannot move",
        "break off after one round of the melee",
    )
    PATH_OFF_TABLE = "the path of {figure} leaves the table: {place} is not on the table"
    PATH_OVER_WIRE = "the path of {figure} crosses wire", "cross it by {modes}"
    PATH_IMPASSABLE = "the path of {figure} crosses impassable ground"
    TOUCHES_UNNAMED_ENEMY = (
        "{figure} would end in contact with an enemy",
        "name the enemy: `assault ... contact c01`",
    )
    STAYS_IN_TOUCH = "{figure} would end in contact with an enemy"
    ENDS_TOO_CLOSE = "{figure} would end {gap} inches from {friend}"

    NOT_IN_MELEE = "{figure} is not in a melee"
    NO_ROUND_FOUGHT = "{figure} has not fought a round yet"
    PINNED_IN_MELEE = "{figure} is pinned, and only unpinned figures break off"
    FAILED_TO_BREAK_OFF = "{figure} did not get away"
    NO_WAY_OUT = "{figure} finds no way out"

    TAKES_NO_PART = "{figure} is out of action"
    WAS_CONTACTED = "{figure} was contacted and cannot move"
    PINNED_BEFORE_CONTACT = "{figure} was pinned"

    NOT_UNDER_SHELTER = "{figure} is not in a trench or building"
    NO_GAS_MASK = "{figure} has no gas mask"
    MODERATOR_AMENDS = "only the moderator amends a position"
    ORDERS_ARE_WRITTEN = (
        "sealed orders were written for the table as it stands",
        "amend before they are written, or void them first",
    )
    AMENDED_IN_MELEE = "{figure} is in a melee", "wait for the end of the melee"
    NOT_ALIKE = "{figure} and {friend} are not alike"
    NOTHING_AMENDED = "it would change nothing"
    NO_STANDING_GROUND = "{place} is on impassable ground"

    ONE_LOOK = "{figure} may look only once a turn"
    MOST_LOOKS = "{figure} may look at most {most} times a turn"
