"""Verification of a match: its journal, its replay, and its orders judged by today's rules."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from referee.dice.faults import DiceFault
from referee.dice.proof import Basis
from referee.engine.system import Rules
from referee.evidence import copy_check
from referee.evidence.disputed_case import EvidenceFault
from referee.evidence.replay import Replay
from referee.evidence.rule_checks import decided_facts, packs, policy_rulings, refusals
from referee.evidence.rule_checks.packs import Unjudged
from referee.evidence.rule_checks.policy_rulings import PolicyRulings
from referee.faults import Complaint, DataFault, Misuse, NotFound, declare
from referee.i18n.translator import ENGLISH, Saying, Translator, forms, message, saying
from referee.matches import journal, matches, opening, shelf
from referee.matches.journal import reading, verification
from referee.matches.journal.effective_entries import take_back_to
from referee.matches.journal.line import JournalFault
from referee.matches.journal.reading import Opening, Torn
from referee.matches.letters import time_lock
from referee.matches.letters.time_lock import Beacon
from referee.packs import rulesets
from referee.packs.rulesets import Ruleset
from referee.platform.progress import Progress, ignore_progress
from schemas.answers.matches import DoubtedRoll, OwnView, Verified
from schemas.journal import Entry, Head, Header
from schemas.record import REFEREE, Value

BACKWARDS = forms(
    "the clock ran backwards before entry {entries}; the order of the entries is that of the seals",
    "the clock ran backwards before entries {entries}; the order of the entries is that of the seals",
)
LACKING = message("private parts are left out of this copy: it was proved, and not replayed")
SEEN = message(
    "private parts are left out of this copy: it was proved, and judged as far as its reader may know"
)


LOOKED_AT = 65_536
"""Number of bytes at the end of a journal in which to look for open secrets."""

REVEAL = b'"kind":"reveal"'


class Replayed(Value):
    """Numbers of replayed entries and events, differences from today's rules, and verified secret facts."""

    entries: int
    events: int
    differences: tuple[int, ...] | None
    agreed: int | None


def verify(
    path: Path,
    head: Head | None = None,
    *,
    rejudge: bool = False,
    progress: Progress = ignore_progress,
    tongue: Translator = ENGLISH,
    beacon: Beacon | None = None,
) -> Verified:
    """Prove everything that a journal can prove by itself, replay it, and judge it again on request.

    A round of the `beacon` opens the secret of a header that locks it. The deal is then compared with it.

    If the secrets are open, every hidden fact is compared with its claims, and every entry is judged again,
    to verify that hands and draws came from the deck.
    """
    course = _Course(path, progress, rejudge=rejudge)
    report = course.prove(head, beacon)
    rounds_checked = _check_rounds(path, report)
    bound = course.bound
    if bound:
        packs.check(report.header, bound, path.as_posix())
    if bound and report.secret is not None:
        _check_deal(path, report.header, bound, report.secret)
    replay = course.replay(report)
    is_asked = rejudge or (bound is not None and packs.is_same(report.header, bound))
    own_view = _judge_view(path, report, bound, tongue) if bound and is_asked else None
    reason = _find_unjudged(report, bound, asked=is_asked, seen=own_view)
    warnings = (*_warn(report, course, own_view), *_clock(report), *_name(path, report))
    return replace(
        _describe(report, bound, tongue),
        # A head that the moderator filed rests on trust; a head that the reader kept is checked.
        fixed=head.seq if head else None,
        rounds_checked=rounds_checked,
        replayed=replay.entries if replay else None,
        events=replay.events if replay else None,
        differences=replay.differences if replay else None,
        agreed=replay.agreed if replay else None,
        own_view=own_view,
        not_judged=reason and packs.describe(report.header, bound, reason, tongue),
        limits=copy_check.find_limit(report, head, tongue),
        warnings=tuple(map(tongue.worded, warnings)),
    )


def _describe(report: verification.Report, bound: Ruleset | None, tongue: Translator) -> Verified:
    """Return the answer about a journal that proves itself, before it is replayed and judged."""
    return Verified(
        match=report.header.match,
        pack=report.header.pack,
        entries=report.head.seq,
        head=str(report.head),
        keys=report.keys,
        rolls=report.rolls,
        dice=report.dice,
        unproved=report.count_unproved(),
        own_key=_count_doubted(report, "own-key"),
        on_word=_count_doubted(report, "word"),
        doubted=tuple(_list_doubted(report, bound, tongue)),
        phrased=report.phrased,
        witnesses=report.witnesses,
        spoken=len(report.spoken),
        secret_opened=report.secret is not None,
        rounds=len(report.rounds),
        lacking=report.lacking,
        opened=report.opened,
        torn=bool(report.torn),
        unproved_fields=report.trusted,
    )


