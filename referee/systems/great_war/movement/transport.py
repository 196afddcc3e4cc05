"""Rail, strategic and sea movement (4.4 to 4.6) and their allowances."""

from collections import deque
from collections.abc import Iterator
from enum import unique
from functools import cached_property

from referee.engine.facts import Fact, Objection, Objections, refuse
from referee.engine.system import RuleOption
from referee.engine.values import cached
from referee.systems.great_war.facts import control, stacking
from referee.systems.great_war.movement import transit
from referee.systems.great_war.movement.refusals import Refusal
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import MapState, Piece, PlayerTurn, Position
from schemas.great_war.clauses import Clause
from schemas.great_war.orders import Mode
from schemas.record import Side, Value


@unique
class Use(Fact):
    """Used part of an allowance."""

    RAIL_USED = "rail {count} of {most}"
    STRATEGIC_USED = "strategic {count} of {most}"
    SEA_USED = "sea {count} of {most}"


class Allowance(Value):
    """Number of moves in a mode, with the used ones and the objection to one more."""

    mode: Mode
    used: int
    most: int
    use: Use
    objection: Objection

    @property
    def is_spent(self) -> bool:
        """Return True if no move of the mode is left."""
        return self.used >= self.most


@cached
def list_allowances(theatre: GreatWarGame, position: Position, side: Side) -> tuple[Allowance, ...]:
    """The allowances of a side in the player turn: rail (4.4), and strategic (4.5) and sea (4.6) if any."""
    return tuple(_list_allowances(theatre, position, side))


