"""Faults of replies to proposed orders, and the note on a proposal without a reply."""

from referee.engine.facts import Fact


class ConsentFault(Fact):
    """Reasons why a reply to a proposal plays nothing, and why a proposal was played without a reply."""

    OTHER_MAIL = (
        "your reply agrees, but it does not answer the mail with the proposed orders {orders}",
        "reply to that mail, or send these orders as the lines of a letter",
    )
    TWO_QUESTIONS = (
        "your reply can agree to the requested takeback, or to the proposed orders {orders}",
        "write the line `agree to the takeback`, or send these orders as the lines of a letter",
    )
    TAKEBACK_UNNAMED = (
        "your letter agrees, but it does not name the takeback that entry {entry} asks for",
        "write the line `agree to the takeback`, or reply to the mail that asks for it; to play orders,"
        " write them, one per line",
    )
    DENIED = (
        "your reply says no to the proposed orders {orders}",
        "send the orders that you mean, each in a line of its own",
    )
    UNANSWERED = "you sent nothing before {due}, so that the proposed orders count as your letter"
