"""Lookahead of the defender: variants of its turn compared by the value of the position some turns later."""

from collections.abc import Iterator, Sequence
from itertools import islice
from statistics import fmean

from msgspec.structs import replace

from referee.analysis.bots import decisive_movement
from referee.analysis.bots.planner import position_value
from referee.analysis.bots.planner.evaluation import CALM, Temper, Tempers
from referee.analysis.bots.planner.movement import MODES, write_march
from referee.analysis.bots.planner.planner import Decision
from referee.analysis.bots.planner.rollout_policy import list_orders, open_offensive, read_hand, rehearse
from referee.analysis.bots.planner.rollouts import FEW, Candidate, CommonDice, Rollouts
from referee.engine import machine
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import PassMove
from schemas.answers.orders import Option
from schemas.great_war.orders import Move, Offensive

START = CALM._replace(haste=1.0)
"""Weights of the planner, and one for the points at the close of a movement."""

TEMPERS: Tempers = {"scorer": START, "other": START}
"""Weights of each role."""

RATE = 80
"""Number of rollouts per second of thinking."""

CLEAR = 0.2
"""Standard errors by which another turn has to be better than the own one: few rollouts have large errors."""

SINGLES = 5
"""Number of moves in a pass that are compared by rollouts."""

SHIFT = 0.1
"""Gain in points that a move in a pass needs."""


class Lookahead(Rollouts):
    """Plays variants of a turn and the turns after it, and takes the value of the position."""

    def choose(self) -> Candidate:
        """Return the turn with the highest worth, or the own one if none is clearly better."""
        start = self._suppose(0)
        own = self._list_openings(start)
        openings = range(len(self.turns))
        base = next((one for one in (own, *openings) if self.turns[one].marches is not None), own)
        others = [*self._vary(start, self.turns[base]), *self._restrain(start, self.turns[base])]
        best = self._race([own, *openings, *others], self._left // 3)
        shorter = islice(self._shorten(self.turns[best]), self._left // FEW)
        best = self._race([best, own, *shorter], 0)
        return self.turns[best if self._compare(best, own) > CLEAR else own]

    def _list_tempers(self) -> Iterator[Temper]:
        """Yield the weights of other plans: for points at once, careful, and back."""
        base = self._tempers[self._side]
        yield base._replace(haste=2 * base.haste)
        yield base._replace(haste=0.0, next=0.8, empty=1.0)
        yield base._replace(haste=0.0, near=0.0, next=0.5, entry=3.0)

    def _restrain(self, start: Position, turn: Candidate) -> Iterator[int]:
        """Yield the same turn as planned for a limited offensive: most pieces stay within reach of the enemy.

        The next turn then disputes many areas at once, which may be a decisive victory.
        """
        if turn.marches is None:
            return
        if turn.card:
            start = open_offensive(self._rules, start, Offensive(side=self._side, card=turn.card))
        if start.playing.kind != "limited":
            start = start.turning(replace(start.playing, kind="limited"))
            marches, _ = rehearse(self._rules, self._grounds[self._side], start, self._tempers[self._side])
            yield self._add(Candidate(turn.card, marches))

    def choose_move(self) -> Move | None:
        """Return the single move of a pass with the highest worth, or None if it gains too little.

        All moves are rated by the position after them, and the best of them by rollouts. If the time is up,
        the ratings so far decide.
        """
        worths: dict[Move | None, float] = {None: self._rate_move(None, 0, 1)}
        for move in _list_distinct_moves(self._rules, self._suppose(0)):
            if self._is_spent():
                break
            worths[move] = self._rate_move(move, 0, 1)
        ranking = sorted(worths, key=lambda one: -worths[one])
        best = [None, *(one for one in ranking[:SINGLES] if one is not None)]
        games = [
            [self._rate_move(one, seed, self.ahead) for one in best]
            for seed in range(max(1, self._left // len(best) // FEW))
            if not self._is_spent()
        ]
        if games:
            worths = dict(zip(best, map(fmean, zip(*games, strict=True)), strict=True))
        first = max(worths, key=worths.__getitem__)
        return first if worths[first] > worths[None] + SHIFT else None

    def _rate_move(self, move: Move | None, seed: int, turns: int) -> float:
        """Return the worth of a move in a pass after some player turns."""
        position, dice = self._suppose(seed), CommonDice(f"{seed}")
        if move is not None:
            position, _ = machine.play(self._rules, position, move, dice)
        return self._play_turns(position, self._seat(None), dice, turns)

    def _foresee(self, position: Position) -> float | None:
        """Return the worth of the end if the side that moves next can end the war by its marches, or None."""
        if position.now is None or not position.agenda:
            return None
        theatre, side = self._rules.theatre, position.now.side
        kinds = read_hand(self._rules, position, side).list_kinds()
        is_limited = "offensive" not in kinds
        if not kinds or not decisive_movement.threatens(theatre, position, side, is_limited=is_limited):
            return None
        limits, scorer = position_value.find_limits(theatre), theatre.pack.tables.victory.counts_for
        return self._sign * (limits.most if side == scorer else limits.least)

    def _weigh(self, position: Position) -> float:
        """Return the value of a position, with the sign of the side."""
        theatre = self._rules.theatre
        ground = self._grounds[theatre.pack.tables.victory.counts_for]
        return self._sign * position_value.load_network().expect_points(theatre, ground, position)

    @property
    def _sign(self) -> int:
        return 1 if self._grounds[self._side].counted else -1


def _list_distinct_moves(rules: GreatWar, position: Position) -> Sequence[Move]:
    """Return the legal moves in the modes that plans use, one of pieces that are alike."""
    moves: dict[tuple[object, ...], Move] = {}
    for order in list_orders(rules, position):
        if isinstance(order, Move) and order.mode in MODES:
            piece = position.map.pieces[order.piece]
            alike = piece.id if piece.kind == "army" else (piece.kind, piece.nation, piece.army)
            moves.setdefault((alike, piece.area, order.path[-1]), order)
    return tuple(moves.values())


class FarsightedDecision(Decision):
    """A decision by weights of its own, with lookahead at the opening of each turn."""

    tempers = TEMPERS
    fewest = 0
    rollouts = Lookahead

    def _choose_pass(self) -> Option:
        """Return the single move with the highest worth, otherwise the exchange of cards without use."""
        has_moved = any(piece.moved for piece in self._position.map.owned(self._side))
        move = None if has_moved else self._begin(Lookahead, PassMove(self._side)).choose_move()
        order = write_march(move.piece, move.path[-1], self._options) if move is not None else None
        return order or self._exchange_cards() or self._quiet

    def _exchange_cards(self) -> Option | None:
        cards = self._hand.list_exchanged()
        options = [one for one in self._options if one.verb == "redraw"]
        if not cards or not options:
            return None
        text = f"redraw {', '.join(map(str, cards))}"
        return replace(options[0], text=text, order={**options[0].order, "cards": cards})

    def _choose_loss(self) -> Option:
        """Return the payment of a hit; the smaller hand pays with cards for forts alone.

        Its side passes sooner, and exchanges about half of such cards for offensives then.
        """
        own, enemy = (
            next(hand.size for hand in self._view.hands if (hand.side == self._side) is mine)
            for mine in (True, False)
        )
        pieces = self._position.map.pieces
        lost = [pieces[one.piece].kind for one in self._options if one.verb == "lose"]
        return self._choose_piece() if lost and own < enemy and "fort" not in lost else super()._choose_loss()

    def count_rollouts(self, seconds: float) -> int:
        """Return the number of rollouts for some seconds of thinking."""
        return int(RATE * seconds)
