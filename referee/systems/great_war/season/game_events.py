"""The game events chart: countries that join a side, pieces that leave, and what is forbidden for a time."""

from collections.abc import Iterator

from referee.engine.facts import Objection, refuse
from referee.systems.great_war.combat import units
from referee.systems.great_war.events.course import EventRecorder
from referee.systems.great_war.facts import control, hands, restraints
from referee.systems.great_war.season.refusals import Refusal
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.great_war.card_events import CardsSacrificed
from schemas.great_war.charts import Joining, Withdrawal
from schemas.great_war.clauses import Clause
from schemas.great_war.events import PieceLost
from schemas.great_war.orders import Discard
from schemas.great_war.plan_events import ArmyWithdrawn, CountriesJoined, PhaseClosed, WithdrawalOrdered
from schemas.record import Side


def read(theatre: GreatWarGame, course: EventRecorder) -> None:
    """What the chart says of this season, but for the reinforcements."""
    chart, turn = theatre.pack.tables.events, course.position.map.turn
    course.add(PhaseClosed(phase="events"))
    for joining in chart.joining:
        early = _early(course.position, joining)
        if early or (joining.turn == turn and course.position.map.early.isdisjoint(joining.countries)):
            areas = tuple(area.id for area in theatre.pack.map.areas if area.country in joining.countries)
            course.add(
                CountriesJoined(side=joining.side, countries=joining.countries, areas=areas, early=early)
            )
    for due in reversed(chart.withdrawals):
        if due.turn == turn:
            _withdraw(theatre, course, due)


def _early(position: Position, joining: Joining) -> bool:
    """Whether countries join before their season, because their side holds what they wait for."""
    early = joining.early
    return (
        early is not None
        and early.turn == position.map.turn
        and all(control.status(position.map, area, joining.side) == "friendly" for area in early.holding)
    )


def _withdraw(theatre: GreatWarGame, course: EventRecorder, due: Withdrawal) -> None:
    """Armies go with what they hold, which pays for the rest as far as it can."""
    side = theatre.nations[due.nation].side
    course.add(
        WithdrawalOrdered(
            side=side, name=due.name, nation=due.nation, kinds=due.kinds, count=due.count, shift=due.shift
        )
    )
    for army in due.armies:
        piece = course.position.map.pieces.get(army)
        for gone in (*course.position.map.contents(army), piece) if piece is not None else ():
            course.add(PieceLost(piece=gone.id, area=gone.area, fate="withdrawn"))
        course.add(ArmyWithdrawn(army=army, side=side))
        if piece is not None:
            units.eliminate_stranded(course, piece.area)
            course.settle(piece.area)


def sacrifice_objections(theatre: GreatWarGame, position: Position, order: Discard) -> Iterator[Objection]:
    """Everything held against giving these cards for what the chart forbids."""
    most = restraints.owed(theatre, position, order.side)
    if len(order.cards) > most:
        fact = Refusal.CARDS_ASKED if most else Refusal.NO_CARD_ASKED
        yield refuse(Clause.RESTRAINT, fact, most=most)
    yield from hands.repeat(Clause.CARD_IN_HAND, order.cards)
    yield from hands.missing(theatre, position, order.side, order.cards)


def sacrifice(course: EventRecorder, order: Discard) -> None:
    """The cards go on the discard pile."""
    course.add(CardsSacrificed(side=order.side, cards=order.cards))


def sacrifices(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[Discard]:
    """Single cards that a side might give."""
    if restraints.owed(theatre, position, side) > 0:
        yield from (Discard(side=side, cards=(card,)) for card in position.hand(side).cards)
