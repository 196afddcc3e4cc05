"""What is piped in, line by line, and where the shelf is."""

import io
import sys
from pathlib import Path

import pytest

from referee.matches import inputs, shelf
from referee.matches.inputs import MOST_READ

LONG = b"x" * MOST_READ


@pytest.mark.parametrize(
    ("piped", "lines"),
    [
        (b"", []),
        (b"one\ntwo", [b"one\n", b"two"]),
        (LONG + b"\ntwo\n", [LONG, b"two\n"]),
        (LONG[1:] + b"\ntwo\n", [LONG[1:] + b"\n", b"two\n"]),
        (LONG * 3 + b"yyy\ntwo\n", [LONG, b"two\n"]),
        (LONG * 2, [LONG]),
    ],
    ids=["nothing", "two", "long by its end", "as long as may be", "long by far", "long and last"],
)
def test_of_a_line_that_is_no_letter_the_beginning_is_read(
    monkeypatch: pytest.MonkeyPatch, piped: bytes, lines: list[bytes]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(piped)))

    assert list(inputs.batch()) == lines


def test_the_shelf_is_the_one_asked_for_then_that_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("REFEREE_SHELF", raising=False)
    assert (shelf.root(), shelf.root("here")) == (Path("matches"), Path("here"))
    monkeypatch.setenv("REFEREE_SHELF", "there")
    assert (shelf.root(), shelf.root("here")) == (Path("there"), Path("here"))
