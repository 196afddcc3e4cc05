"""Pieces of a sentence, and the areas of their way."""

import re
from collections.abc import Iterable, Mapping, Sequence

from referee.i18n import order_words
from referee.i18n import sentence_words as use
from referee.systems.great_war.notation.free_text.tokens import Token, Tokens, find_keys
from referee.systems.great_war.notation.sentences import ARROW
from schemas.record import Value

_GERMAN_ARMY = re.compile(r"\b(?:Armee|Στρατ)", re.IGNORECASE)
_NUMBERED = re.compile(
    r"\b\d{1,2}(?:st|nd|rd|th|re|ère|ere|e|er|eme|ème|η)\b|\b[a-z]{2}-[a-z]?\d", re.IGNORECASE
)
_LINKS = order_words.ARTICLES | order_words.OWN
_DESTINED = frozenset({"for", "pour", "fur", "fuer"})
"""Words before a destination behind an area that is left: `quitte Sedan pour Longwy`."""


class Way(Value):
    """Areas that pieces leave, cross and reach. The origin is "" if the sentence names none."""

    origin: str
    between: tuple[str, ...]
    goal: str


def find_way(tokens: Tokens) -> Way | None:
    """Return the areas that pieces leave, cross and reach, or None if it is not clear which is which."""
    areas: dict[str, list[str]] = {"left": [], "crossed": [], "reached": [], "plain": [], "next": []}
    before: list[str] = []
    for token in tokens:
        if token.area and token.key in use.SEA:
            # "Across the Channel" names no area on the way.
            before = []
        elif token.area:
            areas[_find_role(before, has_left=bool(areas["left"]))].append(token.area)
            before = []
        else:
            before += token.key.split()
    origins = [*areas["plain"], *areas["left"]]
    goals = [*areas["next"], *areas["reached"]]
    if not goals and len(areas["plain"]) == 2 and len(origins) == 2:
        origins, goals = origins[:1], origins[1:]
    if not goals and len(areas["plain"]) == 1 and find_keys(tokens) & (use.ATTACKS | use.DITTO):
        origins, goals = areas["left"], areas["plain"]
    if len(origins) > 1 or not goals or len(areas["reached"]) > 1 or (areas["next"] and areas["reached"]):
        return None
    return Way("".join(origins), (*goals[:-1], *areas["crossed"]), goals[-1])


def _find_role(before: Sequence[str], *, has_left: bool) -> str:
    """Return what the words before an area make of it. The nearest word decides."""
    for at in range(len(before) - 1, -1, -1):
        if before[at] in _DESTINED and (has_left or before[at - 1 : at] == ["mer"]):
            return "reached"
        if role := _ROLES.get(before[at], ""):
            return "reached" if before[at : at + 2] == ["in", "die"] else role
    return "plain"


_ROLES: Mapping[str, str] = {
    **dict.fromkeys(use.INTO, "reached"),
    **dict.fromkeys((*use.FROM, "in"), "left"),
    **dict.fromkeys(use.VIA, "crossed"),
    **dict.fromkeys((*use.TO, *use.ATTACKS, "enters", "enter"), "reached"),
    ARROW: "next",
}
"""Roles of areas in a way, by the word before the area."""


def is_ordinal(clause: str, end: int) -> bool:
    """Return True if the number before a clause belongs to an army, as in `1. und 2. Armee`."""
    rest = clause[end:]
    is_dotted = clause[:end].rstrip().endswith(".")
    return is_dotted and _GERMAN_ARMY.search(rest) is not None and not _NUMBERED.search(rest)


def list_pieces(run: Tokens, *, speaks_of_armies: bool = False) -> list[str]:
    """Return the pieces that neighbouring words name, as a line writes them. Empty if that is unclear.

    `speaks_of_armies` is True if `the second` can only be an army.

    These are `ge-1 and ge-2`, `the 1st and 2nd Army`, or one description.
    """
    words = [token for token in run if not (token.is_joint or token.key in _LINKS or token.area)]
    armies = [token for token in words if token.ordinal]
    joints = sum(token.is_joint for token in run)
    if pieces := _list_mixed(run):
        return pieces
    if ids := [token.piece for token in words if token.piece]:
        # "the cavalry and ge-1" names a piece beside the id.
        is_clear = joints < len(ids) == len(set(ids)) and (not armies or len(armies) == len(ids) == 1)
        return ids if is_clear else []
    if any(token.key.isdecimal() and not token.ordinal for token in words):
        return []
    if not armies:
        return [] if joints else [_describe(words)]
    is_numbered = all(token.key[0].isdigit() for token in armies)
    speaks_of_armies = speaks_of_armies or bool(find_keys(words) & use.ARMIES) or is_numbered
    if len(armies) > 1 + joints or (joints and len(armies) == 1) or not speaks_of_armies:
        return []
    nation = _write_nations(token for token in words if not (token.ordinal or token.key in use.ARMIES))
    return [f"{nation} {_write_ordinal(token)} army".strip() for token in armies]


def _describe(words: Tokens) -> str:
    """Return the description of one piece. `The Belgians` are the Belgian army."""
    is_people = len(words) == 1 and words[0].key in use.NATIONS_OF
    return f"{_write_nations(words)}{' army' if is_people else ''}"


def _write_nations(words: Iterable[Token]) -> str:
    return " ".join(use.NATIONS_OF.get(token.key, token.text) for token in words)


def _list_mixed(run: Tokens) -> list[str]:
    """Return the pieces of a list such as `the 3rd Army and ge-c4`, or [] if not each item is clear."""
    items: list[list[Token]] = [[]]
    for token in run:
        if token.is_joint:
            items.append([])
        else:
            items[-1].append(token)
    ids = [[token.piece for token in item if token.piece] for item in items]
    numbers = [[token for token in item if token.ordinal] for item in items]
    names_army = all(
        number == [] or find_keys(item) & use.ARMIES for number, item in zip(numbers, items, strict=True)
    )
    if not (any(ids) and any(numbers) and names_army) or any(token.area for token in run):
        return []
    if any(len(id) + len(number) != 1 for id, number in zip(ids, numbers, strict=True)):
        return []
    return [
        id[0] if id else " ".join(token.text for token in item) for id, item in zip(ids, items, strict=True)
    ]


def _write_ordinal(token: Token) -> str:
    return f"{token.ordinal}th"
