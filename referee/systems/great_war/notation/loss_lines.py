"""Losses by an order of kinds, `lose first infantry, then cavalry`: as many pieces as hits are due."""

from collections.abc import Sequence
from typing import cast

from referee.engine.faults import Untimely
from referee.systems.great_war.combat import losses as paying
from referee.systems.great_war.events.course import EventRecorder
from referee.systems.great_war.notation import move_lines, pieces
from referee.systems.great_war.notation.misreadings import Misreading
from referee.systems.great_war.notation.sentences import Phrase, Reading, items
from referee.systems.great_war.state.position import Piece, Position
from referee.systems.great_war.state.tasks import PayHits
from schemas.great_war.orders import Lose
from schemas.great_war.pack import Kind

ARMY: Kind = "army"
FIRST, CHEAPEST = "first", "cheapest"


def losses(reading: Reading, rest: Phrase) -> tuple[Lose, ...]:
    """The losses that a line names piece by piece, or by the kinds that fall first."""
    if rest.key == CHEAPEST:
        return _lose(reading, ())
    if rest.words and rest.words[0].key == FIRST:
        kinds = _find_kinds(reading, rest.part(1))
        # "The first army" is the name of an army.
        if kinds and ARMY not in kinds:
            return _lose(reading, kinds)
    named = pieces.pieces(reading, rest, move_lines.battle_area(reading))
    return tuple(Lose(side=reading.side, piece=id) for id in named)


def _find_kinds(reading: Reading, phrase: Phrase) -> tuple[Kind, ...]:
    """The kinds of a list, if each of its parts is the name of one."""
    found: list[Kind] = []
    for item in items(phrase):
        named = item.part(1) if item.words[0].key == "then" else item
        kinds = reading.names.kinds.find(named.key)
        if len(kinds) != 1:
            return ()
        found += cast(Sequence[Kind], kinds)
    return tuple(found)


def _lose(reading: Reading, wanted: Sequence[Kind]) -> tuple[Lose, ...]:
    """One loss after the other, until the hits are paid; each leaves other pieces to choose from."""
    theatre, side = reading.theatre, reading.side
    course, lost = EventRecorder(theatre, reading.position), list[Lose]()
    while (task := _find_due(course.position, side)) is not None:
        able = paying.candidates(theatre, course.position, task)
        if not able:
            break
        piece = _choose([unit.kind for unit in theatre.pack.forces.units], able, wanted)
        paying.pay(course, piece.id)
        lost.append(Lose(side=side, piece=piece.id))
    if not lost:
        raise Untimely(Misreading.NO_HITS_DUE)
    return tuple(lost)


def _find_due(position: Position, side: str) -> PayHits | None:
    task = position.task
    return task if isinstance(task, PayHits) and task.side == side else None


def _choose(chart: Sequence[Kind], able: Sequence[Piece], wanted: Sequence[Kind]) -> Piece:
    """The piece whose kind is named first; kinds that are not named come last, as they stand on the chart."""
    order = [*wanted, *(kind for kind in chart if kind not in wanted)]
    return min(able, key=lambda piece: order.index(piece.kind))
