"""Refusals by the sequence of play."""

from enum import unique

from referee.engine.facts import Fact


@unique
class Refusal(Fact):
    """Facts about the side and the phase whose turn it is."""

    GAME_OVER = "the game is over"
    ORDERS_CLOSED = "you have closed your orders, and the other side has not", "wait for the report"
    OTHER_SIDE_MOVES = "it is for the other side to move a unit", "wait for the report"
    OTHER_ORDERS_ASKED = "this is a {then} order, and {now} orders are asked for"
    UNIT_HAS_MOVED = "{unit} has moved this turn"
    ONE_UNIT_AT_A_TIME = (
        "orders are written for {unit}, and one unit moves at a time",
        "write `done` first",
    )