def _list_allowances(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[Allowance]:
    now, limits = position.now or PlayerTurn(side), theatre.limits
    most = limits.rail_per_turn
    objection = refuse(Clause.RAIL_LIMIT, Refusal.RAIL_LIMIT, limit=most)
    yield Allowance("rail", now.rails, most, Use.RAIL_USED, objection)
    if side == limits.strategic_side:
        most = limits.strategic_per_turn[position.map.turn - 1]
        objection = refuse(Clause.STRATEGIC_LIMIT, Refusal.STRATEGIC_LIMIT, count=most)
        yield Allowance("strategic", now.strategics, most, Use.STRATEGIC_USED, objection)
    if _has_ships(theatre, side):
        objection = refuse(Clause.SEA_LIMIT, Refusal.SEA_LIMIT)
        yield Allowance("sea", now.seas, limits.sea_per_turn, Use.SEA_USED, objection)


def _has_ships(theatre: GreatWarGame, side: Side) -> bool:
    """Return True if ships carry a nation of a side, or its army out of a stronghold (14.2.4)."""
    port = theatre.pack.tables.stronghold
    carried = {nation.id for nation in theatre.nations.values() if nation.sea}
    if port is not None:
        carried.add(port.evacuated)
    return any(theatre.nations[nation].side == side for nation in carried)


def find_spent(theatre: GreatWarGame, position: Position, side: Side, mode: Mode) -> Objections:
    """Yield the objections to one more move of a mode."""
    for allowance in list_allowances(theatre, position, side):
        if allowance.mode == mode and allowance.is_spent:
            yield allowance.objection


def list_open(theatre: GreatWarGame, position: Position, side: Side) -> frozenset[Mode]:
    """The modes of which a side has a move left."""
    allowances = list_allowances(theatre, position, side)
    spent: set[Mode] = {allowance.mode for allowance in allowances if allowance.is_spent}
    return frozenset(allowance.mode for allowance in allowances if allowance.mode not in spent)


STRATEGIC_TO_BOXES = RuleOption("strategic-to-boxes", ("no", "yes"))
"""Strategic movement to and from boxes (A-33)."""

STRONGHOLD_EVACUATION = RuleOption("stronghold-evacuation", ("no", "yes"))
"""Evacuation of a port by sea (14.2.4)."""

Path = tuple[str, ...]


def passing(
    theatre: GreatWarGame, position: Position, side: Side, area: str, mover: Piece | None = None
) -> tuple[Objection, ...]:
    """Nothing moves through an area that is at its stacking limit (1.2.2).

    A piece that comes back through the area it left made room there, unless its army stays and counts.
    """
    if mover is not None and mover.area == area:
        return _crossing(theatre, stacking.without(position.map, mover), area, side)
    return _crossing(theatre, position.map, area, side)


@cached
def _crossing(theatre: GreatWarGame, board: MapState, area: str, side: Side) -> tuple[Objection, ...]:
    """Return the objections to a side moving through an area; called for every way that goes on."""
    if stacking.full(theatre, board, area, side):
        return (refuse(Clause.STACKING_PASSING, Refusal.FULL_ON_THE_WAY, area=area),)
    return ()


def _always_friendly(position: Position, area: str, side: Side) -> bool:
    """Friendly now and when the player turn opened (4.4, 4.5)."""
    now = position.now
    return (
        now is not None
        and area in now.friendly_at_start
        and control.status(position.map, area, side) == "friendly"
    )


def rail(theatre: GreatWarGame, position: Position, piece: Piece, path: tuple[str, ...]) -> Objections:
    """Everything held against a rail move."""
    limits = theatre.limits
    if len(path) > limits.rail_areas:
        yield refuse(Clause.RAIL_RANGE, Refusal.RAIL_RANGE, limit=limits.rail_areas, length=len(path))
    yield from find_spent(theatre, position, piece.side, "rail")
    here = piece.area
    for area in dict.fromkeys((here, *path)):
        if not _always_friendly(position, area, piece.side):
            is_friendly = control.status(position.map, area, piece.side) == "friendly"
            fact = Refusal.NOT_FRIENDLY_ALL_TURN if is_friendly else Refusal.NOT_FRIENDLY_NOW
            yield refuse(Clause.RAIL_FRIENDLY, fact, area=area)
    for step in path:
        if step not in theatre.areas[here].borders:
            yield refuse(Clause.ADJACENT, Refusal.NOT_ADJACENT, area=step, origin=here)
        elif step not in theatre.railways[here]:
            yield refuse(Clause.RAIL_NETWORK, Refusal.NO_RAILWAY, area=here, goal=step)
        here = step
    for between in path[:-1]:
        yield from passing(theatre, position, piece.side, between, piece)


def _source(theatre: GreatWarGame, area: str, side: Side) -> bool:
    """Return True for a strategic source: one for every nation, a box by agreement only (A-33)."""
    boxes = theatre.chosen(STRATEGIC_TO_BOXES, "yes")
    place = theatre.areas[area]
    return place.supply == side and not place.supply_for and (boxes or not place.box)


def strategic(theatre: GreatWarGame, position: Position, piece: Piece, path: tuple[str, ...]) -> Objections:
    """Everything held against a strategic move."""
    limits = theatre.limits
    if piece.side != limits.strategic_side:
        yield refuse(Clause.STRATEGIC_SIDE, Refusal.STRATEGIC_SIDE, side=limits.strategic_side)
        return
    yield from find_spent(theatre, position, piece.side, "strategic")
    if len(path) != 1 or path[-1] == piece.area:
        yield refuse(Clause.STRATEGIC_SOURCES, Refusal.STRATEGIC_ONE_STEP)
    for area in (piece.area, path[-1]):
        if not _source(theatre, area, piece.side) or not _always_friendly(position, area, piece.side):
            yield refuse(Clause.STRATEGIC_SOURCES, Refusal.NO_STRATEGIC_SOURCE, area=area)


def _port(theatre: GreatWarGame, position: Position, area: str, side: Side) -> bool:
    place = theatre.areas[area]
    friendly = control.status(position.map, area, side) in {"friendly", "disputed"}
    call = place.coastal or theatre.limits.ports == "any"
    source = place.supply == side or control.fed_by_sea(theatre, position.map, area, side)
    return call and source and friendly


def sea(theatre: GreatWarGame, position: Position, piece: Piece, path: tuple[str, ...]) -> Objections:
    """Everything held against a crossing."""
    if evacuates(theatre, piece):
        yield from _evacuation(theatre, position, piece, path)
        return
    if not theatre.nations[piece.nation].sea:
        yield refuse(Clause.SEA_NATION, Refusal.NO_SEA_MOVEMENT, piece=piece.id)
        return
    yield from find_spent(theatre, position, piece.side, "sea")
    here, there = piece.area, path[-1]
    linked = _lane(theatre, position, here, there, piece.side)
    if len(path) != 1 or not linked:
        yield refuse(Clause.SEA_PORTS, Refusal.NO_SEA_LANE, area=here, goal=there)
        return
    home, port = (here, there) if theatre.areas[here].box else (there, here)
    if not _port(theatre, position, port, piece.side):
        yield refuse(Clause.SEA_PORTS, Refusal.NO_OPEN_PORT, area=port)
    if control.status(position.map, home, piece.side) != "friendly":
        yield refuse(Clause.SEA_PORTS, Refusal.NOT_FRIENDLY, area=home)


def _lane(theatre: GreatWarGame, position: Position, here: str, there: str, side: Side) -> bool:
    """Return True if ships go between two areas; they go from any box to a port that is fed by sea."""
    ends = theatre.areas[here], theatre.areas[there]
    if there in ends[0].sea or here in ends[1].sea:
        return True
    box = any(place.sea and place.box for place in ends)
    return box and any(control.fed_by_sea(theatre, position.map, place.id, side) for place in ends)


def evacuates(theatre: GreatWarGame, piece: Piece) -> bool:
    """Return True if an army is in the port that it may leave by sea, if the option is chosen (14.2.4)."""
    port = theatre.pack.tables.stronghold
    if port is None or piece.kind != "army" or not theatre.chosen(STRONGHOLD_EVACUATION, "yes"):
        return False
    return piece.area == port.area and piece.nation == port.evacuated


def _evacuation(theatre: GreatWarGame, position: Position, piece: Piece, path: tuple[str, ...]) -> Objections:
    """It goes to another port with a supply source, as the one crossing of the turn."""
    yield from find_spent(theatre, position, piece.side, "sea")
    if len(path) != 1 or path[-1] == piece.area or not _port(theatre, position, path[-1], piece.side):
        yield refuse(Clause.SEA_PORTS, Refusal.NO_OPEN_PORT, area=path[-1])


class Ways:
    """Possible ways of a side's pieces by rail, strategic movement or sea."""

    def __init__(self, theatre: GreatWarGame, position: Position, side: Side) -> None:
        self._theatre, self._position, self._side = theatre, position, side
        self._open = list_open(theatre, position, side)
        self._railways: dict[str, tuple[Path, ...]] = {}
        self._lanes: dict[str, tuple[str, ...]] = {}

    @cached_property
    def _lines(self) -> frozenset[str]:
        """The areas whose railways are open."""
        now = self._position.now or PlayerTurn(self._side)
        return frozenset(
            area for area in now.friendly_at_start if _always_friendly(self._position, area, self._side)
        )

    def _is_full(self, area: str) -> bool:
        """Return True if no piece can pass through an area."""
        return stacking.full(self._theatre, self._position.map, area, self._side)

    def of(self, piece: Piece) -> Iterator[tuple[Mode, tuple[Path, ...]]]:
        """The ways of one piece that has not moved yet."""
        if piece.moved or piece.mode is not None:
            return
        yield "transit", tuple((area,) for area in transit.ways(self._theatre, self._position, piece))
        if "rail" in self._open:
            if piece.area not in self._railways:
                self._railways[piece.area] = tuple(self._reached(piece.area))
            yield "rail", self._railways[piece.area]
        if "strategic" in self._open and _source(self._theatre, piece.area, piece.side):
            yield "strategic", tuple((area,) for area in self._strategic_goals if area != piece.area)
        if "sea" in self._open and (
            self._theatre.nations[piece.nation].sea or evacuates(self._theatre, piece)
        ):
            yield "sea", self._cross(piece)

    @cached_property
    def _strategic_goals(self) -> tuple[str, ...]:
        return tuple(area for area in self._theatre.areas if _source(self._theatre, area, self._side))

    def _cross(self, piece: Piece) -> tuple[Path, ...]:
        theatre, here = self._theatre, piece.area
        if here not in self._lanes:
            self._lanes[here] = tuple(
                far for far in theatre.areas
                if far != here and _lane(theatre, self._position, here, far, self._side)
            )  # fmt: skip
        lanes = self._lanes[here]
        if evacuates(theatre, piece):
            return tuple((far,) for far in theatre.areas if far in lanes or theatre.areas[far].coastal)
        return tuple((far,) for far in lanes)

    def _reached(self, origin: str) -> Iterator[tuple[str, ...]]:
        """The shortest way by rail to each area in reach, in order of distance, and there and back."""
        if origin not in self._lines:
            return
        visits = {origin}
        frontier: deque[tuple[str, ...]] = deque([()])
        while frontier:
            path = frontier.popleft()
            here = path[-1] if path else origin
            if path:
                yield path
                if len(path) == self._theatre.limits.rail_areas or self._is_full(here):
                    continue
            for near in self._theatre.railways[here]:
                if near not in visits and near in self._lines:
                    visits.add(near)
                    frontier.append((*path, near))
        yield from self._there_and_back(origin)

    def _there_and_back(self, origin: str) -> Iterator[tuple[str, ...]]:
        """A ride that ends where it began, which no rule forbids."""
        beside = (near for near in self._theatre.railways[origin] if near in self._lines)
        turning = next((near for near in beside if not self._is_full(near)), None)
        if turning is not None and self._theatre.limits.rail_areas > 1:
            yield turning, origin
