"""What may happen to figures: pins, hand-to-hand fighting, morale."""

from typing import Literal

from schemas.record import Event, Revealed, Rolled, Side
from schemas.skirmish.words import Effect, Spot


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
    removed: int


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
    """A round of hand-to-hand fighting: the throws of the attackers in order, then the defender's."""

    type: Literal["melee-fought"] = "melee-fought"
    side: Side
    attackers: tuple[str, ...]
    attacker_aliases: tuple[str, ...]
    defender: str
    defender_alias: str
    modifiers: tuple[int, ...]
    effects: tuple[Effect, ...]


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
