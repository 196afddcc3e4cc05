"""The sequence of play: questions, automatic work, stages and live alternation."""

from collections.abc import Mapping
from typing import assert_never

from referee.engine.dice import Dice, state_purpose
from referee.engine.facts import Fact, Objections, OpenQuestion, refuse
from referee.engine.system import COMBAT, MOVEMENT, Stage
from referee.systems.skirmish import season
from referee.systems.skirmish.combat import artillery, close_combat, fire, morale, spotting
from referee.systems.skirmish.events import sealed_orders
from referee.systems.skirmish.events.evolution import EventRecorder
from referee.systems.skirmish.flow.refusals import Refusal
from referee.systems.skirmish.movement import activation, movement
from referee.systems.skirmish.state.position import Position
from referee.systems.skirmish.state.table import Table
from schemas.record import Roll, Side
from schemas.skirmish import events
from schemas.skirmish.clauses import Clause
from schemas.skirmish.names import Phase
from schemas.skirmish.orders import Plot


def live(table: Table) -> bool:
    """Return True if units are ordered one at a time."""
    return table.parameters.turns.alternation == "live"


def list_alternating_sides(table: Table, position: Position) -> tuple[Side, ...]:
    """Return the side that has to move a unit; none once both have passed or moved all their units."""
    first = position.first or table.sides[0]
    other = position.other(first)
    waiting = [side for side in (first, other) if _waits(position, side)]
    if len(waiting) < 2:
        return tuple(waiting)
    return (other,) if _alternate(position, first) > _alternate(position, other) else (first,)


def _waits(position: Position, side: Side) -> bool:
    return side not in position.passed and any(
        not unit.activated and any(True for _ in position.members(unit.id))
        for unit in position.units.values()
        if unit.side == side
    )


def _alternate(position: Position, side: Side) -> int:
    return sum(unit.activated for unit in position.units.values() if unit.side == side)


def alternation_objections(table: Table, position: Position, order: Plot) -> Objections:
    """Yield the objections to a movement order because of units that moved or have orders."""
    if not live(table) or position.phase != "plotting":
        return
    units = {position.figures[id].unit for id in sealed_orders.figures_of(order) if id in position.figures}
    active_units = _units(position, order.side)
    for unit in sorted(units):
        # This side must not learn if a unit of the enemy has moved.
        if position.units[unit].side == order.side and position.units[unit].activated:
            yield refuse(Clause.ACTIVATED_ONCE, Refusal.UNIT_HAS_MOVED, unit=unit)
        elif active_units and unit not in active_units:
            yield refuse(Clause.ACTIVATED_ONCE, Refusal.ONE_UNIT_AT_A_TIME, unit=active_units[0])


def _units(position: Position, side: Side) -> tuple[str, ...]:
    """Return the units that a side has written orders for."""
    ids = (id for plot in position.plan(side).plots for id in sealed_orders.figures_of(plot))
    return tuple(dict.fromkeys(position.figures[id].unit for id in ids))


def activate(course: EventRecorder, dice: Dice) -> bool:
    """Let the ordered unit move, or its side pass. Return True if no unit is left to move."""
    for side in course.table.sides:
        if not course.position.plan(side).closed:
            continue
        artillery.call(course, side)
        units = _units(course.position, side)
        for unit in units[:1]:
            activation.activate(course, unit, dice)
        course.add(events.ActivationEnded(side=side, passed=not units))
    return not list_alternating_sides(course.table, course.position)


class Throw(Fact):
    """A roll of the sequence of play."""

    FIRST_TO_MOVE = "First to move, {side} die"


class Asking(Fact):
    """A question for the sides."""

    DEPLOY = 'Do you want to change your deployment? End with "done".'
    MOVE = 'Write your movement orders. End with "done".'
    MOVE_ONE_UNIT = 'Write the orders of one unit, or none to end your moves this turn. End with "done".'
    FIRE = 'Write your fire orders. End with "done".'


QUESTIONS: Mapping[str, tuple[str, Clause, Asking]] = {
    "deployment": ("deployment", Clause.DEPLOYMENT, Asking.DEPLOY),
    "plotting": ("movement", Clause.FIVE_PHASES, Asking.MOVE),
    "laying": ("fire", Clause.FIVE_PHASES, Asking.FIRE),
}
"""The question of each phase that has one, and the clause that asks it."""


def prompts(table: Table, position: Position) -> tuple[OpenQuestion, ...]:
    """Return the open questions."""
    sides = list_asked(table, position)
    if not sides:
        return ()
    question, clause, asking = QUESTIONS[position.phase]
    if position.phase == "plotting" and live(table):
        asking = Asking.MOVE_ONE_UNIT
    return tuple(OpenQuestion(asking, side=side, question=question, clause=clause.value) for side in sides)


def list_asked(table: Table, position: Position) -> tuple[Side, ...]:
    """Return the sides that still have to close their orders."""
    by_turns = position.phase == "plotting" and live(table)
    sides = list_alternating_sides(table, position) if by_turns else table.sides
    return tuple(side for side in sides if position.phase in QUESTIONS and not position.plan(side).closed)


