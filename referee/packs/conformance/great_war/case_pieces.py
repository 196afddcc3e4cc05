"""The notation of pieces, cards and names in cases: `verdun: fr-1 [3I 2A] entrenched, fort 4`."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from referee.engine.facts import Objection
from referee.faults import PackProblem, suggest_in_english
from referee.i18n.name_matching import key
from referee.packs.conformance.misfits import Impossible
from referee.systems.great_war.facts import stacking
from referee.systems.great_war.language.language import GreatWarLanguage
from referee.systems.great_war.language.lexicon import lexicon
from referee.systems.great_war.state.game import GreatWarGame, fort_id, mix
from referee.systems.great_war.state.position import Piece, Position
from schemas.great_war.case import Cards
from schemas.great_war.names import Kind
from schemas.record import Value

NOTHING = "nothing"
"""Text for an empty area."""

_ITEM = re.compile(
    r"(?P<what>[^\[\]]+?)\s*(?:\[(?P<inside>[^\[\]]*)\])?(?P<marks>(?:\s+(?:entrenched|fortified|retreated))*)"
)
_COUNTED = re.compile(r"(?P<count>\d{0,2})\s*(?P<stem>[a-z]+-)?(?P<letter>[a-z])", re.IGNORECASE)
_FORT = re.compile(r"fort(?:\s+(?P<strength>\d{1,2}))?")
_DUG = {"entrenched", "fortified"}
_EXAMPLES = "write `fr-1 [3I 1A]`, `fr-c1`, `2 fr-i` or `fort 4`"


class Layout(Value):
    """The pieces on the map, and the areas of a text, in its order."""

    areas: tuple[str, ...]
    pieces: Mapping[str, Piece]


class _Item(Value):
    """One item in an area, in words: name, contents and marks."""

    area: str
    what: str
    inside: tuple[str, ...] | None
    marks: frozenset[str]


def read(theatre: GreatWarGame, text: str, before: Mapping[str, Piece] | None = None) -> Layout:
    """Return the pieces in a text, added to those of other areas. Raises `Impossible` if it is invalid."""
    areas: list[str] = []
    items: list[_Item] = []
    for line in text.splitlines():
        if line.strip():
            area, line_items = _line(theatre, line)
            areas.append(area)
            items += line_items
    other_pieces = {id: piece for id, piece in (before or {}).items() if piece.area not in areas}
    return Layout(tuple(areas), _Tray(theatre, other_pieces, items).pieces)


def _wrong(text: str, remedy: str = "") -> Impossible:
    return Impossible(PackProblem("", ("pieces",), text, remedy))


def _line(theatre: GreatWarGame, line: str) -> tuple[str, list[_Item]]:
    name, colon, rest = line.partition(":")
    area = name.strip()
    if not colon or area not in theatre.areas:
        raise _wrong(f"there is no area `{area}`", suggest_in_english(area, theatre.areas))
    if rest.strip() == NOTHING:
        return area, []
    return area, [_item(theatre, area, text.strip()) for text in rest.split(",")]


def _item(theatre: GreatWarGame, area: str, text: str) -> _Item:
    match = _ITEM.fullmatch(text)
    if match is None:
        raise _wrong(f"`{text}` is not a piece", _EXAMPLES)
    what, inside = match["what"], match["inside"]
    if (mix(theatre).get(what) == "army") != (inside is not None):
        fact = f"`{text}`: an army, and only an army, says in brackets what it holds"
        raise _wrong(fact, _EXAMPLES)
    contents = tuple(inside.split()) if inside is not None else None
    return _Item(area, what, contents, frozenset(match["marks"].split()))


class _Tray:
    """The counters of a game, taken one by one: named ones first, the others by number."""

    def __init__(self, theatre: GreatWarGame, other_pieces: Mapping[str, Piece], items: list[_Item]) -> None:
        self._theatre = theatre
        self._mix = mix(theatre)
        self._named = {word for item in items for word in (item.what, *(item.inside or ()))} & set(self._mix)
        self.pieces = dict(other_pieces)
        for item in items:
            self._lay(item)

    def _lay(self, item: _Item) -> None:
        if match := _FORT.fullmatch(item.what):
            self._lay_fort(item.area, match["strength"])
        elif item.inside is None:
            for nation, kind, id in self._counters(item.what):
                dug = bool(item.marks & _DUG) and kind in self._theatre.infantry
                self._add_counter(item, nation, kind, id, None, dug)
        else:
            nation = item.what.partition("-")[0]
            self._add_counter(item, nation, "army", item.what, None, bool(item.marks & _DUG))
            for word in item.inside:
                for guest, kind, id in self._counters(word, nation):
                    self._add_counter(item, guest, kind, id, item.what, False)

    def _lay_fort(self, area: str, strength: str | None) -> None:
        place = self._theatre.areas[area]
        if place.fort is None:
            raise _wrong(f"there is no fort in {place.name}")
        nation = next(n for n in self._theatre.pack.forces.nations if place.country in n.home)
        points = int(strength) if strength is not None else place.fort
        fort = Piece(fort_id(area), nation.id, nation.side, "fort", area, strength=points)
        self._add(fort)

    def _add_counter(
        self, item: _Item, nation: str, kind: Kind, id: str, army: str | None, dug: bool
    ) -> None:
        side, has_retreated = self._theatre.nations[nation].side, "retreated" in item.marks
        is_fortified = army is None and dug and "fortified" in item.marks
        piece = Piece(
            id, nation, side, kind, item.area, army, dug, retreated=has_retreated, fortified=is_fortified
        )
        self._add(piece)

    def _add(self, piece: Piece) -> None:
        if piece.id in self.pieces:
            raise _wrong(f"{piece.id} stands in {self.pieces[piece.id].area} already")
        self.pieces[piece.id] = piece

    def _counters(self, word: str, nation: str = "") -> Iterator[tuple[str, Kind, str]]:
        """Yield the counters for a word: `fr-c1`, `2 fr-i`, and in an army of a nation `3I`."""
        if self._mix.get(word, "fort") not in {"army", "fort"}:
            yield word.partition("-")[0], self._mix[word], word
            return
        match = _COUNTED.fullmatch(word)
        letters = f"{match['stem'] or f'{nation}-'}{match['letter']}".lower() if match else ""
        stem = lexicon(self._theatre).stems.get(key(letters))
        if match is None or stem is None:
            raise _wrong(f"`{word}` is not a piece", _EXAMPLES)
        for _ in range(int(match["count"] or 1)):
            yield (*stem, self._free(letters))

    def _free(self, letters: str) -> str:
        """Return the first counter of its kind that is neither named nor on the map."""
        ids = (f"{letters}{number}" for number in range(1, len(self._mix) + 1))
        used_ids = self._named | set(self.pieces)
        id = next((id for id in ids if id in self._mix and id not in used_ids), None)
        if id is None:
            raise _wrong(f"there is no counter {letters} left")
        return id


def describe(theatre: GreatWarGame, area: str, pieces: Mapping[str, Piece]) -> str:
    """Return the contents of an area in the same notation; single pieces are counted by kind."""
    there = [piece for piece in pieces.values() if piece.area == area]
    armies = sorted(piece.id for piece in there if piece.kind == "army")
    parts = [_army(theatre, pieces[army], there) for army in armies]
    single: Counter[tuple[str, Kind, str]] = Counter(
        (piece.nation, piece.kind, _marks(piece))
        for piece in there
        if piece.army is None and piece.kind not in {"army", "fort"}
    )
    parts += [
        f"{count} {nation}-{_letter(theatre, kind).lower()}{marks}"
        for (nation, kind, marks), count in sorted(single.items())
    ]
    parts += [f"fort {piece.strength}" for piece in there if piece.kind == "fort"]
    return ", ".join(parts) or NOTHING


def _army(theatre: GreatWarGame, army: Piece, there: list[Piece]) -> str:
    contents: Counter[tuple[Kind, str]] = Counter(
        (piece.kind, piece.nation) for piece in there if piece.army == army.id
    )
    order = list(theatre.units)
    inside = [
        f"{count}{'' if nation == army.nation else f'{nation}-'}{_letter(theatre, kind)}"
        for (kind, nation), count in sorted(
            contents.items(), key=lambda item: (order.index(item[0][0]), item[0][1])
        )
    ]
    return f"{army.id} [{' '.join(inside)}]{_marks(army)}"


def _letter(theatre: GreatWarGame, kind: Kind) -> str:
    return theatre.units[kind].letter or theatre.units[kind].symbol


def _marks(piece: Piece) -> str:
    dug = " fortified" if piece.fortified else " entrenched" if piece.entrenched else ""
    return dug + (" retreated" if piece.retreated else "")


def impossibilities(theatre: GreatWarGame, position: Position) -> Iterator[str]:
    """Yield impossible facts: too many pieces in an area, or illegal contents of an army."""
    language = GreatWarLanguage(theatre)

    def word(objection: Objection) -> str:
        return language.word(objection).text

    for area in dict.fromkeys(piece.area for piece in position.map.pieces.values()):
        for side in theatre.sides if area in theatre.areas else ():
            yield from map(word, stacking.overstacked(theatre, position.map, area, side))
    for piece in position.map.pieces.values():
        if piece.kind == "army":
            contents = tuple(position.map.contents(piece.id))
            bare = position
            for inside in contents:
                bare = bare.without(inside.id)
            yield from map(word, stacking.entry(theatre, bare.map, contents, piece))


def cards_of(theatre: GreatWarGame, pile: list[int], cards: Cards, key: str) -> tuple[int, ...]:
    """Return cards by number or by kind, and remove them from the rest of the deck."""
    numbers: list[int] = []
    for word in cards:
        number = next((n for n in pile if word == str(n) or kind_of(theatre, n) == word), None)
        if number is None:
            raise Impossible(PackProblem("", (key,), f"there is no card `{word}` left"))
        pile.remove(number)
        numbers.append(number)
    return tuple(numbers)


def kind_of(theatre: GreatWarGame, number: int) -> str:
    """Return the id of the kind of a card."""
    card = theatre.card(number)
    return card.id if card is not None else ""
