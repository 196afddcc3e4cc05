"""Matches of format 2 that tests play from their letters, with the dice that their tests know."""

from collections.abc import Iterator
from pathlib import Path

from referee.cli import demo

FOLDER = Path(__file__).parent


def scenes(pack: str, example: str, shelf: Path) -> Iterator[demo.Scene]:
    """Play a match, scene by scene, and keep it on a shelf."""
    return demo.play(shelf, pack, FOLDER / pack / example)
