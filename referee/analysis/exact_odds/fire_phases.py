"""Exact results of successive fire phases by dynamic programming over the pieces left on both sides.

The engine would visit a position for each number of hits of each throw. Under quiet answers a side's losses
follow from its number of hits alone, so that few combinations of pieces left remain. Firepower and extra
dice are read from the rules; battles with a choice inside a phase are left to the engine.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction

from msgspec.structs import replace

from referee.analysis.exact_odds import standings
from referee.analysis.exact_odds.battle_end import Disputed, End, SharedEnds
from referee.analysis.exact_odds.side_losses import SideLosses, Strengths
from referee.analysis.exact_odds.standings import Standing, Standings
from referee.analysis.policies import Policy
from referee.engine.enumeration import count_rows
from referee.systems.great_war.combat import air, card_effects, fire
from referee.systems.great_war.combat.fire import Volley
from referee.systems.great_war.facts import aircraft
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import CloseBattle, Dogfight, Fire, RetreatAfter, StandOrRetreat
from schemas.record import Side

FACES = 6
"""Faces of the dice of battles."""

Hits = tuple[int, int, int]
"""Hits of a phase: their number, the part of siege guns, and the part that drives armies back."""

DECIDED_IN_FIRE = frozenset({"losses", "rerolls"})
"""Questions inside a phase of fire: a policy that answers one leaves the phase to the engine."""


Finish = Callable[[Position], End | None]
"""Function that plays a battle to its end under the policy; None if that takes a die."""


class FirePhases:
    """The phases of fire that come next in a position, up to the next decision of a side.

    With `finish`, states that differ only in pieces of the attacker share one end.
    """

    def __init__(
        self,
        game: GreatWarGame,
        position: Position,
        area: str,
        policy: Policy,
        before: End,
        *,
        finish: Finish | None = None,
        keeps: bool = False,
    ) -> None:
        self._keeps, self._finish = keeps, finish
        self._game, self._position, self._area = game, position, area
        self._standings = Standings(game, position, area, before)
        self._attacker, self._defender = self._standings.attacker, self._standings.defender
        questions = {line.question for line in policy.orders}
        self._answers_stand = "stand-or-retreat" in questions
        self._answers_after = "retreat-after" in questions
        self._powers: dict[tuple[object, ...], tuple[int, ...]] = {}
        self._extra: dict[tuple[object, ...], tuple[Volley, ...]] = {}
        self._spreads: dict[tuple[object, ...], Mapping[Hits, int]] = {}
        number = game.sides.index(self._attacker.side)
        mine = position.map.standing(area, self._attacker.side)
        most = before.lost[number] + self._attacker.count_lost((0,) * len(self._attacker.start))
        self._ends = SharedEnds(number, frozenset(piece.id for piece in mine), most)
        self._dogfight = position.fighting.dogfight
        self._done = 0
        self.standings = 0
        """Number of states met."""

    def spread(self, weight: Fraction) -> Iterator[tuple[End | Disputed | Position, Fraction]]:
        """Yield each end of the battle, or the position after the phases, with its part of a weight."""
        states = {self._standings.start: 1}
        dice = 0
        lapses: list[tuple[End | Disputed | Position, Fraction]] = []
        for task in self._position.agenda:
            if isinstance(task, StandOrRetreat) and not self._is_answered(states):
                self._done += 1
                continue
            if not isinstance(task, Fire | Dogfight) or (isinstance(task, Fire) and task.phase == "pursuit"):
                break
            if self._opens(task):
                lapsing = [state for state in states if not self._can_fight(state)]
                lapses += (
                    (self._lay(state), weight * Fraction(states.pop(state), FACES**dice)) for state in lapsing
                )
            most = max((self._count_dice(state, task) for state in states), default=0)
            states = self._carry_out(states, task, most)
            dice += most
            self._done += 1
            self._dogfight = self._dogfight or isinstance(task, Dogfight)
            self.standings += len(states)
        yield from lapses
        whole = FACES**dice
        closes = self._closes()
        for state, ways in states.items():
            end = (self._find_end(state) or self._share_end(state)) if closes else None
            chance = weight * Fraction(ways, whole)
            if end is None:
                yield self._lay(state), chance
            elif self._keeps and end.holder is None:
                yield Disputed(self._close(state)), chance
            else:
                yield end, chance

    def _is_answered(self, states: Iterable[Standing]) -> bool:
        """Return True if a line answers the defender's question, or empty armies of the defender leave."""
        side = self._defender.side
        return self._answers_stand or any(self._standings.has_empty_army(state, side) for state in states)

    def _opens(self, task: Fire | Dogfight) -> bool:
        first = "offensive" if self._position.fighting.surprise else "artillery"
        return isinstance(task, Fire) and task.phase == first

    def _can_fight(self, state: Standing) -> bool:
        return any(state.attacker) and any(state.defender)

    def _carry_out(
        self, states: Mapping[Standing, int], task: Fire | Dogfight, most: int
    ) -> dict[Standing, int]:
        """Return the states after a phase; every weight counts rows of `most` further dice."""
        after: dict[Standing, int] = {}
        for state, ways in states.items():
            spare = ways * FACES ** (most - self._count_dice(state, task))
            for end, rows in self._list_ends(state, task):
                after[end] = after.get(end, 0) + spare * rows
        return after

    def _list_ends(self, state: Standing, task: Fire | Dogfight) -> Iterator[tuple[Standing, int]]:
        if isinstance(task, Dogfight):
            yield from self._fight_in_the_air(state)
            return
        victim = self._find_enemy(task.side)
        attacks = victim is self._defender
        strengths = state.defender if attacks else state.attacker
        for (hits, siege, driven), rows in self._spread_hits(state, task).items():
            after = victim.take(strengths, hits, siege) if hits else strengths
            pieces = (state.attacker, after) if attacks else (after, state.defender)
            yield self._standings.change(state, *pieces, driven), rows

    def _find_enemy(self, side: Side) -> SideLosses:
        return self._defender if side == self._attacker.side else self._attacker

    # Dice

    def _count_dice(self, state: Standing, task: Fire | Dogfight) -> int:
        if isinstance(task, Dogfight):
            return sum(self._count_planes(state))
        return sum(count for _, count in self._list_dice(state, task))

    def _spread_hits(self, state: Standing, task: Fire) -> Mapping[Hits, int]:
        dice = self._list_dice(state, task)
        if dice not in self._spreads:
            spread: dict[Hits, int] = {(0, 0, 0): 1}
            for (needed, siege, drives), count in dice:
                spread = _throw(spread, needed, count, siege=siege, drives=drives)
            self._spreads[dice] = spread
        return self._spreads[dice]

    def _list_dice(self, state: Standing, task: Fire) -> tuple[tuple[tuple[int, bool, bool], int], ...]:
        """Return the dice by firepower; siege guns hit forts alone, some kinds drive armies back."""
        mine, enemy = self._attacker, self._defender
        strengths, against = state.attacker, state.defender
        if task.side != mine.side:
            mine, enemy, strengths, against = enemy, mine, against, strengths
        if not enemy.has_targets(against):
            return ()
        offensive = task.phase == "offensive"
        dice: Counter[tuple[int, bool, bool]] = Counter()
        for piece, count, needed in zip(
            mine.pieces, mine.list_dice(strengths), self._find_powers(state, task, against), strict=True
        ):
            if count and needed:
                unit = self._game.units[piece.kind]
                dice[needed, unit.forts_only, offensive and unit.drives_back] += count
        for volley in self._find_extra(state, task, mine.list_armies(strengths)):
            unit = volley.unit
            dice[volley.needed, unit.forts_only, offensive and unit.drives_back] += volley.dice
        return tuple(sorted(dice.items()))

    def _find_powers(self, state: Standing, task: Fire, against: Strengths) -> tuple[int, ...]:
        """Return the firepower of each piece; it depends on the forts and the infantry of the enemy."""
        enemy = self._find_enemy(task.side)
        key = task, self._dogfight, enemy.has_fort(against), enemy.has_infantry(against)
        if key not in self._powers:
            position, mine = self._lay(state), self._find_enemy(enemy.side)
            self._powers[key] = tuple(
                fire.firepower(self._game, position, piece, task) for piece in mine.pieces
            )
        return self._powers[key]

    def _find_extra(self, state: Standing, task: Fire, armies: frozenset[str]) -> tuple[Volley, ...]:
        """Return the dice that a special offensive adds; they depend on the armies that still fight."""
        if self._position.playing.kind != "special":
            return ()
        key = task, armies
        if key not in self._extra:
            extra = card_effects.bonus_dice(self._game, self._lay(state), task)
            self._extra[key] = (
                ()
                if extra is None
                else (Volley(self._game.units[extra[0].kind], extra[0].firepower, extra[1]),)
            )
        return self._extra[key]

    # Air

    def _count_planes(self, state: Standing) -> tuple[int, int]:
        """Return the biplanes of the attacker and of the defender."""
        both = (self._attacker, state.attacker), (self._defender, state.defender)
        attacker, defender = (side_losses.count_planes(strengths) for side_losses, strengths in both)
        return attacker, defender

    def _fight_in_the_air(self, state: Standing) -> Iterator[tuple[Standing, int]]:
        attacks, defends = (
            tuple(count_rows(planes, self._find_power_in_the_air(side_losses.side), FACES))
            for planes, side_losses in zip(
                self._count_planes(state), (self._attacker, self._defender), strict=True
            )
        )
        for hits, rows in attacks:
            for losses_due, other_rows in defends:
                attacker = self._attacker.shoot_down(state.attacker, losses_due)
                defender = self._defender.shoot_down(state.defender, hits)
                yield self._standings.change(state, attacker, defender), rows * other_rows

    def _find_power_in_the_air(self, side: Side) -> int:
        """Return the firepower of a side's biplanes against biplanes (8.3.4)."""
        plane = next(aircraft.flying(self._game, self._position, self._area, side))
        unit = self._game.units[plane.kind]
        return unit.attack if side == self._attacker.side else unit.defence

    # Ends

    def _closes(self) -> bool:
        """Return True if only quiet answers come before the close, and no piece is marked."""
        match self._position.agenda[self._done :]:
            case (RetreatAfter(), RetreatAfter(), CloseBattle(), *_):
                there = self._position.map.at(self._area)
                return not self._answers_after and not any(piece.retreated for piece in there)
            case _:
                return False

    def _find_end(self, state: Standing) -> End | None:
        """Return the end of the battle if its close changes nothing; otherwise None."""
        attacker, defender = self._attacker, self._defender
        driven = self._position.fighting.driven + state.driven
        if driven and defender.list_armies(state.defender):
            return None
        if self._standings.has_empty_army(state, attacker.side, defender.side):
            return None
        if attacker.has_infantry(state.attacker) and defender.has_infantry(state.defender):
            return self._standings.end(state, None)
        for winner, strengths, other in (
            (attacker, state.attacker, state.defender), (defender, state.defender, state.attacker),
        ):  # fmt: skip
            if not any(other) and winner.has_infantry(strengths) and winner.conquers(strengths):
                return self._standings.end(state, winner.side)
        return None

    def _share_end(self, state: Standing) -> End | None:
        """Return the end of the battle after the retreats of driven armies; None if it takes a die."""
        if (finish := self._finish) is None:
            return None
        attacker = self._attacker
        kinds = None if attacker.has_infantry(state.attacker) else attacker.list_kinds(state.attacker)
        # Hits that drive back more armies than are left add nothing.
        armies = len(self._defender.list_armies(state.defender))
        driven = min(self._position.fighting.driven + state.driven, armies)
        key = state.defender, state.owner, driven, state.losers, kinds

        def play() -> End | None:
            self.standings += 1
            return finish(self._lay(state))

        return self._ends.find(key, self._standings.end(state, None), play)

    def _close(self, state: Standing) -> Position:
        """Return the position after the close of a battle that changes nothing."""
        position = self._lay(state)
        now = replace(position.playing, fought=(*position.playing.fought, self._area))
        agenda = position.agenda[position.agenda.index(CloseBattle(self._area)) + 1 :]
        return replace(position, now=now, fight=None, agenda=agenda)

    def _lay(self, state: Standing) -> Position:
        """Return the position of a state, with the tasks after the phases that are over."""
        agenda = self._position.agenda[self._done :]
        return self._standings.lay(state, agenda, dogfight=self._dogfight)


def supports(game: GreatWarGame, position: Position, area: str, policy: Policy) -> bool:
    """Return True if the next phases of fire in a position leave no choice to a side.

    Declared retreats and biplanes that answer fire are left to the engine.
    """
    fight, task = position.fight, position.task
    if fight is None or fight.area != area or not isinstance(task, Fire | Dogfight):
        return False
    if fight.leaving or fight.reacting or any(line.question in DECIDED_IN_FIRE for line in policy.orders):
        return False
    rerolls = fight.surprise and game.chosen(air.REROLLS_NAMED_BY, "attacker")
    if rerolls or any(hand.size for hand in position.hands.values()):
        return False
    return standings.can_follow(game, position, area)


def _throw(
    spread: Mapping[Hits, int], needed: int, count: int, *, siege: bool, drives: bool
) -> dict[Hits, int]:
    """Return the rows of dice for each number of hits, with `count` more dice."""
    after: dict[Hits, int] = {}
    for (hits, besieging, driven), rows in spread.items():
        for more, ways in count_rows(count, needed, FACES):
            end = hits + more, besieging + siege * more, driven + drives * more
            after[end] = after.get(end, 0) + rows * ways
    return after
