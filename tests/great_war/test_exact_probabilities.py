"""The exact chances that cases expect, against binomials worked out apart from the rules."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import comb

import pytest

from referee.packs.conformance.case_files import FiledCase
from tests.great_war.filed import without_twins


def exact() -> tuple[FiledCase, ...]:
    """The cases that expect exact chances."""
    return tuple(filed for filed in without_twins() if getattr(filed.case.then, "chances", None) is not None)


Chances = dict[tuple[int, int], Fraction]
"""How probable it is that so many German and so many Entente pieces, or points of a fort, are left."""


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


BOUTS: dict[str, Callable[[], Chances]] = {
    "One infantry against one is hit before it fires": lambda: infantry(1, 1),
    "Two infantry against two throw a die each": lambda: infantry(2, 2),
    "Three infantry against one lose no more than it hits": lambda: infantry(3, 1),
    "Five infantry against three may lose three and take three": lambda: infantry(5, 3),
    "Entrenched infantry hits on a 2 and is hit on a 1": lambda: infantry(3, 3, 2),
    "By surprise the attacker's infantry fires first": lambda: surprised(2, 2),
    "A gun fires before everybody and once more": lambda: gunned(1),
    "A gun with gas hits on a 2 in both phases": lambda: gunned(2),
    "A gun with a barrage hits on a 3 in both phases": lambda: gunned(3),
    "A siege gun hits a fort on a 3, and the fort throws a die for each point": besieged,
    "A hit that a biplane answers is thrown again once": answered,
    "Biplanes meet before all others fire, and both pay": aloft,
    "Two cavalry throw a die each at infantry that leaves": pursued,
}


@pytest.mark.parametrize("title", BOUTS)
def test_the_chances_of_a_case_are_those_of_the_closed_form(title: str) -> None:
    """The machine comes to the same chances: every case is run by `test_cases`."""
    (filed,) = (filed for filed in exact() if filed.case.title == title)
    told: Mapping[str, str] = filed.case.then.chances.left

    assert sum(map(Fraction, told.values())) == 1
    assert {left: Fraction(chance) for left, chance in told.items()} == {
        f"german {german}, entente {entente}": chance for (german, entente), chance in BOUTS[title]().items()
    }


def test_every_case_with_chances_gives_all_of_them() -> None:
    with_chances = [filed.case for filed in exact()]

    assert {case.title for case in with_chances} >= set(BOUTS)
    for case in with_chances:
        assert sum(map(Fraction, case.then.chances.left.values())) == 1, case.title
