"""Audits of archives on web servers and on clusters answer like local audits."""

import gzip
import json
import os
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from referee.evidence.archives import archive_audit, archive_journals
from referee.evidence.archives.archive_audit import Task
from schemas.answers.evidence import Audited
from tests.cli.conftest import Referee
from tests.cli.test_audits import FORGED, WAR, lines

HONEST = archive_audit.judge


class Quiet(SimpleHTTPRequestHandler):
    """A web server that keeps no log."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    folder = tmp_path / "archive"
    (folder / "resignation").mkdir(parents=True)
    (folder / "resignation" / "journal.jsonl").write_bytes(WAR)
    (folder / "resignation" / "notes.jsonl").write_bytes(b"not this one")
    (folder / "forged.jsonl").write_bytes(FORGED)
    (folder / "zip.jsonl.gz").write_bytes(gzip.compress(WAR))
    (folder / ".hidden.jsonl").write_bytes(b"nor this one")
    (folder / "read.me").write_bytes(b"nothing")
    return folder


@pytest.fixture
def address(archive: Path) -> Iterator[str]:
    """The archive on a web server of this machine."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(archive)))
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


def told(answer: Any, start: str) -> list[dict[str, Any]]:
    """The lines of an audit, with the names that journals have within their archive."""
    return [json.loads(json.dumps(line).replace(start, "")) for line in lines(answer)]


def test_an_archive_on_a_web_server_is_judged_as_it_is_here(
    command: Referee, archive: Path, address: str
) -> None:
    here, there = (command("audit", place, "--jobs", 2, "--json") for place in (archive, address))

    assert there.code == here.code == 65
    assert told(there, address) == told(here, f"{archive}/")
    assert [line["journal"] for line in told(there, address)[:-1]] == [
        "forged.jsonl",
        "resignation/journal.jsonl",
        "zip.jsonl.gz",
    ]


def test_one_journal_of_a_web_server_is_judged_alone(command: Referee, address: str) -> None:
    answer = command("audit", f"{address}zip.jsonl.gz", "--json")
    assert (answer.code, [line["state"] for line in lines(answer)[:-1]]) == (0, ["proved"])


def test_a_journal_that_is_not_there_is_named_without_the_keys_of_its_address(
    command: Referee, address: str
) -> None:
    secret = address.replace("127", "anna:s3cret@127")
    answer = command("audit", f"{secret}gone.jsonl?token=s3cret", f"{secret}gone.jsonl", "--json")
    assert answer.code == 66
    assert "s3cret" not in answer.out + answer.err
    assert f"{address}gone.jsonl" in answer.out + answer.err


@pytest.mark.parametrize(
    ("place", "shown"),
    [
        ("s3://club/matches", "s3://club/matches"),
        ("https://anna:pass@club.example/a.jsonl?key=1#2", "https://club.example/a.jsonl"),
        ("matches/a?b@c", "matches/a?b@c"),
    ],
)
def test_an_address_is_shown_without_its_keys(place: str, shown: str) -> None:
    assert archive_journals.hide_keys(place) == shown


@pytest.mark.parametrize(
    ("typed", "code", "said"),
    [
        (["nothing://club"], 66, "nothing://club"),
        (["s3://club/matches"], 2, "this store needs a package more: "),
        (["archive", "--scheduler", "tcp://127.0.0.1:1"], 2, "say --engine dask as well"),
        (["archive", "--engine", "steam"], 2, "--engine"),
    ],
)
def test_missing_optional_packages_are_named(
    command: Referee, archive: Path, monkeypatch: pytest.MonkeyPatch, typed: list[str], code: int, said: str
) -> None:
    monkeypatch.chdir(archive.parent)
    answer = command("audit", *typed)
    assert (answer.code, answer.out) == (code, "")
    assert said in answer.err


@pytest.mark.parametrize(
    ("missing", "typed", "said"),
    [
        ("fsspec.core", ["http://127.0.0.1/"], "pip install fsspec"),
        ("distributed", ["archive", "--engine", "dask"], "pip install distributed"),
    ],
)
def test_an_extra_that_is_not_installed_is_named(
    command: Referee,
    archive: Path,
    monkeypatch: pytest.MonkeyPatch,
    missing: str,
    typed: list[str],
    said: str,
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    monkeypatch.chdir(archive.parent)
    answer = command("audit", *typed)
    assert (answer.code, answer.out) == (2, "")
    assert said in answer.err


# --- a cluster


def die_once(task: Task) -> Audited:
    """The judge, killed at the journal that is marked."""
    marker = Path(task.place).with_name("die")
    if "journal" in task.place and marker.exists():
        marker.unlink()
        os.kill(os.getpid(), signal.SIGKILL)
    return HONEST(task)


def test_a_cluster_says_what_processes_say_though_a_worker_is_killed(
    command: Referee, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = command("audit", archive, "--json")
    monkeypatch.setattr(archive_audit, "judge", die_once)
    (archive / "resignation" / "die").touch()

    there = command("audit", archive, "--json", "--engine", "dask", "--jobs", 2)
    assert there.code == here.code == 65
    assert lines(there) == lines(here)
    assert not (archive / "resignation" / "die").exists()


def test_a_scheduler_that_does_not_answer_is_named(
    command: Referee, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.platform.clusters.PATIENCE", 1)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        answer = command("audit", archive, "--engine", "dask", "--scheduler", address)
    assert (answer.code, answer.out) == (2, "")
    assert f"no scheduler answers at {address}" in answer.err
