"""Entries beside orders: takebacks, notes, phrases and the revealed secrets."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from referee.engine.system import irrevocable
from referee.faults import Complaint, DataFault, Misuse, NotYours, Stale, declare
from referee.matches import matches
from referee.matches.faults import MatchFault
from referee.matches.history import Step
from referee.matches.journal import Draft, Writer
from referee.matches.matches import Match
from referee.texts.canonical import writable
from schemas.answers.matches import Filed
from schemas.journal import LONGEST_PHRASE, PHRASED, Entry
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


def file_phrase(root: Path, name: str, text: str, *, by: str, at: str) -> Filed:
    """File the phrase of a side; the same one again is answered as it was the first time."""
    with matches.hold(root, name) as (writer, match):
        side = match.side(by)
        refuse_closed(match)
        phrase = examine_phrase(match, side, text)
        if phrase is None:
            filed = find_phrase(match, side)
        else:
            (filed,) = writer.append(draft_phrase(side, phrase, at=at))
        return Filed(
            match=match.name,
            entry=filed.body.seq,
            kind="phrase",
            text=str(filed.body.public["phrase"]),
            head=str(writer.journal.head),
        )


def draft_phrase(side: Side, phrase: str, *, at: str) -> Draft:
    """The entry of a phrase."""
    return Draft(kind="phrase", at=at, side=side, public={"phrase": phrase})


def examine_phrase(match: Match, side: Side, text: str) -> str | None:
    """A phrase as it is filed; nothing if the side filed this one before.

    Raises unless the side may put it into the dice now.
    """
    phrase = writable(" ".join(text.split()))
    _check_text(phrase)
    if before := match.past.phrases(match.entries).get(side):
        if before.body.public["phrase"] == phrase:
            return None
        raise NotYours(Complaint.of(MatchFault.PHRASE_STANDS, side=side, entry=before.body.seq))
    if not may_hold(match):
        raise Misuse(Complaint.of(MatchFault.PHRASES_UNWANTED, match=match.name))
    if (order := match.past.find_first_order(match.entries)) is not None:
        raise Stale(Complaint.of(MatchFault.PHRASE_LATE, entry=order))
    return phrase


def _check_text(phrase: str) -> None:
    if not phrase:
        raise DataFault(Complaint.of(MatchFault.PHRASE_EMPTY))
    if len(phrase) > LONGEST_PHRASE or not phrase.isprintable():
        raise DataFault(Complaint.of(MatchFault.PHRASE_UNPRINTABLE, most=LONGEST_PHRASE))


def may_hold(match: Match) -> bool:
    """Whether the dice of a match may hold phrases."""
    return match.header.format >= PHRASED and match.header.phrases != "none"


def list_awaited(match: Match, filed: Mapping[Side, str] | None = None) -> tuple[Side, ...]:
    """The sides whose phrases the first order has to wait for; `filed` are those that there are."""
    if not (may_hold(match) and match.header.phrases == "required"):
        return ()
    filed = list_filed(match) if filed is None else filed
    return tuple(side for side in match.header.sides if side not in filed)


def list_invited(match: Match) -> tuple[Side, ...]:
    """The sides that may put a phrase into the dice now, and have not."""
    if not may_hold(match) or match.past.find_first_order(match.entries) is not None:
        return ()
    filed = list_filed(match)
    return tuple(side for side in match.header.sides if side not in filed)


def refuse_awaited(match: Match, filed: Mapping[Side, str]) -> None:
    """Raise if orders have to wait for phrases beside those that were filed."""
    if awaited := list_awaited(match, filed):
        raise Stale(Complaint.of(MatchFault.PHRASES_AWAITED, sides=awaited))


def list_filed(match: Match) -> dict[Side, str]:
    """The phrases that are in the dice, by side."""
    filed = match.past.phrases(match.entries)
    return {side: str(entry.body.public["phrase"]) for side, entry in filed.items()}


def find_phrase(match: Match, side: Side) -> Entry:
    """The entry of the phrase of a side that has one."""
    return match.past.phrases(match.entries)[side]
