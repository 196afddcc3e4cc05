"""Invariants of the writer: authors, private parts, spent keys and phrases.

Seals prove that nothing changed after sealing. A forger with the secrets of the referee can seal anything,
but must imitate the entries that the referee writes and the parts that the referee leaves out of no copy.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import cast

from msgspec import ValidationError, convert

from referee.dice.entry_parts import Part
from referee.dice.faults import DiceFault
from referee.dice.format3 import commit_phrase, part_salt
from referee.faults import declare
from referee.i18n.translator import Saying
from referee.matches.clock import is_in_calendar, is_time
from referee.matches.journal import reading
from referee.matches.journal.contents import AUTHORS, CONTENTS, Authors
from referee.matches.journal.effective_entries import take_back_to
from referee.matches.journal.field_checks import Check, list_references
from referee.matches.journal.line import JournalFault
from referee.matches.journal.reading import MOVING
from schemas.journal import LONGEST_PHRASE, NEW_KINDS, PHRASED, Entry, Header, Kind
from schemas.model import read_part
from schemas.record import REFEREE, Record, Side


class Phrasing:
    """Checks of the phrases of a match, entry by entry."""

    def __init__(self, header: Header) -> None:
        self._header = header
        self._filed: set[Side | None] = set()
        self._ordered = self._awaited = False
        self._commitments: dict[Side | None, object] = {}
        self._is_dealt = False

    def take(self, entry: Entry) -> Iterator[Saying]:
        """Yield the faults of the next order or phrase. Awaited dice are of an order, until its takeback."""
        match entry.body.kind:
            case "retract":
                self._awaited = False
                return
            case "commitment":
                yield from self._take_commitment(entry)
                return
            case "ruling":
                yield from self._take_ruling(entry)
                return
            case _:
                pass
        if entry.body.kind in {"order", "awaited"}:
            if not self._ordered and (missing := self._missing()):
                yield declare(JournalFault.PHRASES_MISSING, sides=missing)
            self._ordered = self._ordered or entry.body.kind == "order"
            self._awaited = entry.body.kind == "awaited"
            return
        if not self._is_due(entry):
            yield declare(JournalFault.PHRASE_UNLAWFUL, most=LONGEST_PHRASE)
        self._filed.add(entry.body.side)

    def _is_committed(self, side: Side | None, phrase: str) -> bool:
        """Return True if all sides committed first and this is the phrase, or if no commitment is needed."""
        if self._header.phrases != "committed":
            return True
        is_whole = self._commitments.keys() >= {*self._header.sides}
        return is_whole and self._commitments[side] == commit_phrase(phrase)

    def _missing(self) -> tuple[Side, ...]:
        """Return the sides whose phrases an order must wait for."""
        required = self._header.format >= PHRASED and self._header.phrases in {"required", "committed"}
        return tuple(side for side in self._header.sides if required and side not in self._filed)

    def _take_commitment(self, entry: Entry) -> Iterator[Saying]:
        """Yield a fault for a commitment that is not due: all come before the first phrase."""
        body = entry.body
        is_due = self._header.phrases == "committed" and not self._filed and not self._ordered
        if not is_due or body.side in self._commitments:
            yield declare(JournalFault.COMMITMENT_UNLAWFUL)
        self._commitments[body.side] = body.public.get("digest")

    def _take_ruling(self, entry: Entry) -> Iterator[Saying]:
        """Yield a fault for a deal before the phrases, or for events in the first entry without phrases."""
        if self._header.phrases != "committed" or self._is_dealt:
            return
        has_content = bool(entry.body.public.get("events") or entry.body.key)
        has_content |= any("events" in part or "key" in part for part in entry.private.values())
        is_deal = not self._missing()
        is_called_deal = entry.body.public.get("reason") == DEAL
        if is_deal != has_content or is_deal != is_called_deal:
            yield declare(JournalFault.DEAL_UNLAWFUL)
        self._is_dealt = is_deal

    def _is_due(self, entry: Entry) -> bool:
        """Return True if a side may add this phrase to the dice now."""
        body, header = entry.body, self._header
        phrase = body.public.get("phrase")
        return (
            header.format >= PHRASED
            and header.phrases != "none"
            and not (self._ordered or self._awaited)
            and body.side in header.sides
            and body.side not in self._filed
            and isinstance(phrase, str)
            and self._is_committed(body.side, phrase)
            and 0 < len(phrase) <= LONGEST_PHRASE
            and len(body.public) == 1
            and not body.commit
        )


DEAL = "deal"
"""Reason of the ruling that deals after the phrases."""

PHRASING: frozenset[Kind] = frozenset({"order", "phrase", "awaited", "retract", "commitment", "ruling"})
"""Kinds of entry that concern phrases."""


CLOSED: frozenset[Kind] = frozenset({"order", "ruling", "retract", "reveal", "awaited"})
"""Kinds of entry that are not filed after the secrets were revealed."""


class Conduct:
    """Checks of the writer's invariants, entry by entry."""

    def __init__(self, header: Header) -> None:
        self._header = header
        self._readers = frozenset((*header.sides, REFEREE))
        self._is_revealed = False
        self._served: set[Side] = set()
        self._left_out: dict[Side, int] = {}
        # The same for entries that are neither orders nor rulings.
        self._kept: set[Side] = set()
        self._dropped: dict[Side, int] = {}
        self._phrases = Phrasing(header)
        self._salts: list[tuple[int, str, Side, object]] = []
        self._parts: dict[str, tuple[str, ...]] = {}
        # A witness names its author in the entry.
        self._authors: Mapping[Authors, frozenset[Side | None]] = {
            "side": frozenset(header.sides),
            "referee": frozenset((REFEREE,)),
            "both": self._readers,
            "none": frozenset((None,)),
            "any": frozenset((*self._readers, None)),
        }
        self._unknown = NEW_KINDS - {"witness"} if header.format < PHRASED else frozenset[Kind]()

    def open(self) -> Iterator[Saying]:
        """Yield the faults of the header. A key of a chain without an owner could be chosen later.

        Rolls have owners since format 2.
        """
        header, sides = self._header, frozenset(self._header.sides)
        yield from _check_time(header.at)
        if (header.format >= PHRASED) != (header.vocabulary >= PHRASED):
            yield declare(JournalFault.VOCABULARY_OTHER, vocabulary=header.vocabulary, format=header.format)
        if not sides or len(sides) < len(header.sides) or REFEREE in sides:
            yield declare(JournalFault.SIDES_WRONG)
        for side in sorted((header.players or {}).keys() - sides):
            yield declare(JournalFault.PLAYER_FOREIGN, side=side)
        owners = self._readers if self._header.format > 1 else frozenset[Side]()
        if frozenset(self._header.anchors) != owners:
            yield declare(JournalFault.ANCHORS_WRONG)

    def take(self, entry: Entry, telling: Sequence[Part]) -> Iterator[Saying]:
        """Yield the faults of the next entry. `telling` are the private parts that show its content."""
        body = entry.body
        yield from _check_time(body.at)
        yield from self._find_late(entry)
        if body.kind in PHRASING:
            yield from self._phrases.take(entry)
        if body.kind not in {"order", "phrase"}:
            yield from self._find_unlawful(entry)
        for part in (body.public, *telling):
            order = part.get("order")
            if order is not None and (wrong := self._find_misspelt(entry, order)):
                yield wrong
        if not body.commit.keys() <= self._readers:
            for reader in sorted(body.commit.keys() - self._readers):
                yield declare(JournalFault.PRIVATE_FOREIGN, reader=reader)
        # The author of an entry enters the dice, and must be the side that gave the order.
        if body.side not in self._authors[AUTHORS[body.kind]]:
            yield declare(JournalFault.AUTHOR_WRONG, side=str(body.side))
        if body.kind in MOVING:
            self._note_readers(entry)
            if body.public.get("sealed") is not None:
                yield from _find_unopenable(entry)
        else:
            yield from _find_wasted(entry, telling)
            self._note_others(entry)

    def _find_late(self, entry: Entry) -> Sequence[Saying]:
        """Return a fault if an order follows the reveal: hidden draws and later keys are public then."""
        is_late = self._is_revealed and entry.body.kind in CLOSED
        self._is_revealed = self._is_revealed or entry.body.kind == "reveal"
        return (declare(JournalFault.AFTER_REVEAL),) if is_late else ()

    def _find_unlawful(self, entry: Entry) -> Iterator[Saying]:
        """Yield a fault for an invalid takeback, and for a kind that the format does not know."""
        if entry.body.kind == "retract" and take_back_to(entry) is None:
            yield declare(JournalFault.TAKEBACK_FORWARD, entry=entry.body.seq)
        reason = entry.body.public.get("reason")
        if entry.body.kind == "retract" and entry.body.side == REFEREE and not str(reason or "").strip():
            yield declare(JournalFault.TAKEBACK_UNREASONED)
        if entry.body.kind in self._unknown:
            yield declare(JournalFault.KIND_EARLY, kind=entry.body.kind)

    def left_out(self, *, is_revealed: bool) -> Iterator[tuple[int, Saying]]:
        """Yield the required private parts that this copy lacks, by the first entry that lacks one.

        A viewer's copy contains all private parts of that viewer, and all parts of orders and rulings for
        every viewer after the secrets were revealed.
        """
        own = self._kept if is_revealed else self._kept | self._served
        for left_out, are_due in ((self._left_out, is_revealed), (self._dropped, False)):
            for reader, seq in left_out.items():
                if are_due or reader in own:
                    yield seq, declare(JournalFault.PRIVATE_LEFT_OUT, reader=reader)

    def find_chosen_salts(self, hidden: str | None) -> Iterator[tuple[int, Saying]]:
        """Yield the salts that do not follow from the hidden secret, by entry. Empty while it is hidden."""
        for seq, prev, reader, salt in self._salts if hidden is not None else ():
            if salt != part_salt(hidden or "", prev, reader):
                yield seq, declare(JournalFault.PART_SALT_CHOSEN, reader=reader)

    def _find_misspelt(self, entry: Entry, data: object) -> Saying | None:
        """Return a fault for an order of another side, or with other fields than earlier ones of its kind.

        The dice depend on every character of an order: with an additional field, a forger could choose among
        rolls.
        """
        order = cast(dict[str, object], data if isinstance(data, dict) else {})
        kind = order.get("type")
        if not isinstance(kind, str) or order.get("side") != entry.body.side:
            return declare(JournalFault.ORDER_OF_ANOTHER, side=str(entry.body.side))
        # A journal writes the fields of every record in the same order.
        if self._parts.setdefault(kind, parts := tuple(order)) != parts:
            return declare(JournalFault.ORDER_MISSPELT, kind=kind)
        return None

    def _note_readers(self, entry: Entry) -> None:
        """Record who has private parts in an entry that changes the position, and whose are missing."""
        self._served.update(entry.private)
        if self._header.format >= PHRASED:
            body = entry.body
            for reader, part in entry.private.items():
                self._salts.append((body.seq, body.prev, reader, part["salt"]))
        if len(entry.private) < len(entry.body.commit):
            _note_missing(entry, self._left_out)

    def _note_others(self, entry: Entry) -> None:
        """Record the readers of any other entry, and the readers whose parts are missing."""
        self._kept.update(entry.private)
        _note_missing(entry, self._dropped)


