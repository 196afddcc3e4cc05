"""Answers to mails and reports to seats. Each is queued exactly once, even if a process dies."""

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import timedelta
from email.message import EmailMessage
from functools import partial
from itertools import islice

from msgspec.structs import replace

from referee.analysis.bots import bot_play
from referee.faults import CannotWrite, Fault, Misuse
from referee.i18n.translator import message
from referee.mail import messages, moderator, outbox, seats
from referee.mail.delivery import webhooks
from referee.mail.messages import Occasion, Reply
from referee.mail.office import Case, Keys, Office
from referee.mail.requests import proposed_letters, reply_links
from referee.mail.state import LastReport
from referee.matches import history, viewer_languages
from referee.matches.clocks import counting
from referee.matches.faults import LetterFault
from referee.matches.judging.submission import Filed, Repeated
from referee.matches.matches import Match
from referee.reports import documents, event_news, letter_answers, letter_results, maps, publishing
from schemas.answers.orders import ProposedLetter, Submitted
from schemas.journal import Entry
from schemas.mail import Door, Verdict
from schemas.record import PUBLIC, Side
from schemas.reports import Bullets, Document, Text

NOT_JUDGED = message("[{match}] your letter was not judged")

REFUSED = message("[{match}] your orders were refused. {Question}")
REFUSED_IN_PART = message("[{match}] some of your orders were refused. {Question}")

NOT_FOR_PLAYERS = frozenset({LetterFault.MAIL_ENCODED.code, LetterFault.HTML_READER_MISSING.code})
"""Codes of complaints for the moderator: numbers of lines, and libraries to install."""

UNPLAYED: frozenset[Verdict] = frozenset({"refused", "held", "unproved"})
"""Results of letters of which nothing, or not all, was played."""

NOT_LETTERS: frozenset[Verdict] = frozenset(
    {"answered", "filed", "forwarded", "repeat", "automatic", "bounce", "talk", "forum"}
)
"""Results of mails between two letters."""

DAY = timedelta(days=1)

MOVING = frozenset({"order", "ruling", "retract", "reveal"})
"""Entry kinds that cause a report to the other side."""


def answer_letter(case: Case, result: Filed | Repeated, later: Match | None = None) -> Keys:
    """Answer a judged letter. If the match advanced, each seat gets a report.

    `later` is the match after the answers of bots. The answer then includes their orders.
    """
    desk, match = case.desk, later or result.match
    side = result.outcome.side if isinstance(result, Filed) else result.side
    answer, spoken = letter_answers.answer(result, by_mail=True), viewer_languages.tell(match, side)
    if answer.proposal is not None:
        answer = replace(
            answer, proposal=proposed_letters.set_due(desk, match, side, answer.proposal, case.at)
        )
    new_entries: Sequence[Entry] = result.entries if isinstance(result, Filed) else ()
    has_moves = any(entry.body.kind in MOVING for entry in new_entries)
    if has_moves and not _needs_receipt(desk, match, side, answer):
        return report_to_seats(desk, match, case.at)
    if has_moves:
        # The report lists the standing orders with their state.
        results = letter_results.list_results(replace(answer, in_advance=None, in_force=()))
        since = _find_unseen(desk, match, side, new_entries, result.match.journal.head.seq)
        first = next(entry.body.seq for entry in new_entries)
        letter_entries = range(first, result.match.journal.head.seq + 1)
        page = documents.report(spoken, side, since=since, letter=results, letter_entries=letter_entries)
        if answer.refused:
            page = _name_refusal(spoken, page, REFUSED_IN_PART)
    else:
        results = letter_results.list_results(answer)
        title = letter_results.document(answer).title
        page = documents.answer_without_news(spoken, side, replace(results, title=title))
        page = proposed_letters.name_subject(spoken, side, page, answer.proposal)
        if answer.refused and answer.proposal is None:
            page = _name_refusal(spoken, page)
    text = publishing.publish(page, seats.find_form(desk.shelf, match.name, side))
    subject = publishing.headline(page).strip()
    keys = _answer(case, match, side, text, subject, reports=has_moves, page=page, proposal=answer.proposal)
    return keys + report_to_seats(desk, match, case.at)


def _name_refusal(match: Match, page: Document, text: str = REFUSED) -> Document:
    """Return the answer to refused orders with a subject that says so, before the open question."""
    question = publishing.headline(page).strip().removeprefix(f"[{match.name}] ")
    return replace(page, subject=match.tongue.say(text, match=match.name, question=question))


