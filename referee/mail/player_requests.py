"""Letters with other requests than orders: messages, takebacks, absences and seats."""

import re
from collections.abc import Iterator, Mapping, Sequence
from textwrap import fill
from typing import NamedTuple

from referee.faults import Complaint, Misuse, Stale
from referee.i18n import request_phrases
from referee.i18n.name_matching import key
from referee.i18n.order_words import ARTICLES
from referee.i18n.translator import message
from referee.mail import answers, invitations, messages, moderator, outbox, seats
from referee.mail.messages import Occasion, Reply
from referee.mail.office import Case, Keys, Office
from referee.mail.requests import prose_letters, reply_links
from referee.mail.requests.faults import ConsentFault
from referee.mail.senders import Sender
from referee.matches import player_requests, viewer_languages
from referee.matches.clocks import clock_entries
from referee.matches.faults import MatchFault
from referee.matches.journal.takebacks import read_note
from referee.matches.judging.submission import IncomingLetter
from referee.matches.letters import headers
from referee.matches.matches import Match
from referee.matches.player_requests import Origin
from referee.reports import entry_summaries
from schemas.journal import Entry, Kind
from schemas.letter import LetterLine, TakebackAnswered, TakebackAsked
from schemas.record import REFEREE, Side
from schemas.reports import Block, Bullets, Paragraph, Text, Verbatim

SUBJECTS: Mapping[Kind, str] = {
    "message": message("[{match}] a message from {side}"),
    "note": message("[{match}] takeback: message from {side}"),
    "absence": message("[{match}] {side} will be away"),
    "seat": message("[{match}] the player of {side}"),
}
"""Subjects of the mails to the other sides."""

DONE_SUBJECT = message("[{match}] your request was filed as entry {entry}")
DONE = message("Filed as entry {entry}: {told}")
SAYS = message("Entry {entry}, {side}: {said}.")
ASKED = message(
    "Nothing goes back until every other side agrees. Any order that is filed before that ends the request."
)
MOST_QUOTED = 8
"""Highest number of entries that the mail about a takeback quotes."""

REPLY = message("Reply with a line {line} to answer.")
CONSENT = message("If you consent, reply with a line {agree}; if not, with a line {refuse}.")


class Dealing(NamedTuple):
    """A request that changes the match or its seats: its kind and parts, its line, and other lines.

    A message continues in the lines `below` it. All other lines of the letter are `unread`.
    """

    kind: request_phrases.RequestKind
    parts: Mapping[str, str | None]
    line: str
    below: tuple[str, ...]
    unread: tuple[str, ...]


def find(match: Match, incoming: IncomingLetter) -> Dealing | None:
    """Return the first request of a letter that is not an order, or None if an order comes before it."""
    lines = tuple(_join(incoming))
    for number, line in enumerate(lines):
        if request := request_phrases.find_request(line, request_phrases.FILED):
            above, below = lines[:number], lines[number + 1 :]
            unread = above if request.kind is request_phrases.RequestKind.MESSAGE else above + below
            return Dealing(request.kind, request.parts, line, below, unread)
        if match.system.notation.resembles_order(line):
            return None
    return None


def _join(incoming: IncomingLetter) -> Iterator[str]:
    """Yield the lines of a letter as typed. A semicolon separates orders, but not the words of a message."""
    last, parts = 0, list[str]()
    for line in incoming.letter.orders:
        if not isinstance(line, LetterLine):
            return
        if line.line != last and parts:
            yield "; ".join(parts)
            parts = []
        last = line.line
        parts.append(line.typed.strip())
    if parts:
        yield "; ".join(parts)


def file(case: Case, game: Match, side: Side, dealing: Dealing) -> Entry:
    """File the request of a letter, once for each letter."""
    desk, parts = case.desk, dealing.parts
    by = Origin(desk.shelf, game.name, side, case.digest, case.at, desk.holder)
    match dealing.kind:
        case request_phrases.RequestKind.MESSAGE:
            text = "\n".join([parts["text"] or "", *dealing.below])
            return player_requests.file_message(by, _find_readers(game, side, parts["to"] or ""), text)
        case request_phrases.RequestKind.ASK_TAKEBACK:
            return player_requests.ask_takeback(by, int(entry) if (entry := parts["entry"]) else None)
        case request_phrases.RequestKind.AWAY:
            return _file_absence(case, game, side, parts["first"] or "", parts["last"] or "")
        case request_phrases.RequestKind.LEAVE:
            return invitations.file_leave(desk, game, side, case.digest, case.at) or _refuse_seats(game)
        case kind:
            return player_requests.answer_takeback(by, agrees=kind in request_phrases.TAKEBACK_CONSENT)


