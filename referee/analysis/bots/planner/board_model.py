"""Board model of the planner: pieces, areas, groups of attackers and the cost of losses."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Literal, NamedTuple

from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Piece, Position, strength
from schemas.record import Side

FACES = 6

Role = Literal["scorer", "other"]
"""Side that victory points count for, and the other one."""


class Force(NamedTuple):
    """Strength of some pieces of a side: expected hits, and pieces that can be lost.

    `fire` is the fire of the attack. `guns` also fire before the attack, `siege` does so only at forts, and
    `riders` fire where there is no infantry. `stand` is the fire of the defence. `infantry` counts pieces,
    `strength` everything that can be lost, and `fort` the part of it that a fort has.
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
        """True if it keeps control of an area: a fort of one point alone does not."""
        return self.strength > self.fort or self.fort > 1


NOTHING = Force()


def combine(forces: Iterable[Force]) -> Force:
    """Return the sum of several forces."""
    parts = [force for force in forces if force is not NOTHING]
    if len(parts) < 2:
        return parts[0] if parts else NOTHING
    strength, fire, guns, siege, riders, stand, infantry, fort = map(sum, zip(*parts, strict=True))
    return Force(int(strength), fire, guns, siege, riders, stand, int(infantry), int(fort))


class Group(NamedTuple):
    """An army with its contents, or a lone piece; `force` is its strength in place.

    `mobile` is its strength after it left its trenches. `army` is the army of a piece
    that is still in one.
    """

    id: str
    own: bool
    force: Force
    mobile: Force
    is_fort: bool = False
    army: str = ""

    def without(self, piece: "Group") -> "Group":
        """Return the army after a piece left it."""
        return self._replace(
            force=_subtract(self.force, piece.force), mobile=_subtract(self.mobile, piece.mobile)
        )

    @property
    def counts(self) -> bool:
        """True if it uses stacking capacity in an area."""
        return not self.is_fort and self.force.strength > 0


def _subtract(whole: Force, part: Force) -> Force:
    return Force(*(max(0, a - b) for a, b in zip(whole, part, strict=True)))  # type: ignore[arg-type] # counts stay counts


def measure(theatre: GreatWarGame, pieces: Iterable[Piece], *, dug_in: bool) -> Force:
    """Return the force of pieces, in trenches or without."""
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
    """Return a force after losses, as a whole number of pieces."""
    if not force.strength:
        return force
    remaining = max(0, round(force.strength - lost))
    part = remaining / force.strength
    return Force(
        remaining, force.fire * part, force.guns * part, force.siege * part, force.riders * part,
        force.stand * part, round(force.infantry * part), round(force.fort * part),
    )  # fmt: skip


class Ground:
    """Constants of a plan: the map, and the points of its areas for one side."""

    def __init__(self, theatre: GreatWarGame, side: Side) -> None:
        self.theatre, self.side = theatre, side
        self.counted = theatre.pack.tables.victory.counts_for == side
        """True if victory points count for this side."""
        self.role: Role = "scorer" if self.counted else "other"
        boxes = {area.id for area in theatre.areas.values() if area.box}
        self.borders: Mapping[str, tuple[str, ...]] = {
            area.id: tuple(near for near in area.borders if near in theatre.areas and near not in boxes)
            for area in theatre.areas.values()
        }
        self.rides: Mapping[str, tuple[str, ...]] = {
            area: tuple(dict.fromkeys(far for near in borders for far in (near, *self.borders[near])))
            for area, borders in self.borders.items()
        }
        """Areas that cavalry can reach in a turn, by area."""
        self.points = {area.id: area.points for area in theatre.areas.values()}
        self.rooms = {area: theatre.stacking(area) for area in theatre.areas}


