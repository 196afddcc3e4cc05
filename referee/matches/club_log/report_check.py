"""Check of a club log by a player, from the proofs in his own mails and from his copy of a journal.

Every checkpoint that a player was shown has to be a state of one log: two roots for one size, or a
checkpoint that is not proved to continue an earlier one, are reported.

Each turn of a side has to quote a head that it was shown. A moderator who shows two histories has to leave
out the quotes of the other one, or to file them. Both are seen from one copy. The entries of a letter have
one time, and the quote is the last of them.
"""

from collections.abc import Iterator, Mapping, Sequence
from email import message_from_bytes, policy
from itertools import groupby, pairwise
from typing import NamedTuple

from referee.engine.facts import Fact
from referee.faults import Complaint, DataFault, Misuse, NotFound
from referee.matches.club_log import proofs, receipts, signed_notes
from referee.matches.club_log.proofs import ClubProof
from referee.matches.club_log.receipts import Receipt
from referee.matches.club_log.signed_notes import ED25519, VerifierKey
from referee.matches.club_log.store import ClubLog
from referee.matches.journal.verification import read_head
from referee.matches.letters.letters import holds_head
from referee.matches.matches import Match
from schemas.answers.club import ClubChecked, ClubState
from schemas.journal import PHRASED, Entry, Head
from schemas.record import REFEREE, Place, Side

WITHOUT_LETTER = {"advance", "retract", "ruling"}
"""Kinds of entries whose orders follow from no letter of their time."""


class QuoteDifference(Fact):
    """A letter in a copy that quotes no head, an older one, or one of another history."""

    UNQUOTED = (
        "no letter of {side} quotes a head at these entries: {entries}",
        "ask its player which head the letters quoted, or compare your copies",
    )
    BEHIND = (
        "the letters of {side} quote an older head than it was shown, at these entries: {entries}",
        "ask its player which head the letters quoted, or compare your copies",
    )
    OTHER_HISTORY = (
        "{side} was shown another history: entry {entry} files that its letter quotes the head {head}",
        "compare your copies",
    )


class Turn(NamedTuple):
    """Letters of one side without a letter of another side in between. `quote` is the newest quoted head."""

    side: Side
    first: int
    last: int
    quote: Head | None


def judge(copy: Match, since: int) -> Iterator[Complaint]:
    """Yield the letters after entry `since` that do not fix the history, by side, and foreign heads."""
    if copy.header.format < PHRASED:
        return
    yield from _find_foreign(copy)
    bots = copy.header.players or {}
    no_quote: dict[Side, list[int]] = {}
    old_quote: dict[Side, list[int]] = {}
    before: dict[Side, int] = {}
    for turn in list_turns(copy):
        if turn.first > since and turn.side not in bots:
            if turn.quote is None:
                no_quote.setdefault(turn.side, []).append(turn.first)
            elif turn.quote.seq < before.get(turn.side, 0):
                old_quote.setdefault(turn.side, []).append(turn.first)
        before[turn.side] = turn.last
    for fact, numbers_by_side in ((QuoteDifference.UNQUOTED, no_quote), (QuoteDifference.BEHIND, old_quote)):
        for side, entries in numbers_by_side.items():
            yield Complaint.of(fact, side=copy.bound.name_of(side), entries=", ".join(map(str, entries)))


def list_turns(copy: Match) -> Iterator[Turn]:
    """Yield the turns with orders that everyone sees, in their order."""
    for side, letters in groupby(filter(_find_author, split_letters(copy.entries)), key=_find_author):
        entries = [entry for letter in letters for entry in letter]
        quotes = [
            head
            for entry in entries
            if entry.body.kind == "witness" and entry.body.side == side
            if (head := read_head(entry)) is not None and holds_head(copy, head)
        ]
        newest = max(quotes, key=lambda head: head.seq, default=None)
        yield Turn(side, entries[0].body.seq, entries[-1].body.seq, newest)


def split_letters(entries: Sequence[Entry]) -> Iterator[list[Entry]]:
    """Split entries where the time changes, and after each quote."""
    letter: list[Entry] = []
    for entry in entries:
        if letter and (entry.body.at != letter[-1].body.at or letter[-1].body.kind == "witness"):
            yield letter
            letter = []
        letter.append(entry)
    if letter:
        yield letter


