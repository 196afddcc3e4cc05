"""How long reports are: `python -m tests.benchmarks.reports [--count N] [--full] [--language fr]`.

Random questions of random wars and of recorded ones: the report that goes to the side that is asked, and
the one that goes to a reader who is not.
"""

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from referee.matches import history
from referee.matches.matches import Match
from referee.reports import documents, publishing
from referee.reports.pictures import columns
from schemas.record import PUBLIC, Side
from tests.benchmarks.letters import WARS, lay_down
from tests.great_war.played_match import played

SEEDS = (1914, 1954, 1994)
"""The random wars."""

WIDTH, MEDIAN, MOST, ASKED = 72, 50, 90, 67
"""The limits: columns; lines of half of the reports, and of 95 %; of 95 % of those that ask a question.

The last was 65 before reports marked moved pieces and full areas, which a seventh of the writers of letters
overlooked.
"""


@dataclass(frozen=True)
class Length:
    """The lines of a report and its widest column; `question` is empty where its reader is not asked."""

    question: str
    lines: int
    widest: int
    where: str


def gather_wars(names: Sequence[str], root: Path) -> dict[str, Match]:
    """Recorded wars by their names, laid down in a folder, and random ones by their seeds."""
    return {name: played(int(name), 3) if name.isdecimal() else lay_down(name, root) for name in names}


def measure(
    count: int, wars: Mapping[str, Match], *, full: bool = False, language: str = "en"
) -> Iterator[Length]:
    """Reports of random entries: two of three for the side that is asked, the third for someone else."""
    rng, names = Random(count), tuple(wars)
    for number in range(count):
        name = names[number % len(names)]
        match = wars[name].speaking(language)
        at = rng.randint(2, len(match.entries))
        asked = history.list_awaited_sides(match.rules, match.position(at))
        others = [side for side in (*match.header.sides, PUBLIC) if side not in asked]
        reader: Side = rng.choice(asked if asked and number % 3 else others)
        prompts = [one.question for one in match.rules.prompts(match.position(at)) if one.side == reader]
        document = documents.report(match, reader, at=at, due="Sunday, 20:00 UTC", full=full)
        lines = publishing.publish(document, "text").split("\n")
        widest = max(map(columns.width, lines))
        question = prompts[0] if prompts else ""
        yield Length(question, len(lines) - 1, widest, f"{name} {reader} --at {at}")


def find_share(lengths: Sequence[Length], share: float) -> int:
    """The lines that such a share of reports does not exceed."""
    lines = sorted(one.lines for one in lengths)
    return lines[min(int(len(lines) * share), len(lines) - 1)]


def main(argv: Sequence[str]) -> None:
    """Measure, and print a table by question."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.reports", description=__doc__)
    parser.add_argument("--count", type=int, default=1000, metavar="N", help="how many reports")
    parser.add_argument("--full", action="store_true", help="with everything")
    parser.add_argument("--language", default="en", help="the language that they are written in")
    chosen = parser.parse_args(argv)
    names = (*WARS, *map(str, SEEDS))
    with TemporaryDirectory() as folder:
        wars = gather_wars(names, Path(folder))
        lengths = list(measure(chosen.count, wars, full=chosen.full, language=chosen.language))
    row = "{:<18} {:>7} {:>7} {:>7} {:>7} {:>7}  {}\n".format
    sys.stdout.write(row("asked", "reports", "median", "95 %", "most", "columns", "the longest"))
    asked = [one for one in lengths if one.question]
    groups = {one.question or "nothing": [] for one in lengths}
    for one in lengths:
        groups[one.question or "nothing"].append(one)
    for name, some in (*sorted(groups.items()), ("any question", asked), ("all", lengths)):
        longest = max(some, key=lambda one: one.lines)
        shares = (find_share(some, share) for share in (0.5, 0.95))
        widest = max(one.widest for one in some)
        sys.stdout.write(row(name, len(some), *shares, longest.lines, widest, longest.where))


if __name__ == "__main__":
    main(sys.argv[1:])
