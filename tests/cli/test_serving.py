"""One process that serves: the answers of the shell, and clients that die, make noise or send too much."""

import json
import os
import re
import subprocess
import sys
import urllib.parse
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from itertools import cycle, islice
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

from referee.cli import serving
from referee.cli.session import Session
from tests.cli.conftest import ROOT, Table
from tests.scripts import write_script

PAGE = ROOT / "referee" / "cli" / "pages" / "serving.md"
LONGEST = 60
"""The most lines of a program that is read in one look."""

ASKED = """
    prompts liege | show liege --as german | options liege --as german --limit 5 | log liege --last 3
    show nothing | report liege --as entente | list | diff liege 40 50 | odds liege namur --at 44
    submit liege --as german --dry-run | map liege --as german | verify liege | chart liege | luck liege
    explain 4.1-d | show liege --at 99 | export liege --as german | replay liege --as german
    options liege --as british | packs list | frobnicate | show liege --color never
"""
"""Commands of every kind: those that are read plainly, those that are parsed, and those that fail."""

LABOURS = frozenset({"odds", "replay"})
"""Commands whose own work takes longer than any start; they are compared, and not timed."""

TIMES_FASTER = 20
MARGIN = 2
"""The machine of a test may have other work."""


@pytest.fixture
def environment(liege: Table, tmp_path: Path) -> Mapping[str, str]:
    """Where a program finds this one and the shelf."""
    scripts = tmp_path / "scripts"
    scripts.mkdir()
    write_script(scripts / "referee", "from referee.__main__ import main\nmain()\n")
    return {
        **os.environ,
        "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "REFEREE_SHELF": str(liege.folder.parent),
        "LANG": "C.UTF-8",
    }


