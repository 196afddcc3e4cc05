"""Ends of battles that several states share, because only the losses of the attacker differ.

The attacker decides nothing after the fire. If infantry accompanies its pieces, they only add to its losses;
without infantry their kinds alone matter. Such states share an end if the attacker loses nothing after the
fire, or everything.
"""

from collections.abc import Callable

from msgspec.structs import replace

from referee.analysis.exact_odds.battle_end import End


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
