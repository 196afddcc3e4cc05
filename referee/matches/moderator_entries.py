"""Entries beside orders: takebacks, notes, phrases, dice that wait, and the revealed secrets."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from pathlib import Path

from msgspec import UNSET
from msgspec.structs import replace

from referee.dice.beacon import Wait, read_wait, tell_time
from referee.dice.chain import Secrets
from referee.dice.format3 import commit_phrase
from referee.engine.system import irrevocable
from referee.faults import Complaint, DataFault, Misuse, NotYours, Stale, declare
from referee.i18n.translator import saying
from referee.matches import matches, opening, secret_store, shelf
from referee.matches.clock import is_much_before
from referee.matches.faults import JudgingFault, MatchFault
from referee.matches.history import Step
from referee.matches.journal import Draft, Writer
from referee.matches.journal.line import JournalFault
from referee.matches.journal.writing import PATIENCE
from referee.matches.letters.time_lock import LockedLetter
from referee.matches.matches import Match
from referee.texts.canonical import has_visible_text, writable
from schemas.answers.matches import Filed
from schemas.journal import LONGEST_PHRASE, PHRASED, Entry
from schemas.letter import Letter
from schemas.record import REFEREE, Side

_COMMITMENT = re.compile("digest:? [0-9a-f]{64}")

DECISIVE = frozenset({"order", "ruling", "retract"})
"""Kinds of entry before which no dice wait any more."""


def retract(
    root: Path, name: str, *, to: int, by: str | None, reason: str, at: str, consent: Sequence[str] = ()
) -> Filed:
    """Return a match to the state after an entry. Nothing is deleted, and published keys stay spent.

    Reason and consent stay in the log. The referee vouches for a side's consent.
    """
    with matches.hold(root, name) as (writer, match):
        viewer = match.viewer(by)
        refuse_closed(match)
        _check_retract(match, to, viewer, reason)
        public: dict[str, object] = {"to": to, "reason": writable(reason)}
        if consent:
            public["consent"] = sorted({match.side(side) for side in consent})
        return file_draft(writer, Draft(kind="retract", at=at, side=viewer, public=public))


def note(root: Path, name: str, text: str, *, by: str | None, private: bool, at: str) -> Filed:
    """File a remark: for everyone, or for its author and the referee only."""
    if not has_visible_text(text):
        raise Misuse(declare(MatchFault.NOTE_EMPTY))
    with matches.hold(root, name) as (writer, match):
        viewer = match.viewer(by)
        content: dict[str, object] = {"text": writable(text)}
        if private:
            readers = dict.fromkeys((viewer, REFEREE), content)
            draft = Draft(kind="note", at=at, side=viewer, private=readers)
        else:
            draft = Draft(kind="note", at=at, side=viewer, public=content)
        return file_draft(writer, draft)


def file_digest(root: Path, name: str, author: str | None, locked: LockedLetter, *, at: str) -> Filed:
    """File the digest and the round of a locked letter as a note of its side, once. It is judged later."""
    if author is None:
        raise Misuse(Complaint.of(JudgingFault.SENDER_UNKNOWN))
    with matches.hold(root, name) as (writer, match):
        side = match.side(author)
        refuse_closed(match)
        text = f"letter locked to drand round {locked.round} ({locked.opens}), digest {locked.digest}"
        for entry in match.entries:
            if (entry.body.kind, entry.body.side, entry.body.public.get("text")) == ("note", side, text):
                head = str(writer.journal.head)
                return Filed(match=name, entry=entry.body.seq, kind="note", text=text, head=head)
        return file_draft(writer, Draft(kind="note", at=at, side=side, public={"text": text}))


def reveal(root: Path, name: str, *, unfinished: bool, at: str) -> Filed:
    """Reveal the hidden secret, so that hidden draws can be verified. The match accepts no more orders."""
    with matches.hold(root, name) as (writer, match):
        refuse_closed(match)
        if not unfinished and (is_undealt(match) or match.rules.prompts(match.position())):
            raise Misuse(Complaint.of(MatchFault.MATCH_OPEN, match=name))
        public = {"hidden": matches.secrets_of(match).hidden}
        result = file_draft(writer, Draft(kind="reveal", at=at, side=REFEREE, public=public))
        secret_store.forget_secrets(match.folder / shelf.SECRETS)
        return result


def refuse_closed(match: Match) -> None:
    """Raise Stale if the secrets of a match were revealed."""
    if reveal_entry := match.past.find_reveal(match.entries):
        raise Stale(Complaint.of(MatchFault.MATCH_CLOSED, entry=reveal_entry.body.seq))


def refuse_earlier(match: Match, at: str) -> None:
    """Raise Misuse for a given time before that of the last entry by more than a writer may wait."""
    last = match.entries[-1].body.at if match.entries else match.header.at
    if at < last and is_much_before(at, last, PATIENCE):
        raise Misuse(Complaint.of(JournalFault.TIME_EARLIER, at=at, last=last))


def _check_retract(match: Match, to: int, viewer: Side, reason: str) -> None:
    match.entries_to(to)
    if to < 1 or (match.header.phrases == "committed" and to < _find_deal(match)):
        raise Misuse(Complaint.of(MatchFault.OPENING_STANDS))
    undone = list(match.steps(after=to))
    if waiting := find_pending(match):
        if viewer != REFEREE:
            raise NotYours(Complaint.of(MatchFault.BEACON_TAKEBACK, entry=waiting.body.seq))
        if to < waiting.body.seq and has_visible_text(reason):
            return
    if not undone:
        raise Misuse(declare(MatchFault.NOTHING_TO_TAKE_BACK, entry=to))
    if viewer != REFEREE:
        _check_own(undone, viewer)
    elif not has_visible_text(reason):
        raise Misuse(Complaint.of(MatchFault.REASON_MISSING))


def _find_deal(match: Match) -> int:
    """Return the entry that deals after the committed phrases."""
    rulings = (entry.body.seq for entry in match.entries[1:] if entry.body.kind == "ruling")
    return next(rulings, 1)


def _check_own(undone: list[Step], side: Side) -> None:
    """Raise NotYours unless the orders are the side's own, without rolls, hidden draws and reveals."""
    if foreign_entries := tuple(str(step.seq) for step in undone if step.entry.body.side != side):
        fact = MatchFault.TAKEBACK_FOREIGN
        raise NotYours(Complaint.of(fact, count=len(foreign_entries), entries=foreign_entries, side=side))
    if irrevocable_entries := tuple(str(step.seq) for step in undone if irrevocable(step.events)):
        fact = MatchFault.TAKEBACK_SETTLED
        raise NotYours(Complaint.of(fact, count=len(irrevocable_entries), entries=irrevocable_entries))


