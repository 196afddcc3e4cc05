"""No argument, file, name or command prints a control character to a terminal."""

import json
import sys
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.cli.session import Colour, Session
from referee.cli.terminal_output import printable
from referee.faults import Complaint
from referee.i18n.translator import saying
from referee.reports.formats.plain_text import PAINT
from schemas.reports import Document, Heading, Text, words
from tests.cli.conftest import Referee, Table, list_parameters, load_tree

HOSTILE = "a\x1b[2Jb\x9b2Kc\u202ed\u2066e\x07f\rg\u2028h"
"""A word that wipes a screen, rings its bell, and turns what stands behind it round."""

DOCUMENT = Document(title=HOSTILE, blocks=(Heading(text=HOSTILE), words(Text(text=HOSTILE))))

SPELT = ("\\u001b[2J", "\\x1b[2J")
"""The beginning of it as our guard spells it, and as Python does."""

SLOW = {
    ("compose",),
    ("demo",),
    ("replay",),
    ("map",),
    ("analyse",),
    ("packs", "count"),
    ("packs", "check"),
    ("packs", "show"),
}
"""Commands that take seconds."""

FEW = {("simulate",): ("--games", "1", "--turns", "1", "--jobs", "1")}
"""What makes a command short that would take minutes."""

OBEYED = {"Cc", "Cf", "Cs", "Zl", "Zp"}


def obeyed(text: str) -> set[str]:
    """The signs in a text that a terminal obeys."""
    return {sign for sign in text if unicodedata.category(sign) in OBEYED} - {"\n"}


