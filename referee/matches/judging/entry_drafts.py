"""Entries of letters: their orders, refused lines and standing orders, before they are sealed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, islice
from typing import cast

from msgspec.structs import replace

from referee.dice.chain import Secrets
from referee.engine.facts import Objection, Parameter, Stated, Wording, list_by_code
from referee.matches import journal, moderator_entries, visibility, witnesses
from referee.matches.faults import JudgingFault
from referee.matches.history import Move
from referee.matches.journal import Draft
from referee.matches.judging import awaited_dice, standing_order_lines, standing_orders
from referee.matches.judging.awaited_dice import Rest
from referee.matches.judging.dice_sources import (
    DiceSource,
    DiceUse,
    SealedDiceSource,
    WaitingDice,
)
from referee.matches.judging.judge_letter import (
    AcceptedOrder,
    LetterJudgement,
    RejectedLine,
    judge_lines,
    quote_line,
)
from referee.matches.judging.standing_order_lines import StandingOrders
from referee.matches.judging.standing_orders import Answer, Marks, Turn
from referee.matches.letters import letters
from referee.matches.matches import Match
from referee.matches.visibility import EntryDraft
from referee.systems.faces import Game
from referee.texts.canonical import make_writable, writable
from schemas.journal import PHRASED, Entry, Kind
from schemas.letter import AdvanceOrders, FiledLine, Letter, RefusedLetter
from schemas.record import REFEREE, FiledObjection, JsonValue, Side, Value, to_data

_FAULTS = list_by_code(JudgingFault)


def file_refused_line(game: Game, refused: RejectedLine) -> FiledLine:
    """Return a refused line as it is filed: as data and in the language of these rules."""
    statement = refused.unreadable
    wording = game.language.word(statement) if statement else Wording("")
    return FiledLine(
        line=refused.source.line,
        column=refused.column,
        text=writable(quote_line(refused.source)),
        order=game.notation.write(refused.order) if refused.order else "",
        objections=tuple(file_objection(game, objection) for objection in refused.objections),
        unreadable=writable(wording.text),
        remedy=writable(wording.remedy),
        fact=statement.fact.code if statement else "",
        parameters=_write_parameters(statement) if statement else {},
        nearest=tuple(map(writable, _spell(game, refused))),
        spelled=tuple(
            (writable(before), subject, writable(after)) for before, subject, after in refused.spelled
        ),
    )


def _write_parameters(statement: Stated) -> dict[str, JsonValue]:
    return {name: make_writable(of) for name, of in statement.filed_parameters().items()}


def file_objection(game: Game, objection: Objection) -> FiledObjection:
    """Return an objection as it is filed: as data and in the language of these rules."""
    wording = game.language.word(objection)
    return FiledObjection(
        clause=objection.clause,
        text=wording.text,
        remedy=wording.remedy,
        fact=objection.fact.code,
        parameters=objection.filed_parameters(),
    )


def reword_line(game: Game, refused: FiledLine) -> FiledLine:
    """Return a filed refused line in the language of these rules."""
    wording = _word_filed(game, refused.fact, refused.parameters)
    objections = tuple(reword(game, objections) for objections in refused.objections)
    if wording is None:
        return replace(refused, objections=objections)
    near = _spell(game, refused)
    return replace(
        refused, objections=objections, unreadable=wording.text, remedy=wording.remedy, nearest=near
    )


def _spell(game: Game, refused: RejectedLine | FiledLine) -> tuple[str, ...]:
    """Return the suggested lines, with names in the language of these rules."""
    spell = game.notation.spell
    lines = (f"{before}{spell(subject)}{after}".strip() for before, subject, after in refused.spelled)
    return tuple(lines) or refused.nearest


def reword(game: Game, objection: FiledObjection) -> FiledObjection:
    """Return a filed objection in the language of these rules."""
    wording = _word_filed(game, objection.fact, objection.parameters)
    return objection if wording is None else replace(objection, text=wording.text, remedy=wording.remedy)


def _word_filed(game: Game, code: str, parameters: Mapping[str, JsonValue]) -> Wording | None:
    """Return a filed fact in the language of these rules, or None if they cannot render it."""
    fact = game.rules.facts.get(code) or _FAULTS.get(code)
    if fact is None:
        return None
    try:
        return game.language.word(
            Stated(fact, tuple((name, _restore(of)) for name, of in parameters.items()))
        )
    except (LookupError, TypeError, ValueError, AttributeError):
        # Another version of the rules or the pack may know a piece or card that this one does not.
        return None


def _restore(value: JsonValue) -> Parameter:
    """Return a filed parameter. JSON changes only lists."""
    return tuple(map(_restore, value)) if isinstance(value, list) else cast(Parameter, value)


class OrderBatch(Value):
    """Accepted orders that one side gave without interruption, with their uses of dice and their marks."""

    side: Side
    accepted_orders: tuple[AcceptedOrder, ...]
    uses: tuple[DiceUse, ...]
    marks: Marks


def orders(match: Match, batch: OrderBatch, *, at: str) -> Iterator[Draft]:
    """Yield the entries of accepted orders, and of the key chains that begin before them."""
    side, uses, vocabulary = batch.side, iter(batch.uses), match.header.vocabulary
    for shared_entry in by_entry(match, batch.accepted_orders):
        use = [next(uses) for _ in shared_entry.moves][-1]
        if use.renewed:
            yield Draft(kind="anchor", at=at, side=REFEREE, public={"anchor": use.renewed})
        parts = visibility.split_parts(match.system, side, shared_entry, vocabulary=vocabulary)
        public, own = {**parts.public}, {**parts.private[side], **batch.marks}
        if use.sealed is not None:
            public["sealed"], own["order_salt"] = use.sealed, use.order_salt
        if use.source is not None:
            public["source"] = use.source
        if use.signed is not None:
            wait = use.signed.wait
            public |= {"wait": wait.seq, "round": wait.round, "signature": use.signed.signature}
        if use.ignored:
            public["ignored"] = list(use.ignored)
        private = visibility.add_keys({**parts.private, side: own}, use.owned)
        yield Draft(kind="order", at=at, side=side, public=public, private=private, key=use.key)


def by_entry(match: Match, accepted_orders: Sequence[AcceptedOrder]) -> Sequence[EntryDraft]:
    """Group accepted orders by entry."""
    moves = [Move(one.order, one.events, one.source.line) for one in accepted_orders]
    return visibility.by_entry(match.system, moves, share_entries=match.header.format > 1)


def refusal(
    match: Match, side: Side, letter: Letter, text: str, judgement: LetterJudgement, *, at: str
) -> Draft:
    """Draft the entry of a letter that was refused, in whole or in part."""
    content = RefusedLetter(
        **marks(letter),
        text=writable(text),
        fallen=tuple(file_refused_line(match.system, refused) for refused in judgement.refused_lines),
        unheard=tuple(line.line for line in judgement.unjudged_lines),
    )
    return _unsigned(match, "refusal", side, content, at)


def in_advance(match: Match, side: Side, letter: Letter, kept: StandingOrders, *, at: str) -> Draft:
    """Draft the entry with the standing orders of a side."""
    return _unsigned(match, "advance", side, AdvanceOrders(**marks(letter), kept=kept), at)


def _unsigned(match: Match, kind: Kind, side: Side, content: RefusedLetter | AdvanceOrders, at: str) -> Draft:
    without = {"padding", "salt"} if content.body is not None else {"padding", "salt", "body"}
    fields = {name: value for name, value in to_data(content).items() if name not in without}
    return journal.unsigned(kind, side, fields, sides=match.header.sides, at=at)


def marks(letter: Letter) -> dict[str, str]:
    """Return the fields that identify a letter."""
    fields = {"letter": letter.digest}
    if letter.message_id and letter.body:
        fields |= {"message_id": writable(letter.message_id), "body": letter.body}
    return fields


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
    judgement = judge_lines(match.system, state, side, now)
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
    letter_marks: Marks,
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
    first = OrderBatch(side, tuple(judgement.accepted_orders), tuple(islice(uses, own_count)), letter_marks)
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
    for (side, marks), run in groupby(answers, key=lambda answer: (answer.side, answer.marks)):
        accepted_orders: list[AcceptedOrder] = []
        own_uses: list[DiceUse] = []
        for answer in run:
            accepted_orders += answer.accepted_orders
            own_uses += tuple(islice(uses, answer.judged))[: len(answer.accepted_orders)]
        yield OrderBatch(side, tuple(accepted_orders), tuple(own_uses), marks)


def draft(
    match: Match, letter: Letter, text: str, outcome: LetterOutcome, secrets: Secrets, *, at: str
) -> Iterator[Draft]:
    """Yield all entries of a letter. `text` is the letter as it was sent."""
    side, head, own = outcome.side, letter.head, list[Draft]()
    if outcome.phrase:
        own += moderator_entries.draft_phrase(match, side, outcome.phrase, secrets, at=at)
    for first in outcome.batches[:1]:
        own += orders(match, first, at=at)
    yield from own
    if outcome.judgement.refused_lines:
        yield refusal(match, side, letter, text, outcome.judgement, at=at)
    elif outcome.standing is not None:
        standing = standing_order_lines.date(outcome.standing, len(match.entries) + len(own) + 1)
        yield in_advance(match, side, letter, standing, at=at)
    for batch in outcome.batches[1:]:
        yield from orders(match, batch, at=at)
    if outcome.waiting is not None:
        yield awaited_dice.draft(match, *outcome.waiting, at=at)
    # A head is filed with a public order, or with dice that wait.
    waits = outcome.waiting is not None and outcome.waiting[0].side == side
    has_order = waits or any(draft.kind == "order" and draft.side == side for draft in own)
    if head is not None and has_order and witnesses.is_new_head(match, side, head):
        yield witnesses.draft_witness(head, side, at=at)
