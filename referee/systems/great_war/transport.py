"""Rail, strategic and sea movement (4.4 to 4.6)."""

from collections import deque
from collections.abc import Iterator

from referee.systems.great_war import control, stacking
from referee.systems.great_war.position import Piece, PlayerTurn, Position
from referee.systems.great_war.theatre import Theatre, refusal
from schemas.great_war.clauses import Clause
from schemas.great_war.orders import Mode
from schemas.record import Objection, Side


def passing(theatre: Theatre, position: Position, side: Side, area: str) -> Iterator[Objection]:
    """Nothing moves through an area that is at its stacking limit (1.2.2)."""
    if stacking.full(theatre, position, area, side):
        yield refusal(
            Clause.STACKING_PASSING, f"{theatre.area_name(area)} is full, and you would pass through it"
        )


def _always_friendly(position: Position, area: str, side: Side) -> bool:
    """Friendly now and when the player turn opened (4.4, 4.5)."""
    now = position.now
    return (
        now is not None
        and area in now.friendly_at_start
        and control.status(position, area, side) == "friendly"
    )


def rail(theatre: Theatre, position: Position, piece: Piece, path: tuple[str, ...]) -> Iterator[Objection]:
    """Everything held against a rail move."""
    limits = theatre.limits
    if len(path) > limits.rail_areas:
        yield refusal(
            Clause.RAIL_RANGE, f"rail movement reaches {limits.rail_areas} areas, this is {len(path)}"
        )
    if position.now is not None and position.now.rails >= limits.rail_per_turn:
        yield refusal(Clause.RAIL_LIMIT, f"{limits.rail_per_turn} pieces have used the railways this turn")
    here = piece.area
    for area in dict.fromkeys((here, *path)):
        if not _always_friendly(position, area, piece.side):
            yield refusal(
                Clause.RAIL_FRIENDLY,
                f"{theatre.area_name(area)} was not friendly from the start of your turn",
            )
    for step in path:
        if step not in theatre.areas[here].borders:
            text = f"{theatre.area_name(step)} does not border {theatre.area_name(here)}"
            yield refusal(Clause.ADJACENT, text)
        here = step
    for between in path[:-1]:
        yield from passing(theatre, position, piece.side, between)


def _source(theatre: Theatre, area: str, side: Side) -> bool:
    """A source that strategic movement links: no box (A-33), and none that feeds some nations only."""
    place = theatre.areas[area]
    return place.supply == side and not place.box and not place.supply_for


def strategic(
    theatre: Theatre, position: Position, piece: Piece, path: tuple[str, ...]
) -> Iterator[Objection]:
    """Everything held against a strategic move."""
    limits = theatre.limits
    if piece.side != limits.strategic_side:
        side = theatre.side_name(limits.strategic_side)
        yield refusal(Clause.STRATEGIC_SIDE, f"strategic movement is for the {side} side only")
        return
    allowed = limits.strategic_per_turn[position.turn - 1]
    if position.now is not None and position.now.strategics >= allowed:
        pieces = "one piece" if allowed == 1 else f"{allowed} pieces"
        yield refusal(Clause.STRATEGIC_LIMIT, f"strategic movement carries {pieces} a turn in this season")
    if len(path) != 1:
        yield refusal(Clause.STRATEGIC_SOURCES, "strategic movement goes from source to source in one step")
    for area in (piece.area, path[-1]):
        if not _source(theatre, area, piece.side) or not _always_friendly(position, area, piece.side):
            yield refusal(
                Clause.STRATEGIC_SOURCES,
                f"{theatre.area_name(area)} is no supply source of yours that was friendly all turn",
            )


def _port(theatre: Theatre, position: Position, area: str, side: Side) -> bool:
    place = theatre.areas[area]
    friendly = control.status(position, area, side) in {"friendly", "disputed"}
    call = place.coastal or theatre.limits.ports == "any"
    return call and place.supply == side and friendly


def sea(theatre: Theatre, position: Position, piece: Piece, path: tuple[str, ...]) -> Iterator[Objection]:
    """Everything held against a crossing."""
    if not theatre.nations[piece.nation].sea:
        yield refusal(Clause.SEA_NATION, f"{theatre.piece_name(piece)} has no sea movement")
        return
    if position.now is not None and position.now.seas >= theatre.limits.sea_per_turn:
        yield refusal(Clause.SEA_LIMIT, "one piece has crossed the sea this turn")
    here, there = piece.area, path[-1]
    linked = there in theatre.areas[here].sea or here in theatre.areas[there].sea
    if len(path) != 1 or not linked:
        text = f"no sea lane joins {theatre.area_name(here)} and {theatre.area_name(there)}"
        yield refusal(Clause.SEA_PORTS, text)
        return
    home, port = (here, there) if theatre.areas[here].box else (there, here)
    if not _port(theatre, position, port, piece.side):
        yield refusal(
            Clause.SEA_PORTS,
            f"{theatre.area_name(port)} is no friendly or disputed port with a supply source",
        )
    if control.status(position, home, piece.side) != "friendly":
        yield refusal(Clause.SEA_PORTS, f"{theatre.area_name(home)} is not friendly")


class Ways:
    """Where the pieces of a side might go by rail, strategic movement or sea."""

    def __init__(self, theatre: Theatre, position: Position, side: Side) -> None:
        self._theatre, self._position = theatre, position
        now, limits = position.now or PlayerTurn(side), theatre.limits
        self._rails = now.rails < limits.rail_per_turn
        self._seas = now.seas < limits.sea_per_turn
        allowed = limits.strategic_per_turn[position.turn - 1]
        self._strategic = side == limits.strategic_side and now.strategics < allowed
        self._railways: dict[str, tuple[tuple[str, ...], ...]] = {}

    def of(self, piece: Piece) -> Iterator[tuple[Mode, tuple[str, ...]]]:
        """The ways of one piece that has not moved yet."""
        if piece.moved or piece.mode is not None:
            return
        if self._rails:
            if piece.area not in self._railways:
                self._railways[piece.area] = tuple(railways(self._theatre, self._position, piece))
            for path in self._railways[piece.area]:
                yield "rail", path
        if self._strategic and _source(self._theatre, piece.area, piece.side):
            for area in self._theatre.areas:
                if area != piece.area and _source(self._theatre, area, piece.side):
                    yield "strategic", (area,)
        if self._seas and self._theatre.nations[piece.nation].sea:
            here = self._theatre.areas[piece.area]
            far = here.sea or tuple(area.id for area in self._theatre.pack.map.areas if here.id in area.sea)
            for port in far:
                yield "sea", (port,)


def railways(theatre: Theatre, position: Position, piece: Piece) -> Iterator[tuple[str, ...]]:
    """The shortest way by rail to each area in reach, in order of distance."""
    if not _always_friendly(position, piece.area, piece.side):
        return
    seen = {piece.area}
    frontier: deque[tuple[str, ...]] = deque([()])
    while frontier:
        path = frontier.popleft()
        here = path[-1] if path else piece.area
        if path:
            yield path
            if len(path) == theatre.limits.rail_areas or stacking.full(theatre, position, here, piece.side):
                continue
        for near in theatre.areas[here].borders:
            if near not in seen and _always_friendly(position, near, piece.side):
                seen.add(near)
                frontier.append((*path, near))
