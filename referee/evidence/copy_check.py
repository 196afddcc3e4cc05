"""Check of a side's copy by the rules, as far as the side knows, and the limits of all proofs.

Orders that were taken back are judged as well: their dice were rolled. The moderator's amendments are judged,
because the rules limit them; other rulings are not.
"""

from collections.abc import Callable, Iterable, Iterator, Set

from referee.engine.copy_check import ORDER, CopiedMove, Finding, Judgement, ViewFact, list_unjudged
from referee.engine.facts import Fact, state
from referee.engine.system import State
from referee.evidence.disputed_case import Case
from referee.evidence.rule_checks import refusals
from referee.evidence.rule_checks.refusals import Refused
from referee.i18n.translator import Saying, Translator
from referee.matches import history
from referee.matches.history import Move
from referee.matches.journal.effective_entries import take_back_to
from referee.matches.journal.reading import MOVING
from referee.matches.journal.verification import Report
from referee.systems.faces import Game
from schemas.answers.evidence import Limits
from schemas.answers.matches import Limit, OwnView, ViewFinding
from schemas.journal import Entry, Head, Header
from schemas.record import PUBLIC, REFEREE, Rolled, Side

UNFIT = (LookupError, ValueError, TypeError, AttributeError)
"""Exceptions raised if events do not fit a position."""


def judge(
    header: Header, game: Game, entries: Callable[[], Iterable[Entry]], tongue: Translator
) -> OwnView | None:
    """Judge every order and event in a copy. Return None for a copy of several sides.

    `entries` is read twice. Raises a `DataFault` if events cannot follow each other.
    """
    sides, targets = set[Side](), set[int]()
    for entry in entries():
        if entry.body.kind in MOVING:
            sides |= entry.private.keys()
        elif entry.body.kind == "retract":
            targets.add(take_back_to(entry) or 0)
    if not game.secrecy.judges_copies or len(sides) > 1 or REFEREE in sides:
        return None
    judge = _Judge(header, game, next(iter(sides), PUBLIC), targets)
    for entry in entries():
        judge.take(entry)
    return judge.report(tongue)


COUNTED = ("orders", "events", "rolls", "refusals")
"""Things that a view counts: their number, and the number judged."""


class _Judge:
    """The results of the check so far."""

    def __init__(self, header: Header, game: Game, viewer: Side, kept: Set[int]) -> None:
        """`kept` are the target entries of takebacks."""
        self._header, self._game, self._viewer, self._kept = header, game, viewer, kept
        self._rules = game.rules
        self._state = self._rules.start()
        self._reached: dict[int, State] = {0: self._state}
        self._opened = False
        self._earlier = refusals.Earlier()
        self._counts: dict[str, int] = {f"{one}{how}": 0 for one in COUNTED for how in ("", "_judged")}
        self._wrong: list[tuple[int, Finding]] = []
        self._unjudged: list[tuple[int, Finding]] = []

    def take(self, entry: Entry) -> None:
        """Judge one more entry."""
        if entry.body.kind == "retract":
            self._state = self._reached[take_back_to(entry) or 0]
        elif entry.body.kind in MOVING and not (entry.body.seq == 1 and self._header.phrases == "committed"):
            for move in history.moves_of(self._rules, entry):
                self._judge(entry, move)
                self._state = history.after(self._rules, self._state, move.events, entry)
            self._opened = True
        elif entry.body.kind == "refusal":
            for letter in refusals.find_refused(entry, (self._viewer,), self._earlier):
                self._judge_refusal(entry, letter)
        self._earlier.take(entry)
        if entry.body.seq in self._kept:
            self._reached[entry.body.seq] = self._state

    def report(self, tongue: Translator) -> OwnView:
        """Return the findings in a language."""
        return OwnView(
            viewer=self._viewer,
            wrong=tuple(_word(finding, tongue) for finding in self._wrong),
            unjudged=tuple(_word(finding, tongue) for finding in self._unjudged),
            **self._counts,
        )

    def _judge(self, entry: Entry, move: Move) -> None:
        judgement, seq = self._ask(entry, move), entry.body.seq
        self._wrong += [(seq, finding) for finding in judgement.wrong]
        self._unjudged += [(seq, finding) for finding in judgement.unjudged]
        unjudged_events = {finding.number for finding in judgement.unjudged}
        if entry.body.kind == "order":
            self._count("orders", 1, judged=ORDER not in unjudged_events)
        for number, event in enumerate(move.events, 1):
            rolls = sum(bool(roll.faces) for roll in event.rolls) if isinstance(event, Rolled) else 0
            self._count("events", 1, judged=number not in unjudged_events)
            self._count("rolls", rolls, judged=number not in unjudged_events)

    def _judge_refusal(self, entry: Entry, refused: Refused) -> None:
        judgement, seq = _judge_refusal(self._game, self._state, refused), entry.body.seq
        self._count("refusals", 1, judged=not judgement.unjudged)
        self._wrong += [(seq, finding) for finding in judgement.wrong]
        self._unjudged += [(seq, finding) for finding in judgement.unjudged]

    def _count(self, what: str, number: int, *, judged: bool) -> None:
        self._counts[what] += number
        self._counts[f"{what}_judged"] += number * judged

    def _ask(self, entry: Entry, move: Move) -> Judgement:
        return _judge_move(
            self._header, self._game, self._viewer, self._state, entry, move, is_opened=self._opened
        )


