"""Killed programs, closed streams and terminals without an encoding leave the journal intact."""

import json
import os
import signal
import subprocess
import sys

import pytest

from tests.cli.conftest import ROOT, Table


@pytest.mark.parametrize("answered", [0, 1, 4, 12])
def test_a_writer_that_is_killed_leaves_a_journal_that_holds(liege: Table, answered: int) -> None:
    before = liege.lines
    process = subprocess.Popen(
        [sys.executable, "-m", "referee", "submit", "-", "--batch"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert process.stdin is not None
    assert process.stdout is not None
    with process.stdin, process.stdout:
        for number in range(200):
            letter = {"match": "liege", "side": "entente", "letter": f"pass # {number}"}
            process.stdin.write(json.dumps(letter).encode() + b"\n")
        process.stdin.flush()
        told = [json.loads(process.stdout.readline())["refusal"] for _ in range(answered)]
        process.send_signal(signal.SIGKILL)
        process.wait()

    text = liege.journal.read_bytes()
    whole = text[: text.rindex(b"\n") + 1].splitlines(keepends=True)
    assert whole[:68] == before
    assert len(whole) > max(told, default=67)
    assert liege.command("verify", "liege").code == 0
    assert liege.submit("offensive 17\n").code == 0
    assert liege.lines[: len(whole)] == whole
    assert liege.holds()


def test_reader_that_closes_early_is_not_an_error(liege: Table) -> None:
    for arguments in (["report", "liege"], ["export", "liege"], ["log", "liege", "--json"], ["map", "liege"]):
        reading, writing = os.pipe()
        os.close(reading)
        done = subprocess.run(
            [sys.executable, "-m", "referee", *arguments],
            stdout=writing,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            check=False,
        )
        os.close(writing)
        assert (done.returncode, done.stderr) == (0, b""), arguments


@pytest.mark.parametrize(
    ("closed", "code"), [("<&-", 2), (">&-", 0), ("2>&-", 0), ("<&- >&- 2>&-", 2), (">&- 2>&-", 0)]
)
def test_a_daemon_that_closed_its_streams_files_its_letter_and_nothing_else(
    liege: Table, closed: str, code: int
) -> None:
    before = liege.lines
    done = subprocess.run(
        ["sh", "-c", f'"{sys.executable}" -m referee submit liege --as german {closed}'],
        input=b"offensive 17\n",
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=False,
    )

    assert done.returncode == code
    assert b"our mistake" not in done.stderr
    assert len(liege.lines) == len(before) + (code == 0)
    assert liege.holds()


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "settings",
    [
        pytest.param(
            {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
            marks=pytest.mark.skipif(not str(ROOT).isascii(), reason="Python itself does not start"),
        ),
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "latin-1:strict"},
        {"PYTHONIOENCODING": "utf-8:strict", "NO_COLOR": "1"},
    ],
    ids=str,
)
def test_an_odd_terminal_gets_an_answer_and_a_script_gets_json(
    liege: Table, settings: dict[str, str]
) -> None:
    def told(*more: str) -> bytes:
        done = subprocess.run(
            [sys.executable, "-m", "referee", "report", "liege", "--as", "german", *more],
            capture_output=True,
            env={**os.environ, "PYTHONPATH": str(ROOT), **settings},
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, b"")
        return done.stdout

    assert b"BEGIN ORDERS liege" in told()
    record = json.loads(told("--json"))
    assert record["ok"] is True
    assert "Liège" in json.dumps(record, ensure_ascii=False)


def test_remark_stays_on_its_line_without_control_characters(liege: Table) -> None:
    assert liege.command("note", "liege", "one\ntwo\x1b[31m three\u2028four").code == 0

    assert "  one two [31m three four\n" in liege.command("log", "liege").out
    assert "\x1b" not in liege.report()
