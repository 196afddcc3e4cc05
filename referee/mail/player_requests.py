"""Letters with other requests than orders: messages, takebacks, absences and seats."""

import re
from collections.abc import Iterator, Mapping
from email.message import Message
from typing import NamedTuple

from referee.faults import Complaint, Misuse, Stale
from referee.i18n.name_matching import key
from referee.i18n.translator import message
from referee.mail import answers, invitations, messages, outbox, seats
from referee.mail.messages import Occasion
from referee.mail.office import Office
from referee.mail.report_requests import Reply
from referee.matches import matches, player_requests, viewer_languages
from referee.matches.clocks import clock_entries
from referee.matches.clocks.timeline import read_times
from referee.matches.faults import MatchFault
from referee.matches.journal import takebacks
from referee.matches.judging.submission import Sent
from referee.matches.matches import Match
from referee.matches.player_requests import Origin
from referee.reports import entry_summaries, publishing
from schemas.journal import Entry, Kind
from schemas.letter import LetterLine, TakebackAsked
from schemas.record import REFEREE, Side
from schemas.reports import Block, Document, Verbatim

Keys = tuple[str, ...]

MESSAGE = re.compile(
    r"\s*(?:message|mot)\s+(?:to|à|a)\s+(?P<to>[^:]{1,60}?)\s*:\s*(?P<text>.*)", re.IGNORECASE
)
ASK = re.compile(
    r"\s*(?:ask|demander?)\s+(?:une?\s+|for\s+|a\s+)*(?:takeback|reprise)"
    r"(?:\s+(?:to|à|a)\s+(?:entry\s+|l'entrée\s+)?(?P<to>\d{1,9}))?\s*[.!]?\s*",
    re.IGNORECASE,
)
AGREE = re.compile(r"\s*(?:i\s+agree|agree|agreed|d.accord|j.accepte)\s*[.!]*\s*", re.IGNORECASE)
REFUSE = re.compile(
    r"\s*(?:i\s+)?(?:disagree|do\s+not\s+agree|don.t\s+agree|refuse|je\s+refuse)\s*[.!]*\s*", re.IGNORECASE
)
AWAY = re.compile(
    r"\s*(?:away|absente?)\s+(?:from\s+|du\s+)?(?P<first>\d{4}-\d\d-\d\d)\s*(?:to|until|au|-|–)?\s*"
    r"(?P<last>\d{4}-\d\d-\d\d)\s*\.?\s*",
    re.IGNORECASE,
)

LEAVE = re.compile(
    r"\s*(?:i\s+)?(?:leave|give\s+up|je\s+quitte|je\s+laisse)\s+(?:my|the|ma|la)\s+(?:seat|place)\s*[.!]*\s*",
    re.IGNORECASE,
)
HAND_ON = re.compile(
    r"\s*(?:i\s+)?(?:hand|give|je\s+passe|je\s+donne)\s+(?:my|the|ma|la)\s+(?:seat|place)\s+(?:to|à|a)\s+"
    r"<?(?P<to>[^\s@<>,;]+@[^\s@<>,;]+?)>?\s*[.!]*\s*",
    re.IGNORECASE,
)

PATTERNS = (MESSAGE, ASK, AGREE, REFUSE, AWAY, LEAVE, HAND_ON)

ALL = frozenset({"all", "tous", REFEREE})
"""Recipients of a message other than a side. The referee reads every message."""

SUBJECTS: Mapping[Kind, str] = {
    "message": message("[{match}] a message from {side}"),
    "note": message("[{match}] takeback: message from {side}"),
    "absence": message("[{match}] {side} will be away"),
    "seat": message("[{match}] the player of {side}"),
}
"""Subjects of the mails to the other sides."""

FILED = message("Filed as entry {entry}: {told}.")
SAYS = message("Entry {entry}, {side}: {said}.")
REPLY = message("Reply with a line {line} to answer.")
CONSENT = message("If you consent, reply with a line {agree}; if not, with a line {refuse}.")


class Dealing(NamedTuple):
    """A request to file an entry: the matching pattern and the lines below."""

    pattern: re.Pattern[str]
    groups: re.Match[str]
    below: tuple[str, ...]


def find(match: Match, sent: Sent) -> Dealing | None:
    """Return the first request of a letter that is not an order, or None if an order comes before it."""
    lines = list(_join(sent))
    for number, line in enumerate(lines):
        for pattern in PATTERNS:
            if groups := pattern.fullmatch(line):
                return Dealing(pattern, groups, tuple(lines[number + 1 :]))
        if match.system.notation.resembles_order(line):
            return None
    return None


def may_deal(sent: Sent) -> bool:
    """Return True if a line of the letter reads like a request. Cheaper than `find`, and less exact."""
    return any(pattern.fullmatch(line) for line in _join(sent) for pattern in PATTERNS)


def _join(sent: Sent) -> Iterator[str]:
    """Yield the lines of a letter as typed. A semicolon separates orders, but not the words of a message."""
    last, parts = 0, list[str]()
    for line in sent.letter.orders:
        if not isinstance(line, LetterLine):
            return
        if line.line != last and parts:
            yield "; ".join(parts)
            parts = []
        last = line.line
        parts.append(line.typed.strip())
    if parts:
        yield "; ".join(parts)


