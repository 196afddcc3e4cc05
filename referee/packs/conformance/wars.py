"""Random wars, and which clauses meet in each of their player turns."""

import random
from collections.abc import Iterator, Sequence
from itertools import islice

from referee.engine import machine
from referee.engine.dice import Draw
from referee.engine.system import State
from referee.engine.verdict import Accepted
from referee.packs import binding
from referee.packs.conformance.cases import Touching
from referee.systems.faces import Game
from schemas.model import Order
from schemas.record import Event, Prompt, Purpose, Roll, Side

SEED = 1914
"""What dice and choices of these wars follow from, so that all count alike."""

GLANCE = 12
"""How many answers of each bunch a player thinks of."""

AGAIN = 3
"""How many of its earlier orders a side tries again at each question: most of them fall, for some clause."""

REMEMBERED = 40
"""How many earlier orders are not forgotten."""

PATIENCE = 400
"""How many answers a player turn may have before the next war begins."""


class LooseDice:
    """Dice of a seeded generator, without proof."""

    def __init__(self, generator: random.Random) -> None:
        self._generator = generator

    def throw(
        self, purpose: str | Purpose, count: int, *, needed: int, sides: int = 6, owner: Side | None = None
    ) -> Roll:
        """Throw some dice."""
        faces = tuple(self._generator.randint(1, sides) for _ in range(count))
        return Roll(purpose=purpose, sides=sides, needed=needed, key=owner or "", faces=faces)

    def shuffle(self, purpose: str | Purpose, items: Sequence[int]) -> Draw:
        """Mix the cards."""
        return Draw(purpose, tuple(self._generator.sample(items, len(items))))


class War:
    """One war of a scenario between players who choose by chance."""

    def __init__(self, game: Game, touch: Touching, seed: str) -> None:
        rules = game.rules
        self._game, self._rules, self._touch = game, rules, touch
        self._generator = random.Random(seed)
        self._dice = LooseDice(self._generator)
        self._met: set[str] = set()
        self._given: list[Order] = []
        self.state, events = machine.run_on(rules, rules.start(), self._dice)
        self._spans: list[frozenset[str]] = []
        self._happen(rules.start(), events)

    def turns(self) -> Iterator[frozenset[str]]:
        """The clauses that act in each player turn, and in the seasons' work between two of them."""
        answers = 0
        while answers < PATIENCE and (prompts := self._rules.prompts(self.state)):
            answers += 1
            self._answer(self._generator.choice(prompts))
            if self._spans:
                answers = 0
            yield from self._spans
            self._spans.clear()
        yield frozenset(self._met)

    def _answer(self, prompt: Prompt) -> None:
        """Try answers until one is lawful; what is held against the others acts, too."""
        self._cite(prompt.clause)
        for order in (*self._tried_again(prompt), *self._thought_of(prompt)):
            if against := tuple(self._rules.objections(self.state, order)):
                for objection in against:
                    self._cite(objection.clause)
                continue
            self._given = [*self._given[-REMEMBERED:], order]
            before = self.state
            self.state, verdict = machine.play(self._rules, before, order, self._dice)
            if isinstance(verdict, Accepted):
                self._happen(before, verdict.events)
                return

    def _tried_again(self, prompt: Prompt) -> list[Order]:
        """Earlier orders that fall now; those that stood again would change plans for ever."""
        mine = [order for order in self._given if order.side == prompt.side]
        tried = self._generator.sample(mine, min(AGAIN, len(mine)))
        return [order for order in tried if any(self._rules.objections(self.state, order))]

    def _thought_of(self, prompt: Prompt) -> list[Order]:
        """Answers in an order of chance; a player who is tired is done if he may be."""
        groups = self._game.advisor.option_groups(self.state, prompt) or ()
        answers = [order for bunch in groups for order in islice(bunch, GLANCE)]
        self._generator.shuffle(answers)
        ends = [order for order in self._rules.options(self.state, prompt) if order.type == "done"]
        tired = ends if self._generator.random() < 0.25 else []
        return [*tired, *answers, *ends]

    def _cite(self, clause: str) -> None:
        self._met.add(self._rules.cite(clause).number)

    def _happen(self, state: State, events: Sequence[Event]) -> None:
        for event in events:
            if self._touch.opens_span(event) and self._met:
                self._spans.append(frozenset(self._met))
                self._met.clear()
            self._met.update(self._touch.clauses(self._rules, state, event))
            state = self._rules.evolve(state, event)


def player_turns(pack: str, touch: Touching, count: int) -> Iterator[frozenset[str]]:
    """The clauses that meet in so many player turns, shared out evenly among the scenarios of a pack."""
    scenarios = [scenario.id for scenario in binding.bind(pack, None, {}).loaded.pack.scenarios]
    for number, scenario in enumerate(scenarios):
        share = count // len(scenarios) + (number < count % len(scenarios))
        game = binding.bind(pack, scenario, {}).system
        war = 0
        while share > 0:
            war += 1
            for met in islice(War(game, touch, f"{SEED} {scenario} {war}").turns(), share):
                share -= 1
                yield met
