"""The policy of a match applied to disputed entries: facts, decisions and the plan of a ruling."""

from collections.abc import Mapping, Sequence

from referee.engine.facts import declare
from referee.engine.faults import Complaint, Misuse
from referee.engine.system import COMBAT, MOVEMENT, Rules
from referee.evidence import disputed_case, replayed_orders, roll_proof
from referee.evidence.disputed_case import Case, EvidenceFault
from referee.evidence.replay import agrees
from referee.evidence.replayed_orders import Given, Redone
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
    disputed = [disputed_case.open_case(match, seq) for seq in numbers]
    for case in disputed:
        _check(case)
    loaded = read_policy(match)
    worded = policies.translate_policy(loaded, told.tongue.language)
    steps = disputed_case.since(match, numbers[0])
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
    """The sides that consent, each once."""
    return tuple(sorted({match.side(name) for name in plea.agreed}))


def is_lawful(case: Case) -> bool:
    """Whether today's rules say the same of every order of an entry."""
    rules, header = case.match.rules, case.match.header
    owners = roll_proof.owners(header, case.entry, case.events)
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


class Plan(Value):
    """The entries that are undone, those that are filed again with dice, and orders that may be sent."""

    undone: tuple[Step, ...] = ()
    redone: tuple[Redone, ...] = ()
    sendable: tuple[Given, ...] = ()

    @property
    def back_to(self) -> int:
        """The entry that the match goes back to."""
        return self.undone[0].seq - 1

    @property
    def entries_kept(self) -> tuple[int, ...]:
        """The entries that are filed again."""
        return tuple(sorted({one.step.seq for one in self.redone}))

    @property
    def void(self) -> tuple[int, ...]:
        """The entries that fall."""
        return tuple(step.seq for step in self.undone if step.seq not in self.entries_kept)

    @property
    def dice_kept(self) -> int:
        """How many of the dice that were undone count again."""
        return sum(one.dice for one in self.redone)

    @property
    def dice_fallen(self) -> int:
        """How many dice fall."""
        return sum(disputed_case.count_dice(step.events) for step in self.undone) - self.dice_kept


class _Fall(Value):
    """What falls with one decision, by itself and with what came of it, and where the match goes back to."""

    own: tuple[Step, ...]
    start: int
    fights_again: frozenset[str] = frozenset()


def plan_ruling(match: Match, decisions: Sequence[Decision]) -> Plan:
    """What becomes of the entries of a match; nothing is undone where all that is disputed stands."""
    falls = [(one, _find_fall(match, one)) for one in decisions if one.falls]
    undone = list_undone(match, decisions)
    if not undone:
        return Plan()
    # From an entry on that is void with all that came of it, nothing comes again.
    ends = [fall.start for one, fall in falls if one.paragraph.then == "void"]
    fallen = {step.seq for _, fall in falls for step in fall.own}
    left = [step for step in undone if step.seq not in fallen and all(step.seq < end for end in ends)]
    again = any(one.paragraph.then == "replay" for one, _ in falls)
    kept = all(one.paragraph.dice == "kept" for one, _ in falls) and match.header.format >= PHRASED
    behind = frozenset[str]().union(*(fall.fights_again for _, fall in falls))
    before = undone[0].before
    if not again:
        return Plan(undone)
    given = replayed_orders.list_given(match.rules, left, behind)
    if not kept:
        return Plan(undone, sendable=replayed_orders.list_sendable(match.rules, before, given))
    course = replayed_orders.redo(match, before, given, undone)
    return Plan(undone, course.redone, replayed_orders.list_sendable(match.rules, course.after, course.left))


def list_undone(match: Match, decisions: Sequence[Decision]) -> tuple[Step, ...]:
    """The entries that a takeback undoes: all from the first on that falls with a decision."""
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
