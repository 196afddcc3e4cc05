"""Facts about a position for programs: its map as a graph, its figures, its odds, and the turn of a side."""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import cast

from referee.analysis import odds as weighing
from referee.analysis.bots import bot_play
from referee.analysis.families import find_great_war, refuse_odds
from referee.analysis.policies import Written
from referee.engine.system import State
from referee.engine.values import show
from referee.faults import Complaint, Misuse, NotFound, declare, suggest
from referee.packs.rulesets import Ruleset
from referee.systems.great_war.state.position import Position as GreatWarPosition
from referee.systems.great_war.system import GreatWarSystem
from referee.texts.tree import quote
from schemas.answers.odds import Odds
from schemas.bots import Turn
from schemas.record import PUBLIC, REFEREE, Record, Side
from schemas.reports import Score

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
    """The areas of a game as a graph. It never changes; the owners of areas are in views and positions.

    `map["paris"]` is an `Area`, `"paris" in map.areas` tells if there is one, and a loop yields all of them.
    """

    def __init__(self, system: GreatWarSystem) -> None:
        """Use `Game.map` or `Match.map` instead."""
        self._theatre, self._names = system.rules.theatre, system.language

    @cached_property
    def areas(self) -> Mapping[str, Area]:
        """The areas by id."""
        return {
            area.id: show(Area, area, name=self._names.area_name(area.id))
            for area in self._theatre.areas.values()
        }

    @property
    def units(self) -> tuple[UnitFigures, ...]:
        """The kinds of pieces, in the order of the unit chart."""
        return tuple(
            show(UnitFigures, unit, trench_defence=unit.entrenched)
            for unit in self._theatre.pack.forces.units
        )

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


POLICY = "policy"
"""Name of a policy in complaints."""


class PositionFacts:
    """Facts about one position of a game."""

    __slots__ = ("_bound", "_state")

    def __init__(self, bound: Ruleset, state: State) -> None:
        """Use `Match.game` instead."""
        self._bound, self._state = bound, state

    @property
    def map(self) -> Map:
        """The map with its areas, units and cards. Raises `Misuse` for a game without areas."""
        return make_map(self._bound)

    @property
    def score(self) -> Score | None:
        """The score as everyone may know it, or None for a game without one."""
        return self._bound.system.pictures.score(self._state, REFEREE)

    def turn(self, side: Side, *, think: float = bot_play.THINK) -> Turn | None:
        """Return what a bot of a side may know, or None if the side has no prompt.

        `think` are the seconds that a bot may think. Raises `NotYours` for an unknown side.
        """
        arguments.refuse(arguments.find_side(self._bound, side), arguments.find_seconds("think", think))
        author = arguments.read_side(self._bound, side)
        return bot_play.compose_position(self._bound, self._state, author, think=think)

    def odds(
        self,
        area: str | None = None,
        viewer: Side = REFEREE,
        *,
        policy: str | None = None,
        cards: Sequence[str | int] = (),
        choices: bool = False,
        deals: int = 0,
    ) -> Odds:
        """Return the odds of the battle in an area (default: every open or possible battle).

        `cards` are played on the battle first, by name or number, and `policy` is a text of standing orders
        for both sides. `choices` compares cards and further battles. Hidden armies are weighed over `deals`
        of their pieces.
        Raises `Misuse` for a system without odds, and `NotFound` if there is no battle.
        """
        arguments.refuse(
            arguments.find_side(self._bound, viewer, PUBLIC, REFEREE),
            *find_odds_faults(area, policy, cards, choices=choices, deals=deals),
        )
        game = find_great_war(self._bound.system)
        if game is None:
            raise refuse_odds(self._bound.system)
        source = None if policy is None else Written(POLICY, policy)
        request = weighing.Request(area, source, tuple(map(str, cards)), choices=choices, deals=deals)
        side = arguments.read_side(self._bound, viewer, PUBLIC, REFEREE)
        return weighing.position_odds(game, "", cast(GreatWarPosition, self._state), side, request)


def find_odds_faults(
    area: object, policy: object, cards: object, *, choices: object, deals: object
) -> Iterator[Complaint | None]:
    """Yield the complaints about the arguments that a call for odds has in every class."""
    yield arguments.find_text("area", area, is_optional=True)
    yield arguments.find_text("policy", policy, is_optional=True)
    yield arguments.find_items("cards", cards, str, int)
    yield arguments.find_flag("choices", choices)
    yield arguments.find_number("deals", deals, 0)


def make_map(bound: Ruleset) -> Map:
    """Return the map of a ruleset. Raises `Misuse` for a game without areas."""
    game = find_great_war(bound.system)
    if game is None:
        raise Misuse(arguments.LibraryFault.NO_MAP)
    return Map(game)
