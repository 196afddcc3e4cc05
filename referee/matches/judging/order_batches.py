"""Accepted orders of a letter and of the standing orders that answer it, in batches for the journal."""

from collections.abc import Iterable, Iterator
from itertools import groupby, islice

from referee.matches.judging import standing_orders
from referee.matches.judging.dice_sources import DiceSource, DiceUse, SealedDiceSource
from referee.matches.judging.entry_drafts import OrderBatch
from referee.matches.judging.judge_letter import AcceptedOrder, LetterJudgement
from referee.matches.judging.standing_order_lines import StandingOrders
from referee.matches.judging.standing_orders import Answer, Turn
from referee.matches.matches import Match
from schemas.journal import PHRASED
from schemas.record import Side

Collected = tuple[tuple[OrderBatch, ...], Answer | None]
"""Accepted orders, and an answer whose dice wait for the beacon."""

NOTHING: Collected = ((), None)


def collect(
    match: Match, side: Side, judgement: LetterJudgement, standing: StandingOrders | None, source: DiceSource
) -> Collected:
    """Return the accepted orders: those of the letter, then the standing orders that answer it.

    The second result is an answer whose dice wait for the beacon, if there is one.
    """
    if judgement.refused_lines and not judgement.irrevocable:
        return NOTHING
    # A refused order has an unused entry in the dice source too.
    own_count = len(source.uses())
    answers = () if judgement.needed else tuple(_answer_ahead(match, side, judgement, standing, source))
    uses = iter(source.uses())
    first = OrderBatch(side, tuple(judgement.accepted_orders), tuple(islice(uses, own_count)))
    last = answers[-1] if answers and answers[-1].pending else None
    return (first, *_in_runs(answers, uses)), last


def _answer_ahead(
    match: Match, side: Side, judgement: LetterJudgement, standing: StandingOrders | None, source: DiceSource
) -> Iterator[Answer]:
    """Yield the answers of standing orders and of the machine after a letter."""
    standing_by_side = {one: match.advance_orders(one) for one in match.header.sides}
    if standing is not None:
        standing_by_side[side] = standing
    own_events = (event for order in judgement.accepted_orders for event in order.events)
    turn = Turn()
    if any(one.conditions or not one.always for orders in standing_by_side.values() for one in orders):
        turn = standing_orders.find_turn(match).go_on(match.system, len(match.entries) + 1, own_events)
    return standing_orders.answers(
        match.system,
        judgement.state,
        standing_by_side,
        source.dice,
        turn,
        sealed=isinstance(source, SealedDiceSource),
        forced=match.header.format >= PHRASED,
    )


def _in_runs(answers: Iterable[Answer], uses: Iterator[DiceUse]) -> Iterator[OrderBatch]:
    """Group answers by side. Other sides must not be able to count sealed orders."""
    for (side, is_forced), run in groupby(answers, key=lambda answer: (answer.side, answer.forced)):
        accepted_orders: list[AcceptedOrder] = []
        own_uses: list[DiceUse] = []
        for answer in run:
            accepted_orders += answer.accepted_orders
            own_uses += tuple(islice(uses, answer.judged))[: len(answer.accepted_orders)]
        yield OrderBatch(side, tuple(accepted_orders), tuple(own_uses), is_forced)
