"""A long audit or study that broke off is resumed: its answer is the same, and only the rest is done."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from referee.analysis import simulated_games
from referee.analysis.simulated_games import War
from referee.cli.commands import evidence
from referee.evidence.archives import archive_audit
from referee.evidence.archives.archive_audit import Task, Unchanged
from schemas.answers.evidence import Audited
from schemas.answers.simulation import SimulatedWar
from tests.cli.conftest import Referee, Result
from tests.great_war.matches.record import unpacked

WAR = unpacked("resignation")
FORGED = WAR.replace(b'"at":"2026-12-01', b'"at":"2026-12-02', 5)
GROWN = WAR[: WAR.rindex(b"\n", 0, -1) + 1]
"""The journal without its last entry."""

JUDGE, FIGHT = archive_audit.judge, simulated_games.fight_war
"""The work of both commands, whatever they are given in its place."""


def note(name: str) -> None:
    with Path("worked").open("a", encoding="utf-8") as file:
        file.write(f"{name}\n")


def judge_and_note(task: Task) -> Audited | Unchanged:
    judged = JUDGE(task)
    if isinstance(judged, Audited):
        note(Path(task.place).name)
    return judged


def fight_and_note(war: War) -> SimulatedWar:
    note(str(war.number))
    return FIGHT(war)


def list_worked() -> list[str]:
    file = Path("worked")
    names = file.read_text(encoding="utf-8").split() if file.exists() else []
    file.unlink(missing_ok=True)
    return sorted(names)


@pytest.fixture(autouse=True)
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three journals, the second of which was forged; work is noted."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(archive_audit, "judge", judge_and_note)
    monkeypatch.setattr(simulated_games, "fight_war", fight_and_note)
    folder = tmp_path / "archive"
    folder.mkdir()
    for name, text in {"one": WAR, "two": FORGED, "six": WAR}.items():
        (folder / f"{name}.jsonl").write_bytes(text)
    return folder


def audit(command: Referee, *options: object) -> Result:
    return command("audit", "archive", "--jobs", 1, "--rows", "rows.jsonl", *options)


def read_lines(text: str) -> list[Any]:
    return [json.loads(line) for line in text.splitlines()]


def break_off(rows: int) -> None:
    """Leave the head, some rows and a part of the next one, as a killed process does."""
    lines = Path("rows.jsonl").read_bytes().splitlines(keepends=True)
    Path("rows.jsonl").write_bytes(b"".join(lines[: rows + 1]) + lines[rows + 1][:40])


@pytest.mark.parametrize("rows", [0, 1, 2])
def test_an_audit_that_broke_off_judges_only_the_rest(command: Referee, rows: int) -> None:
    whole = audit(command, "--json")
    written = Path("rows.jsonl").read_bytes()
    assert list_worked() == ["one.jsonl", "six.jsonl", "two.jsonl"]
    break_off(rows)

    resumed = audit(command, "--json", "--resume")

    assert list_worked() == sorted(["one.jsonl", "six.jsonl", "two.jsonl"][rows:])
    assert Path("rows.jsonl").read_bytes() == written
    assert resumed.code == whole.code == 65
    first, second = read_lines(whole.out), read_lines(resumed.out)
    assert [one["from_earlier"] for one in second] == [True] * rows + [False] * (3 - rows) + [rows]
    assert [one | {"from_earlier": 0} for one in second] == [one | {"from_earlier": 0} for one in first]


def test_a_journal_that_changed_is_judged_again(command: Referee, archive: Path) -> None:
    audit(command)
    list_worked()
    (archive / "six.jsonl").write_bytes(GROWN)

    resumed = audit(command, "--resume")

    assert list_worked() == ["six.jsonl"]
    assert "archive/six.jsonl: proved to entry 27." in resumed.out
    assert "Results of the earlier audit: 2." in resumed.out
    (archive / "six.jsonl").write_bytes(WAR)
    assert "archive/six.jsonl: proved to entry 28." in audit(command, "--resume").out
    assert list_worked() == ["six.jsonl"]


def test_the_rows_may_lie_in_the_archive(command: Referee) -> None:
    words = ("audit", "archive", "--jobs", 1, "--rows", "archive/rows.jsonl", "--resume")
    first, second = command(*words), command(*words)

    assert first.out.splitlines()[-1].startswith("3 journals. ")
    assert second.out.splitlines()[-1] == f"{first.out.splitlines()[-1]} Results of the earlier audit: 3."


def test_a_journal_that_could_not_be_read_is_tried_again(command: Referee, archive: Path) -> None:
    (archive / "one.jsonl").unlink()
    (archive / "one.jsonl").symlink_to("nowhere")
    assert "archive/one.jsonl: unreadable" in audit(command).out
    (archive / "one.jsonl").unlink()
    (archive / "one.jsonl").write_bytes(WAR)

    assert "archive/one.jsonl: proved to entry 28." in audit(command, "--resume").out


def test_rows_of_another_version_or_choice_are_not_taken(
    command: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    audit(command)
    written = Path("rows.jsonl").read_bytes()

    unjudged = audit(command, "--resume", "--no-rejudge")
    monkeypatch.setattr(evidence, "__version__", "0.0.1")
    older = audit(command, "--resume")

    assert (unjudged.code, older.code) == (2, 2)
    assert "the file holds an audit by version" in older.err
    assert Path("rows.jsonl").read_bytes() == written


FOREIGN = {"a text": b"my notes", "nothing": b"", "a journal": WAR, "a row cut off": b'{"program":"0'}


@pytest.mark.parametrize("text", FOREIGN.values(), ids=FOREIGN)
@pytest.mark.parametrize(
    "words", [("audit", "archive"), ("simulate", "ttlm", "--games", "1", "--turns", "1")]
)
def test_a_file_of_something_else_is_neither_resumed_nor_shortened(
    command: Referee, words: tuple[str, ...], text: bytes
) -> None:
    Path("rows.jsonl").write_bytes(text)

    told = command(*words, "--rows", "rows.jsonl", "--resume")

    assert told.code == 65
    assert "rows.jsonl:1:1: the file holds no " in told.err
    assert Path("rows.jsonl").read_bytes() == text
    assert list_worked() == []


@pytest.mark.parametrize(
    "words", [("audit", "archive"), ("simulate", "ttlm", "--games", "1", "--turns", "1")]
)
def test_rows_are_not_lost_to_a_second_run(command: Referee, words: tuple[str, ...]) -> None:
    Path("rows.jsonl").write_bytes(b"the rows of a long night\n")

    told = command(*words, "--rows", "rows.jsonl")

    assert told.code == 73
    assert "rows.jsonl already exists (add --resume to continue it, or --force to replace it)" in told.err
    assert Path("rows.jsonl").read_bytes() == b"the rows of a long night\n"
    assert command(*words, "--resume").code == 2
    assert command(*words, "--rows", "rows.jsonl", "--resume", "--force").code == 65
    assert Path("rows.jsonl").read_bytes() == b"the rows of a long night\n"


@pytest.mark.skipif(os.name == "nt", reason="modes of files are those of POSIX")
def test_only_the_owner_reads_the_rows_of_an_audit(command: Referee) -> None:
    audit(command)

    assert Path("rows.jsonl").stat().st_mode & 0o777 == 0o600


def simulate(command: Referee, games: int, *options: object) -> Result:
    return command(
        "simulate", "ttlm", "--turns", 1, "--jobs", 1, "--games", games, "--rows", "rows.jsonl", *options
    )


def test_a_study_that_broke_off_fights_only_the_rest(command: Referee) -> None:
    whole = simulate(command, 4)
    written = Path("rows.jsonl").read_bytes()
    list_worked()
    break_off(2)

    resumed = simulate(command, 4, "--resume")

    assert list_worked() == ["3", "4"]
    assert (resumed.code, resumed.out) == (0, whole.out)
    assert Path("rows.jsonl").read_bytes() == written


def test_a_study_can_be_enlarged(command: Referee) -> None:
    simulate(command, 2)
    list_worked()

    larger = simulate(command, 3, "--resume")

    assert list_worked() == ["3"]
    assert larger.out == simulate(command, 3, "--force").out


def test_the_wars_of_another_study_are_not_taken(command: Referee) -> None:
    simulate(command, 1)
    written = Path("rows.jsonl").read_bytes()

    other = simulate(command, 1, "--resume", "--seed", 2)

    assert other.code == 65
    assert "rows.jsonl:1:1: the file holds the wars of another study" in other.err
    assert Path("rows.jsonl").read_bytes() == written
