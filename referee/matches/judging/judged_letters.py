"""The result of a judged letter, and the entries that file it in one transaction."""

from collections.abc import Iterable, Iterator
from itertools import groupby, islice

from referee.dice.chain import Secrets
from referee.matches import moderator_entries, witnesses
from referee.matches.journal import Draft
from referee.matches.judging import awaited_dice, entry_drafts, standing_order_lines, standing_orders
from referee.matches.judging.awaited_dice import Rest
from referee.matches.judging.dice_sources import (
    DiceSource,
    DiceUse,
    NoDiceSource,
    SealedDiceSource,
    WaitingDice,
)
from referee.matches.judging.entry_drafts import Marks, OrderBatch
from referee.matches.judging.judge_letter import AcceptedOrder, LetterJudgement, judge_lines
from referee.matches.judging.standing_order_lines import StandingOrders
from referee.matches.judging.standing_orders import Answer, Turn
from referee.matches.letters import letters
from referee.matches.matches import Match
from schemas.journal import PHRASED, Entry
from schemas.letter import Letter, RefusedLetter
from schemas.record import Side, Value


class LetterOutcome(Value):
    """The result of a letter: its judgement, and the accepted orders, first its own and then standing orders.

    `standing` are the side's new standing orders, or None if the letter does not change them. `phrase` is
    added to the dice. `waiting` are dice that wait for the beacon.
    """

    side: Side
    judgement: LetterJudgement
    standing: StandingOrders | None
    batches: tuple[OrderBatch, ...]
    phrase: str = ""
    waiting: tuple[Rest, WaitingDice] | None = None


def list_unchecked(judgement: LetterJudgement) -> tuple[int, ...]:
    """Return the numbers of the lines that were not judged, not even beside a refused one."""
    # The first one was judged if it waits for its dice.
    lines = judgement.unjudged_lines[judgement.needed is not None :]
    return tuple(line.line for line in lines if line not in judgement.lawful)


def find_unchecked(match: Match, side: Side, letter: RefusedLetter, refusal: Entry) -> tuple[int, ...]:
    """Return the numbers of the lines of a filed letter that were not judged.

    The journal counts lines that are legal beside a refused one among them, so they are judged again.
    """
    if not letter.unheard:
        return ()
    numbers = {*letter.unheard, *(line.line for line in letter.fallen)}
    orders = [order for order in letters.read(letter.text.encode(), "letter").orders if order.line in numbers]
    now, later = standing_order_lines.split_orders(match.system, orders)
    state = match.position(refusal.body.seq - 1)
    judgement = judge_lines(match.system, state, side, now, NoDiceSource().dice)
    numbers_left = {*letter.unheard} & {*list_unchecked(judgement)} - {line.line for line in later}
    return tuple(number for number in letter.unheard if number in numbers_left)


Collected = tuple[tuple[OrderBatch, ...], Answer | None]
"""Accepted orders, and an answer whose dice wait for the beacon."""

NOTHING: Collected = ((), None)


def collect(
    match: Match,
    side: Side,
    judgement: LetterJudgement,
    standing: StandingOrders | None,
    source: DiceSource,
    marks: Marks,
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
    first = OrderBatch(side, tuple(judgement.accepted_orders), tuple(islice(uses, own_count)), marks)
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
        marks = entry_drafts.FORCED if is_forced else entry_drafts.IN_ADVANCE
        yield OrderBatch(side, tuple(accepted_orders), tuple(own_uses), marks)


def draft(
    match: Match, letter: Letter, text: str, result: LetterOutcome, secrets: Secrets, *, at: str
) -> Iterator[Draft]:
    """Yield all entries of a letter. `text` is the letter as it was sent."""
    side, head, own = result.side, letter.head, list[Draft]()
    if result.phrase:
        own += moderator_entries.draft_phrase(match, side, result.phrase, secrets, at=at)
    for first in result.batches[:1]:
        own += entry_drafts.orders(match, first, at=at)
    yield from own
    if result.judgement.refused_lines:
        yield entry_drafts.refusal(match, side, letter, text, result.judgement, at=at)
    elif result.standing is not None:
        standing = standing_order_lines.date(result.standing, len(match.entries) + len(own) + 1)
        yield entry_drafts.in_advance(match, side, letter, standing, at=at)
    for batch in result.batches[1:]:
        yield from entry_drafts.orders(match, batch, at=at)
    if result.waiting is not None:
        yield awaited_dice.draft(match, *result.waiting, at=at)
    # A head is filed with a public order, or with dice that wait.
    waits = result.waiting is not None and result.waiting[0].side == side
    has_order = waits or any(draft.kind == "order" and draft.side == side for draft in own)
    if head is not None and has_order and witnesses.is_new_head(match, side, head):
        yield witnesses.draft_witness(head, side, at=at)