def check_consent(case: Case, match: Match, sender: Sender, dealing: Dealing | None) -> None:
    """Raise a `Fault` for a letter that agrees, unless it is clear to which takeback."""
    side = sender.side
    if dealing is None or dealing.kind not in request_phrases.TAKEBACK_CONSENT:
        return
    if player_requests.find_filed(match, side, case.digest) is not None:
        return
    if sender.mail:
        _refuse_other_ask(match, side, sender.seq or 0)
    ask, _ = player_requests.find_ask(match, side)
    ids = list(headers.list_ids(case.mail, "In-Reply-To"))
    if dealing.kind is request_phrases.RequestKind.AGREE and not any(
        f".{key}@" in one for key in _list_mails_about(case.desk, match, side, ask) for one in ids
    ):
        raise Misuse(Complaint.of(ConsentFault.TAKEBACK_UNNAMED, entry=ask.body.seq))


def _refuse_other_ask(match: Match, side: Side, seq: int) -> None:
    """Raise `Stale` if a later takeback was requested after an entry: the consent was to an earlier one."""
    for entry in match.entries[seq:]:
        if isinstance(read_note(entry), TakebackAsked) and entry.body.side != side:
            raise Stale(Complaint.of(MatchFault.ASK_STALE, entry=entry.body.seq))


def _list_mails_about(desk: Office, match: Match, side: Side, ask: Entry) -> Iterator[str]:
    """Yield the keys of the mails to a side about a takeback: the request, and the answers to refusals."""
    yield _name_notice(desk, match, side, ask)
    for entry in match.entries[ask.body.seq :]:
        content = read_note(entry)
        if isinstance(content, TakebackAnswered) and entry.body.side == side:
            yield outbox.name_mail("answer", content.mail)


def _refuse_seats(match: Match) -> Entry:
    raise Misuse(Complaint.of(MatchFault.MESSAGES_UNKNOWN, match=match.name))


def _find_readers(match: Match, side: Side, names_text: str) -> tuple[Side, ...]:
    """Return the sides that a letter names, or all other sides. The referee reads every message."""
    reader = " ".join(word for word in key(names_text).split() if word not in ARTICLES)
    if reader in request_phrases.REFEREE_READERS:
        return ()
    if reader in request_phrases.ALL_READERS:
        return tuple(one for one in match.header.sides if one != side)
    names = re.split(rf"\s*,\s*|\s+(?:{'|'.join(request_phrases.AND)})\s+", names_text)
    players = dict(_list_players(match, side))
    return tuple(dict.fromkeys(players.get(key(name)) or match.side(name) for name in names))


def _list_players(match: Match, side: Side) -> Iterator[tuple[str, Side]]:
    """Yield the other sides by the names of their players, whole and the first word alone."""
    for other in match.header.sides:
        entry = player_requests.find_seat(match, other)
        change = player_requests.read_seat(entry) if entry is not None and other != side else None
        words = key(change.player).split() if change is not None else []
        for name in (words[:1], words):
            if name and match.bound.side_called(" ".join(name)) is None:
                yield " ".join(name), other


def _file_absence(case: Case, match: Match, side: Side, first: str, last: str) -> Entry:
    shelf, at = case.desk.shelf, case.at
    absence = clock_entries.announce_absence(shelf, match.name, side, first=first, last=last, at=at)
    return case.desk.holder.find(shelf, match.name).entries[absence.entry - 1]


