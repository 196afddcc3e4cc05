"""The form of a plan: lines that answer in advance what a battle will ask."""

from collections.abc import Iterator, Mapping

from referee.engine.tongue import message
from referee.systems.great_war.flow.roles import find_role
from referee.systems.great_war.state.combat_tasks import CombatCards
from referee.systems.great_war.state.lexicon import spell
from referee.systems.great_war.state.narrator import Narrator
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import DeclareBattles, MovePieces, RideOff, StandOrRetreat
from schemas.record import Side

HEAD = message("A plan answers in advance what a battle will ask; one for each battle:")

OFFERED = MovePieces | DeclareBattles | CombatCards | RideOff | StandOrRetreat
"""The questions beside which a plan is offered."""

ANSWERS: Mapping[str, tuple[str, ...]] = {
    "combat-cards": ("", "no more"),
    "cavalry-retreat": ("stay",),
    "stand-or-retreat": ("stand",),
    "losses": ("lose first infantry, then cavalry", "lose cheapest"),
    "retreat-after": ("stay",),
}
"""What a battle asks, and what is usually answered; first the answer that most give, which may be none."""

LINES = tuple(f"{question}: {answers[0]}" for question, answers in ANSWERS.items() if answers[0])
"""A form as most fill it in."""


def list_lines(narrator: Narrator, position: Position, side: Side) -> Iterator[str]:
    """The form for the battle that is fought or comes first, where a battle is at hand."""
    now = position.now
    if now is None or not isinstance(position.task, OFFERED):
        return
    fought = (position.fight.area,) if position.fight is not None else ()
    waiting = (area for area in (*now.battles, *now.disputed) if area not in now.fought)
    area = next(iter((*fought, *waiting)), None)
    if area is None:
        return
    yield narrator.say(HEAD)
    yield from list_answers(narrator, area, find_role(position, side))


def list_answers(narrator: Narrator, area: str, role: str) -> Iterator[str]:
    """A plan for one battle, with the answers that most give."""
    yield f"plan for {spell(narrator.game, area, narrator.area_name(area))} as {role}:"
    yield from (f"  {line}" for line in LINES)
