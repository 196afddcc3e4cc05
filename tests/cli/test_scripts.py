"""What scripts rely on: streams and hyphens, endings of files, full disks, and the environment."""

import os
import re
import shutil
import subprocess
import threading
from pathlib import Path

import pytest
import typer

from referee.cli import exits
from tests.cli.conftest import ROOT, Referee, Table, list_parameters, load_tree
from tests.cli.test_exit_codes import process

FULL = Path("/dev/full")

STANDARD_VARIABLES = {"TERM", "PYDANTIC_DISABLE_PLUGINS"}
"""Variables that mean what they mean everywhere, or that the referee sets itself."""


@pytest.mark.skipif(not FULL.exists(), reason="there is no full device here")
@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["help", "proof", "--json"], 74, b"No space left"),
        (["show", "nothing", "--json"], 66, b"match nothing was not found"),
        (["--nonsense", "--json"], 74, b""),
    ],
)
def test_full_disk_is_reported_as_text_without_room_for_a_record(
    arguments: list[str], code: int, told: bytes
) -> None:
    with FULL.open("wb") as full:
        done = process(*arguments, capture_output=False, stdout=full, stderr=subprocess.PIPE)

    assert done.returncode == code
    assert told in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.skipif(not FULL.exists(), reason="there is no full device here")
def test_exit_code_reports_errors_without_streams() -> None:
    with FULL.open("wb") as full:
        codes = [
            process(*arguments, capture_output=False, stdout=full, stderr=full).returncode
            for arguments in (["show", "nothing"], ["show", "nothing", "--json"], ["help", "proof"])
        ]

    assert codes == [66, 66, 74]


def test_closed_error_stream_ends_the_complaints() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = process("show", "nothing", "--json", capture_output=False, stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)

    assert (done.returncode, done.stderr) == (66, b"")


def test_words_after_a_double_hyphen_are_arguments(command: Referee) -> None:
    assert command("note", "nothing", "--", "--json").err.startswith("referee: match nothing was not found")


