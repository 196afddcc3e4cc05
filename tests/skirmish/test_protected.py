"""No die falls on a figure whom a single aimed order by the same figure would be refused."""

from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from referee.engine.facts import Objection
from referee.systems.skirmish.combat import close_combat, fire
from referee.systems.skirmish.facts import targets
from referee.systems.skirmish.rules import Skirmish
from tests.skirmish.fire_phases import misplaced, phase


def faults(rules: Skirmish, seeds: range) -> tuple[list[str], Counter[str]]:
    """The misplaced dice of so many phases, and how many shots of each kind were fired in them."""
    found: list[str] = []
    fired: Counter[str] = Counter()
    for seed in seeds:
        for standing, shot in phase(rules, seed):
            fired["reaction" if shot.reaction else shot.kind] += 1
            fired["several"] += len(shot.marks) > 1
            found += [f"phase {seed}: {fault}" for fault in misplaced(rules, standing, shot)]
    return found, fired


PIECES = 3


@pytest.mark.parametrize("piece", range(PIECES))
def test_no_die_falls_on_a_protected_figure(raid: Skirmish, phases: int, piece: int) -> None:
    found, fired = faults(raid, range(piece, phases, PIECES))

    assert not found
    assert all(fired[kind] for kind in ("aimed", "unaimed", "reaction", "several") if phases >= 100)


def everybody(*_: object, **__: object) -> bool:
    return True


def nothing(*_: object, **__: object) -> Iterator[Objection]:
    return iter(())


BREAKS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "spread and zones": lambda patch: patch.setattr(targets, "may_be_hit", everybody),
    "dice by hand": lambda patch: patch.setattr(fire.shooting, "at_one", nothing),
    "reactions": lambda patch: patch.setattr(close_combat, "_answers", everybody),
}
"""Each way to share out dice without the predicate."""


@pytest.mark.sample(3)
@pytest.mark.parametrize("broken", BREAKS)
def test_a_way_round_the_predicate_is_noticed(
    raid: Skirmish, broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    BREAKS[broken](monkeypatch)
    found, _ = faults(raid, range(200))

    assert found
