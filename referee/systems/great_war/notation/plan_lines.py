"""Lines of plans and purchases, and the conditions of standing orders."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import eq, ge, gt, le, lt

from referee.i18n import order_words
from referee.i18n.name_matching import key
from referee.systems.great_war.facts import pool
from referee.systems.great_war.notation import names, pieces
from referee.systems.great_war.notation.pieces import Described
from referee.systems.great_war.notation.sentences import ARROW, Misreading, Phrase, Reading, items, sections
from referee.systems.great_war.season import arrivals
from referee.systems.great_war.state.game import GreatWarGame, mix
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import MakePlans
from schemas.great_war import orders as kinds
from schemas.great_war.events import FireResolved, FortReduced, GreatWarEvent, PieceLost
from schemas.great_war.names import Kind
from schemas.great_war.orders import GreatWarOrder
from schemas.great_war.pack import Nation
from schemas.record import Side

COMPARED: Mapping[str, Callable[[int, int], bool]] = {"<": lt, "<=": le, ">": gt, ">=": ge, "=": eq}

_COUNTED = re.compile(
    r"(?P<whose>enemy )?(?P<what>strength|losses) ?(?P<how><=|>=|<|>|=) ?(?P<number>\d{1,3})"
)
_KEPT = re.compile(r"(alone|with|card) (\S+)")
_TURN = re.compile(r"turn (\d{1,3})")

THIS_SEASON = "this season"
"""Duration of a standing order. It is recorded as the number of the turn."""

SEASON_PASS = f"pass {THIS_SEASON}"
"""Line that passes in each player turn of the season."""

_PASSES = (f"when offensive {THIS_SEASON}: pass", f"when pass-move {THIS_SEASON}: done")


_SEASON = re.compile(rf"\b(?:season|saison|εποχή|{'|'.join(order_words.SEASON_NAMES)})", re.IGNORECASE)


def names_season(line: str) -> bool:
    """Return True if a line has the word for a season, or the name of one."""
    return _SEASON.search(line) is not None


def expand(line: str) -> tuple[str, ...]:
    """Return the standing orders of a line that passes for a season; none for another line."""
    if line.rstrip().endswith(("?", ";")):
        return ()
    words = key(line)
    subject = next((one for one in order_words.SUBJECTS if words.startswith(f"{one} ")), "")
    verb, _, duration = words.removeprefix(subject).strip().partition(" ")
    is_pass = verb in {"pass", *order_words.VERBS["pass"]} and duration in order_words.SEASON
    return _PASSES if is_pass else ()


def read_conditions(theatre: GreatWarGame, position: Position, side: Side, text: str) -> str:
    """Return a condition in its recorded form. Raises `Unreadable` if it is invalid."""
    words = " ".join(text.lower().split())
    if condition := _read_numbers(position, words):
        return condition
    reading = Reading(theatre, position, side, text)
    whole = reading.phrase()
    if whole.words and whole.words[-1].key == "alone":
        return f"alone {pieces.army(reading, whole.part(0, -1))}"
    if whole.words and whole.words[-1].key == "played":
        return f"card {names.card(reading, whole.part(0, -1))}"
    first = whole.words[0].key if whole.words else ""
    if first in {"alone", "with"} and len(whole.words) > 1:
        return f"{first} {pieces.army(reading, whole.part(1))}"
    if first == "card" and len(whole.words) > 1:
        return f"card {names.card(reading, whole.part(1))}"
    raise reading.fault(Misreading.CONDITION_UNKNOWN, whole)


def _read_numbers(position: Position, words: str) -> str:
    """Return a condition on strength, losses or the turn; empty for another."""
    if match := _COUNTED.fullmatch(words):
        return f"{match['whose'] or ''}{match['what']} {match['how']} {match['number']}"
    if words == THIS_SEASON:
        return f"turn {position.map.turn}"
    return words if _TURN.fullmatch(words) else ""


def is_met(
    theatre: GreatWarGame,
    position: Position,
    asked: tuple[Side, str],
    events: Sequence[GreatWarEvent],
    condition: str,
) -> bool:
    """Return True if a condition holds for a side in an area; `events` cover the player turn so far."""
    side, area = asked
    if counted := _COUNTED.fullmatch(condition):
        whose = theatre.other(side) if counted["whose"] else side
        number = count_strength(position, whose, area)
        if counted["what"] == "losses":
            number = _count_losses(theatre, events, whose, area)
        return COMPARED[counted["how"]](number, int(counted["number"]))
    if turn := _TURN.fullmatch(condition):
        return position.map.turn == int(turn[1])
    match = _KEPT.fullmatch(condition)
    if match is None:
        return False
    what, names_text = match.groups()
    if what == "card":
        lying = position.now.played if position.now is not None else ()
        return any(str(one.card) == names_text and one.area in {None, area} for one in lying)
    armies = {piece.id for piece in position.map.standing(area, side) if piece.kind == "army"}
    return armies == {names_text} if what == "alone" else names_text in armies


def is_past(position: Position, condition: str) -> bool:
    """Return True if a condition names a turn that is over."""
    turn = _TURN.fullmatch(condition)
    return turn is not None and int(turn[1]) < position.map.turn


def count_strength(position: Position, side: Side, area: str) -> int:
    """The pieces of a side in an area beside armies, and the points of its forts."""
    standing = (piece for piece in position.map.standing(area, side) if piece.kind != "army")
    return sum(piece.strength if piece.kind == "fort" else 1 for piece in standing)


def _count_losses(theatre: GreatWarGame, events: Sequence[GreatWarEvent], side: Side, area: str) -> int:
    """The pieces and points of forts that fell to the fire of the other side."""
    count, shooter = 0, ""
    for event in events:
        match event:
            case FireResolved(area=where, side=who) if where == area:
                shooter = who
            case PieceLost(area=where, fate="hit") | FortReduced(area=where) if where == area:
                count += shooter == theatre.other(side)
            case _:
                pass
    return count


Spot = tuple[str, str, str | None]
"""A counter, an area, and an army there that it goes into."""

_WHERE = {"in": "in", "at": "in", "to": "in", ARROW: "in", "into": "into", "joining": "into"}
_NOTHING = frozenset({"nothing", "none"})
_MOST = 99


def places(reading: Reading, rest: Phrase) -> tuple[kinds.Place, ...]:
    """Reinforcements and where they go."""
    side = reading.side
    return tuple(
        kinds.Place(side=side, piece=id, area=area, into=into) for id, area, into in _spots(reading, rest)
    )


def builds(reading: Reading, rest: Phrase) -> tuple[kinds.Build | kinds.Rebuild, ...]:
    """New pieces and where they go; an army that is built is rebuilt."""
    return tuple(_buy(reading, spot) for spot in _spots(reading, rest))


def purchases(reading: Reading, rest: Phrase) -> tuple[kinds.Build | kinds.Rebuild | kinds.Buy, ...]:
    """Cards, or pieces and where they go."""
    words = [word for word in rest.words if word.key not in order_words.CARDS]
    if len(words) < len(rest.words) or (len(words) == 1 and words[0].key.isdecimal()):
        return (kinds.Buy(side=reading.side, cards=_number(reading, rest, [word.key for word in words])),)
    return builds(reading, rest)


def _number(reading: Reading, phrase: Phrase, words: list[str]) -> int:
    # "Buy cards" may mean any number.
    if not words and order_words.SEVERAL_CARDS.isdisjoint(word.key for word in phrase.words):
        return 1
    if len(words) == 1 and words[0] in pieces.COUNTS:
        return pieces.COUNTS[words[0]]
    if len(words) == 1 and words[0].isdecimal() and 1 <= int(words[0][:4]) <= _MOST:
        return int(words[0])
    raise reading.fault(Misreading.CARDS_UNCOUNTED, phrase)


def _buy(reading: Reading, spot: Spot) -> kinds.Build | kinds.Rebuild:
    id, area, into = spot
    if mix(reading.theatre).get(id) == "army":
        return kinds.Rebuild(side=reading.side, army=id, area=area)
    return kinds.Build(side=reading.side, piece=id, area=area, into=into)


def _spots(reading: Reading, rest: Phrase) -> tuple[Spot, ...]:
    """Counters of the force pool, the area and the army that a line names."""
    parts = sections(reading, rest, _WHERE)
    if "into" not in parts and "in" in parts and pieces.is_army(reading, parts["in"]):
        parts["into"] = parts.pop("in")
    into = pieces.army(reading, parts["into"]) if "into" in parts else None
    area = _area(reading, parts, rest, into)
    ids: list[str] = []
    for item in items(parts[""]):
        ids += _counters(reading, item, into, area, ids)
    if not ids:
        raise reading.fault(Misreading.BUILD_MISSING, rest)
    return tuple((id, area, into) for id in ids)


def _area(reading: Reading, parts: dict[str, Phrase], rest: Phrase, into: str | None) -> str:
    if "in" in parts:
        return names.area(reading, parts["in"])
    there = reading.position.map.pieces.get(into or "")
    if there is None:
        raise reading.fault(Misreading.BUILD_AREA_MISSING, Phrase((), rest.end))
    return there.area


def _counters(
    reading: Reading, item: Phrase, into: str | None, area: str, taken: list[str]
) -> tuple[str, ...]:
    """The counters that an item names: by id, or the first of a kind that are free."""
    description = pieces.describe(reading, item)
    if description.id is not None:
        return (_confirm_id(reading, description, description.id, item),)
    if description.ordinal is not None or description.kind == "army":
        return (_army(reading, description, item),)
    if description.kind is None:
        raise reading.fault(Misreading.KIND_MISSING, item)
    nation = _nation(reading, description, description.kind, into, area, item)
    count = _all(reading, nation, description.kind) if description.every else description.count or 1
    return _free(reading, nation, description.kind, count, taken)


def _confirm_id(reading: Reading, said: Described, id: str, item: Phrase) -> str:
    """Return an id if the other words about the counter agree with it."""
    piece = pool.counter(reading.theatre, id)
    number = id.partition("-")[2]
    agrees = piece is None or (
        said.kind in {None, piece.kind}
        and said.nation in {None, piece.nation}
        and said.ordinal in {None, number}
        and said.count in {None, 1}
    )
    if not agrees:
        raise reading.fault(Misreading.ANOTHER_PIECE, item, id=id)
    return id


def _all(reading: Reading, nation: Nation, kind: Kind) -> int:
    """Return the meaning of `all`: the arrived pieces that are not placed yet, or the whole force pool."""
    if awaited := _await(reading):
        return awaited.get((nation.id, kind), 1)
    return max(1, sum(1 for _ in pool.free(reading.theatre, reading.position.map, nation.id, kind)))


def _await(reading: Reading) -> Mapping[tuple[str, Kind], int]:
    """Return the arrived pieces that are not placed yet; none outside the placing of reinforcements."""
    task = reading.position.task
    if not isinstance(task, MakePlans) or task.phase != "reinforcements":
        return {}
    return arrivals.list_left(reading.theatre, reading.position, reading.side).pieces


def _army(reading: Reading, said: Described, item: Phrase) -> str:
    armies = [
        army
        for nation in reading.theatre.nations.values()
        if nation.side == reading.side and said.nation in {None, nation.id}
        for army in nation.armies
        if army == f"{nation.id}-{said.ordinal}"
    ]
    away = [army for army in armies if army not in reading.position.map.pieces]
    for able in (away, armies):
        if len(able) == 1:
            return able[0]
    raise reading.ambiguous(Misreading.ARMY_UNCLEAR, item, away or armies)


def _nation(
    reading: Reading, said: Described, kind: Kind, into: str | None, area: str, item: Phrase
) -> Nation:
    """The nation that is named, or the one of the army, or the only one, or the one at home there."""
    theatre = reading.theatre
    named = said.nation or (into or "").partition("-")[0]
    if named in theatre.nations:
        return theatre.nations[named]
    awaited = [theatre.nations[one] for one, other in _await(reading) if other == kind]
    able = awaited or [nation for nation, other in pool.kinds(theatre, reading.side) if other == kind]
    place = theatre.areas.get(area)
    home = [nation for nation in able if place is not None and place.country in nation.home]
    # A country with two nations at home belongs to the first of them.
    if len(able) == 1 or home:
        return (able if len(able) == 1 else home)[0]
    ours = [nation for nation in theatre.nations.values() if nation.side == reading.side]
    if len(ours) == 1 or not able:
        return ours[0]
    words = reading.line[item.start : item.end]
    adjectives = {nation.id: nation.adjective for nation in theatre.pack.forces.nations}
    readings = [f"{adjectives[nation.id]} {words}" for nation in able]
    raise reading.ambiguous(Misreading.NATION_UNCLEAR, item, readings)


def _free(reading: Reading, nation: Nation, kind: Kind, number: int, taken: list[str]) -> tuple[str, ...]:
    """The first counters that are free; beyond the mix, numbers that the rules will refuse."""
    theatre = reading.theatre
    free = [id for id in pool.free(theatre, reading.position.map, nation.id, kind) if id not in taken]
    beyond = pool.beyond(theatre, nation.id, kind)
    over = (id for id in beyond if id not in taken)
    return tuple((free + [next(over) for _ in range(max(0, number - len(free)))])[:number])


def bids(reading: Reading, rest: Phrase) -> tuple[kinds.Bid, ...]:
    """Cards for the first player turn of the season, or none."""
    name = names.bare(rest)
    if name.key in _NOTHING:
        return (kinds.Bid(side=reading.side),)
    if not name.words:
        raise reading.fault(Misreading.CARDS_TO_BID_MISSING, rest)
    return (kinds.Bid(side=reading.side, cards=names.cards(reading, name)),)


def seal(reading: Reading, orders: tuple[GreatWarOrder, ...]) -> tuple[GreatWarOrder, ...]:
    """Orders that are given in the open elsewhere, as the sealed ones they are while plans are made."""
    if not isinstance(reading.position.task, MakePlans):
        return orders
    return tuple(_seal(orders))


def _seal(orders: tuple[GreatWarOrder, ...]) -> Iterator[GreatWarOrder]:
    for order in orders:
        match order:
            case kinds.Join(side=side, piece=piece, army=army):
                yield kinds.Transfer(side=side, piece=piece, army=army)
            case kinds.Leave(side=side, piece=piece):
                yield kinds.Transfer(side=side, piece=piece)
            case kinds.Lose(side=side, piece=piece):
                yield kinds.Forfeit(side=side, piece=piece)
            case _:
                yield order
