"""The bot `defender`: looks some turns ahead, keeps garrisons, and withdraws from lost battles.

It plans with weights that count the points at the close of a movement, plays variants of its turn and the
turns after it, and takes the one after which a learned value is highest. It chooses the single move of a pass
in the same way. A variant after which the enemy's marches alone are a decisive victory counts as lost. If its
own are one, it opens the offensive and makes them. The last troops of the capital or of a supply source stay
while an enemy is near. Asked to stand or retreat, it weighs the exact odds of the battle. It searches until a
count of positions if it has no time limit.
"""

from collections.abc import Iterator, Sequence
from math import fsum
from random import Random
from typing import cast

from msgspec import convert
from msgspec.structs import replace

from referee.analysis import forecasts
from referee.analysis.bots import decisive_movement, position_from_view
from referee.analysis.bots.planner.lookahead import FarsightedDecision
from referee.analysis.bots.planner.movement import VERBS
from referee.analysis.bots.planner.planner import Planner
from referee.analysis.bots.position_from_view import SeenWar
from referee.analysis.exact_odds import battle_end
from referee.analysis.exact_odds.battle_end import End
from referee.analysis.policies import QUIET
from referee.systems.great_war.facts import control
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Piece
from schemas.answers.orders import Option
from schemas.bots import Turn

COUNTED = 1.25
"""Seconds of thinking that count without a time limit."""

NEAR = 2
"""Distance in areas at which an enemy threatens a garrison."""

PIECE = 0.3
"""Worth of a piece, in victory points, as in the planner."""

HOME = 3.0
"""Extra worth of the capital and of supply sources, in victory points."""

MARGIN = 0.1
"""Gain in victory points that a withdrawal needs."""

MOST_POSITIONS, FIGHTS = 300, 60
"""Positions of a battle that are explored, and sampled battles beyond them."""

MARCHING = frozenset({"movement", "pass-move", "retreat-after"})
"""Questions whose answers move pieces by choice."""


class Defender:
    """The bot `defender`: a planner that looks ahead, and is offered only what gives no garrison away.

    `counted` are the seconds of thinking whose positions it searches without a time limit.
    """

    def __init__(self, counted: float = COUNTED) -> None:
        self._planner = Planner(counted, FarsightedDecision)

    def answer(self, turn: Turn, rng: Random) -> str:  # noqa: ARG002 - the plan needs no chance
        """Return a letter with one order."""
        rules = self._planner.load_rules(turn)
        post = Post(rules, turn)
        if turn.options[0].question == "movement" and (march := post.win()) is not None:
            return march.text
        if turn.options[0].question == "offensive" and (card := post.open_win()) is not None:
            return card.text
        if turn.options[0].question == "stand-or-retreat" and (order := post.withdraw()) is not None:
            return order.text
        return self._planner.decide(rules, post.guard())


