"""A shot from somebody unseen is believed, but not against its own dice."""

import pytest

from referee.engine.copy_check import CopiedMove
from referee.systems.skirmish.facts import shots
from referee.systems.skirmish.rules import Skirmish
from referee.systems.skirmish.secrecy.copy_check import _Reading
from schemas.record import Roll
from schemas.skirmish.events import Mark, ShellBurst, Shot, SkirmishEvent, SmokeCleared
from tests.skirmish.test_positions import agreed
from tests.skirmish.test_scripted_choices import MAN, ONE, position

AIMED = {
    (17,): ("pin", 1),
    (18,): ("kill", 0),
    (14,): ("miss", 0),
    (15, 16): ("pin", 2),
    (1, 20): ("kill", 0),
}
"""What a man in the open suffers from aimed fire, by the faces of the dice."""


def mark(effect: str, pins: int = 0, total: int | None = None, needed: int | None = None) -> Mark:
    return Mark(side="british", figure=ONE, effect=effect, pins=pins, total=total, needed=needed)  # type: ignore[arg-type] - words of the test


def shot(kind: str | None, faces: tuple[int, ...], *marks: Mark) -> Shot:
    rolls = tuple(Roll(purpose="p", sides=20, faces=faces) for _ in marks)
    return Shot(side="german", figure="", weapon="rifle", kind=kind, at=(0, 0), marks=marks, rolls=rolls)  # type: ignore[arg-type] - the same


BURST = ShellBurst(
    at=(0, 0), marks=(mark("miss", total=0),), rolls=(Roll(purpose="p", sides=20, faces=(18,)),)
)

SHOTS: dict[str, tuple[SkirmishEvent, int]] = {
    "a pin that is one": (shot("aimed", (15,), mark("pin", 1, total=0)), 0),
    "a pin that was a miss": (shot("aimed", (14,), mark("pin", 1, total=0)), 1),
    "a pin too few": (shot("aimed", (15, 16), mark("pin", 1, total=0)), 1),
    "a kill that is told as a pin": (shot("aimed", (18,), mark("pin", 1, total=0)), 1),
    "a total that makes it a kill": (shot("aimed", (15,), mark("kill", total=3)), 0),
    "two marks, of which one is wrong": (
        shot("aimed", (15,), mark("pin", 1, total=0), mark("kill", total=0)),
        1,
    ),
    "aimed fire whose total is not told": (shot("aimed", (14,), mark("kill")), 0),
    "unaimed fire that pins": (shot("unaimed", (5,), mark("pin", 1, needed=5)), 0),
    "unaimed fire that cannot pin": (shot("unaimed", (4,), mark("pin", 1, needed=5)), 1),
    "unaimed fire that pins and is told as a miss": (shot("unaimed", (5,), mark("miss", needed=5)), 1),
    "unaimed fire with a total alone": (shot("unaimed", (4,), mark("kill", total=0)), 0),
    "fire of a kind that is not told": (shot(None, (4,), mark("kill", total=0, needed=5)), 0),
    "dice that are not shown": (shot("aimed", (), mark("kill", total=0)), 0),
    "a shell that killed": (BURST, 1),
    "what is no fire": (SmokeCleared(id="s"), 0),
}


@pytest.fixture(scope="module")
def rules() -> Skirmish:
    return agreed()


@pytest.mark.parametrize(("event", "held"), SHOTS.values(), ids=SHOTS)
def test_the_dice_of_a_shot_decide_what_it_does(rules: Skirmish, event: SkirmishEvent, held: int) -> None:
    state = position(rules, "firing", {ONE: MAN}, {})
    reading = _Reading(rules, rules.table, state, CopiedMove("british", "referee", None, (event,), 3, 3))

    assert len(list(reading._contradict(event))) == held


@pytest.mark.parametrize(("faces", "effect"), AIMED.items())
def test_aimed_fire_at_a_man_in_the_open(
    rules: Skirmish, faces: tuple[int, ...], effect: tuple[str, int]
) -> None:
    assert shots.judge(rules.table.parameters.aimed, faces, 0) == effect
