"""A post office with mail to receive: letters of one move each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from time import process_time

from referee.engine import machine
from referee.engine.dice import NoDice
from referee.mail import receiving, seats
from referee.mail.office import FOLDER, open_office
from referee.matches import opening
from referee.matches.matches import Match
from schemas.great_war.orders import Offensive
from tests.benchmarks.bench import list_moves
from tests.benchmarks.long_match import AT, SECRETS

SETTINGS = """\
address = "referee@club.example"
proof = "address"
"""
PLAYERS = {"german": "anna@player.example", "entente": "bert@player.example"}


@dataclass(frozen=True)
class Club:
    """A shelf with a post office, and mails that move its match; `next` is the file of one of them."""

    shelf: Path
    next: Path
    mails: Iterator[bytes]

    def write_next(self) -> None:
        """Put the next mail into its file."""
        self.next.write_bytes(next(self.mails))

    def receive_rest(self) -> Sequence[float]:
        """The seconds of CPU of each further mail but the first, which reads the match."""
        took: list[float] = []
        with open_office(self.shelf) as desk:
            for raw in self.mails:
                before = process_time()
                done = receiving.receive(desk, raw, AT)
                took.append(process_time() - before)
                assert done.verdict == "judged", done
        return took[1:]


def found(folder: Path, count: int) -> Club:
    """A club whose German player begins an offensive, and moves with each mail."""
    shelf = folder / "matches"
    (shelf / FOLDER).mkdir(parents=True)
    (shelf / FOLDER / "config.toml").write_text(SETTINGS)
    match = opening.open_match(shelf, "marne", "ttlm", at=AT, secrets=SECRETS)
    with open_office(shelf) as desk:
        for side, address in PLAYERS.items():
            seats.take_seat(desk, "marne", side, address)
    lines = islice(_list_orders(match), count)
    mails = (_write(number, line) for number, line in enumerate(lines))
    return Club(shelf, folder / "next.eml", mails)


def _list_orders(match: Match) -> Iterator[str]:
    """An offensive, and the moves that it allows."""
    rules, position = match.rules, match.position()
    (prompt,) = rules.prompts(position)
    offensive = next(
        order for order in machine.lawful(rules, position, prompt) if isinstance(order, Offensive)
    )
    yield rules.write(offensive)
    begun, _ = machine.play(rules, position, offensive, NoDice())
    yield from (rules.write(move) for move in list_moves(rules, begun))


def _write(number: int, text: str) -> bytes:
    heads = f"From: {PLAYERS['german']}\nTo: referee@club.example\nMessage-ID: <{number}@player.example>"
    return f"{heads}\nSubject: [marne]\n\n{text}\n".encode()
