"""Lines of the movement and firing phases, standing orders, and corrections by the moderator."""

from collections.abc import Callable, Container, Iterable, Mapping
from itertools import pairwise
from typing import Literal

from referee.systems.skirmish.flow.judgement import ORDERS
from referee.systems.skirmish.notation import names
from referee.systems.skirmish.notation.sentences import (
    COMMA,
    Misreading,
    Orders,
    Reader,
    Sentence,
    Word,
    Words,
    cut,
    inches,
    one,
    place,
    spot,
    spots,
)
from referee.systems.skirmish.state.position import Position
from referee.systems.skirmish.state.table import Table
from schemas.record import REFEREE
from schemas.skirmish import orders
from schemas.skirmish.names import FireKind, Moving, Posture, Spot
from schemas.skirmish.orders import SkirmishOrder
from schemas.skirmish.pack import Weapon


def read_amendment_lines(table: Table, position: Position, line: str) -> orders.AmendmentOrder:
    """Read a line as an amendment, which names figures by their ids. Raises Unreadable with suggestions."""
    sentence = Sentence(table, position, REFEREE, line)
    words = sentence.words()
    match [word.key for word in words]:
        case ["exchange", _, "with" | "and" | "for", _]:
            one, other = _find(sentence, words[1]), _find(sentence, words[3])
            return orders.Exchange(side=REFEREE, of=position.figures[one].side, figure=one, other=other)
        case ["put", _, "at" | "to" | "in", *_] if len(words) > 3:
            one = _find(sentence, words[1])
            at = spot(sentence, words[3:])
            return orders.Reposition(side=REFEREE, of=position.figures[one].side, figure=one, at=at)
        case _:
            raise sentence.fault(Misreading.NO_AMENDMENT, words)


def _find(sentence: Sentence, word: Word) -> str:
    """Return the id of a figure, without regard to case."""
    ids = {id.casefold(): id for id in sentence.position.figures}
    if (id := ids.get(word.text.casefold())) is None:
        raise sentence.unknown(Misreading.NO_FIGURE, (word,), ids.values())
    return id


AIM = {"at": "at", "to": "at", "on": "at", "with": "with", "dice": "dice", "else": "else", "rapid": "rapid"}


def fires(kind: FireKind, *, rapid: bool = False) -> Reader:
    """Return the reader of fire of one kind."""
    return lambda sentence, before, after: _fire(sentence, before, after, kind, rapid=rapid)


def _fire(sentence: Sentence, before: Words, after: Words, kind: FireKind, *, rapid: bool) -> Orders:
    parts = cut(after, AIM)
    _check_end(sentence, parts.get("rapid", ()), {"fire"})
    who = names.figures(sentence, names.actors(sentence, before, parts[""]))
    where = tuple(word for word in parts.get("at", ()) if word.key != "point")
    point = spot(sentence, where) if any(word.spot for word in where) else None
    target = None if point is not None else names.alias(sentence, where)
    weapon = names.weapon(sentence, parts["with"]) if parts.get("with") else None
    others = tuple(
        names.alias(sentence, (word,)) for word in parts.get("else", ()) if word.key not in {COMMA, "and"}
    )
    order = orders.Fire(
        side=sentence.side,
        figures=who,
        kind=kind,
        weapon=weapon,
        target=target,
        point=point,
        dice=_dice(sentence, parts.get("dice", ())),
        others=others,
        rapid=rapid or "rapid" in parts,
    )
    return (order,)


def _dice(sentence: Sentence, words: Words) -> dict[str, int]:
    """Read shares of dice: `c03 3, c04 1`."""
    bare = tuple(word for word in words if word.key not in {COMMA, "and"})
    shares: dict[str, int] = {}
    for alias, count in zip(bare[::2], bare[1::2], strict=False):
        if not count.key.isdecimal() or len(count.key) > 2:
            raise sentence.fault(Misreading.NOT_A_NUMBER_OF_DICE, (count,))
        shares[names.alias(sentence, (alias,))] = int(count.key)
    if len(bare) % 2:
        raise sentence.fault(Misreading.DICE_WITHOUT_NUMBER, bare)
    return shares


