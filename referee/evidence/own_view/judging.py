"""A side's own copy, held against the rules as far as this side may know.

Entries that were taken back are judged, too: their dice were thrown. Of the moderator's rulings amendments
are judged, for the rules say what may be amended.
"""

from collections.abc import Callable, Iterable, Set
from typing import cast

from referee.engine.facts import declare
from referee.engine.own_view.facts import ViewFact
from referee.engine.own_view.judgement import ORDER, Finding, Judgement, Seen, list_unjudged
from referee.engine.system import State
from referee.engine.tongue import Translator
from referee.evidence.rule_checks import refusals
from referee.evidence.rule_checks.refusals import Refused
from referee.matches import history
from referee.matches.history import Move
from referee.matches.journal.reading import MOVING
from referee.matches.journal.standing import take_back_to
from referee.systems.faces import Game
from schemas.answers.matches import OwnView, ViewFinding
from schemas.journal import Entry, Header
from schemas.record import PUBLIC, REFEREE, JsonValue, Rolled, Side

UNFIT = (LookupError, ValueError, TypeError, AttributeError)
"""What is raised where events do not fit a position."""


def judge(
    header: Header, game: Game, entries: Callable[[], Iterable[Entry]], tongue: Translator
) -> OwnView | None:
    """Judge every order and event that a copy tells of; nothing if it is the copy of several sides.

    Its `entries` are read twice. Raises a `DataFault` where events cannot follow each other.
    """
    sides, kept = set[Side](), set[int]()
    for entry in entries():
        if entry.body.kind in MOVING:
            sides |= entry.private.keys()
        elif entry.body.kind == "retract":
            kept.add(take_back_to(entry) or 0)
    if not game.secrecy.judges_copies or len(sides) > 1 or REFEREE in sides:
        return None
    judge = _Judge(header, game, next(iter(sides), PUBLIC), kept)
    for entry in entries():
        judge.take(entry)
    return judge.report(tongue)


COUNTED = ("orders", "events", "rolls", "refusals")
"""The things that a view counts: how many there are, and how many were judged."""


class _Judge:
    """What was judged so far."""

    def __init__(self, header: Header, game: Game, viewer: Side, kept: Set[int]) -> None:
        """`kept` are the entries that a takeback goes back to."""
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
        elif entry.body.kind in MOVING:
            for move in history.moves_of(self._rules, entry):
                self._judge(entry, move)
                self._state = history.after(self._rules, self._state, move.events, entry)
            self._opened = True
        elif entry.body.kind == "refusal":
            for refused in refusals.find_refused(entry, (self._viewer,), self._earlier):
                self._judge_refusal(entry, refused)
        self._earlier.take(entry)
        if entry.body.seq in self._kept:
            self._reached[entry.body.seq] = self._state

    def report(self, tongue: Translator) -> OwnView:
        """What was found, in a language."""
        return OwnView(
            viewer=self._viewer,
            wrong=tuple(_word(found, tongue) for found in self._wrong),
            unjudged=tuple(_word(found, tongue) for found in self._unjudged),
            **self._counts,
        )

    def _judge(self, entry: Entry, move: Move) -> None:
        judgement, seq = self._ask(entry, move), entry.body.seq
        self._wrong += [(seq, finding) for finding in judgement.wrong]
        self._unjudged += [(seq, finding) for finding in judgement.unjudged]
        left = {finding.number for finding in judgement.unjudged}
        if entry.body.kind == "order":
            self._count("orders", 1, judged=ORDER not in left)
        for number, event in enumerate(move.events, 1):
            thrown = sum(bool(roll.faces) for roll in event.rolls) if isinstance(event, Rolled) else 0
            self._count("events", 1, judged=number not in left)
            self._count("rolls", thrown, judged=number not in left)

    def _judge_refusal(self, entry: Entry, refused: Refused) -> None:
        line = refused.letter.fallen[0].line
        try:
            again = list(refusals.hear_again(self._game, self._state, refused))
        except UNFIT:
            again = []
        first = again[0] if again else None
        hidden = first is None or first.is_unread or bool(first.fall and first.fall.asked.line < line)
        self._count("refusals", 1, judged=not hidden)
        if hidden:
            self._unjudged.append((entry.body.seq, Finding(ORDER, declare(ViewFact.REFUSAL_HIDDEN))))
            return
        for one in again:
            line = one.then.line
            if one.fall is None or one.fall.asked.line > line:
                said = declare(ViewFact.REFUSED_LAWFUL, line=line)
            elif one.remarks:
                said = declare(ViewFact.REFUSED_OTHER, line=line)
            else:
                continue
            self._wrong.append((entry.body.seq, Finding(ORDER, said)))

    def _count(self, what: str, number: int, *, judged: bool) -> None:
        self._counts[what] += number
        self._counts[f"{what}_judged"] += number * judged

    def _ask(self, entry: Entry, move: Move) -> Judgement:
        body = entry.body
        if body.kind == "ruling" and self._opened and "amendment" not in body.public:
            return Judgement(unjudged=list_unjudged(move.events, declare(ViewFact.BY_RULING)))
        author = body.side or REFEREE
        header = self._header
        seen = Seen(self._viewer, author, move.order, move.events, header.vocabulary, header.format)
        try:
            return self._game.secrecy.judge_seen(self._state, seen)
        except UNFIT:
            return Judgement((Finding(ORDER, declare(ViewFact.CANNOT_HAVE_HAPPENED)),))


def _word(found: tuple[int, Finding], tongue: Translator) -> ViewFinding:
    seq, finding = found
    said = finding.said
    parameters = {name: _as_json(part) for name, part in said.parts.items()}
    return ViewFinding(
        entry=seq, event=finding.number, code=said.code, parameters=parameters, text=tongue.worded(said)
    )


def _as_json(part: object) -> JsonValue:
    match part:
        case tuple():
            return [_as_json(one) for one in cast(tuple[object, ...], part)]
        case int():
            return part
        case _:
            return str(part)
