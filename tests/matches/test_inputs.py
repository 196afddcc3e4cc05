"""What is piped in, line by line, and where the shelf is."""

import io
import re
import sys
from pathlib import Path

import pytest

from referee.engine.faults import Misuse
from referee.matches import inputs, shelf
from referee.matches.inputs import MOST_READ

LONG = b"x" * MOST_READ


@pytest.mark.parametrize(
    ("times", "piped", "begun", "lines"),
    [
        (0, b"", 0, []),
        (0, b"one\ntwo", 0, [b"one\n", b"two"]),
        (1, b"\ntwo\n", 1, [b"two\n"]),
        (3, b"yyy\ntwo\n", 1, [b"two\n"]),
        (2, b"", 1, []),
    ],
    ids=["nothing", "two", "long by its end", "long by far", "long and last"],
)
def test_of_a_line_that_is_no_letter_the_beginning_is_read(
    monkeypatch: pytest.MonkeyPatch, times: int, piped: bytes, begun: int, lines: list[bytes]
) -> None:
    """So many times the most that is read comes first, and perhaps one of it is left."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(LONG * times + piped)))

    assert list(inputs.batch()) == [LONG] * begun + lines


def test_a_line_as_long_as_may_be_is_read_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(LONG[1:] + b"\ntwo\n")))

    assert list(inputs.batch()) == [LONG[1:] + b"\n", b"two\n"]


def test_the_shelf_is_the_one_asked_for_then_that_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("REFEREE_SHELF", raising=False)
    assert (shelf.root(), shelf.root("here")) == (Path("matches"), Path("here"))
    monkeypatch.setenv("REFEREE_SHELF", "there")
    assert (shelf.root(), shelf.root("here")) == (Path("there"), Path("here"))


@pytest.mark.parametrize(
    ("text", "faces"), [("", ()), ("1,6", (1, 6)), ("1 6, 20", (1, 6, 20)), ("007,100,999", (7, 100, 999))]
)
def test_faces_are_numbers_of_three_digits_at_most(text: str, faces: tuple[int, ...]) -> None:
    assert inputs.faces(text) == faces


@pytest.mark.parametrize(
    ("text", "strange"),
    [("1,1000", "1000"), ("x", "x"), ("1.5", "1.5"), ("-1", "-1"), ("2,²", "²"), ("٣", "٣")],
)
def test_what_is_no_face_is_named(text: str, strange: str) -> None:
    with pytest.raises(Misuse, match=re.escape(strange)):
        inputs.faces(text)


@pytest.mark.parametrize(("size", "read"), [(0, 0), (4, 4), (5, 5), (6, 6), (7, 6), (99, 6)])
def test_of_a_mail_that_is_too_large_one_byte_more_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int, read: int
) -> None:
    file = tmp_path / "mail"
    file.write_bytes(b"x" * size)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"x" * size)))

    assert len(inputs.mail(str(file), 5)) == read
    assert len(inputs.mail(inputs.STANDARD, 5)) == read
