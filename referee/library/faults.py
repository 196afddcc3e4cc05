"""Errors of calls to the library."""

from referee.engine.facts import Fact


class LibraryFault(Fact):
    """Errors of calls to the library."""

    CARDS_SHUFFLED = (
        "this order shuffles a deck, so its results cannot be enumerated",
        "play the order with several seeds",
    )
    DICE_AGAIN = (
        "ties are rerolled without limit after this order, so exact odds do not exist",
        "play the order with several seeds",
    )
    SEVERAL_ORDERS = "the line contains several orders", "play them one by one"
    SEVERAL_ASKED = (
        ("not exactly one side has a prompt"),
        "read the line for a side, and play the resulting order",
    )
    COPY_IS_READ_ONLY = "a copy of a journal does not accept letters", "open the match itself"
