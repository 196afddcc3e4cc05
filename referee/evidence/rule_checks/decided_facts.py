"""Rulings by the policy decided again: the facts of each disputed entry are derived from the journal.

An error named by the moderator is a statement. Other facts follow from the entries before the ruling.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from msgspec.structs import replace

from referee.evidence import resolution_policy
from referee.evidence.resolution_policy import FOUND, Decision, Plea
from referee.faults import Fault
from referee.matches.match_index import EntryIndex
from referee.matches.matches import Match
from referee.packs import policies
from schemas.journal import Entry
from schemas.policy import Fact, Policy
from schemas.record import REFEREE, Value

Public = Mapping[str, object]

NAMED = "error"
"""Any error: facts are derived for an entry with an error."""


class Review(Value):
    """A ruling, the match before it, its policy, and the decisions that follow from the facts."""

    before: Match
    ruling: Entry
    policy: Policy
    decisions: tuple[Decision, ...]

    def is_same_today(self) -> bool:
        """Return True if today's rules find the same errors, and keep the dice of the same entries."""
        public = self.ruling.body.public
        if public.get("error") == FOUND and not all(map(self._finds_error, self.decisions)):
            return False
        if "again" not in public:
            return True
        plan = resolution_policy.plan_ruling(self.before, self.decisions)
        return [*plan.void] == public.get("void") and [*plan.entries_kept] == public["again"]

    def _finds_error(self, decision: Decision) -> bool:
        """Return True if the same paragraph decides by the errors that today's rules find."""
        is_error = not resolution_policy.is_lawful(decision.case)
        facts: Mapping[Fact, bool] = {**decision.facts, "error": is_error}
        return policies.deciding(self.policy, facts).id == decision.paragraph.id


def review(match: Match, policy: Policy, ruling: Entry) -> Review | None:
    """Decide a ruling of a whole journal again. Return None if it does not follow from the facts."""
    public, seq = ruling.body.public, ruling.body.seq
    statements = _list_stated(public)
    takebacks = (
        match.entries[seq - 2 : seq - 1] if any(one["outcome"] != "stands" for one in statements) else ()
    )
    earlier = match.entries[: seq - 1 - len(takebacks)]
    before = replace(match, journal=replace(match.journal, entries=earlier), past=EntryIndex())
    try:
        decisions = _decide(before, policy, public, statements)
        follows = decisions is not None and _has_undone(before, decisions, public, takebacks)
    except (Fault, LookupError):
        return None
    return Review(before, ruling, policy, decisions) if decisions is not None and follows else None


def _list_stated(public: Public) -> list[Public]:
    """Return the decisions of a ruling; an older one is about one entry."""
    older: list[Public] = [{"entry": public.get("disputed"), **public}]
    return cast(list[Public], public.get("decisions", older))


def _decide(
    before: Match, policy: Policy, public: Public, stated: Sequence[Public]
) -> tuple[Decision, ...] | None:
    """Return the decisions by the facts if they match the ruling, otherwise None."""
    entries, consent = (cast(int, one["entry"]) for one in stated), cast(list[str], public.get("consent", []))
    decisions_today = resolution_policy.decide(before, Plea(tuple(entries), NAMED, tuple(consent)), before)
    for errors in _list_errors(str(public.get("error", ""))):
        decisions = tuple(_find_stated(policy, one, errors, stated) for one in decisions_today)
        if len(decisions) == len(stated) and _is_stated(decisions, public, stated):
            return decisions
    return None


def _list_errors(text: str) -> Iterator[tuple[bool, ...]]:
    """Yield the possible values of the fact `error` in the decisions of a ruling with this error.

    If there are several entries, only the rules of that time know which of them have an error. `--rejudge`
    lists the ruling if today's rules find other errors.
    """
    yield (bool(text),)
    if text == FOUND:
        yield (False, True)


def _find_stated(
    policy: Policy, decision: Decision, errors: Sequence[bool], stated: Sequence[Public]
) -> Decision:
    """Return the decision by one of the values of `error`: the stated one if it is possible."""
    paragraphs = [policies.deciding(policy, {**decision.facts, "error": error}) for error in errors]
    paragraph_ids = {one["paragraph"] for one in stated if one["entry"] == decision.case.seq}
    paragraph = next((one for one in paragraphs if one.id in paragraph_ids), paragraphs[0])
    return replace(decision, paragraph=paragraph, cited=policies.cite(policy, paragraph.id))


def _is_stated(decisions: Sequence[Decision], public: Public, stated: Sequence[Public]) -> bool:
    """Return True if a ruling states these decisions, and the first void one as its own."""
    rows = [(one.case.seq, one.paragraph.id, one.paragraph.then) for one in decisions]
    first = next((one for one in decisions if one.falls), decisions[0])
    own = first.case.seq, first.paragraph.id, first.paragraph.then
    return rows == [(one["entry"], one["paragraph"], one["outcome"]) for one in stated] and own == (
        public.get("disputed"),
        public.get("paragraph"),
        public.get("outcome"),
    )


def _has_undone(
    before: Match, decisions: Sequence[Decision], public: Public, takebacks: Sequence[Entry]
) -> bool:
    """Return True if the takeback before a ruling undoes the void entries, and the ruling lists them."""
    undone = resolution_policy.list_undone(before, decisions)
    back = [undone[0].seq - 1] if undone else []
    targets = [one.body.public.get("to") for one in takebacks if one.body.side == REFEREE]
    entries = [*cast(list[int], public.get("void", [])), *cast(list[int], public.get("again", []))]
    numbers = [step.seq for step in undone]
    return targets == back and (sorted(entries) == numbers or "void" not in public)
