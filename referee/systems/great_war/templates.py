"""The letter that could answer: a safe default, and commented examples to choose from."""

from collections.abc import Iterable, Iterator
from itertools import islice

from referee.core.dice import NoDice
from referee.systems.great_war import agenda, judgement, notation
from referee.systems.great_war.course import Course
from referee.systems.great_war.position import LeaveEmpty, PayHits, Position
from referee.systems.great_war.theatre import Theatre
from schemas.great_war.orders import (
    Battle,
    Done,
    GreatWarOrder,
    Join,
    Leave,
    Lose,
    Move,
    Offensive,
    Pass,
    Redraw,
    Retreat,
    Spend,
)
from schemas.record import Side

MOST_EXAMPLES = 8
"""How many examples a template gives."""

CONSIDERED = 400
"""How many answers are looked through for examples."""


def template(theatre: Theatre, position: Position, side: Side) -> tuple[str, ...]:
    """Lines of a letter that answers the open question of one side as it stands."""
    prompts = agenda.prompts(theatre, position)
    if not prompts or prompts[0].side != side:
        return ()
    default = tuple(_default(theatre, position, side))
    examples = _examples(theatre, position, side, default)
    return (
        f"# {prompts[0].text}",
        *(f"# {_line(theatre, order)}" for order in examples),
        *(_line(theatre, order) for order in default),
    )
