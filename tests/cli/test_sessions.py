"""What a command does besides its answer: colours, bars, warnings, and what a shell completes."""

import sys
from types import SimpleNamespace
from typing import Any

import pytest

from referee.cli import arguments, progress
from referee.cli.session import Colour, Session
from referee.engine.faults import Complaint
from referee.engine.tongue import saying
from referee.i18n import languages
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
def test_colours_are_for_those_who_see_and_want_them(
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
def test_warnings_are_told_in_a_language_unless_nothing_is(
    capsys: pytest.CaptureFixture[str], quiet: bool, told: list[str]
) -> None:
    Session(quiet=quiet).warn([Complaint.of(saying("Nothing.")), "Nothing."], languages.tongue("fr"))

    assert capsys.readouterr().err.splitlines() == told


def test_a_bar_grows_is_drawn_once_for_each_step_and_goes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    show = progress.bar("verify")
    for done in (0, 1, 1, 500, 1000):
        show(done, 1000)
    progress.bar("verify", quiet=True)(1, 2)

    drawn = capsys.readouterr().err.split("\r\x1b[K")[1:]
    width = len(drawn[0]) - len("verify [] 100%")
    assert drawn == [
        f"verify [{'.' * width}]   0%",
        f"verify [{'#' * (width // 2)}{'.' * (width - width // 2)}]  50%",
        "",
    ]


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