def _where(sentence: Sentence, words: Words) -> Spot:
    """Return a place, or the place of a known enemy."""
    bare = tuple(word for word in words if word.key != "point")
    if any(word.spot for word in bare):
        return spot(sentence, bare)
    name = names.alias(sentence, bare)
    enemy = names.contact(sentence, name)
    if enemy is None:
        raise sentence.fault(Misreading.ENEMY_NOT_KNOWN, bare, enemy=name)
    return enemy.at


def throw(sentence: Sentence, before: Words, after: Words) -> Orders:
    """Read an order to throw a grenade."""
    parts = cut(after, AIM)
    _check_parts(sentence, parts, {"at", "with"})
    what, who = (parts[""], before) if before else ((), parts[""])
    figure = names.figure(sentence, who)
    what += parts.get("with", ())
    weapon = tuple(word for word in what if word.key not in names.FILLING | _GRENADES)
    grenade = names.weapon(sentence, weapon) if weapon else _own_grenade(sentence, figure)
    burst = _where(sentence, parts.get("at", ()))
    return (orders.Throw(side=sentence.side, figure=figure, grenade=grenade, burst=burst),)


_GRENADES = frozenset({"a", "grenade", "handgranate", "χειροβομβιδα"})
"""Words for the grenade that the figure carries."""


def _own_grenade(sentence: Sentence, figure: str) -> str:
    weapons = sentence.position.figures[figure].weapons
    mine = [weapon for weapon in weapons if sentence.table.weapons[weapon].blast is not None]
    return mine[0] if mine else "grenade-offensive"


def by_pattern(model: type[SkirmishOrder], **given: object) -> Reader:
    """Return the reader of an order of figures, perhaps for a place, by its pattern and some given fields."""
    who, *places = (field for field in ORDERS.fields(model) if field not in given)

    def read(sentence: Sentence, before: Words, after: Words) -> Orders:
        parts = cut(after, AIM) if places else {"": after}
        _check_parts(sentence, parts, {"at", "with"})
        if parts.get("with"):
            names.weapon(sentence, parts["with"])
        words = names.actors(sentence, before, parts[""], has_goal=bool(places))
        tool = TOOLS.get(model)
        figures = FIGURES[who](sentence, words) if tool is None else names.figure(sentence, words, tool)
        goals = {field: _where(sentence, parts.get("at", ())) for field in places}
        return (model.model_validate({"side": sentence.side, who: figures, **goals, **given}),)

    return read


TOOLS: Mapping[type[SkirmishOrder], Callable[[Weapon], bool]] = {
    orders.BeatenZone: lambda weapon: weapon.zone,
    orders.Flame: lambda weapon: weapon.lane is not None,
}
"""The weapons of orders that one figure of a unit carries out."""

FIGURES: Mapping[str, Callable[[Sentence, Words], object]] = {
    "figure": names.figure,
    "figures": names.figures,
}
"""The readers of the fields that name figures."""


REACTING = {"shoot": "shoot", "fallback": "fallback", "ignore": "ignore", "ignoring": "ignore"}
CLOSING = {"rally": "rally", "unpin": "unpin"}

Shoot = Literal["always", "never", "assault-only"]
FallBack = Literal["always", "never", "if-leaderless"]
SHOOT: dict[str, Shoot] = {"always": "always", "never": "never", "assault only": "assault-only"}
FALL_BACK: dict[str, FallBack] = {"always": "always", "never": "never", "if leaderless": "if-leaderless"}


def react(sentence: Sentence, before: Words, after: Words) -> Orders:
    """Read a standing order for a unit's reactions."""
    parts = cut(after, REACTING)
    _check_end(sentence, parts.get("ignore", ()), {"pin", "pins"})
    unit = names.unit(sentence, names.actors(sentence, before, parts[""]))
    shoot = SHOOT[_choice(sentence, parts.get("shoot"), SHOOT, "always")]
    fall_back = FALL_BACK[_choice(sentence, parts.get("fallback"), FALL_BACK, "never")]
    ignores = "ignore" in parts
    order = orders.Reaction(
        side=sentence.side, unit=unit, shoot=shoot, ignore_pin=ignores, fall_back=fall_back
    )
    return (order,)


