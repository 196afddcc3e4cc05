"""The map of a game as a graph, and the figures of its pieces and cards."""

from collections import deque
from collections.abc import Iterator, Mapping
from functools import cached_property

from referee.faults import Complaint, NotFound, declare, suggest
from referee.systems.great_war.system import GreatWarSystem
from referee.texts.tree import quote
from schemas.record import Record, Side

from . import arguments
from .arguments import LibraryFault


class Area(Record):
    """An area of the map.

    `borders` are the areas that pieces can march to, and `sea` those reached by sea. `points` are its victory
    points, `fort` is the printed strength of its fort or None, and `supply` the side whose source it is.
    """

    id: str
    name: str
    country: str
    at: tuple[int, int]
    borders: tuple[str, ...]
    sea: tuple[str, ...] = ()
    rough: bool = False
    points: int = 0
    fort: int | None = None
    supply: Side | None = None


class UnitFigures(Record):
    """The figures of a kind of piece: the highest faces that hit, and its moves.

    `trench_defence` is its defence if it is entrenched, or 0 if it cannot be.
    """

    kind: str
    name: str
    symbol: str
    group: str
    attack: int
    defence: int
    trench_defence: int
    moves: int


class CardFigures(Record):
    """A card of the deck: its number, the id and name of its kind, and its effect on battles or ""."""

    number: int
    id: str
    name: str
    combat: str = ""
    offensive: str = ""


class Map:
    """The areas of a game as a graph. It never changes; the owners of areas are in views and positions."""

    def __init__(self, system: GreatWarSystem) -> None:
        """Use `Game.map` or `Match.map` instead."""
        self._theatre, self._names = system.rules.theatre, system.language

    @cached_property
    def areas(self) -> Mapping[str, Area]:
        """The areas by id."""
        return {
            area.id: Area(
                id=area.id,
                name=self._names.area_name(area.id),
                country=area.country,
                at=area.at,
                borders=area.borders,
                sea=area.sea,
                rough=area.rough,
                points=area.points,
                fort=area.fort,
                supply=area.supply,
            )
            for area in self._theatre.areas.values()
        }

    @property
    def units(self) -> tuple[UnitFigures, ...]:
        """The kinds of pieces, in the order of the unit chart."""
        return tuple(
            UnitFigures(
                kind=unit.kind, name=unit.name, symbol=unit.symbol, group=unit.group, attack=unit.attack,
                defence=unit.defence, trench_defence=unit.entrenched, moves=unit.moves,
            )
            for unit in self._theatre.pack.forces.units
        )  # fmt: skip

    @property
    def cards(self) -> tuple[CardFigures, ...]:
        """The cards of the deck, by number."""
        return tuple(
            CardFigures(
                number=number, id=card.id, name=card.name,
                combat=card.combat or "", offensive=card.offensive or "",
            )
            for number in self._theatre.deck()
            for card in (self._theatre.cards[number - 1],)
        )  # fmt: skip

    def __getitem__(self, area: str) -> Area:
        arguments.refuse(arguments.find_text("area", area))
        if area not in self.areas:
            raise NotFound(
                Complaint.of(
                    declare(LibraryFault.NO_AREA, name=quote(area)), suggest(area, tuple(self.areas))
                )
            )
        return self.areas[area]

    def __iter__(self) -> Iterator[Area]:
        return iter(self.areas.values())

    def __len__(self) -> int:
        return len(self.areas)

    def path(self, first: str, last: str) -> tuple[str, ...]:
        """Return a shortest way by land from one area to another, both included.

        Raises `NotFound` for an unknown area, or if there is no way.
        """
        arguments.refuse(arguments.find_text("first", first), arguments.find_text("last", last))
        goal = self[last].id
        before: dict[str, str] = {self[first].id: ""}
        waiting = deque(before)
        while waiting and goal not in before:
            here = waiting.popleft()
            for area in self.areas[here].borders:
                if area not in before:
                    before[area] = here
                    waiting.append(area)
        if goal not in before:
            raise NotFound(declare(LibraryFault.NO_WAY, first=first, last=last))
        way = [goal]
        while before[way[-1]]:
            way.append(before[way[-1]])
        return tuple(reversed(way))

    def distance(self, first: str, last: str) -> int:
        """Return the number of marches by land from one area to another. Raises `NotFound`."""
        return len(self.path(first, last)) - 1
