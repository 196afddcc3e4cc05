"""Measured work on whole recorded wars: the answers to every prompt, and every order judged again."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path

from msgspec.structs import replace

from referee.engine import machine
from referee.engine.facts import Asked
from referee.matches import history, matches
from referee.matches.matches import Match
from referee.matches.shelf import JOURNAL
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Position
from tests.benchmarks.stopwatch import least
from tests.great_war.matches.record import unpacked

WARS = ("german-decisive", "last-season", "eastern-decisive")
"""The recorded wars with the busiest questions."""


def find(folder: Path, ending: str, entries: int | None = None) -> Match:
    """A recorded war, or its first `entries`, on a shelf in this folder."""
    shelf = folder / (f"first-{entries}" if entries is not None else "recorded")
    (shelf / ending).mkdir(parents=True, exist_ok=True)
    lines = unpacked(ending).splitlines(keepends=True)[: None if entries is None else entries + 1]
    (shelf / ending / JOURNAL).write_bytes(b"".join(lines))
    return matches.find(shelf, ending)


def answer(wars: Iterable[Match], rounds: int, stride: int = 1) -> list[float]:
    """Return the seconds of the legal answers to every prompt, or one of so many, in ascending order."""
    asked = (prompt for war in wars for prompt in list_prompts(war))
    return sorted(least(partial(_list_lawful, *one), rounds) for one in islice(asked, 0, None, stride))


def share(answered: Sequence[float], part: float) -> float:
    """Return the seconds that this part of the prompts does not exceed."""
    return answered[round((len(answered) - 1) * part)]


def list_prompts(war: Match) -> Iterator[tuple[GreatWar, Position, Asked]]:
    """Yield every prompt of a war."""
    rules = war.rules
    assert isinstance(rules, GreatWar)
    for step in history.steps(rules, war.entries):
        assert isinstance(step.after, Position)
        for prompt in rules.prompts(step.after):
            yield rules, step.after, prompt


def forget(position: Position) -> Position:
    """Return a copy of a position without the results that it and its map remember."""
    return replace(position, map=replace(position.map))


def _list_lawful(rules: GreatWar, position: Position, prompt: Asked) -> list[object]:
    """Return the legal answers in a position that remembers nothing."""
    return list(rules.lawful(forget(position), prompt))


def judge_again(war: Match) -> int:
    """Judge every order of a war again, as an audit does, and return their number.

    The replay of the state is part of the work.
    """
    rules, header = war.rules, war.header
    state, orders = rules.start(), 0
    for entry in history.standing(war.entries):
        for move in history.moves_of(rules, entry):
            audited = machine.audit(
                rules, state, move.order, move.events, vocabulary=header.vocabulary, format=header.format
            )
            assert audited.agrees
            state = machine.replay(rules, state, move.events) if audited.after is None else audited.after
            orders += 1
    return orders


def replay(war: Match) -> int:
    """Replay the state of a war, and return the number of its events."""
    return sum(len(step.events) for step in history.steps(war.rules, war.entries))