def _check_rounds(path: Path, proved: verification.Report) -> int:
    """Return the number of rounds whose signatures were checked: none without bittensor-drand.

    Raises DataFault for a signature that is not of the beacon.
    """
    wrong: list[Complaint] = []
    for seq, number, signature in proved.rounds:
        try:
            time_lock.check_beacon(Beacon(number, signature))
        except Misuse:
            return 0
        except DataFault:
            fact = declare(DiceFault.BEACON_FORGED, round=str(number))
            wrong.append(verification.complain(path.as_posix(), seq, fact))
    if wrong:
        raise DataFault(*wrong)
    return len(proved.rounds)


def _check_deal(path: Path, header: Header, bound: Ruleset, hidden: str) -> None:
    """Raise `DataFault` if the deal does not follow from an opened secret."""
    entries: list[Entry] = []
    for entry in _list_entries(path):
        if entry.body.kind == "order":
            break
        entries.append(entry)
    seq = opening.find_other_deal(header, bound.system, hidden, entries)
    if seq is not None:
        raise DataFault(verification.complain(path.as_posix(), seq, declare(DiceFault.DEAL_OTHER)))


def _judge_view(
    path: Path, proved: verification.Report, bound: Ruleset, tongue: Translator
) -> OwnView | None:
    """Return the judgement of today's rules on a copy that lacks private parts."""
    if not proved.untold:
        return None
    return copy_check.judge(proved.header, bound.system, partial(_list_entries, path), tongue)


def _find_unjudged(
    proved: verification.Report, bound: Ruleset | None, *, asked: bool, seen: OwnView | None
) -> Unjudged | None:
    """Return the reason for not judging; None after judging, or if a whole journal waits for `--rejudge`."""
    if bound is None:
        return Unjudged.PACK_MISSING
    if not (asked or proved.opened):
        return Unjudged.PACK_OTHER
    if proved.untold and seen is None:
        return Unjudged.READERS_MIXED if bound.system.secrecy.judges_copies else Unjudged.RULES_CANNOT
    return None


def _count_doubted(proved: verification.Report, basis: Basis) -> int:
    """Return the number of unproved dice in this copy with a given basis."""
    return sum(len(doubt.roll.faces) for doubt in proved.doubted if doubt.basis == basis)


def _list_doubted(
    proved: verification.Report, bound: Ruleset | None, tongue: Translator
) -> Iterator[DoubtedRoll]:
    language = bound.speaking(tongue.language).system.language if bound else None
    for doubt in proved.doubted:
        roll_purpose = doubt.roll.purpose
        purpose = language.word_purpose(roll_purpose) if language else str(roll_purpose)
        dice = len(doubt.roll.faces)
        yield DoubtedRoll(entry=doubt.entry, purpose=purpose, dice=dice, basis=doubt.basis)


def _clock(proved: verification.Report) -> tuple[Saying, ...]:
    if not proved.backwards:
        return ()
    numbers = tuple(map(str, proved.backwards))
    return (saying(*BACKWARDS, count=len(numbers), entries=numbers),)


def _name(path: Path, proved: verification.Report) -> tuple[Saying, ...]:
    """Warn about a match copied on its shelf: its letters and dice use its own name."""
    folder, match = path.absolute().parent.name, proved.header.match
    if path.name != shelf.JOURNAL or folder == match:
        return ()
    text = message("this folder is named {folder}, and its match {match}")
    return (saying(text, folder=folder, match=match),)


def _warn(proved: verification.Report, course: "_Course", seen: OwnView | None) -> tuple[Saying, ...]:
    """Warn about a different pack, and about missing private parts."""
    lacking = (saying(SEEN if seen else LACKING),) if proved.untold else ()
    if course.bound is None:
        return lacking or (saying("not replayed: {why}", why=course.unbound),)
    if packs.is_same(proved.header, course.bound):
        return lacking
    text = message("the pack {pack} is not the one this match was opened with")
    return (*lacking, saying(text, pack=course.bound.loaded.name))


def _list_entries(path: Path) -> Iterator[Entry]:
    return (line for line in journal.lines(path) if isinstance(line, Entry))


