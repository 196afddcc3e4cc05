"""Moves, retreats and amendments in lines, and the way that is meant where only the goal is named."""

from collections import deque
from collections.abc import Iterator, Mapping
from typing import assert_never

from referee.faults import Unreadable, Untimely
from referee.i18n import order_words
from referee.i18n.name_matching import key
from referee.systems.great_war.combat.retreats import list_able
from referee.systems.great_war.facts import control, stacking
from referee.systems.great_war.movement import reserves
from referee.systems.great_war.notation import names, pieces
from referee.systems.great_war.notation.sentences import (
    ARROW,
    Misreading,
    Phrase,
    Reading,
    Word,
    items,
    legs,
    sections,
)
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import NOWHERE, Piece, Position
from referee.systems.great_war.state.tasks import LeaveEmpty, RetreatAfter, RideOff, StandOrRetreat
from schemas.great_war.orders import AmendmentOrder, Exchange, Join, Mode, Move, Reposition, Retreat
from schemas.record import REFEREE

RETREATING = RideOff | StandOrRetreat | RetreatAfter | LeaveEmpty
"""Questions about retreats."""

Path = tuple[str, ...]

_MOVE: Mapping[str, str] = {
    "to": "to",
    "towards": "to",
    "via": "via",
    "through": "via",
    "over": "via",
    "into": "into",
    "joining": "into",
    "absorbing": "absorbing",
    "absorb": "absorbing",
    "taking": "absorbing",
    "by": "by",
    "with": "card",
    **order_words.PREPOSITIONS,
}
_JOIN: Mapping[str, str] = {"to": "army", "into": "army", "with": "army"}
_RETREAT: Mapping[str, str] = {
    "to": "to",
    "towards": "to",
    "into": "into",
    ARROW: "to",
    "vers": "to",
    "nach": "to",
}
_MODES: Mapping[str, Mode] = {
    "foot": "march",
    "march": "march",
    "rail": "rail",
    "train": "rail",
    "strategic movement": "strategic",
    "strategic": "strategic",
    "sea": "sea",
    "ship": "sea",
    "reserves": "reserves",
    "transit": "transit",
    "strategic reserves": "reserves",
}


def moves(reading: Reading, rest: Phrase, mode: Mode) -> tuple[Move | Join, ...]:
    """The moves of a line: pieces, the way, and an army that takes in or is taken into."""
    parts = sections(reading, rest, _MOVE)
    mode = _mode(reading, parts["by"]) if "by" in parts else mode
    if mode == "reserves":
        _name_card_first(reading, parts)
    head, *steps = legs(parts[""])
    if steps and ("to" in parts or "via" in parts):
        raise reading.fault(Misreading.WAY_TWICE, steps[0])
    if not steps and "to" not in parts and "into" in parts and _is_place(reading, parts["into"]):
        parts["to"] = parts.pop("into")
    into = parts.get("into")
    if not steps and "to" not in parts:
        if into is None:
            raise _no_goal(reading, head)
        return tuple(_into(reading, head, into, mode, _card(reading, parts, mode)))
    path = _stated(reading, parts, steps)
    ids = pieces.pieces(reading, head)
    army = pieces.army(reading, into, path[-1]) if into is not None else None
    absorb = _absorbed(reading, parts, ids, path[-1])
    card = _card(reading, parts, mode)
    literal = bool(steps) or "via" in parts
    return tuple(
        Move(
            side=reading.side,
            piece=id,
            path=path if literal else way(reading, id, path[-1], mode, rest),
            mode=mode,
            into=army,
            absorb=absorb,
            card=card,
        )
        for id in ids
    )


def _name_card_first(reading: Reading, parts: dict[str, Phrase]) -> None:
    """Reserves whose card stands first, as in `Strategic Reserves! (51): 4th army to metz`."""
    head = parts[""]
    number = head.part(0, 1)
    kind = reading.theatre.card(int(number.key)) if number.key.isdecimal() and len(number.key) < 4 else None
    if kind is not None and kind.reserves and "card" not in parts:
        parts |= {"": head.part(1), "card": number}


def _card(reading: Reading, parts: Mapping[str, Phrase], mode: Mode) -> int | None:
    """Return the card that pays for the move: the named one, or for the reserves the first in hand."""
    if "card" in parts:
        return names.card(reading, parts["card"])
    return reserves.card(reading.theatre, reading.position, reading.side) if mode == "reserves" else None


