"""Checks of the arguments of calls: each wrong argument is a fault that names it."""

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from referee.engine.facts import Fact
from referee.faults import Complaint, Misuse, NotYours, declare
from referee.i18n.translator import Offered
from referee.packs.rulesets import Ruleset
from schemas.record import Side


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
    NO_PATH = "{name} is not the path of a file or a folder"
    NO_AREA = "there is no area {name}"
    NO_WAY = "no way leads from {first} to {last}"
    NO_VIEW = "the view of this turn has no class of the library", "read the fields of `turn.view`"
    NO_MAP = "this game is played without a map of areas"
    NO_SAMPLE = "positions of this system cannot be sampled", "sample a game of the Great War, or a skirmish"
    NEEDS_SHELF = "this needs a match on a shelf", "open or create the match on a shelf"
    MATCH_TWICE = (
        "two of the matches are named {name}",
        "open matches in memory with other seeds, or write them to files of their own",
    )
    SIDE_TWICE = "two names of `players` are those of one side", "name each side once"
    OWN_PLAYERS_HERE = "own players play in this process", "leave out jobs"


def refuse(*complaints: Complaint | None) -> None:
    """Raise all complaints about the arguments of a call; a call without complaints passes.

    Raises `NotYours` if all complaints are about sides, otherwise `Misuse`.
    """
    faults = [one for one in complaints if one is not None]
    if faults:
        kind = NotYours if all(one.code == LibraryFault.NO_SIDE.code for one in faults) else Misuse
        raise kind(*faults)


def call_side(bound: Ruleset, value: object, *others: Side) -> Side | None:
    """Return the side with a name, by any of its names, or one of `others`; None for another value."""
    if not isinstance(value, str):
        return None
    if value in bound.rules.sides or value in others:
        return value
    side = bound.side_called(value)
    return side if side in bound.rules.sides else None


def find_side(bound: Ruleset, value: object, *others: Side) -> Complaint | None:
    """Return a complaint unless a value names a side of the game, or is one of `others`."""
    if call_side(bound, value, *others) is not None:
        return None
    names = Offered((*bound.rules.sides, *others))
    return Complaint.of(LibraryFault.NO_SIDE, name=str(value), sides=names)


def read_side(bound: Ruleset, value: object, *others: Side) -> Side:
    """Return the side with a name, by any of its names, or one of `others`. Raises `NotYours`."""
    refuse(find_side(bound, value, *others))
    side = call_side(bound, value, *others)
    assert side is not None, "another value was refused"
    return side


def find_number(
    name: str, value: object, least: int | None = None, *, is_optional: bool = False
) -> Complaint | None:
    """Return a complaint unless a value is a whole number of at least `least`."""
    if value is None and is_optional:
        return None
    if not isinstance(value, int) or isinstance(value, bool):
        return complain_of_type(name, value, "int")
    return _find_low(name, value, least)


def find_seconds(name: str, value: object) -> Complaint | None:
    """Return a complaint unless a value is a number of seconds, which may be infinite."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return complain_of_type(name, value, "float")
    return _find_low(name, value, 0)


def _find_low(name: str, value: float, least: int | None) -> Complaint | None:
    # NaN is not at least any number.
    if least is None or value >= least:
        return None
    return Complaint.of(declare(LibraryFault.TOO_LOW, name=name, value=value, least=least))


def find_type(name: str, value: object, *types: type, is_optional: bool = False) -> Complaint | None:
    """Return a complaint unless a value is of one of some types."""
    if isinstance(value, types) or (value is None and is_optional):
        return None
    return complain_of_type(name, value, " or ".join(one.__name__ for one in types))


def find_text(name: str, value: object, *, is_optional: bool = False) -> Complaint | None:
    """Return a complaint unless a value is a text."""
    return find_type(name, value, str, is_optional=is_optional)


def find_flag(name: str, value: object) -> Complaint | None:
    """Return a complaint unless a value is `True` or `False`."""
    return find_type(name, value, bool)


def find_path(name: str, value: object, *, is_optional: bool = False) -> Complaint | None:
    """Return a complaint unless a value is a path as a text or an object of `os`."""
    complaint = find_type(name, value, str, os.PathLike, is_optional=is_optional)
    if complaint is None and value is not None and "\0" in str(value):
        return Complaint.of(declare(LibraryFault.NO_PATH, name=name))
    return complaint


def find_items(name: str, value: object, *types: type, is_optional: bool = False) -> Complaint | None:
    """Return a complaint about a value that is not a sequence, or about its first item of another type.

    A text is not a sequence.
    """
    if value is None and is_optional:
        return None
    type_names = " | ".join(one.__name__ for one in types)
    items = _read_sequence(value)
    if items is None:
        return complain_of_type(name, value, f"Sequence[{type_names}]")
    for number, item in enumerate(items):
        # `True` is an int, and no face of a die or number of a card.
        if not isinstance(item, types) or isinstance(item, bool):
            return complain_of_type(f"{name}[{number}]", item, type_names)
    return None


def find_mapping(
    name: str, value: object, wanted: str = "Mapping[str, str]", *, is_text: bool = True
) -> Complaint | None:
    """Return a complaint unless a value is None or a mapping from texts, and to texts if `is_text`.

    `wanted` is the type that the complaint names.
    """
    pairs = _read_pairs(value)
    is_right = value is None or (
        pairs is not None
        and all(isinstance(key, str) and (isinstance(one, str) or not is_text) for key, one in pairs)
    )
    return None if is_right else complain_of_type(name, value, wanted)


def _read_sequence(value: object) -> Sequence[object] | None:
    """Return the items of a sequence, or None for another value. A text is not one."""
    if isinstance(value, Sequence) and not isinstance(value, str | bytes):
        return cast(Sequence[object], value)
    return None


def _read_pairs(value: object) -> Iterable[tuple[object, object]] | None:
    """Return the pairs of a mapping, or None for another value."""
    return cast(Mapping[object, object], value).items() if isinstance(value, Mapping) else None


def complain_of_type(name: str, value: object, wanted: str) -> Complaint:
    """Return the complaint that a value has not the wanted type."""
    fact = LibraryFault.WRONG_TYPE
    return Complaint.of(declare(fact, name=name, type=type(value).__name__, wanted=wanted))