class _Course:
    """A journal, read once for all checks, and again if its end decides which entries are effective."""

    def __init__(self, path: Path, progress: Progress, *, rejudge: bool) -> None:
        self.bound: Ruleset | None = None
        self.unbound = ""
        self._path, self._progress, self._rejudge = path, progress, rejudge
        self._first: Replay | None = None
        self._refused = self._took_back = False
        self._kept: set[int] = set()
        self._policy: PolicyRulings | None = None
        self._wrong: list[Complaint] = []

    def prove(self, head: Head | None, beacon: Beacon | None = None) -> verification.Report:
        """Return the proof of the journal by itself; the rules take each proved entry."""
        proof = verification.Verification(self._path.as_posix(), head, beacon)
        for line in verification.watch(self._path, proof, self._progress):
            self._note(line)
            match line:
                case Opening(header=header):
                    self._first = self._bind(header)
                case Entry() if self._first and not proof.complaints:
                    self._first.take(line, whole=len(line.private) == len(line.body.commit))
                case _:
                    pass
        report = proof.report()
        if self._took_back and self.bound is not None:
            self._wrong += self._find_wrong_takebacks(self.bound.system.rules)
        if self._wrong:
            raise DataFault(*self._wrong)
        return report

    def _find_wrong_takebacks(self, rules: Rules) -> Iterator[Complaint]:
        """Yield a complaint about each takeback by a side of an order that revealed something."""
        for seq, side in policy_rulings.find_revealing_takebacks(rules, _list_entries(self._path)):
            fact = declare(JournalFault.TAKEBACK_OF_OTHERS, side=side)
            yield verification.complain(self._path.as_posix(), seq, fact)

    def _note(self, line: Opening | Entry | Torn) -> None:
        """Record refusals, targets of takebacks, and rulings that the policy does not support."""
        if isinstance(line, Opening):
            self._policy = PolicyRulings(line.header, self._path)
        elif isinstance(line, Entry):
            self._refused = self._refused or line.body.kind == "refusal"
            if line.body.kind == "retract":
                self._kept.add(take_back_to(line) or 0)
                self._took_back = self._took_back or line.body.side != REFEREE
            if line.body.kind == "ruling" and self._policy is not None:
                self._wrong += self._policy.find_wrong(line)

    def replay(self, proved: verification.Report) -> Replayed | None:
        """Return the replay by the rules, or None for an incomplete copy or without the rules."""
        replay = self._first
        if replay is None:
            return None
        replay.check_spelling()
        if proved.untold:
            return None
        judge = self._rejudge or proved.opened
        if replay.ended or (proved.opened and not replay.opened):
            replay = self._take_again(proved, replay, judged=judge)
        claims = replay.count_claims() if proved.opened else None
        replay.check_course()
        rulings = self._review_rulings(proved, judged=judge)
        different = self._list_different(proved, replay, rulings) if judge else None
        self._progress(1, 1)
        return Replayed(replay.entries, replay.events, different, claims)

    def _review_rulings(self, proved: verification.Report, *, judged: bool) -> tuple[int, ...]:
        """Decide the rulings by the policy again, and return the rulings that differ today.

        Raises a `DataFault` if a ruling does not follow from the facts.
        """
        policy = self._policy
        if policy is None or policy.policy is None or not policy.found:
            return ()
        if self.bound is None or not packs.is_same(proved.header, self.bound):
            return ()
        match = matches.read_copy(self._path)
        reviews = {
            one: decided_facts.review(match, policy.policy, match.entries[one - 1]) for one in policy.found
        }
        if wrong := [seq for seq, review in reviews.items() if review is None]:
            raise DataFault(*(policy.complain(seq, EvidenceFault.RULING_OTHER) for seq in wrong))
        return tuple(
            seq for seq, review in reviews.items() if judged and review and not review.is_same_today()
        )

    def _list_different(
        self, proved: verification.Report, replay: Replay, kept: tuple[int, ...]
    ) -> tuple[int, ...]:
        """List the entries that today's rules would decide differently, refusals included."""
        refusal_numbers: tuple[int, ...] = ()
        if self.bound is not None and self._refused:
            entries = _list_entries(self._path)
            refusal_numbers = refusals.find_different(proved.header, self.bound.system, entries, self._kept)
        return tuple(sorted({*replay.differences, *refusal_numbers, *kept}))

    def _bind(self, header: Header) -> Replay | None:
        """Return the replay of a match, or None if its pack is unknown here."""
        try:
            self.bound = rulesets.again(header, self._path.parent.parent)
        except NotFound as fault:
            self.unbound = str(fault)
            return None
        is_open = _is_opened(self._path)
        is_judged = self._rejudge or is_open
        return Replay(self.bound.system, header, self._path, judged=is_judged, opened=is_open)

    def _take_again(self, proved: verification.Report, first: Replay, *, judged: bool) -> Replay:
        """Read the entries again, one at a time, so that memory does not grow with the journal."""
        replay, standing = first.begin_again(judged=judged, opened=proved.opened), frozenset(proved.standing)
        for line in reading.lines(self._path, self._progress):
            if isinstance(line, Entry):
                replay.take_again(line, stands=line.body.seq in standing)
        return replay


def _is_opened(path: Path) -> bool:
    """Return True if the end of a journal looks as if its secrets were open; the proof verifies it."""
    with reading.opened(path) as file:
        file.seek(max(0, path.stat().st_size - LOOKED_AT))
        return REVEAL in file.read()
