"""The conformance cases of the sheet, read once for all the tests of a process."""

from pathlib import Path

from referee.packs.conformance import case_files

FILED = case_files.read([Path(__file__).parent / "cases"])
