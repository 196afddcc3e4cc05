"""Later orders given again without those that are void: with their dice, or up to the first die."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from referee.dice.kept import KeptDice
from referee.engine.dice import DiceNeeded, replay_dice
from referee.engine.machine import play
from referee.engine.purposes import FiledDice
from referee.engine.system import Rules, Stage, State
from referee.engine.verdict import Refused, irrevocable
from referee.evidence import shown_dice
from referee.evidence.rulings import segments
from referee.matches.history import Move, Step
from referee.matches.matches import Match
from referee.values.value import Value
from schemas.model import Order
from schemas.record import REFEREE, Prompt, Side


class Given(Value):
    """An order as it was given: in which entry, what it was asked, and which battle it is about."""

    step: Step
    move: Move
    order: Order
    asked: frozenset[Prompt]
    stage: Stage

    def answers(self, rules: Rules, state: State) -> bool:
        """Whether its side is asked in a position what it was asked then: a word may answer many questions.

        The same question of another turn is another one; battles are announced in any order.
        """
        if segments.find_stage(rules, state, self.order).count != self.stage.count:
            return False
        return self.stage.announces or not self.asked.isdisjoint(_find_asked(rules, state, self.order))


class Redone(Value):
    """An entry whose orders stand again with their dice: they are filed again, as they were."""

    step: Step
    side: Side
    moves: tuple[Move, ...]
    dice: int


class Course(Value):
    """What stands again, the position after it, and the orders behind it that need other dice."""

    redone: tuple[Redone, ...]
    after: State
    left: tuple[Given, ...]


def list_given(rules: Rules, steps: Sequence[Step], behind: frozenset[str]) -> tuple[Given, ...]:
    """The orders of sides in some entries; battles that are fought again are declared `behind` the others.

    What the moderator amended falls with what is undone: he amends what comes of it, if that is still wrong.
    """
    given: list[Given] = []
    for step in steps:
        state = step.before
        for move in step.moves:
            if move.order is not None and move.order.side != REFEREE:
                stage = segments.find_stage(rules, state, move.order)
                asked = _find_asked(rules, state, move.order)
                given.append(Given(step, move, move.order, asked, stage))
            for event in move.events:
                state = rules.evolve(state, event)
    return tuple(_move_behind(given, behind))


def _find_asked(rules: Rules, state: State, order: Order) -> frozenset[Prompt]:
    return frozenset(prompt for prompt in rules.prompts(state) if prompt.side == order.side)


def _move_behind(given: Sequence[Given], behind: frozenset[str]) -> Iterator[Given]:
    for announces, run in groupby(given, key=lambda one: one.stage.announces):
        orders = list(run)
        if announces:
            orders.sort(key=lambda one: one.stage.fight in behind)
        yield from orders


def redo(match: Match, before: State, given: Sequence[Given], undone: Sequence[Step]) -> Course:
    """The orders that stand again with dice of the `undone` entries, up to the first that needs others.

    An order that is not lawful without what is void falls, as does one that is asked no more; those after it
    are still tried.
    """
    rules, header = match.rules, match.header
    kept = KeptDice()
    for step in undone:
        kept.add(step.events, shown_dice.owners(header, step.entry, step.events))
    dice = FiledDice(kept, header.format, rules.word_purpose)
    state, stood = before, list[tuple[Given, Move, int]]()
    for number, one in enumerate(given):
        if not one.answers(rules, state):
            continue
        try:
            after, verdict = play(rules, state, one.order, dice)
        except DiceNeeded:
            return Course(tuple(_group(stood)), state, tuple(given[number:]))
        if isinstance(verdict, Refused):
            continue
        used = sum(len(roll.faces) for roll in kept.settle())
        stood.append((one, Move(one.order, verdict.events, one.move.line), used))
        state = after
    return Course(tuple(_group(stood)), state, ())


def _group(stood: Sequence[tuple[Given, Move, int]]) -> Iterator[Redone]:
    """Orders as they shared entries."""
    for _, run in groupby(stood, key=lambda one: one[0].step.seq):
        some = list(run)
        step, side = some[0][0].step, some[0][0].order.side
        yield Redone(step, side, tuple(move for _, move, _ in some), sum(used for _, _, used in some))


def list_sendable(rules: Rules, before: State, given: Sequence[Given]) -> tuple[Given, ...]:
    """The orders that are lawful again, as lines of a letter may be sent, up to the first new die.

    What comes after a die depends on faces that no side has seen yet.
    """
    state, sendable = before, list[Given]()
    for one in given:
        if not one.answers(rules, state):
            continue
        try:
            after, verdict = play(rules, state, one.order, replay_dice(one.move.events))
        except DiceNeeded:
            break
        if isinstance(verdict, Refused):
            continue
        sendable.append(one)
        if irrevocable(verdict.events):
            break
        state = after
    return tuple(sendable)
