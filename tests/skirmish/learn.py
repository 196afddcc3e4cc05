"""Learn which case notices each mutant: `python -m tests.skirmish.learn`, by hand, in minutes.

The case that noticed a mutant before is asked first. `--fresh` forgets what was learned before.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from time import process_time

from referee.packs.conformance.case_files import FiledCase
from tests.skirmish import code_mutants, noticed, parameter_mutants
from tests.skirmish.filed import FILED

KINDS = ("parameters", "code")


def main() -> None:
    """Learn what was asked for, and print what no case notices."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"one of {', '.join(KINDS)}; else all")
    parser.add_argument("--fresh", action="store_true", help="forget what was learned before")
    told = parser.parse_args()
    found = noticed.by_cost(FILED)
    for kind in told.kinds or KINDS:
        begun = process_time()
        asked = dict(_of_code(found) if kind == "code" else _of_parameters(found))
        learned = _learned(asked, found, {} if told.fresh else noticed.known(kind))
        noticed.keep(kind, learned)
        _tell(kind, [name for name in asked if name not in learned], len(asked), process_time() - begun)


def _tell(kind: str, survivors: Sequence[str], asked: int, seconds: float) -> None:
    lines = [
        f"{kind}: {asked - len(survivors)} of {asked} noticed, in {seconds:.0f} s of CPU time",
        *(f"  no case notices {name}" for name in survivors),
    ]
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


Asked = tuple[Sequence[FiledCase], Callable[[FiledCase], bool]]
"""The cases in the order to ask them in, and whether one of them notices the mutant."""


def _of_parameters(found: Sequence[FiledCase]) -> Iterator[tuple[str, Asked]]:
    for mutant in parameter_mutants.mutants(found[0].bench.pack.pack):
        order = parameter_mutants.in_order(found, mutant.chapter)
        yield mutant.name, (order, lambda one, pack=mutant.pack: parameter_mutants.differs(one, pack))


def _of_code(found: Sequence[FiledCase]) -> Iterator[tuple[str, Asked]]:
    """Only the cases that run through a function can notice a fault in it."""
    every = tuple(code_mutants.every())
    through = noticed.through(found, {faulty.of.__code__ for faulty in every})
    for faulty in every:
        yield faulty.mutant.name, (through[faulty.of.__code__], faulty.noticed_by)


def _learned(
    asked: Mapping[str, Asked], found: Sequence[FiledCase], before: Mapping[str, str]
) -> dict[str, str]:
    """The case that notices each mutant; one that no case notices is left out."""
    named = {noticed.called(one): one for one in found}
    learned: dict[str, str] = {}
    for name, (order, notices) in asked.items():
        known = named.get(before.get(name, ""))
        first = () if known is None else (known,)
        if (case := next((one for one in (*first, *order) if notices(one)), None)) is not None:
            learned[name] = noticed.called(case)
    return learned


if __name__ == "__main__":
    main()
