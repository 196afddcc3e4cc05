"""Conditions of orders in advance: strength, losses, armies that stand beside, cards on the battle."""

import re
from collections.abc import Callable, Mapping, Sequence
from operator import eq, ge, gt, le, lt

from referee.systems.great_war.notation import names, pieces
from referee.systems.great_war.notation.misreadings import Misreading
from referee.systems.great_war.notation.sentences import Reading
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.great_war.events import FireResolved, FortReduced, GreatWarEvent, PieceLost
from schemas.record import Side

COMPARED: Mapping[str, Callable[[int, int], bool]] = {"<": lt, "<=": le, ">": gt, ">=": ge, "=": eq}

_COUNTED = re.compile(
    r"(?P<whose>enemy )?(?P<what>strength|losses) ?(?P<how><=|>=|<|>|=) ?(?P<number>\d{1,3})"
)
_KEPT = re.compile(r"(alone|with|card) (\S+)")


def read(theatre: GreatWarGame, position: Position, side: Side, text: str) -> str:
    """A condition as it is kept; raises `Unreadable` for what is none."""
    words = " ".join(text.lower().split())
    if counted := _COUNTED.fullmatch(words):
        return f"{counted['whose'] or ''}{counted['what']} {counted['how']} {counted['number']}"
    reading = Reading(theatre, position, side, text)
    whole = reading.phrase()
    if whole.words and whole.words[-1].key == "alone":
        return f"alone {pieces.army(reading, whole.part(0, -1))}"
    if whole.words and whole.words[-1].key == "played":
        return f"card {names.card(reading, whole.part(0, -1))}"
    first = whole.words[0].key if whole.words else ""
    if first in {"alone", "with"} and len(whole.words) > 1:
        return f"{first} {pieces.army(reading, whole.part(1))}"
    if first == "card" and len(whole.words) > 1:
        return f"card {names.card(reading, whole.part(1))}"
    raise reading.fault(Misreading.CONDITION_UNKNOWN, whole)


def is_met(
    theatre: GreatWarGame,
    position: Position,
    asked: tuple[Side, str],
    events: Sequence[GreatWarEvent],
    condition: str,
) -> bool:
    """Whether a condition holds for a side in an area; `events` are those of the player turn so far."""
    side, area = asked
    if counted := _COUNTED.fullmatch(condition):
        whose = theatre.other(side) if counted["whose"] else side
        number = count_strength(position, whose, area)
        if counted["what"] == "losses":
            number = _count_losses(theatre, events, whose, area)
        return COMPARED[counted["how"]](number, int(counted["number"]))
    kept = _KEPT.fullmatch(condition)
    if kept is None:
        return False
    what, named = kept.groups()
    if what == "card":
        lying = position.now.played if position.now is not None else ()
        return any(str(one.card) == named and one.area in {None, area} for one in lying)
    armies = {piece.id for piece in position.map.standing(area, side) if piece.kind == "army"}
    return armies == {named} if what == "alone" else named in armies


def count_strength(position: Position, side: Side, area: str) -> int:
    """The pieces of a side in an area beside armies, and the points of its forts."""
    standing = (piece for piece in position.map.standing(area, side) if piece.kind != "army")
    return sum(piece.strength if piece.kind == "fort" else 1 for piece in standing)


def _count_losses(theatre: GreatWarGame, events: Sequence[GreatWarEvent], side: Side, area: str) -> int:
    """The pieces and points of forts that fell to the fire of the other side."""
    count, fired = 0, ""
    for event in events:
        match event:
            case FireResolved(area=where, side=who) if where == area:
                fired = who
            case PieceLost(area=where, fate="hit") | FortReduced(area=where) if where == area:
                count += fired == theatre.other(side)
            case _:
                pass
    return count
