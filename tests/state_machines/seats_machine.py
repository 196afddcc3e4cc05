"""Seats of two matches, changed by the post office and by other programs, against two dictionaries."""

import json
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from hypothesis import strategies as some
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from referee.faults import Misuse, NotFound
from referee.mail import seats
from referee.mail.office import FOLDER, Office, open_office
from referee.matches import matches, opening
from tests.duels import AT

NAMES = some.sampled_from(["duel", "feud"])
SIDES = some.sampled_from(["red", "blue"])
ADDRESSES = some.sampled_from(["anna@a.example", "Anna@A.example", "bert@b.example", "cora@c.example"])
CONFIG = 'address = "referee@club.example"\n'


class Taken(NamedTuple):
    """The player of a seat in the model: address and further addresses."""

    address: str
    also: tuple[str, ...] = ()

    def writes_from(self, address: str) -> bool:
        return address.casefold() in map(str.casefold, (self.address, *self.also))


class SeatsMachine(RuleBasedStateMachine):
    """The model has the player of each seat, and the observers of each match."""

    def __init__(self) -> None:
        super().__init__()
        self._folder, self._open = TemporaryDirectory(), ExitStack()
        self.root = Path(self._folder.name) / "matches"
        for name in ("duel", "feud"):
            opening.open_match(self.root, name, "toy", at=AT)
        (self.root / FOLDER).mkdir()
        (self.root / FOLDER / "config.toml").write_text(CONFIG)
        self.desk: Office = self._open.enter_context(open_office(self.root))
        self.taken: dict[tuple[str, str], Taken] = {}
        self.observers: dict[str, list[str]] = {"duel": [], "feud": []}

    def find_owner(self, name: str, address: str) -> str | None:
        """Return the side of a match whose player writes from an address."""
        sides = (
            side for (match, side), seat in self.taken.items() if match == name and seat.writes_from(address)
        )
        return next(sides, None)

    @rule(name=NAMES, side=SIDES, address=ADDRESSES)
    def take_seat(self, name: str, side: str, address: str) -> None:
        if self.find_owner(name, address) not in (side, None):
            refuse(Misuse, lambda: seats.take_seat(self.desk, name, side, address))
            return
        seats.take_seat(self.desk, name, side, address)
        # A player who is seated again keeps his further addresses.
        previous = self.taken.get((name, side))
        is_same = previous is not None and previous.address.casefold() == address.casefold()
        self.taken[name, side] = Taken(address, previous.also if previous is not None and is_same else ())

    @rule(name=NAMES, side=SIDES)
    def empty_seat(self, name: str, side: str) -> None:
        seats.empty_seat(self.desk, matches.find(self.root, name), side)
        self.taken.pop((name, side), None)

    @rule(name=NAMES, side=SIDES, address=ADDRESSES)
    def confirm_address(self, name: str, side: str, address: str) -> None:
        """Another address of a player counts, unless a player of the match has it already."""
        seats.confirm_address(self.desk, matches.find(self.root, name), side, address)
        seat = self.taken.get((name, side))
        if seat is not None and self.find_owner(name, address) is None:
            self.taken[name, side] = Taken(seat.address, (*seat.also, address.casefold()))

    @rule(name=NAMES, address=ADDRESSES, remove=some.booleans())
    def look_on(self, name: str, address: str, remove: bool) -> None:
        others = [one for one in self.observers[name] if one.casefold() != address.casefold()]
        if remove and others == self.observers[name]:
            refuse(NotFound, lambda: seats.let_look_on(self.desk, name, address, remove=True))
            return
        seats.let_look_on(self.desk, name, address, remove=remove)
        self.observers[name] = others if remove else sorted([*others, address])

    @rule(name=NAMES, side=SIDES, address=ADDRESSES)
    def another_program_writes_the_file(self, name: str, side: str, address: str) -> None:
        if self.find_owner(name, address) not in (side, None):
            return
        self.taken[name, side] = Taken(address)
        players = [
            {"side": side, "address": seat.address, "also": seat.also}
            for (match, side), seat in sorted(self.taken.items())
            if match == name
        ]
        content = {"match": name, "seats": players, "spectators": self.observers[name]}
        (self.root / name / seats.FILE).write_text(json.dumps(content))
        # The post office looks for such changes every two seconds.
        self.desk.addresses.due = 0.0

    @rule()
    def open_the_office_again(self) -> None:
        self._open.close()
        self.desk = self._open.enter_context(open_office(self.root))

    @invariant()
    def the_files_are_as_in_the_model(self) -> None:
        for name in ("duel", "feud"):
            there = seats.read_seats(self.root, name)
            assert tuple(there.spectators) == tuple(self.observers[name])
            assert {(name, seat.side): Taken(seat.address, seat.also) for seat in there.seats} == {
                place: seat for place, seat in self.taken.items() if place[0] == name
            }

    @invariant()
    def players_are_found_by_their_addresses(self) -> None:
        for address in ("anna@a.example", "BERT@b.example", "cora@c.example", "dora@d.example"):
            due = sorted(place for place, seat in self.taken.items() if seat.writes_from(address))
            assert seats.list_seats_of(self.desk, address) == due

    def teardown(self) -> None:
        self._open.close()
        self._folder.cleanup()


def refuse(fault: type[Exception], work: Callable[[], object]) -> None:
    """Demand that some work is refused."""
    try:
        work()
    except fault:
        return
    raise AssertionError("this was not refused")
