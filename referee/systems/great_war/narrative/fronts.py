"""Fronts of one side: its pieces by area, by the ids that orders take, and the surrounding areas."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping

from referee.i18n.translator import message
from referee.systems.great_war.language.language import GreatWarLanguage
from referee.systems.great_war.narrative import pieces
from schemas.great_war.names import Kind
from schemas.great_war.view import AreaView, PieceView, View
from schemas.record import Side
from schemas.reports import Inline, Text

MOST_IDS = 3
"""So many loose pieces of one kind appear by their ids; more are counted."""


MOST_WITH_ALL_BORDERS = 6
"""Highest number of fronts for which a short report lists all borders; above it, only foreign borders."""


LOOSE = message("pieces with ids are in no army")
"""Last part of the meaning of letters."""

SIGNS: Mapping[str, str] = {"*": message("* enemy"), "!": message("! disputed")}
"""Signs of areas, with their meaning."""

MOST_BEHIND = 8
"""Number of areas behind the front in a short report."""


def columns(narrator: GreatWarLanguage) -> tuple[str, ...]:
    """Return the titles of the parts of a front, for formats that show it in a table."""
    return narrator.say("Area"), narrator.say("Your pieces"), narrator.say("Borders (* enemy, ! disputed)")


def _row(area: str, own: str, borders: str) -> tuple[Inline, ...]:
    # A disputed area may border on own areas alone, which a short report leaves out.
    return Text(text=area), Text(text=f" {own}"), Text(text=f" > {borders}" if borders else "")


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
        """Yield the side's areas that border on areas of others, and its pieces behind them.

        The pieces `beyond` them follow on request.
        """
        say, name = self._narrator.say, self._narrator.area_name
        mine = [area for area in self._areas.values() if self.tell_own(area.id, forts=False)]
        near = [area for area in mine if self._is_at_front(area)]
        short = beyond and len(near) > MOST_WITH_ALL_BORDERS
        for area in near:
            borders = ", ".join(self.list_borders(area.id, foreign=short))
            yield _row(name(area.id), self.tell_own(area.id), borders)
        if short:
            yield (Text(text=say("The full report also lists borders with your own areas.")),)
        if beyond and (others := tuple(self._list_others(near))):
            text = say("Beyond (* enemy, ! disputed): {areas}.", areas=", ".join(others))
            yield (Text(text=text),)
        back = (area.id for area in mine if area not in near)
        if behind := [f"{name(area)} {self.tell_own(area, forts=False)}" for area in back]:
            areas, more = self._narrator.chain(behind[:MOST_BEHIND]), len(behind) - MOST_BEHIND
            text = say("Rear areas: {areas}.", areas=areas)
            if more > 0:
                text = say("Rear areas: {areas}; {count} more in the full report.", areas=areas, count=more)
            yield (Text(text=text),)
        yield (Text(text=self._tell_reach(near)),)

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
        loose: dict[Kind, list[str]] = {}
        for piece in standing:
            if piece.kind not in {"army", "fort"} and piece.army is None:
                loose.setdefault(piece.kind, []).append(piece.id)
        parts += (self._tell_loose(kind, ids) for kind, ids in loose.items())
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
        near = [self._areas[id] for id in self._narrator.areas[area].borders if id in self._areas]
        for other in sorted(near, key=lambda one: self._sign(one) == ""):
            if foreign and not self._sign(other):
                return
            text = f"{self._sign(other)}{self._narrator.area_name(other.id)}"
            against = self._tell_enemy(other.id) if strong else ""
            yield f"{text} ({against})" if against else text

    def _list_others(self, near: list[AreaView]) -> Iterator[str]:
        """Yield the enemy's pieces in the areas that the fronts border on, each once."""
        borders = dict.fromkeys(
            id for area in near for id in (area.id, *self._narrator.areas[area.id].borders)
        )
        for id in borders:
            if id in self._areas and (sign := self._sign(self._areas[id])):
                strong = self._tell_enemy(id) or self._narrator.say("empty")
                yield f"{sign}{self._narrator.area_name(id)} {strong}"

    def _tell_enemy(self, area: str) -> str:
        others = (side for side in self._narrator.game.sides if side != self._side)
        return " ".join(text for side in others if (text := self.tell_strength(area, side)))

    def _tell_reach(self, near: list[AreaView]) -> str:
        """Return the march range of the pieces, with the meaning of the letters and of the marks nearby."""
        kinds = {piece.kind for piece in self._seen.pieces} - {"fort", "army"}
        units = [unit for unit in self._narrator.pack.forces.units if unit.kind in kinds]
        within = self._narrator.within
        mine = [piece for area in near for piece in self._list_standing(area.id, self._side)]
        meanings = [*self._list_letters(kinds, mine)]
        if any(piece.army is None and piece.kind not in {"army", "fort"} for piece in mine):
            meanings.append(self._narrator.say(LOOSE))
        letters = ", ".join(meanings)
        far = [f"{within(unit.plural)} {unit.moves}" for unit in units if unit.moves > 1]
        if not far:
            return self._narrator.say("{letters}. Pieces march 1 area.", letters=letters)
        return self._narrator.say(
            "{letters}. Pieces march 1 area, {far}.", letters=letters, far=", ".join(far)
        )

    def explain_signs(self, area: str) -> str:
        """Return the meaning of the marks and signs in the text about a battle; empty without any."""
        near = (self._areas[id] for id in self._narrator.areas[area].borders if id in self._areas)
        signs = set(map(self._sign, near))
        meanings = [*pieces.explain_marks(self._narrator, self._standing.get(area, ()))]
        meanings += [self._narrator.say(SIGNS[sign]) for sign in sorted(signs & SIGNS.keys())]
        return f"{', '.join(meanings)}." if meanings else ""

    def _list_letters(self, kinds: Collection[Kind], marked: Iterable[PieceView]) -> Iterator[str]:
        """Yield the letters of kinds of pieces, and the marks of pieces, with their meanings."""
        units = (unit for unit in self._narrator.pack.forces.units if unit.kind in kinds)
        others = (unit for unit in units if unit.kind not in {"fort", "army"})
        yield from dict.fromkeys(f"{unit.symbol} {self._narrator.within(unit.name)}" for unit in others)
        yield from pieces.explain_marks(self._narrator, marked)

    def _list_standing(self, area: str, side: Side) -> Iterator[PieceView]:
        return (piece for piece in self._standing.get(area, ()) if piece.side == side)

    def _is_at_front(self, area: AreaView) -> bool:
        near = (self._areas[id] for id in self._narrator.areas[area.id].borders if id in self._areas)
        return area.status == "disputed" or any(map(self._sign, near))

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
