"""The conformance cases of both theatres, read once for all the tests of a process that ask for them.

Collecting the tests reads none: their files are enough to name them.
"""

from functools import cache
from pathlib import Path

from referee.packs.conformance import twins
from referee.packs.conformance.case_files import FiledCase

FOLDER = Path(__file__).parent / "cases"

FILES = tuple(sorted(path.stem for path in FOLDER.glob("*.yaml")))
"""The files of cases, without their suffix."""


@cache
def with_twins() -> tuple[FiledCase, ...]:
    """The cases, and behind them their twins."""
    return tuple(twins.read([FOLDER]))


@cache
def without_twins() -> tuple[FiledCase, ...]:
    """The cases as they are written."""
    return tuple(filed for filed in with_twins() if filed.under == "cases")


def of(*files: str) -> tuple[FiledCase, ...]:
    """The cases of some files, each without its suffix."""
    found = tuple(filed for filed in without_twins() if Path(filed.place.file).stem in files)
    assert {Path(filed.place.file).stem for filed in found} == set(files)
    return found
