"""Exact results of successive fire phases by dynamic programming over the pieces left on both sides.

The engine would visit a position for each number of hits of each throw. Under quiet answers a side's losses
follow from its number of hits alone, so that few combinations of pieces left remain. Firepower and extra
dice are read from the rules; battles with a choice inside a phase are left to the engine.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import comb

from msgspec.structs import replace

from referee.analysis.exact_odds.battle_end import Disputed, End, SharedEnds
from referee.analysis.exact_odds.side_losses import SideLosses, Strengths
from referee.analysis.policies import Policy
from referee.systems.great_war.combat import air, card_effects, fire, retreats
from referee.systems.great_war.combat.fire import Volley
from referee.systems.great_war.facts import aircraft
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import CloseBattle, Dogfight, Fire, RetreatAfter, StandOrRetreat
from schemas.record import Side, Value

FACES = 6
"""Faces of the dice of battles."""

Hits = tuple[int, int, int]
"""Hits of a phase: their number, the part of siege guns, and the part that drives armies back."""

DECIDED_IN_FIRE = frozenset({"losses", "rerolls"})
"""Questions inside a phase of fire: a policy that answers one leaves the phase to the engine."""


class Standing(Value):
    """The state of a battle between two phases: the pieces left, the owner, and the hits that drive back."""

    attacker: Strengths
    defender: Strengths
    owner: Side | None
    driven: int = 0


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
        self._lost, self._gone = dict(zip(game.sides, before.lost, strict=True)), before.gone
        self._attacker = position.fighting.attacker
        self._defender = game.other(self._attacker)
        self._sides = {
            side: SideLosses(game, side, retreats.pieces_of(position, area, side))
            for side in (self._attacker, self._defender)
        }
        questions = {line.question for line in policy.orders}
        self._answers_stand = "stand-or-retreat" in questions
        self._answers_after = "retreat-after" in questions
        self._powers: dict[tuple[object, ...], tuple[int, ...]] = {}
        self._extra: dict[tuple[object, ...], tuple[Volley, ...]] = {}
        self._spreads: dict[tuple[object, ...], Mapping[Hits, int]] = {}
        number, mine = game.sides.index(self._attacker), position.map.standing(area, self._attacker)
        most = before.lost[number] + sum(self._sides[self._attacker].start)
        self._ends = SharedEnds(number, frozenset(piece.id for piece in mine), most)
        self._dogfight = position.fighting.dogfight
        self._done = 0
        self.standings = 0
        """Number of states met."""

    def spread(self, weight: Fraction) -> Iterator[tuple[End | Disputed | Position, Fraction]]:
        """Yield each end of the battle, or the position after the phases, with its part of a weight."""
        attacker, defender = self._sides[self._attacker], self._sides[self._defender]
        owner = self._position.map.owner.get(self._area)
        states = {Standing(attacker.start, defender.start, owner): 1}
        dice = 0
        lapses: list[tuple[End | Disputed | Position, Fraction]] = []
        for task in self._position.agenda:
            if isinstance(task, StandOrRetreat) and not self._answers_stand:
                self._done += 1
                continue
            if not isinstance(task, Fire | Dogfight) or (isinstance(task, Fire) and task.phase == "pursuit"):
                break
            if self._opens(task):
                lapsing = [state for state in states if not self._can_fight(state)]
                lapses += (
                    (self.lay(state), weight * Fraction(states.pop(state), FACES**dice)) for state in lapsing
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
                yield self.lay(state), chance
            elif self._keeps and end.holder is None:
                yield Disputed(self._close(state)), chance
            else:
                yield end, chance

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
        victim = self._sides[self._game.other(task.side)]
        attacks = task.side == self._attacker
        strengths = state.defender if attacks else state.attacker
        for (hits, siege, driven), rows in self._spread_hits(state, task).items():
            after = victim.take(strengths, hits, siege) if hits else strengths
            pieces = (state.attacker, after) if attacks else (after, state.defender)
            owner = state.owner if after == strengths else self._find_owner(*pieces, state.owner)
            yield Standing(*pieces, owner, state.driven + driven), rows

    def _find_owner(self, attacker: Strengths, defender: Strengths, owner: Side | None) -> Side | None:
        """Return the owner of the area once a piece was lost in it (4.1, A-36)."""
        if self._area in self._position.map.contested:
            return owner
        both = {self._attacker: attacker, self._defender: defender}
        alone = [side for side, strengths in both.items() if self._sides[side].contests(strengths)]
        if len(alone) == 1 and self._sides[alone[0]].conquers(both[alone[0]]):
            return alone[0]
        return owner

    # Dice

    def _count_dice(self, state: Standing, task: Fire | Dogfight) -> int:
        if isinstance(task, Dogfight):
            return sum(self._count_planes(state).values())
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
        mine, enemy = self._sides[task.side], self._sides[self._game.other(task.side)]
        strengths, against = (
            (state.attacker, state.defender)
            if task.side == self._attacker
            else (state.defender, state.attacker)
        )
        if not enemy.has_targets(against):
            return ()
        offensive = task.phase == "offensive"
        dice: Counter[tuple[int, bool, bool]] = Counter()
        for piece, count, needed in zip(
            mine.pieces, strengths, self._find_powers(state, task, against), strict=True
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
        enemy = self._sides[self._game.other(task.side)]
        key = task, self._dogfight, enemy.has_fort(against), enemy.has_infantry(against)
        if key not in self._powers:
            position = self.lay(state)
            self._powers[key] = tuple(
                fire.firepower(self._game, position, piece, task) for piece in self._sides[task.side].pieces
            )
        return self._powers[key]

    def _find_extra(self, state: Standing, task: Fire, armies: frozenset[str]) -> tuple[Volley, ...]:
        """Return the dice that a special offensive adds; they depend on the armies that still fight."""
        if self._position.playing.kind != "special":
            return ()
        key = task, armies
        if key not in self._extra:
            extra = card_effects.bonus_dice(self._game, self.lay(state), task)
            self._extra[key] = (
                ()
                if extra is None
                else (Volley(self._game.units[extra[0].kind], extra[0].firepower, extra[1]),)
            )
        return self._extra[key]

    # Air

    def _count_planes(self, state: Standing) -> Mapping[Side, int]:
        both = {self._attacker: state.attacker, self._defender: state.defender}
        return {
            side: sum(
                1
                for piece, one in zip(self._sides[side].pieces, strengths, strict=True)
                if one and self._game.units[piece.kind].flies
            )
            for side, strengths in both.items()
        }

    def _fight_in_the_air(self, state: Standing) -> Iterator[tuple[Standing, int]]:
        planes = self._count_planes(state)
        attacks, defends = (
            _count_rows(planes[side], self._find_power_in_the_air(side))
            for side in (self._attacker, self._defender)
        )
        for hits, rows in attacks:
            for losses_due, other_rows in defends:
                attacker = self._sides[self._attacker].shoot_down(state.attacker, losses_due)
                defender = self._sides[self._defender].shoot_down(state.defender, hits)
                differs = (attacker, defender) != (state.attacker, state.defender)
                owner = self._find_owner(attacker, defender, state.owner) if differs else state.owner
                yield Standing(attacker, defender, owner, state.driven), rows * other_rows

    def _find_power_in_the_air(self, side: Side) -> int:
        """Return the firepower of a side's biplanes against biplanes (8.3.4)."""
        plane = next(aircraft.flying(self._game, self._position, self._area, side))
        unit = self._game.units[plane.kind]
        return unit.attack if side == self._attacker else unit.defence

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
        attacker, defender = self._sides[self._attacker], self._sides[self._defender]
        driven = self._position.fighting.driven + state.driven
        if driven and defender.list_armies(state.defender):
            return None
        if attacker.has_infantry(state.attacker) and defender.has_infantry(state.defender):
            return self._end(state, None)
        for winner, strengths, other in (
            (attacker, state.attacker, state.defender), (defender, state.defender, state.attacker),
        ):  # fmt: skip
            if not any(other) and winner.has_infantry(strengths) and winner.conquers(strengths):
                return self._end(state, winner.side)
        return None

    def _share_end(self, state: Standing) -> End | None:
        """Return the end of the battle after the retreats of driven armies; None if it takes a die."""
        if (finish := self._finish) is None:
            return None
        attacker = self._sides[self._attacker]
        kinds = None if attacker.has_infantry(state.attacker) else attacker.list_kinds(state.attacker)
        key = state.defender, state.owner, state.driven, kinds

        def play() -> End | None:
            self.standings += 1
            return finish(self.lay(state))

        return self._ends.find(key, self._end(state, None), play)

    def _close(self, state: Standing) -> Position:
        """Return the position after the close of a battle that changes nothing."""
        position = self.lay(state)
        now = replace(position.playing, fought=(*position.playing.fought, self._area))
        agenda = position.agenda[position.agenda.index(CloseBattle(self._area)) + 1 :]
        return replace(position, now=now, fight=None, agenda=agenda)

    def _end(self, state: Standing, holder: Side | None) -> End:
        lost, gone = dict(self._lost), list(self._gone)
        both = ((self._attacker, state.attacker), (self._defender, state.defender))
        for side, strengths in both:
            side_losses = self._sides[side]
            lost[side] = lost.get(side, 0) + sum(side_losses.start) - sum(strengths)
            gone += side_losses.list_armies(side_losses.start) - side_losses.list_armies(strengths)
            forts = zip(side_losses.pieces, strengths, strict=True)
            gone += (piece.id for piece, one in forts if piece.kind == "fort" and not one)
        return End(holder, tuple(lost[side] for side in self._game.sides), tuple(sorted(gone)))

    # Positions

    def lay(self, state: Standing) -> Position:
        """Return the position of a state, with the tasks after the phases that are over."""
        board = self._position.map
        pieces = dict(board.pieces)
        gone = set[str]()
        for losses_of, strengths in (
            (self._sides[self._attacker], state.attacker),
            (self._sides[self._defender], state.defender),
        ):
            for piece, one, before in zip(losses_of.pieces, strengths, losses_of.start, strict=True):
                if not one:
                    gone.add(piece.id)
                elif one != before:
                    pieces[piece.id] = replace(piece, strength=one)
        holding = {piece.army for piece in board.at(self._area) if piece.id not in gone}
        armies = {army for id in gone if (army := board.pieces[id].army) is not None and army not in holding}
        gone |= armies
        for id in gone:
            del pieces[id]
        stack = tuple(id for id in board.stacks[self._area] if id in pieces)
        owner = board.owner
        if state.owner is not None and state.owner != owner.get(self._area):
            owner = {**owner, self._area: state.owner}
        board_after = replace(
            board,
            pieces=pieces,
            stacks={**board.stacks, self._area: stack},
            owner=owner,
            eliminated=board.eliminated | armies,
            unsupplied=board.unsupplied - gone,
        )
        fight = self._position.fighting
        fight = replace(fight, dogfight=self._dogfight, driven=fight.driven + state.driven)
        return replace(
            self._position, map=board_after, fight=fight, agenda=self._position.agenda[self._done :]
        )


