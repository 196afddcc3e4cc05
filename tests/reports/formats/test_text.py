"""Documents as plain text for e-mail."""

from textwrap import dedent

from hypothesis import given
from hypothesis import strategies as st

from referee.matches.letters.letters import read
from referee.reports.formats.plain_text import write
from referee.reports.pictures.columns import width
from schemas.letter import LetterLine
from schemas.record import Roll
from schemas.reports import (
    AreaName,
    Block,
    Bullets,
    Code,
    Counter,
    DiceThrown,
    Document,
    Heading,
    Paragraph,
    Strong,
    Table,
    Text,
    Verbatim,
    words,
)

KEY = "ab" * 32


def written(*blocks: Block) -> str:
    """Blocks as they are written under a title."""
    text = write(Document(title="x", blocks=(Heading(text="Verdun", level=1), *blocks)))
    assert text.startswith("Verdun\n======\n")
    return text.removeprefix("Verdun\n======\n").removeprefix("\n")


def told(text: str) -> str:
    return dedent(text).removeprefix("\n")


def test_a_report_reads_like_a_letter() -> None:
    document = Document(
        title="verdun: report for Germany",
        blocks=(
            words("The fort of ", AreaName(text="Liège"), " holds."),
            Heading(text="Events"),
            DiceThrown(
                rolls=(
                    Roll(
                        purpose="1st Army fires at Liège, artillery phase", needed=2, faces=(1, 5, 2), draw=0
                    ),
                    Roll(purpose="The fort fires back", needed=1, faces=(6,), draw=3),
                ),
                entry=7,
                key=KEY,
            ),
            Heading(text="Open questions", level=3),
            Bullets(
                items=((Counter(text="1st Army"), Text(text=" may retreat.")), (Strong(text="Answer soon."),))
            ),
            Verbatim(lines=("BEGIN ORDERS verdun", "answers: 7", "done", "END ORDERS")),
        ),
    )

    assert write(document) == told(f"""
        verdun: report for Germany
        ==========================

        The fort of Liège holds.

        Events
        ------

        1st Army fires at Liège, artillery phase
          needs 1-2: 1 5 2 -> 2 hits
        The fort fires back
          needs 1: 6 -> no hits
          entry 7, key
          {KEY}

        Open questions
        ..............

        - 1st Army may retreat.
        - *Answer soon.*

        BEGIN ORDERS verdun
        answers: 7
        done
        END ORDERS
    """)


def test_a_document_that_opens_with_its_title_has_one_title() -> None:
    assert write(Document(title="a", blocks=(Heading(text="b", level=1),))) == "b\n===\n"
    assert write(Document(title="a", blocks=(Heading(text="b", level=2),))) == "a\n===\n\nb\n---\n"


def test_a_table_gives_way_in_its_widest_columns_and_numbers_stand_at_the_right() -> None:
    table = Table(
        columns=("Area", "Holder", "VP", "Germany", "Entente"),
        rows=(
            (
                "Liège",
                "disputed",
                "2",
                "1st Army: 5 infantry, 1 artillery, 1 cavalry; 2nd Army",
                "Belgian Army; fort 3",
            ),
            ("Paris", "Entente", "16", "", "2 infantry"),
        ),
        numeric=(2,),
    )

    assert written(table) == told("""
        Area   Holder    VP  Germany                        Entente
        -----  --------  --  -----------------------------  --------------------
        Liège  disputed   2  1st Army: 5 infantry, 1        Belgian Army; fort 3
                             artillery, 1 cavalry; 2nd
                             Army
        Paris  Entente   16                                 2 infantry
    """)


def test_wide_signs_and_accents_keep_the_columns_straight() -> None:
    table = Table(columns=("Où", "n"), rows=(("凡尔登", "1"), ("Lie\u0300ge", "22")), numeric=(1,))

    assert written(table) == told("""
        Où       n
        ------  --
        凡尔登   1
        Lie\u0300ge   22
    """)


def test_a_word_too_long_for_its_column_is_cut_and_a_row_too_short_is_filled() -> None:
    table = Table(columns=("Seal", "By"), rows=(("c" * 80, "x"), ("d",)))

    assert written(table) == f"Seal{' ' * 65} By\n{'-' * 68}  --\n{'c' * 68}  x\n{'c' * 12}\nd\n"


def test_columns_that_do_not_fit_beside_each_other_stand_below_each_other() -> None:
    table = Table(columns=tuple(f"column {n}" for n in range(30)), rows=(tuple(map(str, range(30))),))

    assert written(table).splitlines()[:2] == ["column 0: 0", "column 1: 1"]


def test_a_table_without_rows_or_titles_does_no_harm() -> None:
    assert written(Table(columns=("A", "B"), rows=())) == "A   B\n--  --\n"
    assert written(Table(columns=("", ""), rows=(("a", "b"),))) == "a   b\n"
    assert written(Table(columns=(), rows=())) == ""


