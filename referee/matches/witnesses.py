"""Witnesses: heads of a journal that were recorded where the moderator cannot change them."""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from referee.faults import Complaint, DataFault, Misuse
from referee.matches import matches
from referee.matches.club_log import recording
from referee.matches.faults import MatchFault
from referee.matches.journal import Draft
from referee.matches.journal.verification import read_head
from referee.matches.journal.writing import Appending
from referee.matches.letters import letters
from referee.matches.matches import Match
from referee.texts.canonical import writable
from schemas.answers.matches import Filed
from schemas.journal import PHRASED, Head
from schemas.record import REFEREE, Side

LONGEST = 500
"""Maximum length of the description of a place, in characters."""


def file_witness(root: Path, name: str, head: Head, where: str, *, evidence: bytes | None, at: str) -> Filed:
    """File that an outsider recorded a head. `kept` is evidence of it, of which the digest is filed."""
    place = writable(" ".join(where.split()))
    if not place or len(place) > LONGEST or not place.isprintable():
        raise DataFault(Complaint.of(MatchFault.PLACE_UNPRINTABLE, most=LONGEST))
    with matches.hold(root, name) as (writer, match):
        if match.header.format < PHRASED:
            raise Misuse(Complaint.of(MatchFault.WITNESS_UNKNOWN, match=name, format=match.header.format))
        if not letters.holds_head(match, head):
            raise DataFault(Complaint.of(MatchFault.HEAD_ELSEWHERE, match=name, head=head))
        (entry,) = writer.append(draft_witness(head, REFEREE, at=at, where=place, evidence=evidence))
        text = f"{head} {place}"
        return Filed(
            match=name, entry=entry.body.seq, kind="witness", text=text, head=str(writer.journal.head)
        )


def draft_witness(
    head: Head, side: Side, *, at: str, where: str = "", evidence: bytes | None = None
) -> Draft:
    """Draft the entry of a witness: a side that quotes a head, or the referee who names a place."""
    public = {"head": str(head)}
    if where:
        public["where"] = where
    if evidence is not None:
        public["digest"] = sha256(evidence).hexdigest()
    return Draft(kind="witness", at=at, side=side, public=public)


def is_new_head(match: Match, side: Side, head: Head) -> bool:
    """Return True if a head quoted by a side is later than all heads that it quoted before."""
    before = (known_head for known_head in _list_quoted(match, side) if letters.holds_head(match, known_head))
    newest = max((known_head.seq for known_head in before), default=-1)
    return match.header.format >= PHRASED and head.seq > newest


def file_foreign(writer: Appending, match: Match, side: Side, head: Head | None, *, at: str) -> None:
    """File that a letter quotes a head of another history, once, for all sides to see. It will be refused.

    Files nothing without a club log: a template then quotes no head, and a wrong one is the writer's mistake.
    """
    if (
        head is not None
        and match.header.format >= PHRASED
        and not letters.holds_head(match, head)
        and recording.find_of(match.folder, match.name) is not None
        and head not in _list_quoted(match, side)
    ):
        writer.append(draft_witness(head, side, at=at))


def _list_quoted(match: Match, side: Side) -> Iterator[Head]:
    """Yield the heads that letters of a side quoted."""
    own = (entry for entry in match.entries if entry.body.kind == "witness" and entry.body.side == side)
    yield from (head for entry in own if (head := read_head(entry)) is not None)
