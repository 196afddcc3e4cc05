"""Accounts of a campaign kept from its events alone, by the clauses, to hold the system to them."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from referee.systems.great_war.position import Piece, Position
from schemas.great_war.card_events import CrisisSettled
from schemas.great_war.events import CampaignEnded, GreatWarEvent, PieceLost, SeasonOpened
from schemas.great_war.pack import Kind, Nation, Pack
from schemas.great_war.plan_events import PhaseClosed, PieceArrived, PieceReplaced

MOST_STACKED = 3
"""Pieces of one side in an area (1.2.2)."""

DECK = 55
"""Cards, one of each number (9.0)."""


@dataclass
class Ledger:
    """What must be on the map, who won what, and how many points that makes."""

    pack: Pack
    on_map: set[str]
    turn: int
    dead_armies: set[str] = field(default_factory=set[str])
    crises: int = 0
    trimmed: bool = False
    ended: CampaignEnded | None = None

    def enter(self, event: GreatWarEvent) -> Iterator[str]:
        """Book an event; what could not be booked is told."""
        self.trimmed = False
        if self.ended is not None:
            yield f"{event.type} after the end"
        match event:
            case PieceArrived(piece=piece):
                yield from self._added(piece)
                self.dead_armies.discard(piece)
            case PieceReplaced(piece=piece, by=by):
                yield from self._removed(piece)
                yield from self._added(by)
            case PieceLost(piece=piece):
                yield from self._removed(piece)
                if _army(piece):
                    self.dead_armies.add(piece)
            case SeasonOpened(turn=turn):
                self.turn = turn
            case CrisisSettled(shift=shift):
                self.crises += shift
            case PhaseClosed(phase="discards"):
                self.trimmed = True
            case CampaignEnded():
                self.ended = event
            case _:
                pass

    def _added(self, piece: str) -> Iterator[str]:
        if piece in self.on_map:
            yield f"{piece} came a second time"
        self.on_map.add(piece)

    def _removed(self, piece: str) -> Iterator[str]:
        if piece not in self.on_map:
            yield f"{piece} was lost and was not there"
        self.on_map.discard(piece)

    def disagreements(self, position: Position) -> Iterator[str]:
        """Everything in a position, after any event, that the books do not say."""
        if set(position.pieces) != self.on_map:
            yield f"lost or doubled: {sorted(set(position.pieces) ^ self.on_map)}"
        yield from self._cards(position)
        for area in self.pack.map.areas:
            if position.owner.get(area.id) not in position.sides:
                yield f"{area.id} belongs to nobody"
        if self.trimmed:
            for side, hand in position.hands.items():
                limit = self.pack.tables.card_limits.figures[side][self.turn - 1]
                if hand.size > limit:
                    yield f"the {side} hand has {hand.size} cards of {limit}"

    def _cards(self, position: Position) -> Iterator[str]:
        hands = [card for hand in position.hands.values() for card in hand.cards]
        cards = sorted((*position.pile, *position.discards, *position.removed, *hands))
        if cards != list(range(1, DECK + 1)):
            yield f"{len(cards)} cards: {Counter(cards) - Counter(range(1, DECK + 1))} too many"
        for side, hand in position.hands.items():
            if hand.size != len(hand.cards):
                yield f"the {side} hand says {hand.size} and has {len(hand.cards)}"

    def unsettled(self, position: Position) -> Iterator[str]:
        """Everything that may be wrong for an instant, and never where a side is asked."""
        yield from _stacks(position)
        yield from _armies(self.pack, position, self.turn)
        for nation in self.pack.forces.nations:
            mine = Counter(piece.kind for piece in position.pieces.values() if piece.nation == nation.id)
            for kind, count in mine.items():
                if count > nation.counters.get(kind, 0):
                    yield f"{nation.id} has {count} {kind}"
        # The owner of a field of battle is found when the battle is closed.
        if position.fight is None:
            yield from _owners(self.pack, position)

    def pool(self, nation: Nation, position: Position) -> dict[Kind, int]:
        """The counters of a nation that are not on the map; forts never return."""
        on_map = Counter(piece.kind for piece in position.pieces.values() if piece.nation == nation.id)
        left = {kind: count - on_map[kind] for kind, count in nation.counters.items() if kind != "fort"}
        return {kind: count for kind, count in left.items() if count}

    def points(self, position: Position) -> int:
        """The victory points by the rulebook's words (3.1, 8.3.6, 9.8, 9.9)."""
        victory = self.pack.tables.victory
        total = self.crises - self.pack.tables.blockade.figures[self.turn - 1]
        for area in self.pack.map.areas:
            mine = area.points and position.owner[area.id] == victory.counts_for
            if mine and not _disputed(position, area.id):
                total += area.points
        for army in self.dead_armies:
            total += -1 if army.startswith("ge-") else 1
        capital = next(area for area in self.pack.map.areas if area.id == victory.capital)
        guns = [piece for piece in position.pieces.values() if piece.kind == "paris-gun"]
        return total + any(gun.area in {capital.id, *capital.borders} for gun in guns)

    def level(self, points: int) -> str:
        """The level of victory that the chart gives so many points."""
        for band in self.pack.tables.victory.levels:
            if (band.least or -999) <= points <= (999 if band.most is None else band.most):
                return band.name
        raise AssertionError(points)


