"""The positions of the free letters: the first entries of wars between two bots."""

import gzip
import json
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent

SIDES = {
    "q01": "german", "q02": "entente", "q03": "german", "q04": "german", "q05": "entente",
    "q06": "entente", "q07": "entente", "q08": "entente", "q09": "central", "q10": "entente",
}  # fmt: skip
"""The side that is asked in each position."""


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
        return SIDES[self.position]


LETTERS = [
    FreeLetter(**json.loads(line)) for line in (FOLDER.parent / "letters.jsonl").read_text().splitlines()
]


def make_shelf(shelf: Path) -> Path:
    """Write the matches of all positions into a folder, and return it."""
    secrets: dict[str, str] = json.loads((FOLDER / "secrets.json").read_bytes())
    for name in SIDES:
        match = shelf / name
        match.mkdir(parents=True)
        (match / "journal.jsonl").write_bytes(gzip.decompress((FOLDER / f"{name}.jsonl.gz").read_bytes()))
        (match / "secret.json").write_text(secrets[name])
    return shelf
