"""Events that follow from a side's knowledge: its own units and figures, the open table, and the scenario.

Each event is worked out again in the position before it, with its recorded dice.
"""

from collections.abc import Iterator

from referee.engine.dice import Dice
from referee.systems.skirmish import season
from referee.systems.skirmish.combat import artillery, morale
from referee.systems.skirmish.events.evolution import EventRecorder
from referee.systems.skirmish.flow import sequence
from referee.systems.skirmish.language.language import SkirmishLanguage
from referee.systems.skirmish.movement import activation
from referee.systems.skirmish.state.position import Plan, Position
from referee.systems.skirmish.state.table import Table
from schemas.record import Side
from schemas.skirmish import close_events as close
from schemas.skirmish import events as happened
from schemas.skirmish.names import Phase, Spot
from schemas.skirmish.orders import Barrage

FOLLOWING: dict[Phase, Phase] = {
    "deployment": "opening",
    "opening": "plotting",
    "plotting": "movement",
    "movement": "artillery",
    "artillery": "laying",
    "laying": "firing",
    "firing": "melee",
    "melee": "morale",
    "morale": "opening",
}
"""The next phase after each phase; a game may be over after any."""

Expected = tuple[happened.SkirmishEvent, ...]
"""The possible events in one place; one of them must have happened."""


class Memory:
    """State between events, in addition to the position.

    `aim` is the aim of the last mission, and `due` are the morale tests of each unit this turn. `opened` is
    True once the sealed orders of the phase are open, and `ended` is True once the turn has ended. `next` is
    the event that has to follow.
    """

    def __init__(self) -> None:
        self.aim: Spot | None = None
        self.due: dict[str, tuple[morale.Cause, ...]] = {}
        self.opened = self.ended = False
        self.next: happened.SkirmishEvent | None = None