def closing(sentence: Sentence, before: Words, after: Words) -> Orders:
    """Read a standing order for a unit's attempts in the last phase."""
    parts = cut(after, CLOSING)
    unit = names.unit(sentence, names.actors(sentence, before, parts[""]))
    choices = {"yes": True, "no": False}
    rally = choices[_choice(sentence, parts.get("rally"), choices, "yes")]
    unpin = choices[_choice(sentence, parts.get("unpin"), choices, "yes")]
    return (orders.Closing(side=sentence.side, unit=unit, rally=rally, unpin=unpin),)


def _choice(sentence: Sentence, words: Words | None, known: Iterable[str], default: str) -> str:
    """Return one of a few known words."""
    if words is None:
        return default
    bare = tuple(word for word in words if word.key != COMMA)
    choice = " ".join(word.key for word in bare)
    if choice not in known:
        raise sentence.unknown(Misreading.WORD_UNKNOWN, bare, known)
    return choice


WAY = {
    "to": "to", "towards": "to", "via": "via", "through": "via", "contact": "contact", "into": "contact",
    "stop": "stop", "facing": "facing",
}  # fmt: skip
POSTURES: dict[str, Posture] = {
    "hidden": "hidden", "observe": "observe", "observing": "observe", "open": "open"
}  # fmt: skip
MOST_FACING = 3
"""Most words of a direction."""
STOP = Misreading.STOP_MISSING, Misreading.STOP_TWICE
RADIUS = Misreading.RADIUS_MISSING, Misreading.RADIUS_TWICE
BATTERY = Misreading.BATTERY_TWICE, Misreading.BATTERY_TWICE
PLACE = {"at": "at", "around": "around", "near": "around", "within": "within", "to": "at", "on": "at"}


def moves(mode: Moving) -> Reader:
    """Return the reader of moves in one mode."""
    return lambda sentence, before, after: _move(sentence, before, after, mode)


def _move(sentence: Sentence, before: Words, after: Words, mode: Moving) -> Orders:
    parts = place(cut(after, WAY), "to")
    _check_facing(sentence, parts.get("facing", ()))
    if before and not {"to", "contact"} & parts.keys():
        # "section 1 rush 6 inches north" goes to no place.
        raise sentence.fault(Misreading.PLACE_MISSING, parts[""])
    who = names.figures(sentence, names.actors(sentence, before, parts[""]))
    contact = names.alias(sentence, parts["contact"]) if parts.get("contact") else None
    stop = None
    if "stop" in parts:
        bare = tuple(word for word in parts["stop"] if word.key not in {"after", "inches", "at"})
        word = one(sentence, bare, *STOP)
        stop = inches(sentence, word.text, word)
        if stop < 1:
            raise sentence.fault(Misreading.STOP_BEFORE_START, (word,))
    path = _path(sentence, parts, contact)
    order = orders.Move(side=sentence.side, figures=who, mode=mode, path=path, contact=contact, stop=stop)
    return (order,)


def _check_facing(sentence: Sentence, words: Words) -> None:
    """Raise Unreadable for a clause, such as a condition, where only a direction may stand."""
    bare = tuple(word for word in words if word.key not in names.FILLING)
    if any(word.key == COMMA for word in words) or len(bare) > MOST_FACING:
        raise sentence.fault(Misreading.NOTHING_FOLLOWS, bare)


def _check_end(sentence: Sentence, words: Words, known: Container[str]) -> None:
    """Raise Unreadable for a word where only a few may stand: `ignoring no pins`."""
    bare = tuple(word for word in words if word.key not in names.FILLING)
    if any(word.key not in known for word in bare):
        raise sentence.fault(Misreading.NOTHING_FOLLOWS, bare)


def _check_parts(sentence: Sentence, parts: Mapping[str, Words], known: Container[str]) -> None:
    """Raise Unreadable for a part that an order of this kind cannot have: `break off br-s1-1 stop 3`."""
    for name, words in parts.items():
        if name and name not in known:
            raise sentence.fault(Misreading.NOTHING_FOLLOWS, words)


def _path(sentence: Sentence, parts: dict[str, Words], contact: str | None) -> tuple[Spot, ...]:
    """Return the path, or the straight way to the named enemy."""
    between = spots(sentence, parts["via"]) if parts.get("via") else ()
    goals = parts.get("to", ())
    _check_path(sentence, parts.get("via", ()))
    _check_path(sentence, tuple(word for word in goals if word.key != COMMA))
    if "to" in parts or contact is None:
        path = (*between, *spots(sentence, goals))
    else:
        enemy = names.contact(sentence, contact)
        path = (*between, enemy.at if enemy is not None else (0, 0))
    if len(path) > 12:
        raise sentence.fault(Misreading.TOO_MANY_CORNERS)
    return path


