"""Who plays in a simulated war: a player of a temper, or a bot, which is shown what its side may know."""

from collections.abc import Mapping
from math import inf
from random import Random
from typing import Protocol

from referee.analysis.bots import asking, roster
from referee.analysis.bots.stdio import PLAYERS
from referee.analysis.faults import AnalysisFault
from referee.analysis.simulation import tempers
from referee.analysis.simulation.tempers import Tempered
from referee.engine.faults import Complaint, DataFault, Misuse, NotFound, Unreadable
from referee.engine.remedy import suggest
from referee.engine.system import State
from referee.systems.faces import Game
from schemas.journal import Header
from schemas.model import Order
from schemas.record import Prompt, Side

MOST_REFUSED = 3
"""How many letters of a bot may be refused in a row."""

NAMES = (tempers.NAME, *PLAYERS)
"""Who may play."""


class Player(Protocol):
    """What answers the questions of a side."""

    def choose(self, game: Game, state: State, prompt: Prompt) -> Order:
        """A lawful order."""
        ...


class BotSeat:
    """A bot in this process; it may think as long as it likes, so that no clock has a say in what it does."""

    def __init__(self, name: str, header: Header, seed: str) -> None:
        self._name, self._header = name, header
        self._bot, self._lots = PLAYERS[name](), Random(seed)
        self._lines: list[str] = []
        self._given = 0

    def choose(self, game: Game, state: State, prompt: Prompt) -> Order:
        """The next lawful order of its letters; raises `DataFault` where letter after letter holds none."""
        for _ in range(MOST_REFUSED):
            if not self._lines:
                self._lines = self._write(game, state, prompt.side)
            while self._lines:
                order = _read(game, state, prompt.side, self._lines.pop(0))
                if order is not None:
                    return order
        raise DataFault(Complaint.of(AnalysisFault.BOT_REFUSED, name=self._name, side=prompt.side))

    def _write(self, game: Game, state: State, side: Side) -> list[str]:
        self._given += 1
        turn = asking.compose_turn(self._header, game, state, side, self._given, think=inf)
        assert turn is not None, "the side was asked"
        return self._bot(turn, self._lots).splitlines()


def _read(game: Game, state: State, side: Side, line: str) -> Order | None:
    """The order of a line, if it is one and lawful."""
    try:
        orders = game.notation.read(state, side, line)
    except Unreadable:
        return None
    return next((one for one in orders if not any(game.rules.objections(state, one))), None)


def seat(name: str, header: Header, seed: str) -> Player:
    """A player of a name, whose lots follow from a seed."""
    return Tempered(seed) if name == tempers.NAME else BotSeat(name, header, seed)


def read_players(texts: str | None, sides: tuple[Side, ...], system: str) -> Mapping[Side, str]:
    """The players of all sides as they were typed, `german=greedy,entente=tempers`; the others have tempers.

    Raises `NotFound` for a player that there is not, and `Misuse` for a side, or for a bot of other games.
    """
    chosen: dict[Side, str] = {}
    for text in texts.split(",") if texts else ():
        side, sign, name = text.strip().partition("=")
        if not sign or side not in sides or side in chosen:
            raise Misuse(Complaint.of(AnalysisFault.NO_SEAT, text=text, sides=sides))
        if name not in NAMES:
            raise NotFound(Complaint.of(AnalysisFault.NO_BOT, suggest(name, NAMES), name=name))
        if name != tempers.NAME:
            roster.refuse_system(name, system)
        chosen[Side(side)] = name
    return {side: chosen.get(side, tempers.NAME) for side in sides}
