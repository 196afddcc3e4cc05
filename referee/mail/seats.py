"""Seats of a match: the players, their sides and their addresses.

Addresses are stored in a separate file beside the journal, never in the journal.
"""

import os
from functools import lru_cache
from pathlib import Path

import msgspec
from msgspec.structs import replace

from referee.faults import Complaint, DataFault, Fault, Misuse, NotFound
from referee.mail.office import Office
from referee.mail.state import MailFault
from referee.matches import matches, shelf
from referee.matches.journal.writing import Identity, identify_at
from referee.matches.letters import headers
from referee.matches.matches import Match
from referee.platform import files
from referee.platform.ports import ports
from schemas.mail import MailFormat, Seat, Seats
from schemas.record import PUBLIC, Side

FILE = "players.json"

MOST_ADDRESSES = 8
"""Highest number of additional addresses of a player."""

FRESH = 2.0
"""Seconds after which an open post office looks for seats that another program changed."""

LONGEST_PLAYER = 60
"""Highest number of characters of a pseudonym."""


def read_seats(root: Path, name: str) -> Seats:
    """Return the seats of a match."""
    path = matches.journal_of(root, name).parent / FILE
    try:
        return _read_version(path, identify_at(path))
    except FileNotFoundError:
        return Seats(match=name, seats=())
    except (UnicodeDecodeError, msgspec.DecodeError) as error:
        raise DataFault(Complaint.of(MailFault.SEATS_UNREADABLE, match=name, why=error)) from None


@lru_cache(maxsize=64)
def _read_version(path: Path, identity: Identity) -> Seats:  # noqa: ARG001 - a changed file is read again
    """Return the seats in a file. One mail asks for them more than twenty times."""
    return msgspec.json.decode(path.read_bytes(), type=Seats)


def take_seat(
    desk: Office, name: str, side_name: str, address: str, player: str = "", key: str = ""
) -> Seats:
    """Assign the seat of a side to an address. It gets the next report; the previous player gets no more."""
    match = desk.holder.find(desk.shelf, name)
    seat = name_seat(desk.shelf, match, side_name, address, player)
    return fill_seat(desk, match, replace(seat, key=key or seat.key))


def fill_seat(desk: Office, match: Match, seat: Seat) -> Seats:
    """Store the seat of a side. A new player gets the next report; the previous one gets no more."""
    before = read_seats(desk.shelf, match.name)
    previous = find_seat(desk.shelf, match.name, seat.side)
    identity = None if previous is None else (previous.address.casefold(), previous.player)
    if identity != (seat.address.casefold(), seat.player):
        desk.memory.forget_reports(match.name, seat.side)
    seat_taken = replace(
        before, seats=_replace_seat(before.seats, seat), invited=_leave_out(before.invited, seat.side)
    )
    return _write(desk, match, seat_taken)


def invite(desk: Office, match: Match, seat: Seat) -> Seats:
    """Store the invitation of an address to a seat. It replaces an older invitation."""
    before = read_seats(desk.shelf, match.name)
    return _write(desk, match, replace(before, invited=_replace_seat(before.invited, seat)))


def forget_invitation(desk: Office, match: Match, side: Side) -> Seats:
    """Delete the invitation to a seat."""
    before = read_seats(desk.shelf, match.name)
    return _write(desk, match, replace(before, invited=_leave_out(before.invited, side)))


def name_forum_player(forum: str) -> str:
    """Return the key of a player of a forum among the addresses. The blank makes it no address."""
    return f"forum {forum.casefold()}"


def change_seat(desk: Office, name: str, side_name: str, **changes: str) -> Seats:
    """Store the format, the public key or the name in a forum of a player, who may only be invited."""
    match = desk.holder.find(desk.shelf, name)
    side, before = match.side(side_name), read_seats(desk.shelf, name)

    def change(some: tuple[Seat, ...]) -> tuple[Seat, ...]:
        return tuple(replace(one, **changes) if one.side == side else one for one in some)

    return _write(desk, match, replace(before, seats=change(before.seats), invited=change(before.invited)))


def find_form(root: Path, name: str, side: Side) -> MailFormat:
    """Return the format of the mails to the player of a side (default: text)."""
    seat = find_seat(root, name, side)
    return seat.form if seat else "text"


def empty_seat(desk: Office, match: Match, side: Side) -> Seats:
    """Empty a seat. Its player gets no more mail."""
    before = read_seats(desk.shelf, match.name)
    desk.memory.forget_reports(match.name, side)
    return _write(desk, match, replace(before, seats=_leave_out(before.seats, side)))


def name_seat(root: Path, match: Match, side_name: str, address: str, player: str) -> Seat:
    """Return the seat of a side for an address. The player who has it keeps pseudonym, key and format.

    Raises `Misuse` if the address has another seat here.
    """
    side, bare = match.side(side_name), read_address(address)
    player_name = _read_player(player)
    for seat in read_seats(root, match.name).seats:
        if seat.side != side and is_address_of(seat, bare):
            raise Misuse(Complaint.of(MailFault.SEAT_TAKEN, address=bare, side=seat.side, match=match.name))
        if seat.side == side and seat.address.casefold() == bare.casefold():
            return replace(seat, address=bare, player=player_name or seat.player)
    return Seat(side=side, address=bare, player=player_name)


def _read_player(text: str) -> str:
    """Return a pseudonym for the journal: one line, without an address. Raises `Misuse` otherwise."""
    player = " ".join(text.split())
    if "@" in player or not player.isprintable() or len(player) > LONGEST_PLAYER:
        raise Misuse(Complaint.of(MailFault.NOT_A_PSEUDONYM, most=LONGEST_PLAYER))
    return player


