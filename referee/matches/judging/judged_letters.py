"""The result of a judged letter, and the entries that file it in one transaction."""

from collections.abc import Iterator, Sequence
from types import MappingProxyType

from referee.dice.chain import Secrets
from referee.matches import moderator_entries, witnesses
from referee.matches.journal import Draft
from referee.matches.judging import awaited_dice, entry_drafts, standing_order_lines
from referee.matches.judging.awaited_dice import Rest
from referee.matches.judging.dice_sources import NoDiceSource, WaitingDice
from referee.matches.judging.entry_drafts import Marks, OrderBatch
from referee.matches.judging.judge_letter import LetterJudgement, judge_lines
from referee.matches.judging.standing_order_lines import StandingOrders
from referee.matches.letters import letters
from referee.matches.matches import Match
from schemas.journal import Entry
from schemas.letter import Letter, RefusedLetter
from schemas.record import Side, Value


class LetterOutcome(Value):
    """The result of a letter: its judgement, and the accepted orders, first its own and then standing orders.

    `kept` are the side's new standing orders, or None if the letter does not change them. `phrase` is added
    to the dice. `marks` tell where the first orders came from. `waiting` are dice that wait for the beacon.
    """

    side: Side
    judgement: LetterJudgement
    standing: StandingOrders | None
    batches: tuple[OrderBatch, ...]
    phrase: str = ""
    marks: Marks = MappingProxyType({})
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


def draft(
    match: Match, letter: Letter, text: str, result: LetterOutcome, secrets: Secrets, *, at: str
) -> Iterator[Draft]:
    """Yield all entries of a letter. `text` is the letter as it was sent."""
    own = tuple(_draft_own(match, result, secrets, at))
    yield from own
    if result.judgement.refused_lines:
        yield entry_drafts.refusal(match, result.side, letter, text, result.judgement, at=at)
    elif result.standing is not None:
        standing = standing_order_lines.date(result.standing, len(match.entries) + len(own) + 1)
        yield entry_drafts.in_advance(match, result.side, letter, standing, at=at)
    for batch in result.batches[1:]:
        marks = entry_drafts.FORCED if batch.forced else entry_drafts.IN_ADVANCE
        yield from entry_drafts.orders(match, batch, marks, at=at)
    if result.waiting is not None:
        yield awaited_dice.draft(match, *result.waiting, at=at)
    waits = result.waiting is not None and result.waiting[0].side == result.side
    yield from _draft_witness(match, letter, result.side, own, at, waits=waits)


def _draft_witness(
    match: Match, letter: Letter, side: Side, own: Sequence[Draft], at: str, *, waits: bool
) -> Iterator[Draft]:
    """Yield the entry for the head that a letter quotes, if it has a public order or dice that wait."""
    head = letter.head
    has_order = waits or any(draft.kind == "order" and draft.side == side for draft in own)
    if head is not None and has_order and witnesses.is_new_head(match, side, head):
        yield witnesses.draft_witness(head, side, at=at)


def _draft_own(match: Match, result: LetterOutcome, secrets: Secrets, at: str) -> Iterator[Draft]:
    """Yield the entries for the phrase and the orders of a letter."""
    if result.phrase:
        yield from moderator_entries.draft_phrase(match, result.side, result.phrase, secrets, at=at)
    for first in result.batches[:1]:
        yield from entry_drafts.orders(match, first, result.marks, at=at)
