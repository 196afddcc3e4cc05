"""The bots `greedy` and `random`: highest gain at once, and any legal order.

The greedy bot sees a view and options. It fights battles in a position made of the view, under the quiet
policy: all units stay, and the cheapest pieces take the hits.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from random import Random
from time import process_time

from msgspec import convert

from referee.analysis import forecasts
from referee.analysis.bots import position_from_view
from referee.analysis.bots.position_from_view import SeenWar
from referee.analysis.families import load_great_war
from referee.analysis.forecasts import Forecast
from referee.analysis.policies import QUIET
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Position, strength
from schemas.answers.orders import Option
from schemas.bots import Turn

FIGHTS = 12
"""Number of times a battle is fought out."""

POINT, PIECE, GROUND = 2.0, 0.35, 0.3
"""Worth of a victory point, a piece and an area."""

ENOUGH = 0.4
"""Gain that an attack needs."""

PAID: Sequence[str] = (
    "infantry", "commonwealth", "cavalry", "stosstruppen", "biplane", "artillery", "siege-gun", "tank",
    "paris-gun", "fort", "army",
)  # fmt: skip
"""Kinds of pieces in the order in which they take hits."""

BUILT: Mapping[str, float] = {"build": 2.0, "rebuild": 2.5, "place": 3.0, "buy": 1.0, "entrench": 1.2}
"""Worth of the orders of a plan."""

LONGEST_PLAN = 20
"""Highest number of orders in a plan."""

Attack = tuple[str, frozenset[str]]
"""An area, and the pieces that march there."""


class Greedy:
    """The bot `greedy`; between turns it keeps only the rules."""

    def __init__(self) -> None:
        self._rules: GreatWar | None = None

    def answer(self, turn: Turn, rng: Random) -> str:
        """Return a letter with one order."""
        if self._rules is None:
            self._rules = load_great_war(turn)
        return Decision(self._rules, turn, rng).choose().text


class Decision:
    """One prompt, with the position that the view shows."""

    def __init__(self, rules: GreatWar, turn: Turn, rng: Random) -> None:
        self._rules, self._turn, self._rng = rules, turn, rng
        self._side, self._until = turn.side, process_time() + turn.think
        self._view = convert(turn.view, SeenWar)
        self._gains: dict[Attack, float] = {}

    @cached_property
    def _position(self) -> Position:
        view_position = position_from_view.rebuild(self._rules.theatre, self._view)
        return position_from_view.suppose(self._rules.theatre, self._view, view_position, self._rng)

    @property
    def _quiet(self) -> Option:
        """The order that changes nothing, or the first one if none does."""
        return next((one for one in self._turn.options if one.default), self._turn.options[0])

    def choose(self) -> Option:
        """Return the best order."""
        match self._turn.options[0].question:
            case "offensive":
                return self._choose_offensive()
            case "movement":
                return self._choose_march()
            case "battles":
                return self._choose_battle()
            case "losses" | "transit-losses" | "crisis" | "attrition":
                return self._choose_loss()
            case "reinforcements" | "production":
                return self._choose_for_plan()
            case _:
                return self._quiet

    def _choose_offensive(self) -> Option:
        """Return an offensive if an attack gains enough and a card allows one."""
        offensives = [one for one in self._turn.options if one.verb == "offensive"]
        worth = offensives and any(self._weigh(*attack) > ENOUGH for attack in self._list_attacks())
        return offensives[0] if worth else self._quiet

    def _list_attacks(self) -> Iterator[Attack]:
        """Yield the enemy's areas adjacent to own armies, each with these armies, highest points first."""
        areas, theatre = self._view.areas, self._rules.theatre
        for area in sorted(areas, key=lambda one: -one.points):
            if area.owner not in {None, self._side}:
                near = [
                    one for place in theatre.areas[area.id].borders for one in self._position.map.at(place)
                ]
                armies = frozenset(one.id for one in near if one.side == self._side and one.kind == "army")
                if armies:
                    yield area.id, armies

    def _choose_march(self) -> Option:
        """Return the march of the strongest piece to the area where the pieces able to enter it gain most."""
        marches = [one for one in self._turn.options if one.verb == "move" and self._is_enemys(one)]
        going: dict[str, set[str]] = {}
        for one in marches:
            if self._position.map.pieces[one.piece].army is None:
                going.setdefault(str(one.to), set()).add(one.piece)
        points = {area.id: area.points for area in self._view.areas}
        best, most = "", ENOUGH
        for area in sorted(going, key=lambda area: (-points[area], area)):
            gain = self._weigh(area, frozenset(going[area])) - self._weigh(area, frozenset())
            if gain > most:
                best, most = area, gain
            if process_time() > self._until:
                break
        ready = [one for one in marches if one.to == best and one.piece in going.get(best, ())]
        return max(ready, key=self._measure, default=self._quiet)

    def _is_enemys(self, option: Option) -> bool:
        """Return True if the enemy controls the area or has pieces in it."""
        area = str(option.to)
        owner = self._position.map.owner.get(area)
        return owner not in {None, self._side} or any(
            piece.side != self._side for piece in self._position.map.at(area)
        )

    def _measure(self, option: Option) -> int:
        return strength(self._position.map, self._position.map.pieces[option.piece])

    def _weigh(self, area: str, pieces: frozenset[str]) -> float:
        """Return the gain of a battle in an area if these pieces march there."""
        cached_gain = self._gains.get((area, pieces))
        if cached_gain is None:
            position = position_from_view.march(self._position, pieces, area)
            cached_gain = self._gains[area, pieces] = self._fight(position, area)
        return cached_gain

    def _fight(self, position: Position, area: str) -> float:
        own = [piece for piece in position.map.at(area) if piece.side == self._side]
        if not own:
            return 0.0
        worth = POINT * next(one.points for one in self._view.areas if one.id == area) + GROUND
        if len(own) == len(position.map.at(area)):
            # A march alone captures an area only if no enemy is in it.
            return worth if position.map.owner.get(area) != self._side else 0.0
        forecast = forecasts.sample(
            self._rules, position_from_view.attack(position, self._side, area), area, QUIET, FIGHTS
        )
        return self._value(forecast, worth)

    def _value(self, forecast: Forecast, worth: float) -> float:
        """Return the mean worth of the ends of a battle."""
        mine = self._rules.sides.index(self._side)
        total = 0.0
        for end, share in forecast.ends.items():
            lost = end.lost[1 - mine] - end.lost[mine]
            total += float(share) * (PIECE * lost + (worth if end.holder == self._side else 0.0))
        return total

    def _choose_battle(self) -> Option:
        battles = [one for one in self._turn.options if one.verb == "battle"]
        gains = [(self._weigh(str(one.to), frozenset()), one) for one in battles]
        good = [(gain, one) for gain, one in gains if gain > 0]
        return max(good, key=lambda one: one[0], default=(0.0, self._quiet))[1]

    def _choose_loss(self) -> Option:
        """Return the loss of the cheapest piece; cards are kept."""
        losses = [one for one in self._turn.options if one.verb == "lose"]
        return min(losses, key=self._price, default=self._quiet)

    def _price(self, option: Option) -> tuple[int, str]:
        kind = str(self._position.map.pieces[option.piece].kind)
        return PAID.index(kind) if kind in PAID else len(PAID), option.piece

    def _choose_for_plan(self) -> Option:
        """Return the most useful order of the plan; orders at the front gain more."""
        mine = next(plan for plan in self._view.plans if plan.side == self._side)
        scores = [(self._want(one), number, one) for number, one in enumerate(self._turn.options)]
        want, _, best = max(scores, key=lambda one: (one[0], -one[1]))
        return best if want > 0 and len(mine.planned) < LONGEST_PLAN else self._quiet

    def _want(self, option: Option) -> float:
        front = 1.0 if self._is_at_front(str(option.to)) else 0.0
        into = 0.5 if option.order.get("into") else 0.0
        return (BUILT[option.verb] + front + into) if option.verb in BUILT else 0.0

    def _is_at_front(self, area: str) -> bool:
        """Return True if the area is adjacent to an area of the enemy."""
        map_area = self._rules.theatre.areas.get(area)
        near = map_area.borders if map_area is not None else ()
        return any(self._position.map.owner.get(one) not in {None, self._side} for one in near)


DONE = 0.35
"""Chance that the bot ends its orders where it may."""


def answer_at_random(turn: Turn, rng: Random) -> str:
    """Return a letter with one order."""
    quiet = [one for one in turn.options if one.default]
    if quiet and rng.random() < DONE:
        return quiet[0].text
    # Choose the kind of order first: marches are many, and would crowd out all others.
    verb = rng.choice(sorted({one.verb for one in turn.options}))
    return rng.choice([one for one in turn.options if one.verb == verb]).text
