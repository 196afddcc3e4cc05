"""Amendments of a position by the moderator, who may exchange like figures and put figures elsewhere."""

from referee.engine.facts import Objections, refuse
from referee.systems.skirmish.combat import spotting
from referee.systems.skirmish.events.evolution import EventRecorder
from referee.systems.skirmish.facts import geometry, targets, visibility
from referee.systems.skirmish.movement.refusals import Refusal
from referee.systems.skirmish.state.position import NO_PLAN, Figure, Position
from referee.systems.skirmish.state.table import Table
from schemas.record import REFEREE
from schemas.skirmish.clauses import Clause
from schemas.skirmish.orders import Amendment, Exchange, FigureRepositioned, FiguresExchanged, Reposition


def exchange_objections(_: Table, position: Position, order: Exchange) -> Objections:
    """Yield the objections to an exchange of two figures."""
    yield from _object_to_author(position, order)
    yield from _object_to_figures(position, order, order.figure, order.other)
    one, other = position.figures.get(order.figure), position.figures.get(order.other)
    if one is None or other is None:
        return
    if _likeness(one) != _likeness(other):
        yield refuse(Clause.FIVE_PHASES, Refusal.NOT_ALIKE, figure=one.id, friend=other.id)
    elif one.id == other.id:
        yield refuse(Clause.FIVE_PHASES, Refusal.NOTHING_AMENDED)


def reposition_objections(table: Table, position: Position, order: Reposition) -> Objections:
    """Yield the objections to another place for a figure."""
    yield from _object_to_author(position, order)
    yield from _object_to_figures(position, order, order.figure)
    figure, there = position.figures.get(order.figure), order.at
    if figure is None:
        return
    if figure.at == there:
        yield refuse(Clause.FIVE_PHASES, Refusal.NOTHING_AMENDED)
    yield from targets.off_table(table, there)
    if visibility.grounds(table, there, ("impassable",)):
        yield refuse(Clause.OWN_SPACE, Refusal.NO_STANDING_GROUND, place=there)
    if figure.posture in {"hidden", "observe"} and not visibility.is_sheltered(table, there):
        yield refuse(Clause.HIDING_PLACE, Refusal.NO_HIDING_PLACE, place=there)
    base = table.parameters.measuring.base_diameter
    for one in position.figures.values():
        if one.active and one.id != figure.id and geometry.closer(one.at, there, base):
            gap = geometry.apart(one.at, there)
            yield refuse(
                Clause.OWN_SPACE, Refusal.DEPLOYED_TOO_CLOSE, place=there, gap=gap, friend=one.id, least=base
            )


def exchange(course: EventRecorder, order: Exchange) -> None:
    """Exchange two like figures. The enemy learns nothing of it."""
    course.add(FiguresExchanged(side=order.of, figure=order.figure, other=order.other))


def reposition(course: EventRecorder, order: Reposition) -> None:
    """Put a figure at its right place, and update the sightings of both sides."""
    course.add(FigureRepositioned(side=order.of, figure=order.figure, at=order.at))
    spotting.watch(course)


def _likeness(figure: Figure) -> tuple[object, ...]:
    """Return the qualities that two figures must share to be exchanged."""
    return figure.unit, figure.role, figure.weapons, figure.traits, figure.items


def _object_to_author(position: Position, order: Amendment) -> Objections:
    if order.side != REFEREE:
        yield refuse(Clause.FIVE_PHASES, Refusal.MODERATOR_AMENDS)
    if any(plan != NO_PLAN for plan in position.plans.values()):
        yield refuse(Clause.FIVE_PHASES, Refusal.ORDERS_ARE_WRITTEN)


def _object_to_figures(position: Position, order: Amendment, *figures: str) -> Objections:
    for id in figures:
        figure = position.figures.get(id)
        if figure is None or figure.side != order.of or not figure.active:
            yield refuse(Clause.OWN_FIGURES, Refusal.TAKES_NO_PART, figure=id)
        elif position.in_melee(id):
            yield refuse(Clause.CONTACT_FREEZES, Refusal.AMENDED_IN_MELEE, figure=id)
