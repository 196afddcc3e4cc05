"""Fronts of one side: its pieces by area, by the ids that orders take, and the surrounding areas."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

from referee.i18n.translator import message
from referee.systems.great_war.language.language import GreatWarLanguage
from referee.systems.great_war.narrative import pieces
from schemas.great_war.names import Kind
from schemas.great_war.view import AreaView, PieceView, View
from schemas.record import Side
from schemas.reports import Inline, Text

MOST_IDS = 3
"""So many loose pieces of one kind appear by their ids; more are counted."""


AGAINST = message("{own} against {enemy}")
"""Pieces of both sides in a disputed area."""

CONTENTS_IN_FULL = message("Inside armies: {armies}.")
CONTENTS = message("Inside armies ({short} of {army} is {id}): {armies}.")
"""Ids of the pieces that may leave their armies, or be lost, with an example of a short id."""

BEHIND = message("Rear areas: {areas}.")
MORE_BEHIND = message("Rear areas: {areas}; {count} more in the full report.")
"""Areas behind the front, if there are many areas."""

FORTS_ALONE = message("Your forts alone among enemy pieces: {areas}.")
"""Own forts among enemy pieces, in areas that have no row."""

REST = message("Other borders with your own areas are in the full report.")

LOOSE = message("pieces with ids are in no army")
"""Last part of the meaning of letters."""

SIGNS: Mapping[str, str] = {"*": message("* enemy"), "!": message("! disputed")}
"""Signs of areas, with their meaning."""

BRACKETS = message("(…) enemy pieces")
"""Meaning of the strengths of enemy areas."""

FULL = message("full")
"""Mark of an area that no further piece may enter."""

FULL_MEANING = message("full: {limit} pieces, room only in armies")

WEAK_FORTS = message("enemy forts of 0 or 1 dispute no area")
"""Meaning of enemy pieces in an own area without a sign (8.4)."""

LEAST_RUN = 3
"""Lowest number of successive ids that are written as a range."""

MOST_ROWS = 17
"""Highest number of areas that all have a row with all borders; an area at the front counts twice."""

MOST_BEHIND = 8
"""Number of areas behind the front in a short report."""


def columns(narrator: GreatWarLanguage) -> tuple[str, ...]:
    """Return the titles of the parts of a front, for formats that show it in a table."""
    return narrator.say("Area"), narrator.say("Your pieces"), narrator.say("Borders (* enemy, ! disputed)")


def _row(area: str, own: str, borders: str) -> tuple[Inline, ...]:
    # A disputed area may border on own areas alone, which a short report leaves out.
    return Text(text=area), Text(text=f" {own}"), Text(text=f" > {borders}" if borders else "")


def _join_runs(ids: Iterable[str]) -> Iterator[str]:
    """Yield ids in their order, successive ones as a range: `i1-i3`."""
    run: list[str] = []
    for id in (*ids, ""):
        if run and (not id or _split(id) != (_split(run[-1])[0], _split(run[-1])[1] + 1)):
            yield from (f"{run[0]}-{run[-1]}",) if len(run) >= LEAST_RUN else run
            run = []
        run.append(id)


def _split(id: str) -> tuple[str, int]:
    """Return the letters of an id, and its number."""
    letters = id.rstrip("0123456789")
    return letters, int(id.removeprefix(letters) or "0")


class Fronts:
    """Contents of each area in a viewer's sight, in few characters for one side."""

    def __init__(self, narrator: GreatWarLanguage, seen: View, side: Side) -> None:
        self._narrator, self._seen, self._side = narrator, seen, side
        self._areas: Mapping[str, AreaView] = {area.id: area for area in seen.areas}
        self._standing: dict[str, list[PieceView]] = {}
        for piece in seen.pieces:
            self._standing.setdefault(piece.area, []).append(piece)
        self._more = {army.id for army in seen.armies if army.more}

    def list_fronts(self, *, beyond: bool) -> Iterator[tuple[Inline, ...]]:
        """Yield the areas of the side's pieces with their borders, those at the front first.

        The enemy pieces `beyond` the borders follow on request. If there are many areas, only armies at the
        front have borders with own areas. Contents of armies and the meaning of the letters come last.
        """
        mine = [area for area in self._areas.values() if self.tell_own(area.id, forts=False)]
        near = [area for area in mine if self._is_at_front(area, weak=beyond)]
        back = [area for area in mine if area not in near]
        is_short = len(mine) + len(near) <= MOST_ROWS
        full = mine if is_short else [area for area in near if self._has_army(area)]
        for area in near:
            yield self._front(area.id, strong=beyond, foreign=area not in full)
        if is_short:
            yield from (self._front(area.id) for area in back)
        else:
            yield from self._list_rest(back)
        if alone := self._list_forts_alone():
            yield self._narrator.sentence(FORTS_ALONE, areas=self._narrator.chain(alone))
        yield from self._tell_contents(mine)
        legend = self._tell_reach(mine, near, strong=beyond)
        rest = f" {self._narrator.say(REST)}" if len(full) < len(mine) else ""
        yield (Text(text=f"{legend}{rest}"),)

    def _list_rest(self, areas: Sequence[AreaView]) -> Iterator[tuple[Inline, ...]]:
        """Yield the areas behind the front that have no row."""
        behind = [f"{self._narrator.area_name(area.id)} {self.tell_own(area.id)}" for area in areas]
        if not behind:
            return
        text, more = self._narrator.chain(behind[:MOST_BEHIND]), len(behind) - MOST_BEHIND
        if more > 0:
            yield self._narrator.sentence(MORE_BEHIND, areas=text, count=more)
        else:
            yield self._narrator.sentence(BEHIND, areas=text)

    def _list_forts_alone(self) -> list[str]:
        """Return the side's forts among enemy pieces, without other pieces of the side."""
        return [
            f"{self._narrator.area_name(area)} "
            + self._narrator.say(AGAINST, own=self.tell_own(area), enemy=enemy)
            for area in self._areas
            if self.tell_own(area) and not self.tell_own(area, forts=False)
            if (enemy := self._tell_enemy(area))
        ]

    def _front(self, area: str, *, strong: bool = False, foreign: bool = False) -> tuple[Inline, ...]:
        own, against = self.tell_own(area), self._tell_enemy(area) if strong else ""
        if against:
            own = self._narrator.say(AGAINST, own=own, enemy=against)
        borders = self.list_borders(area, strong=strong, foreign=foreign)
        return _row(self._narrator.area_name(area), own, ", ".join(borders))

    def _is_full(self, area: str) -> bool:
        """Return True if as many own armies and loose pieces stand in an area as may (1.2.2)."""
        game = self._narrator.game
        standing = [piece for piece in self._list_standing(area, self._side) if piece.kind != "fort"]
        armies = {piece.army for piece in standing if piece.army is not None}
        armies |= {piece.id for piece in standing if piece.id in self._more}
        loose = [piece for piece in standing if piece.army is None and piece.kind != "army"]
        return game.areas[area].transit is None and len(loose) + len(armies) >= game.stacking(area)

    def _has_army(self, area: AreaView) -> bool:
        return any(piece.kind == "army" for piece in self._list_standing(area.id, self._side))

    def _tell_contents(self, areas: Iterable[AreaView]) -> Iterator[tuple[Inline, ...]]:
        """Yield the contents of the side's armies, by short ids: `ge-8 i1-i3 c1 a1`."""
        standing = [piece for area in areas for piece in self._list_standing(area.id, self._side)]
        inside = [
            (army, ids) for army in standing if army.kind == "army" and (ids := self._list_inside(army))
        ]
        texts = self._narrator.chain([f"{army.id} {' '.join(_join_runs(ids))}" for army, ids in inside])
        example = next(((army, id) for army, ids in inside for id in ids if "-" not in id), None)
        if example is not None:
            army, short = example
            id = f"{army.nation}-{short}"
            yield self._narrator.sentence(CONTENTS, short=short, army=army.id, id=id, armies=texts)
        elif texts:
            yield self._narrator.sentence(CONTENTS_IN_FULL, armies=texts)

    def _list_inside(self, army: PieceView) -> list[str]:
        """Return the ids of an army's pieces; those of its own nation leave the nation out."""
        inside = (piece.id for piece in self._standing.get(army.area, ()) if piece.army == army.id)
        return [id.removeprefix(f"{army.nation}-") for id in inside]

    def list_all(self) -> Iterator[tuple[Inline, ...]]:
        """All areas in which the side has pieces that move, with all they border on."""
        for area in self._areas:
            if self.tell_own(area, forts=False):
                name, borders = self._narrator.area_name(area), ", ".join(self.list_borders(area))
                yield _row(name, self.tell_own(area), borders)

    def tell_own(self, area: str, *, forts: bool = True) -> str:
        """Return the side's own pieces in an area: `ge-1 5I 1C, 1C ge-c4, fort 2`."""
        standing = list(self._list_standing(area, self._side))
        parts = [self._tell_army(piece) for piece in standing if piece.kind == "army"]
        loose: dict[tuple[Kind, str], list[str]] = {}
        for piece in standing:
            if piece.kind not in {"army", "fort"} and piece.army is None:
                loose.setdefault((piece.kind, pieces.mark(self._narrator, piece)), []).append(piece.id)
        parts += (f"{self._tell_loose(kind, ids)}{mark}" for (kind, mark), ids in loose.items())
        parts += (self._tell_fort(piece) for piece in standing if piece.kind == "fort" and forts)
        return ", ".join(parts)

    def tell_strength(self, area: str, side: Side) -> str:
        """Return the strength of a side in an area, by number: `5I 1C, fort 2`; empty without pieces."""
        standing = list(self._list_standing(area, side))
        kinds = Counter(piece.kind for piece in standing if piece.kind not in {"army", "fort"})
        parts = [pieces.count(self._narrator, kinds)] if kinds else []
        if unseen := sum(piece.id in self._more for piece in standing):
            parts.append(self._narrator.say("{count} army unseen", "{count} armies unseen", count=unseen))
        parts += (self._tell_fort(piece) for piece in standing if piece.kind == "fort")
        return " ".join(parts)

    def list_borders(self, area: str, *, strong: bool = False, foreign: bool = False) -> Iterator[str]:
        """Yield the neighbours, the enemy's first, with their strength on request; or only `foreign` ones."""
        near = [self._areas[id] for id in self._list_near(area)]
        for other in sorted(near, key=lambda one: self._sign(one) == ""):
            if foreign and not self._sign(other):
                return
            text = f"{self._sign(other)}{self._narrator.area_name(other.id)}"
            notes = [self._tell_enemy(other.id) if strong else ""]
            notes += [self._narrator.say(FULL) if strong and self._is_full(other.id) else ""]
            brackets = ", ".join(filter(None, notes))
            yield f"{text} ({brackets})" if brackets else text

    def _list_near(self, area: str) -> list[str]:
        """Return the neighbours of an area that the viewer knows of."""
        return [id for id in self._narrator.areas[area].borders if id in self._areas]

    def _tell_enemy(self, area: str) -> str:
        others = (side for side in self._narrator.game.sides if side != self._side)
        return " ".join(text for side in others if (text := self.tell_strength(area, side)))

    def _tell_reach(self, mine: list[AreaView], near: list[AreaView], *, strong: bool) -> str:
        """Return the march range of the pieces, with the meaning of the letters and of the signs nearby."""
        own = [piece for area in mine for piece in self._list_standing(area.id, self._side)]
        kinds = {piece.kind for piece in own} - {"fort", "army"}
        units = [unit for unit in self._narrator.pack.forces.units if unit.kind in kinds]
        fighting = [area.id for area in near] if strong else []
        meanings = [*self._list_letters(kinds | self._list_enemy_kinds(fighting), own)]
        if any(piece.army is None and piece.kind not in {"army", "fort"} for piece in own):
            meanings.append(self._narrator.say(LOOSE))
        meanings += self._explain_borders([area.id for area in near])
        if near and strong:
            meanings.append(self._narrator.say(BRACKETS))
            around = (id for area in fighting for id in (area, *self._list_near(area)))
            meanings += (*self._explain_full(fighting), *self._explain_forts(around))
        letters = ", ".join(meanings)
        far = [f"{unit.plural} {unit.moves}" for unit in units if unit.moves > 1]
        if not far:
            return self._narrator.say("{letters}. Pieces march 1 area.", letters=letters)
        return self._narrator.say(
            "{letters}. Pieces march 1 area, {far}.", letters=letters, far=", ".join(far)
        )

    def _explain_borders(self, areas: Iterable[str]) -> list[str]:
        """Return the meaning of the signs of the areas around some areas."""
        signs = {self._sign(self._areas[id]) for area in areas for id in self._list_near(area)}
        return [self._narrator.say(SIGNS[sign]) for sign in sorted(signs & SIGNS.keys())]

    def _explain_full(self, areas: Iterable[str]) -> list[str]:
        """Return the meaning of the mark of full areas, if one of the areas borders on a full one."""
        near = (id for area in areas for id in self._list_near(area) if self._is_full(id))
        limits = sorted({self._narrator.game.stacking(id) for id in near})
        if not limits:
            return []
        return [self._narrator.say(FULL_MEANING, limit=self._narrator.tongue.choice([*map(str, limits)]))]

    def _explain_forts(self, areas: Iterable[str]) -> list[str]:
        """Return the meaning of enemy forts in own areas, if one of these areas has any."""
        own = (area for area in areas if not self._sign(self._areas[area]))
        return [self._narrator.say(WEAK_FORTS)] if any(map(self._tell_enemy, own)) else []

    def _list_enemy_kinds(self, areas: Iterable[str]) -> set[Kind]:
        """Return the kinds of the enemy pieces in these areas and around them."""
        places = {id for area in areas for id in (area, *self._list_near(area))}
        pieces_there = (piece for place in places for piece in self._standing.get(place, ()))
        return {piece.kind for piece in pieces_there if piece.side != self._side}

    def explain_signs(self, area: str) -> str:
        """Return the meaning of the marks and signs in the text about a battle; empty without any."""
        meanings = [*self._explain_marks(self._standing.get(area, ()))]
        meanings += (
            *self._explain_borders([area]),
            *self._explain_full([area]),
            *self._explain_forts(self._list_near(area)),
        )
        return f"{', '.join(meanings)}." if meanings else ""

    def _list_letters(self, kinds: Set[Kind], marked: Iterable[PieceView]) -> Iterator[str]:
        """Yield the letters of kinds of pieces, and the marks of pieces, with their meanings."""
        names = pieces.name_symbols(self._narrator, kinds - {"fort", "army"})
        yield from (f"{letter} {name}" for letter, name in names.items())
        yield from self._explain_marks(marked)

    def _explain_marks(self, standing: Iterable[PieceView]) -> Iterator[str]:
        """Yield the meaning of the marks of armies and of pieces outside of them."""
        outside = (piece for piece in standing if piece.kind != "fort" and piece.army is None)
        return pieces.explain_marks(self._narrator, outside)

    def _list_standing(self, area: str, side: Side) -> Iterator[PieceView]:
        return (piece for piece in self._standing.get(area, ()) if piece.side == side)

    def _is_at_front(self, area: AreaView, *, weak: bool) -> bool:
        """Return True if an area is disputed, or borders on a foreign area.

        With `weak`, an enemy fort counts that may be attacked although it does not dispute the area.
        """
        near = (self._areas[id] for id in self._list_near(area.id))
        is_disputed = area.status == "disputed" or (weak and self._tell_enemy(area.id) != "")
        return is_disputed or any(map(self._sign, near))

    def _sign(self, area: AreaView) -> str:
        if area.status == "disputed":
            return "!"
        return "" if area.owner == self._side else "*"

    def _tell_army(self, army: PieceView) -> str:
        inside = (piece for piece in self._standing.get(army.area, ()) if piece.army == army.id)
        text = pieces.count(self._narrator, Counter(piece.kind for piece in inside))
        more = self._narrator.say("unseen") if army.id in self._more else self._narrator.say("empty")
        return f"{army.id} {text or more}{pieces.mark(self._narrator, army)}"

    def _tell_loose(self, kind: Kind, ids: list[str]) -> str:
        symbol = pieces.count(self._narrator, {kind: len(ids)})
        label = " ".join(ids[:MOST_IDS]) + (" …" if len(ids) > MOST_IDS else "")
        return f"{symbol} {label}"

    def _tell_fort(self, fort: PieceView) -> str:
        return self._narrator.say("fort {strength}", strength=fort.strength)