def _needs_receipt(desk: Office, match: Match, side: Side, answer: Submitted) -> bool:
    """Return False if the answer to an accepted letter can wait for the next report to its side.

    That report tells the results of the orders, but no remarks on the letter, and it has no receipt. A player
    whose last mail said that nothing was played must not wait for it.
    """
    last = desk.memory.find_last_mail(match.name, side, NOT_LETTERS)
    if last is not None and last.verdict in UNPLAYED:
        return True
    remarks = (*answer.refused, *answer.warnings, *answer.receipt, answer.phrase)
    if desk.settings.receipts or any(remarks) or answer.awaits:
        return True
    return side in history.list_awaited_sides(match.rules, match.position())


def _find_unseen(desk: Office, match: Match, side: Side, letter: Sequence[Entry], head: int) -> int:
    """Return the entry that the report after a letter begins at.

    It is the head, or the last reported entry if the side has not seen moves before the `letter`.
    """
    last = desk.memory.find_report(match.name, side)
    since = last.seq if last else 0
    return (
        since
        if any(entry.body.kind in MOVING for entry in match.entries[since : letter[0].body.seq - 1])
        else head
    )


def answer_fault(case: Case, match: Match, side: Side, fault: Fault) -> Keys:
    """Answer a letter that was not judged, with the reasons."""
    localised_match = viewer_languages.tell(match, side)
    tongue = localised_match.tongue
    localised_fault = fault.speaking(tongue)
    opening_line = tongue.paragraph("Your letter was not judged, and nothing was filed.")
    complaints = (one for one in localised_fault.complaints if one.code not in NOT_FOR_PLAYERS)
    texts = (letter_results.word_complaint(one, match.name) for one in complaints)
    bullets = Bullets(items=tuple((Text(text=text),) for text in texts))
    name = localised_match.bound.name_of(side)
    title = tongue.say("{match}: ruling for {side}", match=match.name, side=name)
    text = messages.render_text(tongue, title, opening_line, bullets)
    subject = tongue.say(NOT_JUDGED, match=match.name)
    keys = _answer(case, match, side, text, subject)
    if any(one.code == LetterFault.HTML_READER_MISSING.code for one in fault.complaints):
        keys += moderator.tell_missing_reader(case.desk, match.name, case.at)
    return keys


def answer_request(case: Case, match: Match, side: Side, reply: Reply) -> Keys:
    """Send the answer to a player's request."""
    subject = reply.subject or messages.reply_subject(case.mail)
    return _answer(case, match, side, reply.text, subject, picture=reply.picture)


def _answer(
    case: Case,
    match: Match,
    side: Side,
    text: str,
    subject: str,
    *,
    reports: bool = False,
    picture: bytes = b"",
    page: Document | None = None,
    proposal: ProposedLetter | None = None,
) -> Keys:
    """Queue the answer to a mail, unless it was queued before.

    `reports` is True if the answer contains a report. `page` is the text as a document, for HTML and a map.
    A reply can agree to the orders of the `proposal`.
    """
    desk, digest = case.desk, case.digest
    before = desk.memory.find_answer(digest)
    if before is not None and outbox.holds_answer(desk, before):
        return ()
    head = match.journal.head
    # An answer with a report counts as that report, so that the report is not sent twice.
    key = _name_report(desk, match, side) if reports else outbox.name_mail("answer", digest)
    desk.memory.note_answer(digest, key)
    occasion = Occasion(match.name, side, head.seq, case.at)
    answer = messages.compose(desk, key, occasion, subject, text, case.mail)
    if answer is not None and page is not None:
        proposed_letters.mark(answer, proposal)
        orders = tuple(line.order for line in proposal.lines) if proposal else ()
        _dress(desk, answer, match, side, page, orders)
    if answer is not None and picture:
        name = f"{match.name}.svg"
        answer.add_attachment(picture, maintype="image", subtype="svg+xml", filename=name)
    if answer is not None and reports:
        keys = outbox.queue(desk, key, answer)
        desk.memory.note_report(match.name, side, LastReport(head.seq, str(answer["Message-ID"])))
        return keys
    return outbox.queue(desk, key, answer)


