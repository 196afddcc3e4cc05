"""A hunt for faults that no test notices: `python -m tests.great_war.mutation.hunt fire losses`.

Each mutant lives in a process of its own. It meets the tests that run through the function it changed, the
quick ones first, until one notices it: the conformance cases, orders out of the blue, trying everything,
battles of two opinions and random games. It is a tool for the hand: a full hunt takes an hour.
"""

import argparse
import random
import sys
import time
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.great_war.mutation.chapters import CHAPTERS, chapter
from tests.great_war.mutation.encounters import Encounters, Meeting, narrow, wide
from tests.mutation.mutants import Mutant, functions, mutants
from tests.mutation.survivors import RULES, Explained, explained, outdated

Hunted = tuple[Mutant, str]
"""A mutant and in what manner it was noticed: nothing where nobody did."""


def hunted(tests: Encounters, names: Iterable[str], prey: Iterable[Mutant], at_once: int) -> Iterator[Hunted]:
    """Who noticed each mutant, some of them living at once."""
    known = {name.rpartition(".")[2]: functions(chapter(name)) for name in names}
    living: deque[Meeting] = deque()
    for mutant in prey:
        if len(living) == at_once:
            first = living.popleft()
            yield first.mutant, tests.end(first)
        living.append(tests.meet(known[mutant.module][mutant.function], mutant))
    yield from ((meeting.mutant, tests.end(meeting)) for meeting in living)


def table(prey: Iterable[Mutant], unnoticed: Iterable[Mutant], known: Iterable[Mutant]) -> Iterator[str]:
    """What became of the mutants, chapter by chapter."""
    whole, new, said = (Counter(mutant.module for mutant in some) for some in (prey, unnoticed, known))
    yield f"{'chapter':20}{'mutants':>9}{'killed':>9}{'explained':>11}{'new':>6}{'rate':>9}"
    for name in whole:
        yield _row(name, whole[name], new[name], said[name])
    yield _row("all", whole.total(), new.total(), said.total())


def _row(name: str, whole: int, new: int, said: int) -> str:
    killed = whole - new - said
    return f"{name:20}{whole:9}{killed:9}{said:11}{new:6}{killed / whole:9.1%}"


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def asked(*arguments: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="hunt", description="Put faults into chapters of the rules, one by one."
    )
    parser.add_argument("chapters", nargs="*", metavar="CHAPTER", help=f"of {', '.join(CHAPTERS)}; else all")
    parser.add_argument("--share", type=float, default=1.0, help="hunt some of the mutants: 0.2 is a fifth")
    parser.add_argument("--narrow", action="store_true", help="meet them with cases and single orders only")
    parser.add_argument("--anew", action="store_true", help="hunt those as well that survivors.yaml explains")
    parser.add_argument("--among", type=Path, help="hunt those that an earlier hunt, kept here, has named")
    parser.add_argument("--at-once", type=int, default=1, help="how many mutants live at once")
    return parser.parse_args(arguments)


def main(*arguments: str) -> int:
    """Hunt, and say which mutants nobody noticed that nobody has explained."""
    wanted = asked(*arguments)
    names = tuple(name for name in CHAPTERS if name in wanted.chapters) or tuple(CHAPTERS)
    chance, started = random.Random(1), time.monotonic()
    every = [mutant for name in names for mutant in mutants(chapter(name))]
    among = wanted.among.read_text("utf-8").splitlines() if wanted.among else None
    prey = [
        mutant
        for mutant in every
        if chance.random() < wanted.share and (among is None or str(mutant) in among or mutant.name in among)
    ]
    known: dict[str, Explained] = dict(explained(RULES))
    spared = [] if wanted.anew else [mutant for mutant in prey if mutant.name in known]
    tests = Encounters((*narrow(), *(() if wanted.narrow else wide())))
    tests.trace()
    unnoticed: list[Mutant] = []
    manners: Counter[str] = Counter()
    for mutant, manner in hunted(tests, names, [one for one in prey if one not in spared], wanted.at_once):
        manners[manner] += 1
        if manner and mutant.name in known:
            say(f"noticed now ({manner}): {mutant}")
        elif not manner and mutant.name in known:
            spared.append(mutant)
        elif not manner:
            unnoticed.append(mutant)
            say(str(mutant))
    for name in outdated(known, names, (mutant.name for mutant in every)):
        say(f"explained, and no mutant any more: {name}")
    say("\n".join(table(prey, unnoticed, spared)))
    ways = ", ".join(f"{count} by {manner}" for manner, count in manners.most_common() if manner)
    say(f"noticed: {ways or 'none'}; {time.monotonic() - started:.0f} s")
    return 1 if unnoticed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
