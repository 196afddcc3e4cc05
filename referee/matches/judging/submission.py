"""Submission of letters: accepted orders and refused lines are filed."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Required, TypedDict, Unpack

from msgspec import UNSET
from msgspec.structs import replace

from referee.dice.beacon import Signed
from referee.dice.chain import Secrets
from referee.dice.format3 import Custom
from referee.dice.manual import RehearsedDice
from referee.engine.dice import FiledDice
from referee.faults import Complaint, DataFault, Misuse, NotYours
from referee.matches import (
    matches,
    moderator_entries,
    secret_store,
    viewer_languages,
    witnesses,
)
from referee.matches.faults import JudgingFault
from referee.matches.history import Step
from referee.matches.journal.writing import Appending
from referee.matches.judging import (
    awaited_dice,
    entry_drafts,
    ignored_lines,
    judge_letter,
    manual_dice,
    standing_order_lines,
    standing_orders,
)
from referee.matches.judging.awaited_dice import Rest
from referee.matches.judging.dice_sources import (
    DiceSource,
    SealedDiceSource,
    SpokenDiceSource,
    WaitingDice,
)
from referee.matches.judging.entry_drafts import LetterOutcome, OrderBatch
from referee.matches.judging.judge_letter import AcceptedOrder, LetterJudgement, Throw, refuse_dice
from referee.matches.judging.manual_dice import StoredDice
from referee.matches.judging.standing_order_lines import StandingOrders
from referee.matches.judging.standing_orders import Answer, Marks
from referee.matches.letters import letters
from referee.matches.letters.characters import Diagnostics
from referee.matches.matches import Holder, Match
from schemas.journal import Entry, Head
from schemas.letter import Letter, LetterLine, LetterOrder
from schemas.record import Side, Value

OpenSecrets = Callable[[Match], Secrets]


class SubmitOptions(TypedDict, total=False):
    """Options of a letter: its time, its sender, and its manual dice."""

    at: Required[str]
    is_timed: bool
    side: str | None
    faces: tuple[int, ...] | None
    source: str
    expect_head: Head | None


class IncomingLetter(Value, kw_only=True):
    """An incoming letter with its options.

    `text` is the raw text, and `warnings` are for the sender. Its caller gave the time of a letter that
    `is_timed`, instead of reading the clock. `all_lines` are the lines of an examined
    letter, with its lines of prose.
    """

    letter: Letter
    text: str
    at: str
    is_timed: bool = False
    warnings: tuple[Complaint, ...] = ()
    side: str | None = None
    faces: tuple[int, ...] | None = None
    source: str = ""
    expect_head: Head | None = None
    all_lines: tuple[LetterOrder, ...] = ()


def open_letter(name: str, raw: bytes, **how: Unpack[SubmitOptions]) -> IncomingLetter:
    """Open a letter. `name` is its origin."""
    remarks = Diagnostics(name)
    letter = letters.read(raw, name, remarks, empty=True)
    text = raw.decode("utf-8", "replace")
    return IncomingLetter(letter=letter, text=text, warnings=tuple(remarks.warnings), **how)


class Filed(Value):
    """A filed letter: its judgement, its entries, and the match with these entries."""

    match: Match
    incoming: IncomingLetter
    outcome: LetterOutcome
    entries: tuple[Entry, ...]

    def steps(self) -> tuple[tuple[Step, ...], tuple[Step, ...]]:
        """Return the steps of the sender's own orders, and of the standing orders that answered them."""
        entries = iter([entry for entry in self.entries if entry.body.kind == "order"])
        orders = [batch.accepted_orders for batch in self.outcome.batches]
        own, *others = [tuple(_steps(self.match, some, entries)) for some in orders] or [()]
        return own, tuple(step for some in others for step in some)


class Repeated(Value):
    """A letter that was filed `before`. It gets the same answer again."""

    match: Match
    incoming: IncomingLetter
    side: Side
    before: Sequence[Entry]


class Rehearsal(Value):
    """The result of a rehearsed letter. Nothing is filed."""

    match: Match
    side: Side
    judgement: LetterJudgement
    standing: StandingOrders | None
    phrase: str = ""