def judge_case(case: Case) -> OwnView | None:
    """Judge one entry of a side's copy, or the refusal of a letter. Return None if nothing is to be judged.

    The side's knowledge limits the judgement of a copy.
    """
    match, entry = case.match, case.entry
    viewer = next(iter(entry.private), PUBLIC)
    earlier = match.entries[: case.seq - 1]
    if entry.body.kind == "refusal":
        letters = refusals.find_refused(entry, match.header.sides, refusals.Earlier(earlier))
        judgements = [_judge_refusal(match.system, case.before, letter) for letter in letters]
    elif len(entry.private) > 1 or not match.system.secrecy.judges_copies:
        judgements = []
    else:
        is_opened = any(one.body.kind in MOVING for one in earlier)
        judgements = [
            _judge_move(match.header, match.system, viewer, before, entry, move, is_opened=is_opened)
            for before, move in case.played()
        ]
    if not judgements:
        return None
    wrong = (_word((case.seq, one), match.tongue) for judgement in judgements for one in judgement.wrong)
    reasons = (_word((case.seq, one), match.tongue) for judgement in judgements for one in judgement.unjudged)
    return OwnView(viewer=viewer, wrong=tuple(wrong), unjudged=tuple(reasons))


def _judge_refusal(game: Game, before: State, refused: Refused) -> Judgement:
    """Judge the lines of a refused letter again, as far as the position decides them."""
    line = refused.letter.fallen[0].line
    try:
        again = list(refusals.hear_again(game, before, refused))
    except UNFIT:
        again = []
    first = again[0] if again else None
    if first is None or first.is_unread or bool(first.now and first.now.source.line < line):
        return Judgement(unjudged=(Finding(ORDER, state(ViewFact.REFUSAL_HIDDEN)),))
    wrong = list[Finding]()
    for one in again:
        line = one.then.line
        if one.now is None or one.now.source.line > line:
            wrong.append(Finding(ORDER, state(ViewFact.REFUSED_LAWFUL, line=line)))
        elif one.remarks:
            wrong.append(Finding(ORDER, state(ViewFact.REFUSED_OTHER, line=line)))
    return Judgement(tuple(wrong))


def _judge_move(
    header: Header, game: Game, viewer: Side, before: State, entry: Entry, move: Move, *, is_opened: bool
) -> Judgement:
    body = entry.body
    if body.kind == "ruling" and is_opened and "amendment" not in body.public:
        return Judgement(unjudged=list_unjudged(move.events, state(ViewFact.BY_RULING)))
    author = body.side or REFEREE
    view = CopiedMove(viewer, author, move.order, move.events, header.vocabulary, header.format)
    try:
        return game.secrecy.judge_seen(before, view)
    except UNFIT:
        return Judgement((Finding(ORDER, state(ViewFact.CANNOT_HAVE_HAPPENED)),))


