"""Refusals by the sequence of play."""

from enum import unique

from referee.engine.facts import Fact


@unique
class Refusal(Fact):
    """Facts about the side and the phase whose turn it is."""

    GAME_OVER = "the game is over"
    ORDERS_CLOSED = "you have closed your orders, and the other side is still writing", "wait for the report"
    OTHER_SIDE_MOVES = "it is the other side's turn to move a unit", "wait for the report"
    OTHER_ORDERS_ASKED = (
        "this is a {then} order, and the open question asks for {now} orders",
        "send it when {then} orders are asked for",
    )
    UNIT_HAS_MOVED = "{unit} has already moved this turn", "move another unit"
    ONE_UNIT_AT_A_TIME = (
        "you have written orders for {unit}, and only one unit moves at a time",
        "write `done` first",
    )
