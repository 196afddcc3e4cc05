"""Area status (4.1) and supply lines (6.1 to 6.3)."""

from collections import deque
from collections.abc import Mapping
from typing import Literal

from referee.engine.facts import Objection, refuse
from referee.engine.system import RuleOption
from referee.engine.values import cached
from referee.systems.great_war.facts.refusals import Refusal
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import NO_PIECES, MapState, Piece
from schemas.great_war.clauses import Clause
from schemas.record import Side

Status = Literal["friendly", "enemy", "disputed", "neutral"]

SINGLE_STRENGTH = 1
"""A fort of this strength or less controls nothing (8.4)."""


def contests(piece: Piece) -> bool:
    """Return True if a piece keeps an area from the enemy (8.1, 8.4); an army does by its contents.

    Contents hidden from the viewer of a position count as well.
    """
    if piece.kind == "fort":
        return piece.strength > SINGLE_STRENGTH
    return piece.kind != "army" or piece.filled


def present(board: MapState, area: str, side: Side) -> bool:
    """Return True if a side has a piece in the area that contests it. An army does so by its contents."""
    for id in board.stacks.get(area, ()):
        piece = board.pieces[id]
        if piece.side == side and contests(piece):
            return True
    return False


def list_contenders(board: MapState, area: str) -> set[Side]:
    """The sides that have a piece in the area that contests it."""
    pieces = board.pieces
    return {piece.side for id in board.stacks.get(area, ()) if contests(piece := pieces[id])}


def status(board: MapState, area: str, side: Side) -> Status:
    """Return the status of an area for one side at this instant."""
    # Nothing is asked more often: one piece of each side is looked for, and no further.
    first, pieces = None, board.pieces
    for id in board.stacks.get(area, ()):
        piece = pieces[id]
        if piece.side != first and contests(piece):
            if first is not None:
                return "disputed"
            first = piece.side
    if first is not None and area in board.contested:
        return "disputed"
    owner = board.owner.get(area)
    if owner is None:
        return "neutral"
    return "friendly" if owner == side else "enemy"


@cached
def list_statuses(theatre: GreatWarGame, board: MapState, side: Side) -> Mapping[str, Status]:
    """Return the status of every area for one side at this instant."""
    return {area: status(board, area, side) for area in theatre.areas}


def friendly(board: MapState, area: str, side: Side) -> bool:
    """Return True if a side owns an area that is not disputed."""
    return board.owner.get(area) == side and status(board, area, side) == "friendly"


def has_joined(theatre: GreatWarGame, board: MapState, country: str | None) -> bool:
    """Return True if a country has joined a side. Until then its areas belong to no side."""
    return country is not None and any(
        area.country == country and area.id in board.owner for area in theatre.pack.map.areas
    )


def conquers(theatre: GreatWarGame, board: MapState, piece: Piece) -> bool:
    """Return True if a piece can take and keep an area: an army can if any piece in it can (A-25, A-26)."""
    if piece.kind == "army":
        return any(member.kind in theatre.conquerors for member in board.contents(piece.id))
    return piece.kind in theatre.conquerors


def holder(theatre: GreatWarGame, board: MapState, area: str) -> Side | None:
    """Return the side that must own the area by the pieces in it, or None if they do not decide (A-36)."""
    sides = list_contenders(board, area)
    if len(sides) != 1:
        return None
    (side,) = sides
    able = any(
        piece.kind in theatre.conquerors or (piece.kind == "fort" and piece.strength > SINGLE_STRENGTH)
        for piece in board.standing(area, side)
    )
    return side if able else None


def enemy_forts(board: MapState, area: str, side: Side) -> tuple[Piece, ...]:
    """The forts in an area that are not the side's own."""
    return tuple(piece for piece in board.at(area) if piece.kind == "fort" and piece.side != side)


def hold_by_enemy(clause: Clause, area: str) -> Objection:
    """The objection to an enemy area; the clause is that of the order."""
    return refuse(clause, Refusal.ENEMY_AREA, area=area)


STRONGHOLD_SUPPLY = RuleOption("stronghold-supply", ("no", "yes"))
"""A garrisoned port as a supply source for its own area (14.2.3)."""

SUPPLY_FROM = RuleOption("supply-from", ("any-area", "friendly-areas"))
"""Areas in which pieces may draw supply (A-71)."""


def _clear(board: MapState, area: str, side: Side) -> bool:
    """Return True if a supply line may pass a friendly area: no enemy piece, not even a weak fort (8.4)."""
    pieces = board.pieces
    return all(pieces[id].side == side for id in board.stacks.get(area, NO_PIECES))


def sources(theatre: GreatWarGame, board: MapState, side: Side, nation: str = "") -> frozenset[str]:
    """Return the sources of a side, with the exclusive sources of this nation (6.1)."""
    return frozenset(
        area.id
        for area in theatre.pack.map.areas
        if area.supply == side
        and not has_joined(theatre, board, area.supply_while_apart)
        and (not area.supply_for or nation in area.supply_for)
    )


def _trace(
    theatre: GreatWarGame, board: MapState, side: Side, within: frozenset[str]
) -> tuple[set[str], set[str]]:
    """Return the friendly areas connected to a friendly source, and the areas that lines pass through."""
    statuses = list_statuses(theatre, board, side)
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
    """Return True if a port supplies its own pieces, if the option is chosen (14.2.3)."""
    port = theatre.pack.tables.stronghold
    if port is None or port.area != area or port.side != side or not theatre.chosen(STRONGHOLD_SUPPLY, "yes"):
        return False
    garrison = any(
        piece.kind == "army" and piece.nation in port.garrison for piece in board.standing(area, side)
    )
    return garrison and status(board, area, side) == "friendly"


@cached
def find_supplied_areas(theatre: GreatWarGame, board: MapState, side: Side, nation: str) -> frozenset[str]:
    """Return the areas in which a side's pieces, or one nation's, are in supply (A-71).

    A piece's own area need not be friendly. Only sources for every nation count if no nation is named.
    Pieces in transit are never out of supply (A-75).
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
        or (area.id in within and present(board, area.id, side))
    )


class Lines:
    """The areas in supply of one board, for each nation that has sources of its own."""

    def __init__(self, theatre: GreatWarGame, board: MapState, side: Side) -> None:
        self._theatre, self._board, self._side = theatre, board, side
        self._fed: dict[str, frozenset[str]] = {}

    def feed(self, area: str, nation: str = "") -> bool:
        """Return True if pieces of a nation are in supply in an area."""
        apart = nation if nation in self._theatre.fed_apart else ""
        fed = self._fed.get(apart)
        if fed is None:
            fed = self._fed[apart] = find_supplied_areas(self._theatre, self._board, self._side, apart)
        return area in fed

    def feed_all(self, area: str) -> bool:
        """Return True if every piece of the side in an area is in supply there."""
        if not self._theatre.fed_apart:
            return self.feed(area)
        there = {piece.nation for piece in self._board.standing(area, self._side)}
        return all(self.feed(area, nation) for nation in there or {""})
