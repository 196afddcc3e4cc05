"""The policy of a match applied to disputed entries: facts, decisions and the plan of a ruling."""

from collections.abc import Mapping, Sequence

from referee.engine.system import COMBAT, MOVEMENT, Rules
from referee.evidence import disputed_case, replayed_orders, roll_proof
from referee.evidence.disputed_case import Case, EvidenceFault
from referee.evidence.replay import agrees
from referee.evidence.replayed_orders import Given, Redone
from referee.faults import Complaint, Misuse, declare
from referee.i18n.translator import message, saying
from referee.matches.history import Step
from referee.matches.matches import Match
from referee.packs import policies
from referee.packs.policies import LoadedPolicy
from referee.reports import entry_summaries
from schemas.answers.evidence import Cited
from schemas.journal import PHRASED
from schemas.policy import Fact, Paragraph
from schemas.record import Side, Value

MOST_DISPUTED = 100
"""Highest number of entries in one ruling."""


FOUND = message("today's rules would decide it differently")
"""Error of a ruling without a named error."""


class Plea(Value):
    """A request to resolve entries: the error that the moderator found, and the sides that consent.

    If no error is named, today's rules have to find one in each entry.
    """

    entries: tuple[int, ...]
    error: str = ""
    agreed: tuple[str, ...] = ()


class Decision(Value):
    """The facts of one entry for the policy, and the paragraph that decides."""

    case: Case
    facts: Mapping[Fact, bool]
    paragraph: Paragraph
    cited: Cited

    @property
    def falls(self) -> bool:
        """True if the entry is void."""
        return self.paragraph.then != "stands"


def decide(match: Match, plea: Plea, localised_match: Match) -> tuple[Decision, ...]:
    """Return the decision of the policy for each entry, in order.

    Paragraphs are cited from `localised_match`: the same match, in the language of its reader.
    """
    numbers = tuple(sorted(set(plea.entries)))
    if len(numbers) > MOST_DISPUTED:
        raise Misuse(declare(EvidenceFault.TOO_MANY_DISPUTED, count=len(numbers), most=MOST_DISPUTED))
    cases = [disputed_case.open_case(match, seq) for seq in numbers]
    for case in cases:
        _check(case)
    policy = read_policy(match)
    translation = policies.translate_policy(policy, localised_match.tongue.language)
    steps = disputed_case.since(match, numbers[0])
    decisions: list[Decision] = []
    for case in cases:
        facts = list_facts(case, plea, steps)
        paragraph = policies.deciding(policy.policy, facts)
        decisions.append(Decision(case, facts, paragraph, policies.cite(translation, paragraph.id)))
    return tuple(decisions)


def _check(case: Case) -> None:
    if case.entry.body.kind != "order":
        kind = saying(entry_summaries.KINDS[case.entry.body.kind])
        raise Misuse(declare(EvidenceFault.ONLY_ORDERS, entry=case.seq, kind=kind))
    if not case.stands:
        raise Misuse(declare(EvidenceFault.ALREADY_TAKEN_BACK, entry=case.seq))


def read_policy(match: Match) -> LoadedPolicy:
    """Return the policy of a match. Raises `Misuse` if there is none, or if it changed after the opening."""
    header = match.header
    if not header.policy:
        raise Misuse(declare(EvidenceFault.NO_POLICY, match=match.name))
    policy = policies.load(header.policy)
    if policy.digest != header.policy_digest:
        raise Misuse(Complaint.of(EvidenceFault.POLICY_CHANGED, policy=header.policy, match=match.name))
    return policy


def list_facts(case: Case, plea: Plea, steps: Sequence[Step]) -> Mapping[Fact, bool]:
    """Return the facts that paragraphs may use.

    `steps` are the effective entries from the first disputed one on; other disputed entries do not count as
    later ones.
    """
    author = case.entry.body.side
    later = [step for step in steps if step.seq > case.seq and step.seq not in plea.entries]
    others = {side for side in case.match.header.sides if side != author}
    own_dice = any(disputed_case.count_dice(step.events) for step in later if step.entry.body.side == author)
    others_dice = any(
        disputed_case.count_dice(step.events) for step in later if step.entry.body.side in others
    )
    rules = case.match.rules
    stage = (replayed_orders.find_stages(rules, case.before, case.moves) or (replayed_orders.NOWHERE,))[-1]
    return {
        "error": bool(plea.error) or not is_lawful(case),
        "dice": disputed_case.count_dice(case.events) > 0,
        "dice-since": any(disputed_case.count_dice(step.events) for step in later),
        "own-dice-since": own_dice,
        "others-dice-since": others_dice,
        "followed": bool(later),
        "answered": any(step.entry.body.side in others for step in later),
        "agreed": others <= set(list_consenting(case.match, plea)),
        "moved-since": any(_moves(rules, step) for step in later if step.entry.body.side in others),
        "movement": stage.segment == MOVEMENT,
        "combat": stage.segment == COMBAT,
        "segment-over": any(
            not replayed_orders.stage_of(rules, step).is_in_segment_of(stage) for step in later
        ),
    }


def _moves(rules: Rules, step: Step) -> bool:
    return replayed_orders.stage_of(rules, step).segment == MOVEMENT


def list_consenting(match: Match, plea: Plea) -> tuple[Side, ...]:
    """Return the sides that consent, each once."""
    return tuple(sorted({match.side(name) for name in plea.agreed}))


