"""Odds of a battle worked out from the clauses alone; this module imports nothing from the program.

Every die is thrown by itself, and every hit taken by itself. No piece retreats but an empty army, and no
biplane answers fire. Of equal losses the first of the unit chart falls, then a piece outside armies, then one
of the army with the lowest id, then the first in the area.
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
    """A piece that fights; `place` is its place in the area, `strength` is the number of a fort, or 1."""

    place: int
    id: str
    letter: str
    army: str = ""
    dug_in: bool = False
    strength: int = 1


class Terms(NamedTuple):
    """What is agreed before the first die: the owner of the area, its ground, and the cards on the battle.

    `exits` says for each side whether its empty armies have an adjacent area to go to.
    """

    sides: tuple[str, str]
    owner: str
    rough: bool = False
    surprise: bool = False
    guns: tuple[int, int] = (1, 1)
    exits: tuple[bool, bool] = (True, True)


Units = tuple[Unit, ...]

Empty = tuple[frozenset[str], frozenset[str]]
"""The ids of the empty armies of attacker and defender."""

NO_ARMIES: Empty = (frozenset(), frozenset())


class State(NamedTuple):
    """Attacker, defender, the owner of the area, their empty armies, and the empty armies that fell."""

    attacker: Units
    defender: Units
    owner: str
    empty: Empty = NO_ARMIES
    fallen: frozenset[str] = frozenset()


Result = tuple[str | None, tuple[int, int], tuple[str, ...]]
"""The side that holds the area, the losses of attacker and defender, and the lost armies and forts."""


def fight(start: State, terms: Terms) -> Mapping[Result, Fraction]:
    """The chance of each result of a battle (2.0-II-4, 5.2, 5.3)."""
    attacker, defender = start[:2]
    states = {start: Fraction(1)}
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
        if phase == "defensive":
            states = _merge((_send_off(state, terms, 1), chance) for state, chance in states.items())
        states = _merge(
            (after, chance * share)
            for state, chance in states.items()
            for after, share in _fire(state, phase, terms, dogfight=dogfight)
        )
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
        after = state
        for left in _suffer(victims, hits, siege):
            after = after._replace(defender=left) if attacks else after._replace(attacker=left)
            after = settle(after, terms)
        yield after, share


def settle(state: State, terms: Terms) -> State:
    """Empty armies among enemies without infantry fall at once (8.1); the area may have a new owner (4.1)."""
    for number in (0, 1):
        alone = not any(one.letter in INFANTRY for one in state[number])
        if alone and _contests(state[1 - number]):
            state = _let_fall(state, number)
    return state._replace(owner=_find_owner(state, terms))


def _let_fall(state: State, number: int) -> State:
    return _remove_empty(state, number)._replace(fallen=state.fallen | state.empty[number])


def _remove_empty(state: State, number: int) -> State:
    return state._replace(
        empty=(NO_ARMIES[0], state.empty[1]) if number == 0 else (state.empty[0], NO_ARMIES[1])
    )


def _send_off(state: State, terms: Terms, number: int) -> State:
    """The empty armies of a side leave an area with enemies, or fall where there is no way (8.1, A-69)."""
    if not _contests(state[1 - number]):
        return state
    return _remove_empty(state, number) if terms.exits[number] else _let_fall(state, number)


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


def _suffer(units: Units, hits: int, siege: int) -> Iterator[Units]:
    """Take hits, those of siege guns first and on forts alone (5.3, 8.3.3)."""
    for number in range(hits):
        forts = [one for one in units if one.letter == "F"]
        able = forts if number < siege else list(_list_losses(units))
        if not able:
            continue
        lost = min(able, key=lambda one: (CHART.index(one.letter), one.army, one.place))
        less = (lost._replace(strength=lost.strength - 1),) if lost.strength > 1 else ()
        units = tuple(sorted((*(one for one in units if one != lost), *less)))
        yield units


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
            first = [sorted(side, key=lambda one: (one.army, one.place)) for side in planes]
            gone = {*first[1][:hits], *first[0][:back]}
            left = [tuple(one for one in side if one not in gone) for side in state[:2]]
            after = state._replace(attacker=left[0], defender=left[1])
            yield (settle(after, terms) if gone else after), share * other


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
    after = settle(state._replace(attacker=left[0], defender=left[1]), terms)
    for number in (0, 1):
        if _contests(after[1 - number]) and not left[number]:
            after = _let_fall(after, number)
    owner = after.owner
    for number in (0, 1):
        after = _send_off(after, terms, number)
    gone = [*after.fallen]
    for number in (0, 1):
        before, fought, now = start[number], state[number], after[number]
        armies = {one.army for one in before} - {one.army for one in fought}
        if _contests(after[1 - number]) and not any(one.letter in INFANTRY for one in now):
            armies |= {one.army for one in before} - {one.army for one in now}
        gone += armies - {""}
        forts = {one.id for one in before if one.letter == "F"}
        gone += forts - {one.id for one in now}
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
