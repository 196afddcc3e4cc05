"""The phases in which both sides plan at once (2.0-I, 2.0-V, A-79), the bids for initiative among them."""

from collections.abc import Iterator
from typing import assert_never

from referee.engine.dice import Dice
from referee.engine.facts import Objections, OpenQuestion, refuse
from referee.engine.system import RuleOption
from referee.engine.values import cached
from referee.systems.great_war.combat import removals
from referee.systems.great_war.events import recorder
from referee.systems.great_war.events.recorder import EventRecorder
from referee.systems.great_war.facts import hidden_templates, turn_sequence
from referee.systems.great_war.flow.prompt_builder import Asking, ask
from referee.systems.great_war.flow.refusals import Refusal
from referee.systems.great_war.season import arrivals, calendar, plans, production
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Plan, Position
from referee.systems.great_war.state.tasks import MakePlans
from schemas.great_war.clauses import Clause
from schemas.great_war.orders import Anew, Discard
from schemas.great_war.plan_events import PhaseClosed, PlanClosed, PlansRevealed
from schemas.record import Side

REORGANISING_WITHOUT_ARRIVALS = RuleOption("reorganising-without-arrivals", ("no", "yes"))
"""Reorganisation of armies when nothing arrives (B-11)."""


def asked(theatre: GreatWarGame, position: Position, task: MakePlans) -> Iterator[OpenQuestion]:
    """Yield the question for each side with a decision and no closed plan; it reveals nothing of a plan."""
    for side in theatre.sides:
        if not position.plan(side).closed and (question := _question(theatre, position, task, side)):
            yield question


def _question(theatre: GreatWarGame, position: Position, task: MakePlans, side: Side) -> OpenQuestion | None:
    match task.phase:
        case "initiative":
            if not calendar.asks_bids(theatre, position, side):
                return None
            first, most = turn_sequence.first_player(theatre, position), calendar.highest_bid(theatre)
            return ask(side, task.phase, Clause.INITIATIVE, Asking.BID, side=first, count=most)
        case "reinforcements":
            return ask_about_arrivals(theatre, position, side, position.plan(side))
        case "attrition":
            armies = tuple(army.id for army in calendar.choosing(theatre, position, side))
            if not armies:
                return None
            return ask(side, task.phase, Clause.ATTRITION, Asking.LOSE_UNSUPPLIED, armies=armies)
        case "production":
            count = production.points(theatre, position, side)
            return ask(side, task.phase, Clause.BUILD_POINTS, Asking.SPEND_BUILD_POINTS, count=count)
        case _:
            assert_never(task.phase)


@cached
def ask_about_arrivals(
    theatre: GreatWarGame, position: Position, side: Side, plan: Plan
) -> OpenQuestion | None:
    """Return the question about reinforcements and reorganisation, by agreement without the former (B-11).

    Only the side's own `plan` matters.

    Armies that take pieces in make room for others.
    """
    due, planned = arrivals.due(theatre, position.map, side), bool(plan.planned)
    may_reorganise = planned or plans.transferable(position, side)
    # Only the side knows about room in its armies, if their contents are hidden.
    room = next(arrivals.options(theatre, hidden_templates.from_outside(theatre, position), side), None)
    if room is not None or (may_reorganise and not due.nothing):
        asking, stated = Asking.PLACE_REINFORCEMENTS, arrivals.name(due)
        return ask(side, "reinforcements", Clause.ARRIVE_WHERE, asking, due=stated)
    if planned or (may_reorganise and theatre.chosen(REORGANISING_WITHOUT_ARRIVALS, "yes")):
        return ask(side, "reinforcements", Clause.ARRIVE_WHERE, Asking.CHANGE_ARMIES)
    return None


def done_objections(theatre: GreatWarGame, position: Position, side: Side) -> Objections:
    """Everything held against closing a plan."""
    task = position.doing(MakePlans)
    if task.phase == "attrition":
        # Such a plan closes itself with the last loss that is due.
        mine = next(one for one in asked(theatre, position, task) if one.side == side)
        yield refuse(Clause.QUESTION_OPEN, Refusal.OTHER_QUESTION, question=mine.stated)
        return
    if task.phase == "reinforcements":
        yield from arrivals.unplaced(theatre, position, side)
    if task.phase != "initiative":
        yield from plans.overstacked(theatre, position, side)


