"""Orders that were broken into several lines are read whole; two orders never become one."""

from pathlib import Path

import pytest

from referee.matches import matches
from referee.matches.judging.sentence_lines import join_lines, read_for
from referee.matches.judging.wrapped_lines import Reading, unwrap
from schemas.letter import LetterLine
from tests.matches.judging.conftest import Send

WHOLE = {
    "indented": "offensive 17\nmove ge-1\n  to mons",
    "indented below a line that is an order by itself": "offensive\n  17\nmove ge-1 to mons",
    "in three lines": "offensive 17\nmove\n  ge-1\n  to mons",
    "not indented, the line above no order": "offensive 17\nmove ge-1 to\nmons",
    "not indented, in the midst of a name": "offensive 17\nmove\nge-1 to mons",
    "indented with a tab": "offensive 17\nmove ge-1\n\tto mons",
    "all lines indented": "  offensive 17\n  move ge-1 to\n     mons",
}


@pytest.mark.parametrize("text", WHOLE.values(), ids=WHOLE)
def test_wrapped_order_is_joined(rehearse_german: Send, text: str) -> None:
    answer = rehearse_german(text)

    assert [line.order for line in answer.accepted] == ["offensive 17", "move ge-1 to mons"]
    assert answer.refused == ()


@pytest.mark.parametrize(
    ("lines", "whole"),
    [
        (("move", "army", "1st", "Army", "over", "to mons"), True),
        (("move", "the", "army", "1st", "Army", "over", "to mons"), False),
    ],
)
def test_order_has_at_most_six_lines(rehearse_german: Send, lines: tuple[str, ...], whole: bool) -> None:
    in_one = rehearse_german(f"offensive 17\n{' '.join(lines)}").accepted
    assert len(in_one) == 2

    assert (rehearse_german("offensive 17\n" + "\n  ".join(lines)).accepted == in_one) is whole


APART = {
    "an empty line between": "offensive 17\nmove ge-1 to\n\nmons",
    "a comment line between": "offensive 17\nmove ge-1 to\n# to\nmons",
    "a line that makes no order of the one above": "offensive 17\nmove ge-1 to\n  nowhere",
}


@pytest.mark.parametrize("text", APART.values(), ids=APART)
def test_lines_without_common_order_are_refused(rehearse_german: Send, text: str) -> None:
    answer = rehearse_german(text)

    assert [line.order for line in answer.accepted] == ["offensive 17"] * bool(answer.accepted)
    assert answer.refused


def test_indented_orders_stay_separate(rehearse_german: Send) -> None:
    answer = rehearse_german("offensive 17\n   move ge-1 to mons\n      move ge-2 to mons")

    assert [line.line for line in answer.accepted] == [1, 2, 3]


def test_first_order_of_line_is_accepted_before_unreadable_one(rehearse_german: Send) -> None:
    answer = rehearse_german("offensive 17; move ge-1 to nowhere")

    assert [line.order for line in answer.accepted] == ["offensive 17"]
    assert [(line.line, line.column) for line in answer.refused] == [(1, 28)]


def test_fault_is_placed_at_first_line_of_order(rehearse_german: Send) -> None:
    (refused,) = rehearse_german("move ge-1\n   to mons").refused

    assert (refused.line, refused.text) == (1, "move ge-1 to mons")


def test_characters_of_later_lines_have_place_of_line_end(example_shelf: Path) -> None:
    lines = [
        LetterLine(line=4, column=3, text="offensive", typed="  offensive"),
        LetterLine(line=5, column=5, text="17", typed="    17"),
    ]

    (joined,) = join_lines(read_for(matches.find(example_shelf, "liege"), "german"), lines)

    assert isinstance(joined, LetterLine)
    assert (joined.line, joined.text, joined.typed) == (4, "offensive 17", "  offensive 17")
    assert [joined.at(column) for column in (1, 9, 10, 11, 12)] == [3, 11, 11, 11, 11]


JOINED = {
    "all indented": (("move ge-1 to", " mons", "  via liege"), ["move ge-1 to mons via liege"]),
    "one not indented, and the order whole with it": (
        ("move ge-1 to", "mons", "  via liege"),
        ["move ge-1 to mons", "via liege"],
    ),
    "one not indented, and the order whole behind it": (
        ("move ge-1 over", "liege", "  to mons"),
        ["move ge-1 over liege to mons"],
    ),
    "a card that is named below its verb": (("play", "  poison gas"), ["play poison gas"]),
    "a name without the word of an order before it": (("tout", "  le monde"), ["tout", "le monde"]),
}
"""Lines, and the orders that they are."""


