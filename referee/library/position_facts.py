"""Facts about a position for programs: its map, its odds, and the turn of a side."""

from collections.abc import Iterator, Sequence
from typing import cast

from referee.analysis import odds as weighing
from referee.analysis.bots import bot_play
from referee.analysis.families import find_great_war
from referee.analysis.faults import AnalysisFault
from referee.analysis.policies import Written
from referee.engine.system import State
from referee.faults import Complaint, Misuse
from referee.packs.rulesets import Ruleset
from referee.systems.great_war.state.position import Position as GreatWarPosition
from schemas.answers.odds import Odds
from schemas.bots import Turn
from schemas.record import REFEREE, Side
from schemas.reports import Score

from . import arguments
from .game_map import Map

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
        arguments.refuse(
            arguments.find_side(side, self._bound.rules.sides), arguments.find_seconds("think", think)
        )
        return bot_play.compose_position(self._bound, self._state, side, think=think)

    def odds(
        self,
        area: str | None = None,
        viewer: Side = REFEREE,
        *,
        policy: str | None = None,
        cards: Sequence[str] = (),
        choices: bool = False,
        deals: int = 0,
    ) -> Odds:
        """Return the odds of the battle in an area (default: every open or possible battle).

        `cards` are played on the battle first, and `policy` is a text of standing orders for both sides.
        `choices` compares cards and further battles. Hidden armies are weighed over `deals` of their pieces.
        Raises `Misuse` for a system without odds, and `NotFound` if there is no battle.
        """
        arguments.refuse(
            arguments.find_viewer(viewer, self._bound.rules.sides),
            *find_odds_faults(area, policy, cards, choices=choices, deals=deals),
        )
        game = find_great_war(self._bound.system)
        if game is None:
            raise Misuse(AnalysisFault.NO_ODDS)
        source = None if policy is None else Written(POLICY, policy)
        request = weighing.Request(area, source, tuple(cards), choices=choices, deals=deals)
        return weighing.position_odds(game, "", cast(GreatWarPosition, self._state), viewer, request)


def find_odds_faults(
    area: object, policy: object, cards: object, *, choices: object, deals: object
) -> Iterator[Complaint | None]:
    """Yield the complaints about the arguments that a call for odds has in every class."""
    yield arguments.find_text("area", area, is_optional=True)
    yield arguments.find_text("policy", policy, is_optional=True)
    yield arguments.find_texts("cards", cards)
    yield arguments.find_flag("choices", choices)
    yield arguments.find_number("deals", deals, 0)


def make_map(bound: Ruleset) -> Map:
    """Return the map of a ruleset. Raises `Misuse` for a game without areas."""
    game = find_great_war(bound.system)
    if game is None:
        raise Misuse(arguments.LibraryFault.NO_MAP)
    return Map(game)
