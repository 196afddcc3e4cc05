"""Lookahead of the defender: variants of its turn compared after the reply of the enemy."""

from collections.abc import Iterator
from itertools import islice

from msgspec.structs import replace

from referee.analysis.bots import decisive_movement
from referee.analysis.bots.planner.board_model import Surveyed
from referee.analysis.bots.planner.evaluation import CALM, Judge, Temper, Tempers
from referee.analysis.bots.planner.planner import SHIFT, Decision
from referee.analysis.bots.planner.rollout_policy import open_offensive, read_hand, rehearse
from referee.analysis.bots.planner.rollouts import CARD, FEW, Candidate, Rollouts, lean
from referee.systems.great_war.season import victory
from referee.systems.great_war.state.position import Position
from schemas.answers.orders import Option
from schemas.great_war.orders import Offensive

START = CALM._replace(haste=1.0)
"""Weights of the planner, and one for the points at the close of a movement."""

TEMPERS: Tempers = {"scorer": START, "other": START}
"""Weights of each role."""

RATE = 144
"""Number of rollouts per second of thinking."""

CLEAR = 0.2
"""Standard errors by which another turn has to be better than the own one: few rollouts have large errors."""

END = 40.0
"""Worth of the end of the war; no board is worth so much."""


class Lookahead(Rollouts):
    """Plays variants of a turn and the enemy's reply, and weighs the board after them."""

    ahead = 2

    def choose(self) -> Candidate:
        """Return the turn with the highest worth, or the own one if none is clearly better."""
        start = self._suppose(0)
        own = self._list_openings(start)
        if self.turns[own].marches is None:
            return self.turns[own]
        kinds = [number for number, one in enumerate(self.turns) if one.card]
        others = [*self._vary(start, self.turns[own]), *self._restrain(start, self.turns[own])]
        best = self._race([own, *kinds, *others], self._left // 3)
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
        if turn.card:
            start = open_offensive(self._rules, start, Offensive(side=self._side, card=turn.card))
        if start.playing.kind != "limited":
            start = start.turning(replace(start.playing, kind="limited"))
            marches, _ = rehearse(self._rules, self._grounds[self._side], start, self._tempers[self._side])
            yield self._add(Candidate(turn.card, marches))

    def _foresee(self, position: Position) -> float | None:
        """Return the worth of the end if the side that moves next can end the war by its marches, or None."""
        if position.now is None or not position.agenda:
            return None
        theatre, side = self._rules.theatre, position.now.side
        kinds = read_hand(self._rules, position, side).list_kinds()
        is_limited = "offensive" not in kinds
        if not kinds or not decisive_movement.threatens(theatre, position, side, is_limited=is_limited):
            return None
        return END if side == self._side else -END

    def _weigh(self, position: Position) -> float:
        """Return the worth of a position: its board, the cards, and the result of the war."""
        theatre, ground = self._rules.theatre, self._grounds[self._side]
        if not position.agenda:
            total = victory.points(theatre, position).total
            return (END if ground.counted else -END) * lean(theatre, total)
        board = Surveyed(ground, position).board
        judge = Judge(board, fights=False, temper=self._tempers[self._side])
        cards = position.hand(self._side).size - position.hand(theatre.other(self._side)).size
        return judge.weigh(board) + CARD * cards


class FarsightedDecision(Decision):
    """A decision by weights of its own, with lookahead at the opening of each turn."""

    tempers = TEMPERS
    fewest = 0
    rollouts = Lookahead

    def _choose_pass(self) -> Option:
        """Return the single move that gains most, otherwise the exchange of cards without use."""
        return self._move_one(SHIFT) or self._exchange_cards() or self._quiet

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
