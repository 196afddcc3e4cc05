"""Odds of a battle worked out from the clauses alone; this module imports nothing from the program.

Every die is thrown by itself, and every hit taken by itself. Nobody retreats, and no biplane answers fire.
Of equal losses the first of the unit chart falls, then the lowest id.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

CHART = "ISWCAGBTPF"
"""The letters of the unit chart: infantry, Stoßtruppen, Commonwealth, cavalry, and so on to the fort."""

INFANTRY = frozenset("ISW")
CONQUERORS = frozenset("ISWCT")


class Unit(NamedTuple):
    """A piece that fights; `strength` is the number of a fort, or 1."""

    id: str
    letter: str
    army: str = ""
    dug_in: bool = False
    strength: int = 1


class Terms(NamedTuple):
    """What is agreed before the first die: the owner of the area, its ground, and the cards on the battle."""

    sides: tuple[str, str]
    owner: str
    rough: bool = False
    surprise: bool = False
    guns: tuple[int, int] = (1, 1)


Units = tuple[Unit, ...]


class State(NamedTuple):
    """Attacker, defender, and the owner of the area."""

    attacker: Units
    defender: Units
    owner: str


Result = tuple[str | None, tuple[int, int], tuple[str, ...]]
"""The side that holds the area, the losses of attacker and defender, and the lost armies and forts."""


def fight(attacker: Units, defender: Units, terms: Terms) -> Mapping[Result, Fraction]:
    """The chance of each result of a battle (2.0-II-4, 5.2, 5.3)."""
    states = {State(attacker, defender, terms.owner): Fraction(1)}
    dogfight = any(one.letter == "B" for one in attacker) and any(one.letter == "B" for one in defender)
    if dogfight:
        states = _merge(
            (after, chance * share)
            for state, chance in states.items()
            for after, share in _fight_in_the_air(state, terms)
        )
    lapsed = {state: chance for state, chance in states.items() if not state.attacker or not state.defender}
    states = {state: chance for state, chance in states.items() if state not in lapsed}
    phases = ("offensive", "defensive") if terms.surprise else ("artillery", "defensive", "offensive")
    for phase in phases:
        states = _merge(
            (after, chance * share)
            for state, chance in states.items()
            for after, share in _fire(state, phase, terms, dogfight=dogfight)
        )
    start = State(attacker, defender, terms.owner)
    ends = ((_close(start, state, terms), chance) for state, chance in (*states.items(), *lapsed.items()))
    return _merge(ends)


def _merge(pairs):  # type: ignore[no-untyped-def]
    merged = {}
    for key, chance in pairs:
        merged[key] = merged.get(key, Fraction(0)) + chance
    return merged


def _fire(state: State, phase: str, terms: Terms, *, dogfight: bool) -> Iterator[tuple[State, Fraction]]:
    attacks = phase != "defensive"
    shooters, victims = (state.attacker, state.defender) if attacks else (state.defender, state.attacker)
    dice = []
    if any(one.letter != "P" for one in victims):
        for one in shooters:
            faces = _find_faces(one, victims, phase, terms, dogfight=dogfight)
            dice += [(faces, one.letter == "G")] * (one.strength if faces else 0)
    for (hits, siege), share in _throw(dice).items():
        left = _suffer(victims, hits, siege)
        pieces = (state.attacker, left) if attacks else (left, state.defender)
        owner = state.owner if left == victims else _find_owner(State(*pieces, state.owner), terms)
        yield State(*pieces, owner), share


def _find_faces(one: Unit, victims: Units, phase: str, terms: Terms, *, dogfight: bool) -> int:
    """The highest face that hits (8.2 to 8.4): 0 where a piece does not fire."""
    if one.letter in "TP" and (terms.rough or one.letter == "P"):
        return 0
    if one.letter == "B" and dogfight:
        return 0
    fort = any(other.letter == "F" for other in victims)
    infantry = any(other.letter in INFANTRY for other in victims)
    guns = terms.guns[phase == "defensive"]
    if phase == "artillery":
        return {"A": guns, "G": 3 if fort else 0}.get(one.letter, 0)
    if phase == "offensive":
        table = {"I": 1, "S": 2, "W": 2, "C": 0 if infantry else 1, "A": guns, "B": 1, "T": 2}
        return {**table, "G": 3 if fort else 0}.get(one.letter, 0)
    table = {"I": 2 if one.dug_in else 1, "S": 2, "W": 2, "C": 1, "A": guns, "B": 1, "T": 1, "F": 2}
    return table.get(one.letter, 0)


def _throw(dice: Iterable[tuple[int, bool]]) -> Mapping[tuple[int, int], Fraction]:
    """The chance of each number of hits, and of hits by siege guns, one die after the other."""
    spread = {(0, 0): Fraction(1)}
    for faces, siege in dice:
        hit = Fraction(faces, 6)
        spread = _merge(
            pair
            for (hits, besieging), chance in spread.items()
            for pair in (
                ((hits + 1, besieging + siege), chance * hit),
                ((hits, besieging), chance * (1 - hit)),
            )
        )
    return spread


def _suffer(units: Units, hits: int, siege: int) -> Units:
    """Take hits, those of siege guns first and on forts alone (5.3, 8.3.3)."""
    for number in range(hits):
        forts = [one for one in units if one.letter == "F"]
        able = forts if number < siege else list(_list_losses(units))
        if not able:
            continue
        lost = min(able, key=lambda one: (CHART.index(one.letter), one.id))
        less = (lost._replace(strength=lost.strength - 1),) if lost.strength > 1 else ()
        units = tuple(sorted((*(one for one in units if one != lost), *less)))
    return units


def _list_losses(units: Units) -> Iterator[Unit]:
    """The strongest units, and of an army its most numerous type (5.3.1)."""
    groups: dict[str, list[Unit]] = {}
    for one in units:
        groups.setdefault(one.army or one.id, []).append(one)
    mortal = {id: group for id, group in groups.items() if any(one.letter != "P" for one in group)}
    most = max((sum(one.strength for one in group) for group in mortal.values()), default=0)
    for group in mortal.values():
        if sum(one.strength for one in group) == most:
            types = Counter(one.letter.replace("W", "I") for one in group if one.letter != "P")
            yield from (one for one in group if types[one.letter.replace("W", "I")] == max(types.values()))


def _fight_in_the_air(state: State, terms: Terms) -> Iterator[tuple[State, Fraction]]:
    """Biplanes fire at each other at once (8.3.4)."""
    planes = [[one for one in side if one.letter == "B"] for side in state[:2]]
    for (hits, _), share in _throw([(1, False)] * len(planes[0])).items():
        for (back, _), other in _throw([(1, False)] * len(planes[1])).items():
            gone = {*sorted(planes[1])[:hits], *sorted(planes[0])[:back]}
            left = [tuple(one for one in side if one not in gone) for side in state[:2]]
            after = State(left[0], left[1], state.owner)
            yield (after._replace(owner=_find_owner(after, terms)) if gone else after), share * other


def _contests(units: Units) -> bool:
    return any(one.letter != "F" or one.strength > 1 for one in units)


def _find_owner(state: State, terms: Terms) -> str:
    """The owner once one side is alone with a piece that can take the area (4.1)."""
    alone = [number for number in (0, 1) if _contests(state[number])]
    if len(alone) != 1:
        return state.owner
    units = state[alone[0]]
    able = any(one.letter in CONQUERORS or (one.letter == "F" and one.strength > 1) for one in units)
    return terms.sides[alone[0]] if able else state.owner


def _close(start: State, state: State, terms: Terms) -> Result:
    """What has no infantry beside it dies (8.3); then the area has its owner."""
    left = [_find_accompanied(state[number], state[1 - number]) for number in (0, 1)]
    after = State(left[0], left[1], state.owner)
    gone: list[str] = []
    for number in (0, 1):
        before, fought, now = start[number], state[number], after[number]
        armies = {one.army for one in before} - {one.army for one in fought}
        if _contests(after[1 - number]) and not any(one.letter in INFANTRY for one in now):
            armies |= {one.army for one in before} - {one.army for one in now}
        gone += armies - {""}
        forts = {one.id for one in before if one.letter == "F"}
        gone += forts - {one.id for one in now}
    owner = _find_owner(after, terms)
    holder = None if _contests(after.attacker) and _contests(after.defender) else owner
    lost = (_weigh(start[0]) - _weigh(after[0]), _weigh(start[1]) - _weigh(after[1]))
    return holder, lost, tuple(sorted(gone))


def _weigh(units: Units) -> int:
    return sum(one.strength for one in units)


def _find_accompanied(units: Units, enemy: Units) -> Units:
    if any(one.letter in INFANTRY for one in units):
        return units
    infantry = any(one.letter in INFANTRY for one in enemy)
    others = any(one.letter != "F" for one in enemy)
    dying = ("ABT" if infantry else "") + ("GP" if others else "")
    return tuple(one for one in units if one.letter not in dying)