def _is_place(reading: Reading, into: Phrase) -> bool:
    """Return True if pieces that go `into` an area go to one without an army of their side."""
    areas = reading.names.areas.find(into.key)
    mine = {piece.area for piece in reading.position.map.owned(reading.side) if piece.kind == "army"}
    return bool(areas) and mine.isdisjoint(areas)


def _mode(reading: Reading, phrase: Phrase) -> Mode:
    mode = _MODES.get(phrase.key)
    if mode is None:
        near = ("rail", "sea", "strategic movement")
        raise reading.unknown(Misreading.MODE_UNKNOWN, phrase, near)
    return mode


def _no_goal(reading: Reading, head: Phrase) -> Unreadable:
    last = head.part(len(head.words) - 1) if len(head.words) > 1 else head.part(len(head.words))
    meant = [f"to {reading.line[last.start : last.end]}"] if reading.names.areas.find(last.key) else []
    return reading.fault(Misreading.GOAL_MISSING, last, meant)


def _stated(reading: Reading, parts: Mapping[str, Phrase], steps: list[Phrase]) -> Path:
    """The areas that the line names, in the order they are entered."""
    if steps:
        return tuple(names.area(reading, step) for step in steps)
    between = items(parts["via"]) if "via" in parts else ()
    return tuple(names.area(reading, place) for place in (*between, parts["to"]))


def _into(
    reading: Reading, head: Phrase, into: Phrase, mode: Mode, card: int | None
) -> Iterator[Move | Join]:
    """Yield the orders of pieces that go into an army: a move, or a joining inside one area."""
    army = pieces.army(reading, into)
    there = reading.position.map.pieces.get(army)
    for id in pieces.pieces(reading, head):
        piece = reading.position.map.pieces.get(id)
        if there is None or piece is None or piece.area == there.area:
            yield Join(side=reading.side, piece=id, army=army)
        else:
            path = way(reading, id, there.area, mode, head)
            yield Move(side=reading.side, piece=id, path=path, mode=mode, into=army, card=card)


def _absorbed(reading: Reading, parts: Mapping[str, Phrase], ids: Path, goal: str) -> tuple[str, ...]:
    phrase = parts.get("absorbing")
    if phrase is None:
        return ()
    if len(ids) > 1:
        raise reading.fault(Misreading.ONE_ARMY_ABSORBS, phrase)
    return pieces.pieces(reading, phrase, goal)


def way(reading: Reading, id: str, goal: str, mode: Mode, rest: Phrase) -> Path:
    """The way to a goal: by friendly areas where there are any, or the only one there is."""
    piece = reading.position.map.pieces.get(id)
    if piece is None or piece.kind == "fort" or piece.area in {goal, NOWHERE}:
        return (goal,)
    match mode:
        case "march":
            return _march(reading, piece, goal, rest)
        case "rail":
            return _railway(reading, piece, goal)
        case "strategic" | "sea" | "transit":
            return (goal,)
        case "reserves":
            found = reserves.ways(reading.theatre, reading.position, piece.area, reading.side)
            return next((path for path in found if path[-1] == goal), (goal,))
        case _:
            assert_never(mode)


def _march(reading: Reading, piece: Piece, goal: str, rest: Phrase) -> Path:
    found = _shortest(reading, piece.area, goal, reading.theatre.units[piece.kind].moves)
    open_ways = [path for path in found if not any(_full(reading, area) for area in path[:-1])] or found
    friendly = [path for path in open_ways if all(_is(reading, area, "friendly") for area in path[:-1])]
    harmless = [path for path in open_ways if not any(_is(reading, area, "enemy") for area in path[:-1])]
    if friendly:
        return min(friendly)
    if len(open_ways) < 2 or len(harmless) == len(open_ways):
        return min(open_ways, default=(goal,))
    end = Phrase((), rest.end)
    ways = [f" via {', '.join(path[:-1])}" for path in sorted(open_ways)]
    raise reading.fault(
        Misreading.WAY_UNCLEAR,
        end,
        ways,
        piece=piece.id,
    )


def _shortest(reading: Reading, here: str, goal: str, most: int) -> list[Path]:
    """All the shortest ways to a goal that is near enough."""
    borders = {area.id: area.borders for area in reading.theatre.pack.map.areas}
    ways: list[Path] = [()]
    for _ in range(most):
        ways = [(*path, near) for path in ways for near in borders[path[-1] if path else here]]
        if matches := [path for path in ways if path[-1] == goal]:
            return matches
    return []


