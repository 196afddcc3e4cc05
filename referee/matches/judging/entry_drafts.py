"""Drafts of entries for letters, standing orders and refused lines, before they are sealed."""

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from msgspec.structs import replace

from referee.engine.facts import Objection, Parameter, Stated, Wording, list_by_code
from referee.matches import journal, visibility
from referee.matches.faults import JudgingFault
from referee.matches.history import Move
from referee.matches.journal import Draft
from referee.matches.judging.dice_sources import DiceUse
from referee.matches.judging.judge_letter import AcceptedOrder, LetterJudgement, RejectedLine, quote_line
from referee.matches.judging.standing_order_lines import StandingOrders
from referee.matches.matches import Match
from referee.matches.visibility import EntryDraft
from referee.systems.faces import Game
from referee.texts.canonical import make_writable, writable
from schemas.journal import Kind
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


Marks = Mapping[str, object]
"""Fields of an entry that tell its side where an order came from."""

IN_ADVANCE: Marks = {"advance": True}
FORCED: Marks = {"advance": True, "forced": True}
"""Fields of orders without a letter. `FORCED` marks the only legal order."""


class OrderBatch(Value):
    """Accepted orders that one side gave without interruption, with their uses of dice and their marks."""

    side: Side
    accepted_orders: tuple[AcceptedOrder, ...]
    uses: tuple[DiceUse, ...]
    marks: Marks


def orders(match: Match, batch: OrderBatch, *, at: str) -> Iterator[Draft]:
    """Yield the entries of accepted orders, and of the key chains that begin before them."""
    uses = iter(batch.uses)
    for shared_entry in by_entry(match, batch.accepted_orders):
        use = [next(uses) for _ in shared_entry.moves][-1]
        if use.renewed:
            yield Draft(kind="anchor", at=at, side=REFEREE, public={"anchor": use.renewed})
        yield _order(match, batch, shared_entry, use, at)


def by_entry(match: Match, accepted_orders: Sequence[AcceptedOrder]) -> Sequence[EntryDraft]:
    """Group accepted orders by entry."""
    moves = [Move(one.order, one.events, one.source.line) for one in accepted_orders]
    return visibility.by_entry(match.system, moves, share_entries=match.header.format > 1)


def _order(match: Match, batch: OrderBatch, shared_entry: EntryDraft, use: DiceUse, at: str) -> Draft:
    side = batch.side
    parts = visibility.split_parts(match.system, side, shared_entry, vocabulary=match.header.vocabulary)
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
    return Draft(kind="order", at=at, side=side, public=public, private=private, key=use.key)


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