def _note_missing(entry: Entry, missing: dict[Side, int]) -> None:
    """Record the readers whose private parts this copy lacks, by the first entry that lacks one."""
    for reader in entry.body.commit:
        if reader not in entry.private:
            missing.setdefault(reader, entry.body.seq)


def _check_time(at: str) -> Sequence[Saying]:
    # Not a generator: this runs once per entry.
    return () if is_time(at) else (declare(JournalFault.TIME_WRONG, at=at),)


def _find_wasted(entry: Entry, telling: Sequence[Part]) -> Iterator[Saying]:
    """Yield a fault for a key in an entry without an order."""
    if entry.body.key or any("key" in part for part in telling):
        yield declare(JournalFault.KEY_WASTED)


def _find_unopenable(entry: Entry) -> Iterator[Saying]:
    """Yield a fault unless a secret order with dice is in one private part and nowhere else."""
    if entry.body.public.get("order") is not None:
        yield declare(JournalFault.SECRET_IS_PUBLIC)
    elif "order_salt" not in entry.private.get(entry.body.side or "", {"order_salt": ""}):
        yield declare(DiceFault.SECRET_ORDER_UNOPENABLE)


def find_misshapen(entry: Entry) -> Iterator[Saying]:
    """Yield a fault for a part with the wrong shape for its kind."""
    body = entry.body
    public, private = CONTENTS[body.kind]
    if body.commit and not private:
        yield declare(JournalFault.NO_PRIVATE_PARTS, kind=body.kind)
        return
    try:
        _read_part(body.public, public)
        for part in entry.private.values():
            _read_part(part, private)
    except ValidationError as error:
        yield reading.misshapen(error).said


