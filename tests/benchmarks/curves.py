"""How commands grow with a match: `python -m tests.benchmarks.curves [--events 0 150 2900 14000 70000]`.

Each column is a match with at least so many events, headed by its entries. Each figure is the least of some
rounds, in seconds of the processor, beside that of the floor in the same rounds.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import count, islice, repeat
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from referee.matches import matches, moderator_entries, opening
from referee.matches.matches import Match
from tests.benchmarks import long_match
from tests.benchmarks.bench import SHORT, Bench, list_moves
from tests.benchmarks.long_match import AT, NAME, SECRETS, Players
from tests.benchmarks.stopwatch import FLOOR, Command, interleaved

EVENTS = (0, 150, 2_900, 14_000, 70_000)
"""The events of matches that have some 0, 100, 2,000, 10,000 and 50,000 entries."""

COMMANDS = {
    "show": (), "prompts": (), "options": (), "report": (), "map": (), "log": ("--last", "20"),
    "dispute": ("1",), "verify": (),
}  # fmt: skip
"""What is asked of each match."""


WAR = 14_000
"""The events that a war lasts for; a longer match is taken back to its opening, and played again."""


def build(shelf: Path, events: int) -> Match:
    """A match of at least so many events; one that was just opened, for none."""
    if not events:
        opening.open_match(shelf, NAME, "ttlm", at=AT, secrets=SECRETS)
        return matches.find(shelf, NAME)
    long_match.build(shelf, min(events, WAR))
    chances, lasted = count(1), WAR
    while lasted < events:
        moderator_entries.retract(shelf, NAME, to=1, by=None, reason="once more", at=AT)
        with matches.hold(shelf, NAME) as (writer, match):
            players = Players(match, WAR, Random(next(chances)))
            while not players.over and players.happened < WAR:
                players.send_letter(writer)
        # A war that ends early asks nothing more.
        lasted += 0 if players.over else WAR
    return matches.find(shelf, NAME)


def measure(bench: Bench, match: Match, rounds: int) -> dict[str, float]:
    """Return the time of each command with a match, as a ratio to the floor."""
    asked: dict[str, Command] = {name: bench.ask(name, match, *more) for name, more in COMMANDS.items()}
    for move in islice(list_moves(match.rules, match.position()), 1):
        letter = f"side: {move.side}\n{match.system.notation.write(move)}".encode()
        asked["submit --dry-run"] = bench.ask("submit", match, "--dry-run", inputs=repeat(letter))
    took = interleaved({"": FLOOR, **asked}, bench.environment, rounds)
    base = took.pop("")
    return {name: of / base for name, of in took.items()}


def rows(grown: Sequence[tuple[int, dict[str, float]]]) -> Iterator[str]:
    """The table, a command a line; where a match has no such question, its place is empty."""
    yield f"{'entries':18}" + "".join(f"{entries:>9,}" for entries, _ in grown)
    for name in dict.fromkeys(name for _, took in grown for name in took):
        cells = (f"{took[name]:9.1f}" if name in took else f"{'':9}" for _, took in grown)
        yield f"{name:18}" + "".join(cells)


def main(argv: Sequence[str]) -> None:
    """Measure matches of several lengths, and print one table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, nargs="+", default=EVENTS)
    parser.add_argument("--rounds", type=int, default=7)
    chosen = parser.parse_args(argv)
    grown: list[tuple[int, dict[str, float]]] = []
    with TemporaryDirectory() as folder:
        bench = Bench(Path(folder), SHORT)
        for events in chosen.events:
            match = build(Path(folder) / f"of-{events}", events)
            grown.append((len(match.entries), measure(bench, match, chosen.rounds)))
    sys.stdout.write("\n".join(rows(grown)) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
