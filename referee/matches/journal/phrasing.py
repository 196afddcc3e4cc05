"""The phrases that the sides put into the dice: who may file one, and until when."""

from collections.abc import Iterator

from referee.engine.facts import declare
from referee.engine.tongue import Saying
from referee.matches.journal.faults import JournalFault
from schemas.journal import LONGEST_PHRASE, PHRASED, Entry, Header
from schemas.record import Side


class Phrasing:
    """The phrases of a match, entry by entry."""

    def __init__(self, header: Header) -> None:
        self._header = header
        self._filed: set[Side | None] = set()
        self._ordered = False

    def take(self, entry: Entry) -> Iterator[Saying]:
        """What is wrong with the next order or phrase."""
        if entry.body.kind == "order":
            if not self._ordered and (missing := self._missing()):
                yield declare(JournalFault.PHRASES_MISSING, sides=missing)
            self._ordered = True
            return
        if not self._is_due(entry):
            yield declare(JournalFault.PHRASE_UNLAWFUL, most=LONGEST_PHRASE)
        self._filed.add(entry.body.side)

    def _missing(self) -> tuple[Side, ...]:
        """The sides whose phrases an order has to wait for."""
        required = self._header.format >= PHRASED and self._header.phrases == "required"
        return tuple(side for side in self._header.sides if required and side not in self._filed)

    def _is_due(self, entry: Entry) -> bool:
        """Whether a side may put this phrase into the dice now."""
        body, header = entry.body, self._header
        phrase = body.public.get("phrase")
        return (
            header.format >= PHRASED
            and header.phrases != "none"
            and not self._ordered
            and body.side in header.sides
            and body.side not in self._filed
            and isinstance(phrase, str)
            and 0 < len(phrase) <= LONGEST_PHRASE
            and len(body.public) == 1
            and not body.commit
        )
