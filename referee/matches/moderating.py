"""What is filed beside orders: takebacks, notes, and the secrets at the end."""

from collections.abc import Sequence
from pathlib import Path

from referee.engine.faults import Complaint, Misuse, NotYours, Stale
from referee.engine.tongue import Saying, forms, message, saying
from referee.engine.verdict import irrevocable
from referee.matches import history, matches
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
    with matches.held(root, name) as (writer, match):
        viewer = match.viewer(by)
        refuse_closed(match)
        _check_retract(match, to, viewer, reason)
        public: dict[str, object] = {"to": to, "reason": writable(reason)}
        if consent:
            public["consent"] = sorted({match.side(side) for side in consent})
        return _filed(match, writer, Draft(kind="retract", at=at, side=viewer, public=public))


def note(root: Path, name: str, text: str, *, by: str | None, private: bool, at: str) -> Filed:
    """File a remark: for everyone, or for its author and the referee only."""
    if not text.strip():
        raise Misuse(saying("a note without words says nothing"))
    with matches.held(root, name) as (writer, match):
        viewer = match.viewer(by)
        said: dict[str, object] = {"text": writable(text)}
        if private:
            readers = dict.fromkeys((viewer, REFEREE), said)
            draft = Draft(kind="note", at=at, side=viewer, private=readers)
        else:
            draft = Draft(kind="note", at=at, side=viewer, public=said)
        return _filed(match, writer, draft)


def reveal(root: Path, name: str, *, unfinished: bool, at: str) -> Filed:
    """Open the hidden secret, so that everyone can prove the hidden draws; the match takes no more orders."""
    with matches.held(root, name) as (writer, match):
        refuse_closed(match)
        if not unfinished and match.rules.prompts(match.position()):
            fact = message("{match} is not over: a question is open")
            remedy = message("a match that will not be finished is closed with --unfinished")
            raise Misuse(Complaint.of(fact, remedy, match=name))
        public = {"hidden": matches.secrets_of(match).hidden}
        filed = _filed(match, writer, Draft(kind="reveal", at=at, side=REFEREE, public=public))
        matches.forget_secrets(match)
        return filed


def refuse_closed(match: Match) -> None:
    """Raise if the secrets of a match were opened: no order can be judged any more."""
    if revealed := next((entry for entry in match.entries if entry.body.kind == "reveal"), None):
        text = message("the match is over: entry {entry} opened its secrets")
        raise Stale(Complaint.of(text, entry=revealed.body.seq))


def _check_retract(match: Match, to: int, viewer: Side, reason: str) -> None:
    match.entries_to(to)
    if to < 1:
        remedy = message("--to 1 takes back all that came after")
        raise Misuse(Complaint.of("the opening of a match cannot be taken back", remedy))
    undone = [step for step in history.steps(match.rules, match.entries) if step.seq > to]
    if not undone:
        text = message("no order stands after entry {entry}: there is nothing to take back")
        raise Misuse(saying(text, entry=to))
    if viewer != REFEREE:
        _check_own(undone, viewer)
    elif not reason.strip():
        raise Misuse(Complaint.of("a takeback by the referee has a reason", "give it with --reason"))


def _check_own(undone: list[Step], side: Side) -> None:
    """A side may take back its own latest orders, unless dice were thrown or something hidden came out."""
    if foreign := tuple(str(step.seq) for step in undone if step.entry.body.side != side):
        text, many = forms(
            "entry {entries} is not an order of {side}", "entries {entries} are not orders of {side}"
        )
        raise _refused(saying(text, many, count=len(foreign), entries=foreign, side=side))
    if settled := tuple(str(step.seq) for step in undone if irrevocable(step.events)):
        text, many = forms(
            "dice were thrown or something hidden came out in entry {entries}",
            "dice were thrown or something hidden came out in entries {entries}",
        )
        raise _refused(saying(text, many, count=len(settled), entries=settled))


def _refused(fact: Saying) -> NotYours:
    return NotYours(Complaint.of(fact, saying("ask the referee")))


def _filed(match: Match, writer: Writer, draft: Draft) -> Filed:
    (entry,) = writer.append(draft)
    text = draft.public.get("reason") or draft.public.get("text") or ""
    return Filed(
        match=match.name,
        entry=entry.body.seq,
        kind=draft.kind,
        text=str(text),
        head=str(writer.journal.head),
    )