def supports(game: GreatWarGame, position: Position, area: str, policy: Policy) -> bool:
    """Return True if the next phases of fire in a position leave no choice to a side.

    Empty armies, forts of strength 0, declared retreats and biplanes that answer fire are left to the engine.
    """
    fight, task = position.fight, position.task
    if fight is None or fight.area != area or not isinstance(task, Fire | Dogfight):
        return False
    if fight.leaving or fight.reacting or any(line.question in DECIDED_IN_FIRE for line in policy.orders):
        return False
    rerolls = fight.surprise and game.chosen(air.REROLLS_NAMED_BY, "attacker")
    if rerolls or any(hand.size for hand in position.hands.values()):
        return False
    there = position.map.at(area)
    holding = {piece.army for piece in there}
    empty = (piece for piece in there if piece.kind == "army" and piece.id not in holding)
    return not any(empty) and all(piece.strength for piece in there if piece.kind == "fort")


def _throw(
    spread: Mapping[Hits, int], needed: int, count: int, *, siege: bool, drives: bool
) -> dict[Hits, int]:
    """Return the rows of dice for each number of hits, with `count` more dice."""
    after: dict[Hits, int] = {}
    for (hits, besieging, driven), rows in spread.items():
        for more, ways in _count_rows(count, needed):
            end = hits + more, besieging + siege * more, driven + drives * more
            after[end] = after.get(end, 0) + rows * ways
    return after


def _count_rows(count: int, needed: int) -> tuple[tuple[int, int], ...]:
    """Return the rows of `count` dice for each number of hits."""
    most = min(max(needed, 0), FACES)
    rows = (
        (hits, comb(count, hits) * most**hits * (FACES - most) ** (count - hits)) for hits in range(count + 1)
    )
    return tuple((hits, ways) for hits, ways in rows if ways)