def commands(group: Any, *above: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command, by the words that call it."""
    for name, one in group.commands.items():
        if hasattr(one, "commands"):
            yield from commands(one, *above, name)
        else:
            yield (*above, name), one


COMMANDS = dict(commands(load_tree()))


def calls(words: tuple[str, ...]) -> Iterator[list[str]]:
    """The command with a hostile word in each of its places, one after the other, and in all arguments."""
    known = {"match": "liege", "entry": "44", "to": "60", "depth": "1", "games": "0", "pack": "ttlm"}
    places = [place for place in list_parameters(COMMANDS[words]) if not getattr(place, "is_flag", False)]
    needed = [place for place in places if place.param_type_name == "argument" or place.required]
    for spoilt in places:
        call = [*words, *FEW.get(words, ())]
        for place in {**dict.fromkeys(needed), spoilt: None}:
            value = HOSTILE if place is spoilt else known.get(place.name, "x")
            call += [value] if place.param_type_name == "argument" else [place.opts[0], value]
        yield call


@pytest.mark.sample(2)
@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_no_command_repeats_a_hostile_word_as_it_is(
    liege: Table, words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told: list[str] = []
    for call in calls(words):
        for more in ([], ["--json"], ["--color", "always"])[: 1 if told or words in SLOW else 3]:
            answer = liege.command(*call, *more, stdin="pass\n")
            told.append(answer.out + answer.err)
            # What is painted has signs of its own around it, and no others.
            assert obeyed(PAINT.sub("", told[-1]) if more[:1] == ["--color"] else told[-1]) == set(), call
    assert any(word in shown for shown in told for word in SPELT), words


def test_every_command_has_a_place_for_a_word() -> None:
    assert len(COMMANDS) > 25
    assert all(any(True for _ in calls(words)) for words in COMMANDS)


@pytest.mark.parametrize(
    "reader",
    [
        ("log",),
        ("log", "--as", "german"),
        ("log", "--language", "fr"),
        ("report", "--since", "60"),
        ("report", "--since", "60", "--format", "markdown"),
        ("report", "--since", "60", "--format", "html"),
        ("report", "--since", "60", "--format", "phpbb"),
        ("show",),
        ("prompts",),
        ("dispute", "68"),
        ("dispute", "69"),
        ("dispute", "70"),
        ("dispute", "71"),
        ("rejudge",),
        ("verify",),
    ],
    ids=" ".join,
)
def test_filed_control_characters_are_not_printed(liege: Table, reader: tuple[str, ...]) -> None:
    """A note, an order that is taken back for a reason, a ruling for an error."""
    liege.command("note", "liege", HOSTILE)
    liege.submit("offensive 17\n")
    liege.command("retract", "liege", "--to", 68, "--reason", HOSTILE)
    liege.submit("offensive 17\n# again")
    liege.command("dispute", "liege", 71, "--resolve", "--error", HOSTILE, "--file")
    assert len(liege.lines) == 1 + 73
    name, *more = reader

    for how in ([], ["--json"]):
        told = liege.command(name, "liege", *more, *how)
        assert told.code == 0, told.err
        # The forum's writer joins words so that none of them is a tag.
        assert obeyed(told.out + told.err) <= ({"\u2060"} if "phpbb" in more else set())


def test_copy_is_not_written_to_a_terminal_raw(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    Session().tell_bytes(f"{HOSTILE}\n".encode())

    assert obeyed(capsys.readouterr().out) == set()


Said = Callable[[Session], object]

WAYS: dict[str, Said] = {
    "words": lambda session: session.tell(HOSTILE),
    "bytes": lambda session: session.tell_bytes(HOSTILE.encode()),
    "a warning": lambda session: session.warn([HOSTILE]),
    "a complaint": lambda session: session.complain([Complaint.of(saying("no {word}", word=HOSTILE))], 1),
    "JSON": lambda session: session.tell_json({HOSTILE: HOSTILE}),
    "an answer": lambda session: session.say(HOSTILE),
    "a remark": lambda session: session.remark(HOSTILE, DOCUMENT),
    "a document": lambda session: session.page(DOCUMENT),
}
"""Every way by which a command says something."""


@pytest.mark.parametrize("colour", Colour)
@pytest.mark.parametrize("way", WAYS)
def test_no_way_to_say_something_lets_them_through(
    way: str, colour: Colour, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What a layer below has taken out already is taken out once more."""
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("NO_COLOR", "1")
    WAYS[way](Session(colour=colour))

    told = capsys.readouterr()
    said = PAINT.sub("", told.out + told.err)
    assert said.strip()
    assert obeyed(said) == set()


@pytest.mark.parametrize("call", [[HOSTILE], ["list", f"--{HOSTILE}"], ["packs", HOSTILE], ["list", HOSTILE]])
def test_unknown_command_is_quoted_without_control_characters(command: Referee, call: list[str]) -> None:
    told = command(*call)

    assert told.code == 2
    assert obeyed(told.out + told.err) == set()
    assert any(word in told.err for word in SPELT)


@pytest.mark.parametrize("ending", ["txt", "html", "md"])
def test_a_report_in_a_file_holds_none_of_them(liege: Table, tmp_path: Path, ending: str) -> None:
    """Nobody guards what a mail program or a browser shows."""
    liege.command("note", "liege", HOSTILE)
    file = tmp_path / f"report.{ending}"
    assert liege.command("report", "liege", "--since", "60", "--as", "referee", "-o", file).code == 0

    assert obeyed(file.read_text("utf-8")) == set()


def test_names_of_files_and_folders_are_guarded(liege: Table, command: Referee, tmp_path: Path) -> None:
    name = HOSTILE.replace("\r", "")
    folder = tmp_path / name
    folder.mkdir()
    (folder / "game.yaml").write_text("id: [")
    letter = folder / "letter.txt"
    letter.write_text("END ORDERS")
    for call in (
        ("packs", "check", folder),
        ("packs", "show", folder),
        ("packs", "redraw", folder),
        ("packs", "conform", folder),
        ("packs", "count", folder),
        ("new", "mine", folder),
        ("submit", "liege", letter, "--as", "german"),
        ("verify", letter),
        ("compare", letter, letter),
        ("verify", folder),
    ):
        told = command(*call)
        assert told.code != 0, call
        assert obeyed(told.out + told.err) == set(), call
        assert "\\u001b[2J" in told.out + told.err, call


def test_names_of_packs_on_the_shelf_are_guarded(
    command: Referee, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "packs" / HOSTILE
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text("id: [")
    monkeypatch.setenv("REFEREE_PACKS", str(tmp_path / "packs"))

    told = command("packs", "list")
    assert (told.code, obeyed(told.out + told.err)) == (0, set())
    assert "\\u001b[2J" in told.out


def test_each_sign_that_is_obeyed_is_spelt_and_no_other_is() -> None:
    signs = [chr(code) for code in range(0x3000)] + ["\ud800", "\U000e0001", "\U0001f600", "\uffff"]
    for sign in signs:
        spelt = printable(f"x{sign}y")
        kept = unicodedata.category(sign) not in OBEYED or sign == "\n"
        assert (spelt == f"x{sign}y") == kept, hex(ord(sign))
        assert kept or json.loads(f'"{spelt}"') == f"x{sign}y"


def test_plain_text_stays_as_it_is() -> None:
    for text in ("", "\n", "a\nb", "Liège\n", "tab and escape are spelt: "):
        assert printable(text) == text
    assert printable("a\tb") == "a\\u0009b"
    assert printable("\x1b") == "\\u001b"
    assert printable("é\x1b\n") == "é\\u001b\n"
