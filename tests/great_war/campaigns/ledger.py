"""Accounts of a campaign kept from its events alone, by the clauses, to hold the system to them."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from referee.systems.great_war.state.position import Piece, Position
from schemas.great_war.card_events import CardsSacrificed, CrisisSettled
from schemas.great_war.events import CampaignEnded, GreatWarEvent, PieceLost, SeasonOpened, TurnOpened
from schemas.great_war.names import Kind
from schemas.great_war.pack import Area, Nation, Pack, Scenario
from schemas.great_war.plan_events import (
    ArmyWithdrawn,
    CountriesJoined,
    PhaseClosed,
    PieceArrived,
    PieceReplaced,
    WithdrawalOrdered,
)
from tests.great_war.campaigns.succession import Succession
from tests.great_war.campaigns.treasury import Treasury


@dataclass
class Ledger:
    """What must be on the map, who won what, and how many points that makes."""

    pack: Pack
    scenario: Scenario
    on_map: set[str]
    turn: int = 0
    dead_armies: set[str] = field(default_factory=set[str])
    gone_armies: set[str] = field(default_factory=set[str])
    joined: set[str] = field(default_factory=set[str])
    owed: WithdrawalOrdered | None = None
    withdrawn: int = 0
    crises: int = 0
    given: int = 0
    trimmed: bool = False
    ended: CampaignEnded | None = None

    def __post_init__(self) -> None:
        self.turn = self.scenario.turn
        self.treasury, self.succession = Treasury(self.pack), Succession(self.pack)
        self.deck = range(1, sum(kind.copies for kind in self.pack.cards.kinds) + 1)
        self.areas = {area.id: area for area in self.pack.map.areas}
        self.side_of = {nation.id: nation.side for nation in self.pack.forces.nations}
        self.later = {
            country: joining.turn
            for joining in self.pack.tables.events.joining
            if joining.turn >= self.turn
            for country in joining.countries
        }

    def enter(self, event: GreatWarEvent) -> Iterator[str]:  # noqa: C901, PLR0912 - one arm per event
        """Book an event; what could not be booked is told."""
        self.trimmed = False
        if self.ended is not None:
            yield f"{event.type} after the end"
        yield from self.treasury.enter(event, self.turn)
        yield from self.succession.enter(event)
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
            case TurnOpened():
                self.given = 0
            case CardsSacrificed(cards=cards):
                self.given += len(cards)
            case CrisisSettled():
                self.crises += event.shift
                yield from self._withdrawal_settled(event)
            case PhaseClosed(phase="discards"):
                self.trimmed = True
            case CampaignEnded():
                self.ended = event
            case CountriesJoined() | WithdrawalOrdered() | ArmyWithdrawn():
                yield from self._charted(event)
            case _:
                pass

    def _added(self, piece: str) -> Iterator[str]:
        if piece in self.on_map:
            yield f"{piece} came a second time"
        if piece in self.gone_armies:
            yield f"{piece} came back from another theatre"
        self.on_map.add(piece)

    def _removed(self, piece: str) -> Iterator[str]:
        if piece not in self.on_map:
            yield f"{piece} was lost and was not there"
        self.on_map.discard(piece)

    def _charted(self, event: CountriesJoined | WithdrawalOrdered | ArmyWithdrawn) -> Iterator[str]:
        """What the chart brings is what the pack says of the season."""
        chart = self.pack.tables.events
        match event:
            case CountriesJoined(side=side, countries=countries, early=early):
                seasons = [
                    joining.early.turn if early and joining.early is not None else joining.turn
                    for joining in chart.joining
                    if (joining.side, joining.countries) == (side, countries)
                ]
                if seasons != [self.turn] or self.joined.intersection(countries):
                    yield f"{countries} joined {side} on turn {self.turn}, and not on {seasons}"
                self.joined.update(countries)
            case WithdrawalOrdered(name=name, count=count):
                if (self.turn, name, count) not in {
                    (due.turn, due.name, due.count) for due in chart.withdrawals
                }:
                    yield f"{name} is not in the chart of turn {self.turn}"
                self.owed, self.withdrawn = event, 0
            case ArmyWithdrawn(army=army):
                self.gone_armies.add(army)
                self.dead_armies.discard(army)

    def lost(self, event: PieceLost, piece: Piece) -> None:
        """A piece as it was before it was lost: whether it pays for a withdrawal."""
        self.withdrawn += (
            event.fate == "withdrawn" and self.owed is not None and piece.kind in self.owed.kinds
        )

    def _withdrawal_settled(self, event: CrisisSettled) -> Iterator[str]:
        """Each piece that a withdrawal did not get costs what the chart says."""
        if self.owed is None:
            return
        missing = max(0, self.owed.count - self.withdrawn)
        if (event.missing, event.shift) != (missing, missing * self.owed.shift):
            yield f"{self.owed.name}: {self.withdrawn} went, {event.missing} are missing for {event.shift}"
        self.owed = None

    def attacked(self, position: Position, area: str) -> Iterator[str]:
        """A battle that the chart forbids, or allows for cards that were not given."""
        now = position.now
        special = now.card if now is not None and now.kind == "special" else 0
        kinds = [kind.id for kind in self.pack.cards.kinds for _ in range(kind.copies)]
        here = {piece.nation for piece in position.map.at(area) if now is not None and piece.side == now.side}
        for restraint in self.pack.tables.events.restraints:
            bound = restraint.forbids == "attack" and restraint.nation in here
            free = special and kinds[special - 1] in restraint.free
            paid = restraint.cards and (free or self.given >= restraint.cards)
            if bound and restraint.first <= self.turn <= restraint.last and not paid:
                yield f"{restraint.nation} attacks in {area}: {restraint.because}"

    def disagreements(self, position: Position) -> Iterator[str]:
        """Everything in a position, after any event, that the books do not say."""
        if set(position.map.pieces) != self.on_map:
            yield f"lost or doubled: {sorted(set(position.map.pieces) ^ self.on_map)}"
        yield from self._cards(position)
        for area in self.pack.map.areas:
            if (position.map.owner.get(area.id) in position.map.sides) == self._apart(area):
                yield f"{area.id} belongs to nobody" if not self._apart(area) else f"{area.id} has an owner"
        if self.trimmed:
            for side, hand in position.hands.items():
                limit = self.pack.tables.card_limits.figures[side][self.turn - 1]
                if hand.size > limit:
                    yield f"the {side} hand has {hand.size} cards of {limit}"

    def _apart(self, area: Area) -> bool:
        """Whether the country of an area has not joined a side."""
        return area.country in self.later and area.country not in self.joined

    def _cards(self, position: Position) -> Iterator[str]:
        hands = [card for hand in position.hands.values() for card in hand.cards]
        cards = sorted((*position.pile, *position.discards, *position.removed, *hands))
        if cards != list(self.deck):
            yield f"{len(cards)} cards: {Counter(cards) - Counter(self.deck)} too many"
        if not set(self.scenario.without_cards).issubset(position.removed):
            yield f"cards of crises that are over are in play: {self.scenario.without_cards}"
        for side, hand in position.hands.items():
            if hand.size != len(hand.cards):
                yield f"the {side} hand says {hand.size} and has {len(hand.cards)}"

    def unsettled(self, position: Position) -> Iterator[str]:
        """Everything that may be wrong for an instant, and never where a side is asked."""
        yield from _stacks(self.pack, self.areas, position)
        yield from _armies(self.pack, position, self.turn)
        yield from (f"{army} is here, and left" for army in self.gone_armies & self.on_map)
        for country, turn in self.later.items():
            if turn < self.turn and country not in self.joined:
                yield f"{country} should have joined on turn {turn}"
        for nation in self.pack.forces.nations:
            mine = Counter(piece.kind for piece in position.map.pieces.values() if piece.nation == nation.id)
            for kind, count in mine.items():
                if count > nation.counters.get(kind, 0):
                    yield f"{nation.id} has {count} {kind}"
        # The owner of a field of battle is found when the battle is closed.
        if position.fight is None:
            yield from _owners(self.pack, position)

    def pool(self, nation: Nation, position: Position) -> dict[Kind, int]:
        """The counters of a nation that are not on the map; forts never return."""
        on_map = Counter(piece.kind for piece in position.map.pieces.values() if piece.nation == nation.id)
        left = {kind: count - on_map[kind] for kind, count in nation.counters.items() if kind != "fort"}
        return {kind: count for kind, count in left.items() if count}

    def points(self, position: Position) -> int:
        """The victory points by the rulebook's words (3.1, 8.3.6, 9.8, 9.9)."""
        victory = self.pack.tables.victory
        total = self.crises - self.pack.tables.blockade.figures[self.turn - 1]
        for area in self.pack.map.areas:
            mine = area.points and position.map.owner.get(area.id) == victory.counts_for
            if mine and not _disputed(position, area.id):
                total += area.points
        for army in self.dead_armies:
            total += -1 if self.side_of[army.partition("-")[0]] == victory.counts_for else 1
        return total + self._terror(position) + self._away(position)

    def _away(self, position: Position) -> int:
        """Each full so many build points of what is on its way to another front, up to a year (3.1)."""
        chart = self.pack.tables.transit
        year = next(turn.year for turn in self.pack.tables.track.turns if turn.number == self.turn)
        if chart is None or year > chart.counts_until:
            return 0
        cost = {unit.kind: unit.cost for unit in self.pack.forces.units}
        away = [piece for piece in position.map.pieces.values() if self.areas[piece.area].transit]
        worth = sum(cost[piece.kind] for piece in away) // chart.points_per_victory_point
        theirs = any(piece.side != self.pack.tables.victory.counts_for for piece in away)
        return -worth if theirs else worth

    def _terror(self, position: Position) -> int:
        """A gun that reaches the capital, where the pack has both, is worth its points once (8.3.6)."""
        worth = {unit.kind: unit.terror for unit in self.pack.forces.units}
        if (capital := self.pack.tables.victory.capital) is None:
            return 0
        reach = {capital, *self.areas[capital].borders}
        return max(
            (worth[piece.kind] for piece in position.map.pieces.values() if piece.area in reach), default=0
        )

    def level(self, points: int) -> str:
        """The level of victory that the chart of the scenario, or of the pack, gives so many points."""
        for band in self.scenario.levels or self.pack.tables.victory.levels:
            if (band.least is None or band.least <= points) and (band.most is None or points <= band.most):
                return band.name
        raise AssertionError(points)


