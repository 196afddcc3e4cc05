"""Who plays which side.

Addresses stand in a file of their own beside the journal, and never in it.
"""

from email.utils import parseaddr
from pathlib import Path

import msgspec

from referee.engine.faults import Complaint, DataFault, Misuse
from referee.mail.faults import MailFault
from referee.mail.office import Office, write_whole
from referee.matches import matches, shelf
from schemas.mail import Seat, Seats
from schemas.record import Side

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
    bare = parseaddr(address)[1]
    if "@" not in bare.strip("@"):
        raise Misuse(Complaint.of(MailFault.NOT_AN_ADDRESS, address=address))
    known = read_seats(desk.shelf, name).seats
    for seat in known:
        if seat.side != side and seat.address.casefold() == bare.casefold():
            raise Misuse(Complaint.of(MailFault.SEAT_TAKEN, address=bare, side=seat.side, match=name))
    others = tuple(seat for seat in known if seat.side != side)
    seats = Seats(
        match=name, seats=tuple(sorted((*others, Seat(side=side, address=bare)), key=lambda seat: seat.side))
    )
    desk.memory.forget_reports(match.name, side)
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
