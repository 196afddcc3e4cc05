"""An audit judges every journal of an archive: forged ones are named, and no dead worker loses one."""

import gzip
import json
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from referee.engine.machine import Audited as Agreement
from referee.evidence import match_verification, replay
from referee.evidence.archives import archive_audit
from referee.evidence.archives.archive_audit import Task
from referee.evidence.archives.archive_journals import Found, Shard
from referee.matches import command_files
from schemas.answers.evidence import Audited
from tests.cli.conftest import Referee, Result, Table
from tests.great_war.matches.record import unpacked

WAR = unpacked("resignation")
FORGED = WAR.replace(b'"at":"2026-12-01', b'"at":"2026-12-02', 5)

HONEST = archive_audit.judge
"""The judge, whatever the command is given in its place."""


def die_once(task: Task) -> Audited:
    """The judge, killed at the first journal that is marked."""
    # Two workers may see the marker at once: the one that removes it is killed.
    with suppress(FileNotFoundError):
        Path(task.place).with_name("die").unlink()
        os.kill(os.getpid(), signal.SIGKILL)
    return HONEST(task)


def die_of_one(task: Task) -> Audited:
    """The judge, killed at one journal each time."""
    if Path(task.place).name == "two.jsonl":
        os.kill(os.getpid(), signal.SIGKILL)
    return HONEST(task)