def submit(root: Path, name: str, incoming: IncomingLetter, holder: Holder | None = None) -> Filed | Repeated:
    """Judge a letter and file the result, in one transaction."""
    with (holder.hold if holder else matches.hold)(root, name, incoming.expect_head) as (writer, match):
        result = submit_to(writer, match, incoming)
        if isinstance(result, Repeated):
            # A process that died before its sync may have filed the letter. The answer follows the disk.
            writer.sync()
        return result


def submit_to(
    writer: Appending,
    match: Match,
    incoming: IncomingLetter,
    open_secrets: OpenSecrets = matches.secrets_of,
) -> Filed | Repeated:
    """Judge a letter to a match that is open for writing, with any kind of journal and secrets."""
    side, incoming = _examine(match, incoming)
    # Refuse unreadable names before anything is filed.
    viewer_languages.tell(match, side)
    if before := _find_before(match, side, incoming.letter):
        return Repeated(match, incoming, side, before)
    if incoming.letter.beacon is not None:
        return _resume(writer, match, side, incoming, open_secrets)
    moderator_entries.refuse_orders(match)
    witnesses.file_foreign(writer, match, side, incoming.letter.head, at=incoming.at)
    _check(match, side, incoming)
    phrase = _take_phrase(match, side, incoming.letter)
    if not (phrase or incoming.letter.orders):
        return Repeated(match, incoming, side, (moderator_entries.find_phrase(match, side),))
    marks = entry_drafts.marks(incoming.letter)
    return _judge(writer, match, side, incoming, open_secrets(match), marks, phrase)


def rehearse(match: Match, incoming: IncomingLetter) -> tuple[Rehearsal | Repeated, IncomingLetter]:
    """Judge a letter up to the first die roll or hidden draw, without filing. Recognises repeats.

    A letter with faces is judged until they run out. Results of dice can reveal facts that the side does not
    know, so this is for the moderator.
    """
    side, incoming = _examine(match, incoming)
    if before := _find_before(match, side, incoming.letter):
        return Repeated(match, incoming, side, before), incoming
    _check(match, side, incoming)
    phrase = _take_phrase(match, side, incoming.letter)
    if incoming.faces is None:
        return replace(rehearse_orders(match, side, incoming.letter.orders), phrase=phrase), incoming
    _check_spoken(match, incoming)
    word = viewer_languages.tell(match, side).system.language.word_purpose
    spoken = RehearsedDice(incoming.faces, match=match.header.match, hidden="", worded=word)
    dice = FiledDice(spoken, match.header.format, match.rules.spell_purpose)
    rehearsal = rehearse_orders(match, side, incoming.letter.orders, lambda _: dice, dry=False)
    warnings = manual_dice.warn_of_rehearsed(match, spoken, rehearsal.judgement)
    return replace(rehearsal, phrase=phrase), replace(incoming, warnings=(*incoming.warnings, *warnings))


def rehearse_orders(
    match: Match, side: Side, orders: Sequence[LetterOrder], throw: Throw = refuse_dice, *, dry: bool = True
) -> Rehearsal:
    """Judge the orders of a letter up to the first die roll, or hidden draw if it is a `dry` run."""
    now, ahead = standing_order_lines.split_orders(match.system, orders)
    judgement = judge_letter.judge_lines(match.system, match.position(), side, now, throw, dry=dry)
    return Rehearsal(match, side, judgement, _order_ahead(match, side, ahead, judgement))


def _examine(match: Match, incoming: IncomingLetter) -> tuple[Side, IncomingLetter]:
    """Return the sender of a letter, and the letter without ignored lines."""
    letter = incoming.letter
    has_content = letter.orders or letter.phrase is not None or letter.beacon is not None
    if not (has_content or incoming.side or letter.side):
        raise DataFault(ignored_lines.find_fault(letter), *incoming.warnings)
    side = _sender(match, incoming)
    examination, warnings = ignored_lines.examine(match, side, letter, incoming.warnings)
    examination, late = moderator_entries.leave_out_late_phrase(match, side, examination)
    return side, replace(incoming, letter=examination, warnings=(*warnings, *late), all_lines=letter.orders)


