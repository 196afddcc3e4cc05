"""What is measured on whole recorded wars: the answers to every question, and every order judged again."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from referee.engine import machine
from referee.matches import history, matches
from referee.matches.matches import Match
from referee.matches.shelf import JOURNAL
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Position
from schemas.record import Prompt
from tests.benchmarks.stopwatch import least
from tests.great_war.matches.record import unpacked

WARS = ("german-decisive", "last-season", "eastern-decisive")
"""The recorded wars with the busiest questions."""

Answered = tuple[float, int]
"""The seconds that a question takes, and how many answers it has."""


@dataclass(frozen=True)
class Judged:
    """How many orders were judged again, and the seconds beside those in which their events are replayed."""

    orders: int
    judging: float
    replaying: float


def find(folder: Path, ending: str, entries: int | None = None) -> Match:
    """A recorded war, or its first `entries`, on a shelf in this folder."""
    shelf = folder / (f"first-{entries}" if entries is not None else "recorded")
    (shelf / ending).mkdir(parents=True, exist_ok=True)
    lines = unpacked(ending).splitlines(keepends=True)[: None if entries is None else entries + 1]
    (shelf / ending / JOURNAL).write_bytes(b"".join(lines))
    return matches.find(shelf, ending)


def answer(wars: Iterable[Match], rounds: int) -> list[Answered]:
    """List the lawful answers to every question of some wars; those that are soon listed come first."""
    return sorted(
        (least(partial(_list_lawful, *asked), rounds), len(_list_lawful(*asked)))
        for war in wars
        for asked in _questions(war)
    )


def share(answered: list[Answered], part: float) -> float:
    """The seconds that this part of the questions keeps within."""
    return answered[round((len(answered) - 1) * part)][0]


def _questions(war: Match) -> Iterator[tuple[GreatWar, Position, Prompt]]:
    rules = war.rules
    assert isinstance(rules, GreatWar)
    for step in history.steps(rules, war.entries):
        assert isinstance(step.after, Position)
        for prompt in rules.prompts(step.after):
            yield rules, step.after, prompt


def _list_lawful(rules: GreatWar, position: Position, prompt: Prompt) -> list[object]:
    """The answers, of a position that nothing is known of yet."""
    return list(machine.lawful(rules, replace(position), prompt))


def judge_again(wars: Iterable[Match], rounds: int) -> Judged:
    """Judge every order of some wars again, as an audit does."""
    orders, judging, replaying = 0, 0.0, 0.0
    for war in wars:
        whole, bare = least(partial(_audit, war), rounds), least(partial(_replay, war), rounds)
        orders, judging, replaying = orders + _replay(war), judging + whole - bare, replaying + bare
    return Judged(orders, judging, replaying)


def _replay(war: Match) -> int:
    return sum(len(step.moves) for step in history.steps(war.rules, war.entries))


def _audit(war: Match) -> None:
    """Audit a war; today's rules say the same of each order."""
    rules, header = war.rules, war.header
    state = rules.start()
    for entry in history.standing(war.entries):
        for move in history.moves_of(rules, entry):
            audited = machine.audit_on(
                rules, state, move.order, move.events, vocabulary=header.vocabulary, format=header.format
            )
            assert audited.agrees
            state = machine.replay(rules, state, move.events) if audited.after is None else audited.after
