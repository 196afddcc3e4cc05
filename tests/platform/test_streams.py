"""What is printed has the same bytes everywhere, and a console gets what it can show."""

import io
import sys

import pytest

from referee.platform import streams


class Console(io.TextIOWrapper):
    """A stream that shows what it gets to a person."""

    def isatty(self) -> bool:
        return True


PRINTED = {
    "a file on Linux": ("linux", io.TextIOWrapper, b"Li\\xe8ge\r\n"),
    "a console on Linux": ("linux", Console, b"Li\\xe8ge\r\n"),
    "a file on Windows": ("win32", io.TextIOWrapper, "Liège\n".encode()),
    "a console on Windows": ("win32", Console, b"Li\\xe8ge\r\n"),
}


@pytest.mark.parametrize(("platform", "sort", "found"), PRINTED.values(), ids=PRINTED)
def test_a_file_on_windows_is_made_utf_8_with_plain_ends(
    monkeypatch: pytest.MonkeyPatch, platform: str, sort: type[io.TextIOWrapper], found: bytes
) -> None:
    written = io.BytesIO()
    stream = sort(written, encoding="ascii", newline="\r\n")
    monkeypatch.setattr(sys, "platform", platform)

    streams.prepare(stream)
    stream.write("Liège\n")
    stream.flush()

    assert written.getvalue() == found


TAKEN = {
    "a pipe": ("linux", io.TextIOWrapper, "utf-8", True),
    "a console": ("linux", Console, "utf-8", True),
    "one that claims ASCII": ("linux", io.TextIOWrapper, "ANSI_X3.4-1968", False),
    "a file on Windows": ("win32", io.TextIOWrapper, "utf-8", True),
    "a console of Windows": ("win32", Console, "utf-8", False),
}


@pytest.mark.parametrize("err", [False, True])
@pytest.mark.parametrize(("platform", "sort", "encoding", "taken"), TAKEN.values(), ids=TAKEN)
def test_text_goes_straight_into_a_stream_that_takes_all_of_it(
    monkeypatch: pytest.MonkeyPatch,
    platform: str,
    sort: type[io.TextIOWrapper],
    encoding: str,
    *,
    taken: bool,
    err: bool,
) -> None:
    stream = sort(io.BytesIO(), encoding=encoding)
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(sys, "stdout", io.StringIO() if err else stream)
    monkeypatch.setattr(sys, "stderr", stream if err else io.StringIO())

    assert streams.plain_stream(err=err) is (stream if taken else None)


def test_a_stream_that_a_program_put_there_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.StringIO())

    streams.prepare(sys.stdout)

    assert streams.plain_stream() is None