def _resume(
    writer: Appending, match: Match, sender: Side, incoming: IncomingLetter, open_secrets: OpenSecrets
) -> Filed:
    """Roll the dice that waited for the round that a letter names, and judge the rest of their own letter."""
    entry = moderator_entries.find_pending(match)
    if entry is None:
        raise Misuse(Complaint.of(JudgingFault.BEACON_UNUSED, match=match.name))
    if incoming.letter.orders or incoming.letter.phrase:
        raise Misuse(JudgingFault.BEACON_ALONE)
    rest = awaited_dice.open_rest(entry, incoming.letter.beacon or "")
    old_letter = replace(incoming, letter=rest.letter, text=rest.text)
    result = _judge(writer, match, rest.side, old_letter, open_secrets(match), rest.marks, signed=rest.signed)
    if sender == rest.side and "letter" in rest.marks:
        return result
    # The sender of the signature reads only what is shown of the orders of the other side.
    state = result.outcome.judgement.state
    own = OrderBatch(sender, (), (), {})
    shown = LetterOutcome(sender, LetterJudgement(state, state), None, (own, *result.outcome.batches))
    orders = tuple(entry for entry in result.entries if entry.body.kind == "order")
    return Filed(result.match, incoming, shown, orders)


def _judge(
    writer: Appending,
    match: Match,
    side: Side,
    incoming: IncomingLetter,
    secrets: Secrets,
    marks: Marks,
    phrase: str = "",
    signed: Signed | None = None,
) -> Filed:
    """Judge the orders of a letter, or the rest of one whose dice waited, and file the outcome."""
    dice = manual_dice.find_stored(match, side, incoming.letter.digest).add(incoming.faces, incoming.source)
    source = _choose_source(match, side, incoming, secrets, phrase, dice, signed)
    now, ahead = standing_order_lines.split_orders(match.system, incoming.letter.orders)
    waits = match.header.beacon is not UNSET
    judgement = judge_letter.judge_lines(match.system, match.position(), side, now, source.dice, waits=waits)
    if isinstance(source, SpokenDiceSource):
        note = partial(_file_note, writer, match, side, incoming.at)
        warnings = manual_dice.settle(match, source, dice, judgement, note)
        incoming = replace(incoming, warnings=(*incoming.warnings, *warnings))
    standing = _order_ahead(match, side, ahead, judgement)
    batches, answer = entry_drafts.NOTHING
    if incoming.letter.orders:
        batches, answer = entry_drafts.collect(match, side, judgement, standing, source, marks)
    outcome = LetterOutcome(
        side,
        judgement,
        standing,
        batches,
        "" if judgement.refused_lines and not batches else phrase,
        _find_waiting(side, incoming.letter, judgement, answer, source),
    )
    entries = writer.append(
        *entry_drafts.draft(match, incoming.letter, incoming.text, outcome, secrets, at=incoming.at),
        salt=secret_store.match_salts(match.header, secrets),
    )
    return Filed(replace(match, journal=writer.journal), incoming, outcome, entries)


def _find_waiting(
    side: Side, letter: Letter, judgement: LetterJudgement, answer: Answer | None, source: DiceSource
) -> tuple[Rest, WaitingDice] | None:
    """Return dice that wait for the beacon, with the rest of their letter, or None."""
    waiting = source.waiting if isinstance(source, SealedDiceSource) else None
    if waiting is None:
        return None
    if judgement.needed:
        return awaited_dice.rest_of_letter(side, entry_drafts.marks(letter), judgement), waiting
    assert answer is not None, "a standing order asked for the dice"
    return awaited_dice.rest_of_answer(answer), waiting


def _find_before(match: Match, side: Side, letter: Letter) -> Sequence[Entry]:
    """Return the entries with which a letter was filed. Raises Stale if it may be a new letter."""
    before = letters.file_before(match, side, letter)
    if before and _would_stand(match, side, letter):
        letters.refuse_doubt(match, side, letter, before)
    return before


def _take_phrase(match: Match, side: Side, letter: Letter) -> str:
    """Return the phrase that a letter adds to the dice, or "".

    Raises Misuse for orders before required phrases.
    """
    phrase = None if letter.phrase is None else moderator_entries.examine_phrase(match, side, letter.phrase)
    if letter.orders:
        moderator_entries.refuse_awaited(match, _in_dice(match, side, phrase or ""))
    return phrase or ""


def _in_dice(match: Match, side: Side, phrase: str) -> dict[Side, str]:
    """Return the phrases in the dice of a letter: the filed ones and its own."""
    return {**moderator_entries.list_filed(match), **({side: phrase} if phrase else {})}


