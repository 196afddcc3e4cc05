"""Errors resolved by the policy of the match: effective entries, void entries and kept dice."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from referee.evidence import disputed_case, resolution_policy
from referee.evidence.replayed_orders import Given, Redone
from referee.evidence.resolution_policy import SAYINGS, Decision, Plan, Plea
from referee.i18n.translator import ENGLISH
from referee.matches import matches, moderator_entries, secret_store, viewer_languages, visibility
from referee.matches.journal import Draft, Writer
from referee.matches.matches import Match
from referee.reports import policy_rulings
from referee.texts.canonical import writable
from schemas.answers.evidence import Decided, Resolution
from schemas.record import REFEREE
from schemas.rulebook import Citation


def resolve(match: Match, plea: Plea, told: Match | None = None) -> Resolution:
    """Return the resolution of some entries by the policy of the match, without filing it.

    `told` is the same match in the language of its reader.
    """
    spoken = told or match
    decisions = resolution_policy.decide(match, plea, spoken)
    return _describe(match, plea, decisions, resolution_policy.plan_ruling(match, decisions), spoken)


def file(root: Path, name: str, plea: Plea, *, at: str, language: str | None = None) -> Resolution:
    """File the resolution as a ruling of the referee, in one transaction with its consequences.

    Void entries are taken back before the ruling, and orders that keep their dice are filed again after it.
    The ruling is filed in English; the answer may have another language.
    """
    with matches.hold(root, name) as (writer, match):
        moderator_entries.refuse_closed(match)
        decisions = resolution_policy.decide(match, plea, match)
        plan = resolution_policy.plan_ruling(match, decisions)
        resolution = _describe(match, plea, decisions, plan, match)
        spoken = viewer_languages.tell(match, REFEREE, language)
        answer = resolution if spoken is match else resolve(match, plea, spoken)
        drafts = tuple(_draft(match, writer, resolution, plan, plea, at))
        salts = secret_store.match_salts(match.header, matches.secrets_of(match))
        entries = writer.append(*drafts, salt=salts) if plan.redone else writer.append(*drafts)
        head = str(writer.journal.head)
    (ruling,) = (entry.body.seq for entry in entries if entry.body.kind == "ruling")
    again = tuple(entry.body.seq for entry in entries if entry.body.kind == "order")
    return replace(answer, filed=ruling, filed_again=again, head=head)


def _draft(
    match: Match, writer: Writer, resolution: Resolution, plan: Plan, plea: Plea, at: str
) -> Iterator[Draft]:
    """Yield the takeback, the ruling, and the orders that are filed again."""
    reason = writable(policy_rulings.sentence(ENGLISH, resolution))
    if plan.undone:
        back: dict[str, object] = {"to": plan.back_to, "reason": reason}
        yield Draft(kind="retract", at=at, side=REFEREE, public=back)
    rows = [
        {"entry": one.entry, "paragraph": one.cited.paragraph, "outcome": one.outcome}
        for one in resolution.decisions
    ]
    public: dict[str, object] = {
        "reason": reason,
        "policy": resolution.cited.policy,
        "paragraph": resolution.cited.paragraph,
        "disputed": resolution.entry,
        "outcome": resolution.outcome,
        "error": writable(resolution.error),
        "consent": list(resolution_policy.list_consenting(match, plea)),
        "decisions": rows,
        "void": list(resolution.void),
        "again": list(resolution.kept),
        "order": None,
        "events": [],
    }
    yield Draft(kind="ruling", at=at, side=REFEREE, public=public)
    for one in plan.redone:
        yield _draft_again(match, one, writer.journal.head.seq + 1, at)


def _draft_again(match: Match, one: Redone, retract: int, at: str) -> Draft:
    """Return an entry that is filed again, with the dice that the takeback undid."""
    (together,) = visibility.by_entry(match.system, one.moves)
    parts = visibility.split_parts(match.system, one.side, together, vocabulary=match.header.vocabulary)
    public = {**parts.public, "kept": retract}
    if (source := one.step.entry.body.public.get("source")) is not None:
        public["source"] = source
    return Draft(kind="order", at=at, side=one.side, public=public, private=parts.private)


def _describe(match: Match, plea: Plea, decisions: Sequence[Decision], plan: Plan, told: Match) -> Resolution:
    first = next((one for one in decisions if one.falls), decisions[0])
    undone = {step.seq for step in plan.undone}
    effective = [step for step in disputed_case.since(match, 1) if step.seq not in undone]
    decision_parts = tuple(_describe_decision(told, one) for one in decisions)
    lawful = all(resolution_policy.is_lawful(one.case) for one in decisions)
    error = "" if lawful else told.tongue.say(resolution_policy.FOUND)
    return Resolution(
        match=match.name,
        entry=first.case.seq,
        cited=first.cited,
        error=plea.error or error,
        clauses=_cite(decisions, told),
        outcome=first.paragraph.then,
        facts=next(one.facts for one in decision_parts if one.entry == first.case.seq),
        stands=tuple(step.seq for step in effective),
        void=plan.void,
        dice_kept=sum(disputed_case.count_dice(step.events) for step in effective) + plan.dice_kept,
        dice_fallen=plan.dice_fallen,
        again=tuple(_write(told, one) for one in plan.sendable),
        head=str(match.journal.head),
        decisions=decision_parts,
        kept=plan.entries_kept,
    )


def _describe_decision(told: Match, one: Decision) -> Decided:
    fact_names = resolution_policy.list_asked(told)
    facts = tuple(told.tongue.say(SAYINGS[fact][not one.facts[fact]]) for fact in fact_names)
    return Decided(entry=one.case.seq, cited=one.cited, outcome=one.paragraph.then, facts=facts)


def _cite(decisions: Sequence[Decision], told: Match) -> tuple[Citation, ...]:
    """Return the clauses with objections of today's rules to the disputed orders, each once."""
    orders = (
        (before, move.order)
        for one in decisions
        for before, move in one.case.played()
        if move.order is not None
    )
    rules = told.rules
    clauses = [objection.clause for before, order in orders for objection in rules.objections(before, order)]
    return tuple(map(told.system.language.cite, dict.fromkeys(clauses)))


def _write(told: Match, one: Given) -> str:
    """Return an order as a line of a letter, with a remark that names its side."""
    whose = told.tongue.say("{side}, entry {entry}", side=one.order.side, entry=one.step.seq)
    return f"{told.system.notation.write(one.order)}  # {whose}"