def file(desk: Office, match: Match, side: Side, dealing: Dealing, digest: str, at: str) -> Entry:
    """File the request of a letter, once for each letter."""
    pattern, groups = dealing.pattern, dealing.groups
    by = Origin(desk.shelf, match.name, side, digest, at, desk.holder)
    if pattern is MESSAGE:
        text = "\n".join([groups["text"], *dealing.below])
        return player_requests.file_message(by, _find_readers(match, side, groups["to"]), text)
    if pattern is ASK:
        return player_requests.ask_takeback(by, int(groups["to"]) if groups["to"] else None)
    if pattern is AWAY:
        return _file_absence(desk, match, side, groups["first"], groups["last"], at)
    if pattern is LEAVE:
        return invitations.file_leave(desk, match, side, digest, at) or _refuse_seats(match)
    return player_requests.answer_takeback(by, agrees=pattern is AGREE)


def refuse_other_ask(match: Match, side: Side, seq: int) -> None:
    """Raise `Stale` if a later takeback was requested after an entry: the consent was to an earlier one."""
    for entry in match.entries[seq:]:
        if isinstance(takebacks.read_note(entry), TakebackAsked) and entry.body.side != side:
            raise Stale(Complaint.of(MatchFault.ASK_STALE, entry=entry.body.seq))


def _refuse_seats(match: Match) -> Entry:
    raise Misuse(Complaint.of(MatchFault.MESSAGES_UNKNOWN, match=match.name))


def _find_readers(match: Match, side: Side, names_text: str) -> tuple[Side, ...]:
    """Return the sides that a letter names, or all other sides. The referee reads every message."""
    if key(names_text) in ALL:
        return tuple(one for one in match.header.sides if one != side and key(names_text) != REFEREE)
    names = re.split(r"\s*,\s*|\s+(?:and|et)\s+", names_text)
    return tuple(dict.fromkeys(match.side(name) for name in names))


def _file_absence(desk: Office, match: Match, side: Side, first: str, last: str, at: str) -> Entry:
    for away in read_times(match).absences:
        if (
            away.side == side
            and away.withdrawn is None
            and (away.told.first, away.told.last) == (first, last)
        ):
            return match.entries[away.seq - 1]
    absence = clock_entries.announce_absence(desk.shelf, match.name, side, first=first, last=last, at=at)
    return matches.find(desk.shelf, match.name).entries[absence.entry - 1]


def answer(desk: Office, digest: str, mail: Message, match: Match, side: Side, entry: Entry, at: str) -> Keys:
    """Confirm the filed entry to its player, and notify the other sides that it concerns."""
    localised_match = viewer_languages.tell(match, side)
    what = entry_summaries.summarise_entry(localised_match, side, entry)
    text = localised_match.tongue.say(FILED, entry=entry.body.seq, told=what)
    keys = answers.answer_request(desk, digest, mail, match, side, Reply(f"{text}\n"), at)
    others = (seat.side for seat in seats.read_seats(desk.shelf, match.name).seats if seat.side != side)
    keys += tuple(key for other in others for key in _tell(desk, match, other, entry))
    return keys + answers.report_to_seats(desk, match)


def _tell(desk: Office, match: Match, reader: Side, entry: Entry) -> Keys:
    """Notify another side of an entry that concerns it. A takeback causes a report."""
    if entry.body.kind == "retract" or (entry.body.kind == "message" and reader not in entry.private):
        return ()
    address = seats.find_address(desk.shelf, match.name, reader)
    key = outbox.name_mail("dealing", match.name, reader, address, entry.seal)
    if outbox.holds(desk, key):
        return ()
    localised_match = viewer_languages.tell(match, reader)
    author = localised_match.bound.name_of(entry.body.side or "")
    subject = localised_match.tongue.say(SUBJECTS[entry.body.kind], match=match.name, side=author)
    document = Document(
        title=subject,
        language=localised_match.tongue.language,
        blocks=tuple(_word(localised_match, reader, entry)),
    )
    occasion = Occasion(match.name, reader, entry.body.seq, entry.body.at)
    text = publishing.publish(document, "text")
    return outbox.queue(desk, key, messages.compose(desk, key, occasion, subject, text))


def _word(match: Match, reader: Side, entry: Entry) -> Iterator[Block]:
    """Yield the text of an entry for another side, and the possible answers."""
    tongue, side = match.tongue, match.bound.name_of(entry.body.side or "")
    if entry.body.kind == "message":
        text = str(entry.private[reader].get("text", ""))
        yield Verbatim(lines=tuple(text.splitlines()))
        yield tongue.paragraph(REPLY, line=f"`message to {entry.body.side}: …`")
        return
    summary = entry_summaries.summarise_entry(match, reader, entry)
    yield tongue.paragraph(SAYS, entry=entry.body.seq, side=side, said=summary)
    if isinstance(takebacks.read_note(entry), TakebackAsked):
        yield tongue.paragraph(CONSENT, agree="`agree`", refuse="`refuse`")
