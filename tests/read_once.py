"""Lines of letters, each read once in a position: letters of a corpus share greetings and signatures."""

import pickle
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from referee.faults import Unreadable
from referee.packs.rulesets import Ruleset
from referee.systems.great_war.notation import lines
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Position


def _copy(fault: Unreadable) -> Unreadable:
    """Return the same fault again, because its column may be moved by its reader."""
    again = type(fault).__new__(type(fault), *fault.args)
    vars(again).update(vars(fault))
    return again


def _remember(read: Callable[..., Any]) -> Callable[..., Any]:
    known = dict[tuple[int, bytes, str, str], Any]()
    # What is held keeps its id.
    held = dict[int, GreatWarGame]()
    dumped = dict[int, tuple[Position, bytes]]()

    def recall(theatre: GreatWarGame, position: Position, side: str, line: str) -> Any:
        held[id(theatre)] = theatre
        # The lines of a letter are read in one position, which never changes.
        if id(position) not in dumped:
            dumped[id(position)] = position, pickle.dumps(position)
        asked = id(theatre), dumped[id(position)][1], side, line
        if asked not in known:
            try:
                known[asked] = read(theatre, position, side, line)
            except Unreadable as fault:
                known[asked] = fault
        if isinstance(known[asked], Unreadable):
            raise _copy(known[asked])
        return known[asked]

    return recall


def _remember_languages() -> Callable[[Ruleset, str], Ruleset]:
    speak = Ruleset.speaking
    # What is held keeps the id of its system.
    known = dict[tuple[int, str, str], tuple[Ruleset, Ruleset]]()

    def recall(ruleset: Ruleset, language: str) -> Ruleset:
        asked = id(ruleset.system), ruleset.found_by, language
        if asked not in known:
            known[asked] = ruleset, speak(ruleset, language)
        return known[asked][1]

    return recall


@pytest.fixture(scope="module", autouse=True)
def lines_are_read_once() -> Iterator[None]:
    """What a line means in a position serves all letters of a module that hold this line.

    A ruleset speaks a language by one object, so that lines in this language are known again as well.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Ruleset, "speaking", _remember_languages())
        for name in ("read", "read_sentences"):
            patch.setattr(lines, name, _remember(getattr(lines, name)))
        yield
