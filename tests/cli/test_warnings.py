"""Warnings beside an answer, and the language of errors."""

import sys

import pytest

from tests.cli.conftest import Referee, Table

READERS = (
    "show liege",
    "log liege",
    "report liege",
    "prompts liege",
    "options liege",
    "map liege",
    "chart liege",
    "diff liege 40 50",
    "replay liege",
    "compose liege",
    "odds liege namur --at 44",
    "luck liege",
    "rejudge liege",
    "dispute liege 2",
    "dispute liege 2 --resolve",
)
"""Commands that read a match, and do not say anything of its end in their answer."""


@pytest.mark.parametrize("typed", READERS)
def test_every_reader_is_warned_of_a_line_that_was_never_finished(liege: Table, typed: str) -> None:
    with liege.journal.open("ab") as journal:
        journal.write(b'{"seal"')

    told = liege.command(*typed.split())

    assert told.code == 0
    assert "unfinished" in told.err


def test_quiet_prints_no_warnings(liege: Table) -> None:
    assert liege.command("show", "liege").err == ""
    with liege.journal.open("ab") as journal:
        journal.write(b'{"seal"')

    assert liege.command("show", "liege", "--quiet").err == ""


IN_FRENCH = (
    "show liege --as german --at 999",
    "report liege --as german --at 999",
    "show liege --as entente --at 999 --language fr",
)
"""Views of the German side, or in French, that cannot be shown."""

IN_ENGLISH = (
    "show liege --as entente --at 999",
    "retract liege --to 999 --as entente",
    "retract liege --to 999",
    "retract liege --to 999 --as german",
    "phrase liege --as german late",
    "phrase liege --as entente late",
    "submit liege nothing.txt --as german",
    "submit liege nothing.txt --as entente",
    "show liege --as german --at 999 --language en",
    "new liege ttlm --language german=fr",
)
"""The same of others, and what the moderator files for a side."""

FRENCH = (" n'a pas ", " n'y a ", " aucun", " ne contiennent pas ", " n'utilisent pas ", " est introuvable")


def speaks_french(said: str) -> bool:
    return any(word in said for word in FRENCH)


@pytest.mark.parametrize("typed", [*IN_FRENCH, *IN_ENGLISH])
def test_fault_uses_the_language_of_the_caller(liege: Table, typed: str) -> None:
    liege.command("language", "liege", "german", "fr")

    told = liege.command(*typed.split())

    assert told.code not in (0, 70)
    assert speaks_french(told.err) is (typed in IN_FRENCH), told.err


def test_answer_without_a_side_uses_the_language_of_the_referee(liege: Table) -> None:
    liege.command("language", "liege", "referee", "fr")

    assert speaks_french(liege.command("show", "liege", "--at", 999).err)
    assert speaks_french(liege.command("retract", "liege", "--to", 999).err)
    assert not speaks_french(liege.command("show", "liege", "--as", "german", "--at", 999).err)


def test_a_side_alone_changes_no_language(liege: Table) -> None:
    before = liege.command("language", "liege").out

    assert liege.command("language", "liege", "german").out == before
    assert liege.command("language", "liege", "german", "fr").out == before.replace("german=en", "german=fr")
    assert liege.command("language", "liege").out == before.replace("german=en", "german=fr")


@pytest.mark.parametrize("wanted", [("--color", "always"), ("--color=always",)])
def test_a_complaint_is_red_where_colours_are_wanted(command: Referee, wanted: tuple[str, ...]) -> None:
    plain = command("show", "nothing").err

    assert plain.startswith("referee: match nothing was not found")
    assert command("show", "nothing", *wanted).err == f"\x1b[31m{plain[:-1]}\x1b[0m\n"
    assert command("show", *wanted, "nothing").err == f"\x1b[31m{plain[:-1]}\x1b[0m\n"
    assert command("show", "--", "nothing").err == plain
    assert command("note", "nothing", "--", *wanted[-1:]).err == plain


def test_on_a_terminal_a_complaint_is_red_unless_colours_are_not_wanted(
    command: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)

    assert command("show", "nothing").err.startswith("\x1b[31m")
    assert command("show", "nothing", "--color", "auto").err.startswith("\x1b[31m")
    assert command("show", "nothing", "--color", "never").err.startswith("referee: ")


@pytest.mark.parametrize(
    "typed", ["show liege", "dispute liege 2", "help proof", "log liege", "export liege"]
)
def test_quiet_also_works_with_colours(liege: Table, typed: str) -> None:
    told = liege.command(*typed.split(), "--quiet", "--color", "always")

    assert (told.code, told.out, told.err) == (0, "", "")


def test_a_painted_answer_is_the_plain_one_in_colours_and_a_script_gets_a_record(liege: Table) -> None:
    painted = liege.command("dispute", "liege", 2, "--color", "always").out

    assert "\x1b[" in painted
    assert liege.command("dispute", "liege", 2, "--color", "always", "--json").json["ok"] is True
    assert "\x1b[" not in liege.command("dispute", "liege", 2, "--color", "never").out


def test_while_a_shell_completes_no_command_is_carried_out(
    command: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (
        ("_REFEREE_COMPLETE", "complete_bash"),
        ("COMP_WORDS", "referee sho"),
        ("COMP_CWORD", "1"),
    ):
        monkeypatch.setenv(name, value)

    assert command("list").out == "show\n"


@pytest.mark.parametrize(("language", "french"), [("fr", True), ("en", False)])
def test_the_moderator_reads_the_fault_of_a_letter_in_his_language(
    liege: Table, language: str, *, french: bool
) -> None:
    liege.command("language", "liege", "german", "de")
    liege.command("language", "liege", "referee", language)

    told = liege.submit("side: german\nanswers: 999\npass", None)

    assert told.code not in (0, 70)
    assert speaks_french(told.err) is french, told.err
