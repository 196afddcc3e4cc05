"""Lines for the firing phase, and standing orders."""

from collections.abc import Iterable
from typing import Literal

from referee.systems.skirmish.notation import names
from referee.systems.skirmish.notation.misreadings import Misreading
from referee.systems.skirmish.notation.sentences import COMMA, Orders, Reader, Sentence, Words, cut, spot
from schemas.skirmish.orders import BeatenZone, Closing, Fire, Flame, Reaction, Throw
from schemas.skirmish.words import FireKind, Spot

AIM = {"at": "at", "to": "at", "on": "at", "with": "with", "dice": "dice", "else": "else", "rapid": "rapid"}


def fires(kind: FireKind, *, rapid: bool = False) -> Reader:
    """The reader of fire of one kind."""
    return lambda sentence, before, after: _fire(sentence, before, after, kind, rapid=rapid)


def _fire(sentence: Sentence, before: Words, after: Words, kind: FireKind, *, rapid: bool) -> Orders:
    parts = cut(after, AIM)
    who = names.figures(sentence, before or parts[""])
    where = tuple(word for word in parts.get("at", ()) if word.key != "point")
    point = spot(sentence, where) if any(word.spot for word in where) else None
    target = None if point is not None else names.alias(sentence, where)
    weapon = names.weapon(sentence, parts["with"]) if parts.get("with") else None
    others = tuple(
        names.alias(sentence, (word,)) for word in parts.get("else", ()) if word.key not in {COMMA, "and"}
    )
    order = Fire(
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
    """How dice are shared out: `c03 3, c04 1`."""
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
    """A place, or where an enemy that is known stands."""
    bare = tuple(word for word in words if word.key != "point")
    if any(word.spot for word in bare):
        return spot(sentence, bare)
    name = names.alias(sentence, bare)
    known = names.contact(sentence, name)
    if known is None:
        raise sentence.fault(Misreading.ENEMY_NOT_KNOWN, bare, enemy=name)
    return known.at


def throw(sentence: Sentence, before: Words, after: Words) -> Orders:
    """Throw a grenade."""
    parts = cut(after, AIM)
    what, who = (parts[""], before) if before else (parts.get("with", ()), parts[""])
    figure = names.figure(sentence, who)
    named = tuple(word for word in what if word.key not in names.FILLING and word.key != "a")
    grenade = names.weapon(sentence, named) if named else _own_grenade(sentence, figure)
    burst = _where(sentence, parts.get("at", ()))
    return (Throw(side=sentence.side, figure=figure, grenade=grenade, burst=burst),)


def _own_grenade(sentence: Sentence, figure: str) -> str:
    carried = sentence.position.figures[figure].weapons
    mine = [weapon for weapon in carried if sentence.table.weapons[weapon].blast is not None]
    return mine[0] if mine else "grenade-offensive"


def flame(sentence: Sentence, before: Words, after: Words) -> Orders:
    """Use a flamethrower."""
    parts = cut(after, AIM)
    figure = names.figure(sentence, before or parts[""])
    return (Flame(side=sentence.side, figure=figure, to=_where(sentence, parts.get("at", ()))),)


def beaten_zone(sentence: Sentence, before: Words, after: Words) -> Orders:
    """Lay a beaten zone."""
    parts = cut(after, AIM)
    figure = names.figure(sentence, before or parts[""])
    return (BeatenZone(side=sentence.side, figure=figure, centre=_where(sentence, parts.get("at", ()))),)


REACTING = {"shoot": "shoot", "fallback": "fallback", "ignore": "ignore", "ignoring": "ignore"}
CLOSING = {"rally": "rally", "unpin": "unpin"}

Shoot = Literal["always", "never", "assault-only"]
FallBack = Literal["always", "never", "if-leaderless"]
SHOOT: dict[str, Shoot] = {"always": "always", "never": "never", "assault only": "assault-only"}
FALL_BACK: dict[str, FallBack] = {"always": "always", "never": "never", "if leaderless": "if-leaderless"}


def react(sentence: Sentence, before: Words, after: Words) -> Orders:
    """Say for good how a unit reacts."""
    parts = cut(after, REACTING)
    unit = names.unit(sentence, before or parts[""])
    shoot = SHOOT[_choice(sentence, parts.get("shoot"), SHOOT, "always")]
    fall_back = FALL_BACK[_choice(sentence, parts.get("fallback"), FALL_BACK, "never")]
    ignores = "ignore" in parts
    order = Reaction(side=sentence.side, unit=unit, shoot=shoot, ignore_pin=ignores, fall_back=fall_back)
    return (order,)


def closing(sentence: Sentence, before: Words, after: Words) -> Orders:
    """Say for good what a unit tries in the last phase."""
    parts = cut(after, CLOSING)
    unit = names.unit(sentence, before or parts[""])
    choices = {"yes": True, "no": False}
    rally = choices[_choice(sentence, parts.get("rally"), choices, "yes")]
    unpin = choices[_choice(sentence, parts.get("unpin"), choices, "yes")]
    return (Closing(side=sentence.side, unit=unit, rally=rally, unpin=unpin),)


def _choice(sentence: Sentence, words: Words | None, known: Iterable[str], default: str) -> str:
    """One of a few words, as it compares."""
    if words is None:
        return default
    bare = tuple(word for word in words if word.key != COMMA)
    said = " ".join(word.key for word in bare)
    if said not in known:
        raise sentence.unknown(Misreading.WORD_UNKNOWN, bare, known)
    return said