def file_draft(writer: Writer, draft: Draft) -> Filed:
    """Append an entry, and describe it by the reason or the remark in its public part."""
    (entry,) = writer.append(draft)
    texts = (draft.public.get(field) for field in ("reason", "text", "why"))
    return Filed(
        match=writer.journal.header.match,
        entry=entry.body.seq,
        kind=draft.kind,
        text=str(next(filter(None, texts), "")),
        head=str(writer.journal.head),
    )


def file_phrase(root: Path, name: str, text: str, *, by: str, at: str) -> Filed:
    """File the phrase of a side. The same phrase again gets the first answer."""
    with matches.hold(root, name) as (writer, match):
        side = match.side(by)
        refuse_closed(match)
        phrase = examine_phrase(match, side, text)
        if phrase is None:
            entry = find_phrase(match, side)
        else:
            secrets = matches.secrets_of(match)
            salt = secret_store.match_salts(match.header, secrets)
            entry, *_ = writer.append(*draft_phrase(match, side, phrase, secrets, at=at), salt=salt)
        return Filed(
            match=match.name,
            entry=entry.body.seq,
            kind=entry.body.kind,
            text=str(entry.body.public.get("phrase") or entry.body.public["digest"]),
            head=str(writer.journal.head),
        )


def draft_phrase(match: Match, side: Side, phrase: str, secrets: Secrets, *, at: str) -> Iterator[Draft]:
    """Yield the entry of a phrase or of its digest, and the deal after the last committed phrase."""
    if is_commitment(match, phrase):
        yield Draft(kind="commitment", at=at, side=side, public={"digest": phrase.rsplit(maxsplit=1)[-1]})
        return
    yield Draft(kind="phrase", at=at, side=side, public={"phrase": phrase})
    phrases = {**list_filed(match), side: phrase}
    if match.header.phrases == "committed" and not list_awaited(match, phrases):
        yield opening.draft_deal(match, secrets, phrases, at=at)


def is_commitment(match: Match, phrase: str) -> bool:
    """Return True if the text of a phrase is the digest of one: `digest`, and 64 hexadecimal digits."""
    return match.header.phrases == "committed" and _COMMITMENT.fullmatch(phrase) is not None


def list_commitments(match: Match) -> dict[Side, Entry]:
    """Return the entries with the digests of phrases, by side."""
    if match.header.phrases != "committed":
        return {}
    first = (entry for entry in takewhile(lambda entry: entry.body.kind != "order", match.entries))
    return {entry.body.side: entry for entry in first if entry.body.kind == "commitment" and entry.body.side}


def list_uncommitted(match: Match) -> tuple[Side, ...]:
    """Return the sides that have to commit to a phrase before any phrase is filed."""
    if match.header.phrases != "committed":
        return ()
    commitments = list_commitments(match)
    return tuple(side for side in match.header.sides if side not in commitments)


def is_undealt(match: Match) -> bool:
    """Return True if the match is not dealt yet, because committed phrases are missing."""
    return match.header.phrases == "committed" and bool(list_awaited(match))


