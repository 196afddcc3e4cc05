"""The odds of battles and the orders of pages, worked out once for all commands that a process runs.

What is known goes when a fault is put into the program, as with any cache of it.
"""

import hashlib
import pickle
from collections.abc import Iterator
from functools import cache, update_wrapper
from weakref import WeakKeyDictionary

import pytest

from referee.analysis import forecasts
from referee.analysis.forecasts import Forecast
from referee.engine.system import State
from referee.reports.composer import page
from referee.reports.composer.choices import Choices, find_choices
from referee.systems.faces import Game
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.game import GreatWarGame
from schemas.record import Side

_theatres = WeakKeyDictionary[GreatWarGame, bytes]()


class _Question:
    """A battle about which somebody asks: equal to another where all that bears on the answer is."""

    def __init__(self, rules: GreatWar, *asked: object, **named: object) -> None:
        self.rules, self.asked, self.named = rules, asked, named
        self.digest = _digest(_theatre(rules.theatre), asked, named)

    def __hash__(self) -> int:
        return hash(self.digest)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Question) and self.digest == other.digest


def _theatre(theatre: GreatWarGame) -> bytes:
    if theatre not in _theatres:
        _theatres[theatre] = _digest(theatre.pack, theatre.scenario, theatre.options)
    return _theatres[theatre]


def _digest(*parts: object) -> bytes:
    return hashlib.sha256(pickle.dumps(parts)).digest()


@cache
def _know(question: _Question) -> Forecast:
    return _FORECAST(question.rules, *question.asked, **question.named)  # type: ignore[arg-type]


_FORECAST = forecasts.forecast

# Its place is that of the program's own caches, which are emptied before a fault is met.
update_wrapper(_know, _FORECAST)


def _ask(rules: GreatWar, *asked: object, **named: object) -> Forecast:
    return _know(_Question(rules, *asked, **named))


@pytest.fixture(scope="module", autouse=True)
def battles_are_foreseen_once() -> Iterator[None]:
    """The odds of one battle serve every command that tells them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(forecasts, "forecast", _ask)
        yield


@cache
def _know_choices(game: Game, position: bytes, side: Side) -> Choices:
    return find_choices(game, pickle.loads(position), side)


update_wrapper(_know_choices, find_choices)


def find_choices_once(game: Game, state: State, side: Side) -> Choices:
    """Return the possible orders of a side in a position, and find them if they were not asked for before."""
    return _know_choices(game, pickle.dumps(state), side)


@pytest.fixture(scope="module", autouse=True)
def choices_are_found_once() -> Iterator[None]:
    """The possible orders of one position serve every page on which they are composed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(page, "find_choices", find_choices_once)
        yield
