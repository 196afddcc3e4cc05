"""The conformance cases of both theatres, read once for all the tests of a process."""

from pathlib import Path

from referee.packs.conformance import twins
from referee.packs.conformance.case_files import FiledCase

FOLDER = Path(__file__).parent / "cases"

WITH_TWINS = twins.read([FOLDER])
"""The cases, and behind them their twins."""

FILED = tuple(filed for filed in WITH_TWINS if filed.under == "cases")


def of(*files: str) -> tuple[FiledCase, ...]:
    """The cases of some files, each without its suffix."""
    found = tuple(filed for filed in FILED if Path(filed.place.file).stem in files)
    assert {Path(filed.place.file).stem for filed in found} == set(files)
    return found
