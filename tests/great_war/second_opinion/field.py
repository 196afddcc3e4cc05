"""The map of the second opinion: counters on areas, and what sections 1.2, 4.1, 5.3.1 and 8 say of them.

Nothing here knows the system that it is compared with; it was written from the rulebook's clauses.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

INFANTRY_TYPE = frozenset("ISW")
"""Infantry, Stoßtruppen and Commonwealth Infantry (8.2)."""

AUXILIARY = frozenset("CAGBTP")
"""Cavalry, Artillery, Siege Gun, Biplane, Tank and Paris Gun (8.3)."""

TAKES_GROUND = frozenset("ISWCT")
"""What can own an area by standing in it (8.3.2-g, 8.3.3-k, 8.3.4-h, 8.3.6-g, A-26)."""


@dataclass
class Chit:
    """One counter. `kind` is its letter, or `army` or `fort`; `marked` is the Retreat marker."""

    id: str
    nation: str
    side: str
    kind: str
    area: str
    army: str | None = None
    strength: int = 1
    entrenched: bool = False
    marked: bool = False

    steps: ClassVar[int] = 0
    """How often any counter was put in an area: what was sorted by areas before is out of date."""

    def __setattr__(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)
        if name == "area":
            Chit.steps += 1


@dataclass(frozen=True)
class Template:
    """What an army of a nation may hold: spaces, artillery in this year, and nations that are guests."""

    infantry: int
    auxiliary: int
    artillery: int
    guests: frozenset[str] = frozenset()


@dataclass
class Field:
    """Where everything stands."""

    chits: dict[str, Chit]
    owner: dict[str, str]
    borders: Mapping[str, frozenset[str]]
    templates: Mapping[str, Template]
    eliminated: set[str] = field(default_factory=set)
    _stacks: dict[tuple[str, str], list[Chit]] = field(default_factory=dict, repr=False)
    _sorted: tuple[int, int] = (-1, 0)

    def of(self, area: str, side: str) -> list[Chit]:
        """What a side has in an area, in the order in which it came on the map."""
        now = (Chit.steps, len(self.chits))
        if self._sorted != now:
            self._sorted, self._stacks = now, {}
            for chit in self.chits.values():
                self._stacks.setdefault((chit.area, chit.side), []).append(chit)
        return list(self._stacks.get((area, side), ()))

    def inside(self, army: str) -> list[Chit]:
        there = self.chits.get(army)
        return [chit for chit in self.of(there.area, there.side) if chit.army == army] if there else []

    def contested_by(self, area: str, side: str) -> bool:
        """Whether a side keeps the area from the other: not with Empty Armies, nor a Fort of 1 (8.4)."""
        return any(
            chit.strength > 1 if chit.kind == "fort" else chit.kind != "army" for chit in self.of(area, side)
        )

    def disputed(self, area: str) -> bool:
        return all(self.contested_by(area, side) for side in ("german", "entente"))

    def open_to(self, area: str, side: str) -> bool:
        """Whether the area is Friendly or Disputed to the side (5.4-d)."""
        return self.disputed(area) or self.owner.get(area) == side

    def pieces(self, area: str, side: str) -> set[str]:
        """What counts for stacking: neither Forts nor Empty Armies, an army once (1.2.2)."""
        return {chit.army or chit.id for chit in self.of(area, side) if chit.kind not in {"army", "fort"}}

    def fits(self, held: list[Chit], army: Chit) -> bool:
        """Whether an army may hold exactly these (1.4, 8.1-b, -c, 8.3.2, 8.3.4-j)."""
        template = self.templates[army.nation]
        kinds = [chit.kind for chit in held]
        strangers = [chit for chit in held if chit.nation != army.nation]
        return (
            all(chit.kind == "I" and chit.nation in template.guests for chit in strangers)
            and sum(kind in INFANTRY_TYPE for kind in kinds) <= template.infantry
            and sum(kind in AUXILIARY for kind in kinds) <= template.auxiliary
            and kinds.count("A") <= template.artillery
            and kinds.count("B") <= 1
        )

    def remove(self, id: str) -> None:
        """Take a counter off the map; an army is then eliminated (8.1-n, -o)."""
        if self.chits.pop(id).kind == "army":
            self.eliminated.add(id)

    def lose(self, id: str) -> None:
        """One loss: a step of a Fort, or a unit, and with its last one the Army (5.3.1-m, -o, -q)."""
        chit = self.chits[id]
        if chit.kind == "fort" and chit.strength > 1:
            chit.strength -= 1
            return
        self.remove(id)
        if chit.army is not None and not self.inside(chit.army):
            self.remove(chit.army)

    def forlorn(self, area: str) -> Iterator[Chit]:
        """Empty Armies in a Disputed area without Friendly Infantry types: eliminated at once (8.1-m)."""
        for chit in [
            one for side in ("german", "entente") for one in self.of(area, side) if one.kind == "army"
        ]:
            enemy = "entente" if chit.side == "german" else "german"
            company = any(other.kind in INFANTRY_TYPE for other in self.of(area, chit.side))
            if not self.inside(chit.id) and not company and self.contested_by(area, enemy):
                yield chit

    def forlorn_anywhere(self) -> list[Chit]:
        """Such armies on the whole map: one may have retreated to where it cannot stay (A-69)."""
        areas = sorted({chit.area for chit in self.chits.values()})
        return [army for area in areas for army in self.forlorn(area)]

    def unaccompanied(self, area: str) -> list[Chit]:
        """What dies without Infantry types beside it, both sides judged at once (8.3.2 to 8.3.6, A-55)."""
        dying: list[Chit] = []
        for side, enemy in (("german", "entente"), ("entente", "german")):
            if any(chit.kind in INFANTRY_TYPE for chit in self.of(area, side)):
                continue
            against = {chit.kind for chit in self.of(area, enemy)} - {"army", "fort"}
            for chit in self.of(area, side):
                if (chit.kind in "ABT" and against & INFANTRY_TYPE) or (chit.kind in "GP" and against):
                    dying.append(chit)
        return dying

    def settle_owner(self, area: str) -> None:
        """One side alone owns the area, if its pieces can; else nothing changes (4.1, A-36)."""
        holders = [side for side in ("german", "entente") if self.contested_by(area, side)]
        if len(holders) == 1:
            (side,) = holders
            if any(
                chit.kind in TAKES_GROUND or (chit.kind == "fort" and chit.strength > 1)
                for chit in self.of(area, side)
            ):
                self.owner[area] = side
