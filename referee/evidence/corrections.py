"""Amendments of a position: corrections by a ruling of the moderator, within the rules and the policy.

An amendment is an order of the referee, in a ruling. The rules judge it like any order, when it is filed and
whenever the match is judged again.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from referee.engine.dice import DiceNeeded, NoDice
from referee.engine.facts import Objection
from referee.engine.machine import play, replay
from referee.engine.system import Refused
from referee.evidence import resolution_policy
from referee.evidence.disputed_case import EvidenceFault
from referee.faults import Complaint, Misuse, NotYours, declare
from referee.i18n.translator import Offered
from referee.matches import matches, moderator_entries, secret_store, viewer_languages, visibility
from referee.matches.history import Move
from referee.matches.journal import Draft
from referee.matches.judging.entry_drafts import file_objection
from referee.matches.matches import Match
from referee.reports.letter_answers import cite_objection
from referee.systems.faces import Game
from referee.texts.canonical import writable
from schemas.answers.evidence import Amended
from schemas.answers.orders import Held
from schemas.policy import Leave
from schemas.record import REFEREE, Side, Value


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
        translation = viewer_languages.tell(match, REFEREE, language)
        consent = _check(match, request)
        judgement = _judge(match, request.lines)
        answer = Amended(
            match=match.name,
            lines=request.lines,
            reason=request.reason,
            consent=consent,
            refused=tuple(_cite(translation.system, judgement.objections)),
            code="refused" if judgement.objections else "",
            head=str(match.journal.head),
        )
        if dry or judgement.objections:
            return answer
        drafts = [_draft(match, move, request.reason, consent, at) for move in judgement.moves]
        entries = writer.append(
            *drafts, salt=secret_store.match_salts(match.header, matches.secrets_of(match))
        )
        numbers = tuple(entry.body.seq for entry in entries)
        return Amended(
            match=match.name,
            lines=request.lines,
            reason=request.reason,
            consent=consent,
            filed=numbers,
            head=str(writer.journal.head),
        )


def _check(match: Match, request: Request) -> tuple[Side, ...]:
    """Return the sides that consent. Raises if the request is incomplete or the policy forbids it."""
    if not any(line.strip() for line in request.lines):
        raise Misuse(Complaint.of(EvidenceFault.AMENDMENT_EMPTY))
    if not request.reason.strip():
        raise Misuse(Complaint.of(EvidenceFault.REASON_OF_AMENDMENT))
    if not match.system.notation.has_amendments:
        raise Misuse(declare(EvidenceFault.AMENDMENT_UNKNOWN, match=match.name))
    consent = tuple(sorted({match.side(name) for name in request.agreed}))
    leave: Leave = resolution_policy.read_policy(match).policy.amendments if match.header.policy else "both"
    if leave == "none":
        raise Misuse(Complaint.of(EvidenceFault.NO_AMENDMENTS, policy=match.header.policy))
    missing = [match.bound.name_of(side) for side in match.header.sides if side not in consent]
    if leave == "both" and missing:
        policy = match.header.policy
        raise NotYours(Complaint.of(EvidenceFault.AMENDMENT_UNAGREED, policy=policy, sides=Offered(missing)))
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


def _cite(game: Game, objections: Sequence[Objection]) -> Iterator[Held]:
    for objection in objections:
        yield cite_objection(game, file_objection(game, objection))


def _draft(match: Match, move: Move, reason: str, consent: Sequence[Side], at: str) -> Draft:
    parts = visibility.parts(match.system, move.order, move.events, vocabulary=match.header.vocabulary)
    public = {**parts.public, "reason": writable(reason), "amendment": True, "consent": list(consent)}
    return Draft(kind="ruling", at=at, side=REFEREE, public=public, private=parts.private)
