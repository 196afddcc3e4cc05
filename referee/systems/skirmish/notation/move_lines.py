"""Lines for the movement phase and for deployment."""

from typing import Literal

from referee.systems.skirmish.notation import names
from referee.systems.skirmish.notation.misreadings import Misreading
from referee.systems.skirmish.notation.sentences import (
    Orders,
    Reader,
    Sentence,
    Words,
    cut,
    inches,
    one,
    place,
    spot,
    spots,
)
from schemas.skirmish.orders import (
    Adopt,
    Barrage,
    BreakOff,
    Deploy,
    Look,
    Move,
    Wear,
)
from schemas.skirmish.words import Moving, Posture, Spot

WAY = {
    "to": "to", "towards": "to", "via": "via", "through": "via", "contact": "contact", "into": "contact",
    "stop": "stop", "facing": "facing",
}  # fmt: skip
POSTURES: dict[str, Posture] = {
    "hidden": "hidden", "observe": "observe", "observing": "observe", "open": "open"
}  # fmt: skip
STOP = Misreading.STOP_MISSING, Misreading.STOP_TWICE
RADIUS = Misreading.RADIUS_MISSING, Misreading.RADIUS_TWICE
PLACE = {"at": "at", "around": "around", "near": "around", "within": "within", "to": "at", "on": "at"}


def moves(mode: Moving) -> Reader:
    """The reader of moves of one mode."""
    return lambda sentence, before, after: _move(sentence, before, after, mode)


def _move(sentence: Sentence, before: Words, after: Words, mode: Moving) -> Orders:
    parts = place(cut(after, WAY), "to")
    who = names.figures(sentence, before or parts[""])
    contact = names.alias(sentence, parts["contact"]) if parts.get("contact") else None
    stop = None
    if "stop" in parts:
        bare = tuple(word for word in parts["stop"] if word.key not in {"after", "inches", "at"})
        word = one(sentence, bare, *STOP)
        stop = inches(sentence, word.text, word)
        if stop < 1:
            raise sentence.fault(Misreading.STOP_BEFORE_START, (word,))
    path = _path(sentence, parts, contact)
    order = Move(side=sentence.side, figures=who, mode=mode, path=path, contact=contact, stop=stop)
    return (order,)


def _path(sentence: Sentence, parts: dict[str, Words], contact: str | None) -> tuple[Spot, ...]:
    """The way, or straight at the enemy who is named."""
    between = spots(sentence, parts["via"]) if parts.get("via") else ()
    if "to" in parts or contact is None:
        path = (*between, *spots(sentence, parts.get("to", ())))
    else:
        known = names.contact(sentence, contact)
        path = (*between, known.at if known is not None else (0, 0))
    if len(path) > 12:
        raise sentence.fault(Misreading.TOO_MANY_CORNERS)
    return path


def break_off(sentence: Sentence, before: Words, after: Words) -> Orders:
    """Leave a melee."""
    parts = place(cut(after, WAY), "to")
    path = _path(sentence, parts, None)
    return (BreakOff(side=sentence.side, figure=names.figure(sentence, before or parts[""]), path=path),)


def deploy(sentence: Sentence, before: Words, after: Words) -> Orders:
    """Begin elsewhere, or in another posture."""
    named: list[Posture] = [POSTURES[word.key] for word in after if word.key in POSTURES]
    rest = tuple(word for word in after if word.key not in POSTURES)
    parts = place(cut(rest, PLACE), "at")
    figure = names.figure(sentence, before or parts[""])
    at = spot(sentence, parts["at"]) if parts.get("at") else sentence.position.figures[figure].at
    posture: Posture = named[0] if named else "open"
    return (Deploy(side=sentence.side, figure=figure, at=at, posture=posture),)


def adopts(posture: Literal["open", "observe", "hidden"]) -> Reader:
    """The reader of a posture that figures take."""
    return lambda sentence, before, after: (
        Adopt(side=sentence.side, figures=names.figures(sentence, before or after), posture=posture),
    )


def masks(*, worn: bool) -> Reader:
    """The reader of masks that figures put on or take off."""
    return lambda sentence, before, after: (
        Wear(side=sentence.side, figures=names.figures(sentence, before or after), worn=worn),
    )


def look(sentence: Sentence, before: Words, after: Words) -> Orders:
    """Try to spot an enemy that others know of, or any figure in a place."""
    parts = cut(after, PLACE)
    who = names.figures(sentence, before or parts[""])
    where = parts.get("around") or parts.get("at") or ()
    if not any(word.spot for word in where):
        return (Look(side=sentence.side, figures=who, target=names.alias(sentence, where)),)
    radius = 600
    if "within" in parts:
        word = one(sentence, tuple(w for w in parts["within"] if w.key != "inches"), *RADIUS)
        radius = inches(sentence, word.text, word)
        if not 1 <= radius <= 1200:
            raise sentence.fault(Misreading.RADIUS_TOO_GREAT, (word,))
    return (Look(side=sentence.side, figures=who, at=spot(sentence, where), radius=radius),)


def barrage(sentence: Sentence, before: Words, after: Words) -> Orders:
    """Call for artillery."""
    parts = place(cut(after, PLACE), "at")
    if not (before or parts[""]):
        missions = sentence.position.missions.items()
        mine = tuple(id for id, mission in missions if mission.side == sentence.side)
        raise sentence.fault(Misreading.BATTERY_MISSING, known=mine)
    word = one(sentence, before or parts[""], Misreading.BATTERY_TWICE, Misreading.BATTERY_TWICE)
    aim = spot(sentence, parts.get("at") or parts.get("around") or ())
    mission = next(
        (id for id in sentence.position.missions if id.replace("-", " ") == word.key), word.text.casefold()
    )
    return (Barrage(side=sentence.side, mission=mission, aim=aim),)