@pytest.mark.parametrize("name", ["report", "export", "map", "chart", "replay"])
def test_a_hyphen_for_a_file_is_the_standard_output(
    liege: Table, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    told = liege.command(name, "liege", "-o", "-")

    assert told.code == 0
    assert told.out == liege.command(name, "liege").out != ""
    assert not Path("-").exists()


@pytest.mark.parametrize(
    ("name", "file", "begins"),
    [
        ("map", "map.svg", b"<svg"),
        ("map", "map.png", b"\x89PNG"),
        ("report", "report.html", b"<!DOCTYPE html>"),
        ("report", "report.md", b"# SECRET: liege"),
        ("report", "report.json", b"{"),
        ("report", "report.txt", b"SECRET: liege: report"),
    ],
)
def test_a_file_is_what_its_ending_says(
    liege: Table, tmp_path: Path, name: str, file: str, begins: bytes
) -> None:
    assert liege.command(name, "liege", "--as", "referee", "-o", tmp_path / file).code == 0

    assert (tmp_path / file).read_bytes().startswith(begins)


def test_a_format_that_is_asked_for_is_given_whatever_the_file_is_called(
    liege: Table, tmp_path: Path
) -> None:
    told = liege.command(
        "report", "liege", "--as", "german", "--format", "text", "-o", tmp_path / "report.html"
    )
    assert told.code == 0
    assert (tmp_path / "report.html").read_text("utf-8").startswith("liege: report")


def test_quiet_is_quiet_in_every_format(liege: Table) -> None:
    for arguments in (["report", "liege", "--format", "html"], ["export", "liege"], ["replay", "liege"]):
        assert liege.command(*arguments, "-q").out == ""


def test_a_journal_is_verified_compared_and_replayed_from_a_pipe(liege: Table) -> None:
    copy = liege.command("export", "liege", "--as", "german").out

    assert "all seals are valid up to entry 67" in liege.command("verify", "-", stdin=copy).out
    assert (
        liege.command("replay", "-", stdin=copy).out == liege.command("replay", "liege", "--as", "german").out
    )
    compared = liege.command("compare", "liege", "-", "--json", stdin=copy).json
    assert (compared["second"], compared["common"], compared["parted"]) == ("-", 67, None)


def test_a_journal_is_read_from_a_pipe_that_a_shell_names(liege: Table, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(liege.journal.read_bytes(),))
    writer.start()

    verified = liege.command("verify", pipe)
    writer.join()

    assert "all seals are valid up to entry 67" in verified.out


def test_pipe_without_writer_is_refused_at_once(liege: Table, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")

    verified = liege.command("verify", tmp_path / "pipe")

    assert (verified.code, verified.out) == (66, "")
    assert "has no writer" in verified.err


def test_pipe_on_the_shelf_is_not_a_match(liege: Table) -> None:
    liege.journal.unlink()
    os.mkfifo(liege.journal)

    assert liege.command("show", "liege").code == 66
    assert liege.command("list").code in {0, 65}


def test_a_match_that_was_copied_under_another_name_is_proved_with_a_warning(liege: Table) -> None:
    shutil.copytree(liege.journal.parent, liege.journal.parent.with_name("namur"))

    assert "this folder is named namur, and its match liege" in liege.command("verify", "namur").err
    assert liege.command("verify", "liege").err == ""


def test_faults_in_a_pipe_name_the_pipe(liege: Table) -> None:
    bent = liege.command("export", "liege").out.replace('"faces":[1,1,5]', '"faces":[1,1,1]')

    assert liege.command("verify", "-", stdin=bent).err.startswith("-:45:1: entry 44 was changed")
    assert liege.command("verify", "-", "--repair", stdin=bent).code == 2
    assert liege.command("verify", "-").code == 2


def test_every_variable_that_is_read_is_explained(referee: Referee) -> None:
    sources = [path.read_text("utf-8") for path in (ROOT / "referee").rglob("*.py")]
    quoted = {name for source in sources for name in re.findall(r'"([A-Z]{2,}(?:_[A-Z]+)+|TERM)"', source)}
    read = {
        name
        for name in quoted
        if any(f'environ.get("{name}"' in source or f'= "{name}"' in source for source in sources)
    }

    assert read - STANDARD_VARIABLES == set(exits.VARIABLES)
    explained = referee("help", "environment").out
    assert all(name in explained for name in exits.VARIABLES)


def options(group: typer.core.TyperGroup, before: str = "") -> list[tuple[str, object]]:
    found: list[tuple[str, object]] = []
    for name, one in group.commands.items():
        called = f"{before} {name}"
        if isinstance(one, typer.core.TyperGroup):
            found += options(one, called)
        else:
            found += [(called, parameter) for parameter in list_parameters(one)]
    return found


def test_every_option_has_help_and_a_metavar() -> None:
    for command, parameter in options(load_tree()):
        if getattr(parameter, "param_type_name") == "option":  # noqa: B009 - of a parameter of any kind
            shown = parameter.get_help_record(typer.Context(typer.core.TyperCommand("x")))  # type: ignore[attr-defined]
            assert shown[1], (command, parameter)
            assert not re.search(r"<(str|int|int range|path)>", shown[0]), (command, shown[0])


def test_no_line_of_help_is_cut_short(referee: Referee) -> None:
    for arguments in (["--help"], ["packs", "--help"]):
        assert "..." not in referee(*arguments).out.replace("[ARGS]...", "")


def test_one_schema_is_not_written_with_all(command: Referee, tmp_path: Path) -> None:
    assert command("packs", "schema", "letter", "-o", tmp_path / "schemas").code == 2
    assert not (tmp_path / "schemas").exists()


def test_all_unknown_options_of_a_match_are_reported_at_once(command: Referee) -> None:
    wrong = ("--with", "nothing=1", "--with", "fortfy", "--with", "pursuit=never")
    told = command("new", "ypres", "ttlm", *wrong, "--json").json["complaints"]

    assert [one["text"] for one in told] == [
        "there is no option `nothing`",
        "there is no option `fortfy`",
        "there is no choice for pursuit called `never`",
    ]
    assert [bool(one["remedy"]) for one in told] == [True, True, True]


def test_an_example_that_is_there_already_is_not_to_be_given_another_name(liege: Table) -> None:
    again = liege.command("demo", "--keep")

    assert (again.code, "--shelf" in again.err) == (73, True)


def test_fault_of_a_repeated_letter_explains_how_to_file_it_again(command: Referee, tmp_path: Path) -> None:
    command("packs", "new", tmp_path / "ford")
    command("new", "ford", tmp_path / "ford")
    for side in ("red", "blue"):
        for letter in ("pass", "done"):
            assert command("submit", "ford", "--as", side, "--json", stdin=letter).json["ok"]

    doubted = command("submit", "ford", "--as", "blue", "--json", stdin="done").json
    (complaint,) = doubted["complaints"]
    assert (doubted["ok"], doubted["exit"], complaint["code"]) == (False, 1, "repeat-or-new")
    assert "begin the letter with the line `answers: 5`" in complaint["remedy"]
    anew = command("submit", "ford", "--as", "blue", "--json", stdin="answers: 5\ndone").json
    assert (anew["ok"], anew["again"], [line["entry"] for line in anew["accepted"]]) == (True, False, [6])


def test_a_policy_that_is_not_found_says_how_to_name_its_file(
    command: Referee, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("house.yaml").write_text("", encoding="utf-8")

    assert "the file is called ./house.yaml" in command("new", "ypres", "ttlm", "--policy", "house.yaml").err
    assert "put the file there" in command("new", "ypres", "ttlm", "--policy", "./home.yaml").err
    assert "did you mean `strict`?" in command("new", "ypres", "ttlm", "--policy", "stict").err


def test_a_match_that_cannot_be_looked_into_hides_no_other(
    liege: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is somebody else's; who runs the tests may look everywhere, so that the system refuses by hand."""
    liege.command("new", "ypres", "ttlm")
    really = Path.stat

    def closed(path: Path, *, follow_symlinks: bool = True) -> os.stat_result:
        if path.parent == liege.folder:
            raise PermissionError(13, "Permission denied", str(path))
        return really(path, follow_symlinks=follow_symlinks)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "stat", closed)
        listed = liege.command("list")

    assert listed.code == 0
    assert re.search(
        r"^liege .*cannot be read: .*journal.jsonl: Permission denied$", listed.out, re.MULTILINE
    )
    assert re.search(r"\nypres  ttlm 1914", listed.out)


def test_a_shelf_that_is_a_file_is_not_called_empty(command: Referee, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")

    listed, opened = command("list", "--shelf", file), command("new", "ypres", "ttlm", "--shelf", file)
    assert (listed.code, listed.err) == (74, f"referee: {file}: Not a directory\n")
    assert (opened.code, opened.err) == (
        73,
        f"referee: {file}/ypres cannot be created: {file} is not a folder\n",
    )
    assert command("list", "--shelf", tmp_path / "nowhere").code == 0
