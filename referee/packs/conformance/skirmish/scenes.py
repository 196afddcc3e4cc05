"""Scenes: the situation of a name such as `aimed raw far x3`, in the notation of cases.

A number replaces circumstances with this sum on the sheet: a pack with other modifiers has other chances.
"""

from collections.abc import Mapping, Sequence
from math import isqrt
from typing import get_args

from msgspec.structs import replace

from referee.packs.conformance.skirmish.enumeration import Scene
from referee.systems.skirmish import season
from referee.systems.skirmish.combat import refusals as combat
from referee.systems.skirmish.facts.geometry import inches, write_place
from referee.systems.skirmish.flow import sequence as flow
from referee.systems.skirmish.movement import activation as movement
from schemas.skirmish.names import Light, Mode, Quality

Words = Sequence[str]

QUIET = ((season.Throw.RALLYING, 1), (season.Throw.LOSING_PINS, 1), (flow.Throw.FIRST_TO_MOVE, 1))
"""Rolls of the same phases that do not matter here."""

AIMED = {
    "-7": "raw masked cover far", "-6": "raw masked cover", "-5": "raw masked far", "-4": "raw masked",
    "-3": "cover far", "-2": "cover", "-1": "far", "+0": "", "+1": "marksman far", "+2": "marksman",
    "+3": "confined", "+4": "confined marksman jet far", "+5": "confined bomber",
}  # fmt: skip
"""Circumstances of an aimed shot by their modifier of the die."""

UNAIMED = {
    "11": "raw automatic", "12": "raw rapid", "13": "regular automatic", "14": "regular rapid",
    "15": "regular", "16": "regular hard-cover", "17": "gallant automatic",
    "18": "gallant hard-cover automatic", "19": "gallant", "20": "gallant hard-cover",
}  # fmt: skip
"""Circumstances of unaimed fire by the score that it needs."""

MELEE = {
    "-5": "regular pinned v gallant armour", "-4": "regular pinned v gallant",
    "-3": "regular v gallant armour", "-2": "regular v gallant", "-1": "regular v veteran",
    "+0": "regular v regular", "+1": "veteran v regular", "+2": "gallant v regular",
    "+3": "gallant armour v regular", "+4": "gallant v regular pinned",
    "+5": "gallant armour v regular pinned", "+6": "second gallant v regular pinned",
    "+7": "second gallant armour v regular pinned",
}  # fmt: skip
"""Circumstances of an attacker and a defender by the difference of their modifiers."""

TWO = {
    "+0 +2": "regular, regular v regular", "+1 +3": "veteran, veteran v regular",
    "+2 +4": "gallant, gallant v regular", "-1 +1": "regular, regular v veteran",
    "-2 +0": "regular, regular v gallant", "-2 +2": "regular pinned, regular v regular",
}  # fmt: skip
"""Circumstances of two attackers, the second with a bonus, at one defender."""

CLASSES: tuple[str, ...] = get_args(Quality)
MODES: tuple[str, ...] = get_args(Mode)
LIGHTS: tuple[str, ...] = get_args(Light)

MOST_PINS = 4
"""Highest number of pins that the best troops can roll to lose."""

AIM = (2400, 2400)

WEAPONS = {1: "rifle", 3: "bar", 4: "flamethrower", 5: "hmg"}
"""Weapons by the number of their dice at one figure."""


def times(words: Words) -> int:
    """Return the number of dice, figures or tests: `x3`."""
    return next((int(word[1:]) for word in words if word[0] == "x" and word[1:].isdecimal()), 1)


def say(words: Words, vocabulary: Sequence[str], otherwise: str) -> str:
    """Return the first of the words that is of a kind, or a default."""
    return next((word for word in words if word in vocabulary), otherwise)


def tell(words: Words, sums: Mapping[str, str]) -> list[str]:
    """Return the words, with the circumstances in place of a number."""
    numbers = [word for word in words if word in sums]
    rest = [word for word in words if word not in sums]
    return [*(word for number in numbers for word in sums[number].split()), *rest]


def _check(words: Words, *vocabulary: str) -> None:
    for word in words:
        if word not in vocabulary and not (word[0] == "x" and word[1:].isdecimal()):
            raise ValueError(f"`{word}` is none of {', '.join(vocabulary)}")


