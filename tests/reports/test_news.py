"""The last entries in short: which of them make one item, how far an item goes, and what is left out."""

import shutil
from pathlib import Path

import pytest

from referee.i18n import languages
from referee.i18n.translator import ENGLISH
from referee.matches import matches, moderator_entries
from referee.reports import documents, event_news, publishing
from referee.reports.event_news import Heard
from schemas.record import Roll
from schemas.reports import Bullets, DiceThrown, Table, Text
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
def test_entries_of_one_item(case: str) -> None:
    said, items = ITEMS[case]
    heard = [Heard(seq, side, (Text(text=f"does {seq}"),), dice) for seq, side, dice in said]

    told = event_news.tell_news(ENGLISH, heard, has_prompt=False)
    assert _list_items(told.blocks) == items
    assert told.dice == tuple(thrown for _, _, dice in said for thrown in dice)


def test_item_has_the_colon_of_its_language() -> None:
    heard = [Heard(4, "Allemagne", (Text(text="passe."),))]

    told = event_news.tell_each(languages.tongue("fr"), heard, has_prompt=True)
    assert _list_items(told.blocks) == ["4, Allemagne\u00a0: passe."]


ROOM: dict[str, tuple[bool, list[int], list[int], str]] = {
    "all find room": (False, [300, 350], [300, 350], ""),
    "one letter too many": (False, [301, 350], [350], "1 earlier entry is in the full report"),
    "two of four": (False, [10, 10, 301, 349], [301, 349], "2 earlier entries are in the full report"),
    "one that is longer than an item may be": (False, [400], [351], "contains the rest"),
    "as long as an item may be": (False, [350], [350], ""),
    "all find the room of one who is asked": (True, [100, 140], [100, 140], ""),
    "one letter too many for him": (True, [101, 140], [140], "1 earlier entry is in the full report"),
    "a long one for him": (True, [300], [239], ""),
}
"""Whether the reader is asked, how long entries are, how long those that are told, and what is missing."""


@pytest.mark.parametrize(("asked", "lengths", "told", "more"), ROOM.values(), ids=ROOM)
def test_last_entries_fill_the_room(asked: bool, lengths: list[int], told: list[int], more: str) -> None:
    texts = [("xxxxxx " * 99)[: size - 1] + "." for size in lengths]
    heard = [Heard(seq, "", (Text(text=text),)) for seq, text in enumerate(texts, 1)]

    items = _list_items(event_news.tell_news(ENGLISH, heard, has_prompt=asked).blocks)
    said = [item for item in items if "full report" not in item]
    assert [len(item) for item in said] == told
    assert "".join(item for item in items if item not in said).find(more) > -1
    assert bool(more) == (len(items) > len(said))


def test_amendment_is_always_shown() -> None:
    heard = [
        Heard(1, "", (Text(text="exchanged"),), must=True),
        Heard(2, "Red", (Text(text="goes"),)),
        Heard(3, "", (Text(text="x" * 340),)),
        Heard(4, "", (Text(text="y" * 340),)),
    ]

    told = _list_items(event_news.tell_news(ENGLISH, heard, has_prompt=False).blocks)
    assert told[:2] == ["2 earlier entries are in the full report.", "exchanged"]
    assert len(told) == 3


@pytest.mark.parametrize(
    ("asked", "rows", "shown"), [(False, 8, 8), (False, 9, 8), (True, 6, 6), (True, 7, 6)]
)
def test_last_rows_of_a_long_table_are_shown(asked: bool, rows: int, shown: int) -> None:
    table = Table(columns=("Area",), rows=tuple((str(number),) for number in range(rows)))

    *said, cut = event_news.trim_news(ENGLISH, [table], has_prompt=asked)
    assert isinstance(cut, Table)
    assert [row for (row,) in cut.rows] == [str(number) for number in range(rows)][-shown:]
    assert len(said) == (rows > shown)


def test_a_long_note_is_cut_and_a_reader_who_is_not_asked_hears_where_the_rest_is(
    example_shelf: Path, tmp_path: Path
) -> None:
    shutil.copytree(example_shelf, tmp_path / "wars")
    moderator_entries.note(tmp_path / "wars", "liege", "word " * 200, by=None, private=False, at=AT)
    match = matches.find(tmp_path / "wars", "liege")
    asked, other = (
        " ".join(publishing.publish(documents.report(match, side, since=67), "text").split())
        for side in ("german", "entente")
    )

    assert "word …" in asked
    assert "word …" in other
    assert asked.count("word") < other.count("word") < 100
    assert "The full report contains the rest." in other
    assert "The full report" not in asked
