"""Checks of the arguments of calls: each wrong argument is a fault that names it."""

from referee.engine.facts import Fact
from referee.faults import Complaint, Misuse, NotYours, declare
from schemas.record import PUBLIC, REFEREE, Side


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
    NO_SIDE = "{name} is not a side of this game", "name one of {sides}"
    TOO_LOW = "{name} is {value}, and must be at least {least}"
    WRONG_TYPE = "{name} is of the type {type}, and must be {wanted}"
    NO_AREA = "there is no area {name}"
    NO_WAY = "no way leads from {first} to {last}"
    NO_MAP = "this game is played without a map of areas"
    NO_SAMPLE = "positions of this system cannot be sampled", "sample a game of the Great War, or a skirmish"
    NEEDS_SHELF = "this needs a match on a shelf", "open or create the match on a shelf"
    OWN_PLAYERS_HERE = "own players play in this process", "leave out jobs"


def check_side(side: object, sides: tuple[Side, ...]) -> None:
    """Raise `NotYours` unless a value is one of some sides."""
    if side not in sides:
        names = ", ".join(sides)
        fact = LibraryFault.NO_SIDE
        raise NotYours(Complaint.of(declare(fact, name=str(side), sides=names), sides=names))


def check_viewer(viewer: object, sides: tuple[Side, ...]) -> None:
    """Raise `NotYours` unless a value is a side, the public or the referee."""
    check_side(viewer, (*sides, PUBLIC, REFEREE))


def check_number(name: str, value: object, least: int) -> None:
    """Raise `Misuse` unless a value is a whole number of at least `least`."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise Misuse(declare(LibraryFault.WRONG_TYPE, name=name, type=type(value).__name__, wanted="int"))
    if value < least:
        raise Misuse(declare(LibraryFault.TOO_LOW, name=name, value=value, least=least))


def check_type(name: str, value: object, *types: type) -> None:
    """Raise `Misuse` unless a value is of one of some types."""
    if not isinstance(value, types):
        choices = " or ".join(one.__name__ for one in types)
        raise Misuse(declare(LibraryFault.WRONG_TYPE, name=name, type=type(value).__name__, wanted=choices))