def _read_part(part: Part, records: Sequence[type[Record]]) -> None:
    """Read a part as one of some records. Raises the ValidationError of the last one."""
    for record in records[:-1]:
        with suppress(ValidationError):
            _read_as(part, record)
            return
    _read_as(part, records[-1])


def _read_as(part: Part, record: type[Record]) -> None:
    """Read a part as a record. `convert` alone would accept a record without its tag."""
    config = record.__struct_config__
    if config.tag is not None and config.tag_field not in part:
        raise ValidationError(f"Object missing required field `{config.tag_field}`")
    convert(part, record, dec_hook=read_part)


def find_unknown(entry: Entry, sides: Sequence[Side]) -> Iterator[Saying]:
    """Yield a fault for a field that names an unknown time, side or entry."""
    for path, check in list_references(entry.body.kind):
        for value in _find_values(entry.body.public, path):
            if fact := _look_up(value, check, sides, entry.body.seq):
                yield declare(fact, field=".".join(path))


def _look_up(value: object, check: Check, sides: Sequence[Side], seq: int) -> JournalFault | None:
    if check == "side":
        return None if value in sides or value == REFEREE else JournalFault.NAMES_NO_SIDE
    if check == "earlier":
        return None if isinstance(value, int) and 0 <= value < seq else JournalFault.NAMES_NO_ENTRY
    return None if is_in_calendar(str(value)) else JournalFault.NAMES_NO_TIME


def _find_values(value: object, path: Sequence[str]) -> list[object]:
    """Return the values at a path through records and lists.

    For a record at its end, the names of its fields.
    """
    if isinstance(value, list):
        return [one for part in cast(list[object], value) for one in _find_values(part, path)]
    if not isinstance(value, dict):
        return [value]
    parts = cast(dict[str, object], value)
    if not path:
        return [*parts]
    return _find_values(parts[path[0]], path[1:]) if path[0] in parts else []
