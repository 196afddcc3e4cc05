"""Check of a club log by a player, from the proofs in his own mails and from his copy of a journal.

Every checkpoint that a player was shown has to be a state of one log: two roots for one size, or a
checkpoint that is not proved to continue an earlier one, are reported.
"""

from collections.abc import Iterator, Mapping, Sequence
from email import message_from_bytes, policy
from itertools import pairwise
from typing import NamedTuple

from referee.engine.facts import Fact
from referee.faults import Complaint, DataFault, Misuse, NotFound
from referee.matches.club_log import proofs, quotes, receipts, signed_notes
from referee.matches.club_log.proofs import ClubProof
from referee.matches.club_log.receipts import Receipt
from referee.matches.club_log.signed_notes import ED25519, VerifierKey
from referee.matches.club_log.store import ClubLog
from referee.matches.matches import Match
from schemas.answers.club import ClubChecked, ClubState
from schemas.journal import Head
from schemas.record import Place


class ClubDifference(Fact):
    """A proof of a club log that does not hold, or that is missing."""

    PROOF_UNREADABLE = "a proof of the club log cannot be read: {why}"
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
        raise NotFound(*complaints or (Complaint.of(ClubDifference.PROOF_UNREADABLE, why="there is none"),))
    name = key.name if key is not None else reports[0].proof.checkpoint.origin
    for one in reports:
        complaints.extend(_judge(one, name, key))
    complaints.extend(_compare(reports))
    sources = [(source, receipt) for source, text in texts.items() for receipt in receipts.find(text)]
    for source, receipt in sources:
        complaints.extend(_judge_receipt(source, receipt, key, copy))
    if copy is not None:
        complaints.extend(_compare_with_copy(reports, copy))
        complaints.extend(quotes.judge(copy, min(one.proof.head.seq for one in reports)))
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
    if not _has_head(copy, receipt.head):
        yield Complaint.of(ClubDifference.HEAD_OF_OTHER_HISTORY, place=place, head=str(receipt.head))
    if not receipts.holds_letter(copy, receipt.letter):
        yield Complaint.of(ClubDifference.LETTER_LOST, place=place, letter=receipt.letter)


def _compare_with_copy(reports: Sequence[ShownProof], copy: Match) -> Iterator[Complaint]:
    """Yield the heads that the copy of the match does not have."""
    for one in reports:
        if not _has_head(copy, one.proof.head):
            yield one.complain(ClubDifference.HEAD_OF_OTHER_HISTORY, head=str(one.proof.head))


def _has_head(copy: Match, head: Head) -> bool:
    """Return True if a copy has this head. A copy that ends before it cannot tell, and has it not."""
    if head.seq == 0:
        return copy.journal.header_seal == head.seal
    return head.seq <= len(copy.entries) and copy.entries[head.seq - 1].seal == head.seal
