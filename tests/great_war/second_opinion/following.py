"""The system plays a war at random, and the second opinion goes along: same orders, same dice, same cards."""

import random
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from referee.engine import dice, machine
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import LeaveEmpty
from schemas.great_war.events import (
    CardsDrawn,
    DeckShuffled,
    FortReduced,
    GreatWarEvent,
    PieceLost,
)
from schemas.great_war.orders import Battle, Done, GreatWarOrder
from schemas.record import Purpose, Roll
from tests.great_war.random_play import lawful_choice
from tests.great_war.second_opinion import seasons
from tests.great_war.second_opinion.checkpoints import differences, point_of, same_war
from tests.great_war.second_opinion.comparison import Difference, SeededDice, Table, asked, thrown
from tests.great_war.second_opinion.gatherings import gathered
from tests.great_war.second_opinion.probes import probes
from tests.great_war.second_opinion.terms import (
    LATER,
    Ask,
    Attrition,
    Draw,
    Path,
    Question,
    Reached,
    Shuffle,
    Step,
    Throw,
)
from tests.great_war.second_opinion.war import War
from tests.systems import system_of


@dataclass
class Deck(SeededDice):
    """Dice and a deck that is shuffled too."""

    def shuffle(self, purpose: Purpose, items: Sequence[int]) -> dice.Draw:  # type: ignore[override]
        return dice.Draw(purpose, tuple(self.generator.sample(items, len(items))))


@dataclass
class Rolling(Table):
    """The system's war under way, and what it did since the second opinion last looked."""

    draws: deque[CardsDrawn] = field(default_factory=deque)
    shuffles: deque[DeckShuffled] = field(default_factory=deque)
    starved: deque[str] = field(default_factory=deque)
    reached: list[str] = field(default_factory=list)
    points: deque[tuple[str, Position]] = field(default_factory=deque)

    def happen(self, events: tuple[GreatWarEvent, ...]) -> None:
        reached: list[str] = []
        for event in events:
            self.position = self.rules.evolve(self.position, event)
            reached += [point] if (point := point_of(event)) else []
            match event:
                case PieceLost(piece=id, fate="hit") | FortReduced(fort=id) if (
                    self.position.fight is not None
                ):
                    self.fallen.append(id)
                case PieceLost(piece=id, fate="cut-off"):
                    self.cut_off.append(id)
                case PieceLost(piece=id, fate="out-of-supply" | "elsewhere"):
                    self.starved.append(id)
                case CardsDrawn():
                    self.draws.append(event)
                case DeckShuffled():
                    self.shuffles.append(event)
                case _:
                    pass
        self.reached += reached
        if not isinstance(self.position.task, LeaveEmpty):
            # A battle is over when the Empty Armies have gone that it leaves behind.
            self.points.extend((point, self.position) for point in self.reached)
            self.reached.clear()

    def run_on(self) -> None:
        while not self.rules.prompts(self.position):
            more = self.rules.advance(self.position, self.dice).events
            if not more:
                return
            self.happen(more)


@dataclass
class Tally:
    """How much was compared."""

    turns: int = 0
    battles: int = 0
    productions: int = 0
    judged: int = 0
    seen: Counter[str] = field(default_factory=Counter)

    def reached(self, point: str) -> None:
        self.turns += point == "turn"
        self.battles += point == "battle"
        self.productions += point == "purchases"
        self.seen[point] += 1


def follow(rules: GreatWar, seed: int, *, wrong: int = 2, most_turns: int | None = None) -> Tally:
    """One war to its end, or so many player turns of it; raises `Difference` where the opinions part.

    On each question `wrong` orders of chance are judged by both.
    """
    generator = random.Random(seed)
    dice = Deck(generator)
    position, _ = machine.run_on(rules, rules.start(), dice)
    table = Rolling(rules, position, "", dice, thorough=False)
    return go_along(table, same_war(rules, position), generator, wrong=wrong, most_turns=most_turns)


def follow_gathered(rules: GreatWar, seed: int, *, most_turns: int = 2) -> Tally:
    """The first player turns of a war in which armies of both sides are crowded side by side."""
    generator = random.Random(seed)
    dice = Deck(generator)
    position = gathered(rules, generator, dice)
    table = Rolling(rules, position, "", dice, thorough=False)
    return go_along(table, same_war(rules, position), generator, most_turns=most_turns)


def go_along(
    table: Rolling, war: War, generator: random.Random, *, wrong: int = 2, most_turns: int | None = None
) -> Tally:
    """Both opinions from where they are; the system decides at random, the second opinion follows."""
    tally = Tally()
    follower = Follower(table, war, generator, wrong, tally)
    asked_now = {prompt.question for prompt in table.rules.prompts(table.position)}
    course = seasons.whole(war, placed="reinforcements" not in asked_now)
    try:
        follower.walk(course, most_turns)
    except Difference as difference:
        story = "\n".join(table.story[-40:])
        raise Difference(f"{difference}\nturn {war.turn}, after {tally}\n{story}") from None
    return tally