def _find_author(letter: Sequence[Entry]) -> Side:
    """Return the side whose letter was filed, or "" if its first order is secret or there is none."""
    for entry in letter:
        if entry.body.kind in WITHOUT_LETTER:
            return ""
        if entry.body.kind == "awaited":
            return entry.body.side or ""
        if entry.body.kind == "order":
            # Dice that waited are of an earlier letter.
            is_public = entry.body.public.get("order") and "wait" not in entry.body.public
            return entry.body.side or "" if is_public else ""
    return ""


def _find_foreign(copy: Match) -> Iterator[Complaint]:
    """Yield the quotes of heads that the copy does not have."""
    for entry in copy.entries:
        side = entry.body.side
        if entry.body.kind == "witness" and side not in {None, REFEREE}:
            head = read_head(entry)
            if head is None or not holds_head(copy, head):
                yield Complaint.of(
                    QuoteDifference.OTHER_HISTORY,
                    side=copy.bound.name_of(side or ""),
                    entry=entry.body.seq,
                    head=str(entry.body.public.get("head", "")),
                )


class ClubDifference(Fact):
    """A proof of a club log that does not hold, or that is missing."""

    PROOF_UNREADABLE = "a proof of the club log cannot be read: {why}"
    NO_PROOF = (
        "none of these files has a proof of the club log",
        "give the reports that you were sent, as whole mails or text files",
    )
    OTHER_LOG = "the checkpoint of size {size} is of the log {name}, not of {expected}"
    NOT_SIGNED = "the key of {name} did not sign the checkpoint of size {size}"
    HEAD_NOT_INCLUDED = "the head {head} is not in the log of size {size}"
    ROOTS_DIFFER = (
        "two different logs were shown to you: their checkpoints of size {size} have different roots",
        "show both mails to the other players",
    )
    NOT_CONTINUED = (
        "the checkpoint of size {size} does not continue the one of size {old}",
        "show both mails to the other players",
    )
    UNLINKED = (
        "no mail proves that the checkpoint of size {size} continues the one of size {old}",
        "add the mails between them, or ask for a report after a letter that quotes the older checkpoint",
    )
    RECEIPT_NOT_SIGNED = "the key of {name} did not sign the receipt of the letter {letter}"
    LETTER_LOST = (
        "the letter {letter} has a receipt and is not in your copy: it was lost or thrown away",
        "show the receipt and the copy to the other players",
    )
    COPY_ENDS = (
        "your copy ends at entry {last}, before the head {head}",
        "ask for a new copy; if it does not have this head either, the history of the match was changed",
    )
    HEAD_OF_OTHER_HISTORY = (
        "the head {head} is not in your copy: the history of the match was changed after this mail",
        "show the mail and the copy to the other players",
    )


class ShownProof(NamedTuple):
    """A proof, and the name of the mail that showed it."""

    source: str
    proof: ClubProof

    def complain(self, fact: Fact, **parameters: int | str) -> Complaint:
        """Return a complaint about this proof."""
        return Complaint.of(fact, place=Place(file=self.source), **parameters)


def describe(log: ClubLog) -> ClubState:
    """Describe the club log of a shelf, with its latest checkpoint as a signed note."""
    size = log.size()
    note = signed_notes.sign(log.checkpoint(size), log.seed)
    return ClubState(name=log.name, key=str(log.key), size=size, checkpoint=note)


def read_text(raw: bytes) -> str:
    """Return the text of a mail, or of a report that was saved as a file."""
    mail = message_from_bytes(raw, policy=policy.default)
    if not mail.keys():
        return raw.decode("utf-8", "replace")
    texts = [part for part in mail.walk() if part.get_content_type() == "text/plain"]
    payloads = (part.get_payload(decode=True) for part in texts)
    return "\n".join(data.decode("utf-8", "replace") for data in payloads if isinstance(data, bytes))


