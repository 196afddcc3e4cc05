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
from referee.matches.judging.standing_order_lines import Kept
from referee.matches.matches import Match
from referee.matches.visibility import EntryDraft
from referee.systems.faces import Game
from referee.texts.canonical import make_writable, writable
from schemas.journal import Kind
from schemas.letter import AdvanceOrders, Fallen, Letter, RefusedLetter
from schemas.record import REFEREE, FiledObjection, JsonValue, Side, Value, to_data

_FAULTS = list_by_code(JudgingFault)


def file_refused_line(game: Game, fell: RejectedLine) -> Fallen:
    """A refused line as it is filed: as data, and in the words of these rules."""
    stated = fell.unreadable
    wording = game.language.word(stated) if stated else Wording("")
    return Fallen(
        line=fell.asked.line,
        column=fell.column,
        text=writable(quote_line(fell.asked)),
        order=game.notation.write(fell.order) if fell.order else "",
        objections=tuple(file_objection(game, objection) for objection in fell.objections),
        unreadable=writable(wording.text),
        remedy=writable(wording.remedy),
        fact=stated.fact.code if stated else "",
        parameters=_write_parameters(stated) if stated else {},
        nearest=tuple(map(writable, _spell(game, fell))),
        spelled=tuple(
            (writable(before), subject, writable(after)) for before, subject, after in fell.spelled
        ),
    )


def _write_parameters(stated: Stated) -> dict[str, JsonValue]:
    return {name: make_writable(of) for name, of in stated.filed_parameters().items()}


def file_objection(game: Game, objection: Objection) -> FiledObjection:
    """An objection as it is filed: as data, and in the words of these rules."""
    wording = game.language.word(objection)
    return FiledObjection(
        clause=objection.clause,
        text=wording.text,
        remedy=wording.remedy,
        fact=objection.fact.code,
        parameters=objection.filed_parameters(),
    )


def reword_line(game: Game, fell: Fallen) -> Fallen:
    """A refused line as it was filed, in the words of these rules."""
    wording = _word_filed(game, fell.fact, fell.parameters)
    held = tuple(reword(game, held) for held in fell.objections)
    if wording is None:
        return replace(fell, objections=held)
    near = _spell(game, fell)
    return replace(fell, objections=held, unreadable=wording.text, remedy=wording.remedy, nearest=near)


def _spell(game: Game, fell: RejectedLine | Fallen) -> tuple[str, ...]:
    """The lines that may be meant, their subjects by their names in the language of these rules."""
    spell = game.notation.spell
    spelled = (f"{before}{spell(subject)}{after}".strip() for before, subject, after in fell.spelled)
    return tuple(spelled) or fell.nearest


def reword(game: Game, held: FiledObjection) -> FiledObjection:
    """A filed objection in the words of these rules."""
    wording = _word_filed(game, held.fact, held.parameters)
    return held if wording is None else replace(held, text=wording.text, remedy=wording.remedy)


def _word_filed(game: Game, code: str, filed: Mapping[str, JsonValue]) -> Wording | None:
    """A filed fact in the words of these rules; what they cannot say keeps the words that were filed."""
    fact = game.rules.facts.get(code) or _FAULTS.get(code)
    if fact is None:
        return None
    try:
        return game.language.word(Stated(fact, tuple((name, _restore(of)) for name, of in filed.items())))
    except (LookupError, TypeError, ValueError, AttributeError):
        # Another version of the rules or of the pack may know a piece or a card that this one does not.
        return None


def _restore(filed: JsonValue) -> Parameter:
    """A parameter that was filed; lists are the only shape that JSON changes."""
    return tuple(map(_restore, filed)) if isinstance(filed, list) else cast(Parameter, filed)


Marks = Mapping[str, object]
"""What an entry tells its own side of where its orders came from."""

IN_ADVANCE: Marks = {"advance": True}
FORCED: Marks = {"advance": True, "forced": True}
"""Marks of orders that no letter brought; the latter are the only lawful ones."""


class Said(Value):
    """Orders that a side gave in one breath and that stand, each with its cup of dice.

    Those that were `forced` the machine gave for it.
    """

    side: Side
    stands: tuple[AcceptedOrder, ...]
    shaken: tuple[DiceUse, ...]
    forced: bool = False


def orders(match: Match, said: Said, marks: Marks, *, at: str) -> Iterator[Draft]:
    """The entries of orders that stand, and of the chains of keys that begin before them."""
    cups = iter(said.shaken)
    for together in by_entry(match, said.stands):
        cup = [next(cups) for _ in together.moves][-1]
        if cup.renewed:
            yield Draft(kind="anchor", at=at, side=REFEREE, public={"anchor": cup.renewed})
        yield _order(match, said.side, together, cup, marks, at)


def by_entry(match: Match, stands: Sequence[AcceptedOrder]) -> Sequence[EntryDraft]:
    """Orders that stand, as they share entries."""
    moves = [Move(stood.order, stood.events, stood.asked.line) for stood in stands]
    return visibility.by_entry(match.system, moves, shared=match.header.format > 1)


def _order(match: Match, side: Side, together: EntryDraft, cup: DiceUse, marks: Marks, at: str) -> Draft:
    told = visibility.split_parts(match.system, side, together, vocabulary=match.header.vocabulary)
    public, own = {**told.public}, {**told.private[side], **marks}
    if cup.sealed is not None:
        public["sealed"], own["order_salt"] = cup.sealed, cup.order_salt
    if cup.source is not None:
        public["source"] = cup.source
    if cup.ignored:
        public["ignored"] = list(cup.ignored)
    private = visibility.add_keys({**told.private, side: own}, cup.owned)
    return Draft(kind="order", at=at, side=side, public=public, private=private, key=cup.key)


def refusal(match: Match, side: Side, letter: Letter, text: str, heard: LetterJudgement, *, at: str) -> Draft:
    """The entry of a letter that was refused, whole or in part."""
    content = RefusedLetter(
        **marks(letter),
        text=writable(text),
        fallen=tuple(file_refused_line(match.system, fell) for fell in heard.falls),
        unheard=tuple(asked.line for asked in heard.unheard),
    )
    return _unsigned(match, "refusal", side, content, at)


def in_advance(match: Match, side: Side, letter: Letter, kept: Kept, *, at: str) -> Draft:
    """The entry of what a side orders in advance from now on."""
    return _unsigned(match, "advance", side, AdvanceOrders(**marks(letter), kept=kept), at)


def _unsigned(match: Match, kind: Kind, side: Side, content: RefusedLetter | AdvanceOrders, at: str) -> Draft:
    without = {"padding", "salt"} if content.body is not None else {"padding", "salt", "body"}
    told = {name: value for name, value in to_data(content).items() if name not in without}
    return journal.unsigned(kind, side, told, sides=match.header.sides, at=at)


def marks(letter: Letter) -> dict[str, str]:
    """By what a letter is known again."""
    known = {"letter": letter.digest}
    if letter.message_id and letter.body:
        known |= {"message_id": writable(letter.message_id), "body": letter.body}
    return known
