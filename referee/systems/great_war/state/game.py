"""A pack bound to one scenario, indexed the way the rules ask for it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache

from msgspec.structs import replace

from referee.engine.system import RuleOption
from referee.systems.great_war.state.position import Piece, Position
from schemas.great_war.charts import Transit
from schemas.great_war.names import CardKind, CombatEffect, Demand, Kind
from schemas.great_war.pack import Area, Level, Nation, Pack, Scenario, Turn, UnitType
from schemas.record import Side

HIDDEN_TEMPLATES = RuleOption("hidden-templates", ("no", "yes"))
"""Contents of an army, open or hidden from the opponent (A-95)."""

LINKED_THEATRES = RuleOption("linked-theatres", ("no", "yes"))
"""The other theatre, left out or played as well (B-09)."""


class GreatWarGame:
    """The map, forces, cards and charts of one pack, and the options in force."""

    def __init__(self, pack: Pack, scenario: str, options: Mapping[str, str] | None = None) -> None:
        self.pack = pack
        self.scenario: Scenario = next(s for s in pack.scenarios if s.id == scenario)
        self.options = {option.id: option.default for option in pack.game.options} | dict(options or {})
        self.sides: tuple[Side, Side] = (pack.game.sides[0].id, pack.game.sides[1].id)
        self.areas: Mapping[str, Area] = {area.id: area for area in pack.map.areas}
        self.railways: Mapping[str, tuple[str, ...]] = self._railways()
        self.out_of_play = {region.id: region for region in pack.map.out_of_play}
        self.transit_box = next((area for area in pack.map.areas if area.transit is not None), None)
        self.nations: Mapping[str, Nation] = {nation.id: nation for nation in pack.forces.nations}
        self.units: Mapping[Kind, UnitType] = {unit.kind: unit for unit in pack.forces.units}
        self.cards: tuple[CardKind, ...] = tuple(
            kind for kind in pack.cards.kinds for _ in range(kind.copies)
        )
        self.limits = pack.tables.limits
        self.levels: tuple[Level, ...] = self.scenario.levels or pack.tables.victory.levels
        self.turns: Mapping[int, Turn] = {turn.number: turn for turn in pack.tables.track.turns}
        self.infantry: frozenset[Kind] = frozenset(u.kind for u in pack.forces.units if u.group == "infantry")
        self.auxiliary: frozenset[Kind] = frozenset(
            u.kind for u in pack.forces.units if u.group == "auxiliary"
        )
        self.most_per_army: Mapping[Kind, int] = {
            unit.kind: unit.per_army for unit in pack.forces.units if unit.per_army is not None
        }
        self.mortal: frozenset[Kind] = frozenset(u.kind for u in pack.forces.units if u.alone != "lives")
        self.riders: frozenset[Kind] = frozenset(u.kind for u in pack.forces.units if u.rides)
        self.conquerors: frozenset[Kind] = frozenset(
            u.kind for u in pack.forces.units if u.conquers and u.group in {"infantry", "auxiliary"}
        )
        self.scores: Mapping[str, int] = {area.id: area.points for area in pack.map.areas if area.points}
        self.barred: Mapping[str, tuple[Kind, ...]] = {
            area.id: area.bars for area in pack.map.areas if area.bars
        }
        self.homes: Mapping[str, tuple[str, ...]] = {
            nation.id: tuple(area.id for area in pack.map.areas if area.country in nation.home)
            for nation in pack.forces.nations
        }
        self.upgrades: Mapping[Kind, tuple[Kind, ...]] = {
            kind: tuple(unit.kind for unit in pack.forces.units if unit.upgrades == kind)
            for kind in self.units
        }
        self._stacking: Mapping[str, int] = {
            area.id: area.stacking or self.limits.stacking for area in pack.map.areas
        }
        self.terrors: Mapping[Kind, int] = {u.kind: u.terror for u in pack.forces.units if u.terror}

        self.fed_apart = frozenset(nation for area in pack.map.areas for nation in area.supply_for)
        # Pieces of the set-up whose kind enters play in the place of another piece.
        self.veterans: frozenset[str] = frozenset(
            piece.id for piece in self.set_up.values() if self.units[piece.kind].swapped_for
        )

    @cached_property
    def hides_templates(self) -> bool:
        """Return True if the match is played with hidden templates (A-95)."""
        return self.chosen(HIDDEN_TEMPLATES, "yes")

    def chosen(self, option: RuleOption, choice: str) -> bool:
        """Return True if this choice is in force; if the pack lacks the option, the first one is."""
        return self.options.get(option.id, option.choices[0]) == choice

    @property
    def in_transit(self) -> Transit | None:
        """Costs and points of the transit box; None if the other theatre is played beside this one."""
        return None if self.chosen(LINKED_THEATRES, "yes") else self.pack.tables.transit

    def other(self, side: Side) -> Side:
        """The opponent."""
        return self.sides[1] if side == self.sides[0] else self.sides[0]

    def card(self, number: int) -> CardKind | None:
        """Return the kind of the card with this number, counted from one."""
        return self.cards[number - 1] if 1 <= number <= len(self.cards) else None

    def combat(self, number: int) -> CombatEffect | None:
        """Return the effect on battles of the card with this number."""
        card = self.card(number)
        return card.combat if card is not None else None

    def date(self, card: CardKind, side: Side) -> int:
        """The season turn from which a side may play a card for its effect on battles."""
        return card.playable_from_by.get(side, card.playable_from or 0)

    def defended(self, turn: int) -> bool:
        """Return True if a defender may play some card on battles in this season."""
        return any(
            turn >= self.date(kind, side)
            for kind in self.pack.cards.kinds
            for side in self.sides
            if kind.combat not in {None, "surprise"}
        )

    def special(self, number: int, side: Side, turn: int) -> CardKind | None:
        """The special offensive that the card of this number is for a side in this season."""
        card = self.card(number)
        if card is None or card.special_for != side:
            return None
        return card if (card.special_from or 0) <= turn <= (card.special_until or turn) else None

    def demand(self, number: int, turn: int) -> Demand | None:
        """Return the demand of this card's crisis in the year of a season."""
        card = self.card(number)
        demands = card.crisis.demands if card is not None and card.crisis is not None else ()
        return next((demand for demand in demands if demand.year == self.turns[turn].year), None)

    def deck(self) -> tuple[int, ...]:
        """The numbers of the cards this scenario is played with."""
        out = set(self.scenario.without_cards)
        chart = self.pack.tables.transit
        linked = chart.linked_without if chart is not None and self.chosen(LINKED_THEATRES, "yes") else ()
        return tuple(n for n, card in enumerate(self.cards, 1) if n not in out and card.id not in linked)

    def left_out(self) -> tuple[int, ...]:
        """The numbers of the cards that are out of the game from the start."""
        deck_cards = set(self.deck())
        return tuple(number for number in range(1, len(self.cards) + 1) if number not in deck_cards)

    def stacking(self, area: str) -> int:
        """Return the number of pieces of a side that an area can hold."""
        return self._stacking[area]

    def artillery_limit(self, nation: str, turn: int) -> int:
        """Return the number of artillery that one army of this nation may contain in this season."""
        return self.nations[nation].artillery_per_army.get(self.turns[turn].year, 0)

    def ids(self) -> Iterator[str]:
        """Every id a counter of the mix may have, forts included."""
        for nation in self.pack.forces.nations:
            yield from nation.armies
            for kind, count in nation.counters.items():
                if kind not in {"army", "fort"}:
                    yield from (piece_id(nation.id, self.units[kind], n) for n in range(1, count + 1))
        yield from (fort_id(area.id) for area in self.pack.map.areas if area.fort is not None)

    @cached_property
    def set_up(self) -> Mapping[str, Piece]:
        """The pieces of the scenario on their areas."""
        pieces: dict[str, Piece] = {}
        numbers: Counter[tuple[str, Kind]] = Counter()
        for placement in self.scenario.placements:
            side = self.nations[placement.nation].side
            if placement.army in self.nations[placement.nation].armies:
                pieces[placement.army] = Piece(
                    placement.army, placement.nation, side, "army", placement.area,
                    entrenched=placement.entrenched,
                )  # fmt: skip
            loose = placement.army is None
            for kind, count in placement.holds.items():
                for _ in range(count):
                    numbers[placement.nation, kind] += 1
                    piece = Piece(
                        piece_id(placement.nation, self.units[kind], numbers[placement.nation, kind]),
                        placement.nation, side, kind, placement.area, placement.army,
                        entrenched=placement.entrenched and loose and self.units[kind].entrenched > 0,
                    )  # fmt: skip
                    pieces[piece.id] = piece
        for fort in self._forts():
            pieces[fort.id] = fort
        return pieces

    def _railways(self) -> Mapping[str, tuple[str, ...]]:
        """The areas that each is joined to by rail, in the order of its borders (4.4)."""
        lines = self.pack.map.railways
        if lines is None:
            return {area.id: area.borders for area in self.pack.map.areas}
        joined = {*lines, *((there, here) for here, there in lines)}
        return {
            area.id: tuple(near for near in area.borders if (area.id, near) in joined)
            for area in self.pack.map.areas
        }

    def _forts(self) -> Iterator[Piece]:
        for area in self.pack.map.areas:
            strength = self.scenario.forts.get(area.id, area.fort)
            if area.fort is not None and strength is not None and strength >= 0:
                nation = next(n for n in self.pack.forces.nations if area.country in n.home)
                yield Piece(fort_id(area.id), nation.id, nation.side, "fort", area.id, strength=strength)

    def start(self) -> Position:
        """The position before the first card is dealt."""
        owner = {area: side for side, areas in self.scenario.control.items() for area in areas}
        if (box := self.transit_box) is not None and box.transit is not None:
            owner[box.id] = box.transit
        lost = frozenset(self.scenario.eliminated)
        position = Position.opening(self.sides, self.scenario.turn, owner, self.set_up, lost)
        return replace(position, removed=self.left_out())


def piece_id(nation: str, unit: UnitType, number: int) -> str:
    """The id of the n-th counter of a kind: `ge-i3`."""
    return f"{nation}-{(unit.letter or unit.symbol).lower()}{number}"


def fort_id(area: str) -> str:
    """The id of the fort of an area."""
    return f"{area}-fort"


@lru_cache(maxsize=8)
def mix(theatre: GreatWarGame) -> Mapping[str, Kind]:
    """Return the kind of every piece of the counter mix, by id."""
    return dict(_counters(theatre))


def _counters(theatre: GreatWarGame) -> Iterator[tuple[str, Kind]]:
    for nation in theatre.nations.values():
        for army in nation.armies:
            yield army, "army"
        for kind in list_numbered(nation):
            for number in range(1, nation.counters[kind] + 1):
                yield piece_id(nation.id, theatre.units[kind], number), kind
    for area in theatre.pack.map.areas:
        if area.fort is not None:
            yield fort_id(area.id), "fort"


def list_numbered(nation: Nation) -> Iterator[Kind]:
    """Return the kinds with numbered counters. Armies have names, and forts have the names of their areas."""
    return (kind for kind in nation.counters if kind not in {"army", "fort"})
