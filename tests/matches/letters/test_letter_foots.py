"""A word that ends a letter as well as a turn is not an order outside a block, and is named in the answer."""

import pytest

from referee.matches.letters import letters
from referee.matches.letters.characters import Remarks


def read(text: str) -> tuple[list[str], list[str]]:
    """The orders of a letter, and the codes of what is said of it."""
    remarks = Remarks("letter.txt")
    letter = letters.read(text.encode(), "letter.txt", remarks, empty=True)
    return [getattr(one, "text", "") for one in letter.orders], [one.code for one in remarks.warnings]


@pytest.mark.parametrize("word", ["END", "end", "End.", "--- END ---", "Ende", "Fin", "Τέλος", "The end."])
def test_a_bare_end_at_the_foot_is_no_order(word: str) -> None:
    assert read(f"move ge-1 to liege\n{word}\n") == (["move ge-1 to liege"], ["end-asked"])


@pytest.mark.parametrize("text", ["END\n", "Hello,\n\nEND\n"])
def test_a_bare_end_alone_is_asked_about(text: str) -> None:
    assert read(text)[1] == ["end-asked"]
    assert "END" not in read(text)[0]


def test_done_ends_a_turn_as_the_last_line_of_a_letter() -> None:
    assert read("move ge-1 to liege\ndone\n") == (["move ge-1 to liege", "done"], [])


def test_end_in_a_block_is_read_as_an_order() -> None:
    assert read("Hello\nBEGIN ORDERS\nmove ge-1 to liege\nend\nEND ORDERS\nEND\n") == (
        ["move ge-1 to liege", "end"],
        [],
    )


@pytest.mark.parametrize("line", ["end of april", "pass; end", "stop"])
def test_a_line_with_more_or_other_words_stays(line: str) -> None:
    assert read(f"{line}\n")[1] == []