def _check_commitment(match: Match, side: Side, phrase: str) -> bool:
    """Return True if a side has committed to a digest before. Raises a fault unless it may add this now."""
    commitments = list_commitments(match)
    if is_commitment(match, phrase):
        before = commitments.get(side)
        if before is not None and before.body.public["digest"] != phrase.rsplit(maxsplit=1)[-1]:
            raise NotYours(Complaint.of(MatchFault.PHRASE_STANDS, side=side, entry=before.body.seq))
        return before is not None
    if missing := list_uncommitted(match):
        raise Stale(Complaint.of(MatchFault.COMMITMENTS_AWAITED, sides=missing))
    if commitments[side].body.public["digest"] != commit_phrase(phrase):
        raise DataFault(Complaint.of(MatchFault.PHRASE_OTHER, entry=commitments[side].body.seq))
    return False


def examine_phrase(match: Match, side: Side, text: str) -> str | None:
    """Return a phrase as it is filed, or None if the side has filed it before.

    Raises a fault unless the side may add it to the dice now.
    """
    phrase = writable(" ".join(text.split()))
    _check_text(phrase)
    if before := match.past.phrases(match.entries).get(side):
        if before.body.public["phrase"] == phrase:
            return None
        raise NotYours(Complaint.of(MatchFault.PHRASE_STANDS, side=side, entry=before.body.seq))
    if match.header.phrases == "committed" and _check_commitment(match, side, phrase):
        return None
    if not may_hold(match):
        raise Misuse(Complaint.of(MatchFault.PHRASES_UNWANTED, match=match.name))
    if (order := match.past.find_first_order(match.entries)) is not None:
        raise Stale(_complain_late(order))
    return phrase


def leave_out_late_phrase(match: Match, side: Side, letter: Letter) -> tuple[Letter, tuple[Complaint, ...]]:
    """Return a letter without a phrase that comes too late for the dice, and the warning about it.

    The orders count: the side cannot send them earlier any more. A letter of nothing else stays as it is.
    """
    order = match.past.find_first_order(match.entries)
    if not (letter.phrase and letter.orders and order and may_hold(match)) or side in list_filed(match):
        return letter, ()
    return replace(letter, phrase=None), (_complain_late(order),)


def _complain_late(order: int) -> Complaint:
    remedy = saying("in the next match, `referee new --phrases required` lets orders wait for all phrases")
    return Complaint.of(MatchFault.PHRASE_LATE, remedy, entry=order)


def _check_text(phrase: str) -> None:
    if not phrase:
        raise DataFault(Complaint.of(MatchFault.PHRASE_EMPTY))
    if len(phrase) > LONGEST_PHRASE or not phrase.isprintable():
        raise DataFault(Complaint.of(MatchFault.PHRASE_UNPRINTABLE, most=LONGEST_PHRASE))


def may_hold(match: Match) -> bool:
    """Return True if the dice of a match can hold phrases."""
    return match.header.format >= PHRASED and match.header.phrases != "none"


def list_awaited(match: Match, filed: Mapping[Side, str] | None = None) -> tuple[Side, ...]:
    """Return the sides whose phrases the first order must wait for. `filed` are the existing phrases."""
    if not (may_hold(match) and match.header.phrases in {"required", "committed"}):
        return ()
    filed = list_filed(match) if filed is None else filed
    return tuple(side for side in match.header.sides if side not in filed)


def list_invited(match: Match) -> tuple[Side, ...]:
    """Return the sides that may still add a phrase to the dice."""
    if not may_hold(match) or match.past.find_first_order(match.entries) is not None:
        return ()
    phrases = list_filed(match)
    return tuple(side for side in match.header.sides if side not in phrases)


def refuse_awaited(match: Match, filed: Mapping[Side, str]) -> None:
    """Raise Stale if orders must wait for further phrases."""
    if missing := list_awaited(match, filed):
        raise Stale(Complaint.of(MatchFault.PHRASES_AWAITED, sides=missing))


def list_filed(match: Match) -> dict[Side, str]:
    """Return the phrases in the dice, by side."""
    phrase_entries = match.past.phrases(match.entries)
    return {side: str(entry.body.public["phrase"]) for side, entry in phrase_entries.items()}


def find_phrase(match: Match, side: Side) -> Entry:
    """Return the entry of a side's phrase, or of the digest to which it committed."""
    return match.past.phrases(match.entries).get(side) or list_commitments(match)[side]


def find_pending(match: Match) -> Entry | None:
    """Return the entry of the dice that wait for the beacon, or None."""
    if match.header.beacon is UNSET:
        return None
    for entry in reversed(match.entries):
        if entry.body.kind == "awaited":
            return entry
        if entry.body.kind in DECISIVE:
            return None
    return None


def find_wait(match: Match) -> Wait | None:
    """Return what the waiting dice of a match need, or None if none wait."""
    entry = find_pending(match)
    return read_wait(entry) if entry else None


def refuse_orders(match: Match) -> None:
    """Raise Stale if the match waits for the beacon."""
    if wait := find_wait(match):
        raise Stale(
            Complaint.of(JudgingFault.BEACON_AWAITED, round=str(wait.round), time=tell_time(wait.round))
        )
