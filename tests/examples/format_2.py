"""Matches of format 2 that tests play from their letters, with the dice that their tests know."""

from collections.abc import Iterator
from pathlib import Path

from referee.cli import demo
from referee.matches import matches
from referee.matches.matches import Match

FOLDER = Path(__file__).parent


def scenes(pack: str, example: str, shelf: Path) -> Iterator[demo.Scene]:
    """Play a match, scene by scene, and keep it on a shelf."""
    return demo.play(shelf, pack, FOLDER / pack / example)


def play(pack: str, example: str, shelf: Path) -> Match:
    """Play a match to its end, and return it."""
    for _ in scenes(pack, example, shelf):
        pass
    return matches.find(shelf, example)
