"""The battles that a match has fought: where each began, what was answered in it, and what it came to."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import cast

from referee.analysis import battlefields, forecasts
from referee.analysis.forecasts import End
from referee.analysis.policies import Policy
from referee.engine.dice import NoDice
from referee.engine.system import Rules
from referee.matches import history
from referee.matches.history import Step
from referee.systems.great_war.faces.notation import GreatWarNotation
from referee.systems.great_war.narrative.situation import situation
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.secrecy import secrecy
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import CloseBattle, PayHits
from referee.values.value import Value
from schemas.advance import AdvanceOrder
from schemas.great_war.events import BattleLapsed, BattleOpened, ErsatzSpent, GreatWarEvent
from schemas.great_war.orders import Done, GreatWarOrder, Play, Spend
from schemas.model import Order
from schemas.record import Side

UNKEPT = (Done, Play, Spend)
"""Answers that say nothing of pieces: a quiet side says the same, and a forecast has no cards."""


class Fought(Value):
    """A battle that was fought to its end.

    `opened` and `closed` are entries, `start` is the position before the battle as the reader may know it,
    `answers` are those that were given in it, and `paid` counts the hits that each side paid with cards.
    """

    area: str
    opened: int
    closed: int
    moment: str
    attacker: Side
    start: Position
    end: End
    answers: Policy
    paid: Mapping[Side, int]


class _Battle:
    """A battle while it is fought."""

    def __init__(self, rules: GreatWar, area: str, opened: int, start: Position) -> None:
        self._rules, self._area, self._opened, self._start = rules, area, opened, start
        self._answers: list[AdvanceOrder] = []
        self._paid = Counter[Side]()

    def note(self, before: Position, order: Order, viewer: Side) -> None:
        """Keep an answer, if the reader may know it."""
        given = secrecy.redact_order(self._rules.theatre, cast(GreatWarOrder, order), viewer)
        if given is None or isinstance(given, UNKEPT):
            return
        line = GreatWarNotation(self._rules.narrator).write(given)
        for prompt in self._rules.prompts(before):
            if prompt.side == order.side:
                answer = AdvanceOrder(question=prompt.question, subject=prompt.subject, order=line)
                self._answers.append(answer)

    def pay(self, before: Position, after: Position, side: Side) -> None:
        """Count the hits that a card has paid."""
        left = after.task.hits if isinstance(after.task, PayHits) else 0
        self._paid[side] += before.owing.hits - left

    def close(self, before: Position, closed: int, viewer: Side) -> Fought:
        """The battle when only its close is left to do."""
        rules, area = self._rules, self._area
        start = battlefields.open_battle(self._start, area)
        # The close asks nothing and throws nothing, and may send armies away as a forecast sees it.
        over = rules.advance(before, NoDice()).after
        return Fought(
            area=area,
            opened=self._opened,
            closed=closed,
            moment=situation.moment(rules.narrator, self._start),
            attacker=self._start.playing.side,
            start=battlefields.show_public(rules.theatre, self._start, viewer),
            end=forecasts.judge_end(rules, start, over, area),
            answers=Policy(tuple(self._answers)),
            paid=self._paid,
        )


def list_fought(rules: GreatWar, steps: Iterable[Step], viewer: Side) -> Iterator[Fought]:
    """The battles of some entries that were opened and closed in them, as a reader may know them.

    A battle in which no side was left to fight is none.
    """
    battle: _Battle | None = None
    for step in steps:
        for played, move in history.replay_moves(cast(Rules, rules), step.before, step.moves):
            state = cast(Position, played)
            if battle is not None and move.order is not None:
                battle.note(state, move.order, viewer)
            for happened in move.events:
                event = cast(GreatWarEvent, happened)
                if battle is not None and isinstance(state.task, CloseBattle):
                    yield battle.close(state, step.seq, viewer)
                    battle = None
                after = rules.evolve(state, event)
                match event:
                    case BattleOpened(area=area):
                        battle = _Battle(rules, area, step.seq, state)
                    case BattleLapsed():
                        battle = None
                    case ErsatzSpent(side=side) if battle is not None:
                        battle.pay(state, after, side)
                    case _:
                        pass
                state = after


def find_opening(
    rules: GreatWar, steps: Iterable[Step], area: str, turn: tuple[int, Side | None]
) -> tuple[int, Position] | None:
    """The entry that opened a battle in an area in a player turn, and the position before it."""
    for step in steps:
        for played, move in history.replay_moves(cast(Rules, rules), step.before, step.moves):
            state = cast(Position, played)
            for event in move.events:
                if isinstance(event, BattleOpened) and event.area == area:
                    here = state.map.turn, state.playing.side
                    return (step.seq, state) if here == turn else None
                state = rules.evolve(state, cast(GreatWarEvent, event))
    return None