def _army(id: str) -> bool:
    return id.rpartition("-")[2].isdigit()


def _contests(piece: Piece) -> bool:
    """Whether a piece keeps an area from the other side: no empty army, no fort of strength 1 (8.1, 8.4)."""
    return piece.kind != "army" and not (piece.kind == "fort" and piece.strength < 2)


def _disputed(position: Position, area: str) -> bool:
    return (
        len({piece.side for piece in position.pieces.values() if piece.area == area and _contests(piece)}) > 1
    )


def _owners(pack: Pack, position: Position) -> Iterator[str]:
    """Areas that belong to one side while infantry or cavalry of the other stands there alone (4.1)."""
    takers = {unit.kind for unit in pack.forces.units if unit.conquers and unit.group != "fort"} - {"army"}
    sides: dict[str, set[str]] = {}
    taken: set[tuple[str, str]] = set()
    for piece in position.pieces.values():
        if _contests(piece):
            sides.setdefault(piece.area, set()).add(piece.side)
            if piece.kind in takers:
                taken.add((piece.area, piece.side))
    for area, side in taken:
        if sides[area] == {side} and position.owner[area] != side:
            yield f"only {side} stands in {area}, which is {position.owner[area]}"


def _stacks(position: Position) -> Iterator[str]:
    filled = {piece.army for piece in position.pieces.values() if piece.army is not None}
    counted = Counter(
        (piece.area, piece.side)
        for piece in position.pieces.values()
        if piece.army is None and piece.kind != "fort" and (piece.kind != "army" or piece.id in filled)
    )
    for (area, side), count in counted.items():
        if count > MOST_STACKED:
            yield f"{area} holds {count} {side} pieces"


def _armies(pack: Pack, position: Position, turn: int) -> Iterator[str]:
    year = next(entry.year for entry in pack.tables.track.turns if entry.number == turn)
    nations = {nation.id: nation for nation in pack.forces.nations}
    held: dict[str, list[Piece]] = {}
    for piece in position.pieces.values():
        if piece.army is not None:
            held.setdefault(piece.army, []).append(piece)
    for id, pieces in held.items():
        army = position.pieces.get(id)
        if army is None or army.kind != "army":
            yield f"{id} holds pieces and is not there"
            continue
        if any(piece.area != army.area or piece.side != army.side for piece in pieces):
            yield f"{id} holds pieces of elsewhere"
        yield from _template(pack, nations[army.nation], id, pieces, year)


def _template(pack: Pack, nation: Nation, army: str, pieces: list[Piece], year: int) -> Iterator[str]:
    groups = {unit.kind: unit.group for unit in pack.forces.units}
    kinds = Counter(piece.kind for piece in pieces)
    space = Counter(groups[piece.kind] for piece in pieces)
    if set(space) - {"infantry", "auxiliary"}:
        yield f"{army} holds {set(space)}"
    if space["infantry"] > nation.template.infantry or space["auxiliary"] > nation.template.auxiliary:
        yield f"{army} holds {space}, more than its template"
    if kinds["artillery"] > nation.artillery_per_army.get(year, 0):
        yield f"{army} holds {kinds['artillery']} artillery in {year}"
    if kinds["biplane"] > 1:
        yield f"{army} holds {kinds['biplane']} biplanes"
    for piece in pieces:
        guest = piece.nation in nation.guests and groups[piece.kind] == "infantry"
        if piece.nation != nation.id and not guest:
            yield f"{piece.id} is in {army}"
