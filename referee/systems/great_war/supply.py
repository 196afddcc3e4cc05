"""Supply lines, traced for display (6.1 to 6.3)."""

from collections import deque

from referee.systems.great_war import control
from referee.systems.great_war.position import Position
from referee.systems.great_war.theatre import Theatre
from schemas.record import Side


def _open(position: Position, area: str, side: Side) -> bool:
    """Whether a line may pass: friendly, and no enemy piece in it, not even a single-strength fort (8.4)."""
    return control.status(position, area, side) == "friendly" and not any(
        piece.side != side for piece in position.at(area)
    )


def reached(theatre: Theatre, position: Position, side: Side) -> frozenset[str]:
    """The friendly areas that a line of friendly areas joins to a friendly source."""
    frontier = deque(
        area.id
        for area in theatre.pack.map.areas
        if area.supply == side and control.status(position, area.id, side) == "friendly"
    )
    lines = set(frontier)
    while frontier:
        area = frontier.popleft()
        if not _open(position, area, side):
            continue
        for near in theatre.areas[area].borders:
            if near not in lines and control.status(position, near, side) == "friendly":
                lines.add(near)
                frontier.append(near)
    return frozenset(lines)


def fed_by_sea(theatre: Theatre, position: Position, area: str, side: Side) -> bool:
    """Whether a port feeds what stands in it by itself, where the match is played so (14.2.3)."""
    port = theatre.pack.tables.stronghold
    if (
        port is None
        or port.area != area
        or port.side != side
        or not theatre.chosen("stronghold-supply", "yes")
    ):
        return False
    garrison = any(
        piece.kind == "army" and piece.nation in port.garrison for piece in position.standing(area, side)
    )
    return garrison and control.status(position, area, side) == "friendly"


def supplied_areas(theatre: Theatre, position: Position, side: Side) -> frozenset[str]:
    """The areas in which a side's pieces are in supply; a piece's own area need not be friendly (A-71).

    What is in transit is never out of supply (A-75).
    """
    lines = reached(theatre, position, side)
    exempt = not theatre.chosen("supply-from", "friendly-areas")
    through = frozenset(area for area in lines if _open(position, area, side))
    sources = frozenset(area.id for area in theatre.pack.map.areas if area.supply == side)
    return frozenset(
        area.id
        for area in theatre.pack.map.areas
        if area.id in lines
        or area.transit == side
        or fed_by_sea(theatre, position, area.id, side)
        or (exempt and not through.isdisjoint(area.borders))
        or (area.id in sources and control.present(position, area.id, side))
    )