def _railway(reading: Reading, piece: Piece, goal: str) -> Path:
    """The shortest way by lines that may be used; where there is none, one for the rules to refuse."""
    now = reading.position.now
    friendly = {area for area in reading.theatre.areas if _is(reading, area, "friendly")}
    always = friendly & now.friendly_at_start if now is not None else friendly
    through = {area for area in always if not _full(reading, area)}
    everywhere = set(reading.theatre.areas)
    tries = ((through, always), (always, always), (friendly, friendly), (everywhere, everywhere))
    ways = (_first_way(reading, piece.area, goal, passing, ending) for passing, ending in tries)
    return next((path for path in ways if path is not None), (goal,))


def _first_way(reading: Reading, here: str, goal: str, passing: set[str], ending: set[str]) -> Path | None:
    visits = {here}
    frontier: deque[Path] = deque([()])
    while frontier:
        path = frontier.popleft()
        for near in sorted(reading.theatre.areas[path[-1] if path else here].borders):
            if near == goal and near in ending:
                return (*path, near)
            if near in passing and near not in visits:
                visits.add(near)
                frontier.append((*path, near))
    return None


def _is(reading: Reading, area: str, status: control.Status) -> bool:
    return control.status(reading.position.map, area, reading.side) == status


def _full(reading: Reading, area: str) -> bool:
    return stacking.full(reading.theatre, reading.position.map, area, reading.side)


def joins(reading: Reading, rest: Phrase) -> tuple[Join, ...]:
    """Pieces that go into an army of their area."""
    parts = sections(reading, rest, _JOIN)
    if "army" not in parts:
        raise reading.fault(Misreading.ARMY_MISSING, Phrase((), rest.end))
    ids = pieces.pieces(reading, parts[""])
    piece = reading.position.map.pieces.get(ids[0])
    army = pieces.army(reading, parts["army"], piece.area if piece is not None else None)
    return tuple(Join(side=reading.side, piece=id, army=army) for id in ids)


def retreats(reading: Reading, rest: Phrase) -> tuple[Retreat, ...]:
    """Pieces that retreat to one area; without a piece, all pieces that may retreat."""
    parts = sections(reading, rest, _RETREAT)
    if "to" not in parts:
        raise _no_goal(reading, parts[""])
    to = names.area(reading, parts["to"])
    into = pieces.army(reading, parts["into"], to) if "into" in parts else None
    if not parts[""].words:
        ids = _all_retreating(reading)
    else:
        ids = pieces.pieces(reading, parts[""], battle_area(reading))
    return tuple(Retreat(side=reading.side, piece=id, to=to, into=into) for id in ids)


def _all_retreating(reading: Reading) -> tuple[str, ...]:
    """The pieces of `retreat to AREA`: every piece that may retreat now. Contents go with their army."""
    task = reading.position.task
    if not isinstance(task, RETREATING) or task.side != reading.side:
        raise Untimely(Misreading.NO_RETREAT_NOW)
    able = list_able(reading.theatre, reading.position, task)
    ids = {piece.id for piece in able}
    return tuple(piece.id for piece in able if piece.army not in ids)


def battle_area(reading: Reading) -> str | None:
    """The area that answers about a battle speak of."""
    task = reading.position.task
    if isinstance(task, LeaveEmpty):
        return task.area
    return reading.position.fight.area if reading.position.fight is not None else None


def read_amendment_lines(theatre: GreatWarGame, position: Position, line: str) -> AmendmentOrder:
    """Return a line as an amendment.

    Raises `Unreadable` with the possible readings. Pieces go by their ids.
    """
    reading = Reading(theatre, position, REFEREE, line)
    phrase = reading.phrase()
    ids = {key(id): id for id in position.map.pieces}

    def name(word: Word) -> str:
        return ids.get(word.key, line[word.start : word.end])

    parts = phrase.words
    match [word.key for word in parts]:
        case ["exchange", _, "with" | "and" | "for", _]:
            return Exchange(side=REFEREE, piece=name(parts[1]), other=name(parts[3]))
        case ["put", _, "in" | "into", army] if army in ids:
            area = position.map.pieces[ids[army]].area
            return Reposition(side=REFEREE, piece=name(parts[1]), area=area, into=ids[army])
        case ["put", _, "in" | "into", _, *_]:
            area = names.area(reading, Phrase(parts[3:], phrase.end))
            return Reposition(side=REFEREE, piece=name(parts[1]), area=area)
        case _:
            raise reading.fault(Misreading.NO_AMENDMENT, phrase)
