"""Movement as the second opinion reads it (4.0, 1.2.2): what speaks against a move, and what it does."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from schemas.great_war.orders import Join, Leave, Move
from tests.great_war.second_opinion.almanac import other
from tests.great_war.second_opinion.field import Chit, Field
from tests.great_war.second_opinion.war import War, takes_ground

STACK = 3
"""Friendly units in an area, Forts and Empty Armies aside (1.2.2)."""

FAST = frozenset("CB")
"""Cavalry and Biplanes move two areas, all else one (8.3.1, 8.3.4)."""


@dataclass
class Marching:
    """The movement phase of one player turn; `attack` is the Offensive that allows it, `pass` if none."""

    war: War
    side: str
    attack: str
    start: frozenset[str]
    steps: dict[str, int] = field(default_factory=dict)
    means: dict[str, str] = field(default_factory=dict)
    used: dict[str, int] = field(default_factory=lambda: {"rail": 0, "strategic": 0, "sea": 0, "reserves": 0})
    mover: str = ""
    created: list[str] = field(default_factory=list)
    been: dict[str, list[str]] = field(default_factory=dict)

    # What speaks against it

    def against(self, order: Move | Join | Leave) -> str:
        chit = self.war.field.chits.get(order.piece)
        if chit is None or chit.side != self.side or chit.kind == "fort":
            return "no piece of yours that can move"
        if self._second_piece(order):
            return "a pass moves one unit (4.1)"
        if not isinstance(order, Move) and self.means.get(chit.id, "march") != "march":
            return "combined with no other movement (4.1, 4.4 to 4.6)"
        match order:
            case Move():
                return self._move(order, chit)
            case Join():
                return self._join(chit, order.army)
            case Leave():
                return self._leave(chit)

    def _second_piece(self, order: Move | Join | Leave) -> bool:
        """A pass moves one unit, and by a card of the reserves a second one (2.0-II-1)."""
        if self.attack != "pass":
            return False
        if isinstance(order, Move) and order.mode == "reserves":
            return self.used["reserves"] > 0
        return self.mover not in {"", order.piece}

    def _move(self, order: Move, chit: Chit) -> str:
        field = self.war.field
        group = [chit, *field.inside(chit.id)] if chit.kind == "army" else [chit]
        if any(area not in self.war.almanac.areas for area in order.path):
            return "not an area of the map (4.2)"
        against = self._by_mode(order, chit, group) or self._stacks(order, chit, group)
        return against or self._taken_in(order, chit)

    def _by_mode(self, order: Move, chit: Chit, group: list[Chit]) -> str:  # noqa: PLR0911 - one arm per case of the rule
        if (order.card is not None) != (order.mode == "reserves"):
            return "a card pays for the reserves and for nothing else"
        match order.mode:
            case "march":
                return self._march(order.path, chit, group)
            case "rail":
                return self._rail(order.path, chit, group)
            case "strategic":
                return self._strategic(order.path, chit, group)
            case "sea":
                return self._sea(order.path, chit, group)
            case "reserves":
                return self._reserves(order, chit, group)
            case "transit":
                return self._transit(order.path, chit, group)

    def _march(self, path: Sequence[str], chit: Chit, group: list[Chit]) -> str:
        for piece in group:
            if self.means.get(piece.id, "march") != "march":
                return "moved otherwise this turn (4.4 to 4.6)"
            allotment = 2 if piece.kind in FAST else 1
            if self.steps.get(piece.id, 0) + len(path) > allotment:
                return "further than the allotment (4.1)"
        here, status = chit.area, self.war.status(chit.area, self.side)
        for area in path:
            if area not in self.war.almanac.borders[here]:
                return "not adjacent (4.1)"
            there = self.war.status(area, self.side)
            if against := self._entering(status, there, area):
                return against
            here, status = area, self._status_with(area, there, group)
        return ""

    def _entering(self, status: str, there: str, area: str) -> str:
        """Whether a step leads where it may (4.2)."""
        if there == "neutral":
            return "neutral (4.1)"
        if there != "enemy":
            return ""
        if self.attack == "pass":
            return "enemy areas are entered in an Offensive only (4.2)"
        if status != "friendly":
            return "enemy areas are entered from friendly ones (4.2)"
        if (
            self.attack == "limited"
            and set(self.created) - {area}
            and self.war.field.contested_by(area, other(self.side))
        ):
            return "one new battle only (9.1.2)"
        return ""

    def _status_with(self, area: str, there: str, group: list[Chit]) -> str:
        """The status of an area while the group is in it."""
        contests = any(chit.kind != "army" for chit in group)
        if self.war.field.contested_by(area, other(self.side)):
            return "disputed" if contests else there
        return "friendly" if takes_ground(group) else there

    def _unmoved(self, group: list[Chit]) -> bool:
        return not any(self.steps.get(piece.id, 0) or self.means.get(piece.id) for piece in group)

    def _rail(self, path: Sequence[str], chit: Chit, group: list[Chit]) -> str:
        if self.used["rail"] >= 2:
            return "two units a turn by rail (4.4)"
        if len(path) > 3 or not self._unmoved(group):
            return "three areas at most, and nothing before or after (4.4)"
        here = chit.area
        for area in path:
            if area not in self.war.almanac.borders[here]:
                return "not adjacent (4.4)"
            here = area
        return self._friendly_way((chit.area, *path))

    def _friendly_way(self, way: Sequence[str]) -> str:
        """Friendly at the beginning of the turn, and still (4.4, 4.5)."""
        good = all(area in self.start and self.war.status(area, self.side) == "friendly" for area in way)
        return "" if good else "not friendly all the way since the turn began (4.4)"

    def _strategic(self, path: Sequence[str], chit: Chit, group: list[Chit]) -> str:
        limit = 1 if self.war.turn == 1 else 2
        ends = [self.war.almanac.areas[area] for area in (chit.area, path[-1])]
        if (
            self.side != "entente"
            or len(path) != 1
            or path[0] == chit.area
            or self.used["strategic"] >= limit
        ):
            return "one or two units of the Entente a turn (4.5)"
        if any(area.supply != "entente" or area.box for area in ends) or not self._unmoved(group):
            return "between sources, and nothing before or after (4.5)"
        return self._friendly_way((chit.area, *path))

    def _sea(self, path: Sequence[str], chit: Chit, group: list[Chit]) -> str:
        if chit.nation != "uk" or len(path) != 1 or self.used["sea"]:
            return "one British unit a turn by sea (4.6)"
        if not self._unmoved(group):
            return "nothing before or after (4.6)"
        ends = sorted((chit.area, path[0]), key=lambda area: not self.war.almanac.areas[area].box)
        box, port = (self.war.almanac.areas[area] for area in ends)
        if not box.box or port.id not in box.sea or not port.coastal or port.supply != "entente":
            return "between England and a coastal source (4.6)"
        status = self.war.status(port.id, self.side)
        return "" if status in {"friendly", "disputed"} else "no invasions (4.6)"

    def _reserves(self, order: Move, chit: Chit, group: list[Chit]) -> str:
        hand = self.war.hands[self.side] - self.war.locked
        if order.card not in hand or not self.war.almanac.card(order.card).reserves:
            return "no such card (9.6)"
        if not self._unmoved(group):
            return "moved already this turn"
        way = (chit.area, *order.path)
        for here, there in pairwise(way):
            if there not in self.war.almanac.borders[here]:
                return "not adjacent (9.6)"
        ends = {self.war.status(area, self.side) for area in (way[0], way[-1])}
        between = {self.war.status(area, self.side) for area in way[1:-1]}
        good = ends <= {"friendly", "disputed"} and between <= {"friendly"}
        return "" if good else "through friendly areas to a friendly or disputed one (9.6)"

    def _transit(self, path: Sequence[str], chit: Chit, group: list[Chit]) -> str:
        """The way in and out of the transit box is the pack's own, from and to a friendly source (A-82)."""
        ends = [self.war.almanac.areas[area] for area in (chit.area, path[0])]
        box = next((area for area in ends if area.transit == self.side), None)
        source = next((area for area in ends if area.supply == self.side), None)
        if len(path) != 1 or box is None or source is None or not self._unmoved(group):
            return "between the box and a source, and nothing before or after (A-82)"
        if self.war.status(source.id, self.side) != "friendly":
            return "the source is not friendly (A-82)"
        if box.id == path[0]:
            transit = self.war.almanac.pack.tables.transit
            there = [one for one in self.war.field.chits.values() if one.area == box.id]
            if transit is None or sum(map(worth, there)) + sum(map(worth, group)) > transit.room:
                return "no room in the box (A-82)"
        return ""

    def _stacks(self, order: Move, chit: Chit, group: list[Chit]) -> str:
        """Room in every area on the way and at its end (1.2.2)."""
        field = self.war.field
        empty = chit.kind == "army" and len(group) == 1 and not order.absorb
        left = {chit.army} if chit.army and len(field.inside(chit.army)) == 1 else set()
        gone = {chit.id} | left
        for area in order.path[:-1]:
            if len(field.pieces(area, self.side) - gone) >= STACK:
                return "no way through a full area (1.2.2)"
        last = order.path[-1]
        if self.war.almanac.areas[last].transit is not None:
            return ""
        there = (field.pieces(last, self.side) - gone - set(order.absorb)) | (
            set() if empty else {order.into or chit.id}
        )
        return "" if len(there) <= STACK else "three units in an area (1.2.2)"

    def _taken_in(self, order: Move, chit: Chit) -> str:  # noqa: PLR0911 - one arm per case of the rule
        """Whether the army at the end takes the piece in, or the moving one takes in what it finds (4.3)."""
        field = self.war.field
        if order.into is not None:
            return self._fits(chit, order.into, order.path[-1])
        if not order.absorb:
            return ""
        if chit.kind != "army":
            return "an army takes in what it finds (4.3)"
        held = field.inside(chit.id)
        if len(set(order.absorb)) < len(order.absorb):
            return "named twice"
        for id in order.absorb:
            one = field.chits.get(id)
            if one is None or one.side != self.side or one.area != order.path[-1] or one.army is not None:
                return "nothing to take in there (4.3)"
            if one.kind in {"army", "fort"} or self.means.get(id, "march") != "march":
                return "armies hold no armies (8.1), and nothing follows a rail move (4.4)"
            held.append(one)
        return "" if field.fits(held, chit) else "does not fit the template (1.4)"

    def _fits(self, chit: Chit, into: str, area: str) -> str:
        field = self.war.field
        army = field.chits.get(into)
        if army is None or army.side != self.side or army.kind != "army" or army.area != area:
            return "no army of yours there (8.1)"
        if chit.kind in {"army", "fort"}:
            return "armies hold no armies (8.1)"
        if not field.fits([*(one for one in field.inside(into) if one.id != chit.id), chit], army):
            return "does not fit the template (1.4)"
        apart = self.war.almanac.scenario.kept_apart
        if {chit.id, into} <= set(apart) and self.war.almanac.areas[area].box:
            return "kept apart in England (4.6)"
        return ""

    def _join(self, chit: Chit, into: str) -> str:
        if chit.army == into:
            return "in there already"
        if self.been.get(chit.id, []).count(into) > 1:
            return "in and out without end (B-10)"
        if against := self._fits(chit, into, chit.area):
            return against
        left = {chit.army} if chit.army and len(self.war.field.inside(chit.army)) == 1 else set()
        there = self.war.field.pieces(chit.area, self.side) - {chit.id} - left | {into}
        return "" if self._room(there, chit.area) else "three units in an area (1.2.2)"

    def _leave(self, chit: Chit) -> str:
        if chit.army is None:
            return "in no army"
        if self.been.get(chit.id, []).count("") > 1:
            return "in and out without end (B-10)"
        rest = [one for one in self.war.field.inside(chit.army) if one.id != chit.id]
        there = self.war.field.pieces(chit.area, self.side) - (set() if rest else {chit.army}) | {chit.id}
        return "" if self._room(there, chit.area) else "three units in an area (1.2.2)"

    def _room(self, there: set[str], area: str) -> bool:
        return len(there) <= STACK or self.war.almanac.areas[area].transit is not None

    # What it does

    def carry_out(self, order: Move | Join | Leave) -> None:
        chit = self.war.field.chits[order.piece]
        if not (isinstance(order, Move) and order.mode == "reserves"):
            self.mover = self.mover or chit.id
        touched = {chit.area}
        match order:
            case Move():
                touched |= set(order.path)
                self._moved(order, chit)
            case Join():
                self.been.setdefault(chit.id, []).append(chit.army or "")
                join(self.war.field, chit, order.army)
            case Leave():
                self.been.setdefault(chit.id, []).append(chit.army or "")
                join(self.war.field, chit, None)
        self.war.settle(touched)

    def _moved(self, order: Move, chit: Chit) -> None:
        field, war = self.war.field, self.war
        group = [chit, *field.inside(chit.id)] if chit.kind == "army" else [chit]
        last = order.path[-1]
        was = war.status(last, self.side)
        for piece in group:
            self.means[piece.id] = order.mode
            self.steps[piece.id] = self.steps.get(piece.id, 0) + len(order.path)
            piece.area, piece.entrenched = last, False
            self.been.pop(piece.id, None)
        chit.army = order.into
        if order.card is not None:
            war.discard(self.side, {order.card})
        if order.mode in self.used:
            self.used[order.mode] += 1
        if order.absorb:
            # An Empty Army that takes in entrenched Infantry is entrenched with it (4.3).
            dug = any(field.chits[id].entrenched for id in order.absorb)
            chit.entrenched = dug and chit.kind == "army" and len(group) == 1
            for id in order.absorb:
                field.chits[id].army, field.chits[id].entrenched = chit.id, False
        for area in order.path[:-1]:
            if not field.contested_by(area, other(self.side)) and takes_ground(group):
                field.owner[area] = self.side
        if was == "enemy" and field.disputed(last):
            self.created.append(last)


def join(field: Field, chit: Chit, into: str | None) -> None:
    """A piece goes into an army of its area or out of one; an Empty Army is entrenched by it (4.3, A-30)."""
    if into is not None and not field.inside(into):
        army = field.chits[into]
        army.entrenched = army.entrenched or chit.entrenched
    chit.army, chit.entrenched = into, False


def worth(chit: Chit) -> int:
    """The build points of a piece (7.6)."""
    return {"T": 2, "S": 2, "W": 2, "fort": 0}.get(chit.kind, 1)