def answer(case: Case, match: Match, side: Side, entry: Entry, unread: Sequence[str]) -> Keys:
    """Confirm the filed entry to its player, and notify the other sides that it concerns."""
    desk, localised_match = case.desk, viewer_languages.tell(match, side)
    what = entry_summaries.summarise_entry(localised_match, side, entry)
    end = "" if what.endswith((".", "!", "?", ";")) else "."
    text = localised_match.tongue.say(DONE, entry=entry.body.seq, told=f"{what}{end}")
    if isinstance(read_note(entry), TakebackAsked):
        text += f"\n\n{fill(localised_match.tongue.say(ASKED), reply_links.WIDTH)}"
    # The mail that it answers may be a report, whose subject asks a question.
    subject = localised_match.tongue.say(DONE_SUBJECT, match=match.name, entry=entry.body.seq)
    reply = prose_letters.name_unread(match, side, Reply(f"{text}\n", subject=subject), unread)
    keys = answers.answer_request(case, match, side, reply)
    others = (seat.side for seat in seats.read_seats(desk.shelf, match.name).seats if seat.side != side)
    keys += tuple(key for other in others for key in _tell(desk, match, other, entry))
    if entry.body.kind == "message" and set(entry.private) <= {side, REFEREE}:
        lines = str(entry.private[side].get("text", "")).splitlines()
        keys += moderator.forward_letter(case, match, side, lines, moderator.MESSAGE_BODY)
    return keys + answers.report_to_seats(desk, match)


def _tell(desk: Office, match: Match, reader: Side, entry: Entry) -> Keys:
    """Notify another side of an entry that concerns it. A takeback causes a report."""
    if entry.body.kind == "retract" or (entry.body.kind == "message" and reader not in entry.private):
        return ()
    key = _name_notice(desk, match, reader, entry)
    if outbox.holds(desk, key):
        return ()
    localised_match = viewer_languages.tell(match, reader)
    author = localised_match.bound.name_of(entry.body.side or "")
    subject = localised_match.tongue.say(SUBJECTS[entry.body.kind], match=match.name, side=author)
    occasion = Occasion(match.name, reader, entry.body.seq, entry.body.at)
    text = messages.render_text(localised_match.tongue, subject, *_word(localised_match, reader, entry))
    return outbox.queue(desk, key, messages.compose(desk, key, occasion, subject, text))


def _name_notice(desk: Office, match: Match, reader: Side, entry: Entry) -> str:
    address = seats.find_address(desk.shelf, match.name, reader)
    return outbox.name_mail("dealing", match.name, reader, address, entry.seal)


def _word(match: Match, reader: Side, entry: Entry) -> Iterator[Block]:
    """Yield the text of an entry for another side, and the possible answers."""
    tongue = match.tongue
    if entry.body.kind == "message":
        text = str(entry.private[reader].get("text", ""))
        yield Verbatim(lines=tuple(text.splitlines()))
        author = match.bound.name_of(entry.body.side or "")
        line = request_phrases.show_phrase(
            request_phrases.RequestKind.MESSAGE, tongue.language, to=author, text="…"
        )
        yield tongue.paragraph(REPLY, line=f"`{line}`")
        return
    yield quote_entry(match, reader, entry)
    if isinstance(content := read_note(entry), TakebackAsked):
        yield from _list_undone(match, reader, content.to)
        agree = request_phrases.show_phrase(request_phrases.RequestKind.AGREE, tongue.language)
        refuse = request_phrases.show_phrase(request_phrases.RequestKind.REFUSE, tongue.language)
        yield tongue.paragraph(CONSENT, agree=f"`{agree}`", refuse=f"`{refuse}`")


def _list_undone(match: Match, reader: Side, to: int) -> Iterator[Block]:
    """Yield the entries that a takeback to an entry takes back, as far as a side can read them."""
    undone = [step.entry for step in match.steps(after=to)]
    yield match.tongue.paragraph(
        "{count} entry would be taken back:", "{count} entries would be taken back:", count=len(undone)
    )
    items = [quote_entry(match, reader, entry).parts for entry in undone[:MOST_QUOTED]]
    more = [(Text(text="…"),)] if len(undone) > MOST_QUOTED else []
    yield Bullets(items=(*items, *more))


def quote_entry(match: Match, reader: Side, entry: Entry) -> Paragraph:
    """Return the paragraph that names an entry of another side and its content."""
    side = match.bound.name_of(entry.body.side or "")
    summary = entry_summaries.summarise_entry(match, reader, entry)
    return match.tongue.paragraph(SAYS, entry=entry.body.seq, side=side, said=summary)
