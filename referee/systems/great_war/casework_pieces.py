"""The notation in which cases say what stands where: `verdun: fr-1 [3I 2A] entrenched, 2 fr-i, fort 4`."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from referee.core.faults import Misfit
from referee.core.names import key
from referee.core.remedy import meant
from referee.systems.great_war import stacking
from referee.systems.great_war.lexicon import lexicon
from referee.systems.great_war.position import Piece, Position
from referee.systems.great_war.theatre import Theatre, fort_id
from schemas.great_war.pack import Kind

NOTHING = "nothing"
"""What stands in an empty area."""

_ITEM = re.compile(
    r"(?P<what>[^\[\]]+?)\s*(?:\[(?P<inside>[^\[\]]*)\])?(?P<marks>(?:\s+(?:entrenched|retreated))*)"
)
_COUNTED = re.compile(r"(?P<count>\d*)\s*(?P<stem>[a-z]+-)?(?P<letter>[a-z])", re.IGNORECASE)
_FORT = re.compile(r"fort(?:\s+(?P<strength>\d+))?")


class Impossible(Exception):  # noqa: N818 - a condition of the case, not an error of ours
    """A set-up that cannot be, with everything that is wrong with it."""

    def __init__(self, *misfits: Misfit) -> None:
        super().__init__("; ".join(misfit.text for misfit in misfits))
        self.misfits = misfits


@dataclass(frozen=True, slots=True)
class Layout:
    """The pieces on the map, and the areas that a text names, in its order."""

    areas: tuple[str, ...]
    pieces: Mapping[str, Piece]


@dataclass(frozen=True, slots=True)
class _Item:
    """One thing that stands in an area: its words, what is inside it, and its marks."""

    area: str
    what: str
    inside: str | None
    marks: frozenset[str]


def read(theatre: Theatre, text: str, before: Mapping[str, Piece] | None = None) -> Layout:
    """The pieces that a text lays out, beside those of other areas; raises `Impossible` if it cannot be."""
    areas: list[str] = []
    items: list[_Item] = []
    for number, line in enumerate(text.splitlines()):
        if not line.strip():
            continue
        try:
            area, found = _line(theatre, line)
        except ValueError as error:
            raise Impossible(Misfit("", ("pieces", number), str(error))) from None
        areas.append(area)
        items += found
    left = {id: piece for id, piece in (before or {}).items() if piece.area not in areas}
    try:
        return Layout(tuple(areas), _Tray(theatre, left, items).pieces)
    except ValueError as error:
        raise Impossible(Misfit("", ("pieces",), str(error))) from None


def _line(theatre: Theatre, line: str) -> tuple[str, list[_Item]]:
    area, colon, rest = line.partition(":")
    area = area.strip()
    if not colon or area not in theatre.areas:
        raise ValueError(f"there is no area `{area}` {meant(area, theatre.areas)}".rstrip())
    if rest.strip() == NOTHING:
        return area, []
    return area, [_item(theatre, area, text.strip()) for text in rest.split(",")]


def _item(theatre: Theatre, area: str, text: str) -> _Item:
    found = _ITEM.fullmatch(text)
    if found is None:
        raise ValueError(f"`{text}` is no piece: write `fr-1 [3I 1A]`, `fr-c1`, `2 fr-i` or `fort 4`")
    what = found["what"]
    if (what in lexicon(theatre).mix and lexicon(theatre).mix[what] == "army") != (
        found["inside"] is not None
    ):
        raise ValueError(f"`{text}`: an army, and only an army, says in brackets what it holds")
    return _Item(area, what, found["inside"], frozenset(found["marks"].split()))


class _Tray:
    """The counters of a theatre, taken out one by one: those that are named first, the others by number."""

    def __init__(self, theatre: Theatre, left: Mapping[str, Piece], items: list[_Item]) -> None:
        self._theatre = theatre
        self._mix = lexicon(theatre).mix
        self._named = Counter(
            word for item in items for word in (item.what, *(item.inside or "").split()) if word in self._mix
        )
        self.pieces = dict(left)
        for item in items:
            self._lay(item)

    def _lay(self, item: _Item) -> None:
        theatre = self._theatre
        if found := _FORT.fullmatch(item.what):
            self._fort(item.area, found["strength"])
            return
        retreated = "retreated" in item.marks
        if item.inside is None:
            for nation, kind, id in self._counters(item.what, None):
                dug = "entrenched" in item.marks and kind in theatre.infantry
                self._add(
                    id, nation, kind, Piece(id, nation, "", kind, item.area, None, dug, retreated=retreated)
                )
            return
        army, nation = item.what, item.what.partition("-")[0]
        dug = "entrenched" in item.marks
        self._add(
            army, nation, "army", Piece(army, nation, "", "army", item.area, None, dug, retreated=retreated)
        )
        for word in item.inside.split():
            for guest, kind, id in self._counters(word, nation):
                self._add(id, guest, kind, Piece(id, guest, "", kind, item.area, army, retreated=retreated))

    def _fort(self, area: str, strength: str | None) -> None:
        place = self._theatre.areas[area]
        if place.fort is None:
            raise ValueError(f"there is no fort in {place.name}")
        nation = next(n for n in self._theatre.pack.forces.nations if place.country in n.home)
        points = int(strength) if strength is not None else place.fort
        fort = Piece(fort_id(area), nation.id, "", "fort", area, strength=points)
        self._add(fort.id, nation.id, "fort", fort)

    def _add(self, id: str, nation: str, kind: Kind, piece: Piece) -> None:
        if id in self.pieces:
            raise ValueError(f"{id} stands in {self.pieces[id].area} already")
        if kind not in {"army", "fort"} and self._mix.get(id) != kind:
            raise ValueError(f"there is no counter {id}")
        self.pieces[id] = replace(piece, side=self._theatre.nations[nation].side)

    def _counters(self, word: str, nation: str | None) -> Iterator[tuple[str, Kind, str]]:
        """The counters that a word names: `fr-c1`, `2 fr-i`, and in an army of a nation `3I`."""
        if word in self._mix:
            yield word.partition("-")[0], self._mix[word], word
            return
        found = _COUNTED.fullmatch(word)
        letters = f"{found['stem'] or f'{nation}-'}{found['letter']}" if found else ""
        stem = lexicon(self._theatre).stems.get(key(letters))
        if found is None or stem is None:
            raise ValueError(f"`{word}` is no piece: write `fr-1 [3I 1A]`, `fr-c1`, `2 fr-i` or `fort 4`")
        for _ in range(int(found["count"] or 1)):
            yield (*stem, self._free(letters.lower()))

    def _free(self, letters: str) -> str:
        """The first counter of its kind that nobody names and nobody has."""
        numbers = range(1, len(self._mix) + 1)
        ids = (f"{letters}{number}" for number in numbers)
        return next(id for id in ids if id not in self.pieces and not self._named[id])


def describe(theatre: Theatre, area: str, pieces: Mapping[str, Piece]) -> str:
    """What stands in an area, in the same notation; single pieces are counted by kind."""
    there = [piece for piece in pieces.values() if piece.area == area]
    armies = sorted(piece.id for piece in there if piece.kind == "army")
    told = [_army(theatre, pieces[army], there) for army in armies]
    single = Counter(
        (piece.nation, piece.kind, _marks(piece))
        for piece in there
        if piece.army is None and piece.kind not in {"army", "fort"}
    )
    told += [
        f"{count} {nation}-{_letter(theatre, kind).lower()}{marks}"
        for (nation, kind, marks), count in sorted(single.items())
    ]
    told += [f"fort {piece.strength}" for piece in there if piece.kind == "fort"]
    return ", ".join(told) or NOTHING


def _army(theatre: Theatre, army: Piece, there: list[Piece]) -> str:
    held = Counter((piece.kind, piece.nation) for piece in there if piece.army == army.id)
    order = list(theatre.units)
    inside = [
        f"{count}{'' if nation == army.nation else f'{nation}-'}{_letter(theatre, kind)}"
        for (kind, nation), count in sorted(
            held.items(), key=lambda item: (order.index(item[0][0]), item[0][1])
        )
    ]
    return f"{army.id} [{' '.join(inside)}]{_marks(army)}"


def _letter(theatre: Theatre, kind: Kind) -> str:
    return "W" if kind == "commonwealth" else theatre.units[kind].symbol


def _marks(piece: Piece) -> str:
    return (" entrenched" if piece.entrenched else "") + (" retreated" if piece.retreated else "")


def impossibilities(theatre: Theatre, position: Position) -> Iterator[str]:
    """What can never be: too many pieces in an area, or an army that holds what it may not."""
    for area in theatre.areas:
        for side in theatre.sides:
            yield from (objection.text for objection in stacking.overstacked(theatre, position, area, side))
    for piece in position.pieces.values():
        if piece.kind == "army":
            held = tuple(position.contents(piece.id))
            bare = position
            for inside in held:
                bare = bare.without(inside.id)
            yield from (objection.text for objection in stacking.entry(theatre, bare, held, piece))