def _check_path(sentence: Sentence, words: Words) -> None:
    """Raise Unreadable for two places side by side."""
    for pair in pairwise(words):
        if all(word.spot for word in pair):
            # "to 25,5 21,5" is one place with decimal commas, or a path of two.
            texts = [word.text for word in pair]
            decimals = ",".join(text.replace(",", ".") for text in texts)
            readings = [" then ".join(texts), *([] if "." in "".join(texts) else [decimals])]
            raise sentence.fault(Misreading.PLACES_TOGETHER, pair, readings)


def break_off(sentence: Sentence, before: Words, after: Words) -> Orders:
    """Read an order to leave a melee."""
    parts = place(cut(after, WAY), "to")
    _check_parts(sentence, parts, {"to", "via"})
    path = _path(sentence, parts, None)
    figure = names.figure(sentence, names.actors(sentence, before, parts[""]))
    return (orders.BreakOff(side=sentence.side, figure=figure, path=path),)


def deploy(sentence: Sentence, before: Words, after: Words) -> Orders:
    """Read an order to deploy elsewhere, or in another posture."""
    adjectives = tuple(word for word in after if word.key in POSTURES)
    postures: list[Posture] = list(dict.fromkeys(POSTURES[word.key] for word in adjectives))
    if len(postures) > 1:
        raise sentence.fault(Misreading.NOTHING_FOLLOWS, adjectives[-1:])
    rest = tuple(word for word in after if word.key not in POSTURES)
    parts = place(cut(rest, PLACE), "at")
    _check_parts(sentence, parts, {"at"})
    figure = names.figure(sentence, names.actors(sentence, before, parts[""]))
    at = spot(sentence, parts["at"]) if "at" in parts else sentence.position.figures[figure].at
    posture: Posture = postures[0] if postures else "open"
    return (orders.Deploy(side=sentence.side, figure=figure, at=at, posture=posture),)


def look(sentence: Sentence, before: Words, after: Words) -> Orders:
    """Read an order to spot a known enemy, or any figure in an area."""
    parts = cut(after, PLACE)
    who = names.figures(sentence, names.actors(sentence, before, parts[""]))
    where = _join_places(sentence, parts)
    if not any(word.spot for word in where):
        _check_parts(sentence, parts, {"at", "around"})
        return (orders.Look(side=sentence.side, figures=who, target=names.alias(sentence, where)),)
    radius = 600
    if "within" in parts:
        word = one(sentence, tuple(w for w in parts["within"] if w.key != "inches"), *RADIUS)
        radius = inches(sentence, word.text, word)
        if not 1 <= radius <= 1200:
            raise sentence.fault(Misreading.RADIUS_TOO_GREAT, (word,))
    return (orders.Look(side=sentence.side, figures=who, at=spot(sentence, where), radius=radius),)


def _join_places(sentence: Sentence, parts: Mapping[str, Words]) -> Words:
    """Return the words of the only goal. Raises Unreadable if `at` and `around` have one each."""
    around, at = parts.get("around", ()), parts.get("at", ())
    if around and at:
        raise sentence.fault(Misreading.PLACES_SEVERAL, max(around, at, key=lambda words: words[0].start))
    return around or at


def barrage(sentence: Sentence, before: Words, after: Words) -> Orders:
    """Read a call for artillery."""
    parts = place(cut(after, PLACE), "at")
    if not (before or parts[""]):
        missions = sentence.position.missions.items()
        mine = tuple(id for id, mission in missions if mission.side == sentence.side)
        raise sentence.fault(Misreading.BATTERY_MISSING, known=mine)
    word = one(sentence, names.actors(sentence, before, parts[""]), *BATTERY)
    _check_parts(sentence, parts, {"at", "around"})
    aim = spot(sentence, _join_places(sentence, parts))
    mission = next(
        (id for id in sentence.position.missions if id.replace("-", " ") == word.key), word.text.casefold()
    )
    return (orders.Barrage(side=sentence.side, mission=mission, aim=aim),)
