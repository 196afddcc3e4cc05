"""An error resolved by the policy of the match: what stands, what is void, which dice survive."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import assert_never

from referee.core.dice import DiceNeeded, written
from referee.core.faults import Complaint, Misuse
from referee.core.machine import audit, play
from referee.core.values import dataclass
from referee.core.verdict import Refused
from referee.desk import matches, moderating
from referee.desk.canonical import writable
from referee.desk.evidence import cases, policies
from referee.desk.evidence.cases import Case
from referee.desk.evidence.policies import LoadedPolicy
from referee.desk.history import Step, irrevocable
from referee.desk.journal import Draft
from referee.desk.matches import Match
from schemas.evidence import Cited, Resolution
from schemas.policy import Fact, Outcome, Paragraph
from schemas.record import REFEREE, Citation, Side


@dataclass(frozen=True, slots=True)
class Plea:
    """What is said of a disputed entry: the error that the moderator found, and who consents to a takeback.

    Where no error is named, today's rules have to find it.
    """

    entry: int
    error: str = ""
    agreed: tuple[str, ...] = ()


def resolve(match: Match, plea: Plea) -> Resolution:
    """What the policy of the match makes of an entry; nothing is filed."""
    case = cases.opened(match, plea.entry)
    _check(case)
    loaded = _policy(match)
    steps = cases.since(match, case.seq)
    facts = _facts(case, plea, steps)
    paragraph = policies.deciding(loaded.policy, facts)
    return _resolution(case, plea, loaded, paragraph, steps)


def file(root: Path, name: str, plea: Plea, *, at: str) -> Resolution:
    """The same, filed as a ruling of the referee; what is void is taken back in the same transaction."""
    with matches.held(root, name) as (writer, match):
        moderating.refuse_closed(match)
        resolution = resolve(match, plea)
        public: dict[str, object] = {
            "reason": writable(ruling(resolution)),
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
    return resolution.model_copy(update={"filed": entries[-1].body.seq, "head": head})


def ruling(answer: Resolution) -> str:
    """The ruling in one sentence, as the log keeps it."""
    cited = f"{answer.cited.policy}, {answer.cited.paragraph} {answer.cited.title}"
    match answer.outcome:
        case "stands":
            return f"{cited}: entry {answer.entry} stands"
        case "void" | "replay":
            others = len(answer.void) - 1
            more = (
                f", and so are {others} after it"
                if others > 1
                else ", and so is 1 after it"
                if others
                else ""
            )
            return f"{cited}: entry {answer.entry} is void{more}"
        case _:
            assert_never(answer.outcome)


def _check(case: Case) -> None:
    if case.entry.body.kind != "order":
        raise Misuse(f"entry {case.seq} is a {case.entry.body.kind}, and only an order can be in error")
    if not case.stands:
        raise Misuse(f"entry {case.seq} was taken back: there is nothing to resolve")


def _policy(match: Match) -> LoadedPolicy:
    header = match.header
    if not header.policy:
        raise Misuse(f"{match.name} was opened without a policy")
    loaded = policies.load(header.policy)
    if loaded.digest != header.policy_digest:
        fact = f"the policy {header.policy} is not the one {match.name} was opened with"
        raise Misuse(Complaint(text=fact, remedy="put the file back as it was"))
    return loaded


def _facts(case: Case, plea: Plea, steps: Sequence[Step]) -> Mapping[Fact, bool]:
    """What a paragraph may ask, answered."""
    later = steps[1:]
    others = {side for side in case.match.header.sides if side != case.entry.body.side}
    return {
        "error": bool(plea.error) or not _lawful(case),
        "dice": cases.thrown(case.events) > 0,
        "dice-since": any(cases.thrown(step.events) for step in later),
        "followed": bool(later),
        "answered": any(step.entry.body.side in others for step in later),
        "agreed": others <= set(_consenting(case.match, plea)),
    }


def _consenting(match: Match, plea: Plea) -> tuple[Side, ...]:
    return tuple(sorted({match.side(name) for name in plea.agreed}))


def _lawful(case: Case) -> bool:
    return all(audit(case.match.rules, before, move.order, move.events) for before, move in case.played())


def _resolution(
    case: Case, plea: Plea, loaded: LoadedPolicy, paragraph: Paragraph, steps: Sequence[Step]
) -> Resolution:
    void = () if paragraph.then == "stands" else tuple(step.seq for step in steps)
    kept = [step for step in cases.since(case.match, 1) if step.seq not in void]
    rules = case.match.rules
    given = ((before, move.order) for before, move in case.played() if move.order is not None)
    held = [objection.clause for before, order in given for objection in rules.objections(before, order)]
    clauses: tuple[Citation, ...] = tuple(map(rules.cite, dict.fromkeys(held)))
    return Resolution(
        match=case.match.name,
        entry=case.seq,
        cited=Cited(
            policy=loaded.policy.id,
            paragraph=paragraph.id,
            title=paragraph.title,
            text=paragraph.text.strip(),
        ),
        error=plea.error or ("" if _lawful(case) else "today's rules would decide it differently"),
        clauses=clauses,
        outcome=paragraph.then,
        facts=tuple(_told(_facts(case, plea, steps))),
        stands=tuple(step.seq for step in kept),
        void=void,
        dice_kept=sum(cases.thrown(step.events) for step in kept),
        dice_fallen=sum(cases.thrown(step.events) for step in steps if step.seq in void),
        again=_again(case, paragraph.then, steps),
        head=str(case.match.journal.head),
    )


SAYINGS: Mapping[Fact, tuple[str, str]] = {
    "error": ("there is an error in it", "there is no error in it"),
    "dice": ("dice were thrown in it", "no dice were thrown in it"),
    "dice-since": ("dice were thrown since", "no dice were thrown since"),
    "followed": ("orders followed it", "nothing followed it"),
    "answered": ("another side has answered since", "no other side has answered since"),
    "agreed": ("the other sides consent", "the other sides were not said to consent"),
}
"""How a fact is told, and its contrary."""


def _told(facts: Mapping[Fact, bool]) -> list[str]:
    return [SAYINGS[fact][0 if holds else 1] for fact, holds in facts.items()]


def _again(case: Case, outcome: Outcome, steps: Sequence[Step]) -> tuple[str, ...]:
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
            after, verdict = play(rules, state, move.order, written(move.events))
        except DiceNeeded:
            break
        if isinstance(verdict, Refused):
            continue
        lines.append(f"{rules.write(move.order)}  # {move.order.side}, entry {seq}")
        if irrevocable(verdict.events):
            break
        state = after
    return tuple(lines)