@pytest.mark.parametrize(("lines", "orders"), JOINED.values(), ids=JOINED)
def test_continuation_lines_are_recognised(
    example_shelf: Path, lines: tuple[str, ...], orders: list[str]
) -> None:
    written = [LetterLine(line=at, text=line.strip(), typed=line) for at, line in enumerate(lines, 1)]
    joined = join_lines(read_for(matches.find(example_shelf, "liege"), "german"), written)

    assert [one.text for one in joined if isinstance(one, LetterLine)] == orders
    assert [one for one in joined if one in written] == [one for one in written if one.text in orders]


def test_unreadable_line_without_continuation_is_refused(rehearse_german: Send) -> None:
    refused = rehearse_german("offensive 17\nmove ge-1 to\n  nowhere").refused

    assert (refused[0].line, refused[0].text) == (2, "move ge-1 to nowhere")


def list_unwrapped(text: str, clear: str = "") -> list[str]:
    """Return the lines of a text after the wrapped ones are joined. `clear` is a text that is understood."""
    lines = [
        LetterLine(line=number, text=line, typed=line)
        for number, line in enumerate(text.split("\n"), 1)
        if line.strip()
    ]
    tests = Reading(
        is_standing=lambda line: line.text.startswith("  "),
        is_typed_order=lambda line: line.startswith(("move ", "done")),
        is_clear=lambda line: not clear or line == clear,
    )
    return [one.text for one in unwrap(lines, tests) if isinstance(one, LetterLine)]


LONG = "The Second Army is worn thin, so it retreats to Nancy now, all"

JOINED = {
    "a line that ends with an article": "I ask you to move the\n1st Army to Mons",
    "a line that ends with a preposition": "No fighting at\nAllenstein and Lodz.",
    "the number of an army": "3. Armee nach Lüttich und die\n4. in die Ardennen",
    "a word that had no room": f"{LONG}\nof it, which has a decent fort.",
    "the rest of a wrapped sentence": f"{LONG}\n{LONG.lower()}\nif it rains.",
    "a closing word behind a comma": "Schlacht in Longwy. Mehr nicht,\ndone.",
    "a list of numbers": "Je défausse 26, 28,\n47 et 48.",
}


@pytest.mark.parametrize("text", JOINED.values(), ids=JOINED)
def test_a_wrapped_line_is_joined(text: str) -> None:
    assert list_unwrapped(text) == [" ".join(text.split("\n"))]


SEPARATE = {
    "the end of a sentence": f"{LONG}.\nof it",
    "an empty line between": "I ask you to move the\n\n1st Army to Mons",
    "an order with its verb": f"{LONG}\nmove ge-1 to mons",
    "a list": f"{LONG}\n- {LONG}\n- {LONG}",
    "ids": f"{LONG}\nge-1 to mons",
    "a comment": "move ge-1 to mons # for the\n1st Army",
    "a line of a plan": "I ask you to move the\n  losses: infantry",
    "a short text": "1st Army to Liège\n2nd Army to Namur",
}


@pytest.mark.parametrize("text", SEPARATE.values(), ids=SEPARATE)
def test_other_lines_stay_apart(text: str) -> None:
    assert list_unwrapped(text) == [line for line in text.split("\n") if line]


def test_the_only_full_line_is_joined_if_both_lines_are_understood_together() -> None:
    below = "of it, which has a decent fort."
    assert list_unwrapped(f"{LONG}\n{below}", clear=f"{LONG} {below}") == [f"{LONG} {below}"]
    assert list_unwrapped(f"{LONG}\n{below}", clear="other words") == [LONG, below]


def test_several_blanks_count_as_one_and_columns_stay_known() -> None:
    (line,) = unwrap(
        [LetterLine(line=1, column=3, text="to  the\t Mons", typed="  to  the\t Mons")],
        Reading(lambda _: False, lambda _: False, lambda _: True),
    )
    assert isinstance(line, LetterLine)
    assert line.text == "to the Mons"
    assert [line.at(column) for column in (1, 4, 8)] == [3, 7, 12]
