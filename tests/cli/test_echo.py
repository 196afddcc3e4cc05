"""What is printed is there at once, byte by byte, whatever kind of stream takes it."""

import io
import sys

import pytest

from referee.cli.terminal_output import echo, printable


class Taken(io.RawIOBase):
    """The end of a stream: what came out of all that is kept on the way."""

    def __init__(self) -> None:
        self.taken = b""

    def writable(self) -> bool:
        return True

    def write(self, raw: bytes) -> int:  # type: ignore[override] - bytes alone are written here
        self.taken += bytes(raw)
        return len(raw)


def wrap(taken: Taken) -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BufferedWriter(taken), encoding="utf-8", newline="\n")


@pytest.mark.parametrize("err", [False, True], ids=["answers", "complaints"])
def test_each_word_is_out_before_the_next(monkeypatch: pytest.MonkeyPatch, *, err: bool) -> None:
    taken, other = Taken(), Taken()
    monkeypatch.setattr(sys, "stderr" if err else "stdout", wrap(taken))
    monkeypatch.setattr(sys, "stdout" if err else "stderr", wrap(other))

    for told, nl, so_far in (
        ("é", True, "é\n"),
        ("b", False, "é\nb"),
        (b"\xc3\xa9", False, "é\nbé"),
        (b"d", True, "é\nbéd\n"),
    ):
        echo(told, err=err, nl=nl)
        assert taken.taken.decode() == so_far
    (sys.stderr if err else sys.stdout).write("kept, ")
    echo(b"and behind it", err=err)
    assert taken.taken.decode() == "é\nbéd\nkept, and behind it\n"
    assert other.taken == b""


@pytest.mark.parametrize("err", [False, True], ids=["answers", "complaints"])
def test_stream_without_file_descriptor_gets_coloured_text(
    monkeypatch: pytest.MonkeyPatch, *, err: bool
) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr" if err else "stdout", stream)

    echo("a", err=err)
    echo("b", err=err, nl=False)
    echo("\x1b[31mc\x1b[0m", err=err, is_painted=True)

    assert stream.getvalue() == "a\nb\x1b[31mc\x1b[0m\n"


SPELT = {
    "plain\nwords": "plain\nwords",
    "a\tb": "a\\u0009b",
    "\x1b[2J": "\\u001b[2J",
    "\u202eé": "\\u202eé",
    "\U000e0001x": "\\udb40\\udc01x",
    "\ud800": "\\ud800",
    "": "",
}


@pytest.mark.parametrize(("text", "spelt"), SPELT.items(), ids=ascii)
def test_signs_that_a_terminal_obeys_are_spelt_as_json_spells_them(text: str, spelt: str) -> None:
    assert printable(text) == spelt
