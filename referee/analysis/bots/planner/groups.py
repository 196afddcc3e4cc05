"""Groups of pieces that fight as one, in the figures that a battle asks for."""

from collections.abc import Iterable
from typing import NamedTuple

from referee.systems.great_war.state.position import Piece
from referee.systems.great_war.state.theatre import GreatWarGame

FACES = 6


class Force(NamedTuple):
    """What some pieces of a side come to: hits that are expected of them, and pieces that can be lost.

    `fire` is that of the attack, `guns` what fires before it as well, `siege` what fires so at forts only,
    `riders` what fires where no infantry stands, `stand` the fire of the defence. `infantry` counts pieces,
    `strength` all that can be lost, `fort` is the part of it that a fort has.
    """

    strength: int = 0
    fire: float = 0.0
    guns: float = 0.0
    siege: float = 0.0
    riders: float = 0.0
    stand: float = 0.0
    infantry: int = 0
    fort: int = 0

    @property
    def holds(self) -> bool:
        """Whether it keeps an area from the enemy: a fort of one point alone does not."""
        return self.strength > self.fort or self.fort > 1


NOTHING = Force()


def combine(forces: Iterable[Force]) -> Force:
    """Several forces as one."""
    found = tuple(forces)
    if len(found) < 2:
        return found[0] if found else NOTHING
    strength, fire, guns, siege, riders, stand, infantry, fort = map(sum, zip(*found, strict=True))
    return Force(int(strength), fire, guns, siege, riders, stand, int(infantry), int(fort))


class Group(NamedTuple):
    """An army with what it holds, or a piece by itself; `force` is what it comes to where it stands.

    `moved` is what it comes to once it has left its trenches. `fixed` is a fort. `army` is the one that a
    piece is still in.
    """

    id: str
    own: bool
    force: Force
    moved: Force
    fixed: bool = False
    army: str = ""

    def without(self, piece: "Group") -> "Group":
        """The army after a piece left it."""
        return self._replace(
            force=_subtract(self.force, piece.force), moved=_subtract(self.moved, piece.moved)
        )

    @property
    def counts(self) -> bool:
        """Whether it takes room in an area."""
        return not self.fixed and self.force.strength > 0


def _subtract(whole: Force, part: Force) -> Force:
    return Force(*(max(0, a - b) for a, b in zip(whole, part, strict=True)))  # type: ignore[arg-type] # counts stay counts


def measure(theatre: GreatWarGame, pieces: Iterable[Piece], *, dug_in: bool) -> Force:
    """What pieces come to, in trenches or without."""
    return combine(_measure(theatre, piece, dug_in=dug_in) for piece in pieces if piece.kind != "army")


def _measure(theatre: GreatWarGame, piece: Piece, *, dug_in: bool) -> Force:
    unit = theatre.units[piece.kind]
    if piece.kind == "fort":
        return Force(piece.strength, stand=piece.strength * unit.defence / FACES, fort=piece.strength)
    if not unit.removable:
        return NOTHING
    attack = unit.attack / FACES
    stand = (unit.entrenched if dug_in and unit.entrenched else unit.defence) / FACES
    return Force(
        1,
        fire=0.0 if unit.raids or unit.forts_only else attack,
        guns=attack if unit.barrage and not unit.forts_only else 0.0,
        siege=attack if unit.forts_only else 0.0,
        riders=attack if unit.raids else 0.0,
        stand=stand,
        infantry=int(piece.kind in theatre.infantry),
    )


def weaken(force: Force, lost: float) -> Force:
    """A force after losses, as a whole number of pieces."""
    if not force.strength:
        return force
    left = max(0, round(force.strength - lost))
    part = left / force.strength
    return Force(
        left, force.fire * part, force.guns * part, force.siege * part, force.riders * part,
        force.stand * part, round(force.infantry * part), round(force.fort * part),
    )  # fmt: skip