def _army(id: str) -> bool:
    return id.rpartition("-")[2].isdigit()


def _contests(piece: Piece) -> bool:
    """Whether a piece keeps an area from the other side: no empty army, no fort of strength 1 (8.1, 8.4)."""
    return piece.kind != "army" and not (piece.kind == "fort" and piece.strength < 2)


def _disputed(position: Position, area: str) -> bool:
    return len({piece.side for piece in position.map.at(area) if _contests(piece)}) > 1


def _owners(pack: Pack, position: Position) -> Iterator[str]:
    """Areas that belong to one side while infantry or cavalry of the other stands there alone (4.1)."""
    takers = {unit.kind for unit in pack.forces.units if unit.conquers and unit.group != "fort"} - {"army"}
    sides: dict[str, set[str]] = {}
    taken: set[tuple[str, str]] = set()
    for piece in position.map.pieces.values():
        if _contests(piece):
            sides.setdefault(piece.area, set()).add(piece.side)
            if piece.kind in takers:
                taken.add((piece.area, piece.side))
    for area, side in taken:
        if sides[area] == {side} and position.map.owner[area] != side:
            yield f"only {side} stands in {area}, which is {position.map.owner[area]}"


def _stacks(pack: Pack, areas: dict[str, Area], position: Position) -> Iterator[str]:
    filled = {piece.army for piece in position.map.pieces.values() if piece.army is not None}
    counted = Counter(
        (piece.area, piece.side)
        for piece in position.map.pieces.values()
        if piece.army is None and piece.kind != "fort" and (piece.kind != "army" or piece.id in filled)
    )
    for (area, side), count in counted.items():
        limit = areas[area].stacking or pack.tables.limits.stacking
        if count > limit and areas[area].transit is None:
            yield f"{area} holds {count} {side} pieces"


def _armies(pack: Pack, position: Position, turn: int) -> Iterator[str]:
    year = next(entry.year for entry in pack.tables.track.turns if entry.number == turn)
    nations = {nation.id: nation for nation in pack.forces.nations}
    held: dict[str, list[Piece]] = {}
    for piece in position.map.pieces.values():
        if piece.army is not None:
            held.setdefault(piece.army, []).append(piece)
    for id, pieces in held.items():
        army = position.map.pieces.get(id)
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