class Post:
    """The position of a side, and the orders that give nothing away."""

    def __init__(self, rules: GreatWar, turn: Turn) -> None:
        self._rules, self._theatre, self._turn, self._side = rules, rules.theatre, turn, turn.side
        view = convert(turn.view, SeenWar)
        start = position_from_view.rebuild(self._theatre, view)
        self._position = position_from_view.suppose(self._theatre, view, start, Random(0))
        self._total = view.victory.total
        self._is_limited = view.now is not None and view.now.kind == "limited"

    def win(self) -> Option | None:
        """Return the next order of a movement that is a decisive victory, or None without one."""
        return decisive_movement.choose(
            self._theatre,
            self._position,
            self._side,
            self._total,
            self._turn.options,
            is_limited=self._is_limited,
        )

    def open_win(self) -> Option | None:
        """Return an offensive whose marches are a decisive victory, or None without one."""
        cards = [one for one in self._turn.options if one.verb == "offensive"]
        return next((one for one in cards if self._ends_war(one)), None)

    def _ends_war(self, offensive: Option) -> bool:
        kind = self._theatre.card(cast(int, offensive.order["card"]))
        is_limited = kind is not None and kind.offensive == "limited"
        return decisive_movement.threatens(self._theatre, self._position, self._side, is_limited=is_limited)

    # Garrisons

    def guard(self) -> Turn:
        """Return the turn without orders that empty a garrison."""
        if self._turn.options[0].question not in MARCHING:
            return self._turn
        bound = frozenset(self._list_bound())
        options = tuple(
            one for one in self._turn.options if one.piece not in bound or not one.to or one.verb not in VERBS
        )
        return replace(self._turn, options=options) if options else self._turn

    def _find_supplied(self, piece: Piece) -> frozenset[str]:
        return control.find_supplied_areas(self._theatre, self._position.map, piece.side, piece.nation)

    def _list_bound(self) -> Iterator[str]:
        """Yield the pieces that must stay: the only unit in a threatened home, with its contents."""
        for area in self.list_homes():
            units = self._list_units(area)
            if len(units) == 1 and self._is_near(area):
                yield units[0].id
                yield from (piece.id for piece in self._position.map.contents(units[0].id))

    def list_homes(self) -> Sequence[str]:
        """Return the capital and the supply sources that a side owns."""
        capital = self._theatre.pack.tables.victory.capital
        areas = self._theatre.pack.map.areas
        owner = self._position.map.owner
        return [
            area.id
            for area in areas
            if owner.get(area.id) == self._side and (area.id == capital or area.supply == self._side)
        ]

    def _list_units(self, area: str) -> list[Piece]:
        """Return the armies and loose pieces of a side that can hold an area."""
        board = self._position.map
        return [
            piece
            for piece in board.standing(area, self._side)
            if piece.army is None and piece.kind != "fort" and control.conquers(self._theatre, board, piece)
        ]

    def _is_near(self, area: str) -> bool:
        """Return True if an enemy that moves is within reach of an area."""
        circle = {area}
        for _ in range(NEAR):
            circle |= {near for one in circle for near in self._theatre.areas[one].borders}
        enemies = self._position.map.owned(self._theatre.other(self._side))
        return any(piece.area in circle and self._theatre.units[piece.kind].moves for piece in enemies)

    # Withdrawals

    def withdraw(self) -> Option | None:
        """Return the retreat of the largest unit if the battle loses more than the area, otherwise None."""
        ways = [one for one in self._turn.options if one.verb == "retreat"]
        if not ways:
            return None
        area = self._position.map.pieces[ways[0].piece].area
        if self._weigh_stand(area) >= self._weigh_loss(area) - MARGIN:
            return None
        return max(ways, key=self._rate_retreat)

    def _weigh_stand(self, area: str) -> float:
        """Return the worth of the battle for its defender: points, pieces and homes."""
        attacker = self._theatre.other(self._side)
        battle = position_from_view.attack(self._position, attacker, area)
        forecast = forecasts.forecast(self._rules, battle, area, QUIET, MOST_POSITIONS, FIGHTS)
        count = battle_end.count_points(self._theatre, self._position.map.pieces, area, self._side)
        mine = self._rules.sides.index(self._side)
        return fsum(
            float(chance)
            * (count(end) + PIECE * (end.lost[1 - mine] - end.lost[mine]) + self._rate_home(area, end))
            for end, chance in forecast.ends.items()
        )

    def _weigh_loss(self, area: str) -> float:
        """Return the worth of an area that is left to the enemy without a battle."""
        end = End(self._theatre.other(self._side), (0, 0), ())
        count = battle_end.count_points(self._theatre, self._position.map.pieces, area, self._side)
        return float(count(end))

    def _rate_home(self, area: str, end: End) -> float:
        return HOME if area in self.list_homes() and end.holder != self._theatre.other(self._side) else 0.0

    def _rate_retreat(self, option: Option) -> tuple[float, ...]:
        """Return a sort key for retreats: strength saved, supply, friends there, and the text."""
        board, to = self._position.map, str(option.to)
        piece = board.pieces[option.piece]
        strength = sum(1 for _ in board.contents(piece.id)) if piece.kind == "army" else 1
        friends = len(board.standing(to, piece.side))
        return strength, to in self._find_supplied(piece), friends, -len(option.text)
