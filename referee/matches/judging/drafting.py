"""What is filed of a letter, and of what orders in advance answer to it, before it is sealed."""

from collections.abc import Iterator, Mapping, Sequence

from referee.matches import filing, journal
from referee.matches.filing import EntryDraft
from referee.matches.history import Move
from referee.matches.journal import Draft
from referee.matches.judging import refused_lines
from referee.matches.judging.advance_lines import Kept
from referee.matches.judging.cups import DiceUse
from referee.matches.judging.hearing import AcceptedOrder, LetterJudgement
from referee.matches.matches import Match
from referee.texts.canonical import writable
from referee.values.value import Value
from schemas.advance import AdvanceOrders
from schemas.journal import Kind
from schemas.letter import Letter
from schemas.record import REFEREE, Side, to_data
from schemas.refusal import RefusedLetter

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
    return filing.by_entry(match.system, moves, shared=match.header.format > 1)


def _order(match: Match, side: Side, together: EntryDraft, cup: DiceUse, marks: Marks, at: str) -> Draft:
    told = filing.split_parts(match.system, side, together, vocabulary=match.header.vocabulary)
    public, own = {**told.public}, {**told.private[side], **marks}
    if cup.sealed is not None:
        public["sealed"], own["order_salt"] = cup.sealed, cup.order_salt
    if cup.source is not None:
        public["source"] = cup.source
    if cup.ignored:
        public["ignored"] = list(cup.ignored)
    private = filing.add_keys({**told.private, side: own}, cup.owned)
    return Draft(kind="order", at=at, side=side, public=public, private=private, key=cup.key)


def refusal(match: Match, side: Side, letter: Letter, text: str, heard: LetterJudgement, *, at: str) -> Draft:
    """The entry of a letter that was refused, whole or in part."""
    content = RefusedLetter(
        **marks(letter),
        text=writable(text),
        fallen=tuple(refused_lines.file_refused_line(match.system, fell) for fell in heard.falls),
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