def _name_report(desk: Office, match: Match, side: Side) -> str:
    """Return the key of the report on the latest entry to the player of a side."""
    address = seats.find_address(desk.shelf, match.name, side)
    return outbox.name_mail("report", match.name, side, address, match.journal.head)


def report_to_seats(desk: Office, match: Match, now: str = "") -> Keys:
    """Queue a report for each seat, observer and webhook that lacks the latest move.

    `now` is the time (default: that of the last entry).
    """
    now = now or match.entries[-1].body.at
    match_seats = seats.read_seats(desk.shelf, match.name)
    writers: list[Callable[[], Keys]] = [
        *(partial(_report, desk, match, seat.side, now) for seat in match_seats.seats),
        *(partial(_report_publicly, desk, match, address) for address in match_seats.spectators),
        *(partial(_report_to_door, desk, match, door) for door in webhooks.list_doors(desk, match)),
    ]
    keys, well = moderator.write_to_each(desk, match.name, match.entries[-1].body.at, writers)
    if well:
        desk.memory.forget_unfinished(match.name)
    return keys


def _report_to_door(desk: Office, match: Match, door: Door) -> Keys:
    last = desk.memory.find_report(match.name, webhooks.name_reader(door))
    return webhooks.report(desk, match, door) if last is None or _has_news(match, last.seq) else ()


def _report(desk: Office, match: Match, side: Side, now: str) -> Keys:
    last = desk.memory.find_report(match.name, side)
    since = last.seq if last else 0
    if last and not _is_due(desk, match, side, since, now):
        return ()
    spoken = viewer_languages.tell(match, side)
    document = documents.report(spoken, side, since=since or None)
    head, key = match.journal.head, _name_report(desk, match, side)
    occasion = Occasion(match.name, side, head.seq, match.entries[-1].body.at)
    subject = publishing.headline(document).strip()
    text = publishing.publish(document, seats.find_form(desk.shelf, match.name, side))
    mail = messages.compose(desk, key, occasion, subject, text)
    if mail is not None:
        _dress(desk, mail, match, side, document)
    keys = outbox.queue(desk, key, mail)
    if mail is not None:
        desk.memory.note_report(match.name, side, LastReport(head.seq, str(mail["Message-ID"])))
    return keys


def _dress(
    desk: Office, mail: EmailMessage, match: Match, side: Side, page: Document, proposal: tuple[str, ...] = ()
) -> None:
    """Add links that open a reply, and an HTML page and the map if the settings ask for them.

    The links are at the end of the text and of the page. A player who listens gets none: an address that is
    read aloud says nothing.
    """
    listens = seats.find_form(desk.shelf, match.name, side) == "speech"
    has_links = desk.settings.links and not listens and side != PUBLIC
    links = reply_links.add_links(desk, mail, match, side, page, proposal) if has_links else ""
    spoken = viewer_languages.tell(match, side)
    image = _draw_png(spoken, side) if desk.settings.map == "png" else b""
    if desk.settings.html:
        _add_page(mail, publishing.publish(page, "html").replace("</main>", f"{links}</main>"), image)
    elif image:
        mail.add_attachment(
            image, maintype="image", subtype="png", filename=f"{match.name}.png", disposition="inline"
        )
    if desk.settings.map and not image:
        svg_text = maps.render(maps.picture(spoken, side), "svg", spoken.tongue)
        mail.add_attachment(svg_text, maintype="image", subtype="svg+xml", filename=f"{match.name}.svg")
    # The same report must have the same bytes: replace the random boundaries.
    for number, part in enumerate(one for one in mail.walk() if one.is_multipart()):
        part.set_boundary(f"{outbox.name_mail('part', mail['Message-ID'])}-{number}")


PNG_WIDTH = 1200
"""Width of the map in a mail, in pixels: sharp on a phone."""


def _draw_png(match: Match, side: Side) -> bytes:
    """Return the map as a PNG, or nothing if the extra `png` is missing."""
    with suppress(Misuse):
        picture = maps.picture(match, side)
        return maps.paint(maps.draw(picture, match.tongue), width=PNG_WIDTH)
    return b""


