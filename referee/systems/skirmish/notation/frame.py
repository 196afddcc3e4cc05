"""One order of a sentence in the making, and the line that it becomes."""

from collections.abc import Sequence
from dataclasses import dataclass, field

MOVES = frozenset({"stealthy", "manoeuvre", "rush", "assault"})
FIRE = frozenset({"aimed fire", "unaimed fire", "rapid fire", "throw", "flame", "beaten zone"})
NO_GOAL = frozenset({"hide", "observe", "mask on", "mask off"})
STAY = "stay"
"""Verb of figures that keep their place."""


@dataclass
class Frame:
    """An order in the making: its verb, its figures, and the places, enemies and numbers that it names.

    `start` is its column in the sentence. `is_open` is True while names after the verb may still be its
    figures: `move section 1 and section 2 to`. `is_ditto` is True if the verb is that of the order before.
    `grounds` are goals by name. It `is_unclear` if a part of the order cannot be expressed, and `is_rest` if
    it is for the other figures of its unit: `the rest of section 1`.
    """

    verb: str
    start: int
    figures: list[str] = field(default_factory=list[str])
    is_open: bool = True
    is_ditto: bool = False
    is_unclear: bool = False
    is_rest: bool = False
    places: list[str] = field(default_factory=list[str])
    grounds: list[str] = field(default_factory=list[str])
    corners: list[str] = field(default_factory=list[str])
    enemies: list[str] = field(default_factory=list[str])
    weapon: str = ""
    within: str = ""
    stop: str = ""

    @property
    def has_goal(self) -> bool:
        """True if the order names a place or an enemy."""
        return bool(self.places or self.grounds or self.enemies)

    @property
    def is_empty(self) -> bool:
        """True for a verb without figures and goal, such as `Charge!`."""
        return not (self.figures or self.has_goal)

    def write(self) -> str:
        """Return the line of the order, or "" if it is unclear. It cannot be read if a part is missing."""
        who, places = ", ".join(dict.fromkeys(self.figures)), self.places or self.grounds
        goals = list(dict.fromkeys((*self.enemies, *places)))
        goal = next(iter(goals), "")
        if self.is_unclear or not self.verb or self._has_rival(places) or self._has_surplus():
            return ""
        if self.verb in NO_GOAL:
            return f"{self.verb} {who}"
        if self.verb in MOVES:
            via = f" via {', '.join(self.corners)}" if self.corners else ""
            to = f"to {' then '.join(places)}" if places else f"contact {goal}"
            return f"{who} {self.verb}{via} {to}{f' stop {self.stop}' if self.stop else ''}"
        if self.verb == "look" and not self.enemies:
            return f"look {who} around {goal}{f' within {self.within}' if self.within else ''}"
        return f"{who} {self.verb} at {goal}{f' with {self.weapon}' if self.weapon else ''}"

    def _has_rival(self, places: Sequence[str]) -> bool:
        """Return True if an order for one goal names several: `fires at c01 and 24,30`."""
        if self.enemies and (places or len(set(self.enemies)) > 1):
            return True
        return self.verb not in MOVES | NO_GOAL and len(set(places)) > 1

    def _has_surplus(self) -> bool:
        """Return True if the order has a part that its verb cannot have: `hides at 24,30`."""
        is_place = bool(self.places or self.grounds or self.corners)
        if self.verb in NO_GOAL and (is_place or (self.verb != "hide" and self.enemies)):
            return True
        is_search = self.verb == "look" and not self.enemies
        return bool((self.within and not is_search) or (self.stop and self.verb not in MOVES))
