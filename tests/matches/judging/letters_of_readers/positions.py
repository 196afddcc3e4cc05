"""The positions of the letters: the first entries of wars between two bots."""

import gzip
import json
from pathlib import Path

FOLDER = Path(__file__).parent

SIDES = {
    "p01": "german", "p02": "entente", "p03": "entente", "p04": "entente", "p05": "entente",
    "p06": "german", "p07": "german", "p08": "german", "p09": "central", "p10": "entente",
}  # fmt: skip
"""The side that is asked in each position."""


def make_shelf(shelf: Path) -> Path:
    """Write the matches of all positions into a folder, and return it."""
    secrets: dict[str, str] = json.loads((FOLDER / "secrets.json").read_bytes())
    for name in SIDES:
        match = shelf / name
        match.mkdir(parents=True)
        (match / "journal.jsonl").write_bytes(gzip.decompress((FOLDER / f"{name}.jsonl.gz").read_bytes()))
        (match / "secret.json").write_text(secrets[name])
    return shelf
