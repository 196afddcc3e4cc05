"""Every format says the same, whatever the words: what a writer wrote is read back by other hands."""

import re
from html import unescape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import json

from referee.faults import Misuse
from referee.reports import publishing
from referee.reports.formats import html, markdown, plain_text
from referee.reports.formats.format_names import FORMATS
from schemas.record import Roll
from schemas.reports import (
    AreaName,
    Block,
    Bullets,
    Code,
    Counter,
    DiceThrown,
    Document,
    Figure,
    Heading,
    Inline,
    MapPicture,
    Paragraph,
    PictureCell,
    PictureSide,
    Strong,
    Table,
    Text,
    Verbatim,
    words,
)
from tests.reports.formats import facts

SIDES = (
    PictureSide(side="red", name="Red", colour="#aa2222"),
    PictureSide(side="blue", name="Blue", colour="#2222aa"),
)

MAP = MapPicture(
    title="The map",
    sides=SIDES,
    cells=(PictureCell(area="mons", name="Mons", at=(500, 500), holder="red"),),
)

HOSTILE = (
    "</pre><script>alert(1)</script>",
    "[/code][url=http://x.example]click[/url]",
    "[/c][b]",
    "**not bold** _nor this_ `nor code`",
    "| a | b |",
    "# no heading",
    "1. no list",
    "- no bullet",
    "> no quote",
    "![](http://x.example/pixel.png)",
    "<img src=x onerror=alert(1)>",
    "&lt;b&gt; &amp; &#60;",
    "@german #tag :smile: www.x.example",
    "\x1b[31mred\x1b[0m \u202eturned\u202c",
    "a\nb\n\nc",
    "```\nfence\n```",
    "---",
    "===",
    "    four blanks",
    "\\*",
    "]]>",
    "From here",
    ".",
    "\ud800",
    "a\u00a0b\u2028c",
)
"""Names and remarks that mean something to a terminal, a browser or a board."""


def document(*blocks: Block) -> Document:
    return Document(title="A report", subject="[duel] your answer is wanted", sides=SIDES, blocks=blocks)


def every_block(said: str) -> tuple[Block, ...]:
    """One block of every kind that says a text wherever it can."""
    parts: tuple[Inline, ...] = (
        Text(text=said), Text(text=" "), Strong(text=said), Text(text=" "), Code(text=said), Text(text=" "),
        AreaName(text=said), Text(text=" "), Counter(text=said, side="red"),
    )  # fmt: skip
    return (
        Heading(text=said),
        Paragraph(parts=parts),
        Bullets(items=(parts, (Text(text=said),))),
        Table(columns=("A", said), rows=((said, "1"), ("x", said)), numeric=(1,)),
        DiceThrown(rolls=(Roll(purpose=said, needed=2, faces=(1, 5)),), entry=3, key="ab" * 32),
        Verbatim(lines=(said, "done")),
        words(said),
    )


REPORT = document(
    Heading(text="Events", level=3),
    words("The ", Counter(text="1st Army", side="red"), " comes to ", AreaName(text="Mons"), "."),
    Bullets(items=((Text(text="one"),), (Code(text="pass"),))),
    Table(columns=("Area", "Points"), rows=(("Mons", "2"), ("Namur", "10")), numeric=(1,)),
    DiceThrown(
        rolls=(
            Roll(purpose="Mons: fire", needed=2, faces=(1, 2, 6)),
            Roll(purpose="Mons: guns", needed=1, faces=(4,)),
            Roll(purpose="a draw", sides=10, faces=(7,)),
        ),
        entry=7,
        key="0f" * 32,
    ),
    Figure(picture=MAP),
    Verbatim(lines=("BEGIN ORDERS", "pass  # or fight", "", "END ORDERS")),
)


def markdown_facts(report: Document) -> list[facts.Fact]:
    """What Markdown says: proofs are items, and a map is a box with its key."""
    found: list[facts.Fact] = []
    for fact in facts.of_document(report):
        match fact:
            case ("proof", proof):
                entry, _, key = proof.rpartition(" ")
                told = ", ".join(
                    filter(None, (f"entry {entry}" if entry else "", f"key {key}" if key else ""))
                )
                found.append(("item", told))
            case ("figure", _):
                found += [("box", "#Mon"), ("words", "# Red.")]
            case _:
                found.append(fact)
    return found


def without_colons(read: list[facts.Fact]) -> list[facts.Fact]:
    """Facts without the colon behind the purpose of a roll, which only some formats have."""
    return [tuple(re.sub(r"[\s:]*(needs|d10 shows)", r" \1", part).strip() for part in fact) for fact in read]


def test_html_says_what_the_document_says() -> None:
    title, *rest = facts.of_document(REPORT)
    maps = [fact for fact in rest if fact[0] == "figure"]

    assert facts.of_html(html.write(REPORT)) == [title, *maps, *(fact for fact in rest if fact not in maps)]