def _add_page(mail: EmailMessage, page: str, image: bytes) -> None:
    """Add an HTML part, with an image above its text if there is one."""
    if not image:
        mail.add_alternative(page, subtype="html", charset="utf-8")
        return
    # A short name, because a folded header would hide it from some programs.
    name = f"map@{outbox.name_mail('map', mail['Message-ID'])}"
    figure = f'<p><img src="cid:{name}" alt="" style="max-width: 100%"></p>'
    page = re.sub("<body[^>]*>", lambda body: body[0] + figure, page, count=1)
    mail.add_alternative(page, subtype="html", charset="utf-8")
    *_, part = mail.iter_parts()
    assert isinstance(part, EmailMessage)
    part.add_related(image, maintype="image", subtype="png", cid=f"<{name}>")


def find_overdue(desk: Office, match: Match) -> str:
    """Return the time at which a seat must get a report because it has waited for a day, or ""."""
    times: list[str] = []
    for seat in seats.read_seats(desk.shelf, match.name).seats:
        last = desk.memory.find_report(match.name, seat.side)
        later = match.entries[last.seq if last else 0 :]
        times += islice((entry.body.at for entry in later if entry.body.kind in MOVING), 1)
    return counting.write_moment(counting.read_moment(min(times)) + DAY) if times else ""


def owes_reports(desk: Office, match: Match, now: str) -> bool:
    """Return True if a seat lacks a report that is due, such as one on a ruling of the moderator."""
    reports = (
        (seat.side, desk.memory.find_report(match.name, seat.side))
        for seat in seats.read_seats(desk.shelf, match.name).seats
    )
    return any(last is None or _is_due(desk, match, side, last.seq, now) for side, last in reports)


def _is_due(desk: Office, match: Match, side: Side, since: int, now: str) -> bool:
    """Return True if a side gets a report on the entries after `since` now.

    A side that is not asked waits for a day, unless its club wants reports on battles, or every report. So
    does a side whose last mail asked the same question.
    """
    new = [entry for entry in match.entries[since:] if entry.body.kind in MOVING]
    if not new:
        return False
    sides = history.list_awaited_sides(match.rules, match.position())
    if not desk.settings.quiet or not sides or any(entry.body.kind != "order" for entry in new):
        return True
    if side in sides and not _is_asked_already(match, side, since):
        return True
    if counting.read_moment(now) - counting.read_moment(new[0].body.at) >= DAY:
        return True
    news = event_news.see(match, side, None, since) if desk.settings.battles else None
    return news is not None and any(map(match.system.narrator.closes_chapter, news.events))


def _is_asked_already(match: Match, side: Side, since: int) -> bool:
    """Return True if the question of a side was open at an entry, and it has given no order since.

    Both sides are asked at once, for example, to build: the other side cannot see a sealed plan.
    """
    if any(entry.body.side == side and entry.body.kind == "order" for entry in match.entries[since:]):
        return False
    earlier, current = (
        {prompt for prompt in match.rules.prompts(match.position(seq)) if prompt.side == side}
        for seq in (since, None)
    )
    return bool(earlier) and earlier == current


def _has_news(match: Match, since: int) -> bool:
    """Return True if a later entry requires a report to all players."""
    return any(entry.body.kind in MOVING for entry in match.entries[since:])


def _report_publicly(desk: Office, match: Match, address: str) -> Keys:
    """Queue the public report for an observer who lacks the latest move."""
    reader = seats.name_spectator(address)
    last = desk.memory.find_report(match.name, reader)
    if last and not _has_news(match, last.seq):
        return ()
    document = documents.report(
        viewer_languages.tell(match, PUBLIC), PUBLIC, since=last.seq if last else None
    )
    key = outbox.name_mail("report", match.name, reader, match.journal.head)
    subject, text = publishing.headline(document).strip(), publishing.publish(document, "text")
    mail = messages.compose_notice(desk, key, address, subject, text, match.entries[-1].body.at)
    if last and last.message_id:
        mail["In-Reply-To"] = mail["References"] = last.message_id
    _dress(desk, mail, match, PUBLIC, document)
    keys = outbox.queue(desk, key, mail)
    desk.memory.note_report(match.name, reader, LastReport(match.journal.head.seq, str(mail["Message-ID"])))
    return keys


def let_bots_answer(desk: Office, match: Match, at: str) -> Match:
    """Run the bots of a match until they have no open prompt, and return the new match."""
    if not match.header.players:
        return match
    try:
        bot_play.go_on(desk.shelf, match.name, at, desk.holder)
    except CannotWrite:
        raise
    except Exception:
        # A failed bot loses no mail: it runs again after the next letter, and `referee bot` prints the error.
        pass
    return desk.holder.find(desk.shelf, match.name)