class Expectation:
    """A side's expectation of an event in a position, with the recorded dice of the event."""

    def __init__(self, table: Table, position: Position, viewer: Side, memory: "Memory") -> None:
        self._table, self._position, self._viewer, self._memory = table, position, viewer, memory

    def find(self, event: happened.SkirmishEvent, dice: Dice) -> Expected | None:
        """Return the events that may be in the place of this one, or None if this side cannot know."""
        if (open_to_all := self._find_open(event, dice)) is not None:
            return open_to_all
        if getattr(event, "side", None) != self._viewer:
            return None
        return self._find_own(event, dice)

    def _find_open(self, event: happened.SkirmishEvent, dice: Dice) -> Expected | None:  # noqa: PLR0911 - one arm per event
        position, turn = self._position, self._position.turn
        match event:
            case happened.PhaseStarted():
                phases = (*self._list_next(), "over")
                return tuple(happened.PhaseStarted(turn=turn, phase=phase) for phase in phases)
            case happened.TurnOpened():
                return (self._open_turn(dice),)
            case happened.TurnEnded():
                ends = position.phase == "morale" and not self._memory.ended
                return (happened.TurnEnded(turn=turn),) if ends else ()
            case happened.TierFired():
                return (happened.TierFired(tier=position.step + 1),)
            case happened.PlotsOpened():
                is_due = position.phase in {"plotting", "laying"} and not self._memory.opened
                return (event,) if is_due else ()
            case happened.SmokeCleared():
                gone = (cloud for cloud in position.smoke if cloud.until < turn)
                return tuple(happened.SmokeCleared(id=cloud.id) for cloud in gone)
            case happened.TokenMoved():
                return tuple(
                    happened.TokenMoved(id=token.id, at=step.at, shooting=step.shooting)
                    for token in self._table.scenario.tokens
                    for step in token.steps
                    if step.turn == turn
                )
            case _:
                return None

    def _list_next(self) -> tuple[Phase, ...]:
        """Return the next phase if this one is complete."""
        position, phase = self._position, self._position.phase
        match phase:
            case "over":
                return ()
            case "opening":
                done = not self._is_behind()
            case "plotting" | "laying":
                done = self._memory.opened
            case "firing":
                done = position.step == len(self._table.parameters.turns.tiers)
            case "morale":
                done = self._memory.ended
            case _:
                done = True
        return (FOLLOWING[phase],) if done else ()

    def _is_behind(self) -> bool:
        """Return True if old smoke is still there, or a token has not reached its place of this turn."""
        position, turn = self._position, self._position.turn
        in_place = (
            (position.tokens[entry.id].at, position.tokens[entry.id].shooting) == (step.at, step.shooting)
            for entry in self._table.scenario.tokens
            for step in entry.steps
            if step.turn == turn
        )
        return any(cloud.until < turn for cloud in position.smoke) or not all(in_place)

    def _open_turn(self, dice: Dice) -> happened.TurnOpened:
        course = EventRecorder(self._table, self._position, SkirmishLanguage(self._table).word_dropped)
        turn = self._position.turn + 1
        weather = [one for one in self._table.scenario.weather if one.from_turn <= turn][-1]
        first, rolls = sequence.find_first_side(course, turn, dice)
        return happened.TurnOpened(
            turn=turn, first=first, light=weather.light, rain=weather.rain, rolls=rolls
        )

    def _find_own(self, event: happened.SkirmishEvent, dice: Dice) -> Expected | None:  # noqa: C901, PLR0911, PLR0912 - one arm per event
        course = EventRecorder(self._table, self._position, SkirmishLanguage(self._table).word_dropped)
        match event:
            case happened.UnitActivated(unit=unit) if self._moves(unit):
                if unit not in activation.list_queued(self._table, self._position, self._viewer)[:1]:
                    return ()
                plots = [one for one in self._plan().plots if activation.is_for(self._position, one, unit)]
                activation.roll_allowances(course, unit, plots, dice)
            case close.MoraleTested(unit=unit, cause=cause):
                due = tuple(morale.due(self._table, self._position, unit))
                if cause not in self._memory.due.setdefault(unit, due):
                    return ()
                morale.take_test(course, unit, cause, dice)
            case close.UnitRallied(unit=unit):
                if not season.may_rally(self._table, self._position, unit):
                    return ()
                season.rally(course, unit, dice)
            case close.Unpinned(figure=id):
                figure = self._position.figures[id]
                if not season.may_unpin(self._table, self._position, figure):
                    return ()
                season.unpin(course, figure, dice)
            case happened.ShellFell(kind=kind) if self._memory.aim is not None:
                at, rolls = artillery.find_impact(self._table, self._viewer, self._memory.aim, dice)
                return (happened.ShellFell(side=self._viewer, kind=kind, at=at, rolls=rolls),)
            case happened.BarrageCalled():
                return tuple(self._list_calls())
            case happened.LeaderNamed():
                season.take_over(course)
            case happened.Scored(rule=rule):
                return self._score(rule)
            case _:
                return None
        return tuple(course.events)

    def _plan(self) -> Plan:
        return self._position.plan(self._viewer)

    def _moves(self, unit: str) -> bool:
        """Return True if a unit has not been activated yet; its later rolls are for breaking off."""
        return not self._position.units[unit].activated

    def _list_calls(self) -> Iterator[happened.BarrageCalled]:
        falls = self._position.turn + self._table.parameters.artillery.delay
        for plot in self._plan().plots:
            if isinstance(plot, Barrage):
                yield happened.BarrageCalled(
                    side=self._viewer, mission=plot.mission, aim=plot.aim, falls=falls
                )

    def _score(self, rule: int) -> Expected | None:
        """Return the points by a rule about this side's own figures and units, or None for other rules."""
        rewards = self._table.scenario.victory.get(self._viewer, ())
        if rule < len(rewards) and rewards[rule].side != self._viewer:
            return None
        if rule >= len(rewards) or (self._viewer, rule) in self._position.rewarded:
            return ()
        points = rewards[rule].points * season.count_points(self._table, self._position, rewards[rule])
        return (happened.Scored(side=self._viewer, rule=rule, points=points),) if points else ()
