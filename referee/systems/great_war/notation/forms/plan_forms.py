"""The form of a plan: lines that answer in advance what a battle will ask."""

from collections.abc import Iterator, Mapping

from referee.engine.tongue import message
from referee.systems.great_war.flow.roles import ATTACKER, find_role
from referee.systems.great_war.state.combat_tasks import AnswerFire, CombatCards
from referee.systems.great_war.state.lexicon import spell
from referee.systems.great_war.state.narrator import Narrator
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import (
    DeclareBattles,
    MovePieces,
    PayHits,
    RetreatAfter,
    RideOff,
    StandOrRetreat,
)
from schemas.record import Side

EVERY = "every battle"
"""What stands for the places of all battles in the head of a plan."""

HEAD = message("To be asked less, answer in advance for every battle or one AREA:")

OFFERED = (
    MovePieces | DeclareBattles | CombatCards | RideOff | StandOrRetreat | PayHits | AnswerFire | RetreatAfter
)
"""The questions beside which a plan is offered."""

ANSWERS: Mapping[str, tuple[str, ...]] = {
    "combat-cards": ("", "no more"),
    "cavalry-retreat": ("stay",),
    "stand-or-retreat": ("stand",),
    "losses": ("lose first infantry, then cavalry", "lose cheapest"),
    "retreat-after": ("stay",),
}
"""What a battle asks, and what is usually answered; first the answer that most give, which may be none."""

OF_DEFENDER = frozenset({"combat-cards", "stand-or-retreat"})
"""What only the defender is asked."""


def list_lines(narrator: Narrator, position: Position, side: Side) -> Iterator[str]:
    """The form for the battles that are fought and wait, where more will be asked about them."""
    task = position.task
    if position.now is None or not isinstance(task, OFFERED):
        return
    waiting = list_waiting(position)
    if isinstance(task, RetreatAfter) or position.fight is None:
        areas = waiting
    else:
        areas = (position.fight.area, *waiting)
    if areas:
        (first, *others) = areas
        named = EVERY if others else spell(narrator.game, first, narrator.area_name(first))
        yield narrator.say(HEAD)
        yield from list_answers(named, find_role(position, side))


def list_waiting(position: Position) -> tuple[str, ...]:
    """The areas of the battles that are still to come in this player turn."""
    now, fought = position.now, position.fight
    if now is None:
        return ()
    here = fought.area if fought is not None else ""
    return tuple(
        area for area in dict.fromkeys((*now.battles, *now.disputed)) if area not in {*now.fought, here}
    )


def list_answers(named: str, role: str) -> Iterator[str]:
    """A plan for a battle as it is `named`, or for every one, with the answers that most give."""
    yield f"plan for {named} as {role}:"
    for question, (answer, *_) in ANSWERS.items():
        if answer and not (role == ATTACKER and question in OF_DEFENDER):
            yield f"  {question}: {answer}"