class Board:
    """A position as groups; immutable, each move makes a new board."""

    __slots__ = ("_forces", "_threats", "ground", "owned", "stacks")

    def __init__(
        self, ground: Ground, stacks: Mapping[str, tuple[Group, ...]], owners: Mapping[str, bool]
    ) -> None:
        self.ground, self.stacks, self.owned = ground, stacks, owners
        self._forces: tuple[dict[str, Force], dict[str, Force]] = ({}, {})
        self._threats: tuple[dict[str, int], dict[str, int]] = ({}, {})

    def force(self, area: str, *, own: bool) -> Force:
        """Return the force of a side in an area."""
        cached_force = self._forces[own].get(area)
        if cached_force is None:
            stack = self.stacks.get(area, ())
            cached_force = combine([group.force for group in stack if group.own == own]) if stack else NOTHING
            self._forces[own][area] = cached_force
        return cached_force

    def threat(self, area: str, *, own: bool) -> int:
        """Return the number of pieces that a side can move out of an area; 0 if an enemy blocks them."""
        cached_threat = self._threats[own].get(area)
        if cached_threat is None:
            force = self.force(area, own=own)
            free = force.strength > force.fort and not self.force(area, own=not own).holds
            cached_threat = self._threats[own][area] = force.strength - force.fort if free else 0
        return cached_threat

    def count_threats(self, areas: Iterable[str], *, own: bool) -> int:
        """Return the number of pieces that a side can move out of some areas."""
        cached_threats, total = self._threats[own], 0
        for area in areas:
            threat = cached_threats.get(area)
            total += self.threat(area, own=own) if threat is None else threat
        return total

    def can_enter(self, area: str, *, own: bool) -> bool:
        """Return True if a side can enter an area without troops: from next to it, or by cavalry."""
        ground = self.ground
        return self.count_threats(ground.borders[area], own=own) > 0 or any(
            self.force(one, own=own).riders for one in ground.rides[area]
        )

    def count(self, area: str) -> int:
        """Return the number of own groups that use stacking capacity in an area."""
        return sum(1 for group in self.stacks.get(area, ()) if group.own and group.counts)

    def shift(self, group: Group, start: str, to: str) -> "Board":
        """Return the board after a group marched, or a piece left its army."""
        gone = group._replace(force=group.mobile, army="")
        remaining = (one.without(group) if one.id == group.army else one for one in self.stacks[start])
        return self.change({
            start: tuple(one for one in remaining if one.id != group.id),
            to: (*self.stacks.get(to, ()), gone),
        })  # fmt: skip

    def change(self, stacks: Mapping[str, tuple[Group, ...]]) -> "Board":
        """Return the board with other groups in some areas; a group captures an area without defenders."""
        owners = self.owned
        for area, stack in stacks.items():
            holders = {group.own for group in stack if not group.is_fort or group.force.fort > 1}
            if len(holders) == 1 and owners.get(area) not in holders and area in owners:
                owners = {**owners, area: next(iter(holders))}
        after = Board(self.ground, {**self.stacks, **stacks}, owners)
        (enemy_forces, own_forces), (enemy_threats, own_threats) = self._forces, self._threats
        after._forces = dict(enemy_forces), dict(own_forces)
        after._threats = dict(enemy_threats), dict(own_threats)
        for cached in (*after._forces, *after._threats):
            for area in stacks:
                cached.pop(area, None)
        return after


class Surveyed:
    """The groups of a position, and the group of each piece."""

    def __init__(self, ground: Ground, position: Position) -> None:
        self._ground, self._position = ground, position

    @cached_property
    def board(self) -> Board:
        """The current board."""
        stacks: dict[str, list[Group]] = {}
        for group, area in self._list_groups():
            stacks.setdefault(area, []).append(group)
        owners = {area: owner == self._ground.side for area, owner in self._position.map.owner.items()}
        return Board(self._ground, {area: tuple(stack) for area, stack in stacks.items()}, owners)

    @cached_property
    def groups(self) -> Mapping[str, tuple[Group, str]]:
        """Groups with their areas, by id."""
        return {group.id: (group, area) for group, area in self._list_groups()}

    def detach(self, piece: Piece) -> Group:
        """Return a piece of an army as a separate group."""
        return self._group(piece.id, piece.side, (piece,), dug_in=False)._replace(army=piece.army or "")

    def _list_groups(self) -> Iterator[tuple[Group, str]]:
        contents: dict[str, list[Piece]] = {}
        for piece in self._position.map.pieces.values():
            if piece.army is not None:
                contents.setdefault(piece.army, []).append(piece)
        for piece in self._position.map.pieces.values():
            if piece.army is None:
                pieces = contents.get(piece.id, ()) if piece.kind == "army" else (piece,)
                yield self._group(piece.id, piece.side, pieces, dug_in=piece.entrenched), piece.area

    def _group(self, id: str, side: Side, pieces: Iterable[Piece], *, dug_in: bool) -> Group:
        there, theatre = tuple(pieces), self._ground.theatre
        bare = measure(theatre, there, dug_in=False)
        force = measure(theatre, there, dug_in=True) if dug_in else bare
        is_fort = any(piece.kind == "fort" for piece in there)
        return Group(id, side == self._ground.side, force, bare, is_fort)


PAID: Sequence[str] = (
    "infantry", "cavalry", "biplane", "commonwealth", "stosstruppen", "artillery", "siege-gun", "tank",
)  # fmt: skip
"""Kinds of pieces in the order in which they take hits."""


def price_loss(position: Position, id: str) -> tuple[bool, int, str]:
    """Return the price of losing a piece; losing the last piece of an army also loses the army."""
    piece = position.map.pieces[id]
    army = position.map.pieces.get(piece.army or "")
    last = army is not None and strength(position.map, army) == 1
    kind = str(piece.kind)
    return last, PAID.index(kind) if kind in PAID else len(PAID), id
