"""Which case notices which mutant: learned once, kept beside the tests, so that a run asks one case each."""

import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from time import process_time
from types import CodeType, FrameType

import yaml

from referee.packs.conformance.case_files import FiledCase
from tests.skirmish.parameter_mutants import differs

KEPT = Path(__file__).parent / "noticing"
HEAD = "# Which case notices which mutants. `python -m tests.skirmish.learn` writes this file.\n"


def called(one: FiledCase) -> str:
    """What a case is known by, wherever it stands in its file."""
    return f"{Path(one.place.file).stem}, {' '.join(one.case.clauses)}: {one.case.title}"


def known(kind: str) -> dict[str, str]:
    """The case that notices each mutant of a kind, by the name of the mutant."""
    file = KEPT / f"{kind}.yaml"
    tree: Mapping[str, Sequence[str]] = (
        yaml.safe_load(file.read_text(encoding="utf-8")) if file.exists() else {}
    )
    return {mutant: case for case, mutants in tree.items() for mutant in mutants}


def keep(kind: str, found: Mapping[str, str]) -> None:
    """Write which case notices each mutant of a kind, case by case."""
    tree: dict[str, list[str]] = {}
    for mutant, case in sorted(found.items()):
        tree.setdefault(case, []).append(mutant)
    KEPT.mkdir(exist_ok=True)
    text = yaml.safe_dump(dict(sorted(tree.items())), allow_unicode=True, width=10_000, sort_keys=False)
    (KEPT / f"{kind}.yaml").write_text(HEAD + text, encoding="utf-8")


def by_cost(found: Iterable[FiledCase]) -> list[FiledCase]:
    """The cases, those first that take least CPU time."""
    taken: dict[str, float] = {}
    for one in (found := tuple(found)):
        begun = process_time()
        differs(one, one.bench.pack.pack)
        taken[called(one)] = process_time() - begun
    return sorted(found, key=lambda one: taken[called(one)])


def through(found: Iterable[FiledCase], codes: Iterable[CodeType]) -> dict[CodeType, list[FiledCase]]:
    """The cases that run through each function, in their order."""
    ran: dict[CodeType, list[FiledCase]] = {code: [] for code in codes}
    running: set[CodeType] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code in ran:
            running.add(frame.f_code)

    for one in found:
        running.clear()
        sys.setprofile(note)
        try:
            differs(one, one.bench.pack.pack)
        finally:
            sys.setprofile(None)
        for code in running:
            ran[code].append(one)
    return ran
