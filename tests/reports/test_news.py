"""The last entries in short: which of them make one item, how far an item goes, and what is left out."""

import shutil
from pathlib import Path

import pytest

from referee.engine.tongue import ENGLISH
from referee.matches import matches, moderating
from referee.reports import documents, publishing
from referee.reports.parts import news
from referee.reports.parts.news import Heard
from schemas.record import Roll
from schemas.reports.document import Bullets, DiceThrown, Text
from tests.duels import AT

THROWN = (DiceThrown(rolls=(Roll(purpose="fire", faces=(3,)),)),)

Said = tuple[int, str, tuple[DiceThrown, ...]]

ITEMS: dict[str, tuple[list[Said], list[str]]] = {
    "what a side did on end is one item": (
        [(4, "Red", ()), (5, "Red", ()), (6, "Red", ())],
        ["4-6, Red: does 4 does 5 does 6"],
    ),
    "another side has an item of its own": (
        [(4, "Red", ()), (5, "Blue", ())],
        ["4, Red: does 4", "5, Blue: does 5"],
    ),
    "dice have an item of their own": (
        [(4, "Red", ()), (5, "Red", THROWN), (6, "Red", ())],
        ["4, Red: does 4", "5, Red: does 5", "6, Red: does 6"],
    ),
    "what no side did stands by itself": (
        [(4, "Red", ()), (5, "", ()), (6, "", ()), (7, "Red", ())],
        ["4, Red: does 4", "does 5", "does 6", "7, Red: does 7"],
    ),
}


def _list_items(blocks: tuple[object, ...]) -> list[str]:
    (bullets,) = blocks
    assert isinstance(bullets, Bullets)
    return ["".join(part.text for part in item) for item in bullets.items]


@pytest.mark.parametrize("case", ITEMS)
def test_what_makes_one_item(case: str) -> None:
    said, items = ITEMS[case]
    heard = [Heard(seq, side, (Text(text=f"does {seq}"),), dice) for seq, side, dice in said]

    told = news.tell(ENGLISH, heard, asked=False)
    assert _list_items(told.blocks) == items
    assert told.dice == tuple(thrown for _, _, dice in said for thrown in dice)


def test_a_long_note_is_cut_and_a_reader_who_is_not_asked_hears_where_the_rest_is(
    example_shelf: Path, tmp_path: Path
) -> None:
    shutil.copytree(example_shelf, tmp_path / "wars")
    moderating.note(tmp_path / "wars", "liege", "word " * 200, by=None, private=False, at=AT)
    match = matches.find(tmp_path / "wars", "liege")
    asked, other = (
        " ".join(publishing.publish(documents.report(match, side, since=67), "text").split())
        for side in ("german", "entente")
    )

    assert "word …" in asked
    assert "word …" in other
    assert asked.count("word") < other.count("word") < 100
    assert "The full report tells all of it." in other
    assert "The full report" not in asked
