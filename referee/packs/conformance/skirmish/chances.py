"""Exact chances: the scene of a name is played by the rules for every sequence of dice."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from math import atan2, pi

from referee.packs.conformance.skirmish import scenes
from referee.packs.conformance.skirmish.enumeration import Ends, Scene, ends
from referee.systems.skirmish.facts import geometry
from referee.systems.skirmish.state.position import Position
from referee.systems.skirmish.state.table import Table
from schemas.record import Value

Chances = dict[str, Fraction]
OTHER, ATTACKER, DEFENDER = "br-s2-1", "br-s1-1", "ge-g1-1"
FARTHEST = 6000
"""Distance in a scene with unlimited sight, in hundredths of an inch."""
MOST = 512
"""Number of cached tables: a case has its own table, and its name is used more than once."""


class Calculation(Value):
    """The scene for the words of a name, and the function that counts its results."""

    scene: Callable[[scenes.Words], Scene]
    count: Callable[[Table, scenes.Words], Mapping[str, Fraction]]


@lru_cache(maxsize=MOST)
def work_out(table: Table, name: str) -> Mapping[str, Fraction]:
    """Return the chance of each result of a name.

    Raises `ValueError` or `LookupError` if the name is invalid.
    """
    what, words = _part(name)
    return CALCULATIONS[what].count(table, words)


def check(name: str) -> None:
    """Raise `ValueError` for a name without a scene, without playing any scene."""
    what, words = _part(name)
    try:
        CALCULATIONS[what].scene(words)
    except LookupError:
        fact = f"after `{what}` a word is missing, or one stands there that it does not know"
        raise ValueError(fact) from None


def _part(name: str) -> tuple[str, list[str]]:
    what, *words = name.split()
    if what not in CALCULATIONS:
        raise ValueError(f"there is no calculation {what}, but {', '.join(CALCULATIONS)}")
    return what, words


def _count(ends_found: Ends, read: Callable[[Position], str | Iterable[str]]) -> Chances:
    """Return the chance of each result, as read from the ends of a scene; an end may have several."""
    chances: Chances = {}
    for state, weight in ends_found:
        results = read(state)
        for result in (results,) if isinstance(results, str) else results:
            chances[result] = chances.get(result, Fraction(0)) + weight
    return chances


def _read(
    scene: Callable[[scenes.Words], Scene], read: Callable[[Position], str | Iterable[str]]
) -> Calculation:
    """Return a calculation from a scene and a function that reads its ends."""
    return Calculation(scene, lambda table, words: _count(ends(table.pack, scene(words)), read))


def _effect(state: Position, figure: str, before: int = 0) -> str:
    """Return the effect on a figure that had some pins before."""
    one = state.figures[figure]
    return "kill" if not one.active else "pin" if one.pins > before else "miss"


def _distance(table: Table, words: scenes.Words) -> Chances:
    """`distance rush`: return the chance that a figure moves at least each number of inches."""
    distances = [
        (geometry.apart(one.figures[ATTACKER].start, one.figures[ATTACKER].at) // 100, weight)
        for one, weight in ends(table.pack, scenes.distance(words))
    ]
    return {
        str(inches): sum(
            (weight for inches_moved, weight in distances if inches_moved >= inches), Fraction(0)
        )
        for inches in range(1, max(inches_moved for inches_moved, _ in distances) + 1)
    }


def _spot(state: Position) -> str:
    return "success" if state.list_visible_spots("british") else "failure"


def _markers(state: Position) -> str:
    markers = state.units["ge-g1"].markers
    return str(markers) if markers < 3 else "3+"


def _melee(table: Table, words: scenes.Words) -> Chances:
    """`melee +2`: the attacker's modifier minus the defender's; for -6 and -7, the roles are swapped."""
    is_mirrored, words = _pair(words)
    middle = words.index("v")
    before = (words[:middle].count("pinned"), words[middle:].count("pinned"))
    names = ("defender", "attacker") if is_mirrored else ("attacker", "defender")
    return _count(ends(table.pack, scenes.melee(words)), lambda state: _single(state, before, names))


def _pair(words: scenes.Words) -> tuple[bool, list[str]]:
    """Return True if attacker and defender are swapped, and the circumstances of the two."""
    is_mirrored = words[0] in {"-6", "-7"}
    return is_mirrored, scenes.tell([words[0].replace("-", "+")] if is_mirrored else words, scenes.MELEE)


def _single(state: Position, before: tuple[int, int], names: tuple[str, str]) -> str:
    attacker, defender = _effect(state, ATTACKER, before[0]), _effect(state, DEFENDER, before[1])
    if attacker == defender == "miss":
        return "tie"
    return f"{names[0]} {attacker}" if attacker != "miss" else f"{names[1]} {defender}"


def _two(table: Table, words: scenes.Words) -> Chances:
    """`two +0 +2`: two attackers at one defender; the results of each are counted separately."""
    pins = int("pinned" in scenes.TWO[" ".join(words)])
    return _count(ends(table.pack, scenes.two(words)), lambda state: _each(state, pins))


def _each(state: Position, pins: int) -> Iterator[str]:
    one, other = _effect(state, OTHER, pins), _effect(state, ATTACKER)
    defender = _effect(state, DEFENDER)
    yield f"defender {defender}"
    if one != "miss":
        yield f"first {one}"
    if other != "miss":
        yield f"second {other}"
    if one == other == "kill":
        yield "both attackers kill"
    if defender == "kill" and "kill" in {one, other}:
        yield "mutual"


def _approach(state: Position) -> str:
    if not state.figures[ATTACKER].active:
        return "killed"
    return "contact" if state.melees else "stopped"


def _charge(state: Position) -> Iterator[str]:
    if not state.figures[DEFENDER].active:
        yield "defender kill"
    if not state.figures[ATTACKER].active:
        yield "attacker kill"


def _auto(table: Table, words: scenes.Words) -> Chances:
    """`auto night cover halt`: distance of automatic sight, in inches; `unlimited` is any distance."""
    return {_reach(lambda inches: _sees(table, words, inches)): Fraction(1)}


def _sees(table: Table, words: scenes.Words, hundredths: int) -> bool:
    """Return True if a figure is seen automatically at this distance."""
    ((state, _),) = ends(table.pack, scenes.see(words, hundredths))
    return bool(state.list_visible_spots("british"))


def _reach(is_visible: Callable[[int], bool]) -> str:
    """Return the greatest distance at which a figure is seen, found by bisection."""
    least, most = 0, FARTHEST
    if is_visible(most):
        return "unlimited"
    while most - least > 1:
        middle = (least + most) // 2
        least, most = (middle, most) if is_visible(middle) else (least, middle)
    return geometry.inches(least).removesuffix(".00")


def _landing(state: Position) -> str:
    return "on target" if state.smoke[0].at == scenes.AIM else "strays"


def _stray(state: Position) -> str:
    """Return the distance of a stray shell, in whole inches; rounding to the aim is less than a hundredth."""
    return str(round(geometry.length(scenes.AIM, state.smoke[0].at) / 100))


def _bearing(state: Position) -> str:
    """Return the clock hour of the direction in which a shell strayed."""
    (east, north), (aim_east, aim_north) = state.smoke[0].at, scenes.AIM
    if (east, north) == scenes.AIM:
        return "on target"
    hour = round(atan2(east - aim_east, north - aim_north) * 6 / pi) % 12
    return str(hour or 12)


CALCULATIONS: Mapping[str, Calculation] = {
    "aimed": _read(scenes.aim, lambda state: _effect(state, DEFENDER)),
    "unaimed": _read(scenes.unaimed_fire, lambda state: _effect(state, DEFENDER)),
    "zone": _read(scenes.zone, lambda state: _effect(state, DEFENDER)),
    "distance": Calculation(scenes.distance, _distance),
    "spot": _read(scenes.spot, _spot),
    "morale": _read(scenes.morale, lambda state: "failure" if state.units["ge-g1"].markers else "success"),
    "failures": _read(scenes.morale, _markers),
    "rally": _read(scenes.rally, lambda state: "failure" if state.units["ge-g1"].markers else "success"),
    "unpin": _read(scenes.unpin, lambda state: str(scenes.MOST_PINS - state.figures[DEFENDER].pins)),
    "melee": Calculation(lambda words: scenes.melee(_pair(words)[1]), _melee),
    "two": Calculation(scenes.two, _two),
    "approach": _read(scenes.approach, _approach),
    "charge": _read(scenes.approach, _charge),
    "auto": Calculation(lambda words: scenes.see(words, FARTHEST), _auto),
    "shell": _read(scenes.shell, _landing),
    "stray": _read(scenes.shell, _stray),
    "bearing": _read(scenes.shell, _bearing),
}
"""Calculations by the first word of their name."""