def _replace_seat(seats: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    return tuple(sorted((*_leave_out(seats, seat.side), seat), key=lambda one: one.side))


def _leave_out(seats: tuple[Seat, ...], side: Side) -> tuple[Seat, ...]:
    return tuple(seat for seat in seats if seat.side != side)


def let_look_on(desk: Office, name: str, address: str, *, remove: bool = False) -> Seats:
    """Add an address as an observer of a match, or remove it."""
    match, bare = desk.holder.find(desk.shelf, name), read_address(address)
    before = read_seats(desk.shelf, name)
    others = [one for one in before.spectators if one.casefold() != bare.casefold()]
    if remove and len(others) == len(before.spectators):
        raise NotFound(Complaint.of(MailFault.NO_SPECTATOR, address=bare, match=name))
    desk.memory.forget_reports(match.name, name_spectator(bare))
    spectators = others if remove else [*others, bare]
    return _write(desk, match, replace(before, spectators=tuple(sorted(spectators))))


def name_spectator(address: str) -> str:
    """Return the name of an observer in the database of the post office."""
    return f"{PUBLIC} {address.casefold()}"


def read_address(text: str) -> str:
    """Return an address without its name. Raises `Misuse` for a text without exactly one address."""
    addresses = list(headers.find_addresses(text))
    if len(addresses) != 1 or "@" not in addresses[0] or not text.isprintable() or "=?" in text:
        raise Misuse(Complaint.of(MailFault.NOT_AN_ADDRESS, address=text))
    return addresses[0]


def _write(desk: Office, match: Match, seats: Seats) -> Seats:
    """Store players and observers. New ones get a report with the next mail."""
    desk.memory.note_unfinished(match.name)
    path = match.folder / FILE
    files.write_whole(path, msgspec.json.format(msgspec.json.encode(seats), indent=2) + b"\n")
    desk.addresses.note(match.name, identify_at(path), _by_address(seats))
    return seats


def confirm_address(desk: Office, match: Match, side: Side, address: str) -> Seats:
    """Add an address of the player of a seat, unless another player uses it."""
    before = read_seats(desk.shelf, match.name)
    seat = next((one for one in before.seats if one.side == side), None)
    if seat is None or not address or find_owner(before, address) is not None:
        return before
    seat = replace(seat, also=(*seat.also, address.casefold())[-MOST_ADDRESSES:])
    return _write(desk, match, replace(before, seats=_replace_seat(before.seats, seat)))


def is_address_of(seat: Seat, address: str) -> bool:
    """Return True if the player of a seat writes from an address."""
    return address.casefold() in {one.casefold() for one in (seat.address, *seat.also)}


def find_owner(match_seats: Seats, address: str) -> Side | None:
    """Return the side whose player writes from an address."""
    return next((seat.side for seat in match_seats.seats if is_address_of(seat, address)), None)


def find_seat(root: Path, name: str, side: Side) -> Seat | None:
    """Return the seat of a side, or None if it is empty."""
    return next((seat for seat in read_seats(root, name).seats if seat.side == side), None)


def find_address(root: Path, name: str, side: Side) -> str | None:
    """Return the address of the player of a side, or None if the seat is empty."""
    seat = find_seat(root, name, side)
    return seat.address if seat else None


def list_seats_of(desk: Office, address: str) -> list[tuple[str, Side]]:
    """Return the matches and sides that an address plays. Matches whose seats cannot be read are left out."""
    if ports.clock.monotonic() > desk.addresses.due:
        _read_changed(desk)
        desk.addresses.due = ports.clock.monotonic() + FRESH
    candidates = desk.addresses.find(address.casefold())
    return [
        (name, side) for name, side in candidates if address.casefold() in _list_addresses(desk.shelf, name)
    ]


def _read_changed(desk: Office) -> None:
    """Read the files with seats that changed since they were last read."""
    files, there = desk.addresses.list_files(), _list_folders(desk.shelf)
    for name in files.keys() - there.keys():
        desk.addresses.forget(name)
    for name, folder in there.items():
        # A club has thousands of folders: paths of `pathlib` would take longer than the calls of the system.
        identity = identify_at(f"{folder}/{FILE}")
        if identity != files.get(name, ()) and shelf.is_file(Path(folder, shelf.JOURNAL), closed=True):
            desk.addresses.note(name, identity, _list_addresses(desk.shelf, name))


def _list_folders(root: Path) -> dict[str, str]:
    """Return the paths of the folders on a shelf that can be matches, by name."""
    try:
        with os.scandir(root) as entries:
            return {entry.name: entry.path for entry in entries if shelf.is_name(entry.name)}
    except OSError:
        return {}


def find_side(root: Path, name: str, address: str) -> Side | None:
    """Return the side that an address plays in a match, or None."""
    return _list_addresses(root, name).get(address.casefold())


def _list_addresses(root: Path, name: str) -> dict[str, Side]:
    """Return the sides of a match by the addresses of their players, or {} if they cannot be read."""
    try:
        return _by_address(read_seats(root, name))
    except Fault:
        return {}


def _by_address(seats: Seats) -> dict[str, Side]:
    sides = {one.casefold(): seat.side for seat in seats.seats for one in (seat.address, *seat.also)}
    return sides | {name_forum_player(seat.forum): seat.side for seat in seats.seats if seat.forum}
