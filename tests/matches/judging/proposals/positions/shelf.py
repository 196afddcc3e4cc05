"""The positions of the free letters: the first entries of wars between two bots."""

import gzip
import json
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent

SIDES = {
    "q01": "german", "q02": "entente", "q03": "german", "q04": "german", "q05": "entente",
    "q06": "entente", "q07": "entente", "q08": "entente", "q09": "central", "q10": "entente",
}  # fmt: skip
"""The side that is asked in each position."""


LATER = FOLDER.parent / "later"
LATER_SIDES = {
    "p01": "german", "p02": "german", "p03": "entente", "p04": "entente", "p05": "german", "p06": "german",
    "p07": "german", "p08": "entente", "p09": "central", "p10": "entente", "p11": "central", "p12": "german",
}  # fmt: skip
"""The side that is asked in each position of the later letters."""


class FreeLetter(NamedTuple):
    """A letter by a writer who had only the report, and the orders that it means, illegal ones included."""

    language: str
    number: int
    position: str
    is_free: bool
    meant: list[str]
    letter: str

    @property
    def side(self) -> str:
        """The writer's side."""
        return {**SIDES, **LATER_SIDES}[self.position]


def _read_letters(path: Path) -> list[FreeLetter]:
    return [FreeLetter(**json.loads(line)) for line in path.read_text().splitlines()]


LETTERS = _read_letters(FOLDER.parent / "letters.jsonl")
LATER_LETTERS = _read_letters(LATER / "letters.jsonl")
LAST_LETTERS = _read_letters(FOLDER.parent / "last_letters.jsonl")
"""Letters to the positions of `LETTERS` by writers who came when the reader was ready."""


def make_shelf(shelf: Path) -> Path:
    """Write the matches of all positions into a folder, and return it."""
    _make_matches(shelf, FOLDER, SIDES)
    return _make_matches(shelf, LATER, LATER_SIDES)


def _make_matches(shelf: Path, folder: Path, names: Iterable[str]) -> Path:
    secrets: dict[str, str] = json.loads((folder / "secrets.json").read_bytes())
    for name in names:
        match = shelf / name
        match.mkdir(parents=True)
        (match / "journal.jsonl").write_bytes(gzip.decompress((folder / f"{name}.jsonl.gz").read_bytes()))
        (match / "secret.json").write_text(secrets[name])
    return shelf
