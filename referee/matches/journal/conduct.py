"""What the referee never files: who writes what, for whom there are private parts, where keys are spent.

Seals prove that nothing was changed since. A forger with the referee's own pen seals what he likes; he
is found because there are things that the referee does not write, and things that he leaves out of no copy.
"""

from collections.abc import Iterator, Sequence
from typing import cast

from msgspec import ValidationError, convert

from referee.dice.faults import DiceFault
from referee.dice.tellings import Part
from referee.engine.facts import declare
from referee.engine.tongue import Saying
from referee.matches.clock import is_time
from referee.matches.journal import reading
from referee.matches.journal.faults import JournalFault
from referee.matches.journal.phrasing import Phrasing
from referee.matches.journal.reading import MOVING
from referee.matches.journal.standing import take_back_to
from schemas.journal import NEW_KINDS, PHRASED, Entry, Header, Kind, PrivatePart, PublicPart
from schemas.record import REFEREE, Side

PHRASING: frozenset[Kind] = frozenset({"order", "phrase"})
"""The kinds of entry that have to do with phrases."""


class Conduct:
    """How a journal is kept, entry by entry."""

    def __init__(self, header: Header) -> None:
        self._header = header
        self._readers = frozenset((*header.sides, REFEREE))
        self._told: set[Side] = set()
        self._left_out: dict[Side, int] = {}
        self._phrases = Phrasing(header)
        self._parts: dict[str, tuple[str, ...]] = {}
        # Witnesses say so themselves.
        self._unknown = NEW_KINDS - {"witness"} if header.format < PHRASED else frozenset[Kind]()

    def open(self) -> Iterator[Saying]:
        """What is wrong with the header: a key of a chain without an owner could be chosen when it is needed.

        Throws have owners since format 2.
        """
        yield from _check_time(self._header.at)
        owners = self._readers if self._header.format > 1 else frozenset[Side]()
        if frozenset(self._header.anchors) != owners:
            yield declare(JournalFault.ANCHORS_WRONG)

    def take(self, entry: Entry, telling: Sequence[Part]) -> Iterator[Saying]:
        """What is wrong with the next entry, of which these private parts tell."""
        body = entry.body
        yield from _check_time(body.at)
        if body.kind in PHRASING:
            yield from self._phrases.take(entry)
        else:
            yield from self._find_unlawful(entry)
        for part in (body.public, *telling):
            if part.get("order") is not None and (wrong := self._find_misspelt(entry, part["order"])):
                yield wrong
        if not self._readers.issuperset(body.commit):
            for reader in sorted(body.commit.keys() - self._readers):
                yield declare(JournalFault.PRIVATE_FOREIGN, reader=reader)
        if body.kind in MOVING:
            # Whose the entry is enters the dice, and has to be whose order it is.
            if body.side not in (self._header.sides if body.kind == "order" else (REFEREE,)):
                yield declare(JournalFault.AUTHOR_WRONG, side=str(body.side))
            self._note_readers(entry)
            if body.public.get("sealed") is not None:
                yield from _find_unopenable(entry)
        elif body.key or any("key" in part for part in telling):
            yield declare(JournalFault.KEY_WASTED)

    def _find_unlawful(self, entry: Entry) -> Iterator[Saying]:
        """Whether an entry goes back to no earlier one, or the format of the journal has none of its kind."""
        if entry.body.kind == "retract" and take_back_to(entry) is None:
            yield declare(JournalFault.TAKEBACK_FORWARD, entry=entry.body.seq)
        if entry.body.kind in self._unknown:
            yield declare(JournalFault.KIND_EARLY, kind=entry.body.kind)

    def left_out(self, *, opened: bool) -> Iterator[tuple[int, Saying]]:
        """Private parts that a copy has to have, by the first entry that lacks one.

        Of what made the position, a copy for a reader holds all that is for him, and all that is for anybody
        once the secrets are open.
        """
        for reader, seq in self._left_out.items():
            if opened or reader in self._told:
                yield seq, declare(JournalFault.PRIVATE_LEFT_OUT, reader=reader)

    def _find_misspelt(self, entry: Entry, told: object) -> Saying | None:
        """Each order is one of its side's, and all of one kind have the same parts.

        Dice follow from every letter of an order: with a part more, a forger could choose among dice.
        """
        order = cast(dict[str, object], told if isinstance(told, dict) else {})
        kind = order.get("type")
        if not isinstance(kind, str) or order.get("side") != entry.body.side:
            return declare(JournalFault.ORDER_OF_ANOTHER, side=str(entry.body.side))
        # A journal has the parts of everything in one order.
        if self._parts.setdefault(kind, parts := tuple(order)) != parts:
            return declare(JournalFault.ORDER_MISSPELT, kind=kind)
        return None

    def _note_readers(self, entry: Entry) -> None:
        """Who has private parts of what makes the position, and whose are left out."""
        self._told.update(entry.private)
        if len(entry.private) < len(entry.body.commit):
            for reader in entry.body.commit.keys() - entry.private.keys():
                self._left_out.setdefault(reader, entry.body.seq)


def _check_time(at: str) -> Iterator[Saying]:
    if not is_time(at):
        yield declare(JournalFault.TIME_WRONG, at=at)


def _find_unopenable(entry: Entry) -> Iterator[Saying]:
    """Whether the secret order that dice were thrown for is in a private part, and nowhere else."""
    if entry.body.public.get("order") is not None:
        yield declare(JournalFault.SECRET_IS_PUBLIC)
    elif "order_salt" not in entry.private.get(entry.body.side or "", {"order_salt": ""}):
        yield declare(DiceFault.SECRET_ORDER_UNOPENABLE)


def find_misshapen(entry: Entry, telling: Sequence[Part]) -> Iterator[Saying]:
    """What is wrong with the shape of the parts that are read without rules."""
    try:
        convert(entry.body.public, PublicPart)
        for part in telling:
            convert(part, PrivatePart)
    except ValidationError as error:
        yield reading.misshapen(error).said
