"""Whole wars of players who retreat into armies of coming battles, by hand and by the thousand.

`python -m tests.great_war.campaigns.retreats --first 0 --count 1000` plays them in turn over the scenarios
and the options of retreats of both packs, and counts the marked pieces that a retreat moved.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product

from referee.packs import loading
from referee.systems.great_war.rules import GreatWar
from tests.great_war.campaigns.campaign import steps
from tests.great_war.campaigns.retreat_marks import RetreatMarks

GATHER = 40.0
"""How much the players of these wars like to retreat into armies, and out with who has."""

CHOICES: tuple[Mapping[str, str], ...] = (
    {},
    {"marked-in-armies": "hold-the-army"},
    {"empty-armies-driven": "do-not-count", "forced-retreat-blocked": "stays"},
    {"hidden-templates": "yes"},
)
"""The options that bear on retreats, some at a time."""

PACKS = ("ttlm", "aac")


def wars() -> tuple[GreatWar, ...]:
    """The rules of every kind of war that is played in turn."""
    found = {name: loading.load(name).pack for name in PACKS}
    scenarios = [(found[name], one.id) for name in PACKS for one in found[name].scenarios]
    return tuple(GreatWar(pack, id, chosen) for chosen, (pack, id) in product(CHOICES, scenarios))


def war(rules: GreatWar, seed: int) -> tuple[list[str], Counter[str]]:
    """A war to its end: the marked pieces that a retreat moved, and how often what happened."""
    marks, moved = RetreatMarks(), list[str]()
    for before, _, events, _ in steps(rules, seed, gather=GATHER):
        position = before
        for event in events:
            moved += marks.enter(position, event)
            position = rules.evolve(position, event)
    return moved, marks.met


def played(first: int, count: int) -> Iterator[tuple[int, list[str], Counter[str]]]:
    """Wars in turn over all that are of a kind."""
    kinds = wars()
    for seed in range(first, first + count):
        yield (seed, *war(kinds[seed % len(kinds)], seed))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=10)
    asked = parser.parse_args()
    met: Counter[str] = Counter()
    for number, (seed, moved, happened) in enumerate(played(asked.first, asked.count), 1):
        met.update(happened)
        met["marked pieces moved"] += len(moved)
        told = ", ".join(f"{count} {what}" for what, count in sorted(met.items()))
        sys.stdout.write(f"{number} wars, the last of seed {seed}: {told}\n")
        sys.stdout.flush()
    sys.exit(bool(met["marked pieces moved"]))


if __name__ == "__main__":
    main()