@dataclass
class Follower:
    """Answers each step of the second opinion with what the system does."""

    table: Rolling
    war: War
    generator: random.Random
    wrong: int
    tally: Tally

    def walk(self, course: Path, most_turns: int | None) -> None:
        answer: object = None
        while most_turns is None or self.tally.turns < most_turns:
            try:
                step = course.send(answer)
            except StopIteration:
                return
            if self.table.position.result is not None and not self.table.points:
                return
            answer = self.answer(step)

    def answer(self, step: Step) -> object:  # noqa: PLR0911 - one arm per case of the rule
        match step:
            case Question():
                return self.question(step)
            case Ask():
                return self.battle_question(step)
            case Throw(phase="transit"):
                return self.transit(step)
            case Throw():
                return thrown(self.table, step)
            case Draw():
                return self.draw(step)
            case Shuffle():
                return self.shuffle(step)
            case Attrition():
                return self.starve(step)
            case Reached():
                return self.compare(step)

    def question(self, step: Question) -> GreatWarOrder:
        """What the system's player answers, judged by both; and some answers that nobody would give."""
        table = self.table
        prompts = table.rules.prompts(table.position)
        open_ones = {prompt.side for prompt in prompts if prompt.question == step.what}
        if open_ones != step.sides:
            if step.idle and not open_ones:
                return Done(side=min(step.sides))
            raise Difference(
                f"{step.what} should be asked of {set(step.sides)}, and the system asks {prompts}"
            )
        for order in probes(table.position, self.war, step, self.generator, self.wrong):
            self.judge(step, order)
        order = self.choice()
        self.judge(step, order)
        self.table.take(order)
        return order

    def choice(self) -> GreatWarOrder:
        """What the player of chance orders."""
        order = lawful_choice(self.table.rules, self.table.position, self.generator)
        if order is None:
            raise Difference(f"nothing is lawful: {self.table.rules.prompts(self.table.position)}")
        return order

    def judge(self, step: Question, order: GreatWarOrder) -> None:
        """Both opinions hold the same against an order: something, or nothing."""
        self.tally.judged += 1
        theirs = [
            system_of(self.table.rules).language.word(objection).text
            for objection in self.table.rules.objections(self.table.position, order)
        ]
        mine = step.against(order)
        if mine != LATER and bool(theirs) != bool(mine):
            raise Difference(f"{step.what}: {order!r}: the system says {theirs}, the second opinion {mine!r}")

    def battle_question(self, step: Ask) -> object:
        fight = self.war.fight
        assert fight is not None
        self.table.area = fight.terms.area
        if forward := self.brought_forward(step):
            self.table.take(forward)
            return forward
        return asked(self.table, fight, step, self.generator)

    def brought_forward(self, step: Ask) -> Battle | None:
        """Now and then the attacker says which battle comes next, where the system lets him (5.2.1)."""
        now = self.table.position.now
        if step.what != "retreat-after" or now is None or self.generator.random() > 0.1:
            return None
        orders = [Battle(side=step.side, area=area) for area in now.battles]
        return next((order for order in orders if self.table.lawful(order)), None)

    def transit(self, step: Throw) -> dict[tuple[str, int], tuple[int, ...]]:
        if not self.table.dice.thrown:
            raise Difference(f"{step} should be thrown")
        roll: Roll = self.table.dice.thrown.pop(0)
        ((group, count),) = step.dice.items()
        if (len(roll.faces), roll.needed) != (count, group[1]):
            raise Difference(f"{step} should be thrown, and not {roll}")
        return {group: roll.faces}

    def draw(self, step: Draw) -> set[int]:
        if not self.table.draws:
            raise Difference(f"{step} should be drawn")
        drawn = self.table.draws.popleft()
        if (drawn.side, drawn.count, len(drawn.cards)) != (step.side, step.count, step.count):
            raise Difference(f"{step} should be drawn, and not {drawn}")
        return set(drawn.cards)

    def shuffle(self, step: Shuffle) -> None:
        if not self.table.shuffles:
            raise Difference(f"{step} should happen")
        shuffled = self.table.shuffles.popleft()
        if shuffled.size != step.size:
            raise Difference(f"{step} should happen, and not {shuffled}")

    def starve(self, step: Attrition) -> str:
        lost = [id for id in self.table.starved if id in step.lawful]
        if not lost:
            raise Difference(f"one of {set(step.lawful)} should be lost to want of supply")
        self.table.starved.remove(lost[0])
        return lost[0]

    def compare(self, step: Reached) -> None:
        """Both hold the same where the system was at this point."""
        table = self.table
        if not table.points or table.points[0][0] != step.point:
            asks = table.rules.prompts(table.position)
            reached = [name for name, _ in table.points]
            raise Difference(f"the {step.point} should be over, and not {reached}: the system asks {asks}")
        _, position = table.points.popleft()
        # The system stops and asks after each of these, so nothing that follows is forgotten with it.
        if step.point == "turn":
            table.cut_off.clear()
        elif step.point in {"attrition", "season"}:
            table.starved.clear()
        self.tally.reached(step.point)
        if found := list(differences(table.rules, position, self.war, step.point)):
            raise Difference(f"at the end of the {step.point}: " + "\n".join(found))
        left = self._left_over()
        if step.point not in {"battle", "purchases"} and left:
            raise Difference(f"the system did more by the end of the {step.point}: {left}")

    def _left_over(self) -> list[object]:
        return [*self.table.dice.thrown, *self.table.fallen] if not self.table.points else []
