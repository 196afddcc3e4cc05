"""What is held against every kind of order: whose figures it names, and what fear forbids them."""

from enum import unique

from referee.engine.facts import Fact


@unique
class Refusal(Fact):
    """Facts about sealed orders, standing orders, and figures that have lost heart."""

    MAY_ONLY_RUSH = "{unit} failed twice, and may only rush away"
    RUSHES_NOT_AWAY = "{figure} would not get away from the enemy"
    PINNED_AND_CLOSER = "{figure} is pinned, and would come closer to the enemy"

    NOT_YOUR_FIGURE = "you have no figure {figure}"
    OUT_OF_PLAY = "{figure} takes no part any more: {status}"
    NAMED_TWICE = "{figure} stands twice in this order"
    NOT_YOUR_UNIT = "you have no unit {id}"
    UNIT_HAS_RUN = "{id} has run from the table"
    MAY_NOT_IGNORE_PIN = (
        "troops like those of {id} may not ignore a pin on the way in",
        "leave `ignoring pins` out",
    )
