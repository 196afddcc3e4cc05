"""Comparison of each side's version of a hidden fact with the fact that was sealed.

The journal proves that a private part matches its commitment. Here the rules derive from it the versions of
the order and the events that are due to each side, and to everyone. If a moderator sent one version and
sealed another, the complete copy reveals it.
"""

from collections.abc import Iterator

from referee.evidence.disputed_case import EvidenceFault
from referee.faults import Complaint
from referee.i18n.translator import Saying, message, saying
from referee.matches import history
from referee.matches.visibility import is_under_seal
from referee.systems.faces import Game
from schemas.journal import Entry
from schemas.record import PUBLIC, REFEREE, Event, Place, Side, Value
from schemas.vocabulary import as_said_in


def compare(game: Game, entry: Entry, vocabulary: int, file: str) -> tuple[int, list[Complaint]]:
    """Return the number of secret facts in an entry, and a complaint about each false claim.

    The entry must be complete and make a position. Facts that the vocabulary of the match cannot express were
    not claimed.
    """
    facts = [
        *_seal_claims(game, entry),
        *_order_claims(game, entry),
        *_event_claims(game, entry, vocabulary),
    ]
    return len(facts), [_complaint(entry, fact, file) for fact, holds in facts if not holds]


def _seal_claims(game: Game, entry: Entry) -> Iterator[tuple[Saying, bool]]:
    """Yield each order that was kept under seal, and True if no other reader was entitled to it."""
    for number, move in enumerate(history.list_sealed_moves(game.rules, entry), 1):
        if move.order is not None:
            agrees = move.order.side == entry.body.side and is_under_seal(game, move.order, move.events)
            fact = message("sealed order {number}, {type}, as a secret of its side")
            yield saying(fact, number=number, type=move.order.type), agrees


def _order_claims(game: Game, entry: Entry) -> Iterator[tuple[Saying, bool]]:
    """Yield each reader's version of a secret order, and True if it matches that order."""
    order = history.order_of(game.rules, entry)
    if order is None:
        return
    public = history.read_order(game.rules, entry, entry.body.public.get("order"))
    if public != order:
        yield saying("the order as shown to everyone"), public == game.secrecy.redact_order(order, PUBLIC)
    for side, part in entry.private.items():
        if part.get("order") is not None:
            own_order = history.read_order(game.rules, entry, part["order"])
            fact = saying("the order as shown to {reader}", reader=side)
            yield fact, own_order == game.secrecy.redact_order(order, side)


def _event_claims(game: Game, entry: Entry, vocabulary: int) -> Iterator[tuple[Saying, bool]]:
    """Yield each viewer's version of a secret event, and True if it matches the view of that event."""
    whole = history.list_events_told(game.rules, entry, REFEREE)
    everyone = _tell(game, entry, whole, PUBLIC, vocabulary)
    claims = {side: _tell(game, entry, whole, side, vocabulary) for side in game.rules.sides}
    for index, (fact, public_event) in enumerate(zip(whole, everyone.claimed, strict=True)):
        if fact != public_event:
            yield _event(index, fact, PUBLIC), public_event == everyone.due[index]
        for side, its in claims.items():
            claim, due = its.claimed[index], its.due[index]
            if public_event != claim or public_event != due:
                yield _event(index, fact, side), claim == due
    for viewer, its in {PUBLIC: everyone, **claims}.items():
        for event in its.invented:
            text = message("an invented event, {type}, as shown to {reader}")
            yield saying(text, type=event.type, reader=_reader(viewer)), False


class _Told(Value):
    """The versions of events due to a viewer, the versions filed, and additional events."""

    due: tuple[Event | None, ...]
    claimed: tuple[Event | None, ...]
    invented: tuple[Event, ...]


def _tell(game: Game, entry: Entry, whole: tuple[Event, ...], viewer: Side, vocabulary: int) -> _Told:
    claims = iter(history.list_events_told(game.rules, entry, viewer))
    views = (game.secrecy.redact_event(fact, viewer) for fact in whole)
    due = tuple(None if event is None else as_said_in(event, vocabulary) for event in views)
    answers = tuple(None if event is None else next(claims, None) for event in due)
    return _Told(due, answers, tuple(claims))


def _event(index: int, event: Event, viewer: Side) -> Saying:
    fact = message("event {number}, {type}, as shown to {reader}")
    return saying(fact, number=index + 1, type=event.type, reader=_reader(viewer))


def _reader(viewer: Side) -> Saying | str:
    return saying("everyone") if viewer == PUBLIC else viewer


def _complaint(entry: Entry, fact: Saying, file: str) -> Complaint:
    seq = entry.body.seq
    place = Place(file=file, line=seq + 1)
    return Complaint.of(EvidenceFault.TOLD_OTHERWISE, place=place, entry=seq, fact=fact)
