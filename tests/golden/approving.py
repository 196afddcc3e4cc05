"""What was approved once, to be compared with; what differs from run to run is blotted out."""

import re
from pathlib import Path

import pytest

from referee.reports.formats.format_names import FORMATS

REPORTS = Path(__file__).parent / "reports"

SEAL = re.compile(r"\b(\d+):[0-9a-f]{64}")


def name_report(stem: str, form: str) -> str:
    """The file of a golden report: a format beside `text` whose files end in `.txt` says which it is."""
    ending = FORMATS[form]
    return f"{stem}.{form}{ending}" if ending == ".txt" and form != "text" else f"{stem}{ending}"


def check(request: pytest.FixtureRequest, name: str, written: str) -> None:
    """Compare with what was approved, or approve it; seals cover salts that differ from run to run."""
    path, written = REPORTS / name, SEAL.sub(r"\1:the-seal-of-this-run", written)
    if request.config.getoption("--rewrite-golden"):
        path.write_text(written, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == written, f"{name} is not as it was approved"
