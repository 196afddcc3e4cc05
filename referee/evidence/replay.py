"""The replay of a journal during verification: its orders, its events and the facts that sides hid.

The dice of an entry follow from the exact text of its order. If there were several spellings, a moderator
could choose among several sets of dice. Entries that were taken back are checked as well: their dice were
rolled.

The journal proves that a private part matches its commitment. Here the rules derive from it the versions of
the order and the events that are due to each side, and to everyone. If a moderator sent one version and
sealed another, the complete copy reveals it.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec.structs import replace

from referee.engine.machine import audit
from referee.engine.system import Rules, State
from referee.evidence import roll_proof
from referee.evidence.disputed_case import EvidenceFault
from referee.faults import Complaint, DataFault
from referee.i18n.translator import Saying, message, saying
from referee.matches import history
from referee.matches.history import Move, Step
from referee.matches.journal.reading import MOVING
from referee.matches.visibility import is_under_seal
from referee.systems.faces import Game
from schemas.journal import Entry, Header
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


def read_moves(rules: Rules, entry: Entry, path: Path) -> tuple[Move, ...]:
    """Return the orders and events of an entry. Raises `DataFault` if the rules read them differently."""
    try:
        order = history.find_order(entry)
        for part in (entry.body.public, *entry.private.values()):
            part_order = part.get("order")
            if part_order is not order:
                history.read_order(rules, entry, part_order)
        return history.moves_of(rules, entry)
    except DataFault as fault:
        place = Place(file=path.as_posix(), line=entry.body.seq + 1)
        complaints = (replace(one, place=one.place or place) for one in fault.complaints)
        raise DataFault(*complaints) from None


class Replay:
    """The replay of a match by the rules, which takes each entry once.

    Faults are kept until they are requested, because faults of seals in later lines come first. `ended` is
    True if the entries have to be taken again, because a takeback leaves open until the end which entries are
    effective.
    """

    def __init__(self, game: Game, header: Header, path: Path, *, judged: bool, opened: bool) -> None:
        """`judged` also judges by today's rules; `opened` also compares claims with secrets."""
        self.judged, self.opened = judged, opened
        self.ended = False
        self.entries = self.events = 0
        self.differences: list[int] = []
        self._game, self._header, self._path = game, header, path
        self._rules = game.rules
        self._state: State = self._rules.start()
        self._agreed = 0
        self._misspelt: list[Complaint] = []
        self._untrue: list[Complaint] = []
        self._unclaimed: Exception | None = None
        self._stopped: Exception | None = None

    def take(self, entry: Entry, *, whole: bool) -> None:
        """Read one more entry as if it were effective; an entry that is not `whole` cannot be replayed."""
        self.ended = self.ended or not whole or entry.body.kind == "retract"
        self._read(entry, whole=whole, stands=not self.ended)

    def take_again(self, entry: Entry, *, stands: bool) -> None:
        """Read one more entry of a complete journal whose effective entries are known."""
        self._read(entry, whole=True, stands=stands)

    def begin_again(self, *, judged: bool, opened: bool) -> "Replay":
        """Return a replay of the same journal from its first entry."""
        return Replay(self._game, self._header, self._path, judged=judged, opened=opened)

    def check_spelling(self) -> None:
        """Raise a `DataFault` with every order and event that the rules read differently."""
        if self._misspelt:
            raise DataFault(*self._misspelt)

    def count_claims(self) -> int:
        """Return the number of secret facts that match their claims. Raises `DataFault` if any does not."""
        if self._unclaimed is not None:
            raise self._unclaimed
        if self._untrue:
            raise DataFault(*self._untrue)
        return self._agreed

    def check_course(self) -> None:
        """Raise the fault that stopped the replay."""
        if self._stopped is not None:
            raise self._stopped

    def _read(self, entry: Entry, *, whole: bool, stands: bool) -> None:
        if entry.body.kind not in MOVING or (entry.body.seq == 1 and self._header.phrases == "committed"):
            # A match with committed phrases is dealt later.
            return
        try:
            moves = read_moves(self._rules, entry, self._path)
        except DataFault as fault:
            self._misspelt += fault.complaints
            return
        if self.opened and whole and self._unclaimed is None:
            self._hold_claims(entry)
        if stands and self._stopped is None and not self._misspelt:
            self._step(entry, moves)

    def _hold_claims(self, entry: Entry) -> None:
        vocabulary, file = self._header.vocabulary, self._path.as_posix()
        try:
            matches, untrue = compare(self._game, entry, vocabulary, file)
        except Exception as error:
            # Other faults of the journal are reported first.
            self._unclaimed = error
            return
        self._agreed += matches
        self._untrue += untrue

    def _step(self, entry: Entry, moves: tuple[Move, ...]) -> None:
        before = self._state
        events = tuple(event for move in moves for event in move.events)
        try:
            if self.judged:
                self._state, agrees = self._audit(Step(entry, moves, before, before))
                self.differences += [] if agrees else [entry.body.seq]
            else:
                self._state = history.after(self._rules, before, events, entry)
        except Exception as error:
            # The same.
            self._stopped = error
            return
        self.entries += 1
        self.events += len(events)

    def _audit(self, step: Step) -> tuple[State, bool]:
        """Audit the orders of an entry; return the position after it, and True if the rules agree."""
        rules, header, state, agrees = self._rules, self._header, step.before, True
        try:
            owners = roll_proof.owners(header, step.entry, step.events)
            for move in step.moves:
                result = audit(
                    rules, state, move.order, move.events, owners,
                    vocabulary=header.vocabulary, format=header.format,
                )  # fmt: skip
                agrees = agrees and result.agrees
                after = result.after
                state = history.after(rules, state, move.events, step.entry) if after is None else after
        except Exception:
            # Events that do not fit the position are a fault of the journal: it is reported
            # first.
            history.after(rules, step.before, step.events, step.entry)
            raise
        return state, agrees


def agrees(
    header: Header, rules: Rules, before: State, move: Move, owners: Mapping[str, Side] | None
) -> bool:
    """Return True if today's rules agree with an order; `owners` has the owners of secret keys."""
    vocabulary, format = header.vocabulary, header.format
    return audit(rules, before, move.order, move.events, owners, vocabulary=vocabulary, format=format).agrees