def _ground(kind: str, south: float, north: float) -> list[dict[str, object]]:
    """Return a strip of ground across the line of fire."""
    corners = ((8.5, south), (11.5, south), (11.5, north), (8.5, north))
    return [{"id": "g", "kind": kind, "corners": [[str(east), str(up)] for east, up in corners]}]


def _units(british: str, german: str, classes: tuple[str, str] = ("regular", "regular")) -> str:
    """Return two units, one for each side."""
    return f"british br-s1 {classes[0]}: {british}\ngerman ge-g1 {classes[1]}: {german}"


def aim(words: Words) -> Scene:
    """`aimed raw far x3`: one firer of a class, one target."""
    words = tell(words, AIMED)
    _check(
        words, "masked", "cover", "wall", "building", "trench", "armour", "far", "moving", "marksman",
        "confined", "bomber", "jet", "grenade", *CLASSES,
    )  # fmt: skip
    dice, north = times(words), 30 if "far" in words else 15
    weapon, order = _fire(words, dice, north)
    firer = [weapon, *(word for word in words if word in {"marksman", "bomber"})]
    firer += ["gas-mask", "masked"] if "masked" in words else []
    crew = "; 2 at 9,10 loader" if weapon == "hmg" else ""
    target = ["body-armour"] * ("armour" in words) + ["manoeuvre"] * ("moving" in words)
    return Scene(
        setup={
            "asked": "fire",
            "units": _units(
                f"1 at 10,10 squad-leader {' '.join(firer)}{crew}",
                f"1 at 10,{north} squad-leader {' '.join(target)}",
                (say(words, CLASSES, "regular"), "regular"),
            ),
            "seen": ["br-s1: ge-g1-1"],
            "terrain": _under(words, north, south=north - 1 if order[0] == "t" else 9),
        },
        phases=("laying", "firing"),
        lines=(f"british: {order}", "british: done", "german: done"),
        kinds=dice > 1,
        weapons=(("flamethrower", {"id": "jet", "reach": "30", "dice": 1}),),
    )


def _fire(words: Words, dice: int, north: int) -> tuple[str, str]:
    """Return a weapon with a number of dice in these circumstances, and the order to fire it."""
    if "jet" in words or dice == 4:
        return "jet" if "jet" in words else WEAPONS[dice], f"flame br-s1-1 to 10,{north}"
    if "grenade" in words or "bomber" in words or (dice == 1 and "confined" in words):
        return "grenade-offensive", f"throw br-s1-1 at 10,{north}"
    return WEAPONS[dice], "aimed fire br-s1-1 at c01"


def _under(words: Words, north: int, south: float) -> list[dict[str, object]]:
    """Return the terrain of the target: around it, or in front."""
    if "confined" in words:
        return _ground("trench", south, north + 1)
    if "wall" in words:
        return _ground("wall", north - 0.75, north - 0.5)
    kind = next((one for one in ("building", "trench", "crater") if one in words), "crater")
    return _ground(kind, north - 0.5, north + 0.5) if {"cover", kind} & set(words) else []


def unaimed_fire(words: Words) -> Scene:
    """`unaimed regular automatic hard-cover x5`: the class is that of the target."""
    needed = next((int(word) for word in words if word.isdecimal() and word not in UNAIMED), None)
    if needed is not None:
        # The shipped classes of targets do not need such a high or low score.
        return replace(unaimed_fire(["regular"]), classes=(("regular", {"unaimed": needed}),))
    words = tell(words, UNAIMED)
    _check(words, "automatic", "area", "rapid", "hard-cover", "advancing", *CLASSES)
    dice = times(words)
    weapon = "bar" if "automatic" in words else "grenade-offensive" if "area" in words else "rifle"
    firer = [weapon, *["manoeuvre"] * ("area" in words), *["british-1914"] * ("rapid" in words)]
    pace = "rapid" if "rapid" in words else "unaimed"
    target = " manoeuvre advanced" if "advancing" in words else ""
    verb, place = ("throw", "at 10,13.5") if "area" in words else (f"{pace} fire", "at c01")
    return Scene(
        setup={
            "asked": "fire",
            "units": _units(
                f"1 at 10,10 squad-leader {' '.join(firer)}",
                f"1 at 10,15 squad-leader{target}",
                ("regular", say(words, CLASSES, "regular")),
            ),
            "seen": ["br-s1: ge-g1-1"],
            "terrain": _ground("crater", 14.5, 15.5) if "hard-cover" in words else [],
        },
        phases=("laying", "firing"),
        lines=(f"british: {verb} br-s1-1 {place}", "british: done", "german: done"),
        kinds=dice > 1,
        weapons=((weapon, {"dice": dice}),),
    )