def test_dice_say_what_was_needed_of_which_die() -> None:
    rolls = (
        Roll(purpose="Attrition", faces=(3, 4)),
        Roll(purpose="Sighting", sides=10, needed=4, faces=(7, 4)),
        Roll(purpose="Behind the hill", needed=3),
    )

    assert written(DiceThrown(rolls=rolls)) == told("""
        Attrition
          shows 3 4
        Sighting
          d10 needs 1-4: 7 4 -> 1 hit
        Behind the hill
          needs 1-3: no dice
    """)


def test_words_to_be_typed_stay_on_one_line() -> None:
    text = written(
        words("Write " + "x " * 28, Code(text="move ge-1 to liege"), " or ", Code(text="done"), ".")
    )

    assert text == f'Write{" x" * 28}\n"move ge-1 to liege" or done.\n'


def test_a_head_fits_on_a_line_of_its_own() -> None:
    head = f"123456:{KEY}"

    assert written(words("Head of the journal: ", Code(text=head))) == f"Head of the journal:\n{head}\n"


def test_mail_programs_would_change_no_line() -> None:
    verbatim = Verbatim(lines=("From verdun to metz   ", ".", "", "-> done"))

    assert (
        written(words("From Verdun on."), verbatim)
        == " From Verdun on.\n\n From verdun to metz\n .\n\n-> done\n"
    )
    assert written(words("x" * 70, " From " + "y" * 60)) == f" {'x' * 70}\n From {'y' * 60}\n"
    assert written(Table(columns=("",), rows=(("From here",), ("b",)))) == " From here\n b\n"


def test_control_characters_of_a_terminal_are_left_out() -> None:
    hostile = "a\x1b[2Jb\x07\u202ec\rd\u2028e"

    assert written(words(hostile)) == "a[2Jbc d e\n"
    assert written(Verbatim(lines=(hostile, "a\nb"))) == "a[2Jbc d e\na\nb\n"
    assert (
        written(Bullets(items=((Strong(text=hostile), Code(text=hostile)),)))
        == '- *a[2Jbc d e*"a[2Jbc d e"\n'
    )


def test_verbatim_lines_come_back_as_the_orders_they_are() -> None:
    lines = ("move ge-1, ge-2 from aachen to liège", "From nowhere " + "x" * 80)
    text = written(words("Edit these lines:"), Verbatim(lines=("BEGIN ORDERS verdun", *lines, "END ORDERS")))
    letter = read(text.encode(), "reply.txt")

    assert tuple(order.text for order in letter.orders if isinstance(order, LetterLine)) == lines
    assert letter.match == "verdun"


def test_the_width_is_ours_to_choose() -> None:
    document = Document(title="One two three", blocks=(words("four five six"),))

    assert write(document, width=8) == "One two\nthree\n=======\n\nfour\nfive six\n"


PHRASES = st.text(
    st.one_of(st.sampled_from(" \n.-F—\u00a0\u3000凡é\u0301"), st.characters(exclude_categories=["Cs"])),
    max_size=90,
) | st.sampled_from(["From Verdun", ".", "From", "a b " * 30])
PARTS = st.lists(
    st.one_of(*(st.builds(kind, text=PHRASES) for kind in (Text, Strong, AreaName, Counter, Code))),
    max_size=5,
).map(tuple)
ROLLS = st.builds(
    Roll,
    purpose=PHRASES,
    sides=st.sampled_from([6, 10, 100]),
    needed=st.integers(0, 100),
    faces=st.lists(st.integers(1, 100), max_size=60).map(tuple),
)
BLOCKS = st.one_of(
    st.builds(Heading, text=PHRASES, level=st.integers(1, 4)),
    st.builds(Paragraph, parts=PARTS),
    st.builds(Bullets, items=st.lists(PARTS, max_size=3).map(tuple)),
    st.builds(
        Table,
        columns=st.lists(PHRASES, max_size=30).map(tuple),
        rows=st.lists(st.lists(PHRASES, max_size=8).map(tuple), max_size=4).map(tuple),
        numeric=st.lists(st.integers(0, 8), max_size=3).map(tuple),
    ),
    st.builds(
        DiceThrown,
        rolls=st.lists(ROLLS, max_size=3).map(tuple),
        entry=st.integers(0, 10**6),
        key=st.sampled_from(["", KEY]),
    ),
)


@given(st.lists(BLOCKS, max_size=4))
def test_no_line_is_wider_than_its_letter_unless_it_is_one_word(blocks: list[Block]) -> None:
    for line in written(*blocks).split("\n"):
        assert width(line) <= 72 or len(line.removeprefix("- ").split()) == 1


@given(st.lists(BLOCKS, max_size=4))
def test_any_text_survives_the_mail(blocks: list[Block]) -> None:
    text = write(Document(title="Verdun", blocks=tuple(blocks)))

    assert text.endswith("\n")
    for line in text.split("\n"):
        assert line == line.rstrip()
        assert line != "."
        assert not line.startswith("From ")
        assert all(sign.isprintable() or sign.isspace() or sign > "\x9f" for sign in line)
