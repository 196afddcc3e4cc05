"""The sequence of play: what is asked, and what the referee works out between two questions."""

from referee.engine.dice import Dice
from referee.engine.purposes import state_purpose
from referee.engine.tongue import message
from referee.systems.skirmish.combat import artillery, fire, flight, melee, morale, spotting, surrender
from referee.systems.skirmish.events.course import EventRecorder
from referee.systems.skirmish.flow import alternation
from referee.systems.skirmish.flow.purposes import Throw
from referee.systems.skirmish.movement import activation, deployment
from referee.systems.skirmish.season import rallying, succession, victory
from referee.systems.skirmish.state.narrator import Narrator
from referee.systems.skirmish.state.position import Position
from referee.systems.skirmish.state.table import Table
from schemas.record import Prompt, Roll, Side
from schemas.skirmish.clauses import Clause
from schemas.skirmish.events import PhaseStarted, PlotsOpened, TokenMoved, TurnEnded, TurnOpened
from schemas.skirmish.words import Phase

QUESTIONS: dict[str, tuple[str, Clause, str]] = {
    "deployment": ("deployment", Clause.DEPLOYMENT, message("Deploy otherwise than you stand? Then: done.")),
    "plotting": ("movement", Clause.FIVE_PHASES, message("Write your movement orders. Then: done.")),
    "laying": ("fire", Clause.FIVE_PHASES, message("Write your fire orders. Then: done.")),
}
"""What is asked in which phase."""


def prompts(narrator: Narrator, position: Position) -> tuple[Prompt, ...]:
    """The open questions in words."""
    sides = list_asked(narrator.game, position)
    if not sides:
        return ()
    question, clause, text = QUESTIONS[position.phase]
    if position.phase == "plotting" and alternation.live(narrator.game):
        text = message("Write the orders of one unit, or none to move no more this turn. Then: done.")
    said = narrator.say(text)
    return tuple(Prompt(side=side, question=question, clause=clause.value, text=said) for side in sides)


def list_asked(table: Table, position: Position) -> tuple[Side, ...]:
    """The sides that are asked for orders: each that has not closed its own."""
    by_turns = position.phase == "plotting" and alternation.live(table)
    sides = alternation.list_asked(table, position) if by_turns else table.sides
    return tuple(side for side in sides if position.phase in QUESTIONS and not position.plan(side).closed)


def advance(course: EventRecorder, dice: Dice) -> None:  # noqa: C901 - one arm per phase
    """The next piece of work that asks no question."""
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
    """Sealed orders are opened; where units are ordered one at a time, the one that was ordered moves."""
    if not alternation.live(course.table) or alternation.activate(course, dice):
        flight.compel(course)
        _unseal(course, "movement")


def _unseal(course: EventRecorder, phase: Phase) -> None:
    course.add(PlotsOpened())
    _begin(course, phase)


def _bombard(course: EventRecorder, dice: Dice) -> None:
    artillery.bombard(course, dice)
    surrender.cut_off(course)
    _begin(course, "laying")


def _fight(course: EventRecorder, dice: Dice) -> None:
    melee.fight(course, dice)
    surrender.surround(course)
    surrender.cut_off(course)
    _begin(course, "morale")


def _begin(course: EventRecorder, phase: Phase) -> None:
    course.add(PhaseStarted(turn=course.position.turn, phase=phase))


def _open(course: EventRecorder, dice: Dice) -> None:
    """A turn begins: light, first side, tokens, and what is seen."""
    if course.position.phase == "deployment":
        deployment.place(course)
        _begin(course, "opening")
    table, turn = course.table, course.position.turn + 1
    weather = [one for one in table.scenario.weather if one.from_turn <= turn][-1]
    first, rolls = find_first_side(course, turn, dice)
    course.add(TurnOpened(turn=turn, first=first, light=weather.light, rain=weather.rain, rolls=rolls))
    artillery.clear(course, turn)
    for entry in table.scenario.tokens:
        for step in entry.steps:
            if step.turn == turn:
                course.add(TokenMoved(id=entry.id, at=step.at, shooting=step.shooting))
    succession.take_over(course)
    spotting.forget(course)
    spotting.watch(course)
    _begin(course, "plotting")


def find_first_side(course: EventRecorder, turn: int, dice: Dice) -> tuple[Side, tuple[Roll, ...]]:
    """Who moves first: in the first turn as the scenario says, later the higher die."""
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
    """One unit moves; after the last the calls for artillery go out."""
    if waiting := activation.waiting(course.table, course.position):
        activation.activate(course, waiting[0], dice)
        return
    for side in course.table.sides:
        artillery.call(course, side)
    surrender.cut_off(course)
    _begin(course, "artillery")


def _shoot(course: EventRecorder, dice: Dice) -> None:
    """One tier fires; after the last the melees are fought."""
    if course.position.step < len(course.table.parameters.turns.tiers):
        fire.fire_tier(course, course.position.step, dice)
        return
    surrender.cut_off(course)
    _begin(course, "melee")


def _close(course: EventRecorder, dice: Dice) -> None:
    """Morale tests, rallying, losing pins, and the end of the turn."""
    for part in course.table.parameters.morale.order:
        match part:
            case "tests":
                morale.tests(course, dice)
            case "rally":
                rallying.rally_all(course, dice)
            case "unpin":
                rallying.unpin_all(course, dice)
    surrender.cut_off(course)
    spotting.watch(course)
    victory.reward(course, "turn-end")
    turn = course.position.turn
    course.add(TurnEnded(turn=turn))
    if victory.is_annihilated(course.position):
        victory.end(course, "nobody-left")
    elif turn >= course.table.scenario.turns:
        victory.end(course, "last-turn")
    else:
        _begin(course, "opening")
