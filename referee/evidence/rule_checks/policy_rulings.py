"""Rulings by the policy of a match: whether its paragraphs decide as a ruling states."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import cast

from referee.engine.faults import Complaint, Fault
from referee.evidence.faults import EvidenceFault
from referee.packs import policies
from schemas.journal import Entry, Header
from schemas.policy import Paragraph
from schemas.record import Place


class PolicyRulings:
    """The policy that a header names; None if it is not here, or was changed since."""

    def __init__(self, header: Header, path: Path) -> None:
        self._file = path.as_posix()
        try:
            loaded = policies.load(header.policy) if header.policy else None
        except Fault:
            loaded = None
        self.policy = loaded.policy if loaded and loaded.digest == header.policy_digest else None
        self._paragraphs: Mapping[str, Paragraph] = (
            {one.id: one for one in self.policy.paragraphs} if self.policy else {}
        )

    def find_wrong(self, entry: Entry) -> Iterator[Complaint]:
        """Yield a complaint if a ruling states of the policy what the policy does not say."""
        public = entry.body.public
        if entry.body.kind != "ruling" or "policy" not in public or self.policy is None:
            return
        decisions = cast(list[Mapping[str, object]], public.get("decisions", []))
        stated = [public, *decisions]
        wrong = [one for one in stated if not self._decides(one)]
        if public["policy"] != self.policy.id or wrong:
            place = Place(file=self._file, line=entry.body.seq + 1)
            parts = {"policy": self.policy.id, "entry": entry.body.seq}
            yield Complaint.of(EvidenceFault.RULING_OTHER, place=place, **parts)

    def _decides(self, stated: Mapping[str, object]) -> bool:
        """Return True if a paragraph of the policy has the outcome that is stated."""
        paragraph = self._paragraphs.get(str(stated.get("paragraph")))
        return paragraph is not None and paragraph.then == stated.get("outcome")
