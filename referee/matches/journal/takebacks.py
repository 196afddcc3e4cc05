"""Takebacks, amendments and rulings compared with earlier entries; the rules of the game are not needed.

A side takes back only its own last orders, without dice. The referee takes orders back for all sides after
their answers, or with a ruling that lists them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import cast

from msgspec import ValidationError

from referee.dice.entry_parts import Event
from referee.faults import declare
from referee.i18n.translator import Saying
from referee.matches.journal.effective_entries import take_back_to
from referee.matches.journal.line import JournalFault
from schemas.journal import Entry, Header
from schemas.letter import PlayersNote, TakebackAnswered, TakebackAsked
from schemas.record import REFEREE, Shape, Side, Value

NOTES: Shape[PlayersNote] = Shape(PlayersNote)


class _Effective(Value):
    """An effective entry: its number, its side, and True if it has dice or a hidden draw."""

    seq: int
    side: Side | None
    is_order: bool
    has_dice: bool


class _Request(Value):
    """A request for a takeback: its side, the entry to go back to, and the moves of the match so far."""

    side: Side | None
    to: int
    moves: int


class Takebacks:
    """Effective entries of a journal, and requests for takebacks with the last answer of each side."""

    def __init__(self, header: Header) -> None:
        self._header = header
        self._effective: list[_Effective] = []
        self._undone: list[_Effective] = []
        self._last_takeback = 0
        self._requests: dict[int, _Request] = {}
        self._answers: dict[tuple[int, Side | None], tuple[int, bool]] = {}
        self._moves = 0

    def take(self, entry: Entry, tellings: Iterable[Iterable[Event]]) -> Iterator[Saying]:
        """Read one more entry, and yield its faults; `tellings` are its events by their readers."""
        match entry.body.kind:
            case "order":
                self._add(entry, has_dice=_has_dice(tellings))
            case "ruling":
                yield from self._check_ruling(entry)
                self._add(entry, has_dice=_has_dice(tellings))
            case "retract":
                yield from self._check_takeback(entry)
                self._moves += 1
            case "note":
                self._note(entry)
            case _:
                pass

    def pass_over(self, entry: Entry) -> None:
        """Read one more order, which has neither dice nor hidden draws."""
        self._add(entry, has_dice=False)

    def _add(self, entry: Entry, *, has_dice: bool) -> None:
        body = entry.body
        self._effective.append(_Effective(body.seq, body.side, body.kind == "order", has_dice))
        self._moves += 1

    def _check_takeback(self, entry: Entry) -> Iterator[Saying]:
        public, side = entry.body.public, entry.body.side
        to = take_back_to(entry) or 0
        undone = [one for one in self._effective if one.seq > to]
        if side in self._header.sides and not _is_own(undone, side):
            yield declare(JournalFault.TAKEBACK_OF_OTHERS, side=side)
        if "agreements" in public and not self._is_agreed(entry):
            yield declare(JournalFault.AGREEMENT_OTHER)
        self._effective = self._effective[: len(self._effective) - len(undone)]
        # A ruling refers to a takeback by the referee.
        self._undone = undone if side == REFEREE else []
        self._last_takeback = entry.body.seq

    def _is_agreed(self, entry: Entry) -> bool:
        """Return True if all other sides agreed to a request for this takeback, and no move came between."""
        public = entry.body.public
        for ask, request in self._requests.items():
            others = [side for side in self._header.sides if side != request.side]
            answers = {side: self._answers.get((ask, side), (0, False)) for side in others}
            consent = {side: seq for side, (seq, agrees) in answers.items() if agrees}
            same = (request.to, request.moves) == (public.get("to"), self._moves)
            equal = public["agreements"] == consent and public.get("consent") == sorted(consent)
            if same and equal and len(consent) == len(others) and entry.body.side == REFEREE:
                return True
        return False

    def _note(self, entry: Entry) -> None:
        seq, side = entry.body.seq, entry.body.side
        match read_note(entry):
            case TakebackAsked(to=to):
                self._requests[seq] = _Request(side, to, self._moves)
            case TakebackAnswered(ask=ask, agrees=agrees):
                self._answers[ask, side] = seq, agrees
            case None:
                pass

    def _check_ruling(self, entry: Entry) -> Iterator[Saying]:
        """Check the consent to an amendment without a policy, and the lists of a ruling by the policy."""
        public, header = entry.body.public, self._header
        consent = cast(list[Side], public.get("consent", []))
        if public.get("amendment") and not header.policy and not {*consent} >= {*header.sides}:
            yield declare(JournalFault.AMENDMENT_ALONE)
        if "policy" in public and not header.policy:
            yield declare(JournalFault.RULING_WITHOUT_POLICY)
        elif "decisions" in public and not self._is_consistent(entry):
            yield declare(JournalFault.RULING_INCONSISTENT)

    def _is_consistent(self, entry: Entry) -> bool:
        """Return True if a ruling states its first void decision, and lists the entries that were undone."""
        public = entry.body.public
        decisions = cast(list[Mapping[str, object]], public["decisions"])
        void = [one for one in decisions if one["outcome"] != "stands"]
        if not decisions:
            return False
        first = (void or decisions)[0]
        own = [public.get(name) for name in ("disputed", "paragraph", "outcome")]
        if own != [first[name] for name in ("entry", "paragraph", "outcome")]:
            return False
        undone = self._undone if void and self._last_takeback == entry.body.seq - 1 else []
        lists = [*cast(list[int], public.get("void", [])), *cast(list[int], public.get("again", []))]
        orders = {one.seq for one in (*self._effective, *undone) if one.is_order}
        numbers = [one.seq for one in undone]
        return (
            sorted(lists) == numbers
            and {cast(int, one["entry"]) for one in void} <= {*numbers}
            and {cast(int, one["entry"]) for one in decisions} <= orders
        )


def read_note(entry: Entry) -> PlayersNote | None:
    """Return the request or answer in a player's note, or None if the entry has none."""
    if entry.body.kind != "note" or "type" not in entry.body.public:
        return None
    try:
        return NOTES.read(entry.body.public)
    except ValidationError:
        return None


def _is_own(undone: Sequence[_Effective], side: Side | None) -> bool:
    """Return True if a side may take these entries back alone."""
    return bool(undone) and all(one.side == side and not one.has_dice for one in undone)


def _has_dice(tellings: Iterable[Iterable[Event]]) -> bool:
    """Return True if a die was rolled in the events of an entry, or a hidden draw is visible in them."""
    return any(
        (isinstance(event.get("order"), list) and event["order"])
        or any(roll.get("faces") for roll in event.get("rolls") or ())
        for events in tellings
        for event in events
    )
