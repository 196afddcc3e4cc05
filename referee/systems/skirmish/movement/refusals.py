"""Refusals of movement and deployment."""

from enum import unique

from referee.engine.facts import Fact


@unique
class Refusal(Fact):
    """Facts about movement."""

    OUTSIDE_ZONE = "{place} is outside your zone", "deploy inside it: {zone}"
    NO_HIDING_PLACE = "there is no trench or building at {place}", "name a place inside one"
    DEPLOYED_TOO_CLOSE = "{place} is {gap} inches from {friend}", "keep {least:gap} inches away"

    OF_SEVERAL_UNITS = "these figures are of several units", "write a line for each"
    HAS_ITS_MOVE = "{figure} already has a move this turn", "write `start again` to replace your orders"
    FIXED_BY_CONTACT = (
        "{figure} is in contact with an enemy and cannot move",
        "break off after one round of the melee",
    )
    PATH_OFF_TABLE = (
        "the path of {figure} leaves the table",
        "name a place on the table, which is {width:gap} by {depth:gap} inches",
    )
    PATH_OVER_WIRE = "the path of {figure} crosses wire", "cross it by {modes}"
    PATH_IMPASSABLE = "the path of {figure} crosses impassable ground", "go around it"
    TOUCHES_UNNAMED_ENEMY = (
        "{figure} would end in contact with {enemy}",
        "to attack, write `assault {figure} contact {enemy}`; otherwise move elsewhere",
    )
    STAYS_IN_TOUCH = "{figure} would end in contact with an enemy", "move farther away"
    ENDS_TOO_CLOSE = "{figure} would end {gap} inches from {friend}", "keep {least:gap} inches away"

    NOT_IN_MELEE = "{figure} is not in a melee", "move it by another kind of movement"
    NO_ROUND_FOUGHT = "{figure} has not fought a round yet", "break off after one round of the melee"
    PINNED_IN_MELEE = (
        "{figure} is pinned, and only unpinned figures break off",
        "wait until it is no longer pinned",
    )
    FAILED_TO_BREAK_OFF = "{figure} did not get away"
    NO_WAY_OUT = "{figure} finds no way out"

    TAKES_NO_PART = "{figure} is out of action"
    WAS_CONTACTED = "{figure} was contacted and cannot move"
    PINNED_BEFORE_CONTACT = "{figure} was pinned"

    NOT_UNDER_SHELTER = "{figure} is not in a trench or building", "move it into a trench or building first"
    NO_GAS_MASK = "{figure} has no gas mask", "leave this line out"
    MODERATOR_AMENDS = "only the moderator amends a position", "ask the moderator"
    ORDERS_ARE_WRITTEN = (
        "sealed orders were written for the table as it stands",
        "amend before they are written, or void them first",
    )
    AMENDED_IN_MELEE = "{figure} is in a melee", "wait for the end of the melee"
    NOT_ALIKE = "{figure} and {friend} are not alike"
    NOTHING_AMENDED = "it would change nothing", "leave this line out"
    NO_STANDING_GROUND = "{place} is on impassable ground", "name another place"

    ONE_LOOK = "{figure} may look only once a turn", "let another figure look"
    MOST_LOOKS = "{figure} may look at most {most} times a turn", "let another figure look"
