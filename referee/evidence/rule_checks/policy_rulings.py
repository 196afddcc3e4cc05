"""Rulings compared with the policy of a match, and takebacks by sides compared with its rules."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import cast

from referee.engine.system import Rules, irrevocable
from referee.evidence.disputed_case import EvidenceFault
from referee.faults import Complaint, Fault, declare
from referee.matches import history
from referee.matches.journal import verification
from referee.matches.journal.effective_entries import take_back_to
from referee.matches.journal.line import JournalFault
from referee.matches.journal.reading import MOVING
from referee.packs import policies
from schemas.journal import Entry, Header
from schemas.policy import Leave, Paragraph
from schemas.record import REFEREE, Place


class PolicyRulings:
    """The policy that a header names; None if it is not installed, or was changed.

    `found` are the numbers of the rulings by it.
    """

    def __init__(self, header: Header, path: Path) -> None:
        self._header, self._file = header, path.as_posix()
        self.found: list[int] = []
        try:
            policy = policies.load(header.policy) if header.policy else None
        except Fault:
            policy = None
        self.policy = policy.policy if policy and policy.digest == header.policy_digest else None
        self._paragraphs: Mapping[str, Paragraph] = (
            {one.id: one for one in self.policy.paragraphs} if self.policy else {}
        )

    def find_wrong(self, entry: Entry) -> Iterator[Complaint]:
        """Yield a complaint if a ruling contradicts the policy."""
        public = entry.body.public
        if entry.body.kind != "ruling":
            return
        if public.get("amendment") and not self._is_allowed(public):
            yield verification.complain(self._file, entry.body.seq, declare(JournalFault.AMENDMENT_ALONE))
        if "policy" not in public or self.policy is None:
            return
        self.found.append(entry.body.seq)
        decisions = cast(list[Mapping[str, object]], public.get("decisions", []))
        statements = [public, *decisions]
        wrong = [one for one in statements if not self._decides(one)]
        if public["policy"] != self.policy.id or wrong:
            yield self.complain(entry.body.seq, EvidenceFault.RULING_OTHER)

    def complain(self, seq: int, fact: EvidenceFault) -> Complaint:
        """Return a complaint about an entry; it names the policy."""
        place = Place(file=self._file, line=seq + 1)
        return Complaint.of(fact, place=place, policy=self._header.policy or "", entry=seq)

    def _is_allowed(self, public: Mapping[str, object]) -> bool:
        """Return True if the policy allows an amendment with the stated consent.

        A policy that is not installed allows everything; a match without one is checked with its journal.
        """
        if self.policy is None:
            return True
        leave: Leave = self.policy.amendments
        consent = cast(list[str], public.get("consent", []))
        return leave == "moderator" or (leave == "both" and {*consent} >= {*self._header.sides})

    def _decides(self, stated: Mapping[str, object]) -> bool:
        """Return True if a paragraph of the policy has the stated outcome."""
        paragraph = self._paragraphs.get(str(stated.get("paragraph")))
        return paragraph is not None and paragraph.then == stated.get("outcome")


def find_revealing_takebacks(rules: Rules, entries: Iterable[Entry]) -> Iterator[tuple[int, str]]:
    """Yield each takeback by a side of orders that rolled, drew or revealed something, with the side.

    The journal alone shows dice and visible draws. Only the rules know which events reveal something.
    """
    effective = dict[int, bool]()
    for entry in entries:
        body = entry.body
        if body.kind in MOVING:
            effective[body.seq] = irrevocable(history.events_of(rules, entry))
        elif body.kind == "retract":
            to = take_back_to(entry) or 0
            undone = [effective.pop(seq) for seq in [*effective] if seq > to]
            if body.side != REFEREE and any(undone):
                yield body.seq, str(body.side)
