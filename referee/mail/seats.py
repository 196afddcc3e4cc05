"""Who plays which side.

Addresses stand in a file of their own beside the journal, and never in it.
"""

from email.utils import parseaddr
from pathlib import Path

import msgspec
from msgspec.structs import replace

from referee.engine.faults import Complaint, DataFault, Misuse, NotFound
from referee.mail.faults import MailFault
from referee.mail.office import Office, write_whole
from referee.matches import matches, shelf
from referee.matches.matches import Match
from schemas.mail import Seat, Seats
from schemas.record import PUBLIC, Side

FILE = "players.json"


def read_seats(root: Path, name: str) -> Seats:
    """Who plays a match."""
    path = matches.journal_of(root, name).parent / FILE
    try:
        return msgspec.json.decode(path.read_bytes(), type=Seats)
    except FileNotFoundError:
        return Seats(match=name, seats=())
    except (OSError, msgspec.DecodeError) as error:
        raise DataFault(Complaint.of(MailFault.SEATS_UNREADABLE, match=name, why=error)) from None


def take_seat(desk: Office, name: str, side_name: str, address: str) -> Seats:
    """Give the seat of a side to an address; it is sent a report, and who had it before no more."""
    match = matches.find(desk.shelf, name)
    side = match.side(side_name)
    bare = _read_address(address)
    before = read_seats(desk.shelf, name)
    known = before.seats
    for seat in known:
        if seat.side != side and seat.address.casefold() == bare.casefold():
            raise Misuse(Complaint.of(MailFault.SEAT_TAKEN, address=bare, side=seat.side, match=name))
    others = tuple(seat for seat in known if seat.side != side)
    taken = tuple(sorted((*others, Seat(side=side, address=bare)), key=lambda seat: seat.side))
    desk.memory.forget_reports(match.name, side)
    return _write(desk, match, replace(before, seats=taken))


def let_look_on(desk: Office, name: str, address: str, *, remove: bool = False) -> Seats:
    """Send the public report of a match to an address from now on, or no more."""
    match, bare = matches.find(desk.shelf, name), _read_address(address)
    before = read_seats(desk.shelf, name)
    others = [one for one in before.spectators if one.casefold() != bare.casefold()]
    if remove and len(others) == len(before.spectators):
        raise NotFound(Complaint.of(MailFault.NO_SPECTATOR, address=bare, match=name))
    desk.memory.forget_reports(match.name, name_spectator(bare))
    spectators = others if remove else [*others, bare]
    return _write(desk, match, replace(before, spectators=tuple(sorted(spectators))))


def name_spectator(address: str) -> str:
    """By what the memory of the post office knows who looks on."""
    return f"{PUBLIC} {address.casefold()}"


def _read_address(text: str) -> str:
    """An address without a name; raises `Misuse` for a text that is none."""
    bare = parseaddr(text)[1]
    if "@" not in bare.strip("@"):
        raise Misuse(Complaint.of(MailFault.NOT_AN_ADDRESS, address=text))
    return bare


def _write(desk: Office, match: Match, seats: Seats) -> Seats:
    """Keep who plays and who looks on; who is new gets a report with the next mail."""
    desk.memory.note_unfinished(match.name)
    write_whole(match.folder / FILE, msgspec.json.format(msgspec.json.encode(seats), indent=2) + b"\n")
    return seats


def find_address(root: Path, name: str, side: Side) -> str | None:
    """The address of the player of a side."""
    return next((seat.address for seat in read_seats(root, name).seats if seat.side == side), None)


def list_seats_of(root: Path, address: str) -> list[tuple[str, Side]]:
    """The matches and sides that an address plays."""
    wanted = address.casefold()
    return [
        (name, seat.side)
        for name in shelf.names(root)
        for seat in read_seats(root, name).seats
        if seat.address.casefold() == wanted
    ]
