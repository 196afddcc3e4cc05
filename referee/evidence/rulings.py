"""Rulings of the moderator: errors resolved by the policy of the match, and amendments of a position.

An amendment is an order of the referee, in a ruling. The rules judge it like any order, when it is filed and
whenever the match is judged again.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from referee.engine.dice import DiceNeeded, NoDice
from referee.engine.facts import Objection
from referee.engine.machine import play, replay
from referee.engine.system import Refused
from referee.evidence import disputed_case, resolution_policy
from referee.evidence.disputed_case import EvidenceFault
from referee.evidence.replayed_orders import Given, Redone
from referee.evidence.resolution_policy import SAYINGS, Decision, Plan, Plea
from referee.faults import Complaint, Misuse, NotYours, declare
from referee.i18n.translator import ENGLISH
from referee.matches import matches, moderator_entries, secret_store, viewer_languages, visibility
from referee.matches.history import Move
from referee.matches.journal import Draft, Writer
from referee.matches.judging.entry_drafts import file_objection
from referee.matches.matches import Match
from referee.reports import policy_rulings
from referee.reports.letter_answers import cite_objection
from referee.texts.canonical import has_visible_text, writable
from schemas.answers.evidence import Amended, Decided, Resolution
from schemas.policy import Leave
from schemas.record import REFEREE, Side, Value
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


class Request(Value):
    """The lines of an amendment, its reason, and the sides that consent."""

    lines: tuple[str, ...]
    reason: str
    agreed: tuple[str, ...] = ()


class _Judged(Value):
    """The legal amendments, and all objections to the first illegal one."""

    moves: tuple[Move, ...]
    objections: tuple[Objection, ...]


def amend(
    root: Path, name: str, request: Request, *, at: str, dry: bool = False, language: str | None = None
) -> Amended:
    """Amend a position by rulings, one per line, in one transaction, or rehearse that."""
    with matches.hold(root, name) as (writer, match):
        moderator_entries.refuse_closed(match)
        game = viewer_languages.tell(match, REFEREE, language).system
        consent = _check(match, request)
        judgement = _judge(match, request.lines)
        answer = Amended(
            match=match.name,
            lines=request.lines,
            reason=request.reason,
            consent=consent,
            refused=tuple(cite_objection(game, file_objection(game, one)) for one in judgement.objections),
            code="refused" if judgement.objections else "",
            head=str(match.journal.head),
        )
        if dry or judgement.objections:
            return answer
        drafts = [_draft_amendment(match, move, request.reason, consent, at) for move in judgement.moves]
        entries = writer.append(
            *drafts, salt=secret_store.match_salts(match.header, matches.secrets_of(match))
        )
        numbers = tuple(entry.body.seq for entry in entries)
        return replace(answer, filed=numbers, head=str(writer.journal.head))


def _check(match: Match, request: Request) -> tuple[Side, ...]:
    """Return the sides that consent. Raises if the request is incomplete or the policy forbids it."""
    if not any(line.strip() for line in request.lines):
        raise Misuse(Complaint.of(EvidenceFault.AMENDMENT_EMPTY))
    if not has_visible_text(request.reason):
        raise Misuse(Complaint.of(EvidenceFault.REASON_OF_AMENDMENT))
    if not match.system.notation.has_amendments:
        raise Misuse(declare(EvidenceFault.AMENDMENT_UNKNOWN, match=match.name))
    consent = tuple(sorted({match.side(name) for name in request.agreed}))
    leave: Leave = resolution_policy.read_policy(match).policy.amendments if match.header.policy else "both"
    if leave == "none":
        raise Misuse(Complaint.of(EvidenceFault.NO_AMENDMENTS, policy=match.header.policy))
    missing = tuple(side for side in match.header.sides if side not in consent)
    if leave == "both" and missing:
        policy = match.header.policy
        raise NotYours(Complaint.of(EvidenceFault.AMENDMENT_UNAGREED, policy=policy, sides=missing))
    return consent


def _judge(match: Match, lines: Sequence[str]) -> _Judged:
    """Judge the amendments in order, up to the first one with objections."""
    rules, state = match.rules, match.position()
    moves: list[Move] = []
    for line in lines:
        order = match.system.notation.read_amendment(state, line)
        try:
            after, verdict = play(rules, state, order, NoDice())
        except DiceNeeded:
            raise Misuse(declare(EvidenceFault.AMENDMENT_PLAYS_ON, line=line)) from None
        if isinstance(verdict, Refused):
            return _Judged((), verdict.objections)
        own = rules.outcome(state, order, NoDice())
        if own.events != verdict.events or replay(rules, state, own.events) != after:
            raise Misuse(declare(EvidenceFault.AMENDMENT_PLAYS_ON, line=line))
        moves.append(Move(order, verdict.events))
        state = after
    return _Judged(tuple(moves), ())


def _draft_amendment(match: Match, move: Move, reason: str, consent: Sequence[Side], at: str) -> Draft:
    parts = visibility.parts(match.system, move.order, move.events, vocabulary=match.header.vocabulary)
    public = {**parts.public, "reason": writable(reason), "amendment": True, "consent": list(consent)}
    return Draft(kind="ruling", at=at, side=REFEREE, public=public, private=parts.private)
