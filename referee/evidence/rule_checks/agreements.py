"""Takebacks that sides agreed to: the request, and the answers of all other sides, are in the journal."""

from collections.abc import Iterator
from pathlib import Path

from referee.evidence.disputed_case import EvidenceFault
from referee.faults import Complaint
from referee.matches.journal.reading import MOVING
from referee.matches.player_requests import read_note
from schemas.journal import Entry, Header
from schemas.letter import TakebackAnswered, TakebackAsked
from schemas.record import REFEREE, Place, Side, Value


class _Request(Value):
    """A request for a takeback: its side, the entry to go back to, and the moves of the match so far."""

    side: Side | None
    to: int
    moves: int


class Agreements:
    """The requests for takebacks of a journal, with the last answer of each side to each."""

    def __init__(self, header: Header, path: Path) -> None:
        self._header, self._file = header, path.as_posix()
        self._requests: dict[int, _Request] = {}
        self._answers: dict[tuple[int, Side | None], tuple[int, bool]] = {}
        self._moves = 0

    def find_wrong(self, entry: Entry) -> Iterator[Complaint]:
        """Read one more entry, and yield a complaint if it is a takeback that its answers do not allow."""
        body = entry.body
        if body.kind == "note":
            self._note(entry)
        elif body.kind == "retract" and "agreements" in body.public and not self._is_agreed(entry):
            place = Place(file=self._file, line=body.seq + 1)
            yield Complaint.of(EvidenceFault.AGREEMENT_OTHER, place=place, entry=body.seq)
        self._moves += body.kind in MOVING or body.kind == "retract"

    def _note(self, entry: Entry) -> None:
        seq, side = entry.body.seq, entry.body.side
        match read_note(entry):
            case TakebackAsked(to=to):
                self._requests[seq] = _Request(side, to, self._moves)
            case TakebackAnswered(ask=ask, agrees=agrees):
                self._answers[ask, side] = seq, agrees
            case None:
                pass

    def _is_agreed(self, entry: Entry) -> bool:
        """Return True if all other sides agreed to a request for this takeback, and no move came between."""
        public = entry.body.public
        for ask, request in self._requests.items():
            others = [side for side in self._header.sides if side != request.side]
            answers = {side: self._answers.get((ask, side), (0, False)) for side in others}
            agreed = {side: seq for side, (seq, agrees) in answers.items() if agrees}
            asked = (request.to, request.moves) == (public.get("to"), self._moves)
            stated = public["agreements"] == agreed and public.get("consent") == sorted(agreed)
            if asked and stated and len(agreed) == len(others) and entry.body.side == REFEREE:
                return True
        return False
