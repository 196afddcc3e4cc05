"""Every sequence of dice of small battles, through the rules, against binomials worked out apart."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb

import pytest

from referee.core import machine
from referee.core.dice import DiceNeeded, WrittenDice
from referee.core.verdict import Accepted
from referee.systems.great_war import casework
from referee.systems.great_war.position import Position
from referee.systems.great_war.rules import GreatWar
from schemas.great_war.card_events import CombatCardPlayed
from schemas.great_war.case import GreatWarGiven
from schemas.great_war.events import BattleClosed, GreatWarEvent
from schemas.great_war.orders import GreatWarOrder, Lose
from schemas.record import Roll

SURE = Fraction(1)

Chances = dict[tuple[int, int], Fraction]
"""How probable it is that so many German and so many Entente pieces, or points of a fort, are left."""


# What the rules make of it


@dataclass(frozen=True)
class Bout:
    """A battle, and whether each die has six faces in it or two: one that hits and one that does not."""

    rules: GreatWar
    answers: tuple[str, ...]
    six_faces: bool

    def chances(self, position: Position) -> Chances:
        found: Counter[tuple[int, int]] = Counter()
        for end, chance in self._played(position, SURE):
            found[left(end, "german"), left(end, "entente")] += chance
        return dict(found)

    def _played(self, position: Position, chance: Fraction) -> Iterator[tuple[Position, Fraction]]:
        """Every end of the battle from here, with its probability."""
        order = self._answer(position)
        for events, odds in self._forked(position, order, (), SURE):
            after = machine.replay(self.rules, position, events)
            if any(isinstance(event, BattleClosed) for event in events):
                yield after, chance * odds
            else:
                yield from self._played(after, chance * odds)

    def _forked(
        self, position: Position, order: GreatWarOrder | None, faces: tuple[int, ...], odds: Fraction
    ) -> Iterator[tuple[tuple[GreatWarEvent, ...], Fraction]]:
        """What one order, or one piece of work nobody is asked about, may come to."""
        dice = WrittenDice(faces)
        try:
            if order is None:
                yield self.rules.advance(position, dice).events, odds
                return
            verdict = machine.decide(self.rules, position, order, dice)
            assert isinstance(verdict, Accepted)
            yield verdict.events, odds
        except DiceNeeded as needed:
            for thrown, part in self._throws(needed.roll, needed.count):
                yield from self._forked(position, order, (*faces, *thrown), odds * part)

    def _throws(self, roll: Roll, count: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
        if self.six_faces:
            for faces in product(range(1, 7), repeat=count):
                yield faces, Fraction(1, 6**count)
            return
        hit = Fraction(roll.needed, 6)
        for hits in product((True, False), repeat=count):
            odds = hit ** sum(hits) * (1 - hit) ** (count - sum(hits))
            yield tuple(1 if one else 6 for one in hits), odds

    def _answer(self, position: Position) -> GreatWarOrder | None:
        """The lawful answer that the bout prefers; pieces pay, and nobody retreats unless it says so."""
        prompts = self.rules.prompts(position)
        if not prompts:
            return None
        lawful = list(machine.lawful(self.rules, position, prompts[0]))
        wanted = [order for order in lawful if self.rules.write(order) in self.answers]
        quiet = [order for order in lawful if isinstance(order, Lose) or order.type == "done"]
        return (wanted or quiet)[0]


def left(position: Position, side: str) -> int:
    there = [piece for piece in position.owned(side) if piece.kind != "army"]
    return sum(piece.strength if piece.kind == "fort" else 1 for piece in there)


# What it must be


def hits(dice: int, firepower: int) -> Iterator[tuple[int, Fraction]]:
    """The binomial: how many of these dice hit, and how probably."""
    p = Fraction(firepower, 6)
    for count in range(dice + 1):
        yield count, comb(dice, count) * p**count * (1 - p) ** (dice - count)


def gathered(chances: Iterator[tuple[tuple[int, int], Fraction]]) -> Chances:
    found: Counter[tuple[int, int]] = Counter()
    for end, chance in chances:
        found[end] += chance
    return {end: chance for end, chance in found.items() if chance}


def infantry(germans: int, french: int, defence: int = 1) -> Chances:
    """Attacking infantry against infantry: the defender fires first, and who is hit does not fire."""
    return gathered(
        ((germans - min(lost, germans), french - min(taken, french)), p * q)
        for lost, p in hits(french, defence)
        for taken, q in hits(germans - min(lost, germans), 1)
    )


def surprised(germans: int, french: int) -> Chances:
    """The same by surprise: the attacker fires first."""
    return gathered(
        ((germans - min(lost, germans), french - min(taken, french)), p * q)
        for taken, p in hits(germans, 1)
        for lost, q in hits(french - min(taken, french), 1)
    )


def gunned(firepower: int) -> Chances:
    """3I 1A against 2I: the gun fires before everybody and once more; infantry falls first."""

    def told() -> Iterator[tuple[tuple[int, int], Fraction]]:
        for first, p in hits(1, firepower):
            french = 2 - first
            for lost, q in hits(french, 1):
                for shot, r in hits(3 - lost, 1):
                    for shelled, s in hits(1, firepower):
                        yield (4 - lost, french - min(french, shot + shelled)), p * q * r * s

    return gathered(told())


def besieged() -> Chances:
    """1I 1G against a fort of 2: the gun fires at F3, and the fort with what it has left.

    A first loss is infantry or gun by the attacker's choice: the infantry goes.
    """

    def told() -> Iterator[tuple[tuple[int, int], Fraction]]:
        for first, p in hits(1, 3):
            fort = 2 - first
            for lost, q in hits(fort, 2):
                gone = min(lost, 2)
                for shot, r in hits(1 if gone == 0 else 0, 1):
                    for shelled, s in hits(1 if gone < 2 else 0, 3):
                        yield (2 - gone, fort - min(fort, shot + shelled)), p * q * r * s

    return gathered(told())


def aloft() -> Chances:
    """1I 1B against 1I 1B: the biplanes meet first, and one that is left falls before the infantry."""

    def told() -> Iterator[tuple[tuple[int, int], Fraction]]:
        for scored, p in hits(1, 1):
            for suffered, q in hits(1, 1):
                german, french = 2 - suffered, 2 - scored
                for lost, r in hits(1, 1):
                    for taken, s in hits(1 if german - lost else 0, 1):
                        yield (german - lost, french - taken), p * q * r * s

    return gathered(told())


def answered() -> Chances:
    """3I against 2I and a biplane that reacts: one hit, if there is one, is thrown again.

    The infantry falls first, and a biplane that is left alone among infantry falls with it.
    """

    def told() -> Iterator[tuple[tuple[int, int], Fraction]]:
        for lost, p in hits(2, 1):
            for scored, q in hits(3 - lost, 1):
                for again, r in hits(min(scored, 1), 1):
                    stood = scored - min(scored, 1) + again
                    yield (3 - lost, 3 - stood if stood < 2 else 0), p * q * r

    return gathered(told())


def pursued() -> Chances:
    """Two cavalry ride after two infantry that leave, and nobody else fires."""
    return gathered(((3, 2 - caught), p) for caught, p in hits(2, 1))


BOUTS: dict[str, tuple[str, str, tuple[str, ...], bool, Callable[[], Chances]]] = {
    "one against one": ("", "reims: ge-i1, fr-i1", (), True, lambda: infantry(1, 1)),
    "two against two": ("", "reims: ge-1 [2I], fr-1 [2I]", (), True, lambda: infantry(2, 2)),
    "three against one": ("", "reims: ge-1 [3I], fr-i1", (), True, lambda: infantry(3, 1)),
    "five against three": ("", "reims: ge-1 [5I], fr-1 [3I]", (), False, lambda: infantry(5, 3)),
    "trenches": ("", "reims: ge-1 [3I], fr-1 [3I] entrenched", (), False, lambda: infantry(3, 3, 2)),
    "a surprise": ("surprise", "reims: ge-1 [2I], fr-1 [2I]", (), True, lambda: surprised(2, 2)),
    "guns": ("", "reims: ge-1 [3I 1A], fr-1 [2I]", (), False, lambda: gunned(1)),
    "guns with gas": ("gas", "reims: ge-1 [3I 1A], fr-1 [2I]", (), False, lambda: gunned(2)),
    "guns with a barrage": ("barrage", "reims: ge-1 [3I 1A], fr-1 [2I]", (), False, lambda: gunned(3)),
    "a siege": ("", "namur: ge-1 [1I 1G], fort 2", ("lose ge-i1",), False, besieged),
    "a reaction": (
        "", "reims: ge-1 [3I], fr-1 [2I 1B]", ("react fr-b1", "reroll infantry", "lose fr-i1", "lose fr-i2"),
        False, answered,
    ),
    "a dogfight": (
        "", "reims: ge-1 [1I 1B], fr-1 [1I 1B]", ("lose ge-b1", "lose fr-b1"), True, aloft,
    ),
    "a pursuit": ("", "reims: ge-1 [1I 2C], fr-1 [2I]", ("retreat fr-1 to chalons",), True, pursued),
}  # fmt: skip

CARDS = {"surprise": "surprise-attack", "gas": "poison-gas", "barrage": "advanced-artillery-barrage"}


@pytest.mark.parametrize("name", BOUTS)
def test_all_sequences_of_dice_come_to_the_closed_form(western: GreatWar, name: str) -> None:
    card, pieces, answers, six_faces, closed_form = BOUTS[name]
    area = pieces.partition(":")[0]
    given = GreatWarGiven(
        season="SPRING 1918",
        asked=f"battle {area}",
        pieces=pieces,
        hands={"german": (CARDS[card],) if card else ()},
    )
    position = casework.position(western, given)
    if card:
        played = position.hand("german").cards[0]
        position = western.evolve(position, CombatCardPlayed(side="german", card=played, area=area))

    chances = Bout(western, answers, six_faces).chances(position)

    assert sum(chances.values()) == 1
    assert chances == closed_form()
