"""The toy game with three sides: each hides a number, and the highest number wins."""

from collections.abc import Iterator

from referee.engine.dice import Dice, state_purpose
from referee.engine.facts import OpenQuestion
from schemas.record import Side
from tests.engine.toy import Asking, Dealt, Table, Throwing, Toy, ToyEvent, Won


class Trio(Toy):
    """The rules for three sides, which are all asked at once."""

    sides: tuple[Side, ...] = ("red", "blue", "green")
    questions = ("hide",)

    def start(self) -> Table:
        return Table(points=dict.fromkeys(self.sides, 0), lucky=dict.fromkeys(self.sides, ()))

    def prompts(self, state: Table) -> tuple[OpenQuestion, ...]:
        if not state.dealt or state.winner:
            return ()
        return tuple(
            OpenQuestion(Asking.HIDE, side=side, question="hide", clause="hiding.range")
            for side in self.sides
            if side not in state.hidden
        )

    def _work(self, state: Table, dice: Dice) -> Iterator[ToyEvent]:
        if state.winner:
            return
        if not state.dealt:
            drawn = dice.shuffle(state_purpose(Throwing.DEAL), range(1, 7))
            yield Dealt(purpose=drawn.purpose, size=6, order=drawn.order)
        elif len(state.hidden) == len(self.sides):
            yield Won(side=max(state.hidden, key=lambda side: state.hidden[side]))
