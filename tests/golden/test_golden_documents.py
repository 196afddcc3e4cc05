"""A document with every block, and with signs that mean something to some format, in every format.

After a wanted change: `pytest tests/golden --rewrite-golden`, and read the difference.
"""

from pathlib import Path

import pytest

from referee.i18n import languages
from referee.matches import matches
from referee.reports import documents, publishing
from referee.reports.formats import plain_text
from referee.reports.formats.format_names import FORMATS
from schemas.record import Roll
from schemas.reports import (
    AreaName,
    Bullets,
    Code,
    Counter,
    DiceThrown,
    Document,
    Figure,
    Heading,
    Paragraph,
    PictureSide,
    Strong,
    Table,
    Text,
    Verbatim,
    Verdict,
    words,
)
from tests.golden.approving import check, name_report

KEY = "ab" * 32
SIGNS = "*a* _b_ `c` [b]d[/b] <i>e</i> & | # - 1. \\ ~ ![x](y)"

ALL = Document(
    title="duel: report for Red & Blue",
    subject="[duel] your answer",
    sides=(
        PictureSide(side="red", name="Red", colour="#aa0000"),
        PictureSide(side="blue", name="Blue", colour="#0000aa"),
    ),
    blocks=(
        words("Plain words: ", SIGNS, "."),
        words("# a line like a heading"),
        words("- a line like an item"),
        words("1. a line like a number"),
        Heading(text="Words"),
        Paragraph(
            parts=(
                Counter(text="1st Army", side="red"),
                Text(text=" leaves "),
                AreaName(text="Liège"),
                Text(text="; "),
                Counter(text="nobody's fort"),
                Text(text=" "),
                Strong(text="stays"),
                Text(text=": "),
                Code(text="move `ge-1`"),
                Text(text=" "),
                Verdict(text="Accepted", stands=True),
                Text(text=" "),
                Verdict(text="Refused", stands=False),
                Text(text="."),
            )
        ),
        words("long " * 30, "x" * 90, " end"),
        words("宽 " * 40),
        Heading(text="Lists", level=3),
        Bullets(items=((Text(text="one"),), (Strong(text="two"), Text(text=" and more" * 12)), ())),
        Heading(text="Tables", level=4),
        Table(
            columns=("Area", "Points", "Said"),
            rows=(("Liège", "1", "a | b"), ("宽", "12", ""), ("", "", "*c*")),
            numeric=(1,),
        ),
        Table(columns=("Name", "What is said of it at some length"), rows=(("x", "word " * 25), ("yy", "z"))),
        Table(columns=("Nothing",), rows=()),
        Heading(text="Dice"),
        DiceThrown(
            rolls=(
                Roll(purpose="fire", needed=2, faces=(1, 5, 2)),
                Roll(purpose="fire of one", needed=1, faces=(1,)),
                Roll(purpose="a draw", faces=(4, 4)),
                Roll(purpose="sure", needed=6, faces=(6, 1)),
                Roll(purpose="of ten", sides=10, needed=3, faces=(10, 3)),
                Roll(purpose="none", needed=3),
                Roll(purpose="many", needed=1, faces=tuple(range(1, 7)) * 9),
            ),
            entry=7,
            key=KEY,
        ),
        DiceThrown(rolls=(Roll(purpose="in secret", needed=1, faces=(6,)),), entry=8, basis="own-key"),
        DiceThrown(rolls=(Roll(purpose="by itself", needed=1, faces=(2,)),)),
        Verbatim(lines=("BEGIN ORDERS duel", "# a | b", "", "  <b> ```", "END ORDERS")),
        Verbatim(lines=()),
        words("The end."),
    ),
)


@pytest.mark.parametrize("form", FORMATS)
def test_a_document_is_written_as_was_approved(request: pytest.FixtureRequest, form: str) -> None:
    check(request, name_report("document", form), publishing.publish(ALL, form))


@pytest.mark.parametrize("code", ["fr", "el"])
def test_a_document_in_another_language_is_written_as_was_approved(
    request: pytest.FixtureRequest, code: str
) -> None:
    told = Document(title="duel", language=code, blocks=ALL.blocks[-8:], sides=ALL.sides)
    assert languages.tongue(code).language == code
    check(request, f"document.{code}.txt", publishing.publish(told, "text"))


def test_a_document_is_written_on_a_terminal_as_was_approved(request: pytest.FixtureRequest) -> None:
    check(request, "document.terminal.txt", plain_text.write_terminal(ALL).replace("\x1b", "ESC"))


@pytest.mark.parametrize("form", ["text", "terminal", "phpbb", "markdown"])
@pytest.mark.parametrize("at", [45, 67])
def test_a_map_in_letters_is_written_as_was_approved(
    request: pytest.FixtureRequest, example_shelf: Path, form: str, at: int
) -> None:
    match = matches.find(example_shelf, "liege")
    told = documents.report(match, "german", since=34, at=at, full=True)
    figures = tuple(block for block in told.blocks if isinstance(block, Figure))
    page = Document(title="liege", blocks=figures, sides=told.sides)
    written = (
        publishing.paint(page).replace("\x1b", "ESC")
        if form == "terminal"
        else publishing.publish(page, form)
    )

    assert figures
    check(request, f"liege.map.{at}.{form}.txt", written)
