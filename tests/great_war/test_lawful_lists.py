"""The list of lawful answers is what `objections` lets pass of the options, at every question.

Moves are judged for the list by what they share with others. Here each is judged alone as well, at a sample
of the questions of every recorded war and of random wars under rules of chance. By hand `--games 1000` takes
all questions of the recorded wars, and 1,000 positions of the others.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import count, islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from msgspec.structs import replace

from referee.matches import history, matches
from referee.matches.shelf import JOURNAL
from referee.systems.great_war.flow import judgement
from referee.systems.great_war.flow.orders import ORDERS
from referee.systems.great_war.movement import enumeration
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Position
from schemas.great_war.orders import GreatWarOrder
from tests.great_war.matches.record import ENDINGS, unpacked
from tests.great_war.random_play import play

Stand = tuple[GreatWar, Position]

EVERY = 40
"""Of so many positions of a recorded war one is looked at, unless all are."""

FEWEST = 24
"""How many positions of random wars are looked at, if no more are asked for."""


@cache
def recorded(ending: str) -> tuple[Stand, ...]:
    """The positions of a recorded war that ask something, one after each entry."""
    with TemporaryDirectory() as folder:
        (Path(folder) / ending).mkdir()
        (Path(folder) / ending / JOURNAL).write_bytes(unpacked(ending))
        match = matches.find(Path(folder), ending)
        rules = match.rules
        assert isinstance(rules, GreatWar)
        stands = ((rules, step.after) for step in history.steps(rules, match.entries))
        return tuple((rules, after) for rules, after in stands if rules.prompts(after))


def chosen_by_chance(rules: GreatWar, generator: Random) -> GreatWar:
    """The same theatre with a choice of chance for every option."""
    theatre = rules.theatre
    options = {option.id: generator.choice(option.choices) for option in theatre.pack.game.options}
    return GreatWar(theatre.pack, theatre.scenario.id, options)


def wandering(rules: GreatWar) -> Iterator[Stand]:
    """Positions of random wars, one now and then; each war is played under other options."""
    for seed in count(1):
        generator = Random(seed)
        here = chosen_by_chance(rules, generator)
        turn = generator.choice((None, *sorted(here.theatre.turns)[:-2]))
        for before, _, _, _ in play(here, seed, seasons=2, turn=turn):
            if here.prompts(before) and generator.random() < 0.05:
                yield here, before


def differing(rules: GreatWar, position: Position) -> list[str]:
    """The questions at which the list differs from what passes alone, of a position nothing is known of."""
    fresh, found = replace(position), list[str]()
    for prompt in rules.prompts(position):
        tried = rules.options(position, prompt)
        alone: list[GreatWarOrder] = [order for order in tried if not any(rules.objections(position, order))]
        if list(rules.lawful(fresh, prompt)) != alone:
            found.append(prompt.question)
    return found


def list_first(rules: GreatWar, position: Position, options: Iterable[GreatWarOrder]) -> list[GreatWarOrder]:
    """The first legal order of each likeness."""
    first: dict[tuple[str, str], GreatWarOrder] = {}
    for order in options:
        form = order.type, ORDERS.of(order).likeness(order)
        if form not in first and not any(rules.objections(position, order)):
            first[form] = order
    return list(first.values())


def lacking_examples(rules: GreatWar, position: Position) -> list[str]:
    """The questions whose examples for a template are not the first legal orders of each likeness."""
    game = rules.theatre
    return [
        prompt.question
        for prompt in rules.prompts(position)
        if list_first(rules, position, judgement.list_examples(game, position, prompt.side))
        != list_first(rules, position, judgement.options(game, position, prompt.side))
    ]


@pytest.mark.parametrize("ending", sorted(ENDINGS))
def test_the_examples_of_a_recorded_war_are_the_first_legal_orders(ending: str, games: int) -> None:
    stands = recorded(ending)[:: 1 if games >= 500 else EVERY]

    assert [place for place, stand in enumerate(stands) if lacking_examples(*stand)] == []


def test_the_examples_of_a_random_war_are_the_first_legal_orders(rules: GreatWar, games: int) -> None:
    stands = list(islice(wandering(rules), max(FEWEST, games) // 2))

    assert [place for place, stand in enumerate(stands) if lacking_examples(*stand)] == []


def test_examples_of_too_few_manners_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enumeration, "MARCHES", frozenset({"1", "into", "absorb"}))

    assert any(lacking_examples(*stand) for stand in recorded("eastern-decisive"))


@pytest.mark.parametrize("ending", sorted(ENDINGS))
def test_the_list_of_a_recorded_war_is_what_passes_alone(ending: str, games: int) -> None:
    stands = recorded(ending)[:: 1 if games >= 500 else EVERY]

    assert [place for place, stand in enumerate(stands) if differing(*stand)] == []
    assert stands


def test_the_list_of_a_random_war_is_what_passes_alone(rules: GreatWar, games: int) -> None:
    stands = list(islice(wandering(rules), max(FEWEST, games) // 2))

    assert [place for place, stand in enumerate(stands) if differing(*stand)] == []
    assert stands


FAULTS: dict[str, tuple[str, object]] = {
    "all marches are alike": ("ALIKE", frozenset({"march", "rail", "strategic", "reserves"})),
    "a kind is like another": ("see", lambda piece: piece.id if piece.kind == "army" else piece.nation),
    "a nation is like another": ("see", lambda piece: piece.id if piece.kind == "army" else piece.kind),
    "an army is like another": ("see", lambda piece: (piece.kind, piece.nation, piece.from_disputed)),
}
"""What a workbench may leave out of what it remembers by."""


@pytest.mark.sample(2)
@pytest.mark.parametrize("fault", sorted(FAULTS))
def test_a_workbench_that_sees_too_little_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, wrong = FAULTS[fault]
    monkeypatch.setattr(enumeration, name, wrong)

    stands = (stand for ending in ("last-season", "eastern-decisive") for stand in recorded(ending))
    assert any(differing(*stand) for stand in stands)
