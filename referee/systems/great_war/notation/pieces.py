"""Pieces as players name them: by id, or by a description that chooses among their own."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from msgspec.structs import replace

from referee.faults import Unreadable
from referee.i18n import order_words
from referee.i18n.name_matching import nearest
from referee.systems.great_war.notation import names
from referee.systems.great_war.notation.sentences import MOST_READINGS, Misreading, Phrase, Reading, items
from referee.systems.great_war.state.game import mix
from referee.systems.great_war.state.position import NOWHERE, Piece
from schemas.great_war.names import Kind
from schemas.record import Value

_SMALL = order_words.ARTICLES | order_words.OWN | order_words.FROM
_NUMBER_OF = "no"
"""Word before a number. At the end of a line it takes the order back."""
_ALL = order_words.EVERY
_WITHIN = order_words.OF
COUNTS = order_words.COUNTS
_ORDINALS = order_words.ORDINALS
_ORDINAL = re.compile(r"(\d{1,3})(?:st|nd|rd|th|e|er|re|eme|ere|te|η|ησ|ο|οσ|ου)")
_GLUED = re.compile(r"(\d{1,3})([^\W\d])")
_NUMBER = re.compile(r"\d{1,3}")
_LONGEST_NAME = 4
"""The most words that a name of a kind or a nation is made of."""
_SHORTEST_NAME = 3
"""Shorter beginnings of a name are not taken for it."""


class Described(Value):
    """Description of one or several pieces by a phrase; None for a property that the phrase leaves open."""

    phrase: Phrase
    id: str | None = None
    count: int | None = None
    every: bool = False
    loose: bool = False
    nation: str | None = None
    kind: Kind | None = None
    ordinal: str | None = None
    army: str | None = None
    area: str | None = None
    origin: Phrase | None = None

    @property
    def placed(self) -> bool:
        """Return True if the phrase contains the place of the piece."""
        return self.army is not None or self.area is not None


def pieces(reading: Reading, phrase: Phrase, within: str | None = None) -> tuple[str, ...]:
    """The ids of the pieces that a list names; a description looks in one area only if one is given."""
    descriptions = _from_where(describe(reading, item) for item in items(phrase))
    if not descriptions:
        raise reading.fault(Misreading.PIECE_MISSING, phrase)
    ids: list[str] = []
    for one in descriptions:
        ids.extend(_choose(reading, one, within, ids))
    return tuple(ids)


def army(reading: Reading, phrase: Phrase, within: str | None = None) -> str:
    """The id of the one army that a phrase names."""
    if not phrase.words:
        raise reading.fault(Misreading.PIECE_MISSING, phrase)
    description = describe(reading, phrase)
    if description.id is None and description.kind is None:
        description = replace(description, kind="army")
    (one, *more) = _choose(reading, description, within, ())
    if more or mix(reading.theatre).get(one) != "army":
        raise reading.fault(Misreading.NOT_AN_ARMY, phrase)
    return one


def is_army(reading: Reading, phrase: Phrase) -> bool:
    """Return True if a phrase names an army, and not an area."""
    if reading.names.areas.find(phrase.key):
        return False
    return mix(reading.theatre).get(_counter(reading, phrase) or "") == "army" or _speaks_of_armies(
        reading, phrase
    )


def _join_places(described: Iterator[Described]) -> tuple[Described, ...]:
    """An area that follows a piece without a place is its place: `5th Army, Sedan to Longwy`."""
    result: list[Described] = []
    for one in described:
        if result and not result[-1].placed and one == Described(one.phrase, area=one.area):
            result[-1] = replace(result[-1], area=one.area)
        else:
            result.append(one)
    return tuple(result)


def _from_where(described: Iterator[Described]) -> tuple[Described, ...]:
    """A place named with `from` holds for the pieces before it that have none."""
    placed: list[Described] = []
    area: str | None = None
    for one in reversed(_join_places(described)):
        if one.origin is not None:
            area = one.area
        elif not one.placed and area is not None:
            one = replace(one, area=area)  # noqa: PLW2901 - the piece as it is now described
        placed.append(one)
    return tuple(reversed(placed))


def describe(reading: Reading, phrase: Phrase) -> Described:
    """Return the description of a piece by a phrase."""
    if (whole := _counter(reading, phrase)) is not None:
        return Described(phrase, id=whole)
    inside = set(_inside_names(reading, phrase))
    cuts = [at for at, word in enumerate(phrase.words) if word.key in _WITHIN and at and at not in inside]
    starts, ends = [0, *(cut + 1 for cut in cuts)], [*cuts, len(phrase.words)]
    parts = [phrase.part(first, last) for first, last in zip(starts, ends, strict=True)]
    description = _features(reading, Described(phrase), parts[0])
    for cut, part in zip(cuts, parts[1:], strict=True):
        description = _both(reading, description, _place(reading, description, part), part)
        if phrase.words[cut].key in order_words.FROM:
            description = replace(description, origin=part)
    return description


def _inside_names(reading: Reading, phrase: Phrase) -> Iterator[int]:
    """The places of words that belong to the name of an army, as `of` does in `Army of the Bug`."""
    for first in range(len(phrase.words)):
        for length in range(2, _LONGEST_NAME + 1):
            if phrase.part(first, first + length).key in reading.names.counters:
                yield from range(first + 1, first + length)


def _counter(reading: Reading, phrase: Phrase) -> str | None:
    return reading.names.counters.get(names.bare(phrase).key)


def _place(reading: Reading, described: Described, part: Phrase) -> Described:
    """The description with the army, area or nation that the pieces are said to be of."""
    if reading.names.areas.find(part.key):
        return replace(described, area=names.area(reading, part))
    if _counter(reading, part) is not None or _speaks_of_armies(reading, part):
        return replace(described, army=army(reading, part))
    if len(nations := reading.names.nations.find(part.key)) == 1:
        return replace(described, nation=nations[0])
    return replace(described, area=names.area(reading, part))


def _speaks_of_armies(reading: Reading, part: Phrase) -> bool:
    keys = {word.key for word in part.words}
    kinds = {kind for name in keys if len(name) >= _SHORTEST_NAME for kind in reading.names.kinds.find(name)}
    return "army" in kinds or any(_ORDINAL.fullmatch(name) for name in keys)


def _features(reading: Reading, described: Described, part: Phrase) -> Described:
    """Return the description with the words of one part added, longest names first."""
    place = 0
    while place < len(part.words):
        for length in range(min(_LONGEST_NAME, len(part.words) - place), 0, -1):
            window = part.part(place, place + length)
            feature = _feature(reading, described, window)
            if feature is not None:
                described, place = _both(reading, described, feature, window), place + length
                break
        else:
            raise _unknown_piece(reading, part.part(place, place + 1))
    return described


def _both(reading: Reading, before: Described, after: Described, phrase: Phrase) -> Described:
    """A fuller description that takes nothing back; two pieces without a comma would do so."""
    for old, now in zip(_say(before), _say(after), strict=True):
        if old is not None and old != now:
            raise reading.fault(Misreading.PIECE_CONTRADICTED, phrase)
    return after


def _say(described: Described) -> tuple[object, ...]:
    one = described
    return one.id, one.count, one.nation, one.kind, one.ordinal, one.army, one.area


def _feature(reading: Reading, described: Described, window: Phrase) -> Described | None:
    """Return the description with a few words added, or None if they mean nothing together."""
    if len(window.words) == 1:
        symbol = reading.names.symbols.get(window.key)
        if symbol is not None and described.count is not None and described.kind is None:
            return replace(described, kind=symbol)
        if (single := _quantity(reading, described, window)) is not None:
            return single
    names = reading.names
    if (id := names.counters.get(window.key)) is not None:
        return replace(described, id=id)
    if (stem := names.stems.get(window.key)) is not None:
        return replace(described, nation=stem[0], kind=stem[1])
    return _name(reading, described, window)


def _ends(reading: Reading, window: Phrase) -> bool:
    return not reading.line[window.end :].strip(" .!")


def _quantity(reading: Reading, described: Described, window: Phrase) -> Described | None:
    """Return the description with a single word of number added: `all`, `2`, `2nd`, `2.`, `2i`, `loose`."""
    word = window.key
    if word in _SMALL or (word == _NUMBER_OF and not _ends(reading, window)):
        return described
    if word in _ALL:
        return replace(described, every=True)
    if word == "loose":
        return replace(described, loose=True)
    if word in COUNTS:
        return replace(described, count=COUNTS[word])
    if word in _ORDINALS:
        return replace(described, kind="army", ordinal=_ORDINALS[word])
    return _numeral(reading, described, window)


def _numeral(reading: Reading, described: Described, window: Phrase) -> Described | None:
    """Return the description with a word of digits added: a number counts, and after `army` it names."""
    word = window.key
    if match := _ORDINAL.fullmatch(word):
        return replace(described, kind="army", ordinal=match[1])
    if _NUMBER.fullmatch(word):
        dotted = reading.line[window.end - 1] == "."
        if dotted or described.kind == "army":
            return replace(described, kind="army", ordinal=word)
        return replace(described, count=int(word))
    if (match := _GLUED.fullmatch(word)) and (kind := reading.names.symbols.get(match[2])) is not None:
        return replace(described, count=int(match[1]), kind=kind)
    return None


def _name(reading: Reading, described: Described, window: Phrase) -> Described | None:
    """The description with a kind, a nation, the own side or an area."""
    terms = reading.names
    if len(nations := terms.nations.find(window.key)) == 1:
        return replace(described, nation=nations[0])
    if len(window.key) < _SHORTEST_NAME:
        return None
    if kinds := terms.kinds.find(window.key):
        return _kind(reading, described, window, kinds)
    if reading.side in terms.sides.find(window.key):
        return described
    if terms.areas.find(window.key):
        return replace(described, area=names.area(reading, window))
    return None


def _kind(reading: Reading, described: Described, window: Phrase, kinds: Sequence[str]) -> Described | None:
    kind = next((unit.kind for unit in reading.theatre.units.values() if unit.kind == kinds[0]), None)
    if kind is None or len(kinds) > 1:
        return None
    many = window.key in reading.names.plurals and described.count is None and not described.every
    return replace(described, kind=kind, every=described.every or many)


def _unknown_piece(reading: Reading, phrase: Phrase) -> Unreadable:
    mine = [piece.id for piece in reading.position.map.owned(reading.side)]
    kinds = [unit.name for unit in reading.theatre.pack.forces.units]
    return reading.unknown(Misreading.PIECE_UNKNOWN, phrase, nearest(phrase.key, [*mine, *kinds]))


def _choose(
    reading: Reading, described: Described, within: str | None, taken: Sequence[str]
) -> tuple[str, ...]:
    """Return the pieces that match a description; identical ones go by number, lowest first."""
    if described.id is not None:
        return _identified(reading, described, described.id)
    able = sorted(_matching(reading, described, within, taken), key=_number)
    count = len(able) if described.every else described.count or 1
    if len(able) == 1 and able[0].kind == "fort":
        return _identified(reading, described, able[0].id)
    if len(able) < count or not able:
        fact = Misreading.TOO_FEW_PIECES if able else Misreading.PIECE_NOT_OWNED
        raise reading.fault(fact, described.phrase, number=len(able))
    groups = _alike(able)
    if len(able) > 1 and described == Described(described.phrase, area=described.area):
        # An area alone may mean any of its pieces, or all.
        every = ", ".join(piece.id for piece in able)
        ways = [*(group[0].id for group in groups), every][:MOST_READINGS]
        raise reading.ambiguous(Misreading.PIECE_UNCLEAR, described.phrase, ways)
    if len(groups) == 1 or count == len(able):
        return tuple(piece.id for piece in able[:count])
    ways = [", ".join(ids) for ids in islice(_ways(groups, count), MOST_READINGS + 1)]
    raise reading.ambiguous(Misreading.PIECE_UNCLEAR, described.phrase, ways)


def _identified(reading: Reading, described: Described, id: str) -> tuple[str, ...]:
    """A piece named by its id, if everything else that is said of it is so."""
    piece = reading.position.map.pieces.get(id)
    misplaced = described.area is not None and (piece is None or piece.area != described.area)
    elsewhere = described.army is not None and (piece is None or piece.army != described.army)
    inside_army = described.loose and piece is not None and piece.army is not None
    if misplaced or elsewhere or inside_army:
        raise _misplace(reading, described.phrase, id)
    kind = mix(reading.theatre).get(id)
    nation, _, number = id.partition("-")
    alike = kind == "fort" or (described.nation in {None, nation} and described.ordinal in {None, number})
    if described.kind not in {None, kind} or not alike:
        raise reading.fault(Misreading.ANOTHER_PIECE, described.phrase, id=id)
    count = described.count or 1
    strength = piece.strength if piece is not None and kind == "fort" else 1
    if count > max(strength, 1):
        few = Misreading.FORT_WEAKER if kind == "fort" else Misreading.ONLY_ONE_PIECE
        raise reading.fault(few, described.phrase, id=id, strength=strength)
    return (id,) * count


def _misplace(reading: Reading, phrase: Phrase, id: str) -> Unreadable:
    """Return the fault of a piece in another place than the writer believes."""
    piece = reading.position.map.pieces.get(id)
    if piece is None:
        return reading.fault(Misreading.PIECE_OFF_MAP, phrase, id=id)
    if piece.area == NOWHERE:
        return reading.fault(Misreading.PIECE_HIDDEN, phrase, piece=id)
    if piece.army is None:
        return reading.fault(Misreading.PIECE_ELSEWHERE, phrase, piece=id, area=piece.area)
    return reading.fault(Misreading.PIECE_IN_ARMY, phrase, piece=id, area=piece.area, army=piece.army)


def _matching(
    reading: Reading, described: Described, within: str | None, taken: Sequence[str]
) -> Iterator[Piece]:
    area = described.area or within
    for piece in reading.position.map.owned(reading.side):
        fits = (
            (piece.id not in taken or piece.kind == "fort")
            and (area is None or piece.area == area)
            and (described.army is None or piece.army == described.army)
            and (not described.loose or piece.army is None)
            and _is_such(described, piece)
        )
        if fits:
            yield piece


def _is_such(described: Described, piece: Piece) -> bool:
    if described.nation not in {None, piece.nation}:
        return False
    if described.ordinal is not None and piece.id != f"{piece.nation}-{described.ordinal}":
        return False
    if described.kind is None:
        return piece.kind != "fort" and (described.army is not None or piece.army is None)
    return piece.kind == described.kind


def _number(piece: Piece) -> tuple[str, str, int]:
    digits = re.search(r"\d+$", piece.id)
    return piece.nation, piece.kind, int(digits[0]) if digits else 0


def _alike(able: Sequence[Piece]) -> tuple[tuple[Piece, ...], ...]:
    """Pieces in groups that nothing distinguishes; an army and a fort are like no other."""
    groups: dict[Piece, list[Piece]] = {}
    for piece in able:
        likeness = piece if piece.kind in {"army", "fort"} else replace(piece, id="")
        groups.setdefault(likeness, []).append(piece)
    return tuple(tuple(group) for group in groups.values())


def _ways(groups: Sequence[Sequence[Piece]], count: int) -> Iterator[tuple[str, ...]]:
    """Every way to take so many pieces out of groups of like pieces."""
    if not groups:
        yield ()
        return
    first, rest = groups[0], groups[1:]
    least = max(0, count - sum(len(group) for group in rest))
    for size in range(min(count, len(first)), least - 1, -1):
        for others in _ways(rest, count - size):
            yield (*(piece.id for piece in first[:size]), *others)