def zone(words: Words) -> Scene:
    """`zone raw`: a beaten zone with a target of a class in it."""
    _check(words, *CLASSES)
    return Scene(
        setup={
            "asked": "fire",
            "units": _units(
                "1 at 10,10 squad-leader hmg; 2 at 11,10 loader",
                "1 at 10,30 squad-leader",
                ("regular", say(words, CLASSES, "regular")),
            ),
        },
        phases=("laying", "firing"),
        lines=("british: beaten zone br-s1-1 at 10,30", "british: done", "german: done"),
    )


def distance(words: Words) -> Scene:
    """`distance rush`: a figure that moves as far as it can."""
    _check(words, *MODES)
    return Scene(
        setup={"units": _units("1 at 10,5 squad-leader", "1 at 40,45 squad-leader")},
        phases=("plotting", "movement"),
        lines=(f"british: {words[0]} br-s1-1 to 10,25", "british: done", "german: done"),
    )


def spot(words: Words) -> Scene:
    """`spot veteran masked x4`: a number of observers look for one figure halted in the open."""
    _check(words, "masked", "sniper", *CLASSES)
    mask = " gas-mask masked" if "masked" in words else ""
    seers = [f"{number} at {9 + number},10{mask}" for number in range(1, times(words) + 1)]
    looks = tuple(f"british: look br-s1-{number} around 10,32" for number in range(1, times(words) + 1))
    return Scene(
        setup={
            "units": _units(
                "; ".join(seers),
                f"1 at 10,32 squad-leader{' sniper' * ('sniper' in words)}",
                (say(words, CLASSES, "regular"), "regular"),
            ),
        },
        phases=("plotting", "movement"),
        lines=(*looks, "british: done", "german: done"),
        kinds=times(words) > 1,
    )


def morale(words: Words) -> Scene:
    """`morale stubborn defending`, `failures regular x3`: a unit with a number of dead."""
    _check(words, "advancing", "defending", *CLASSES)
    fallen = range(2, 2 + times(words))
    state = " manoeuvre advanced" if "advancing" in words else ""
    figures = [f"1 at 10,30 squad-leader{state}", *(f"{number} at {8 + 2 * number},30" for number in fallen)]
    return Scene(
        setup={
            "asked": "morale",
            "units": _units("1 at 30,5 squad-leader", "; ".join(figures), ("regular", words[0])),
            "dead": [f"ge-g1-{number} at {8 + 2 * number},30" for number in fallen],
            "terrain": _ground("trench", 29.5, 30.5) if "defending" in words else [],
        },
        phases=("morale",),
        shows=QUIET,
        kinds=times(words) > 1,
    )


def rally(words: Words) -> Scene:
    """`rally raw`: a unit with one marker."""
    _check(words, *CLASSES)
    return Scene(
        setup={
            "asked": "morale",
            "units": f"british br-s1 regular: 1 at 30,5 squad-leader\n"
            f"german ge-g1 {words[0]} markers 1: 1 at 10,30 squad-leader",
        },
        phases=("morale",),
    )


def unpin(words: Words) -> Scene:
    """`unpin gallant`: a figure with the highest number of pins that it could lose."""
    _check(words, *CLASSES)
    return Scene(
        setup={
            "asked": "morale",
            "units": _units(
                "1 at 30,5 squad-leader", f"1 at 10,30 squad-leader pinned-{MOST_PINS}", ("regular", words[0])
            ),
        },
        phases=("morale",),
    )


