"""Exit codes, complaints, pipes and colours of every command; none of them shows a secret."""

import json
import os
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest

from referee import __version__
from referee.cli import exits
from referee.matches.judging import judge_letter
from referee.platform.ports import ports
from tests.cli.conftest import Referee
from tests.ports import clock_with

ROOT = Path(__file__).parents[2]


def process(*arguments: str, **how: object) -> subprocess.CompletedProcess[bytes]:
    """The command in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "80"}
    return subprocess.run(
        [sys.executable, "-m", "referee", *arguments],
        env=environment,
        timeout=60,
        check=False,
        **{"capture_output": True, **how},  # type: ignore[call-overload]
    )


def test_version_is_printed_before_other_work(referee: Referee) -> None:
    assert process("--version").stdout.decode() == f"referee {__version__}\n"
    assert referee("--version").out == f"referee {__version__}\n"


def test_no_command_is_answered_with_help(referee: Referee) -> None:
    helped = referee()

    assert helped.code == 2
    assert helped.out.startswith("Usage: referee")


def test_a_mistyped_command_is_a_usage_error(referee: Referee) -> None:
    mistyped = referee("shwo")

    assert (mistyped.code, mistyped.out) == (2, "")
    assert "Did you mean 'show'?" in mistyped.err


COMMANDS = """
    new list show log verify retract note reveal export submit prompts options report map explain help demo
