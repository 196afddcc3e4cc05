"""The facts about turns and open questions that stand against orders."""

from enum import unique

from referee.engine.facts import Fact


@unique
class Refusal(Fact):
    """Objections to orders of the turn's flow."""

    MATCH_OVER = "the match is over"
    NOT_YOUR_TURN = "the {side} side is to answer now", "wait for your turn"
    PLAN_CLOSED = (
        "you have closed your plan, and the {side} side has not closed its own",
        "wait for the plans to be opened, or ask the referee to take your `done` back",
    )
    OTHER_QUESTION = "this answers another question than the open one: {question}"
    NOTHING_PLANNED = "you have planned nothing yet"
    ONE_CARD_NAMED_TWICE = "one of these cards is named twice"
    TOO_MANY_DISCARDS = "{over} cards are above the limit, and you name {named}"
