"""What the ground, the leaders and the targets of a table hold against an order."""

from enum import unique

from referee.engine.facts import Fact


@unique
class Refusal(Fact):
    """Facts about motivation and about targets."""

    NO_LEADER_LEFT = "{figure} has no leader left"
    FAR_FROM_LEADER = "{figure} is {gap} inches from {leader}, its nearest leader"

    OFF_TABLE = "{place} is not on the table"
    OUT_OF_REACH = "{gap} inches from {figure}, and its {weapon} reaches {reach}"
    ASSAULT_TOO_FAR = "{figure} assaulted, and fires at {reach} inches at most"
    NO_LINE_OF_SIGHT = "{figure} has no line of sight there: {ground} in the way"
    FIGURE_IN_THE_WAY = "{figure} would fire through another figure"
    TARGET_FOUGHT_LAST_TURN = "{figure} was in a melee last turn"
    TARGET_IN_MELEE = "{enemy} is in a melee"
