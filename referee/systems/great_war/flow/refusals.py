"""The facts about turns and open questions that stand against orders."""

from enum import unique

from referee.engine.facts import Fact


@unique
class Refusal(Fact):
    """Objections to orders of the turn's flow."""

    MATCH_OVER = "the match is over"
    NOT_YOUR_TURN = "the {side} side must answer now", "wait for your turn"
    PLAN_CLOSED = (
        "you have closed your plan, and the {side} side has not closed its own",
        "wait for the plans to be opened, or ask the referee to take your `done` back",
    )
    OTHER_QUESTION = (
        "this order does not answer the open question: {question}",
        "answer it first, and keep this order for later",
    )
    NOTHING_PLANNED = "you have planned nothing yet", "leave this line out"
    ONE_CARD_NAMED_TWICE = "you named one of these cards twice", "write it once"
    TOO_MANY_DISCARDS = ("you must discard {over:card_count}, and you named {named}", "name {over} of them")
