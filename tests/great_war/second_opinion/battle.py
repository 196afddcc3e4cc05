"""The second opinion on a battle: who is asked what, who throws what, and what must come of it (2.0-II-4, 5).

A battle is a generator. It yields questions with every lawful answer and throws with every die, is sent
the answer or the faces, and leaves the field as it must be. Numbers in brackets are clauses; A-45 and the
like are rulings.
"""

from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, replace

from tests.great_war.second_opinion.field import INFANTRY_TYPE, Chit
from tests.great_war.second_opinion.losses import steps, strongest, struck
from tests.great_war.second_opinion.retreating import Scene
from tests.great_war.second_opinion.terms import DONE, Answer, Ask, EventRecorder, Group, Throw


@dataclass
class Battle(Scene):
    """One battle from its first question to the moment it is over."""

    def fought(self) -> EventRecorder:
        attacker, defender = self.terms.attacker, self.terms.defender
        if self._both(attacker, defender):
            yield from self._rounds(attacker, defender)
        yield from self.close()

    def _both(self, attacker: str, defender: str) -> bool:
        """Whether there is anybody to fight anybody (A-43)."""
        return self.strong(attacker) and self.strong(defender)

    def _rounds(self, attacker: str, defender: str) -> EventRecorder:
        """Cavalry, dogfight, then the phases in the order of the battle (2.0-II-4-f, 2.0-II-4a)."""
        yield from self.cavalry(attacker)
        yield from self.cavalry(defender)
        yield from self.dogfight(attacker, defender)
        if not self._both(attacker, defender):
            return
        if self.terms.surprise:
            yield from self.attackers_fire(attacker, defender)
            yield from self.defenders_fire(attacker, defender)
        else:
            yield from self.artillery(attacker, defender)
            yield from self.defenders_fire(attacker, defender)
            yield from self.attackers_fire(attacker, defender)
        yield from self.after(attacker)
        yield from self.after(defender)

    # Who is there

    def targets(self, side: str) -> list[str]:
        """What the next loss of a side may be: of its strongest, by the most numerous type (5.3.1)."""
        return strongest(self.live(side), self.field)

    # Before the dice

    def cavalry(self, side: str) -> EventRecorder:
        """Cavalry of a side may leave before any die (5.4.3)."""
        while True:
            ways = frozenset(self.ways(self.units(side, "C")))
            answer = yield Ask(side, "cavalry-retreat", ways | {DONE})
            if answer == DONE:
                return
            _, id, to, into = answer
            self.go(id, to, into)
            self.tidy()

    def dogfight(self, attacker: str, defender: str) -> EventRecorder:
        """Biplanes on both sides fire at once, and only at each other (2.0-II-4-h to -m, A-45)."""
        planes = {side: self.units(side, "B") for side in (attacker, defender)}
        if self.terms.weather or not all(planes.values()):
            return
        self.dogfought = True
        hits: dict[str, int] = {}
        for side, enemy in (("german", "entente"), ("entente", "german")):
            faces = yield Throw(side, "dogfight", Counter({("B", 1): len(planes[side])}))
            hits[enemy] = struck(faces)
        for side in ("entente", "german"):
            yield from self.pay(
                side,
                hits[side],
                0,
                lambda side=side: [c.id for c in self.units(side, "B")],
                lambda side=side: self.units(side, "B"),
            )

    # Fire

    def gunnery(self, side: str) -> int:
        """The firepower of a side's Artillery (8.3.2-a, 9.3, 9.4, A-06)."""
        if side in self.terms.barrage:
            return 3
        return 2 if side in self.terms.gas and not self.terms.weather else 1

    def bonus(self, *letters: str) -> Counter[Group]:
        """The extra dice of a special Offensive, while an Army of its nation takes part with something."""
        if self.terms.bonus is None or self.terms.weather or self.terms.bonus[0] not in letters:
            return Counter()
        letter, number, nation = self.terms.bonus
        armies = [army for army in self.units(self.terms.attacker, {"army"}) if army.nation == nation]
        there = any(not held.marked for army in armies for held in self.field.inside(army.id))
        return Counter({(f"bonus {letter}", 2): number}) if there else Counter()

    def siege(self, side: str, enemy: str) -> Counter[Group]:
        """Siege Guns fire while an Enemy Fort is there (8.3.3-b, -c)."""
        fort = any(chit.kind == "fort" for chit in self.live(enemy))
        return Counter({("G", 3): len(self.units(side, "G")) * fort})

    def artillery(self, attacker: str, defender: str) -> EventRecorder:
        """The attacker's artillery phase (2.0-II-4-n)."""
        dice = Counter({("A", self.gunnery(attacker)): len(self.units(attacker, "A"))})
        dice += self.siege(attacker, defender) + self.bonus("A")
        yield from self.shoot(attacker, defender, "artillery", dice)

    def defenders_fire(self, attacker: str, defender: str) -> EventRecorder:
        """The defender retreats what he likes, is pursued, and fires with the rest (2.0-II-4-o, 5.4.1)."""
        yield from self.stand_or_retreat(attacker, defender)
        yield from self.shoot(defender, attacker, "defensive", +self.defence(defender))

    def defence(self, side: str) -> Counter[Group]:
        """The dice of all that defends (8.2 to 8.4)."""
        dice: Counter[Group] = Counter()
        for chit in self.live(side):
            match chit.kind:
                case "I":
                    dice["I", 2 if self.dug_in(chit) else 1] += 1
                case "S" | "W":
                    dice[chit.kind, 2] += 1
                case "C":
                    dice["C", 1] += 1
                case "A":
                    dice["A", self.gunnery(side)] += 1
                case "B" if self.flies(chit):
                    dice["B", 1] += 1
                case "T" if not self.terms.rough:
                    dice["T", 1] += 1
                case "fort":
                    dice["fort", 2] += chit.strength
                case _:
                    pass
        return dice

    def attackers_fire(self, attacker: str, defender: str) -> EventRecorder:
        """The attacker's fire, the defender's reactions, and the losses (2.0-II-4-t, 8.3.4-p)."""
        dice: Counter[Group] = Counter()
        raiding = not self.units(defender, INFANTRY_TYPE)
        for chit in self.live(attacker):
            match chit.kind:
                case "I":
                    dice["I", 1] += 1
                case "S" | "W":
                    dice[chit.kind, 2] += 1
                case "C" if raiding:
                    dice["C", 1] += 1
                case "A":
                    dice["A", self.gunnery(attacker)] += 1
                case "B" if self.flies(chit):
                    dice["B", 1] += 1
                case "T" if not self.terms.rough:
                    dice["T", 2] += 1
                case _:
                    pass
        dice += self.siege(attacker, defender) + self.bonus("A", "S", "T")
        yield from self.shoot(attacker, defender, "offensive", +dice)

    def dug_in(self, chit: Chit) -> bool:
        """Infantry is entrenched with its Army, or by itself (8.1-s, 8.2.1-h)."""
        return self.field.chits[chit.army].entrenched if chit.army else chit.entrenched

    def flies(self, plane: Chit) -> bool:
        """Whether a Biplane makes a ground attack (8.3.4-b, -g, -m)."""
        return not (self.dogfought or self.terms.weather or plane.id in self.reacting)

    def shoot(self, side: str, enemy: str, phase: str, dice: Counter[Group]) -> EventRecorder:
        """Throw, let Biplanes react, and collect what is owed; nobody fires at nothing (A-58)."""
        if not dice or not self.targets(enemy):
            return
        faces = yield Throw(side, phase, dice)
        hits = {group: sum(face <= group[1] for face in thrown) for group, thrown in faces.items()}
        if phase == "offensive":
            yield from self.reactions(enemy, hits)
            drivers = ("S", "T", "bonus S", "bonus T")
            self.driven = sum(count for (letter, _), count in hits.items() if letter in drivers)
        siege = sum(count for (letter, _), count in hits.items() if letter == "G")
        yield from self.pay(
            enemy, sum(hits.values()) - siege, siege, lambda: self.targets(enemy), lambda: self.live(enemy)
        )

    def reactions(self, defender: str, hits: dict[Group, int]) -> EventRecorder:
        """Each reacting Biplane has one hit of an Infantry type thrown again (8.3.4-o to -q, A-46)."""
        if self.dogfought or self.terms.weather or self.units(self.terms.attacker, "B"):
            return
        planes = self.units(defender, "B")
        waiting = sum(self.terms.surprise or plane.id in self.reacting for plane in planes)
        fresh = {group: count for group, count in hits.items() if group[0] in {"I", "S", "W", "bonus S"}}
        while waiting and any(fresh.values()):
            lawful = frozenset(("reroll", group[0].removeprefix("bonus ")) for group, n in fresh.items() if n)
            answer = yield Ask(defender, "rerolls", lawful | {DONE})
            if answer == DONE:
                return
            group = next(g for g, n in fresh.items() if n and g[0].removeprefix("bonus ") == answer[1])
            faces = yield Throw(self.terms.attacker, "reroll", Counter({group: 1}))
            fresh[group] -= 1
            hits[group] -= 1 - struck(faces)
            waiting -= 1
            if self.terms.surprise:
                self.reacting.add(next(c.id for c in self.units(defender, "B") if c.id not in self.reacting))

    # Losses

    def pay(
        self, side: str, hits: int, siege: int, targets: Callable[[], list[str]],
        exposed: Callable[[], list[Chit]],
    ) -> EventRecorder:  # fmt: skip
        """Every hit is a loss or a point of Ersatz, those of Siege Guns first (5.3, 8.3.3-e, A-47, A-50).

        Where the hits take all that is exposed the order is all the same, and need not be asked (B-17).
        """
        points = 0
        while siege + hits:
            fort = [chit.id for chit in self.live(side) if chit.kind == "fort"]
            if siege and not fort:
                siege = 0
                continue
            due = fort if siege else targets()
            if not due:
                return
            if points == 0:
                lawful = {("lose", id) for id in due} | {("spend", str(card)) for card in self.hands[side]}
                biting = hits + min(siege, steps(chit for chit in exposed() if chit.kind == "fort"))
                doomed = not self.hands[side] and biting >= steps(exposed())
                answer = yield Ask(side, "losses", frozenset(lawful), doomed)
                if answer[0] == "spend":
                    points = self.hands[side].pop(int(answer[1]))
                else:
                    self.field.lose(answer[1])
                    self.tidy()
            if points:
                points -= 1
            siege, hits = (siege - 1, hits) if siege else (siege, hits - 1)

    # Retreats

    def stand_or_retreat(self, attacker: str, defender: str) -> EventRecorder:
        """All is declared together, then pursued, then it goes (5.4.1, A-54); Empty Armies must (8.1-k)."""
        while True:
            reactions = {("react", plane.id) for plane in self._reactors(attacker, defender)}
            lawful = {*self.ways(self.live(defender)), *reactions, DONE}
            answer = yield Ask(defender, "stand-or-retreat", frozenset(lawful))
            if answer == DONE:
                break
            if answer[0] == "react":
                self.reacting.add(answer[1])
            else:
                self.leaving[answer[1]] = (answer[2], answer[3])
        yield from self.pursuit(attacker, defender)
        for id, (to, into) in list(self.leaving.items()):
            if id in self.field.chits:
                self.go(id, to, into)
        self.leaving.clear()
        self.tidy()
        yield from self.empties_leave(defender)

    def _reactors(self, attacker: str, defender: str) -> list[Chit]:
        """The Biplanes that may still commit themselves to react, in a normal battle (A-46)."""
        aloft = self.dogfought or self.terms.weather or bool(self.units(attacker, "B"))
        if aloft or self.terms.surprise:
            return []
        planes = [plane for plane in self.units(defender, "B") if plane.id not in self.reacting]
        return [plane for plane in planes if plane.id not in self.leaving and plane.army not in self.leaving]

    def pursuit(self, attacker: str, defender: str) -> EventRecorder:
        """Cavalry fires at the leavers unless Infantry stays or Cavalry leaves (8.3.1-i to -k, A-54)."""
        leavers = [chit for chit in self.live(defender) if self.leaves(chit)]
        stay = [chit for chit in self.units(defender, INFANTRY_TYPE) if not self.leaves(chit)]
        if stay or any(chit.kind == "C" for chit in leavers):
            return
        riders = len(self.units(attacker, "C"))
        if not riders or not self._fleeing(defender):
            return
        faces = yield Throw(attacker, "pursuit", Counter({("C", 1): riders}))
        yield from self.pay(
            defender, struck(faces), 0, lambda: self._fleeing(defender),
            lambda: [chit for chit in self.live(defender) if self.leaves(chit)],
        )  # fmt: skip

    def _fleeing(self, side: str) -> list[str]:
        """What a loss to Pursuit may be: a piece that leaves its Army alone is a single one."""
        return strongest([c for c in self.live(side) if self.leaves(c)], self.field, frozenset(self.leaving))

    def after(self, side: str) -> EventRecorder:
        """Retreats after combat, all to one area, those that are forced among them (5.4.2, A-61 to A-63)."""
        while True:
            must_go, only = self._due(side) > 0, self.destination.get(side)
            ways = self._sparing(set(self.ways(self.live(side), only, driven_back=must_go)), side)
            must = self._forced(ways, side)
            lawful = ways if must else ways | {DONE}
            answer = yield Ask(side, "retreat-after", frozenset(lawful))
            if answer == DONE:
                break
            _, id, to, into = answer
            self.destination[side] = to
            self.go(id, to, into, forced=must)
            self.tidy()
        if side == self.terms.defender and not self.terms.blocked_stay:
            yield from self._cut_off(side)

    def _due(self, side: str) -> int:
        """How many Armies of a side must still leave: of the defender only (A-61)."""
        if side != self.terms.defender:
            return 0
        armies = [army for army in self.units(side, {"army"}) if self.fights(army)]
        return max(0, min(self.driven - len(self.gone), len(armies)))

    def _forced(self, ways: set[Answer], side: str) -> bool:
        return self._due(side) > 0 and any(self.field.chits[way[1]].kind == "army" for way in ways)

    def _sparing(self, ways: set[Answer], side: str) -> set[Answer]:
        """The retreats that leave room to as many forced Armies as can go (A-63)."""
        if not self._forced(ways, side):
            return ways
        lost = self._stranded(side)
        return {way for way in ways if self._after_going(way)._stranded(side) <= lost}

    def _stranded(self, side: str) -> int:
        """How many forced Armies are lost if all others go where most of them find room."""
        open_areas = [to for to in self.field.borders[self.terms.area] if self.field.open_to(to, side)]
        meant = self.destination.get(side)
        room = [3 - len(self.field.pieces(to, side)) for to in open_areas if meant in {None, to}]
        return max(0, self._due(side) - max(room, default=0))

    def _after_going(self, way: Answer) -> "Battle":
        """The battle as it would be after a retreat."""
        other = replace(
            self, field=deepcopy(self.field), gone=set(self.gone), destination=dict(self.destination)
        )
        _, id, to, into = way
        other.destination[other.field.chits[id].side] = to
        other.go(id, to, into, forced=True)
        other.tidy()
        return other

    def _strength(self, army: Chit) -> int:
        """What an Army counts for: marked units have no effect (5.3.1, 5.4-c)."""
        return sum(not chit.marked for chit in self.field.inside(army.id))

    def _cut_off(self, side: str) -> EventRecorder:
        """Armies that must leave and cannot are eliminated with all they hold, the weakest first (A-62)."""
        while self._due(side):
            armies = [army for army in self.units(side, {"army"}) if self.fights(army)]
            least = min(self._strength(army) for army in armies)
            equal = frozenset(("cut-off", army.id) for army in armies if self._strength(army) == least)
            # Of equals neither the clauses nor a ruling say which falls: any of them may.
            _, id = next(iter(equal)) if len(equal) == 1 else (yield Ask(side, "cut-off", equal))
            weakest = self.field.chits[id]
            for held in [*self.field.inside(weakest.id), weakest]:
                self.field.remove(held.id)
            self.gone.add(weakest.id)
        self.tidy()

    # The end

    def close(self) -> EventRecorder:
        """What a battle leaves behind: what is unaccompanied or left alone falls (A-55, A-66, 5.4.4-d)."""
        area = self.terms.area
        for chit in self.field.unaccompanied(area):
            self.field.remove(chit.id)
        self.tidy()
        alone = []
        for side, enemy in (("german", "entente"), ("entente", "german")):
            fresh = [chit for chit in self.live(side) if chit.kind != "army"]
            if not fresh and self.field.contested_by(area, enemy):
                alone += self.field.of(area, side)
        for chit in alone:
            self.field.remove(chit.id)
        self.field.settle_owner(area)
        self.tidy()
        for side in ("german", "entente"):
            yield from self.empties_leave(side)
