"""Random battles: an area and its neighbours with lawful stacks, cards on the table and cards in hand."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from schemas.great_war.pack import Pack
from tests.great_war.second_opinion.field import Field, Template
from tests.great_war.second_opinion.terms import Terms

AREAS = (
    "verdun",
    "argonne",
    "sedan",
    "namur",
    "ardennes",
    "reims",
    "metz",
    "vosges",
    "antwerp",
    "nancy",
    "mons",
)
"""Where the random battles are fought: rough ground and clear, with and without forts of either side."""

SEASONS: dict[str, tuple[int, int]] = {
    "SUMMER 1914": (1, 1914), "SPRING 1915": (4, 1915), "SUMMER 1916": (9, 1916), "SPRING 1917": (12, 1917),
    "SUMMER 1917": (13, 1917), "SPRING 1918": (16, 1918), "SUMMER 1918": (17, 1918),
    "SUMMER 1919": (21, 1919),
}  # fmt: skip

FROM: dict[str, int] = {"B": 8, "W": 12, "S": 13, "T": 13, "P": 16}
"""The season turn from which the random battles use an arm."""

NATIONS = {"german": ("ge",), "entente": ("fr", "fr", "uk", "be", "us")}


@dataclass(frozen=True)
class SetUp:
    """A battle as a case would give it, and what the case notation has no word for.

    `played` are cards by side and kind; `mixed` has one piece in each army carry the Retreat marker.
    """

    season: str
    pieces: str
    owners: dict[str, str]
    hands: dict[str, tuple[str, ...]]
    terms: Terms
    played: tuple[tuple[str, str], ...]
    mixed: bool = False


class Box:
    """The counters that are left, and who may be in an army with whom."""

    def __init__(self, pack: Pack, generator: random.Random, season: str) -> None:
        self._roll = generator
        self.turn, self.year = SEASONS[season]
        self.templates = templates(pack, self.year)
        self._left: Counter[tuple[str, str]] = Counter()
        self._armies = {nation.id: list(nation.armies) for nation in pack.forces.nations}
        letters = {unit.kind: unit.symbol for unit in pack.forces.units} | {"commonwealth": "W"}
        for nation in pack.forces.nations:
            for kind, count in nation.counters.items():
                if kind not in {"army", "fort"}:
                    self._left[nation.id, letters[kind]] = count

    def kinds(self, nation: str) -> list[str]:
        weights = {"I": 6, "S": 3, "W": 2, "C": 3, "A": 3, "G": 2, "B": 3, "T": 3, "P": 1}
        return [
            letter
            for letter, weight in weights.items()
            if self._left[nation, letter] and self.turn >= FROM.get(letter, 1)
            for _ in range(weight)
        ]

    def take(self, nation: str, letters: Sequence[str]) -> str | None:
        """A counter of one of these kinds, if any is left."""
        there = [letter for letter in letters if self._left[nation, letter]]
        if not there:
            return None
        letter = self._roll.choice(there)
        self._left[nation, letter] -= 1
        return letter

    def army(self, nation: str) -> str | None:
        """An army with what a random template holds: few pieces or many, sometimes none."""
        if not self._armies[nation]:
            return None
        name = self._armies[nation].pop(0)
        held: list[str] = []
        template = self.templates[nation]
        infantry = self._roll.randint(0, template.infantry)
        for number in range(infantry + self._roll.randint(0, template.auxiliary)):
            kinds = [k for k in self.kinds(nation) if (k in "ISW") == (number < infantry)]
            kinds = [k for k in kinds if held.count("A") < template.artillery or k != "A"]
            kinds = [k for k in kinds if "B" not in held or k != "B"]
            if letter := self.take(nation, kinds):
                held.append(letter)
            elif nation == "fr" and number < infantry and self.turn >= 13 and self.take("us", "I"):
                held.append("us-i")
        dug = " entrenched" if self._roll.random() < 0.4 else ""
        return f"{name} [{' '.join(named(nation, held))}]{dug}"

    def single(self, nation: str) -> str | None:
        letter = self.take(nation, self.kinds(nation))
        if letter is None:
            return None
        dug = " entrenched" if letter in "IW" and self._roll.random() < 0.3 else ""
        return f"{nation}-{letter.lower()}{dug}"

    def stack(self, side: str, most: int) -> Iterator[str]:
        """Up to so many pieces of a side."""
        for _ in range(self._roll.randint(0, most)):
            nation = self._roll.choice(NATIONS[side])
            if nation == "us" and self.turn < 13:
                nation = "fr"
            piece = self.army(nation) if self._roll.random() < 0.6 else self.single(nation)
            if piece:
                yield piece + (" retreated" if self._roll.random() < 0.08 else "")


def named(nation: str, held: Sequence[str]) -> list[str]:
    return [
        f"{count} {letter}" if "-" in letter else f"{count}{letter}"
        for letter, count in sorted(Counter(held).items())
    ]


def templates(pack: Pack, year: int) -> dict[str, Template]:
    return {
        nation.id: Template(
            nation.template.infantry,
            nation.template.auxiliary,
            nation.artillery_per_army.get(year, 0),
            frozenset(nation.guests),
        )
        for nation in pack.forces.nations
    }


def set_up(pack: Pack, generator: random.Random) -> SetUp:
    """A random battle."""
    season = generator.choice(list(SEASONS))
    box = Box(pack, generator, season)
    name = generator.choice(AREAS)
    place = next(area for area in pack.map.areas if area.id == name)
    attacker = generator.choice(("german", "entente"))
    home = "german" if place.country == "de" else "entente"
    field = ", ".join(_battlefield(box, generator, place.fort, attacker, home))
    lines = [f"{place.id}: {field or 'nothing'}"]
    owners = {place.id: generator.choice(("german", "entente"))}
    for border in place.borders:
        owners[border] = generator.choice(("german", "entente"))
        there: list[str] = []
        if generator.random() < 0.5:
            there += box.stack(owners[border], 3)
        if generator.random() < 0.15:
            other = "entente" if owners[border] == "german" else "german"
            there += box.stack(other, 1)
        lines.append(f"{border}: {', '.join(there) or 'nothing'}")
    played = tuple(_cards(box, generator, attacker))
    terms = _terms(place.id, attacker, played, rough=place.rough, stay=generator.random() < 0.2)
    mixed = generator.random() < 0.1
    return SetUp(season, "\n".join(lines), owners, _hands(generator), terms, played, mixed)


def _battlefield(
    box: Box, generator: random.Random, fort: int | None, attacker: str, home: str
) -> Iterator[str]:
    """What stands in the battle area; most often both sides."""
    for side in ("german", "entente"):
        yield from box.stack(side, 2)
        if generator.random() < 0.8 and (piece := box.army("ge" if side == "german" else "uk")):
            yield piece
    if fort is not None and (home != attacker or generator.random() < 0.5):
        yield f"fort {generator.randint(min(1, fort), fort)}"


def _cards(box: Box, generator: random.Random, attacker: str) -> Iterator[tuple[str, str]]:
    """Cards on the battle as side and kind, from the seasons that section 9 gives them."""
    defender = "entente" if attacker == "german" else "german"
    for side in ("german", "entente"):
        if box.turn >= 12 and generator.random() < 0.2:
            yield side, "advanced-artillery-barrage"
        elif box.turn >= 4 and generator.random() < 0.25:
            yield side, "poison-gas"
    if generator.random() < 0.25:
        yield attacker, "surprise-attack"
    if box.turn >= 16 and generator.random() < 0.4:
        yield attacker, "friedensturm" if attacker == "german" else "tout-le-monde"
    elif box.turn >= 8 and generator.random() < 0.3:
        yield attacker, "gericht" if attacker == "german" else "the-big-push"
    if generator.random() < 0.15:
        yield defender, "bad-weather"


COPIES = {"ersatz-2": 5, "ersatz-3": 2, "offensive": 8, "strategic-reserves": 2, "entente-military-crisis": 1}
"""The cards in hand; none of them is played on the battle."""

BONUS = {
    "the-big-push": ("A", 1, "uk"), "gericht": ("A", 1, "ge"), "tout-le-monde": ("T", 2, "fr"),
    "friedensturm": ("S", 2, "ge"),
}  # fmt: skip
"""The extra dice of the special Offensives (9.1.3 to 9.1.6)."""


def _terms(
    area: str, attacker: str, played: tuple[tuple[str, str], ...], *, rough: bool, stay: bool
) -> Terms:
    by = {kind: {side for side, card in played if card == kind} for _, kind in played}
    return Terms(
        area,
        attacker,
        rough,
        weather="bad-weather" in by,
        surprise="surprise-attack" in by,
        gas=frozenset(by.get("poison-gas", ())),
        barrage=frozenset(by.get("advanced-artillery-barrage", ())),
        blocked_stay=stay,
        bonus=next((BONUS[kind] for _, kind in played if kind in BONUS), None),
    )


def _hands(generator: random.Random) -> dict[str, tuple[str, ...]]:
    """Few cards, often none: whoever can pay with cards loses no pieces."""
    deck = [kind for kind, copies in COPIES.items() for _ in range(copies)]
    generator.shuffle(deck)
    return {
        side: tuple(deck.pop() for _ in range(max(0, generator.randint(-3, 3))))
        for side in ("german", "entente")
    }


def possible(field: Field, terms: Terms) -> bool:
    """Whether a battle can begin like this: what cannot stand there went before (8.1-k, -m, 8.3)."""
    stray = [*field.forlorn_anywhere(), *field.unaccompanied(terms.area)]
    empty = [
        chit
        for chit in field.of(terms.area, terms.attacker)
        if chit.kind == "army" and not field.inside(chit.id)
    ]
    owners = dict(field.owner)
    for area in owners:
        field.settle_owner(area)
    return not stray and not empty and owners == field.owner