def is_lawful(case: Case) -> bool:
    """Return True if today's rules agree with every order of an entry."""
    rules, header = case.match.rules, case.match.header
    owners = roll_proof.owners(header, case.entry, case.events)
    return all(agrees(header, rules, before, move, owners) for before, move in case.played())


SAYINGS: Mapping[Fact, tuple[str, str]] = {
    "error": (message("there is an error in it"), message("there is no error in it")),
    "dice": (message("it has dice"), message("it has no dice")),
    "dice-since": (message("dice were rolled since"), message("no dice were rolled since")),
    "own-dice-since": (message("its own side rolled since"), message("its own side rolled no dice since")),
    "others-dice-since": (
        message("another side rolled since"),
        message("no other side rolled since"),
    ),
    "followed": (message("orders followed it"), message("nothing followed it")),
    "answered": (message("another side has answered since"), message("no other side has answered since")),
    "agreed": (message("the other sides consent"), message("no consent of the other sides is stated")),
    "moved-since": (message("another side has moved since"), message("no other side has moved since")),
    "movement": (message("it belongs to movement"), message("it does not belong to movement")),
    "combat": (message("it belongs to combat"), message("it does not belong to combat")),
    "segment-over": (
        message("its segment of play is over"),
        message("its segment of play goes on"),
    ),
}
"""Texts of a fact, and of its opposite."""

FIRST_FACTS: tuple[Fact, ...] = ("error", "dice", "dice-since", "followed", "answered", "agreed")
"""Facts in every ruling; other facts are listed only if the policy uses them."""


def list_asked(match: Match) -> tuple[Fact, ...]:
    """Return the facts that a ruling lists, in order."""
    paragraphs = read_policy(match).policy.paragraphs
    used_facts = {fact for paragraph in paragraphs for fact in paragraph.when}
    return tuple(fact for fact in SAYINGS if fact in FIRST_FACTS or fact in used_facts)


class Plan(Value):
    """The undone entries, the entries filed again with dice, and the orders that may be sent again."""

    undone: tuple[Step, ...] = ()
    redone: tuple[Redone, ...] = ()
    sendable: tuple[Given, ...] = ()

    @property
    def back_to(self) -> int:
        """Number of the entry that the match goes back to."""
        return self.undone[0].seq - 1

    @property
    def entries_kept(self) -> tuple[int, ...]:
        """Entries that are filed again."""
        return tuple(sorted({one.step.seq for one in self.redone}))

    @property
    def void(self) -> tuple[int, ...]:
        """Void entries."""
        return tuple(step.seq for step in self.undone if step.seq not in self.entries_kept)

    @property
    def dice_kept(self) -> int:
        """Number of undone dice that count again."""
        return sum(one.dice for one in self.redone)

    @property
    def dice_fallen(self) -> int:
        """Number of void dice."""
        return sum(disputed_case.count_dice(step.events) for step in self.undone) - self.dice_kept


class _Fall(Value):
    """The entries that are void with one decision, the entry to go back to, and the battles to refight."""

    own: tuple[Step, ...]
    start: int
    fights_again: frozenset[str] = frozenset()


def plan_ruling(match: Match, decisions: Sequence[Decision]) -> Plan:
    """Return the plan for the entries of a match; nothing is undone if all disputed entries stay."""
    falls = [(one, _find_fall(match, one)) for one in decisions if one.falls]
    undone = list_undone(match, decisions)
    if not undone:
        return Plan()
    # A void decision also ends the trial of all later orders.
    ends = [fall.start for one, fall in falls if one.paragraph.then == "void"]
    fallen = {step.seq for _, fall in falls for step in fall.own}
    remaining = [step for step in undone if step.seq not in fallen and all(step.seq < end for end in ends)]
    again = any(one.paragraph.then == "replay" for one, _ in falls)
    keeps_dice = all(one.paragraph.dice == "kept" for one, _ in falls) and match.header.format >= PHRASED
    behind = frozenset[str]().union(*(fall.fights_again for _, fall in falls))
    before = undone[0].before
    if not again:
        return Plan(undone)
    orders = replayed_orders.list_given(match.rules, remaining, behind)
    if not keeps_dice:
        return Plan(undone, sendable=replayed_orders.list_sendable(match.rules, before, orders))
    course = replayed_orders.redo(match, before, orders, undone)
    return Plan(undone, course.redone, replayed_orders.list_sendable(match.rules, course.after, course.left))


def list_undone(match: Match, decisions: Sequence[Decision]) -> tuple[Step, ...]:
    """Return the entries that a takeback undoes: all from the first void one on."""
    starts = [_find_fall(match, one).start for one in decisions if one.falls]
    return tuple(disputed_case.since(match, min(starts))) if starts else ()


def _find_fall(match: Match, decision: Decision) -> _Fall:
    seq, paragraph = decision.case.seq, decision.paragraph
    match paragraph.back:
        case "entry":
            own = tuple(step for step in disputed_case.since(match, seq) if step.seq == seq)
            return _Fall(own, seq)
        case "segment":
            own = replayed_orders.list_segment(match, seq)
            return _Fall(own, own[0].seq)
        case "battle":
            own = replayed_orders.list_fight(match, seq)
            fights = replayed_orders.list_fights(match.rules, own)
            segment = replayed_orders.list_segment(match, seq)
            about = [
                step.seq for step in segment if replayed_orders.list_fights(match.rules, (step,)) & fights
            ]
            return _Fall(own, min((own[0].seq, *about)), fights)
