"""Who is in a battle and how anybody may leave it, as the second opinion reads 1.2.3, 5.4 and 8.1."""

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field

from tests.great_war.second_opinion.field import Chit, Field
from tests.great_war.second_opinion.terms import Answer, Ask, EventRecorder, Terms


@dataclass
class Scene:
    """An area that is fought for, the pieces there, and those that are going."""

    field: Field
    terms: Terms
    hands: dict[str, dict[int, int]]
    dogfought: bool = False
    leaving: dict[str, tuple[str, str]] = field(default_factory=dict)
    reacting: set[str] = field(default_factory=set)
    gone: set[str] = field(default_factory=set)
    driven: int = 0
    destination: dict[str, str] = field(default_factory=dict)

    def live(self, side: str) -> list[Chit]:
        """A side's pieces that take part: here and not marked (5.4-c, 5.4.4-b)."""
        return [chit for chit in self.field.of(self.terms.area, side) if not chit.marked]

    def units(self, side: str, kinds: Iterable[str]) -> list[Chit]:
        return [chit for chit in self.live(side) if chit.kind in kinds]

    def strong(self, side: str) -> bool:
        """Whether anything of a side takes part, the Paris Gun included (A-43)."""
        return any(chit.kind != "army" for chit in self.live(side))

    def leaves(self, chit: Chit) -> bool:
        return chit.id in self.leaving or chit.army in self.leaving

    def fights(self, army: Chit) -> bool:
        """Whether an Army holds anything that takes part (5.4.4-b)."""
        return any(not held.marked for held in self.field.inside(army.id))

    def ways(
        self, movers: Iterable[Chit], only: str | None = None, *, driven_back: bool = False
    ) -> Iterator[Answer]:
        """Every retreat these pieces may make: to an adjacent open area, within stacking (5.4-d to -f).

        Armies that are driven back leave no marked units behind, and so need no room for them (5.4.4).
        """
        for chit in movers:
            if chit.kind in {"G", "P", "fort"} or chit.id in self.leaving or chit.army in self.leaving:
                continue
            if chit.kind == "army" and (self._idle(chit) or (self._overcrowds(chit) and not driven_back)):
                continue
            for to in self.field.borders[self.terms.area]:
                if (only is None or to == only) and self.field.open_to(to, chit.side):
                    yield from self._into(chit, to)

    def _into(self, chit: Chit, to: str) -> Iterator[Answer]:
        """Ways into one area: beside what stands there, or straight into an Army (A-64)."""
        there = self.field.pieces(to, chit.side) | {
            into or id for id, (place, into) in self.leaving.items() if place == to and self._counts(id)
        }
        empty = chit.kind == "army" and not self.followers(chit)
        if empty or len(there) < 3:
            yield "retreat", chit.id, to, ""
        if chit.kind == "army":
            return
        for army, held in self._hosts(to, chit.side):
            if len(there | {army.id}) <= 3:
                coming = [self.field.chits[id] for id, way in self.leaving.items() if way == (to, army.id)]
                if self.field.fits([*held, *coming, chit], army):
                    yield "retreat", chit.id, to, army.id

    def _hosts(self, to: str, side: str) -> Iterator[tuple[Chit, list[Chit]]]:
        """The Armies that stand in an area or go there first, each with what it holds there (A-65)."""
        for army in self.field.of(to, side):
            if army.kind == "army":
                yield army, self.field.inside(army.id)
        for id, (place, _) in self.leaving.items():
            if place == to and (army := self.field.chits[id]).kind == "army":
                yield army, self.followers(army)

    def followers(self, army: Chit) -> list[Chit]:
        """What a retreating Army takes along: no guns (8.3.3-j, 8.3.6-f), no marked unit (1.2.3)."""
        held = [chit for chit in self.field.inside(army.id) if not chit.marked]
        return [chit for chit in held if chit.kind not in "GP" and chit.id not in self.leaving]

    def _idle(self, army: Chit) -> bool:
        """Whether an Army holds marked units only, and so takes no part (5.4, B-15)."""
        staying = [chit for chit in self.field.inside(army.id) if chit.id not in self.leaving]
        return bool(staying) and all(chit.marked for chit in staying)

    def _overcrowds(self, army: Chit) -> bool:
        """Whether the marked units that an Army leaves behind are too many for the area (1.2.2, 1.2.3)."""
        going = {army.id, *self.leaving}
        left = [chit for chit in self.field.of(self.terms.area, army.side) if chit.id not in going]
        units = {
            chit.id if chit.army in going else chit.army or chit.id
            for chit in left
            if chit.kind not in {"army", "fort"} and (chit.marked or chit.army not in going)
        }
        return any(chit.marked for chit in self.field.inside(army.id)) and len(units) > 3

    def _counts(self, id: str) -> bool:
        chit = self.field.chits[id]
        return chit.kind != "army" or bool(self.followers(chit))

    def go(self, id: str, to: str, into: str, *, forced: bool = False) -> None:
        """Carry out a retreat, and mark it (5.4-b); entrenchment ends (A-30).

        What is marked in an Army stays where it is; where the Army is forced to go it falls (1.2.3, 5.4.4).
        Whom an Army was to take in that pursuit destroyed goes alone, or stays if there is no room (A-64).
        """
        chit = self.field.chits[id]
        if into and into not in self.field.chits:
            if len(self.field.pieces(to, chit.side)) == 3:
                return
            into = ""
        if chit.kind == "army":
            for held in self.field.inside(id):
                if held.kind in "GP" or (held.marked and forced):
                    self.field.remove(held.id)
                elif held.marked:
                    held.army = None
                else:
                    held.area, held.marked, held.entrenched = to, True, False
            if chit.side == self.terms.defender:
                self.gone.add(id)
        chit.area, chit.marked, chit.entrenched = to, True, False
        chit.army = into or None

    def empties_leave(
        self, side: str, most_ways: int = 99, of: Container[str] | None = None
    ) -> EventRecorder:
        """Empty Armies that did not go have to; without a way they are eliminated (8.1-k, A-69).

        Those that have more ways than `most_ways` are left for later; it may be a question `of` some only.
        """
        while waiting := [one for one in self._must_leave(side, most_ways) if of is None or one.id in of]:
            for army in waiting:
                if army.marked or not any(self.ways([army])):
                    self.field.remove(army.id)
                    break
            else:
                answer = yield Ask(side, "empty-army", frozenset(self.ways(waiting)))
                self.go(*answer[1:])
                self.tidy()

    def _must_leave(self, side: str, most_ways: int) -> Iterator[Chit]:
        """The Empty Armies of a side in the area while it is Disputed."""
        for army in self.field.of(self.terms.area, side) if self.field.disputed(self.terms.area) else ():
            empty = army.kind == "army" and not self.field.inside(army.id)
            if empty and (army.marked or len(list(self.ways([army]))) <= most_ways):
                yield army

    def tidy(self) -> None:
        """What follows at once: forlorn armies fall, here or elsewhere; the area may change hands (4.1-l)."""
        for army in self.field.forlorn_anywhere():
            self.field.remove(army.id)
        self.field.settle_owner(self.terms.area)
