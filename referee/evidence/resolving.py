"""An error resolved by the policy of the match: what stands, what is void, which dice survive."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from referee.engine.dice import DiceNeeded, replay_dice
from referee.engine.facts import declare
from referee.engine.faults import Complaint, Misuse
from referee.engine.machine import play
from referee.engine.tongue import ENGLISH, Translator, message, saying
from referee.engine.verdict import Refused, irrevocable
from referee.evidence import cases, shown_dice
from referee.evidence.cases import Case
from referee.evidence.faults import EvidenceFault
from referee.evidence.replaying import agrees
from referee.matches import matches, moderating, viewer_languages
from referee.matches.history import Step
from referee.matches.journal import Draft
from referee.matches.matches import Match
from referee.packs import policies
from referee.packs.policies import LoadedPolicy
from referee.reports import entry_summaries, past_rulings
from referee.texts.canonical import writable
from referee.values.value import Value
from schemas.answers.evidence import Cited, Resolution
from schemas.policy import Fact, Outcome
from schemas.record import REFEREE, Citation, Side


class Plea(Value):
    """What is said of a disputed entry: the error that the moderator found, and who consents to a takeback.

    Where no error is named, today's rules have to find it.
    """

    entry: int
    error: str = ""
    agreed: tuple[str, ...] = ()


class _Found(Value):
    """What a policy was asked, and what it says."""

    plea: Plea
    facts: Mapping[Fact, bool]
    cited: Cited
    then: Outcome


def resolve(match: Match, plea: Plea, told: Match | None = None) -> Resolution:
    """What the policy of the match makes of an entry; nothing is filed.

    It is told as `told` is: the same match, in the language of whoever reads it.
    """
    case = cases.open_case(match, plea.entry)
    _check(case)
    loaded = _policy(match)
    steps = cases.since(match, case.seq)
    facts = _facts(case, plea, steps)
    paragraph = policies.deciding(loaded.policy, facts)
    policy = policies.translate_policy(loaded, (told or match).tongue.language)
    found = _Found(plea, facts, policies.cite(policy, paragraph.id), paragraph.then)
    return _resolution(case, found, steps, told or match)


def file(root: Path, name: str, plea: Plea, *, at: str, language: str | None = None) -> Resolution:
    """The same, filed as a ruling of the referee; what is void is taken back in the same transaction.

    It is filed in English, whatever language it is told in.
    """
    with matches.hold(root, name) as (writer, match):
        moderating.refuse_closed(match)
        resolution = resolve(match, plea)
        spoken = viewer_languages.tell(match, REFEREE, language)
        told = resolution if spoken is match else resolve(match, plea, spoken)
        sentence = past_rulings.sentence(ENGLISH, resolution.cited, resolution.entry, len(resolution.void))
        public: dict[str, object] = {
            "reason": writable(sentence),
            "policy": resolution.cited.policy,
            "paragraph": resolution.cited.paragraph,
            "disputed": resolution.entry,
            "outcome": resolution.outcome,
            "error": writable(resolution.error),
            "consent": list(_consenting(match, plea)),
            "order": None,
            "events": [],
        }
        drafts = [Draft(kind="ruling", at=at, side=REFEREE, public=public)]
        if resolution.void:
            back: dict[str, object] = {"to": plea.entry - 1, "reason": public["reason"]}
            drafts.insert(0, Draft(kind="retract", at=at, side=REFEREE, public=back))
        entries = writer.append(*drafts)
        head = str(writer.journal.head)
    return replace(told, filed=entries[-1].body.seq, head=head)


def _check(case: Case) -> None:
    if case.entry.body.kind != "order":
        kind = saying(entry_summaries.KINDS[case.entry.body.kind])
        raise Misuse(declare(EvidenceFault.ONLY_ORDERS, entry=case.seq, kind=kind))
    if not case.stands:
        raise Misuse(declare(EvidenceFault.ALREADY_TAKEN_BACK, entry=case.seq))


def _policy(match: Match) -> LoadedPolicy:
    header = match.header
    if not header.policy:
        raise Misuse(declare(EvidenceFault.NO_POLICY, match=match.name))
    loaded = policies.load(header.policy)
    if loaded.digest != header.policy_digest:
        raise Misuse(Complaint.of(EvidenceFault.POLICY_CHANGED, policy=header.policy, match=match.name))
    return loaded


def _facts(case: Case, plea: Plea, steps: Sequence[Step]) -> Mapping[Fact, bool]:
    """What a paragraph may ask, answered."""
    later = steps[1:]
    others = {side for side in case.match.header.sides if side != case.entry.body.side}
    return {
        "error": bool(plea.error) or not _lawful(case),
        "dice": cases.count_dice(case.events) > 0,
        "dice-since": any(cases.count_dice(step.events) for step in later),
        "followed": bool(later),
        "answered": any(step.entry.body.side in others for step in later),
        "agreed": others <= set(_consenting(case.match, plea)),
    }


def _consenting(match: Match, plea: Plea) -> tuple[Side, ...]:
    return tuple(sorted({match.side(name) for name in plea.agreed}))


def _lawful(case: Case) -> bool:
    rules, header = case.match.rules, case.match.header
    owners = shown_dice.owners(header, case.entry, case.events)
    return all(agrees(header, rules, before, move, owners) for before, move in case.played())


def _resolution(case: Case, found: _Found, steps: Sequence[Step], told: Match) -> Resolution:
    void = () if found.then == "stands" else tuple(step.seq for step in steps)
    kept = [step for step in cases.since(case.match, 1) if step.seq not in void]
    rules, say = told.rules, told.tongue.say
    given = ((before, move.order) for before, move in case.played() if move.order is not None)
    held = [objection.clause for before, order in given for objection in rules.objections(before, order)]
    clauses: tuple[Citation, ...] = tuple(map(rules.cite, dict.fromkeys(held)))
    return Resolution(
        match=case.match.name,
        entry=case.seq,
        cited=found.cited,
        error=found.plea.error or ("" if _lawful(case) else say("today's rules would decide it differently")),
        clauses=clauses,
        outcome=found.then,
        facts=tuple(say(SAYINGS[fact][0 if holds else 1]) for fact, holds in found.facts.items()),
        stands=tuple(step.seq for step in kept),
        void=void,
        dice_kept=sum(cases.count_dice(step.events) for step in kept),
        dice_fallen=sum(cases.count_dice(step.events) for step in steps if step.seq in void),
        again=_again(case, found.then, steps, told.tongue),
        head=str(case.match.journal.head),
    )


SAYINGS: Mapping[Fact, tuple[str, str]] = {
    "error": (message("there is an error in it"), message("there is no error in it")),
    "dice": (message("dice were thrown in it"), message("no dice were thrown in it")),
    "dice-since": (message("dice were thrown since"), message("no dice were thrown since")),
    "followed": (message("orders followed it"), message("nothing followed it")),
    "answered": (message("another side has answered since"), message("no other side has answered since")),
    "agreed": (message("the other sides consent"), message("the other sides were not said to consent")),
}
"""How a fact is told, and its contrary."""


def _again(case: Case, outcome: Outcome, steps: Sequence[Step], tongue: Translator) -> tuple[str, ...]:
    """Later orders that are lawful without the one in error, as lines of a letter, up to the first new die.

    What comes after a die depends on faces that nobody has seen yet.
    """
    if outcome != "replay":
        return ()
    rules, state = case.match.rules, case.before
    lines: list[str] = []
    for seq, move in ((step.seq, move) for step in steps[1:] for move in step.moves):
        if move.order is None:
            continue
        try:
            after, verdict = play(rules, state, move.order, replay_dice(move.events))
        except DiceNeeded:
            break
        if isinstance(verdict, Refused):
            continue
        whose = tongue.say("{side}, entry {entry}", side=move.order.side, entry=seq)
        lines.append(f"{rules.write(move.order)}  # {whose}")
        if irrevocable(verdict.events):
            break
        state = after
    return tuple(lines)