"""


@pytest.mark.parametrize("name", COMMANDS.split())
def test_every_command_has_help_and_the_shared_options(referee: Referee, name: str) -> None:
    helped = referee(name, "-h")

    assert helped.code == 0
    for option in ("--json", "--quiet", "--color", "--shelf", "--now"):
        assert option in helped.out


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["shwo"], 2),
        (["show"], 2),
        (["show", "nothing"], 66),
        (["show", "../no-such-match"], 2),
        (["new", "x", "nothing"], 66),
    ],
)
def test_a_complaint_is_a_record_when_records_are_asked_for(
    referee: Referee, arguments: list[str], code: int
) -> None:
    complained = referee(*arguments, "--json")

    assert (complained.code, complained.err) == (code, "")
    assert complained.json["ok"] is False
    assert complained.json["exit"] == code
    assert [set(complaint) for complaint in complained.json["complaints"]] == [
        {"text", "place", "remedy", "code"}
    ]


@pytest.mark.usefixtures("duel")
@pytest.mark.parametrize(
    "arguments",
    [
        ["list"],
        ["show", "duel"],
        ["log", "duel"],
        ["prompts", "duel"],
        ["options", "duel"],
        ["report", "duel"],
        ["verify", "duel"],
        ["note", "duel", "x"],
        ["help"],
        ["help", "proof"],
        ["packs", "schema"],
        ["explain", "3.1", "--pack", "toy"],
    ],
)
def test_every_answer_is_one_record_if_wanted(referee: Referee, arguments: list[str]) -> None:
    answered = referee(*arguments, "--json")

    assert answered.code == 0
    assert answered.json["ok"] is True


@pytest.mark.usefixtures("duel")
def test_quiet_prints_only_errors(referee: Referee) -> None:
    assert referee("show", "duel", "-q").out == ""
    assert referee("submit", "duel", "--as", "red", "-q", stdin="throw 9").out == ""
    assert referee("show", "nothing", "-q").err != ""


def test_help_lists_every_exit_code(referee: Referee) -> None:
    listed = referee("help", "exit-codes").out

    assert [int(line.split()[0]) for line in listed.splitlines()] == list(exits.EXITS)
    assert referee("help", "nothing").code == 66


@pytest.mark.usefixtures("duel")
def test_a_mistake_of_ours_tells_no_value(referee: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(*_: object, **__: object) -> None:
        hidden = "the enemy's hand"
        raise RuntimeError(hidden)

    monkeypatch.setattr(judge_letter, "judge_lines", stumble)
    for trace in ("", "1"):
        monkeypatch.setenv("REFEREE_TRACE", trace)
        stumbled = referee("submit", "duel", "--as", "red", stdin="stop")
        assert stumbled.code == 70
        assert "internal error: RuntimeError at test_exit_codes.py" in stumbled.err
        assert "enemy" not in stumbled.out + stumbled.err.replace("REFEREE_TRACE", "")
    assert referee("log", "duel", "--json").json["head"].startswith("3:")


@pytest.mark.usefixtures("duel")
def test_colour_is_for_terminals_and_on_request(referee: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    letter = {"stdin": "throw 9"}
    assert "\x1b[" not in referee("submit", "duel", "--as", "red", **letter).out
    assert "\x1b[31" in referee("submit", "duel", "--as", "red", "--color", "always", **letter).out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[31" in referee("submit", "duel", "--as", "red", "--color", "always", **letter).out
    assert "\x1b[" not in referee("submit", "duel", "--as", "red", "--color", "never", **letter).out
    assert referee("submit", "duel", "--color", "sometimes").code == 2


@pytest.mark.parametrize("given", ["yesterday", "2026-13-01", ""])
def test_a_time_is_a_time(referee: Referee, given: str) -> None:
    assert referee("new", "duel", "toy", "--now", given).code == 2


def test_a_clock_that_is_set_wrong_is_a_setting(referee: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "soon")

    assert referee("new", "duel", "toy").code == 78


def test_times_are_printed_in_utc(referee: Referee) -> None:
    referee("new", "duel", "toy", "--now", "2026-12-01T22:00:00+02:00")

    assert referee("log", "duel", "--json").json["entries"][0]["at"] == "2026-12-01T20:00:00Z"


@pytest.mark.usefixtures("duel")
def test_locked_match_is_reported_as_busy(referee: Referee, shelf: Path) -> None:
    import fcntl

    # A second passes with each look at the clock.
    clock = clock_with(monotonic=count().__next__)
    with ports.use(clock=clock), (shelf / "duel" / "journal.jsonl").open("rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert referee("submit", "duel", "--as", "red", stdin="stop").code == 75
        assert referee("show", "duel").code == 0


@pytest.mark.usefixtures("duel")
def test_a_torn_line_is_a_warning_and_is_set_aside_by_the_next_writer(referee: Referee, shelf: Path) -> None:
    path = shelf / "duel" / "journal.jsonl"
    with path.open("ab") as file:
        file.write(b'{"seal":"12')

    shown = referee("show", "duel")
    assert shown.code == 0
    assert "unfinished" in shown.err
    assert referee("submit", "duel", "--as", "red", stdin="stop").code == 0
    assert [file.name for file in path.parent.iterdir() if "torn" in file.name] == ["journal.jsonl.torn-1"]
    assert referee("verify", "duel").code == 0


def test_a_closed_pipe_is_silence(tmp_path: Path) -> None:
    for arguments in (
        ["help", "proof"],
        ["explain", "movement.adjacent"],
        ["packs", "schema", "letter"],
        ["--help"],
    ):
        reading, writing = os.pipe()
        os.close(reading)
        done = process(*arguments, capture_output=False, stdout=writing, stderr=subprocess.PIPE)
        os.close(writing)
        assert (done.returncode, done.stderr) == (0, b""), arguments


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_full_disk_is_reported() -> None:
    with Path("/dev/full").open("wb") as full:
        done = process("help", "proof", capture_output=False, stdout=full, stderr=subprocess.PIPE)

    assert done.returncode == 74
    assert b"No space left" in done.stderr


def test_a_terminal_without_letters_gets_numbers() -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "latin-1"}
    done = subprocess.run(
        [sys.executable, "-m", "referee", "help", "letters"],
        env=environment,
        capture_output=True,
        check=False,
    )

    assert done.returncode == 0
    assert b"\\u2026" in done.stdout


@pytest.mark.usefixtures("duel")
def test_the_shell_completes_matches_sides_packs_formats_and_topics(shelf: Path) -> None:
    def completed(words: str, word: int) -> list[str]:
        asked = {"_REFEREE_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(word)}
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "REFEREE_SHELF": str(shelf), **asked}
        done = subprocess.run(
            [sys.executable, "-m", "referee"], env=environment, capture_output=True, check=False
        )
        return done.stdout.decode().split()

    assert completed("referee show d", 2) == ["duel"]
    assert completed("referee show duel --as ", 4) == ["red", "blue", "referee", "public"]
    assert completed("referee show nothing --as r", 4) == ["referee"]
    assert completed("referee new verdun t", 3) == ["ttlm"]
    assert completed("referee packs show sk", 3) == ["skirmish"]
    assert completed("referee report duel --format p", 4) == ["phpbb"]
    assert completed("referee help ea", 2) == ["east"]


def test_a_whole_match_of_the_pack_on_the_shelf(tmp_path: Path) -> None:
    """The real thing, in processes of its own."""
    where = ["--shelf", str(tmp_path)]
    assert process("new", "verdun", "ttlm", *where).returncode == 0
    first = process("options", "verdun", *where).stdout.decode().splitlines()[-1]

    done = process("submit", "verdun", "-", "--json", *where, input=f"side: german\n{first}\n".encode())
    answer = json.loads(done.stdout)
    assert (done.returncode, answer["accepted"][0]["order"]) == (0, "pass")
    report = process("report", "verdun", "--as", "entente", *where)
    assert report.returncode == 0
    assert process("verify", "verdun", "--rejudge", *where).returncode == 0
