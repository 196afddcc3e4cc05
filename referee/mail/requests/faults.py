"""Faults of a reply that agrees to proposed orders."""

from referee.engine.facts import Fact


class ConsentFault(Fact):
    """Reasons why a reply that only says yes plays nothing."""

    OTHER_MAIL = (
        "your reply agrees, but it does not answer the mail with the proposed orders {orders}",
        "reply to that mail, or send these orders as the lines of a letter",
    )
    TWO_QUESTIONS = (
        "your reply can agree to the requested takeback, or to the proposed orders {orders}",
        "write the line `agree` for the takeback, or send these orders as the lines of a letter",
    )
