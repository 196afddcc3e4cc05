"""Letters under a time lock that reach a match: the digest is filed at once, and the letter judged later."""

from pathlib import Path

from referee.faults import Complaint, Misuse
from referee.matches import matches, moderator_entries
from referee.matches.faults import JudgingFault
from referee.matches.journal import Draft
from referee.matches.letters import time_lock
from referee.matches.letters.time_lock import LockedLetter
from referee.matches.matches import Match
from schemas.answers.matches import Filed
from schemas.record import Side


def receive(raw: bytes, beacon: str | None) -> bytes | LockedLetter:
    """Return a letter to judge: itself if it is not locked, its content if it is given a signature.

    The signature is that of the option, or of a line `beacon: ROUND SIGNATURE` beside the locked letter. An
    open letter gets the option as such a line, for dice that wait for the beacon.
    The locked letter itself is returned if there is none.
    """
    text = raw.decode("utf-8", "replace")
    if not time_lock.is_locked(text):
        return raw if beacon is None else b"beacon: %b\n%b" % (beacon.encode(), raw)
    letter = time_lock.read(text)
    signature = beacon if beacon is not None else time_lock.find_beacon(text)
    return letter if signature is None else time_lock.unlock(letter, time_lock.read_beacon(signature))


def file_digest(root: Path, name: str, author: str | None, locked: LockedLetter, *, at: str) -> Filed:
    """File the digest and the round of a locked letter as a note of its side, once."""
    if author is None:
        raise Misuse(Complaint.of(JudgingFault.SENDER_UNKNOWN))
    with matches.hold(root, name) as (writer, match):
        side = match.side(author)
        moderator_entries.refuse_closed(match)
        text = f"letter locked to drand round {locked.round} ({locked.opens}), digest {locked.digest}"
        entry = _find_note(match, side, text)
        if entry is None:
            (new,) = writer.append(Draft(kind="note", at=at, side=side, public={"text": text}))
            entry = new.body.seq
        return Filed(match=name, entry=entry, kind="note", text=text, head=str(writer.journal.head))


def _find_note(match: Match, side: Side, text: str) -> int | None:
    """Return the entry of a note, or None."""
    notes = (entry for entry in match.entries if entry.body.kind == "note" and entry.body.side == side)
    return next((note.body.seq for note in notes if note.body.public.get("text") == text), None)
