"""The end of a battle: the side that holds the area, the losses, and the lost armies and forts.

Several states share an end, because only the losses of the attacker differ. The attacker decides nothing
after the fire. If infantry accompanies its pieces, they only add to its losses; without infantry their kinds
alone matter. Such states share an end if the attacker loses nothing after the fire, or everything.
"""

from collections import Counter
from collections.abc import Callable, Mapping

from msgspec.structs import replace

from referee.systems.great_war.facts import control
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Piece, Position
from schemas.record import Side, Value

GROUPS = frozenset({"army", "fort"})
"""Kinds of pieces that an end names by their ids."""


class End(Value):
    """End of a battle: the side that holds the area, or None, the losses of each side, and the lost groups.

    `lost` counts pieces, except armies, and points of forts, in the order of the sides. `gone` has the ids of
    lost armies and forts.
    """

    holder: Side | None
    lost: tuple[int, ...]
    gone: tuple[str, ...]


class Disputed(Value):
    """End of a battle in a position in which both sides still contest the area."""

    position: Position


def judge_end(rules: GreatWar, start: Position, position: Position, area: str) -> End:
    """Return the end of a battle from the position before it and a position in which it is over."""
    status = control.status(position.map, area, rules.sides[0])
    holder = position.map.owner.get(area) if status in {"friendly", "enemy"} else None
    before, after = start.map.pieces, position.map.pieces
    changes = [piece for piece in before.values() if after.get(piece.id) is not piece]
    lost = Counter[Side]()
    for piece in changes:
        lost[piece.side] += weigh_piece(piece) - weigh_piece(after.get(piece.id))
    gone = (piece.id for piece in changes if piece.kind in GROUPS and piece.id not in after)
    return End(holder, tuple(lost[side] for side in rules.sides), tuple(sorted(gone)))


def weigh_piece(piece: Piece | None) -> int:
    """Return the number of losses that a piece can take."""
    if piece is None or piece.kind == "army":
        return 0
    return piece.strength if piece.kind == "fort" else 1


def count_points(
    game: GreatWarGame, pieces: Mapping[str, Piece], area: str, side: Side
) -> Callable[[End], int]:
    """Return a function that counts a side's victory points for an area and for lost armies.

    `pieces` are those before the battle. A disputed area counts for no side.
    """
    counts_for = game.pack.tables.victory.counts_for
    worth, sign = game.areas[area].points, 1 if side == counts_for else -1

    def count(end: End) -> int:
        armies = [pieces[id].side for id in end.gone if pieces[id].kind == "army"]
        lost = sum(-1 if one == counts_for else 1 for one in armies)
        return sign * (lost + (worth if end.holder == counts_for else 0))

    return count


class SharedEnds:
    """The ends that were found, by the key of the states that share them.

    `number` is the place of the attacker among the sides, `pieces` are the ids of its pieces, and `most` is
    its number of losses if it loses every piece.
    """

    def __init__(self, number: int, pieces: frozenset[str], most: int) -> None:
        self._number, self._pieces, self._most = number, pieces, most
        self._found: dict[object, tuple[End, bool]] = {}

    def find(self, key: object, by_fire: End, play: Callable[[], End | None]) -> End | None:
        """Return the end of a state; `by_fire` contains its losses so far, and `play` plays it to its end.

        Return None if `play` does.
        """
        if key in self._found:
            end, adds_none = self._found[key]
            return self._with_losses(end, by_fire) if adds_none else end
        new_end = play()
        if new_end is not None:
            adds_none = self._with_losses(new_end, by_fire) == new_end
            if adds_none or new_end.lost[self._number] == self._most:
                self._found[key] = new_end, adds_none
        return new_end

    def _with_losses(self, end: End, by_fire: End) -> End:
        """Return an end in which the attacker loses the pieces and armies that it lost by fire."""
        number = self._number
        lost = (*end.lost[:number], by_fire.lost[number], *end.lost[number + 1 :])
        gone = [*(set(end.gone) - self._pieces), *(set(by_fire.gone) & self._pieces)]
        return replace(end, lost=lost, gone=tuple(sorted(gone)))
