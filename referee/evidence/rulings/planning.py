"""What falls with the void entries of a ruling, and what comes again: the plan that a policy leads to."""

from collections.abc import Sequence

from referee.evidence import cases
from referee.evidence.rulings import redoing, segments
from referee.evidence.rulings.deciding import Decision
from referee.evidence.rulings.redoing import Given, Redone
from referee.matches.history import Step
from referee.matches.matches import Match
from referee.values.value import Value
from schemas.journal import PHRASED


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
        return sum(cases.count_dice(step.events) for step in self.undone) - self.dice_kept


class _Fall(Value):
    """What falls with one decision, by itself and with what came of it, and where the match goes back to."""

    own: tuple[Step, ...]
    start: int
    fights_again: frozenset[str] = frozenset()


def plan(match: Match, decisions: Sequence[Decision]) -> Plan:
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
    given = redoing.list_given(match.rules, left, behind)
    if not kept:
        return Plan(undone, sendable=redoing.list_sendable(match.rules, before, given))
    course = redoing.redo(match, before, given, undone)
    return Plan(undone, course.redone, redoing.list_sendable(match.rules, course.after, course.left))


def list_undone(match: Match, decisions: Sequence[Decision]) -> tuple[Step, ...]:
    """The entries that a takeback undoes: all from the first on that falls with a decision."""
    starts = [_find_fall(match, one).start for one in decisions if one.falls]
    return tuple(cases.since(match, min(starts))) if starts else ()


def _find_fall(match: Match, decision: Decision) -> _Fall:
    seq, paragraph = decision.case.seq, decision.paragraph
    match paragraph.back:
        case "entry":
            own = tuple(step for step in cases.since(match, seq) if step.seq == seq)
            return _Fall(own, seq)
        case "segment":
            own = segments.list_segment(match, seq)
            return _Fall(own, own[0].seq)
        case "battle":
            own = segments.list_fight(match, seq)
            fights = segments.list_fights(match.rules, own)
            segment = segments.list_segment(match, seq)
            about = [step.seq for step in segment if segments.list_fights(match.rules, (step,)) & fights]
            return _Fall(own, min((own[0].seq, *about)), fights)
