"""Events of pins, hand-to-hand fighting and morale."""

from typing import Literal

from schemas.record import Event, Revealed, Roll, Rolled, Side
from schemas.skirmish.names import Effect, Spot


def _reaching(rolls: tuple[Roll, ...], need: int) -> tuple[tuple[int, int], ...]:
    """Return the odds of dice that all need the same number or more."""
    return tuple(roll.at_least(need) for roll in rolls)


class Pinned(Event, tag="pinned"):
    """A figure was pinned."""

    side: Side
    figure: str
    pins: int


class Unpinned(Rolled, tag="unpinned"):
    """A figure tried to lose its pins."""

    side: Side
    figure: str
    need: int = 0
    removed: int

    def odds(self) -> tuple[tuple[int, int], ...]:
        """Return the faces that remove a pin."""
        return _reaching(self.rolls, self.need)


class FellBack(Event, tag="fell-back"):
    """A pinned figure fell back from an enemy close by."""

    side: Side
    figure: str
    at: Spot


class Killed(Event, tag="killed"):
    """A figure was killed."""

    side: Side
    figure: str
    at: Spot


class AttackHalted(Event, tag="attack-halted"):
    """The fire of the defender stopped an attacker."""

    side: Side
    figure: str
    at: Spot


class ContactMade(Revealed, tag="contact-made"):
    """An attacker made contact with a defender. Each side knows the other's figure by an alias."""

    side: Side
    attacker: str
    attacker_alias: str
    defender: str
    defender_alias: str
    at: Spot


class MeleeFought(Rolled, tag="melee-fought"):
    """A round of hand-to-hand fighting: the rolls of the attackers in order, then the defender's.

    A side knows only the modifiers of its own figures: the enemy's would reveal the class of the troops.
    Journals of format 1 do not name the defender's side.
    """

    side: Side
    attackers: tuple[str, ...]
    attacker_aliases: tuple[str, ...]
    defender: str
    defender_alias: str
    defender_side: Side | None = None
    modifiers: tuple[int | None, ...]
    effects: tuple[Effect, ...]

    def throwers(self) -> tuple[Side | None, ...]:
        """Return the attackers' side for each die except the last, which is the defender's."""
        return (*(self.side for _ in self.rolls[1:]), self.defender_side)


class MeleeEnded(Revealed, tag="melee-ended"):
    """The contact of an attacker and a defender ended. Each side knows the other's figure by an alias."""

    side: Side
    attacker: str
    attacker_alias: str
    defender: str
    defender_alias: str


class BrokeOff(Event, tag="broke-off"):
    """A figure left its melees."""

    side: Side
    figure: str


class MoraleTested(Rolled, tag="morale-tested"):
    """A unit took a morale test."""

    side: Side
    unit: str
    cause: Literal["dead", "leader", "tank", "flames"]
    need: int
    passed: bool

    def odds(self) -> tuple[tuple[int, int], ...]:
        """Return the faces that pass."""
        return _reaching(self.rolls, self.need)


class MarkerAdded(Event, tag="marker-added"):
    """A unit failed once more."""

    side: Side
    unit: str
    markers: int


class UnitRallied(Rolled, tag="unit-rallied"):
    """A unit tried to rally."""

    side: Side
    unit: str
    need: int
    markers: int

    def odds(self) -> tuple[tuple[int, int], ...]:
        """Return the faces that rally."""
        return _reaching(self.rolls, self.need)


class UnitDispersed(Event, tag="unit-dispersed"):
    """A unit ran: every figure of it left the table."""

    side: Side
    unit: str


class Surrendered(Event, tag="surrendered"):
    """A figure surrendered."""

    side: Side
    figure: str
    cause: Literal["cut-off", "surrounded"]
