"""The conformance cases of the sheet, read once for all the tests of a process."""

from pathlib import Path

from referee.packs.conformance import cases

FILED = cases.read([Path(__file__).parent / "cases"])
