"""Requests between players: messages and takebacks."""

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
"""Maximum length of a message, in characters."""

MOST_LOOKED_AT = 50
"""Number of the latest entries that are searched for an earlier entry of the same letter."""


class Origin(Value):
    """Origin of a request: a side of a match and the digest of its mail."""

    shelf: Path
    match: str
    side: Side
    mail: str
    at: str
    holder: Holder


def file_message(by: Origin, to: Sequence[Side], text: str) -> Entry:
    """File a message of one side to others. These sides and the referee can read it."""
    message_text = writable(text.strip())
    if not message_text or len(message_text) > LONGEST_MESSAGE:
        raise Misuse(Complaint.of(MatchFault.MESSAGE_TOO_LONG, most=LONGEST_MESSAGE))
    with by.holder.hold(by.shelf, by.match) as (writer, match):
        if (before := find_filed(match, by.side, by.mail)) is not None:
            return before
        if match.header.format < PHRASED:
            raise Misuse(Complaint.of(MatchFault.MESSAGES_UNKNOWN, match=match.name))
        part = {"to": list(to), "text": message_text}
        private = {**dict.fromkeys((*to, REFEREE), part), by.side: {**part, "mail": by.mail}}
        (entry,) = writer.append(Draft(kind="message", at=by.at, side=by.side, private=private))
        return entry


def ask_takeback(by: Origin, to: int | None) -> Entry:
    """File a side's request for a takeback, or the takeback itself if no consent is needed.

    The takeback goes back before the side's last letter if no entry is named.
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
    """Return the entry before the last effective letter of a side."""
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
    """File a side's answer to a takeback request. The last consent carries out the takeback.

    Raises Stale if the match moved since the request, and NotYours without a request.
    """
    with by.holder.hold(by.shelf, by.match) as (writer, match):
        if (before := find_filed(match, by.side, by.mail)) is not None:
            return before
        moderator_entries.refuse_closed(match)
        ask, request = find_ask(match, by.side)
        answer = TakebackAnswered(ask=ask.body.seq, agrees=agrees, mail=by.mail)
        drafts = [Draft(kind="note", at=by.at, side=by.side, public=to_data(answer))]
        consent = {**_list_consent(match, ask), by.side: len(match.entries) + 1} if agrees else {}
        others = {one for one in match.header.sides if one != ask.body.side}
        if others and others <= consent.keys():
            drafts.append(_draft_agreed(request.to, ask, consent, by.at))
        entry, *_ = writer.append(*drafts)
        return entry


def _draft_agreed(to: int, ask: Entry, consent: dict[Side, int], at: str) -> Draft:
    """Draft a takeback with the consent of the other sides, which is in their own entries."""
    public: dict[str, object] = {
        "to": to,
        "reason": f"asked in entry {ask.body.seq}",
        "consent": sorted(consent),
        "agreements": consent,
    }
    return Draft(kind="retract", at=at, side=REFEREE, public=public)


def find_ask(match: Match, side: Side) -> tuple[Entry, TakebackAsked]:
    """Return the takeback request of another side. Raises Stale or NotYours without one."""
    has_moved = False
    for entry in _list_latest(match):
        content = read_note(entry)
        if isinstance(content, TakebackAsked) and entry.body.side != side:
            if has_moved:
                raise Stale(Complaint.of(MatchFault.ASK_STALE, entry=entry.body.seq))
            return entry, content
        has_moved = has_moved or entry.body.kind in MOVING or entry.body.kind == "retract"
    raise NotYours(MatchFault.NOTHING_ASKED)


def _list_consent(match: Match, ask: Entry) -> dict[Side, int]:
    """Return the entries in which sides agreed to a request. The last answer of a side counts."""
    consent: dict[Side, int] = {}
    for entry in match.entries[ask.body.seq :]:
        content = read_note(entry)
        if isinstance(content, TakebackAnswered) and content.ask == ask.body.seq and entry.body.side:
            consent.pop(entry.body.side, None)
            consent |= {entry.body.side: entry.body.seq} if content.agrees else {}
    return consent


def file_seat(by: Origin, change: SeatChange) -> Entry | None:
    """File a change of a side's player.

    Files nothing if it is already recorded or the journal has no seats.
    """
    with by.holder.hold(by.shelf, by.match) as (writer, match):
        last = find_seat(match, by.side)
        is_recorded = last is not None and read_seat(last) == change
        if match.header.format < PHRASED or is_recorded:
            return last
        (entry,) = writer.append(Draft(kind="seat", at=by.at, side=by.side, public=dict(to_data(change))))
        return entry


def find_seat(match: Match, side: Side) -> Entry | None:
    """Return the last entry about the seat of a side, or None."""
    # Seats change rarely, so there is no index of their entries.
    numbers = range(len(match.entries), 0, -1)
    entries = (match.entries[seq - 1] for seq in numbers)
    return next((one for one in entries if one.body.kind == "seat" and one.body.side == side), None)


def read_seat(entry: Entry) -> SeatChange | None:
    """Return the seat change in an entry, or None."""
    try:
        return convert(entry.body.public, SeatChange)
    except ValidationError:
        return None


def find_filed(match: Match, side: Side, mail: str) -> Entry | None:
    """Return the entry that a letter of a side filed before, or None."""
    for entry in _list_latest(match):
        part = entry.private.get(side, {})
        if mail and entry.body.side == side and mail in (entry.body.public.get("mail"), part.get("mail")):
            return entry
    return None


def _list_latest(match: Match) -> Iterator[Entry]:
    last = len(match.entries)
    return (match.entries[seq - 1] for seq in range(last, max(0, last - MOST_LOOKED_AT), -1))