def melee(words: Words) -> Scene:
    """`melee second gallant armour v regular pinned`: an attacker, and a defender.

    The attacker before a second one is pinned and rolls a one, so that it never wins.
    """
    words = tell(words, MELEE)
    _check(words, "second", "armour", "pinned", "v", *CLASSES)
    middle = words.index("v")
    first = "british br-s2 regular: 1 at 11,11 pinned squad-leader\n" if "second" in words else ""
    return Scene(
        setup={
            "asked": "melee",
            "units": first
            + _pair([word for word in words[:middle] if word != "second"], words[middle + 1 :]),
            "melees": [*["br-s2-1 at ge-g1-1"] * bool(first), "br-s1-1 at ge-g1-1"],
        },
        phases=("melee",),
        shows=((combat.Throw.MELEE_ATTACKER, 1),) if first else (),
    )


def _pair(attacker: Words, defender: Words) -> str:
    return _units(
        f"1 at 10,10 squad-leader {_as(attacker)}",
        f"1 at 10,11 squad-leader {_as(defender)}",
        (say(attacker, CLASSES, "regular"), say(defender, CLASSES, "regular")),
    )


def _as(words: Words) -> str:
    return " ".join({"armour": "body-armour"}.get(word, word) for word in words if word not in CLASSES)


def two(words: Words) -> Scene:
    """`two +0 +2`: two attackers at one defender."""
    attackers, _, defender = TWO[" ".join(words)].partition(" v ")
    first, _, second = attackers.partition(", ")
    own = say(first.split(), CLASSES, "regular")
    lead = f"british br-s2 {own}: 1 at 11,11 squad-leader {_as(first.split())}\n"
    return Scene(
        setup={
            "asked": "melee",
            "units": lead + _pair(second.split(), defender.split()),
            "melees": ["br-s2-1 at ge-g1-1", "br-s1-1 at ge-g1-1"],
        },
        phases=("melee",),
    )


def approach(words: Words) -> Scene:
    """`approach stubborn`: an attacker under rifle fire; `charge veteran regular`: with a round of melee."""
    _check(words, *CLASSES)
    attacker, defender = words[0], words[1] if len(words) > 1 else "regular"
    fought = ("british: done", "german: done") if len(words) > 1 else ()
    return Scene(
        setup={
            "first": "british",
            "units": _units("1 at 10,10 squad-leader", "1 at 10,15 squad-leader", (attacker, defender)),
            "seen": ["br-s1: ge-g1-1"],
        },
        phases=("plotting", "movement", *(("artillery", "laying", "firing", "melee") if fought else ())),
        lines=("british: manoeuvre br-s1-1 contact c01", "british: done", "german: done", *fought),
        shows=((movement.Throw.MOVEMENT, 6),),
    )


def see(words: Words, far: int) -> Scene:
    """`auto night cover halt`: a figure at a distance in hundredths of an inch, on a slanting line."""
    _check(words, "rain", "smoke", "cover", "fired", "emerging", *LIGHTS, *MODES)
    east = 3 * far // 5
    north = isqrt(far * far - east * east)
    state = [word for word in words if word in MODES and word != "halt"]
    state += ["fired-before"] * ("fired" in words) + ["emerged"] * ("emerging" in words)
    box = ((-50, -50), (50, -50), (50, 50), (-50, 50))
    corners = [[inches(max(0, east + x)), inches(min(4800, max(0, north + y)))] for x, y in box]
    return Scene(
        setup={
            "asked": "artillery",
            "light": say(words, LIGHTS, "day"),
            "rain": "rain" in words,
            "smoke": ["4.64,1.52"] if "smoke" in words else [],
            "units": _units(
                "1 at 0,0 squad-leader", f"1 at {write_place((east, north))} squad-leader {' '.join(state)}"
            ),
            "terrain": [{"id": "g", "kind": "crater", "corners": corners}] if "cover" in words else [],
        },
        phases=("artillery",),
    )


def shell(words: Words) -> Scene:
    """`shell`: one shell, aimed at 24,24; smoke marks its point of impact."""
    _check(words)
    return Scene(
        setup={
            "asked": "artillery",
            "off_table": ["british br-art-1 smoke 1 of 1"],
            "pending": ["br-art-1 at 24,24 in 1"],
        },
        phases=("artillery",),
    )
