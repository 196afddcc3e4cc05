"""The game events chart: countries that join a side, pieces that leave, and what is forbidden for a time."""

from collections.abc import Iterator

from referee.systems.great_war.course import Course
from referee.systems.great_war.position import Piece, Position
from referee.systems.great_war.theatre import Theatre
from schemas.great_war.clauses import Clause
from schemas.great_war.game_events import Restraint
from schemas.great_war.plan_events import CountriesJoined, PhaseClosed, WithdrawalOrdered
from schemas.record import Objection


def read(theatre: Theatre, course: Course) -> None:
    """What the chart says of this season, but for the reinforcements."""
    chart, turn = theatre.pack.tables.events, course.position.turn
    course.add(PhaseClosed(phase="events"))
    for joining in chart.joining:
        if joining.turn == turn:
            areas = tuple(area.id for area in theatre.pack.map.areas if area.country in joining.countries)
            course.add(CountriesJoined(side=joining.side, countries=joining.countries, areas=areas))
    for due in reversed(chart.withdrawals):
        if due.turn == turn:
            side = theatre.nations[due.nation].side
            course.add(
                WithdrawalOrdered(
                    side=side, name=due.name, nation=due.nation, kinds=due.kinds, count=due.count,
                    shift=due.shift,
                )
            )  # fmt: skip


def _in_force(
    theatre: Theatre, position: Position, piece: Piece, forbids: str, area: str
) -> Iterator[Restraint]:
    """The restraints that bear on a piece this season."""
    for restraint in theatre.pack.tables.events.restraints:
        if (
            restraint.forbids == forbids
            and restraint.nation == piece.nation
            and restraint.first <= position.turn <= restraint.last
            and (not restraint.areas or area in restraint.areas)
            and (not restraint.kinds or piece.kind in restraint.kinds)
        ):
            yield restraint


def forbidden(
    theatre: Theatre, position: Position, piece: Piece, forbids: str, area: str
) -> Iterator[Objection]:
    """The objections of the chart to a piece leaving, entering or attacking an area, or being built there."""
    for restraint in _in_force(theatre, position, piece, forbids, area):
        why = theatre.worded(restraint.because)
        yield theatre.refusal(
            Clause.RESTRAINT, "{piece} may not: {why}", piece=theatre.piece_name(piece), why=why
        )