def test_markdown_says_what_the_document_says() -> None:
    assert without_colons(facts.of_markdown(markdown.write(REPORT))) == markdown_facts(REPORT)


@pytest.mark.parametrize("dialect", [markdown.PHPBB, markdown.GEEK])
def test_posts_contain_the_text_of_the_document(dialect: markdown.Dialect) -> None:
    read = facts.of_bbcode(markdown.write_bbcode(REPORT, dialect), dialect.block)
    quoted = [tuple(part.replace('"', "") for part in fact) for fact in read]
    assert quoted == facts.of_document(REPORT, boxed=True)


def test_json_is_the_document() -> None:
    assert json.decode(publishing.publish(REPORT, "json"), type=Document) == REPORT


@pytest.mark.parametrize("said", HOSTILE)
def test_hostile_words_are_but_words(said: str) -> None:
    report = document(*every_block(said))
    check(report)
    for form in set(FORMATS) - {"json"}:
        written = publishing.publish(report, form)
        assert form != "html" or not re.search("<(script|img|a)", written)
        assert not {"\x1b", "\u202e", "\r"} & set(written)


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=25))
@settings(max_examples=2 * settings().max_examples)
def test_all_formats_contain_the_same_words(said: str) -> None:
    check(document(*every_block(said)))


@given(st.text("[]()<>*_`~|#-+=.!&;:/@\\\"' \n\t1ab", max_size=25))
@settings(max_examples=3 * settings().max_examples)
def test_all_formats_contain_the_same_characters(said: str) -> None:
    check(document(*every_block(said)))


def check(report: Document) -> None:
    """Every format holds the facts of a document and nothing that it does not say."""
    assert facts.of_html(html.write(report)) == facts.of_document(report)
    assert without_colons(facts.of_markdown(markdown.write(report))) == without_colons(markdown_facts(report))
    boxed = [fact for fact in facts.of_document(report, boxed=True) if fact[0] == "box"]
    for dialect in (markdown.PHPBB, markdown.GEEK):
        read = facts.of_bbcode(markdown.write_bbcode(report, dialect), dialect.block)
        assert [fact for fact in read if fact[0] == "box"] == boxed
    assert plain_text.write(report)


def test_a_page_needs_nothing_from_elsewhere_and_runs_nothing() -> None:
    page = html.write(REPORT)

    assert page.count("http://") == page.count('xmlns="http://www.w3.org/2000/svg"') == 1
    assert not any(word in page for word in ("<script", "<link", "<img", "src=", "@import", "url(http"))
    assert "prefers-color-scheme: dark" in page


def test_the_title_of_a_page_is_the_subject_of_the_mail() -> None:
    assert "<title>[duel] your answer is wanted</title>" in html.write(REPORT)


def test_a_board_sees_no_tag_in_a_name() -> None:
    post = markdown.write_bbcode(document(words("[b]", Strong(text="<x[i]>"))), markdown.GEEK)

    assert "[b][b]" not in post
    assert "<x" not in post


def test_there_is_no_other_format() -> None:
    with pytest.raises(Misuse):
        publishing.publish(REPORT, "pdf")


CALLS = ("@everyone", "@here", "@HERE!", "(@channel)", "@all", "<@1234>", "<@&5678>", "<@!9>", "<!here>")
"""Words that call the members of a chat."""


@pytest.mark.parametrize("form", sorted(set(FORMATS) - {"json"}))
@pytest.mark.parametrize("said", CALLS)
def test_no_format_calls_the_members_of_a_chat(said: str, form: str) -> None:
    written = unescape(publishing.publish(document(*every_block(said)), form))

    assert not re.search(r"@(everyone|here|channel|all)|<@[!&]?\d|<!here", written, re.IGNORECASE)


@pytest.mark.parametrize("said", ["anna@everyoneelse.example", "we are here", "@german", "a < b"])
def test_other_words_stay_as_they_are(said: str) -> None:
    assert said in publishing.publish(document(words(said)), "text")


def test_a_row_of_a_table_has_no_name_of_an_area() -> None:
    """Pieces in a battle stood in the columns of fronts."""
    report = Bullets(
        items=(
            (Text(text="Entente in "), AreaName(text="Artois"), Text(text=": fr-10 2I 1A.")),
            (Text(text="Metz"), Text(text=" ge-7 3I"), Text(text=" > *Verdun")),
        ),
        columns=("Area", "Your pieces", "Borders"),
    )

    page = unescape(re.sub(r"<[^>]*>", "|", html.write(document(report))))
    assert "Entente in Artois: fr-10 2I 1A." in page.replace("|", "")
    assert "*Verdun" in page
    assert page.count("Your pieces") == 1