def _word(found: tuple[int, Finding], tongue: Translator) -> ViewFinding:
    seq, finding = found
    fact, parts = finding.said.fact, dict(finding.said.parameters)
    return ViewFinding(
        entry=seq,
        event=finding.number,
        code=fact.code,
        parameters=finding.said.filed_parameters(),
        text=tongue.worded(Saying(fact.template, fact.many, parts)),
    )


class Unprovable(Fact):
    """A fact that no journal shows: the fact, and the reason or a remedy."""

    MATCHES_OPENED = (
        "The number of matches that the moderator opened.",
        "`new` draws the secrets. A moderator who runs it a hundred times can keep the best deck, and the "
        "best dice unless the players add phrases. Have the moderator publish head and first key before you"
        " draw the sides.",
    )
    LAST_PHRASE = (
        "Early knowledge of the last phrase.",
        "A moderator who shows the keys to the side that writes last lets it choose among dice.",
    )
    TRIED_IN_SECRET = (
        "Secret trials and disclosures by the moderator.",
        "The moderator knows keys and deck, could try a favourite's orders before they are sent, and show "
        "the favourite the letters of others.",
    )
    LETTER_FIRST = (
        "The order in which letters arrived.",
        "If both sides are asked at once (as in a skirmish), dice follow from the order that closes the "
        "last answer, so that the moderator can choose between two sets of dice.",
    )
    LETTER_WRITER = (
        "The author of a letter, and letters that were thrown away.",
        "Keep what you sent; your reports quote it, line by line.",
    )
    DESERVED = (
        "The justice of a takeback or a ruling.",
        "Later dice follow from the next key, which the moderator knows. Every log shows the takeback or "
        "ruling, with the stated reason.",
    )
    RULING_FACTS = (
        "The error and the facts behind a ruling by the policy.",
        "The error is the moderator's statement. `verify` of a whole journal derives the other facts of each "
        "decision. In the copy of one side it compares only the paragraph, the outcome and the lists.",
    )
    CUT_OFF = (
        "That nothing was cut off the end.",
        "A player who kept a later head can show it.",
    )
    ONE_HISTORY = (
        "That two copies are of one history.",
        "They are once they are compared.",
    )
    WITNESS_FILER = (
        "The person who put a witness into the journal.",
        "The moderator files it. Look the head up where the entry says that it stands, or ask the side that "
        "quoted it.",
    )
    SECRETS_OPENED = (
        "That the secrets are ever opened.",
        "Hidden draws, salts and later key chains are proved when `reveal` opens them, and a moderator "
        "who has something to hide does not. Agree on the day.",
    )
    PACK_NAMED = (
        "The pack by which a copy is judged.",
        "The header names the pack by a digest, and a forger of a copy writes the header. Keep the digest "
        "that was announced, and compare it.",
    )
    STATEMENTS = (
        "Facts that are only stated.",
        "Times, reasons, seats, bots, clocks, absences, lateness, messages and notes are checked for form, "
        "and for the sides and entries that they name. Your own mail shows if they are true.",
    )


def list_limits(tongue: Translator) -> Limits:
    """Return all facts that no journal shows."""
    return Limits(limits=tuple(_word_limits(one, tongue) for one in Unprovable))


def find_limit(proved: Report, kept: Head | None, tongue: Translator) -> tuple[Limit, ...]:
    """List the facts that a journal leaves unproved; `kept` is a head that its reader kept."""
    return tuple(_word_limits(one, tongue) for one in _apply(proved, kept))


def _apply(proved: Report, kept: Head | None) -> Iterator[Unprovable]:
    sealed = proved.header.dice == "sealed"
    # No one knows the dice of the beacon, and committed phrases are chosen before others are known.
    is_closed = bool(proved.header.beacon) or proved.header.phrases == "committed"
    left_out = {
        Unprovable.SECRETS_OPENED: proved.opened or proved.secret is not None,
        Unprovable.LAST_PHRASE: not proved.phrased or not sealed or is_closed,
        Unprovable.LETTER_FIRST: not sealed,
        Unprovable.RULING_FACTS: not proved.header.policy,
        Unprovable.CUT_OFF: kept is not None,
    }
    yield from (one for one in Unprovable if not left_out.get(one, False))


def _word_limits(limit: Unprovable, tongue: Translator) -> Limit:
    return Limit(code=limit.code, text=tongue.say(limit.template), why=tongue.say(limit.remedy))
