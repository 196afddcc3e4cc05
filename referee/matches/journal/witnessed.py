"""Witnesses of a journal: heads that outsiders quoted, held against the history that there is."""

from collections.abc import Sequence

from msgspec import ValidationError

from referee.engine.facts import declare
from referee.engine.tongue import Saying
from referee.matches.journal.faults import JournalFault
from referee.values.value import Value
from schemas.journal import PHRASED, Entry, Head, Header
from schemas.record import Side


class Witness(Value):
    """A head that was recorded elsewhere: the entry, whose word it is, and up to where it fixes history."""

    entry: int
    head: str
    side: Side | None
    where: str
    digest: str
    fixed: int | None


class Witnesses:
    """The witnesses of a match, while it is read entry by entry."""

    def __init__(self, header: Header, seal: str) -> None:
        self._format = header.format
        self._seals = [seal]
        self.found: list[Witness] = []

    def take(self, entry: Entry) -> Sequence[Saying]:
        """List the faults of the next entry; a head of another history is for the reader to judge."""
        is_witness = entry.body.kind == "witness"
        if is_witness:
            self.found.append(self._compare(entry))
        self._seals.append(entry.seal)
        return [declare(JournalFault.WITNESS_EARLY)] if is_witness and self._format < PHRASED else ()

    def _compare(self, entry: Entry) -> Witness:
        public, head = entry.body.public, read_head(entry)
        here = head is not None and head.seq < len(self._seals) and self._seals[head.seq] == head.seal
        return Witness(
            entry=entry.body.seq,
            head=str(public.get("head", "")),
            side=entry.body.side,
            where=str(public.get("where", "")),
            digest=str(public.get("digest", "")),
            fixed=head.seq if head is not None and here else None,
        )


def read_head(entry: Entry) -> Head | None:
    """The head that an entry of a witness quotes; nothing if it is none."""
    try:
        return Head.read(str(entry.body.public.get("head", "")))
    except ValidationError:
        return None