def decide_differently(task: Task) -> Audited:
    """The judge, with other rules."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(replay, "audit", lambda *_, **__: Agreement(agrees=False))
        return HONEST(task)


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """A match folder, loose journals, a packed one, and files that are no journals."""
    folder = tmp_path / "archive"
    (folder / "west").mkdir(parents=True)
    (folder / "west" / "journal.jsonl").write_bytes(WAR)
    (folder / "west" / "copy.jsonl").write_bytes(FORGED)
    (folder / "one.jsonl").write_bytes(WAR)
    (folder / "two.jsonl").write_bytes(WAR)
    (folder / "zip.jsonl.gz").write_bytes(gzip.compress(WAR))
    (folder / ".hidden.jsonl").write_bytes(FORGED)
    (folder / "read.me").write_bytes(b"nothing")
    return folder


JOURNALS = ["one.jsonl", "two.jsonl", "west/journal.jsonl", "zip.jsonl.gz"]


def lines(told: Result) -> list[Any]:
    return [json.loads(line) for line in told.out.splitlines()]


def states(told: Result, folder: Path) -> dict[str, str]:
    return {Path(line["journal"]).relative_to(folder).as_posix(): line["state"] for line in lines(told)[:-1]}


def test_every_journal_is_proved_and_judged_in_the_order_of_names(command: Referee, archive: Path) -> None:
    told = command("audit", archive, archive / "one.jsonl", "--jobs", 2, "--json")

    assert (told.code, told.err) == (0, "")
    assert list(states(told, archive).items()) == [(name, "proved") for name in JOURNALS]
    assert {
        (line["verified"]["entries"], str(line["verified"]["differences"])) for line in lines(told)[:-1]
    } == {(28, "[]")}
    total = lines(told)[-1]
    assert (total["journals"], total["proved"], total["judged"], total["exit"]) == (4, 4, 4, 0)


def test_a_forged_journal_among_good_ones_is_named_with_its_line(command: Referee, archive: Path) -> None:
    (archive / "two.jsonl").write_bytes(FORGED)

    told = command("audit", archive, "--json")
    assert told.code == 65
    assert states(told, archive) == dict.fromkeys(JOURNALS, "proved") | {"two.jsonl": "unbelievable"}
    (wrong,) = (line for line in lines(told)[:-1] if not line["ok"])
    assert (wrong["exit"], wrong["complaints"][0]["code"]) == (65, "seal-wrong")
    assert wrong["complaints"][0]["place"]["file"] == str(archive / "two.jsonl")

    said = command("audit", archive, "--language", "fr").out
    assert f"{archive}/two.jsonl\u00a0: NON valide.\n  {archive}/two.jsonl:1" in said
    assert said.splitlines()[-1].startswith("4 journaux.")


def test_a_bar_makes_room_for_each_journal_that_was_judged(
    command: Referee, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)

    told = command("audit", archive, "--jobs", 1, "--no-rejudge")

    assert told.code == 0
    shown = [line.rpartition(" ")[2] for line in told.err.split("\r\x1b[K")[1:]]
    assert shown == ["0%", "", "25%", "", "50%", "", "75%", ""]
    assert told.out.splitlines()[-1].startswith("4 journals.")


MIXED = {
    ("good",): 0,
    ("good", "bad"): 65,
    ("gone", "good"): 66,
    ("bad", "gone"): 65,
}
"""What an archive holds, and the code of its audit: the worst that occurs."""


@pytest.mark.parametrize(("held", "code"), MIXED.items())
def test_the_code_of_an_audit_is_that_of_the_worst_journal(
    command: Referee, tmp_path: Path, held: tuple[str, ...], code: int
) -> None:
    for name in held:
        journal = tmp_path / f"{name}.jsonl"
        if name == "gone":
            journal.symlink_to("nowhere")
        else:
            journal.write_bytes(WAR if name == "good" else FORGED)

    told = command("audit", tmp_path, "--no-rejudge", "--jobs", 1)

    assert told.code == code
    assert told.out.splitlines()[-1].startswith(f"{len(held)} journal")


def test_the_rules_are_asked_unless_they_are_left_out(liege: Table) -> None:
    shelf = liege.folder.parent
    judged = [
        liege.command("audit", shelf, *how, "--json") for how in ((), ("--rejudge",), ("--no-rejudge",))
    ]

    assert [told.code for told in judged] == [0, 0, 0]
    assert [lines(told)[0]["verified"]["differences"] for told in judged] == [[], [], None]
    assert [lines(told)[-1]["judged"] for told in judged] == [1, 1, 0]


def test_journal_of_killed_worker_is_judged_by_another(
    command: Referee, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive_audit, "judge", die_once)
    (archive / "die").touch()

    told = command("audit", archive, "--jobs", 2, "--json")
    assert told.code == 0
    assert states(told, archive) == dict.fromkeys(JOURNALS, "proved")
    assert lines(told)[-1]["tried_again"] == 1
    assert not (archive / "die").exists()


def test_a_journal_that_kills_every_worker_is_lost_and_no_other(
    command: Referee, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive_audit, "judge", die_of_one)
    (archive / "one.jsonl").write_bytes(FORGED)

    told = command("audit", archive, "--jobs", 2, "--json")
    assert told.code == 75
    assert states(told, archive) == {
        "one.jsonl": "unbelievable",
        "two.jsonl": "lost",
        "west/journal.jsonl": "proved",
        "zip.jsonl.gz": "proved",
    }
    assert lines(told)[1]["complaints"][0]["code"] == "worker-died"


def test_audit_reports_entries_that_rules_decide_differently(
    command: Referee, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive_audit, "judge", decide_differently)

    told = command("audit", archive / "one.jsonl")
    assert told.code == 1
    assert "proved to entry 28, but today's rules decide differently" in told.out


def test_a_mistake_of_ours_stops_no_audit(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError(WAR)

    monkeypatch.setattr(match_verification, "verify", fail)
    judged = archive_audit.judge(Task(str(archive / "one.jsonl")))
    assert judged.state == "failed"
    assert [one.text for one in judged.complaints] == [
        "our mistake: ZeroDivisionError, and nothing is known of this journal"
    ]


def test_audit_names_unreadable_journals(command: Referee, tmp_path: Path) -> None:
    archive = tmp_path / "odd"
    archive.mkdir()
    (archive / "gone.jsonl").symlink_to("nowhere")
    os.mkfifo(archive / "pipe.jsonl")
    (archive / "cut.jsonl.gz").write_bytes(gzip.compress(WAR)[:-20])
    (archive / "empty.jsonl").touch()

    told = command("audit", archive, "--json")
    assert told.code == 65
    assert [(line["state"], line["exit"]) for line in lines(told)[:-1]] == [
        ("unbelievable", 65),
        ("unbelievable", 65),
        ("unreadable", 66),
        ("unreadable", 66),
    ]
    assert [line["complaints"][0]["code"] for line in lines(told)[:-1]] == [
        "packed-broken",
        "header-unfinished",
        "journal-unknown",
        "not-a-file",
    ]


@pytest.mark.parametrize(
    ("typed", "code", "said"),
    [
        (["nothing"], 66, "there is no folder nothing"),
        (["."], 66, "there is no journal in ."),
        (["archive", "nothing"], 66, "there is no folder nothing"),
        (["archive", "--shard", "3/2"], 2, "'3/2' does not name a part"),
        (["archive", "--shard", "0/2"], 2, "'0/2' does not name a part"),
        (["archive", "--shard", "half"], 2, "'half' does not name a part"),
        (["archive", "--jobs", "0"], 2, "--jobs"),
        ([], 2, "FOLDER"),
    ],
)
def test_an_audit_of_nothing_is_refused(
    command: Referee, archive: Path, monkeypatch: pytest.MonkeyPatch, typed: list[str], code: int, said: str
) -> None:
    empty = archive / "empty"
    empty.mkdir()
    monkeypatch.chdir(empty if typed == ["."] else archive.parent)

    told = command("audit", *typed)
    assert (told.code, told.out) == (code, "")
    assert said in told.err


@pytest.mark.parametrize("parts", [1, 2, 3, 7])
def test_every_journal_is_in_exactly_one_part_wherever_the_archive_lies(tmp_path: Path, parts: int) -> None:
    names = [f"war-{number}.jsonl" for number in range(200)]
    shards = [Shard.read(f"{part}/{parts}") for part in range(1, parts + 1)]
    held = [
        {name for name in names if shard.holds(Found(str(tmp_path / str(at) / name), name))}
        for at, shard in enumerate(shards)
    ]

    assert sorted(name for part in held for name in part) == sorted(names)
    assert min(map(len, held)) > 200 / parts / 2


def test_the_parts_of_an_archive_are_the_whole_of_it(command: Referee, archive: Path) -> None:
    parts = [command("audit", archive, "--no-rejudge", "--json", "--shard", f"{part}/2") for part in (1, 2)]

    assert sorted(name for told in parts for name in states(told, archive)) == JOURNALS
    assert [lines(told)[-1]["shard"] for told in parts] == ["1/2", "2/2"]


def test_a_packed_journal_is_proved_by_its_name(
    command: Referee, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = archive / "zip.jsonl.gz"
    assert command("verify", packed).out == command("verify", archive / "one.jsonl").out
    assert command("verify", packed, "--repair").code == 2
    packed.write_bytes(gzip.compress(FORGED))
    assert f"{packed}:1:1: " in command("verify", packed).err
    monkeypatch.setattr(command_files, "MOST_UNPACKED", 1000)
    assert "the unpacked journal is too large" in command("verify", packed).err
