"""What a program asks of the library that cannot be had."""

from referee.engine.facts import Fact


class LibraryFault(Fact):
    """A question to the library that has no answer."""

    CARDS_SHUFFLED = (
        "cards are shuffled after this order, and there are too many orders of a deck to try",
        "play the order with several seeds",
    )
    DICE_AGAIN = (
        "after this order dice are thrown until they differ: there is no end of what they may show",
        "play the order with several seeds",
    )
    SEVERAL_ORDERS = "the line stands for several orders", "play them one by one"
    SEVERAL_ASKED = "no one side is asked", "read the line for a side, and play the order that it stands for"
    COPY_IS_READ_ONLY = "this is a copy of a journal, and a copy takes no letter", "open the match itself"
