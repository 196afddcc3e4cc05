"""What a command does besides its answer: colours, bars, warnings, and what a shell completes."""

import io
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from referee.cli import arguments, main, terminal_output
from referee.cli.session import Colour, Session
from referee.faults import Complaint
from referee.i18n import languages
from referee.i18n.translator import saying
from referee.matches.matches import Holder
from referee.platform import streams
from tests.cli.conftest import Table


def terminal(sat_at: bool) -> Any:
    """A stream that somebody sits at, or a pipe."""
    return SimpleNamespace(isatty=lambda: sat_at)


@pytest.mark.parametrize(
    ("colour", "sat_at", "environment", "colourful"),
    [
        (Colour.AUTO, True, {}, True),
        (Colour.AUTO, False, {}, False),
        (Colour.AUTO, True, {"TERM": "dumb"}, False),
        (Colour.AUTO, True, {"NO_COLOR": "1"}, False),
        (Colour.AUTO, True, {"NO_COLOR": ""}, True),
        (Colour.ALWAYS, False, {"TERM": "dumb", "NO_COLOR": "1"}, True),
        (Colour.NEVER, True, {}, False),
    ],
)
def test_colour_follows_terminal_and_settings(
    monkeypatch: pytest.MonkeyPatch,
    colour: Colour,
    sat_at: bool,
    environment: dict[str, str],
    colourful: bool,
) -> None:
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)

    assert Session(colour=colour)._colourful(terminal(sat_at)) is colourful


@pytest.mark.parametrize(("quiet", "told"), [(False, ["referee: Rien.", "referee: Nothing."]), (True, [])])
def test_warnings_use_the_language_of_the_viewer(
    capsys: pytest.CaptureFixture[str], quiet: bool, told: list[str]
) -> None:
    Session(quiet=quiet).warn([Complaint.of(saying("Nothing.")), "Nothing."], languages.tongue("fr"))

    assert capsys.readouterr().err.splitlines() == told


def test_a_bar_grows_is_drawn_once_for_each_step_and_goes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    show = terminal_output.bar("verify")
    for done in (0, 1, 1, 500, 1000):
        show(done, 1000)
    terminal_output.bar("verify", quiet=True)(1, 2)

    drawn = capsys.readouterr().err.split("\r\x1b[K")[1:]
    width = len(drawn[0]) - len("verify [] 100%")
    assert drawn == [
        f"verify [{'.' * width}]   0%",
        f"verify [{'#' * (width // 2)}{'.' * (width - width // 2)}]  50%",
        "",
    ]


@pytest.mark.parametrize(
    ("steps", "shown"),
    [
        ([(0, 3), (1, 3), (2, 3), (3, 3)], [0, 33, 66, None]),
        ([(0, 0)], [None]),
        ([(0, 1), (1, 1)], [0, None]),
        ([(1, 1), (0, 2), (1, 2), (2, 2), (2, 2)], [None, 0, 50, None]),
        ([(0, 200), (1, 200), (2, 200), (199, 200)], [0, 1, 99]),
    ],
)
def test_a_bar_says_how_much_of_how_much_is_done(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    steps: list[tuple[int, int]],
    shown: list[int | None],
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    show = terminal_output.bar("audit")
    for done, whole in steps:
        show(done, whole)

    told = capsys.readouterr()
    drawn = told.err.split("\r\x1b[K")[1:]
    assert [int(line.rstrip("%").split()[-1]) if line else None for line in drawn] == shown
    assert told.out == ""


def test_no_bar_is_drawn_into_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    terminal_output.bar("audit")(1, 2)

    assert capsys.readouterr().err == ""


def test_a_shell_completes_what_there_is(liege: Table) -> None:
    shelf = str(liege.folder.parent)
    asked: Any = SimpleNamespace(params={"shelf": shelf, "match": "liege"}, args=[])
    nothing: Any = SimpleNamespace(params={"shelf": shelf}, args=[])

    assert arguments.complete_match(asked, "l") == ["liege"]
    assert arguments.complete_match(asked, "x") == []
    assert arguments.complete_viewer(asked, "") == ["german", "entente", "referee", "public"]
    assert arguments.complete_viewer(asked, "e") == ["entente"]
    assert arguments.complete_viewer(nothing, "") == ["referee", "public"]
    assert arguments.complete_side(asked, "") == ["german", "entente"]
    assert arguments.complete_side(asked, "g") == ["german"]
    assert arguments.complete_language("f") == ["fr"]
    assert arguments.complete_pack("t") == ["ttlm"]
    assert arguments.one_of("proof", "players")("pl") == ["players"]


def test_completion_before_an_option_knows_only_the_arguments(liege: Table) -> None:
    shelf = str(liege.folder.parent)
    typed: Any = SimpleNamespace(params={"shelf": shelf}, args=["liege", "german"])
    nothing: Any = SimpleNamespace(params={"shelf": shelf}, args=["../liege"])
    unknown: Any = SimpleNamespace(params={"shelf": shelf, "match": "verdun"}, args=["liege"])

    assert arguments.complete_side(typed, "") == ["german", "entente"]
    assert arguments.complete_side(nothing, "") == arguments.complete_side(unknown, "") == []


@pytest.mark.parametrize(
    ("told", "shown"), [(b"pass\n", "pass\n"), (b"\xff\x1b[2J\xc3\xa9", "\\xff\\u001b[2Jé\n")]
)
def test_bytes_are_words_on_a_terminal_and_stay_what_they_are_elsewhere(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes], told: bytes, shown: str
) -> None:
    Session().tell_bytes(told)
    assert capfdbinary.readouterr().out == told

    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    Session().tell_bytes(told)
    Session(quiet=True).tell_bytes(told)
    assert capfdbinary.readouterr().out.decode() == shown


