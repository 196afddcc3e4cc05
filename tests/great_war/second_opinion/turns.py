"""One player turn as the second opinion reads it (2.0-II): play, movement, declaration, combat."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from schemas.great_war.orders import (
    Battle,
    Bonus,
    Done,
    GreatWarOrder,
    Join,
    Leave,
    Move,
    Offensive,
    Pass,
    Play,
    Redraw,
)
from tests.great_war.second_opinion import battle
from tests.great_war.second_opinion.almanac import SIDES, other
from tests.great_war.second_opinion.cards import Table, dice_of
from tests.great_war.second_opinion.marching import Marching
from tests.great_war.second_opinion.terms import LATER, Ask, Path, Question, Reached, Terms
from tests.great_war.second_opinion.war import War

WORTH = {"ersatz-2": 2, "ersatz-3": 3}


@dataclass
class PlayerTurn:
    """A player turn; `passed` is whether it helps to end the season (2.0-IV, 9.5)."""

    war: War
    side: str
    passed: bool = False
    redrawn: bool = False
    battles: list[str] = field(default_factory=list)
    ahead: GreatWarOrder | None = None

    def course(self) -> Path:
        self.table = Table(self.war, self.side)
        self.start = self.war.friendly(self.side)
        yield from self._play()
        self.march = Marching(self.war, self.side, self.table.kind, self.start)
        if self.table.kind == "pass":
            yield from self._pass()
        else:
            yield from self._move()
        self._unaccompanied()
        yield from self._empties_leave()
        if not self.passed:
            yield from self._declare()
            yield from self._fight()
            self._unaccompanied()
        yield from self._empties_leave()
        for chit in self.war.field.chits.values():
            chit.marked = False
        self.war.locked.clear()
        yield Reached("turn")

    def _ask(self, what: str, against: object, *, idle: bool = False) -> Question:
        assert callable(against)
        return Question(frozenset({self.side}), what, against, idle)

    # 1. Play an Offensive, or pass

    def _play(self) -> Path:
        while self.table.kind == "undecided":
            order: GreatWarOrder = yield self._ask("offensive", self._against_play)
            match order:
                case Offensive(card=card):
                    self.table.card, self.table.kind = card, self.table.attack(card)
                    self.war.discard(self.side, {card})
                case Pass():
                    self.table.kind, self.passed = "pass", True
                case Play():
                    yield from self.table.play_crisis(order)
                case _:
                    raise AssertionError(order)

    def _against_play(self, order: GreatWarOrder) -> str:
        match order:
            case Offensive(card=card):
                there = card in self.table.free(self.side) and self.table.attack(card)
                return "" if there else "no such card to attack with (9.1)"
            case Pass():
                return ""
            case Play():
                return self.table.crisis(order)
            case _:
                return "not now"

    # 2. Movement

    def _move(self) -> Path:
        while True:
            order: GreatWarOrder = yield self._ask("movement", self._against_move)
            match order:
                case Move() | Join() | Leave():
                    self.march.carry_out(order)
                case Play() if self._crisis(order):
                    yield from self.table.play_crisis(order)
                case Battle() | Bonus() | Play():
                    self.ahead = order
                    return
                case _:
                    return

    def _crisis(self, order: Play) -> bool:
        return self.war.almanac.known(order.card) and self.war.almanac.card(order.card).crisis is not None

    def _against_move(self, order: GreatWarOrder) -> str:
        match order:
            case Move() | Join() | Leave():
                return self.march.against(order)
            case Play() if self._crisis(order):
                return self.table.crisis(order)
            case Battle() | Bonus() | Play():
                return LATER
            case Done():
                return ""
            case _:
                return "not now"

    def _pass(self) -> Path:
        """One unit, a second one by the reserves, a crisis, or other cards (2.0-II-1)."""
        while True:
            order: GreatWarOrder = yield self._ask("pass-move", self._against_pass)
            match order:
                case Move() | Join() | Leave():
                    self.table.plays += isinstance(order, Move) and order.card is not None
                    self.march.carry_out(order)
                case Play():
                    yield from self.table.play_crisis(order)
                case Redraw(cards=cards):
                    self.redrawn = True
                    self.war.discard(self.side, set(cards))
                    yield from self.war.draw(self.side, len(cards), locked=True)
                case _:
                    return

    def _against_pass(self, order: GreatWarOrder) -> str:
        match order:
            case Redraw(cards=cards):
                if self.table.plays or self.redrawn:
                    return "only after no card at all (2.0-II-1)"
                mine = set(cards) <= self.table.free(self.side) and len(set(cards)) == len(cards)
                return "" if mine else "not in hand"
            case Play() if self.redrawn:
                return "no card is played by whoever redraws (2.0-II-1)"
            case Move(card=card) if self.redrawn and card is not None:
                return "no card is played by whoever redraws (2.0-II-1)"
            case _:
                return self._against_move(order)

    def _empties_leave(self) -> Path:
        """Empty armies have to be out of Disputed areas by the end of the Movement, and of the turn (8.1-k).

        One that left for another Disputed area in this turn would have to go on, and is eliminated (5.4.4).
        """
        leaving = [battle.Battle(self.war.field, Terms(area, self.side), {}) for area in self.war.field.owner]
        there = {
            one.terms.area: {chit.id for chit in self.war.field.of(one.terms.area, self.side)}
            for one in leaving
        }
        # What has no choice goes before anything is asked.
        for most_ways in (1, 99):
            for self.war.fight in leaving:
                area = self.war.fight.terms.area
                yield from self.war.fight.empties_leave(self.side, most_ways, there[area])

    def _unaccompanied(self) -> None:
        """What is unaccompanied falls at the end of the Movement and of the Combat (8.3.2 to 8.3.6)."""
        for area in sorted(self.war.almanac.areas):
            for chit in self.war.field.unaccompanied(area):
                self.war.field.remove(chit.id)
        self.war.settle()

    # 3. Declare battles

    def _possible(self) -> Iterator[str]:
        """Disputed areas, and those where an enemy fort of strength 1 is all there is (5.1.2, 8.4)."""
        for area in self.war.almanac.areas:
            fort = any(chit.kind == "fort" for chit in self.war.field.of(area, other(self.side)))
            mine = self.war.field.contested_by(area, self.side)
            if self.war.field.disputed(area) or (fort and mine):
                yield area

    def _newly_disputed(self) -> list[str]:
        """Where there must be a battle: a crisis may have ended the dispute since the movement (5.1.2)."""
        created = dict.fromkeys(self.march.created)
        return [area for area in created if self.war.field.disputed(area)]

    def _declare(self) -> Path:
        while any(self._possible()):
            order: GreatWarOrder = self.ahead or (yield self._ask("battles", self._against_battle))
            assert not (against := self._against_battle(order)), (order, against)
            self.ahead = None
            match order:
                case Battle(area=area):
                    self.battles.append(area)
                case Play() if self._crisis(order):
                    yield from self.table.play_crisis(order)
                case Play():
                    self.table.put(self.side, order)
                case Bonus(area=area):
                    self.table.bonus.append(area)
                case _:
                    break
        self.battles += [area for area in self._newly_disputed() if area not in self.battles]
        yield from self._defenders_cards()
        yield from self._weathered()

    def _against_battle(self, order: GreatWarOrder) -> str:  # noqa: PLR0911 - one arm per case of the rule
        areas = [*self.battles, *(area for area in self._newly_disputed() if area not in self.battles)]
        match order:
            case Battle(area=area):
                if area in self.battles or area not in list(self._possible()):
                    return "no battle there, or declared already (5.1.2)"
                if self.table.kind == "limited" and set(areas) - {area}:
                    return "one battle (9.1.2)"
                return ""
            case Play() if self._crisis(order):
                return self.table.crisis(order)
            case Play():
                return self.table.combat(self.side, order, areas)
            case Bonus():
                return self.table.promise(order, areas)
            case Done():
                return ""
            case _:
                return "not now"

    def _defenders_cards(self) -> Path:
        defender = other(self.side)
        while True:
            idle = not self.battles or not self.table.could_play(defender, self.battles)
            order: GreatWarOrder = yield Question(
                frozenset({defender}), "combat-cards", self._against_defenders_card, idle
            )
            if not isinstance(order, Play):
                return
            self.table.put(defender, order)

    def _against_defenders_card(self, order: GreatWarOrder) -> str:
        if isinstance(order, Done):
            return ""
        if isinstance(order, Play) and self.war.almanac.known(order.card):
            return self.table.combat(other(self.side), order, self.battles)
        return "not now"

    def _weathered(self) -> Path:
        """What Bad Weather leaves of the battles (9.5)."""
        if self.table.kind == "weather":
            self.battles = []
        elif self.table.kind == "limited" and len(self.battles) > 1:
            # One of the new ones if there are any, for these must be fought (5.1.2, A-04).
            self.battles = [area for area in self.battles if area in self._newly_disputed()] or self.battles
            if len(self.battles) > 1:
                order: GreatWarOrder = yield self._ask("kept-battle", self._against_kept)
                assert isinstance(order, Battle)
                self.battles = [order.area]

    def _against_kept(self, order: GreatWarOrder) -> str:
        return "" if isinstance(order, Battle) and order.area in self.battles else "not to be kept"

    # 4. Combat

    def _fight(self) -> Path:
        while self.battles:
            area = self.battles.pop(0)
            yield from self._one_battle(area)
            yield Reached("battle")

    def _one_battle(self, area: str) -> Path:
        values = {
            side: {card: WORTH.get(self.war.almanac.card(card).id, 1) for card in self.war.hands[side]}
            for side in SIDES
        }
        fight = self.war.fight = battle.Battle(self.war.field, self._terms(area), values)
        course = fight.fought()
        answer = None
        while True:
            try:
                step = course.send(answer)
            except StopIteration:
                break
            answer = yield step
            while isinstance(step, Ask) and isinstance(answer, Battle):
                self._bring_forward(answer.area)
                answer = yield step
            for side in SIDES:
                self.war.discard(side, self.war.hands[side] - values[side].keys())
        for side in SIDES:
            self.war.discard(side, self.war.hands[side] - values[side].keys())
        self.war.settle()

    def _bring_forward(self, area: str) -> None:
        """The attacker decides the order of the battles (5.2.1)."""
        self.battles.remove(area)
        self.battles.insert(0, area)

    def _terms(self, area: str) -> Terms:
        by = {
            effect: frozenset(
                side for side, card, where in self.table.played if (card, where) == (effect, area)
            )
            for effect in ("gas", "barrage", "surprise")
        }
        extra = self.table.extra
        bonus = dice_of(extra) if extra is not None and area in self.table.bonus else None
        rough = self.war.almanac.areas[area].rough
        return Terms(
            area, self.side, rough, self.table.weather, bool(by["surprise"]), by["gas"], by["barrage"], bonus
        )
