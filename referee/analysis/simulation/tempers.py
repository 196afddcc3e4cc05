"""Players who answer by chance, quickly: what they differ in is how soon they are done."""

from collections.abc import Iterator
from itertools import islice
from random import Random

from referee.engine.system import State
from referee.systems.faces import Game
from schemas.model import Order
from schemas.record import Prompt

NAME = "tempers"
"""What such a player is called; his temper is drawn anew for each war."""

TEMPERS = (0.05, 0.2, 0.4)
"""How often a bold, a calm and an idle player are done where they may be."""

TIRES = 0.02
"""How much oftener with each order that they gave to the same question: they would shift pieces for ever."""

QUIET = frozenset({"done", "pass"})
"""The orders that leave all as it is."""

SHIFTS = frozenset({"anew", "transfer"})
"""The orders that change a plan and add nothing to it: a player who gave them freely would never end."""

SHIFTING = 0.05
"""How often a player thinks of them first."""

GLANCE = 12
"""How many orders of one kind are looked at."""


class Tempered:
    """A player with a temper; his lots follow from a seed."""

    def __init__(self, seed: str) -> None:
        self._lots = Random(seed)
        self._temper = self._lots.choice(TEMPERS)
        self._asked, self._given = "", 0

    def choose(self, game: Game, state: State, prompt: Prompt) -> Order:
        """A lawful answer: a quiet one as often as he is done, otherwise one of any kind."""
        rules, asked = game.rules, f"{prompt.question} {prompt.subject}"
        self._given = self._given + 1 if asked == self._asked else 0
        self._asked = asked
        tired = self._lots.random() < self._temper + TIRES * self._given
        quiet = [one for one in rules.options(state, prompt) if one.type in QUIET] if tired else []
        for order in (*quiet, *self._draw_by_kinds(game, state, prompt)):
            if not any(rules.objections(state, order)):
                return order
        # Few of many orders were looked at; one of them all is lawful.
        return next(one for one in rules.options(state, prompt) if not any(rules.objections(state, one)))

    def _draw_by_kinds(self, game: Game, state: State, prompt: Prompt) -> Iterator[Order]:
        """Some orders of each kind: marches are many, and would crowd out all others."""
        groups = game.advisor.option_groups(state, prompt) or iter((game.rules.options(state, prompt),))
        kinds = [list(islice(kind, GLANCE)) for kind in groups]
        self._lots.shuffle(kinds)
        if self._lots.random() >= SHIFTING:
            kinds.sort(key=lambda kind: bool(kind) and kind[0].type in SHIFTS)
        for kind in kinds:
            yield from self._lots.sample(kind, len(kind))
