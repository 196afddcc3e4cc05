"""Supply lines, traced for display (6.1 to 6.3)."""

from collections import deque

from referee.engine.rule_options import RuleOption
from referee.systems.great_war.facts import control
from referee.systems.great_war.state.position import NO_PIECES, MapState
from referee.systems.great_war.state.theatre import GreatWarGame
from referee.values.caching import cached
from schemas.record import Side

STRONGHOLD_SUPPLY = RuleOption("stronghold-supply", ("no", "yes"))
"""A garrisoned port as a supply source for its own area (14.2.3)."""

SUPPLY_FROM = RuleOption("supply-from", ("any-area", "friendly-areas"))
"""Areas in which pieces may draw supply (A-71)."""


def _clear(board: MapState, area: str, side: Side) -> bool:
    """Whether a line passes through a friendly area: no enemy piece in it, not even a weak fort (8.4)."""
    pieces = board.pieces
    return all(pieces[id].side == side for id in board.stacks.get(area, NO_PIECES))


def sources(theatre: GreatWarGame, board: MapState, side: Side, nation: str = "") -> frozenset[str]:
    """The sources of a side, with those that only this nation draws on (6.1)."""
    return frozenset(
        area.id
        for area in theatre.pack.map.areas
        if area.supply == side
        and not control.has_joined(theatre, board, area.supply_while_apart)
        and (not area.supply_for or nation in area.supply_for)
    )


def _trace(
    theatre: GreatWarGame, board: MapState, side: Side, within: frozenset[str]
) -> tuple[set[str], set[str]]:
    """The friendly areas that friendly areas join to a friendly source, and those that lines go through."""
    statuses = control.list_statuses(theatre, board, side)
    friendly = {area for area, status in statuses.items() if status == "friendly"}
    frontier = deque(area for area in theatre.areas if area in within and area in friendly)
    lines, through = set(frontier), set[str]()
    while frontier:
        area = frontier.popleft()
        if not _clear(board, area, side):
            continue
        through.add(area)
        for near in theatre.areas[area].borders:
            if near in friendly and near not in lines:
                lines.add(near)
                frontier.append(near)
    return lines, through


def fed_by_sea(theatre: GreatWarGame, board: MapState, area: str, side: Side) -> bool:
    """Whether a port feeds what stands in it by itself, where the match is played so (14.2.3)."""
    port = theatre.pack.tables.stronghold
    if port is None or port.area != area or port.side != side or not theatre.chosen(STRONGHOLD_SUPPLY, "yes"):
        return False
    garrison = any(
        piece.kind == "army" and piece.nation in port.garrison for piece in board.standing(area, side)
    )
    return garrison and control.status(board, area, side) == "friendly"


@cached
def find_supplied_areas(theatre: GreatWarGame, board: MapState, side: Side, nation: str) -> frozenset[str]:
    """The areas in which a side's pieces, or one nation's, are in supply (A-71).

    A piece's own area need not be friendly. Without a nation only sources that feed everybody count. What is
    in transit is never out of supply (A-75).
    """
    within = sources(theatre, board, side, nation)
    lines, through = _trace(theatre, board, side, within)
    exempt = not theatre.chosen(SUPPLY_FROM, "friendly-areas")
    return frozenset(
        area.id
        for area in theatre.pack.map.areas
        if area.id in lines
        or area.transit == side
        or fed_by_sea(theatre, board, area.id, side)
        or (exempt and not through.isdisjoint(area.borders))
        or (area.id in within and control.present(board, area.id, side))
    )


class Lines:
    """The areas in supply of one board, for each nation that has sources of its own."""

    def __init__(self, theatre: GreatWarGame, board: MapState, side: Side) -> None:
        self._theatre, self._board, self._side = theatre, board, side
        self._fed: dict[str, frozenset[str]] = {}

    def feed(self, area: str, nation: str = "") -> bool:
        """Whether pieces of a nation are in supply in an area."""
        apart = nation if nation in self._theatre.fed_apart else ""
        fed = self._fed.get(apart)
        if fed is None:
            fed = self._fed[apart] = find_supplied_areas(self._theatre, self._board, self._side, apart)
        return area in fed

    def feed_all(self, area: str) -> bool:
        """Whether whatever the side has in an area is in supply there."""
        if not self._theatre.fed_apart:
            return self.feed(area)
        there = {piece.nation for piece in self._board.standing(area, self._side)}
        return all(self.feed(area, nation) for nation in there or {""})
