"""What is filed beside orders: takebacks, notes, and the secrets at the end."""

from collections.abc import Sequence
from pathlib import Path

from referee.engine.facts import declare
from referee.engine.faults import Complaint, Misuse, NotYours, Stale
from referee.engine.verdict import irrevocable
from referee.matches import matches
from referee.matches.faults import MatchFault
from referee.matches.history import Step
from referee.matches.journal import Draft, Writer
from referee.matches.matches import Match
from referee.texts.canonical import writable
from schemas.answers.matches import Filed
from schemas.record import REFEREE, Side


def retract(
    root: Path, name: str, *, to: int, by: str | None, reason: str, at: str, consent: Sequence[str] = ()
) -> Filed:
    """Take a match back to just after an entry; nothing is deleted, and published keys stay spent.

    Reason and consent are in the log for good; on whose word a side consents, the referee answers for.
    """
    with matches.hold(root, name) as (writer, match):
        viewer = match.viewer(by)
        refuse_closed(match)
        _check_retract(match, to, viewer, reason)
        public: dict[str, object] = {"to": to, "reason": writable(reason)}
        if consent:
            public["consent"] = sorted({match.side(side) for side in consent})
        return _file(match, writer, Draft(kind="retract", at=at, side=viewer, public=public))


def note(root: Path, name: str, text: str, *, by: str | None, private: bool, at: str) -> Filed:
    """File a remark: for everyone, or for its author and the referee only."""
    if not text.strip():
        raise Misuse(declare(MatchFault.NOTE_EMPTY))
    with matches.hold(root, name) as (writer, match):
        viewer = match.viewer(by)
        said: dict[str, object] = {"text": writable(text)}
        if private:
            readers = dict.fromkeys((viewer, REFEREE), said)
            draft = Draft(kind="note", at=at, side=viewer, private=readers)
        else:
            draft = Draft(kind="note", at=at, side=viewer, public=said)
        return _file(match, writer, draft)


def reveal(root: Path, name: str, *, unfinished: bool, at: str) -> Filed:
    """Open the hidden secret, so that everyone can prove the hidden draws; the match takes no more orders."""
    with matches.hold(root, name) as (writer, match):
        refuse_closed(match)
        if not unfinished and match.rules.prompts(match.position()):
            raise Misuse(Complaint.of(MatchFault.MATCH_OPEN, match=name))
        public = {"hidden": matches.secrets_of(match).hidden}
        filed = _file(match, writer, Draft(kind="reveal", at=at, side=REFEREE, public=public))
        matches.forget_secrets(match)
        return filed


def refuse_closed(match: Match) -> None:
    """Raise if the secrets of a match were opened: no order can be judged any more."""
    if revealed := match.past.find_reveal(match.entries):
        raise Stale(Complaint.of(MatchFault.MATCH_CLOSED, entry=revealed.body.seq))


def _check_retract(match: Match, to: int, viewer: Side, reason: str) -> None:
    match.entries_to(to)
    if to < 1:
        raise Misuse(Complaint.of(MatchFault.OPENING_STANDS))
    undone = list(match.steps(after=to))
    if not undone:
        raise Misuse(declare(MatchFault.NOTHING_TO_TAKE_BACK, entry=to))
    if viewer != REFEREE:
        _check_own(undone, viewer)
    elif not reason.strip():
        raise Misuse(Complaint.of(MatchFault.REASON_MISSING))


def _check_own(undone: list[Step], side: Side) -> None:
    """A side may take back its own latest orders, unless dice were thrown or something hidden came out."""
    if foreign := tuple(str(step.seq) for step in undone if step.entry.body.side != side):
        fact = MatchFault.TAKEBACK_FOREIGN
        raise NotYours(Complaint.of(fact, count=len(foreign), entries=foreign, side=side))
    if settled := tuple(str(step.seq) for step in undone if irrevocable(step.events)):
        fact = MatchFault.TAKEBACK_SETTLED
        raise NotYours(Complaint.of(fact, count=len(settled), entries=settled))


def _file(match: Match, writer: Writer, draft: Draft) -> Filed:
    (entry,) = writer.append(draft)
    text = draft.public.get("reason") or draft.public.get("text") or ""
    return Filed(
        match=match.name,
        entry=entry.body.seq,
        kind=draft.kind,
        text=str(text),
        head=str(writer.journal.head),
    )