def advance(course: EventRecorder, dice: Dice) -> None:  # noqa: C901 - one arm per phase
    """Do the next step that needs no answer from a side."""
    match course.position.phase:
        case _ if list_asked(course.table, course.position):
            pass
        case "deployment" | "opening":
            _open(course, dice)
        case "plotting":
            _begin_moving(course, dice)
        case "movement":
            _move(course, dice)
        case "artillery":
            _bombard(course, dice)
        case "laying":
            _unseal(course, "firing")
        case "firing":
            _shoot(course, dice)
        case "melee":
            _fight(course, dice)
        case "morale":
            _close(course, dice)
        case "over":
            pass


def _begin_moving(course: EventRecorder, dice: Dice) -> None:
    """Open the sealed orders, or in live play move the ordered unit."""
    if not live(course.table) or activate(course, dice):
        morale.compel_flight(course)
        _unseal(course, "movement")


def _unseal(course: EventRecorder, phase: Phase) -> None:
    course.add(events.PlotsOpened())
    _begin(course, phase)


def _bombard(course: EventRecorder, dice: Dice) -> None:
    artillery.bombard(course, dice)
    morale.cut_off(course)
    _begin(course, "laying")


def _fight(course: EventRecorder, dice: Dice) -> None:
    close_combat.fight_melee(course, dice)
    morale.surround(course)
    morale.cut_off(course)
    _begin(course, "morale")


def _begin(course: EventRecorder, phase: Phase) -> None:
    course.add(events.PhaseStarted(turn=course.position.turn, phase=phase))


def _open(course: EventRecorder, dice: Dice) -> None:
    """Begin a turn: light, first side, tokens and sightings."""
    if course.position.phase == "deployment":
        movement.place(course)
        _begin(course, "opening")
    table, turn = course.table, course.position.turn + 1
    weather = [one for one in table.scenario.weather if one.from_turn <= turn][-1]
    first, rolls = find_first_side(course, turn, dice)
    course.add(events.TurnOpened(turn=turn, first=first, light=weather.light, rain=weather.rain, rolls=rolls))
    artillery.clear(course, turn)
    for entry in table.scenario.tokens:
        for step in entry.steps:
            if step.turn == turn:
                course.add(events.TokenMoved(id=entry.id, at=step.at, shooting=step.shooting))
    season.take_over(course)
    spotting.forget(course)
    spotting.watch(course)
    _begin(course, "plotting")


def find_first_side(course: EventRecorder, turn: int, dice: Dice) -> tuple[Side, tuple[Roll, ...]]:
    """Return the side that moves first, by the scenario, the pack or the higher die, and the rolls."""
    table = course.table
    who, before = table.parameters.turns.first_unit, course.position.first
    if turn == 1 or who == "scenario":
        return table.scenario.first, ()
    if who == "loser-of-last" and before is not None:
        return course.position.other(before), ()
    rolls: tuple[Roll, ...] = ()
    while True:
        pair = [
            dice.throw(state_purpose(Throw.FIRST_TO_MOVE, side=side), 1, needed=0) for side in table.sides
        ]
        rolls += tuple(pair)
        mine, theirs = (roll.faces[0] for roll in pair)
        if mine != theirs:
            return table.sides[0] if mine > theirs else table.sides[1], rolls


def _move(course: EventRecorder, dice: Dice) -> None:
    """Move one unit, or after the last one call the artillery."""
    if waiting := activation.waiting(course.table, course.position):
        activation.activate(course, waiting[0], dice)
        return
    for side in course.table.sides:
        artillery.call(course, side)
    morale.cut_off(course)
    _begin(course, "artillery")


def _shoot(course: EventRecorder, dice: Dice) -> None:
    """Let one tier fire, or after the last one begin the melees."""
    if course.position.step < len(course.table.parameters.turns.tiers):
        fire.fire_tier(course, course.position.step, dice)
        return
    morale.cut_off(course)
    _begin(course, "melee")


def _close(course: EventRecorder, dice: Dice) -> None:
    """Carry out morale tests, rallying, the loss of pins, and the end of the turn."""
    for part in course.table.parameters.morale.order:
        match part:
            case "tests":
                morale.tests(course, dice)
            case "rally":
                season.rally_all(course, dice)
            case "unpin":
                season.unpin_all(course, dice)
    morale.cut_off(course)
    spotting.watch(course)
    season.reward(course, "turn-end")
    turn = course.position.turn
    course.add(events.TurnEnded(turn=turn))
    if season.is_annihilated(course.position):
        season.end_game(course, "nobody-left")
    elif turn >= course.table.scenario.turns:
        season.end_game(course, "last-turn")
    else:
        _begin(course, "opening")


def find_stage(position: Position) -> Stage:
    """Return the stage of the turn in which orders are given."""
    return Stage(_find_segment(position), str(position.turn))


def _find_segment(position: Position) -> str:
    match position.phase:
        case "deployment" | "opening":
            return "deployment"
        case "plotting" | "movement":
            return MOVEMENT
        case "artillery" | "laying" | "firing" | "melee" | "morale":
            return COMBAT
        case "over":
            return "over"
        case _:
            assert_never(position.phase)
