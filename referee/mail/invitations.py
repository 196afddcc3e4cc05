"""Seats that change hands: players are invited, accept, take over and leave.

The journal names players by pseudonym. Each change is filed first, and then applies to the mail.
"""

from typing import Literal

from referee.faults import Complaint, NotFound
from referee.i18n.request_phrases import INVITED as INVITED_ANSWERS
from referee.i18n.request_phrases import RequestKind, find_request
from referee.i18n.translator import ENGLISH, message
from referee.mail import messages, moderator, outbox, seats
from referee.mail.messages import Reply
from referee.mail.office import Keys, Office
from referee.mail.state import INVITED, MailFault, Token
from referee.matches import player_requests, viewer_languages
from referee.matches.judging.submission import IncomingLetter
from referee.matches.matches import Match
from referee.matches.player_requests import Origin
from schemas.journal import Entry
from schemas.letter import LetterLine, SeatChange
from schemas.mail import Seat, Seats
from schemas.record import Side

Answer = Literal["accept", "decline"]

INVITATION = message("[{match}] you are invited to play {side}")
INVITE = message(
    "You are invited to the match {match} of {game}, as the player of {side}. Reply to this mail with a line"
    " {accept} or {decline}. If you accept, you will receive the first report."
)
FORWARDED = message("Your reply was forwarded to the moderator, who will answer you.")
ASKED_SUBJECT = message("[{match}] a player was invited to take your seat")
ASKED = message("{address} has been invited to take your seat. You keep it until they accept.")
LEFT = message("[{match}] the seat of {side} is empty")
LEAVES = message(
    "The player of {side} has left the match {match}. You can give the seat to another player with {command}."
)


def seat_player(desk: Office, name: str, side_name: str, address: str, player: str, at: str) -> Seats:
    """Assign a seat to a player. The change is filed before the player receives mail."""
    match = desk.holder.find(desk.shelf, name)
    seat = seats.name_seat(desk.shelf, match, side_name, address, player)
    _file_taken(desk, match, seat, "", at)
    return seats.take_seat(desk, name, side_name, seat.address, seat.player)


def _file_taken(desk: Office, match: Match, seat: Seat, mail: str, at: str) -> None:
    """File that a player takes a seat, unless the player already has it."""
    previous = seats.find_seat(desk.shelf, match.name, seat.side)
    same = previous and (previous.address, previous.player) == (seat.address, seat.player)
    if same and player_requests.find_seat(match, seat.side) is not None:
        return
    entry = player_requests.find_filed(match, seat.side, mail)
    if entry is None:
        change = SeatChange(change="substituted" if previous else "joined", player=seat.player, mail=mail)
        player_requests.file_seat(Origin(desk.shelf, match.name, seat.side, mail, at, desk.holder), change)


def invite_player(desk: Office, name: str, side_name: str, address: str, player: str, at: str) -> Seats:
    """Invite a player to a seat. The current player keeps it until the answer."""
    match = desk.holder.find(desk.shelf, name)
    seat = seats.name_seat(desk.shelf, match, side_name, address, player)
    invited_seat = seats.invite(desk, match, seat)
    queue_invitation(desk, match, seat, "", at)
    return invited_seat


def confirm_invitation(localised_match: Match, address: str) -> Reply:
    """Return the answer to a player who asked for another in the seat."""
    say = localised_match.tongue.say
    text = say(ASKED, address=address)
    return Reply(f"{text}\n", subject=say(ASKED_SUBJECT, match=localised_match.name))


def queue_invitation(
    desk: Office, match: Match, seat: Seat, answers: str, at: str, *, is_forwarded: bool = False
) -> Keys:
    """Queue an invitation. `answers` is the digest of a mail that did not answer an earlier one.

    `is_forwarded` is True if the moderator gets the text of that mail.
    """
    localised_match = viewer_languages.tell(match, seat.side)
    names = {"side": localised_match.bound.name_of(seat.side), "match": match.name}
    subject = localised_match.tongue.say(INVITATION, **names)
    words = {"accept": "`accept`", "decline": "`decline`", "game": match.bound.pack.game.name}
    blocks = [localised_match.tongue.paragraph(INVITE, **words, **names)]
    if is_forwarded:
        blocks.insert(0, localised_match.tongue.paragraph(FORWARDED))
    text = messages.render_text(localised_match.tongue, subject, *blocks)
    token = Token(match.name, seat.side, match.journal.head.seq, f"{INVITED}{seat.address}")
    key = outbox.name_mail("invitation", match.name, seat.side, seat.address, match.journal.head, answers)
    mail = messages.compose_invitation(desk, key, token, seat.address, subject, text, at)
    return outbox.queue(desk, key, mail)


def read_answer(incoming: IncomingLetter) -> Answer | None:
    """Return a letter's answer to an invitation, or None if it gives none."""
    for line in incoming.letter.orders:
        answer = find_request(line.typed, INVITED_ANSWERS) if isinstance(line, LetterLine) else None
        if answer is not None:
            return "accept" if answer.kind is RequestKind.ACCEPT else "decline"
    return None


def take_answer(desk: Office, match: Match, seat: Seat, answer: Answer, mail: str, at: str) -> None:
    """Seat an invited player who accepts, or delete the invitation."""
    if answer == "decline":
        seats.forget_invitation(desk, match, seat.side)
        return
    _file_taken(desk, match, seat, mail, at)
    seats.fill_seat(desk, match, seat)


def find_invited(desk: Office, name: str, side: Side, stands_for: str) -> Seat | None:
    """Return the invitation of a token, or None if it is no longer open."""
    seats_invited = seats.read_seats(desk.shelf, name).invited
    return next(
        (one for one in seats_invited if one.side == side and f"{INVITED}{one.address}" == stands_for), None
    )


def leave_seat(desk: Office, name: str, side_name: str, at: str) -> Seats:
    """Remove the player of a side. Raises `NotFound` if the seat is empty."""
    match = desk.holder.find(desk.shelf, name)
    side = match.side(side_name)
    if seats.find_seat(desk.shelf, name, side) is None:
        raise NotFound(Complaint.of(MailFault.SEAT_EMPTY, side=side, match=name))
    file_leave(desk, match, side, "", at)
    return seats.empty_seat(desk, match, side)


def file_leave(desk: Office, match: Match, side: Side, mail: str, at: str) -> Entry | None:
    """File that the player of a side leaves. The player still gets mail until the seat is emptied."""
    previous = seats.find_seat(desk.shelf, match.name, side)
    change = SeatChange(change="resigned", player=previous.player if previous else "", mail=mail)
    by = Origin(desk.shelf, match.name, side, mail, at, desk.holder)
    return player_requests.find_filed(match, side, mail) or player_requests.file_seat(by, change)


def tell_moderator(desk: Office, match: Match, side: Side, at: str) -> Keys:
    """Notify the moderator that a seat is empty."""
    names = {"match": match.name, "side": side}
    command = f"`referee mail seat {match.name} {side} ADDRESS`"
    body = ENGLISH.paragraph(LEAVES, command=command, **names)
    key = outbox.name_mail("left", match.name, side, at)
    return moderator.write(desk, key, ENGLISH.say(LEFT, **names), body, at)