@pytest.mark.parametrize(
    ("encoding", "told"),
    [("utf-8", '{"text":"é"}\n'), ("UTF-8", '{"text":"é"}\n'), ("latin-1", '{"text":"\\u00e9"}\n')],
)
def test_a_stream_that_lacks_letters_gets_them_as_json_escapes_them(
    monkeypatch: pytest.MonkeyPatch, encoding: str, told: str
) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding=encoding, newline="\n"))

    Session().tell_json({"text": "é"})

    assert raw.getvalue().decode(encoding) == told


def test_words_on_the_way_are_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    for session in (Session(), Session(quiet=True), Session(json=True)):
        session.remark("one moment")
        session.say("two")

    assert capsys.readouterr().out == 'one moment\ntwo\n{"ok":true,"exit":0,"text":"two"}\n'


def test_command_keeps_the_matches_that_its_server_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[Session] = []
    monkeypatch.setattr(Session, "say", lambda session, _: found.append(session) or 0)

    with Holder() as holder:
        session = Session(shelf="here", holder=holder)
        assert main.run_line(session, ["help", "--quiet"]) == 0

    assert [(one.holder, one.quiet, one.shelf) for one in found] == [(holder, True, None)]


@pytest.mark.parametrize(("stream", "number"), [("stdout", 1), ("stderr", 2)])
def test_stream_that_a_daemon_closed_is_opened_again_without_leaks(
    monkeypatch: pytest.MonkeyPatch, stream: str, number: int
) -> None:
    opened: list[tuple[int, str, str]] = []
    closed: list[int] = []
    prepared: list[object] = []
    gaps = iter([0, 1, 2, 3])
    anew = io.StringIO()

    def fdopen(which: int, mode: str, encoding: str) -> io.StringIO:
        opened.append((which, mode, encoding))
        return anew

    others = {"stdout": sys.stdout, "stderr": sys.stderr} | {stream: None}
    for name, value in others.items():
        monkeypatch.setattr(sys, name, value)
    monkeypatch.setattr(main.os, "open", lambda *_: next(gaps))
    monkeypatch.setattr(main.os, "close", closed.append)
    monkeypatch.setattr(main.os, "fdopen", fdopen)
    monkeypatch.setattr(streams, "prepare", prepared.append)
    main._prepare_streams()
    taken = {name: getattr(sys, name) for name in others}
    monkeypatch.undo()

    assert opened == [(number, "w", "utf-8")]
    assert taken == others | {stream: anew}
    # What stands in the places of the standard streams stays; the first behind them is not needed.
    assert (closed, prepared) == ([3], list(taken.values()))
