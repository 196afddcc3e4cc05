"""Exact chances, by full enumeration of the dice through the rules themselves."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import comb
from typing import cast, get_args

from referee.systems.skirmish import aimed, melee, unaimed, visibility
from referee.systems.skirmish.table import Table
from referee.systems.skirmish.visibility import Conditions
from schemas.skirmish.pack import Troops
from schemas.skirmish.words import Light, Mode, Moving

Chances = dict[str, Fraction]
D6 = range(1, 7)
D20 = range(1, 21)


def work_out(table: Table, name: str) -> Mapping[str, Fraction]:
    """The chance of each result of what a name describes; raises `ValueError` if it describes nothing."""
    what, *words = name.split()
    if what not in CALCULATIONS:
        raise ValueError(f"there is no calculation {what}, but {', '.join(CALCULATIONS)}")
    return CALCULATIONS[what](table, words)


def _shares(results: Iterable[str]) -> Chances:
    counted = Counter(results)
    whole = sum(counted.values())
    return {result: Fraction(count, whole) for result, count in counted.items()}


def _several(
    dice: int, kinds: Mapping[str, tuple[int, int]], judge: Callable[[tuple[int, ...]], str]
) -> Chances:
    """Chances of many dice: each kind of face stands for as many faces as there are of it."""
    whole = sum(count for _, count in kinds.values()) ** dice
    chances: Chances = {}
    for faces in product(kinds.values(), repeat=dice):
        ways = 1
        for _, count in faces:
            ways *= count
        result = judge(tuple(face for face, _ in faces))
        chances[result] = chances.get(result, Fraction(0)) + Fraction(ways, whole)
    return chances


def _kinds(sides: Iterable[int], judge: Callable[[int], str]) -> dict[str, tuple[int, int]]:
    """The kinds of face of a die: one face of each, and how many there are."""
    found: dict[str, tuple[int, int]] = {}
    for face in sides:
        kind = judge(face)
        found[kind] = (face, found.get(kind, (0, 0))[1] + 1)
    return found


def _aimed(table: Table, words: list[str]) -> Chances:
    """`aimed -2 x3`: a modifier, and a number of dice at one figure."""
    total, dice, rules = int(words[0]), _times(words[1:]), table.parameters.aimed
    kinds = _kinds(D20, lambda face: aimed.judged(rules, (face,), total)[0])
    return _several(dice, kinds, lambda faces: aimed.judged(rules, faces, total)[0])


def _times(words: list[str]) -> int:
    return int(words[0].removeprefix("x")) if words else 1


def _unaimed(table: Table, words: list[str]) -> Chances:
    """`unaimed regular automatic hard-cover x5`: a class, circumstances, and a number of dice."""
    need, dice = _need(table, words), _times([word for word in words if word[0] == "x"])
    kinds = _kinds(D20, lambda face: "pin" if face >= need else "miss")
    return _several(dice, kinds, lambda faces: "pin" if max(faces) >= need else "miss")


def _need(table: Table, words: list[str]) -> int:
    """The score that unaimed fire needs, put together by the rules for a target on an empty table."""
    if words[0].isdecimal():
        return int(words[0])
    weapon = table.weapons["lmg" if "automatic" in words else "flamethrower" if "area" in words else "rifle"]
    rules, troop = table.parameters.unaimed, table.troops[words[0]]
    parts = [troop.unaimed, rules.hard_cover * ("hard-cover" in words)]
    parts += [troop.unaimed_advancing * ("advancing" in words)]
    parts += [unaimed.by_weapon(table, weapon, rapid="rapid" in words)]
    return sum(parts)


def _distance(table: Table, words: list[str]) -> Chances:
    """`distance rush`: the chance that the allowance is at least so many inches."""
    pace = table.parameters.movement.paces[cast(Moving, words[0])]
    reached = [pace.inches // 100 + sum(faces) for faces in product(D6, repeat=pace.dice)]
    return {
        str(inches): Fraction(sum(one >= inches for one in reached), len(reached))
        for inches in range(1, max(reached) + 1)
    }


def _at_least(need: int, dice: int = 1) -> Chances:
    missed = Fraction(sum(face < need for face in D6), 6) ** dice
    return {"success": 1 - missed, "failure": missed}


def _spot(table: Table, words: list[str]) -> Chances:
    """`spot veteran masked x4`: a class, a mask or a sniper, and a number of observers."""
    rules = table.parameters.spotting
    need = table.troops[words[0]].spot
    need = rules.masked_need if "masked" in words else need
    need = rules.sniper_need if "sniper" in words else need
    return _at_least(need, _times([word for word in words if word[0] == "x"]))


def _morale_need(troop: Troops, words: list[str]) -> int:
    if "advancing" in words and troop.morale_advancing is not None:
        return troop.morale_advancing
    if "defending" in words and troop.morale_defending is not None:
        return troop.morale_defending
    return troop.morale


def _morale(table: Table, words: list[str]) -> Chances:
    """`morale stubborn defending`: the chance to pass one test."""
    return _at_least(_morale_need(table.troops[words[0]], words))


def _failures(table: Table, words: list[str]) -> Chances:
    """`failures regular x3`: how many of so many tests fail; three or more are one result."""
    tests = _times([word for word in words if word[0] == "x"])
    fails = _at_least(_morale_need(table.troops[words[0]], words))["failure"]
    chances: Chances = {}
    for count in range(tests + 1):
        result = str(count) if count < 3 else "3+"
        chance = comb(tests, count) * fails**count * (1 - fails) ** (tests - count)
        chances[result] = chances.get(result, Fraction(0)) + chance
    return chances


def _rally(table: Table, words: list[str]) -> Chances:
    """`rally raw`: the chance to lose a marker."""
    return _at_least(table.troops[words[0]].rally)


def _unpin(table: Table, words: list[str]) -> Chances:
    """`unpin gallant`: how many pins are lost in one attempt."""
    need, dice = table.parameters.rallying.unpin_need, table.troops[words[0]].unpin
    return _shares(str(sum(face >= need for face in faces)) for faces in product(D6, repeat=dice))


def _melee(table: Table, words: list[str]) -> Chances:
    """`melee +2`: the attacker's modifier less the defender's."""
    difference, rules = int(words[0]), table.parameters.hand_to_hand
    return _shares(
        _single(melee.results(rules, (attack + difference, defence))) for attack, defence in product(D6, D6)
    )


def _single(effects: Iterator[str]) -> str:
    attacker, defender = effects
    told = {("miss", "miss"): "tie"}
    named = f"attacker {attacker}" if attacker != "miss" else f"defender {defender}"
    return told.get((attacker, defender), named)


def _two(table: Table, words: list[str]) -> Chances:
    """`two +0 +2`: two attackers at one defender; what becomes of each, counted one by one."""
    first, second, rules = int(words[0]), int(words[1]), table.parameters.hand_to_hand
    rounds = [
        tuple(melee.results(rules, (a + first, b + second, defence))) for a, b, defence in product(D6, D6, D6)
    ]
    counts: Counter[str] = Counter()
    for one, other, defender in rounds:
        counts[f"defender {defender}"] += 1
        counts[f"first {one}"] += one != "miss"
        counts[f"second {other}"] += other != "miss"
        counts["both attackers kill"] += one == other == "kill"
        counts["mutual"] += defender == "kill" and "kill" in {one, other}
    return {result: Fraction(count, len(rounds)) for result, count in counts.items()}


def _approach(table: Table, words: list[str]) -> Chances:
    """`approach stubborn`: one rifle aimed at +0 meets an attacker of a class."""
    troop, shot = table.troops[words[0]], _aimed(table, ["0"])
    stops = Fraction(0) if troop.ignores_pin_attacking else shot["pin"]
    return {"killed": shot["kill"], "stopped": stops, "contact": 1 - shot["kill"] - stops}


def _charge(table: Table, words: list[str]) -> Chances:
    """`charge veteran regular`: an approach, and one round of melee."""
    difference = table.troops[words[0]].melee - table.troops[words[1]].melee
    came, fought = _approach(table, words), _melee(table, [str(difference)])
    contact = came["contact"]
    return {
        "defender kill": contact * fought.get("defender kill", Fraction(0)),
        "attacker kill": came["killed"] + contact * fought.get("attacker kill", Fraction(0)),
    }


def _auto(table: Table, words: list[str]) -> Chances:
    """`auto night cover halt`: how near a figure is seen at once, in inches; `unlimited` is any distance."""
    light = next((word for word in words if word in get_args(Light)), "day")
    mode = next((word for word in words if word in get_args(Mode)), "halt")
    seen = Conditions(
        light=cast(Light, light),
        rain="rain" in words,
        smoke="smoke" in words,
        cover="cover" in words,
        mode=cast(Mode, mode),
        fired="fired" in words,
        emerging="emerging" in words,
    )
    reach = visibility.auto_range(table.parameters.spotting, seen)
    return {"unlimited" if reach is None else str(reach // 100): Fraction(1)}


def _shell(table: Table, words: list[str]) -> Chances:  # noqa: ARG001 - a shell has no circumstances
    """`shell`: whether it comes down on its aim."""
    hits = Fraction(table.parameters.artillery.on_target, 6)
    return {"on target": hits, "strays": 1 - hits}


CALCULATIONS: Mapping[str, Callable[[Table, list[str]], Mapping[str, Fraction]]] = {
    "aimed": _aimed,
    "unaimed": _unaimed,
    "distance": _distance,
    "spot": _spot,
    "morale": _morale,
    "failures": _failures,
    "rally": _rally,
    "unpin": _unpin,
    "melee": _melee,
    "two": _two,
    "approach": _approach,
    "charge": _charge,
    "auto": _auto,
    "shell": _shell,
}
"""What can be worked out, by the first word of its name."""
