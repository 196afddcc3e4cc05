"""Speed beside its budgets: `python -m tests.benchmarks.speed [--quick] [--gate] [NAME...]`.

Every figure is a ratio within one run, as `gates.py` explains: milliseconds say more about the machine.
"""

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.benchmarks.bench import FULL, SHORT, Bench, Figure
from tests.benchmarks.gates import GATES, find_broken
from tests.benchmarks.measures import GATED, MEASURES

HEADS = ("what", "measured", "figure", "budget", "within?", "limit")


def main(argv: Sequence[str]) -> None:
    """Measure, and print one table."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.speed", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(MEASURES)}; else all")
    parser.add_argument("--quick", action="store_true", help="small sizes")
    parser.add_argument(
        "--gate", action="store_true", help="measure lines with a limit; exit with 1 if one exceeds it"
    )
    chosen = parser.parse_args(argv)
    if unknown := set(chosen.names) - set(MEASURES):
        parser.error(f"no measure is called {', '.join(sorted(unknown))}")
    with TemporaryDirectory() as folder:
        # Packs are kept apart from those of whoever measures.
        os.environ["XDG_CACHE_HOME"] = str(Path(folder) / "cache")
        bench = Bench(Path(folder), SHORT if chosen.quick else FULL)
        names = chosen.names or (GATED if chosen.gate else MEASURES)
        if chosen.gate:
            sys.exit(gate(bench, names))
        sys.stdout.write(table(figure for name in names for figure in MEASURES[name](bench)) + "\n")


def gate(bench: Bench, names: Iterable[str]) -> int:
    """Print the figures above their limits, and return 1 if there are any."""
    broken = {what: value for name in names for what, value in find_broken(MEASURES[name], bench).items()}
    for what, value in broken.items():
        sys.stdout.write(f"{what}: {value:.2f} {GATES[what].unit}, limit {GATES[what].limit}\n")
    return int(bool(broken))


def table(figures: Iterable[Figure]) -> str:
    """The figures in columns."""
    rows = [HEADS, *map(cells, figures)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)


def cells(figure: Figure) -> tuple[str, ...]:
    """A line of the table."""
    gate = GATES[figure.what]
    within = "yes" if figure.value <= gate.budget else "NO"
    limit = "" if gate.limit is None else f"≤ {gate.limit:g}"
    return (
        figure.what, figure.measured, f"{figure.value:.2f} {gate.unit}", f"≤ {gate.budget:g}", within, limit,
    )  # fmt: skip


if __name__ == "__main__":
    main(sys.argv[1:])