def check(
    texts: Mapping[str, str],
    key: VerifierKey | None = None,
    witnesses: Sequence[VerifierKey] = (),
    copy: Match | None = None,
) -> ClubChecked:
    """Check all proofs in some texts, by their names; `copy` is the player's copy of the match.

    Signatures are checked with the key of the club, if it is given. Raises `NotFound` if no text has a proof.
    """
    complaints: list[Complaint] = []
    reports = sorted(_find(texts, complaints), key=lambda one: one.proof.checkpoint.size)
    if not reports:
        raise NotFound(*complaints or (Complaint.of(ClubDifference.NO_PROOF),))
    name = key.name if key is not None else reports[0].proof.checkpoint.origin
    for one in reports:
        complaints.extend(_judge(one, name, key))
    complaints.extend(_compare(reports))
    sources = [(source, receipt) for source, text in texts.items() for receipt in receipts.find(text)]
    for source, receipt in sources:
        complaints.extend(_judge_receipt(source, receipt, key, copy))
    if copy is not None:
        for one in reports:
            complaints.extend(_find_head(copy, one.proof.head, Place(file=one.source)))
        complaints.extend(judge(copy, min(one.proof.head.seq for one in reports)))
    last = reports[-1].proof
    return ClubChecked(
        name=name,
        sizes=tuple(sorted({one.proof.checkpoint.size for one in reports})),
        heads=tuple(dict.fromkeys(str(one.proof.head) for one in reports if one.proof.includes_head())),
        receipts=len(sources),
        witnesses=tuple(witness.name for witness in signed_notes.signed_by(last.note, witnesses)),
        differences=tuple(complaint.record for complaint in complaints),
    )


def _find(texts: Mapping[str, str], complaints: list[Complaint]) -> Iterator[ShownProof]:
    for source, text in texts.items():
        try:
            for proof in proofs.find_proofs(text):
                yield ShownProof(source, proof)
        except (Misuse, DataFault) as fault:
            place, fact = Place(file=source), ClubDifference.PROOF_UNREADABLE
            complaints.append(Complaint.of(fact, place=place, why=str(fault)))


def _judge(one: ShownProof, name: str, key: VerifierKey | None) -> Iterator[Complaint]:
    """Yield the faults of one proof by itself."""
    now = one.proof.checkpoint
    if now.origin != name:
        yield one.complain(ClubDifference.OTHER_LOG, size=now.size, name=now.origin, expected=name)
    elif key is not None and key.kind == ED25519 and not signed_notes.signed_by(one.proof.note, [key]):
        yield one.complain(ClubDifference.NOT_SIGNED, size=now.size, name=name)
    if not one.proof.includes_head():
        yield one.complain(ClubDifference.HEAD_NOT_INCLUDED, size=now.size, head=str(one.proof.head))
    for link in one.proof.links:
        if not one.proof.holds(link):
            yield one.complain(ClubDifference.NOT_CONTINUED, size=now.size, old=link.size)


def _compare(reports: Sequence[ShownProof]) -> Iterator[Complaint]:
    """Yield the differences between checkpoints, in ascending order of size."""
    roots: dict[int, bytes] = {}
    for one in reports:
        now = one.proof.checkpoint
        older = ((link.size, link.root) for link in one.proof.links)
        for size, root in ((now.size, now.root), *older):
            if roots.setdefault(size, root) != root:
                yield one.complain(ClubDifference.ROOTS_DIFFER, size=size)
    for before, one in pairwise(reports):
        size, old = one.proof.checkpoint.size, before.proof.checkpoint.size
        if size > old and not any(old == link.size and one.proof.holds(link) for link in one.proof.links):
            yield one.complain(ClubDifference.UNLINKED, size=size, old=old)


def _judge_receipt(
    source: str, receipt: Receipt, key: VerifierKey | None, copy: Match | None
) -> Iterator[Complaint]:
    """Yield the faults of a receipt: its signature, its head, and its letter in the copy."""
    place = Place(file=source)
    if key is not None and key.kind == ED25519 and not signed_notes.signed_by(receipt.note, [key]):
        fact = ClubDifference.RECEIPT_NOT_SIGNED
        yield Complaint.of(fact, place=place, name=key.name, letter=receipt.letter)
    if copy is None:
        return
    yield from _find_head(copy, receipt.head, place)
    # A copy that was made before the receipt cannot have the letter.
    if receipt.head.seq <= len(copy.entries) and not receipts.holds_letter(copy, receipt.letter):
        yield Complaint.of(ClubDifference.LETTER_LOST, place=place, letter=receipt.letter)


def _find_head(copy: Match, head: Head, place: Place) -> Iterator[Complaint]:
    """Yield the fault if a copy lacks the head of a mail: it may only be older than the mail."""
    last = len(copy.entries)
    if head.seq > last:
        yield Complaint.of(ClubDifference.COPY_ENDS, place=place, last=last, head=str(head))
    elif not holds_head(copy, head):
        yield Complaint.of(ClubDifference.HEAD_OF_OTHER_HISTORY, place=place, head=str(head))
