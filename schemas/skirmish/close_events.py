"""What may happen to figures: pins, hand-to-hand fighting, morale."""

from typing import Literal

from schemas.record import Event, Revealed, Roll, Rolled, Side
from schemas.skirmish.words import Effect, Spot


def _reaching(rolls: tuple[Roll, ...], need: int) -> tuple[tuple[int, int], ...]:
    """Dice that all need the same number or more."""
    return tuple(roll.at_least(need) for roll in rolls)


class Pinned(Event):
    """A figure was pinned."""

    type: Literal["pinned"] = "pinned"
    side: Side
    figure: str
    pins: int


class Unpinned(Rolled):
    """A figure tried to lose its pins."""

    type: Literal["unpinned"] = "unpinned"
    side: Side
    figure: str
    need: int = 0
    removed: int

    def odds(self) -> tuple[tuple[int, int], ...]:
        """The faces that take a pin away."""
        return _reaching(self.rolls, self.need)


class FellBack(Event):
    """A pinned figure fell back from an enemy close by."""

    type: Literal["fell-back"] = "fell-back"
    side: Side
    figure: str
    at: Spot


class Killed(Event):
    """A figure was killed."""

    type: Literal["killed"] = "killed"
    side: Side
    figure: str
    at: Spot


class AttackHalted(Event):
    """An attacker was stopped by the fire of the man he came for."""

    type: Literal["attack-halted"] = "attack-halted"
    side: Side
    figure: str
    at: Spot


class ContactMade(Revealed):
    """An attacker came to grips with a defender. Each side knows the other's man by its own name for him."""

    type: Literal["contact-made"] = "contact-made"
    side: Side
    attacker: str
    attacker_alias: str
    defender: str
    defender_alias: str
    at: Spot


class MeleeFought(Rolled):
    """A round of hand-to-hand fighting: the throws of the attackers in order, then the defender's.

    A side knows the modifiers of its own men alone: those of the enemy would tell what troops they are.
    Journals of format 1 do not name the defender's side.
    """

    type: Literal["melee-fought"] = "melee-fought"
    side: Side
    attackers: tuple[str, ...]
    attacker_aliases: tuple[str, ...]
    defender: str
    defender_alias: str
    defender_side: Side | None = None
    modifiers: tuple[int | None, ...]
    effects: tuple[Effect, ...]

    def throwers(self) -> tuple[Side | None, ...]:
        """The attackers' side for all dice but the last, which is the defender's."""
        return (*(self.side for _ in self.rolls[1:]), self.defender_side)


class MeleeEnded(Revealed):
    """An attacker and a defender are in contact no more; each side knows the other's man by its own name."""

    type: Literal["melee-ended"] = "melee-ended"
    side: Side
    attacker: str
    attacker_alias: str
    defender: str
    defender_alias: str


class BrokeOff(Event):
    """A figure left its melees."""

    type: Literal["broke-off"] = "broke-off"
    side: Side
    figure: str


class MoraleTested(Rolled):
    """A unit took a morale test."""

    type: Literal["morale-tested"] = "morale-tested"
    side: Side
    unit: str
    cause: Literal["dead", "leader", "tank", "flames"]
    need: int
    passed: bool

    def odds(self) -> tuple[tuple[int, int], ...]:
        """The faces that pass."""
        return _reaching(self.rolls, self.need)


class MarkerAdded(Event):
    """A unit failed once more."""

    type: Literal["marker-added"] = "marker-added"
    side: Side
    unit: str
    markers: int


class UnitRallied(Rolled):
    """A unit tried to rally."""

    type: Literal["unit-rallied"] = "unit-rallied"
    side: Side
    unit: str
    need: int
    markers: int

    def odds(self) -> tuple[tuple[int, int], ...]:
        """The faces that rally."""
        return _reaching(self.rolls, self.need)


class UnitDispersed(Event):
    """A unit ran: every figure of it left the table."""

    type: Literal["unit-dispersed"] = "unit-dispersed"
    side: Side
    unit: str


class Surrendered(Event):
    """A figure gave itself up."""

    type: Literal["surrendered"] = "surrendered"
    side: Side
    figure: str
    cause: Literal["cut-off", "surrounded"]
