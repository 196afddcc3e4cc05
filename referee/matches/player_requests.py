"""What players deal with each other: messages, and takebacks that one asks for and the others agree to."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import ValidationError, convert

from referee.engine.system import irrevocable
from referee.faults import Complaint, Misuse, NotYours, Stale
from referee.matches import moderator_entries
from referee.matches.faults import MatchFault
from referee.matches.journal import Draft
from referee.matches.journal.reading import MOVING
from referee.matches.journal.takebacks import read_note
from referee.matches.matches import Holder, Match
from referee.texts.canonical import writable
from schemas.journal import PHRASED, Entry
from schemas.letter import SeatChange, TakebackAnswered, TakebackAsked
from schemas.record import REFEREE, Side, Value, to_data

LONGEST_MESSAGE = 4000
"""The most signs of a message."""

MOST_LOOKED_AT = 50
"""So many of the latest entries are looked through for what a letter filed before."""


class Origin(Value):
    """Where a dealing comes from: a side of a match, in a letter that is known by the digest of its mail."""

    shelf: Path
    match: str
    side: Side
    mail: str
    at: str
    holder: Holder


def file_message(by: Origin, to: Sequence[Side], text: str) -> Entry:
    """File a message of one side to others; they, the side and the referee may read it."""
    said = writable(text.strip())
    if not said or len(said) > LONGEST_MESSAGE:
        raise Misuse(Complaint.of(MatchFault.MESSAGE_TOO_LONG, most=LONGEST_MESSAGE))
    with by.holder.hold(by.shelf, by.match) as (writer, match):
        if (before := find_filed(match, by.side, by.mail)) is not None:
            return before
        if match.header.format < PHRASED:
            raise Misuse(Complaint.of(MatchFault.MESSAGES_UNKNOWN, match=match.name))
        part = {"to": list(to), "text": said}
        private = {**dict.fromkeys((*to, REFEREE), part), by.side: {**part, "mail": by.mail}}
        (entry,) = writer.append(Draft(kind="message", at=by.at, side=by.side, private=private))
        return entry


def ask_takeback(by: Origin, to: int | None) -> Entry:
    """File that a side wants a match taken back; where it may do that alone, the takeback itself.

    Without an entry, it is that before its last letter.
    """
    with by.holder.hold(by.shelf, by.match) as (writer, match):
        if (before := find_filed(match, by.side, by.mail)) is not None:
            return before
        moderator_entries.refuse_closed(match)
        back = _find_before_letter(match, by.side) if to is None else to
        draft = _draft_takeback(match, by, back)
        (entry,) = writer.append(draft)
        return entry


def _find_before_letter(match: Match, side: Side) -> int:
    """The entry before the last letter of a side that stands."""
    letters = [
        (seq, match.entries[seq - 1].private.get(side, {}).get("letter"))
        for seq in match.standing()
        if match.entries[seq - 1].body.side == side
    ]
    if not letters:
        raise Misuse(Complaint.of(MatchFault.NOTHING_TO_TAKE_BACK, entry=len(match.entries)))
    last = letters[-1][1]
    return min(seq for seq, letter in letters if letter == last) - 1


def _draft_takeback(match: Match, by: Origin, to: int) -> Draft:
    match.entries_to(to)
    undone = list(match.steps(after=to))
    if to < 1 or not undone:
        fact = MatchFault.OPENING_STANDS if to < 1 else MatchFault.NOTHING_TO_TAKE_BACK
        raise Misuse(Complaint.of(fact, entry=to))
    alone = all(step.entry.body.side == by.side and not irrevocable(step.events) for step in undone)
    if alone:
        return Draft(kind="retract", at=by.at, side=by.side, public={"to": to, "reason": "", "mail": by.mail})
    return Draft(kind="note", at=by.at, side=by.side, public=to_data(TakebackAsked(to=to, mail=by.mail)))


def answer_takeback(by: Origin, *, agrees: bool) -> Entry:
    """File that a side agrees to a takeback, or does not; with the last consent the match goes back.

    Raises `Stale` if the match moved since it was asked, `NotYours` if nothing was asked.
    """
    with by.holder.hold(by.shelf, by.match) as (writer, match):
        if (before := find_filed(match, by.side, by.mail)) is not None:
            return before
        moderator_entries.refuse_closed(match)
        ask, told = find_ask(match, by.side)
        answer = TakebackAnswered(ask=ask.body.seq, agrees=agrees, mail=by.mail)
        drafts = [Draft(kind="note", at=by.at, side=by.side, public=to_data(answer))]
        consent = {**_list_consent(match, ask), by.side: len(match.entries) + 1} if agrees else {}
        others = {one for one in match.header.sides if one != ask.body.side}
        if others and others <= consent.keys():
            drafts.append(_draft_agreed(told.to, ask, consent, by.at))
        entry, *_ = writer.append(*drafts)
        return entry


def _draft_agreed(to: int, ask: Entry, consent: dict[Side, int], at: str) -> Draft:
    """A takeback on the word of the other sides, which stands in entries of their own."""
    public: dict[str, object] = {
        "to": to,
        "reason": f"asked in entry {ask.body.seq}",
        "consent": sorted(consent),
        "agreements": consent,
    }
    return Draft(kind="retract", at=at, side=REFEREE, public=public)


def find_ask(match: Match, side: Side) -> tuple[Entry, TakebackAsked]:
    """The takeback that the others ask a side for; raises `Stale` or `NotYours` without one."""
    moved = False
    for entry in _list_latest(match):
        told = read_note(entry)
        if isinstance(told, TakebackAsked) and entry.body.side != side:
            if moved:
                raise Stale(Complaint.of(MatchFault.ASK_STALE, entry=entry.body.seq))
            return entry, told
        moved = moved or entry.body.kind in MOVING or entry.body.kind == "retract"
    raise NotYours(Complaint.of(MatchFault.NOTHING_ASKED, side=side))


def _list_consent(match: Match, ask: Entry) -> dict[Side, int]:
    """The entries by which sides agreed to what a note asks; the last word of a side counts."""
    consent: dict[Side, int] = {}
    for entry in match.entries[ask.body.seq :]:
        told = read_note(entry)
        if isinstance(told, TakebackAnswered) and told.ask == ask.body.seq and entry.body.side:
            consent.pop(entry.body.side, None)
            consent |= {entry.body.side: entry.body.seq} if told.agrees else {}
    return consent


def file_seat(by: Origin, change: SeatChange) -> Entry | None:
    """File who plays a side; nothing where that was filed last, or the journal knows no seats."""
    with by.holder.hold(by.shelf, by.match) as (writer, match):
        last = find_seat(match, by.side)
        known = last is not None and read_seat(last) == change
        if match.header.format < PHRASED or known:
            return last
        (entry,) = writer.append(Draft(kind="seat", at=by.at, side=by.side, public=dict(to_data(change))))
        return entry


def find_seat(match: Match, side: Side) -> Entry | None:
    """The last entry about the seat of a side."""
    # Seats change hands a few times in a match, so that nothing keeps their entries apart.
    numbers = range(len(match.entries), 0, -1)
    entries = (match.entries[seq - 1] for seq in numbers)
    return next((one for one in entries if one.body.kind == "seat" and one.body.side == side), None)


def read_seat(entry: Entry) -> SeatChange | None:
    """What an entry says of a seat; nothing where it says none."""
    try:
        return convert(entry.body.public, SeatChange)
    except ValidationError:
        return None


def find_filed(match: Match, side: Side, mail: str) -> Entry | None:
    """The entry that a letter of a side filed before."""
    for entry in _list_latest(match):
        part = entry.private.get(side, {})
        if mail and entry.body.side == side and mail in (entry.body.public.get("mail"), part.get("mail")):
            return entry
    return None


def _list_latest(match: Match) -> Iterator[Entry]:
    last = len(match.entries)
    return (match.entries[seq - 1] for seq in range(last, max(0, last - MOST_LOOKED_AT), -1))
