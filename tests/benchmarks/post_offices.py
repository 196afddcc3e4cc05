"""A post office with mail to receive: letters of one move each, to one match or to many."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from random import Random
from time import process_time

from referee.engine import machine
from referee.engine.dice import NoDice
from referee.mail import receiving, seats
from referee.mail.office import FOLDER, open_office
from referee.matches import matches, opening
from referee.matches.matches import Match
from schemas.great_war.orders import Offensive
from tests.benchmarks.bench import list_moves
from tests.benchmarks.long_match import AT, SECRETS
from tests.great_war.random_play import lawful_choice
from tests.systems import system_of

SETTINGS = """\
address = "referee@club.example"
proof = "address"
"""

MAILDIR_SETTINGS = f"""{SETTINGS}
[inbox]
kind = "maildir"
path = "{{folder}}/inbox"

[delivery]
to = "maildir"
path = "{{folder}}/outgoing"
"""

Letter = tuple[str, str, str]
"""A match, a side, and what it writes."""

PLAYERS = {"german": "anna@player.example", "entente": "bert@player.example"}


@dataclass(frozen=True)
class Club:
    """A shelf with a post office, and mails that move its matches; `next` is the file of one of them."""

    shelf: Path
    next: Path
    mails: Iterator[bytes]

    def write_next(self) -> None:
        """Put the next mail into its file."""
        self.next.write_bytes(next(self.mails))

    def receive_rest(self, unread: int = 1) -> Sequence[float]:
        """The seconds of CPU of each further mail but the first ones, which read the matches."""
        took: list[float] = []
        with open_office(self.shelf) as desk:
            for raw in self.mails:
                before = process_time()
                done = receiving.receive(desk, raw, AT)
                took.append(process_time() - before)
                assert done.verdict == "judged", done
        return took[unread:]


def found(folder: Path, count: int) -> Club:
    """A club whose German player begins an offensive, and moves with each mail."""
    shelf = folder / "matches"
    (match,) = _open(shelf, ["marne"])
    letters = (("marne", "german", line) for line in _list_orders(match))
    return Club(shelf, folder / "next.eml", _write(islice(letters, count)))


def found_many(folder: Path, count: int, names: Sequence[str]) -> Club:
    """A club of many matches, whose players write in turn, each what may be ordered then."""
    shelf = folder / "matches"
    played = [play(match.folder.parent, match.name) for match in _open(shelf, names)]
    in_turn = chain.from_iterable(zip(*played, strict=True))
    return Club(shelf, folder / "next.eml", _write(islice(in_turn, count)))


def _open(shelf: Path, names: Sequence[str]) -> Sequence[Match]:
    (shelf / FOLDER).mkdir(parents=True)
    (shelf / FOLDER / "config.toml").write_text(SETTINGS)
    opened = [opening.open_match(shelf, name, "ttlm", at=AT, secrets=SECRETS) for name in names]
    with open_office(shelf) as desk:
        for name in names:
            for side, address in PLAYERS.items():
                seats.take_seat(desk, name, side, address)
    return opened


def _list_orders(match: Match) -> Iterator[str]:
    """An offensive, and the moves that it allows."""
    rules, position = match.rules, match.position()
    (prompt,) = rules.prompts(position)
    offensive = next(order for order in rules.lawful(position, prompt) if isinstance(order, Offensive))
    yield system_of(rules).notation.write(offensive)
    begun, _ = machine.play(rules, position, offensive, NoDice())
    yield from (system_of(rules).notation.write(move) for move in list_moves(rules, begun))


def play(shelf: Path, name: str) -> Iterator[Letter]:
    """A lawful order in each position that a match comes to."""
    generator = Random(name)
    while True:
        now = matches.find(shelf, name)
        order = lawful_choice(now.rules, now.position(), generator)
        assert order is not None
        yield name, order.side, now.system.notation.write(order)


def _write(letters: Iterable[Letter]) -> Iterator[bytes]:
    for number, (match, side, text) in enumerate(letters):
        heads = f"From: {PLAYERS[side]}\nTo: referee@club.example\nMessage-ID: <{number}@player.example>"
        yield f"{heads}\nSubject: [{match}]\n\n{text}\n".encode()