def _would_stand(match: Match, side: Side, letter: Letter) -> bool:
    """Return True if a letter has orders for now and all are legal up to the first roll or hidden draw."""
    now, _ = standing_order_lines.split_orders(match.system, letter.orders)
    judgement = judge_letter.judge_lines(match.system, match.position(), side, now, dry=True)
    return bool(now) and not judgement.refused_lines


def _order_ahead(
    match: Match, side: Side, lines: Sequence[LetterLine], judgement: LetterJudgement
) -> StandingOrders | None:
    """Return a side's standing orders after a letter, or None if the letter does not change them."""
    if not lines:
        return None
    before = standing_orders.list_live(match, side)
    change = standing_order_lines.apply_lines(match.system, judgement.state, side, before, lines)
    judgement.refused_lines += change.refused_lines
    if not judgement.refused_lines:
        return change.orders
    refused_orders = [refused.source for refused in judgement.refused_lines]
    legal_lines = [line for line in lines if line not in refused_orders]
    judgement.unjudged_lines += legal_lines
    judgement.lawful += legal_lines
    return None


def _sender(match: Match, incoming: IncomingLetter) -> Side:
    """Return the sender of the letter. The letter and its options must agree."""
    letter = incoming.letter
    if letter.match is not None and letter.match != match.name:
        raise DataFault(Complaint.of(JudgingFault.OTHER_MATCH, other=letter.match, match=match.name))
    name = incoming.side or letter.side
    if name is None and letter.beacon is not None and (pending := moderator_entries.find_pending(match)):
        # Anyone may copy the signature of the beacon.
        name = pending.body.side
    if name is None:
        raise Misuse(Complaint.of(JudgingFault.SENDER_UNKNOWN))
    side = match.side(name)
    if letter.side is not None and match.side(letter.side) != side:
        raise NotYours(Complaint.of(JudgingFault.SENDERS_DIFFER, signed=letter.side, side=side))
    return side


def _check(match: Match, side: Side, incoming: IncomingLetter) -> None:
    """Raise a fault unless the letter can be judged."""
    moderator_entries.refuse_closed(match)
    if incoming.is_timed:
        moderator_entries.refuse_earlier(match, incoming.at)
    if incoming.letter.head is not None:
        letters.check_head(match, incoming.letter.head)
    if incoming.letter.answers is not None:
        match.entries_to(incoming.letter.answers)
        letters.check_fresh(match, side, incoming.letter.answers)


def _check_spoken(match: Match, incoming: IncomingLetter) -> None:
    """Raise Misuse unless faces come with a source, in a match with manual dice."""
    if match.header.dice == "sealed" and incoming.faces is not None:
        raise Misuse(Complaint.of(JudgingFault.DICE_ARE_SEALED, match=match.name))
    if incoming.faces and not incoming.source:
        raise Misuse(Complaint.of(JudgingFault.SOURCE_MISSING))


def _choose_source(
    match: Match,
    side: Side,
    incoming: IncomingLetter,
    secrets: Secrets,
    phrase: str,
    dice: StoredDice,
    signed: Signed | None,
) -> DiceSource:
    header, seal = match.header, match.journal.header_seal
    custom = Custom.of(header, seal, secrets.hidden, _in_dice(match, side, phrase))
    _check_spoken(match, incoming)
    if match.header.dice == "sealed":
        return SealedDiceSource(match.system, header, secrets, match.entries, match.past, custom, signed)
    word = viewer_languages.tell(match, side).system.language.word_purpose
    last_seal = match.journal.head.seal
    return SpokenDiceSource(match.rules, header, secrets, dice.faces, dice.source, custom, last_seal, word)


def _file_note(writer: Appending, match: Match, side: Side, at: str, manual: StoredDice) -> int:
    """File the dice of a letter that needs more of them, and return the entry."""
    (entry,) = writer.append(manual_dice.draft_note(match, side, manual, at=at))
    return entry.body.seq


def _steps(match: Match, orders: Sequence[AcceptedOrder], entries: Iterator[Entry]) -> Iterator[Step]:
    """Yield accepted orders as the entries that contain them."""
    rest = iter(orders)
    for shared_entry, entry in zip(entry_drafts.by_entry(match, orders), entries, strict=False):
        first, *others = [next(rest) for _ in shared_entry.moves]
        yield Step(entry, shared_entry.moves, first.before, (others or [first])[-1].after)
