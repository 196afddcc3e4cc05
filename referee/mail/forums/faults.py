"""Faults of forums that players write in."""

from referee.engine.facts import Fact


class ForumFault(Fact):
    """Errors in the forum of a player, and of a forum that cannot be read."""

    FORUM_UNKNOWN = (
        "{name} names no forum of the settings",
        "write the name of a [[forums]] table, a slash and the player's name there, such as club/anna",
    )
    FORUM_NAME_TAKEN = "{name} already has the seat of the {side} side in {match}"
    FORUM_SILENT = "the forum {name} cannot be read: {why}"
    POST_WITHOUT_TEXT = (
        "the notification does not contain the text of the post",
        "write the orders by mail, or read the forum by its API",
    )
