"""What the charts and the counters of a theatre say on a season turn: figures of the pack, no rules."""

import re

from schemas.great_war.names import CardKind
from schemas.great_war.pack import Area, Arrival, Pack, Scenario, Turn
from tests.great_war.second_opinion.field import Template
from tests.great_war.second_opinion.setups import templates

KINDS = {
    "I": "infantry", "S": "stosstruppen", "W": "commonwealth", "C": "cavalry", "A": "artillery",
    "G": "siege-gun", "B": "biplane", "T": "tank", "P": "paris-gun", "army": "army",
}  # fmt: skip

SIDES = ("german", "entente")

COUNTER = re.compile(r"(?P<nation>[a-z]+)-(?P<letter>[a-z])(?P<number>\d+)")


def other(side: str) -> str:
    return "entente" if side == "german" else "german"


class Almanac:
    """The charts of one pack, in one scenario."""

    def __init__(self, pack: Pack, scenario: Scenario) -> None:
        self.pack, self.scenario = pack, scenario
        self.areas: dict[str, Area] = {area.id: area for area in pack.map.areas}
        self.nations = {nation.id: nation for nation in pack.forces.nations}
        self.borders = {area.id: frozenset(area.borders) for area in pack.map.areas}
        self._cards = [kind for kind in pack.cards.kinds for _ in range(kind.copies)]
        self._turns = {turn.number: turn for turn in pack.tables.track.turns}
        self._first_builds = {unit.kind: unit.buildable_from for unit in pack.forces.units}
        self._printed = {unit.kind: unit.printed_years for unit in pack.forces.units}

    def card(self, number: int) -> CardKind:
        return self._cards[number - 1]

    def known(self, number: int) -> bool:
        return 1 <= number <= len(self._cards)

    def turn(self, number: int) -> Turn:
        return self._turns[number]

    def templates(self, turn: int) -> dict[str, Template]:
        return templates(self.pack, self._turns[turn].year)

    def side_of(self, nation: str) -> str:
        return self.nations[nation].side

    def points(self, side: str, turn: int) -> int:
        return self.pack.tables.build_points.figures[side][turn - 1]

    def card_limit(self, side: str, turn: int) -> int:
        return self.pack.tables.card_limits.figures[side][turn - 1]

    def arrivals(self, turn: int, side: str) -> list[Arrival]:
        entries = self.pack.tables.arrivals.entries
        return [one for one in entries if one.turn == turn and self.side_of(one.nation) == side]

    def counter(self, id: str) -> tuple[str, str] | None:
        """Nation and letter of a counter in the box, an army's letter being `army`."""
        for nation in self.nations.values():
            if id in nation.armies:
                return nation.id, "army"
        found = COUNTER.fullmatch(id)
        if found is None or found["nation"] not in self.nations:
            return None
        letter = found["letter"].upper()
        count = self.nations[found["nation"]].counters.get(KINDS.get(letter, ""), 0)
        return (found["nation"], letter) if 1 <= int(found["number"]) <= count else None

    def number(self, nation: str, letter: str) -> int:
        """How many counters of a kind a nation has in all."""
        return self.nations[nation].counters.get(KINDS[letter], 0)

    def box(self, nation: str, letter: str, turn: int) -> list[str]:
        """The counters of a kind that a nation may have on the map by then; some Biplanes come later."""
        years = self._printed.get(KINDS[letter], {}).get(nation)
        count = self.number(nation, letter)
        if years is not None:
            count = sum(year <= self._turns[turn].year for year in years)
        return [f"{nation}-{letter.lower()}{number}" for number in range(1, count + 1)]

    def may_build(self, id: str, turn: int) -> bool:
        """Whether a counter is available for Production (8.2.2, 8.3.4 to 8.3.6, the years on Biplanes)."""
        nation, letter = self.counter(id) or ("", "")
        first = self._first_builds[KINDS[letter]]
        if turn < first.get(nation, 1) or turn < self.nations[nation].enters:
            return False
        years = self._printed[KINDS[letter]].get(nation)
        return years is None or self._turns[turn].year >= years[int(id.rpartition("b")[2]) - 1]

    def home(self, nation: str) -> set[str]:
        """The areas of the home country; a power of the sea comes by its box (4.6, 7.3)."""
        return {area.id for area in self.areas.values() if area.country in self.nations[nation].home}
