"""A word that ends a letter as well as a turn is not an order outside a block, and is named in the answer."""

import pytest

from referee.matches.letters import letters
from referee.matches.letters.characters import Diagnostics


def read(text: str) -> tuple[list[str], list[str]]:
    """The orders of a letter, and the codes of what is said of it."""
    remarks = Diagnostics("letter.txt")
    letter = letters.read(text.encode(), "letter.txt", remarks, empty=True)
    return [getattr(one, "text", "") for one in letter.orders], [one.code for one in remarks.warnings]


@pytest.mark.parametrize("word", ["END", "end", "End.", "--- END ---", "Ende", "Fin", "Τέλος", "The end."])
def test_end_at_foot_is_not_an_order(word: str) -> None:
    assert read(f"move ge-1 to liege\n{word}\n") == (["move ge-1 to liege"], ["end-asked"])


@pytest.mark.parametrize("text", ["END\n", "Hello,\n\nEND\n"])
def test_end_alone_is_questioned(text: str) -> None:
    assert read(text)[1] == ["end-asked"]
    assert "END" not in read(text)[0]


def test_done_as_last_line_ends_turn() -> None:
    assert read("move ge-1 to liege\ndone\n") == (["move ge-1 to liege", "done"], [])


def test_end_in_block_is_read_as_order() -> None:
    assert read("Hello\nBEGIN ORDERS\nmove ge-1 to liege\nend\nEND ORDERS\nEND\n") == (
        ["move ge-1 to liege", "end"],
        [],
    )


@pytest.mark.parametrize("line", ["end of april", "pass; end", "stop"])
def test_line_with_more_words_than_end_is_kept(line: str) -> None:
    assert read(f"{line}\n")[1] == []
