"""What the policy of a match says of each disputed entry: the facts that it asks, and what follows."""

from collections.abc import Mapping, Sequence

from referee.engine.facts import declare
from referee.engine.faults import Complaint, Misuse
from referee.engine.system import COMBAT, MOVEMENT, Rules
from referee.engine.tongue import message, saying
from referee.evidence import cases, shown_dice
from referee.evidence.cases import Case
from referee.evidence.faults import EvidenceFault
from referee.evidence.replaying import agrees
from referee.evidence.rulings import segments
from referee.matches.history import Step
from referee.matches.matches import Match
from referee.packs import policies
from referee.packs.policies import LoadedPolicy
from referee.reports import entry_summaries
from referee.values.value import Value
from schemas.answers.evidence import Cited
from schemas.policy import Fact, Paragraph
from schemas.record import Side

MOST_DISPUTED = 100
"""The most entries that one ruling is about."""


FOUND = message("today's rules would decide it differently")
"""The error of a ruling for which no error was named."""


class Plea(Value):
    """What is said of disputed entries: the error that the moderator found, and who consents to a takeback.

    Where no error is named, today's rules have to find it, in each of them.
    """

    entries: tuple[int, ...]
    error: str = ""
    agreed: tuple[str, ...] = ()


class Decision(Value):
    """What a policy was asked of one entry, and the paragraph that decides."""

    case: Case
    facts: Mapping[Fact, bool]
    paragraph: Paragraph
    cited: Cited

    @property
    def falls(self) -> bool:
        """Whether the entry is void."""
        return self.paragraph.then != "stands"


def decide(match: Match, plea: Plea, told: Match) -> tuple[Decision, ...]:
    """What the policy of the match says of each entry, the first one first.

    Paragraphs are cited as `told` is: the same match, in the language of its reader.
    """
    numbers = tuple(sorted(set(plea.entries)))
    if len(numbers) > MOST_DISPUTED:
        raise Misuse(declare(EvidenceFault.TOO_MANY_DISPUTED, count=len(numbers), most=MOST_DISPUTED))
    disputed = [cases.open_case(match, seq) for seq in numbers]
    for case in disputed:
        _check(case)
    loaded = read_policy(match)
    worded = policies.translate_policy(loaded, told.tongue.language)
    steps = cases.since(match, numbers[0])
    decisions: list[Decision] = []
    for case in disputed:
        facts = list_facts(case, plea, steps)
        paragraph = policies.deciding(loaded.policy, facts)
        decisions.append(Decision(case, facts, paragraph, policies.cite(worded, paragraph.id)))
    return tuple(decisions)


def _check(case: Case) -> None:
    if case.entry.body.kind != "order":
        kind = saying(entry_summaries.KINDS[case.entry.body.kind])
        raise Misuse(declare(EvidenceFault.ONLY_ORDERS, entry=case.seq, kind=kind))
    if not case.stands:
        raise Misuse(declare(EvidenceFault.ALREADY_TAKEN_BACK, entry=case.seq))


def read_policy(match: Match) -> LoadedPolicy:
    """The policy that a match was opened with; a `Misuse` if there is none, or if it was changed since."""
    header = match.header
    if not header.policy:
        raise Misuse(declare(EvidenceFault.NO_POLICY, match=match.name))
    loaded = policies.load(header.policy)
    if loaded.digest != header.policy_digest:
        raise Misuse(Complaint.of(EvidenceFault.POLICY_CHANGED, policy=header.policy, match=match.name))
    return loaded


def list_facts(case: Case, plea: Plea, steps: Sequence[Step]) -> Mapping[Fact, bool]:
    """What a paragraph may ask, answered.

    `steps` are the entries that stand from the first disputed one on; another disputed entry seals nothing.
    """
    author = case.entry.body.side
    later = [step for step in steps if step.seq > case.seq and step.seq not in plea.entries]
    others = {side for side in case.match.header.sides if side != author}
    own_dice = any(cases.count_dice(step.events) for step in later if step.entry.body.side == author)
    others_dice = any(cases.count_dice(step.events) for step in later if step.entry.body.side in others)
    rules = case.match.rules
    stage = (segments.find_stages(rules, case.before, case.moves) or (segments.NOWHERE,))[-1]
    return {
        "error": bool(plea.error) or not is_lawful(case),
        "dice": cases.count_dice(case.events) > 0,
        "dice-since": any(cases.count_dice(step.events) for step in later),
        "own-dice-since": own_dice,
        "others-dice-since": others_dice,
        "followed": bool(later),
        "answered": any(step.entry.body.side in others for step in later),
        "agreed": others <= set(list_consenting(case.match, plea)),
        "moved-since": any(_moves(rules, step) for step in later if step.entry.body.side in others),
        "movement": stage.segment == MOVEMENT,
        "combat": stage.segment == COMBAT,
        "segment-over": any(not segments.stage_of(rules, step).is_in_segment_of(stage) for step in later),
    }


def _moves(rules: Rules, step: Step) -> bool:
    return segments.stage_of(rules, step).segment == MOVEMENT


def list_consenting(match: Match, plea: Plea) -> tuple[Side, ...]:
    """The sides that consent, each once."""
    return tuple(sorted({match.side(name) for name in plea.agreed}))


def is_lawful(case: Case) -> bool:
    """Whether today's rules say the same of every order of an entry."""
    rules, header = case.match.rules, case.match.header
    owners = shown_dice.owners(header, case.entry, case.events)
    return all(agrees(header, rules, before, move, owners) for before, move in case.played())


SAYINGS: Mapping[Fact, tuple[str, str]] = {
    "error": (message("there is an error in it"), message("there is no error in it")),
    "dice": (message("dice were thrown in it"), message("no dice were thrown in it")),
    "dice-since": (message("dice were thrown since"), message("no dice were thrown since")),
    "own-dice-since": (message("its own side threw since"), message("its own side threw no dice since")),
    "others-dice-since": (
        message("another side threw since"),
        message("no other side threw since"),
    ),
    "followed": (message("orders followed it"), message("nothing followed it")),
    "answered": (message("another side has answered since"), message("no other side has answered since")),
    "agreed": (message("the other sides consent"), message("the other sides were not said to consent")),
    "moved-since": (message("another side has moved since"), message("no other side has moved since")),
    "movement": (message("it belongs to movement"), message("it does not belong to movement")),
    "combat": (message("it belongs to combat"), message("it does not belong to combat")),
    "segment-over": (
        message("its segment of play is over"),
        message("its segment of play goes on"),
    ),
}
"""How a fact is put in words, and its contrary."""

FIRST_FACTS: tuple[Fact, ...] = ("error", "dice", "dice-since", "followed", "answered", "agreed")
"""The facts that every ruling lists; it lists those of the others that the policy asks."""


def list_asked(match: Match) -> tuple[Fact, ...]:
    """The facts that a ruling lists, in their order."""
    paragraphs = read_policy(match).policy.paragraphs
    asked = {fact for paragraph in paragraphs for fact in paragraph.when}
    return tuple(fact for fact in SAYINGS if fact in FIRST_FACTS or fact in asked)
