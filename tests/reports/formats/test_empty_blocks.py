"""Blocks with nothing in them: no writer stumbles over one, and nothing of it is written."""

import pytest

from referee.reports import publishing
from referee.reports.formats.format_names import FORMATS
from schemas.reports import Block, Bullets, DiceThrown, Document, Heading, Paragraph, Table, Verbatim, words

EMPTY: dict[str, Block] = {
    "lines": Verbatim(lines=()),
    "dice": DiceThrown(rolls=()),
    "a list": Bullets(items=()),
    "words": Paragraph(parts=()),
    "a heading": Heading(text=""),
    "a table": Table(columns=(), rows=()),
    "a table of empty rows": Table(columns=(), rows=((), ())),
}


@pytest.mark.parametrize("form", [form for form in FORMATS if form != "json"])
@pytest.mark.parametrize("empty", EMPTY)
def test_a_block_with_nothing_in_it_is_written(form: str, empty: str) -> None:
    around = words("before"), words("behind")
    document = Document(title="A report", blocks=(around[0], EMPTY[empty], around[1]))
    written = publishing.publish(document, form)

    assert "before" in written
    assert "behind" in written


@pytest.mark.parametrize("form", ["phpbb", "bgg"])
@pytest.mark.parametrize("empty", ["lines", "dice"])
def test_a_forum_gets_no_box_around_nothing(form: str, empty: str) -> None:
    written = publishing.publish(Document(title="A report", blocks=(EMPTY[empty],)), form)

    assert "[code]" not in written
    assert "[c]" not in written
