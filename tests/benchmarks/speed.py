"""How fast the referee is, against what was promised: `python -m tests.benchmarks.speed [--quick] [NAME...]`.

Whole commands are compared with `python -c pass` in the same rounds: milliseconds say more about the machine.
"""

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.benchmarks.bench import FULL, QUICK, Bench, Result
from tests.benchmarks.measures import MEASURES

HEADS = ("what", "measured", "ratio or figure", "budget", "within?")


def main(argv: Sequence[str]) -> None:
    """Measure, and print one table."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.speed", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(MEASURES)}; else all")
    parser.add_argument("--quick", action="store_true", help="only show that everything can be measured")
    chosen = parser.parse_args(argv)
    if unknown := set(chosen.names) - set(MEASURES):
        parser.error(f"nothing is called {', '.join(sorted(unknown))}")
    with TemporaryDirectory() as folder:
        # Packs are kept apart from those of whoever measures.
        os.environ["XDG_CACHE_HOME"] = str(Path(folder) / "cache")
        bench = Bench(Path(folder), QUICK if chosen.quick else FULL)
        names = chosen.names or MEASURES
        sys.stdout.write(table([result for name in names for result in MEASURES[name](bench)]) + "\n")


def table(results: Iterable[Result]) -> str:
    """The results in columns."""
    rows = [HEADS, *map(cells, results)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)


def cells(result: Result) -> tuple[str, ...]:
    """A line of the table."""
    figure = f"{result.figure:,.0f}" if result.figure >= 100 else f"{result.figure:.2f}"
    budget = f"{'≥' if result.at_least else '≤'} {result.budget:,g}"
    return (result.what, result.measured, f"{figure} {result.unit}", budget, "yes" if result.within else "NO")


if __name__ == "__main__":
    main(sys.argv[1:])