def anew_objections(_: GreatWarGame, position: Position, order: Anew) -> Objections:
    """The objection to tearing up a plan with nothing in it."""
    if not position.plan(order.side).planned:
        yield refuse(Clause.QUESTION_OPEN, Refusal.NOTHING_PLANNED)


def anew_option_groups(_: GreatWarGame, position: Position, side: Side) -> Iterator[Iterator[Anew]]:
    """Yield the order to discard the plan, if anything is planned."""
    if position.plan(side).planned:
        yield iter((Anew(side=side),))


def close(course: EventRecorder, side: Side) -> None:
    """A side has planned all it wishes to."""
    course.add(PlanClosed(side=side))


def reveal(theatre: GreatWarGame, course: EventRecorder, task: MakePlans) -> None:
    """Carry out all plans side by side, and the arrivals that needed no plan."""
    before = course.position.plans
    made = any(plan.planned or plan.closed for plan in before.values())
    course.add(PlansRevealed(phase=task.phase) if made else PhaseClosed(phase=task.phase))
    if task.phase == "initiative":
        calendar.settle_initiative(theatre, course, before)
        return
    if task.phase == "attrition":
        given_up = [id for plan in before.values() for id in calendar.choose(plan)]
        calendar.resolve(theatre, course, frozenset(given_up))
        return
    for side in theatre.sides:
        plan = before.get(side, Plan())
        course.add(*plan.planned)
    empty = removals.list_areas_with_empty_armies(course.position)
    armies = (piece for piece in course.position.map.pieces.values() if piece.kind == "army")
    removals.eliminate_stranded(course, *dict.fromkeys(army.area for army in armies if army.area in empty))


def deal(theatre: GreatWarGame, course: EventRecorder, dice: Dice) -> None:
    """The cards that were bought, to the First Player first (A-13)."""
    first = turn_sequence.first_player(theatre, course.position)
    for side in (first, theatre.other(first)):
        recorder.draw(course, side, course.position.bought.get(side, 0), dice)
    course.add(PhaseClosed(phase="purchases"))


def excess(theatre: GreatWarGame, position: Position, side: Side) -> int:
    """Return the number of cards that a side holds above its limit."""
    return position.hand(side).size - production.card_limit(theatre, position, side)


def ask_to_discard(theatre: GreatWarGame, position: Position) -> Iterator[OpenQuestion]:
    """Yield the question for each side with too large a hand."""
    for side in theatre.sides:
        if (over := excess(theatre, position, side)) > 0:
            limit = production.card_limit(theatre, position, side)
            yield ask(side, "discards", Clause.CARD_LIMIT, Asking.DISCARD, limit=limit, over=over)


def discard_objections(theatre: GreatWarGame, position: Position, order: Discard) -> Objections:
    """Everything held against discarding these cards."""
    yield from turn_sequence.absent(theatre, position, order.side, order.cards)
    over = excess(theatre, position, order.side)
    if len(set(order.cards)) != len(order.cards):
        yield refuse(Clause.CARD_IN_HAND, Refusal.ONE_CARD_NAMED_TWICE)
    if len(order.cards) > over:
        yield refuse(Clause.CARD_LIMIT, Refusal.TOO_MANY_DISCARDS, over=over, named=len(order.cards))


def discard_options(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[Discard]:
    """The discard that brings a hand down to its limit, of the cheapest Ersatz; and single cards."""
    over = excess(theatre, position, side)
    worth = sorted(position.hand(side).cards, key=lambda number: (_ersatz(theatre, number), number))
    yield Discard(side=side, cards=tuple(worth[:over]))
    if over > 1:
        yield from (Discard(side=side, cards=(number,)) for number in worth)


def _ersatz(theatre: GreatWarGame, number: int) -> int:
    card = theatre.card(number)
    return card.ersatz if card is not None else 0