@contextmanager
def begin(environment: Mapping[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-m", "referee", "serve"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def ask(process: subprocess.Popen[bytes], **request: object) -> bytes:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps(request).encode() + b"\n")
    process.stdin.flush()
    return process.stdout.readline()


def serve(lines: bytes) -> list[Any]:
    """The replies to some lines, in this process."""
    replies = BytesIO()
    assert serving.serve(Session(), BytesIO(lines), replies) == 0
    return [json.loads(line) for line in replies.getvalue().splitlines()]


def commands() -> Iterator[list[str]]:
    words = [one.split() for line in ASKED.strip().splitlines() for one in line.split("|")]
    return cycle(words)


def test_every_answer_is_the_one_of_the_shell_to_the_byte(
    environment: Mapping[str, str], pytestconfig: pytest.Config
) -> None:
    spent = {"shell": 0.0, "served": 0.0}
    with begin(environment) as process:
        assert b'"ok":true' in ask(process, run=["show", "liege"])
        for number, words in enumerate(islice(commands(), pytestconfig.getoption("commands"))):
            start = perf_counter()
            reply = ask(process, id=number, run=words, input="pass\n")
            served = perf_counter() - start
            start = perf_counter()
            done = subprocess.run(
                [sys.executable, "-m", "referee", *words, "--json"],
                input=b"pass\n", capture_output=True, env=environment, check=False, timeout=60,
            )  # fmt: skip
            if words[0] not in LABOURS:
                spent["shell"] += perf_counter() - start
                spent["served"] += served
            head = f'"exit":{done.returncode},"id":{number},"answers":['.encode()
            assert head + done.stdout.rstrip(b"\n") + b'],"warnings":[' in reply, words
            assert json.loads(reply)["warnings"] == done.stderr.decode().splitlines(), words
    assert spent["shell"] > TIMES_FASTER / MARGIN * spent["served"], spent


def test_served_answers_include_entries_of_other_processes(
    liege: Table, environment: Mapping[str, str]
) -> None:
    with begin(environment) as process:
        before = json.loads(ask(process, run=["prompts", "liege"]))["answers"][0]["head"]
        letter = "offensive 17\nmove ge-1 from namur to mons"
        assert json.loads(ask(process, run=["submit", "liege", "--as", "german"], input=letter))["ok"]
        assert liege.submit("done", "german").code == 0

        told = json.loads(ask(process, events="liege", since=before))["answers"][0]

    assert [event["entry"] for event in told["events"]][:2] == [68, 69]
    assert told["head"] == liege.command("log", "liege", "--json").json["head"]
    assert liege.holds()


def test_options_come_in_their_parts(liege: Table) -> None:
    liege.submit("offensive 17", "german")
    (reply,) = serve(b'{"id":"x","options":"liege","as":"german","limit":3000}\n')

    (answer,) = reply["answers"]
    march = next(one for one in answer["options"] if one["text"] == "move ge-1 to mons")
    assert reply["id"] == "x"
    assert (march["verb"], march["piece"], march["from"], march["to"]) == ("move", "ge-1", "namur", "mons")
    assert [one["text"] for one in answer["options"] if one["default"]] == ["done"]
    listed = liege.command("options", "liege", "--limit", "3000", "--json").json["orders"]
    assert [one["text"] for one in answer["options"]] == listed


def test_events_of_a_side_are_listed_for_it(liege: Table) -> None:
    asked = b'{"events":"liege","as":"german"}\n{"events":"liege","as":"public"}\n'
    own, seen = (reply["answers"][0]["events"] for reply in serve(asked))
    drawn = [
        [json.loads(one["data"]) for one in told if (one["kind"], one["side"]) == ("cards-drawn", "german")]
        for told in (own, seen)
    ]

    assert len(drawn[0]) == len(drawn[1]) > 0
    assert all(one["cards"] for one in drawn[0])
    assert not any(one["cards"] for one in drawn[1])


NOISE = {
    "noise": b"noise",
    "no object": b"[1,2]",
    "another key": b'{"id":1,"run":["list"],"more":1}',
    "two questions": b'{"run":["list"],"options":"liege"}',
    "no question": b'{"id":7}',
    "deep": b'{"id":' + b"[" * 200_000,
    "no utf-8": b'{"id":"\xff"}',
    "a huge number": b'{"id":' + b"9" * 5000 + b',"run":["list"]}',
    "a null": b'{"run":["show","a\\u0000b"]}',
    "another server": b'{"run":["serve"]}',
    "too long": b'{"run":["' + b"x" * serving.MOST_REQUEST + b'"]}',
}


CODES = {
    "request-unreadable", "request-asks-nothing", "request-long", "not-served", "not-keys", "not-list",
    "not-text", "not-whole", "key-unknown",
}  # fmt: skip


@pytest.mark.parametrize("line", NOISE.values(), ids=NOISE)
def test_noise_is_answered_and_harms_nothing(liege: Table, line: bytes) -> None:
    wrong, right = serve(line + b"\n" + b'{"id":2,"run":["prompts","liege"]}\n')

    assert (wrong["ok"], wrong["exit"]) in [(False, 65), (False, 2)]
    assert wrong["answers"][0]["complaints"][0]["code"] in CODES
    assert (right["id"], right["ok"]) == (2, True)
    assert liege.holds()


class Endless:
    """A line of 100 MB, of which a reader sees no more at once than it asks for."""

    def __init__(self, size: int) -> None:
        self.left, self.most = size, 0

    def readline(self, most: int) -> bytes:
        self.most = max(self.most, most)
        taken = min(most, self.left)
        self.left -= taken
        return b"x" * (taken - 1) + (b"x" if self.left else b"\n") if taken else b""


def test_a_line_of_100_megabytes_is_read_in_pieces_and_kept_in_none() -> None:
    stream = Endless(100_000_000)

    assert list(serving.read_lines(stream)) == [None]  # type: ignore[arg-type]  # it reads lines, and no more is asked
    assert stream.most == serving.MOST_REQUEST


def test_a_client_that_dies_ends_the_process_and_no_match(
    liege: Table, environment: Mapping[str, str]
) -> None:
    with begin(environment) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(b'{"run":["submit","liege","--as","german"],"input":"pass"}\n{"run":["list"]}\n')
        process.stdin.close()

        assert process.wait(timeout=60) == 0
        assert process.stderr.read() == b""
    assert liege.holds()


def test_help_and_words_come_as_text(liege: Table) -> None:
    version, shown, refused = serve(
        b'{"run":["--version"]}\n{"run":["log","liege","--last","1"],"text":true}\n{"run":["show","nothing"],"text":true}\n'
    )

    assert version["answers"][0]["text"].startswith("referee ")
    assert shown["answers"][0]["text"] == liege.command("log", "liege", "--last", "1").out
    assert (refused["exit"], refused["answers"][0]["text"]) == (66, "")
    assert "match nothing was not found" in refused["warnings"][0]


def program(name: str, folder: Path) -> Path:
    """A program of the help page, as a file."""
    (text,) = re.findall(rf"^```python {name}\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert len(text.splitlines()) <= LONGEST
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name


def test_the_bot_of_the_page_plays(liege: Table, environment: Mapping[str, str], tmp_path: Path) -> None:
    said = (
        "anna: !options",
        "carl: hello",
        "bert: !options",
        "anna: !order offensive 17; move ge-1 to mons",
        "carl: !help",
        "carl: !order pass",
    )

    done = subprocess.run(
        [sys.executable, program("bot.py", tmp_path), "liege"],
        input="\n".join(said), capture_output=True, text=True, env=environment, check=True, timeout=60,
    )  # fmt: skip

    assert done.stdout.splitlines()[:2] == ["offensive 17, pass", "it is not your turn"]
    assert 'Accepted: "move ge-1 to mons" (entry 69)' in done.stdout
    assert "news: offensive-played, piece-moved, area-disputed" in done.stdout
    assert "public" in done.stdout.splitlines()[-2], "a stranger gives no orders"
    assert liege.holds()


def test_the_page_of_the_page_plays(liege: Table, environment: Mapping[str, str], tmp_path: Path) -> None:
    command = [sys.executable, str(program("page.py", tmp_path)), "liege", "german,entente", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment) as server:
        try:
            assert server.stdout is not None
            address = f"http://127.0.0.1:{int(server.stdout.readline())}/german"
            shown = urllib.request.urlopen(address, timeout=30).read().decode()
            assert "Your turn" in shown
            head = re.search(r'name="head" value="([^"]+)"', shown)
            assert head is not None
            form = {"head": head[1], "order": re.findall(r'name="order" value="([^"]+)"', shown)[0]}
            for told in ("Accepted: &quot;offensive 17&quot;", "<pre></pre>"):
                sent = urllib.parse.urlencode(form).encode()
                assert told in urllib.request.urlopen(address, sent, timeout=30).read().decode()
        finally:
            server.kill()
    assert liege.holds()


CYCLES = """
import os, sys, weakref
from referee.__main__ import main

class Node:
    def __init__(self):
        self.own = self

os._exit, sys.argv = print, ["referee", "--version"]
main()
first = weakref.ref(Node())
for _ in range(300_000):
    Node()
print("forgotten" if first() is None else "kept")
"""


def test_a_process_that_runs_for_long_forgets_its_cycles() -> None:
    done = subprocess.run([sys.executable, "-c", CYCLES], capture_output=True, text=True, check=True)

    assert done.stdout.splitlines()[-1] == "forgotten"
