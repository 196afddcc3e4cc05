"""A command answers with a fold as it does without, whatever was done to the journal or to the fold."""

import hashlib
import json
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.matches import matches
from referee.matches.snapshots import reading
from referee.matches.snapshots import snapshot as folds
from referee.texts.canonical import canonical
from tests.cli.conftest import BATTLE, MARCH, ROOT, Referee, Result, Table, open_cache
from tests.great_war.matches import record

WARS = [*record.ENDINGS, "troubled"]

READING = """
    show {war} | show {war} --json --as {side} | show {war} --at {at} --as public | prompts {war} | log {war}
    log {war} --as {side} --json | list | options {war} | report {war} --as {side} | report {war} --as public
    report {war} --at {at} | map {war} --as {side} | diff {war} {at} {last} | dispute {war} {at} --as {side}
    replay {war} --as public | chart {war} | submit {war} --dry-run --as {side}
"""
"""What is asked at each length of a war; `at` is an entry in its midst."""


@pytest.fixture
def no_folds(tmp_path: Path, command: Referee, monkeypatch: pytest.MonkeyPatch) -> Referee:
    """Run a command where packs can be kept, but no snapshot."""
    cache = open_cache(tmp_path / "apart")
    (cache / "folds").write_text("")

    def call(*arguments: object, stdin: str | bytes | None = None) -> Result:
        with monkeypatch.context() as patch:
            patch.setenv("XDG_CACHE_HOME", str(cache.parent))
            return command(*arguments, stdin=stdin)

    return call


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own."""
    opened = open_cache(tmp_path / "cache")
    monkeypatch.setenv("XDG_CACHE_HOME", str(opened.parent))
    return opened / "folds"


@pytest.fixture
def troubled(liege: Table) -> list[bytes]:
    """A journal with takebacks, one of them of a takeback's past, refusals, notes and orders in advance."""
    call = liege.command
    assert call("retract", "liege", "--to", 60, "--reason", "a slip").code == 0
    assert call("note", "liege", "between").code == 0
    for letter in (MARCH, "move nothing to nowhere", "when losses in liege: lose be-1", BATTLE):
        for side in ("german", "entente"):
            call("submit", "liege", "-", "--as", side, stdin=letter)
    for to in (66, 44, 68, 30, 50, 21):
        call("retract", "liege", "--to", to, "--reason", f"back to {to}")
        for side in ("german", "entente"):
            answer = call("options", "liege", "--as", side, "--limit", 1).out
            call("submit", "liege", "-", "--as", side, stdin=f"# after {to}\n{answer}")
    kinds = b"".join(liege.lines)
    assert kinds.count(b'"kind":"retract"') >= 4
    assert all(b'"kind":"%b"' % kind in kinds for kind in (b"note", b"refusal", b"advance"))
    return liege.lines


@pytest.fixture(params=WARS)
def war(request: pytest.FixtureRequest) -> tuple[str, list[bytes]]:
    """A war by the name of its match, and the lines of its journal."""
    if request.param == "troubled":
        return "liege", request.getfixturevalue("troubled")
    return request.param, record.unpacked(request.param).splitlines(keepends=True)


def _choose(last: int, count: int) -> Iterator[int]:
    """So many lengths, the first and the last one among them."""
    count = min(count, last)
    yield from (1 + number * (last - 1) // max(1, count - 1) for number in range(count))


@pytest.mark.sample(2)
def test_snapshots_change_no_answer_at_any_length(
    war: tuple[str, list[bytes]],
    tmp_path: Path,
    command: Referee,
    no_folds: Referee,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    name, lines = war
    monkeypatch.setenv("REFEREE_SHELF", str(tmp_path / "wars"))
    path = tmp_path / "wars" / name / "journal.jsonl"
    path.parent.mkdir(parents=True)
    written = 0
    for length in _choose(len(lines) - 1, request.config.getoption("--prefixes")):
        with path.open("ab") as file:
            file.write(b"".join(lines[written : length + 1]))
        written = length + 1
        side = command("prompts", name, "--json").json["waiting"] or ["referee"]
        answers = no_folds("options", name, "--limit", 3).out if side != ["referee"] else ""
        parts = {"war": name, "side": side[0], "at": 1 + length * 2 // 3, "last": length}
        for asked in (one.split() for one in READING.format(**parts).split("|")):
            letter = answers if "submit" in asked else None
            assert command(*asked, stdin=letter) == no_folds(*asked, stdin=letter), (length, asked)
    assert folds.load(path) is not None


def test_a_reader_that_finds_a_fold_reads_the_last_line_alone(
    liege: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert liege.command("show", "liege").code == 0
    read: list[int] = []
    honest = matches.folds.reading.entry

    def entry(raw: bytes, seq: int, *more: object) -> object:
        read.append(seq)
        return honest(raw, seq, *more)  # type: ignore[arg-type] - whatever it is given

    monkeypatch.setattr(matches.folds.reading, "entry", entry)
    assert liege.command("options", "liege").code == 0
    assert set(read) == {67}
    liege.command("submit", "liege", "-", "--as", "german", stdin=MARCH)
    assert min(read) == 67


Change = Callable[[Path, list[bytes]], None]


def _edit(path: Path, lines: list[bytes]) -> None:
    """Another word of the same length, and the times as they were."""
    before = path.stat()
    with path.open("r+b") as file:
        file.write(b"".join(lines[:30]) + lines[30].replace(b'"at":"2', b'"at":"3'))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def _cut(path: Path, lines: list[bytes]) -> None:
    with path.open("r+b") as file:
        file.truncate(len(b"".join(lines[:31])))


def _tear(path: Path, lines: list[bytes]) -> None:
    with path.open("r+b") as file:
        file.truncate(len(b"".join(lines[:31])) + 40)


def _replace(path: Path, lines: list[bytes]) -> None:
    other = path.with_name("other")
    other.write_bytes(b"".join([*lines[:30], lines[30].replace(b'"at":"2', b'"at":"3'), *lines[31:]]))
    other.replace(path)


def _append(path: Path, lines: list[bytes]) -> None:
    """A line of another place, at the end."""
    with path.open("ab") as file:
        file.write(lines[30])


def _edit_and_append(path: Path, lines: list[bytes]) -> None:
    _edit(path, lines)
    _append(path, lines)


def _take_out(path: Path, lines: list[bytes]) -> None:
    """A line less in the midst, in the same file."""
    path.write_bytes(b"".join([*lines[:30], *lines[31:]]))


CHANGES = [_edit, _cut, _tear, _replace, _append, _edit_and_append, _take_out]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__.strip("_"))
def test_no_fold_hides_what_was_done_to_a_journal(liege: Table, no_folds: Referee, change: Change) -> None:
    before = liege.command("show", "liege")
    head = liege.command("list", "--json").json["matches"][0]["head"]
    change(liege.journal, liege.lines)

    proved = liege.command("verify", "liege", "--head", head)
    assert proved == no_folds("verify", "liege", "--head", head)
    assert proved.code == 65
    assert liege.command("rejudge", "liege") == no_folds("rejudge", "liege")
    shown, bare = liege.command("show", "liege"), no_folds("show", "liege")
    # A change within the same tick of the clock is not seen, and what is shown is what was filed.
    assert shown in {bare, before}
    if change not in {_edit, _edit_and_append}:
        assert shown == bare


def test_a_change_at_another_time_is_seen_at_once_whatever_the_length(
    liege: Table, no_folds: Referee
) -> None:
    assert liege.command("show", "liege").code == 0
    _edit(liege.journal, liege.lines)
    os.utime(liege.journal, (0, 0))
    shown = liege.command("show", "liege")
    assert shown == no_folds("show", "liege")
    assert shown.code == 65


def test_unfinished_write_is_not_remembered(liege: Table) -> None:
    """Its last byte changes neither its length nor, within a tick of the clock, its times."""
    assert reading.read(liege.journal).identity
    with liege.journal.open("ab") as file:
        file.write(b'\0"seal":')
    assert reading.read(liege.journal).identity == ()


def _reseal(path: Path, lines: list[bytes]) -> None:
    """Another word, and the seal that it would have had."""
    line = lines[30].replace(b'"at":"2', b'"at":"3')
    filed = json.loads(line)
    seal = hashlib.sha256(canonical(filed["body"])).hexdigest()
    with path.open("r+b") as file:
        file.write(b"".join(lines[:30]) + line.replace(filed["seal"].encode(), seal.encode()))


def _join(path: Path, lines: list[bytes]) -> None:
    """No end of a line between two entries."""
    with path.open("r+b") as file:
        file.write(b"".join(lines[:31])[:-1] + b" ")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_join, "entry 30 is not spelled canonically"),
        (_edit, "entry 30 was changed after it was sealed"),
        (_reseal, "entry 31 does not follow the line before it"),
    ],
)
def test_later_fault_is_found_when_the_entry_is_read(liege: Table, change: Change, said: str) -> None:
    liege.command("show", "liege")
    path, lines = liege.journal, liege.lines
    change(path, lines)
    fold = folds.load(path)
    assert fold is not None
    # As if nobody could see that the file was changed.
    found = path.stat()
    times = (found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)
    assert folds.save(path, replace(fold, identity=times))

    assert liege.command("show", "liege").code == 0
    for asked in (["log", "liege"], ["dispute", "liege", 30], ["report", "liege", "--since", 1]):
        refused = liege.command(*asked)
        assert refused.code == 65, asked
        assert said in refused.err
    assert liege.command("verify", "liege").code == 65


def _lie(liege: Table) -> None:
    """Write a fold that fits in all but what it says."""
    first = matches.find_whole(liege.folder.parent, "liege").position(1)
    fold = folds.load(liege.journal)
    assert fold is not None
    assert folds.save(liege.journal, replace(fold, state=folds.pack(first), waiting=("entente",)))


def _fold_file(cache: Path) -> Path:
    (path,) = cache.glob("*/now")
    return path


def _flip(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def _shorten(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-7])


def _open_to_others(path: Path) -> None:
    path.chmod(0o644)


def _open_folder(path: Path) -> None:
    path.parent.chmod(0o755)


def _write_another_shape(path: Path) -> None:
    content = pickle.dumps({"state": 1})
    path.write_bytes(hashlib.sha256(content).digest() + content)


def _write_no_pickle(path: Path) -> None:
    content = b"nothing"
    path.write_bytes(hashlib.sha256(content).digest() + content)


def _change_part(**parts: object) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        content = pickle.dumps(replace(pickle.loads(path.read_bytes()[32:]), **parts))
        path.write_bytes(hashlib.sha256(content).digest() + content)

    return change


DAMAGES = {
    "a bit is another": _flip,
    "its end is missing": _shorten,
    "others may read it": _open_to_others,
    "others may look into its folder": _open_folder,
    "it is another thing": _write_another_shape,
    "it is no pickle": _write_no_pickle,
    "another version made it": _change_part(code="another"),
    "it is of another pack": _change_part(digest="0" * 64),
    "it is of another journal": _change_part(journal="/elsewhere"),
    "it is of another file": _change_part(identity=(1, 2, 3, 4, 5)),
    "its lines are of no journal": _change_part(starts=b"", seals=b""),
    "its lines are fewer": _change_part(starts=b"\0" * 8),
    "its position is no pickle": _change_part(state=b"nothing", waiting=("german",)),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=list(DAMAGES))
def test_a_fold_in_any_doubt_is_thrown_away(
    liege: Table, no_folds: Referee, cache: Path, damage: Callable[[Path], None]
) -> None:
    liege.command("show", "liege")
    _lie(liege)
    damage(_fold_file(cache))

    for asked in (["list"], ["show", "liege"], ["options", "liege"], ["log", "liege"]):
        assert liege.command(*asked) == no_folds(*asked)


def test_a_fold_is_for_its_owner_alone(liege: Table, cache: Path) -> None:
    before = os.umask(0)
    try:
        assert liege.command("show", "liege").code == 0
    finally:
        os.umask(before)
    modes = {path: path.stat().st_mode & 0o777 for path in (cache, *cache.rglob("*"))}
    assert {mode for path, mode in modes.items() if path.is_dir()} == {0o700}
    assert {mode for path, mode in modes.items() if path.is_file()} == {0o600}


LIMITED = """\
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (512, 512))
from referee.__main__ import main
sys.argv = ["referee", *sys.argv[1:]]
main()
"""


def test_a_disk_that_is_full_harms_no_command(liege: Table, no_folds: Referee, cache: Path) -> None:
    asked = [sys.executable, "-c", LIMITED, "show", "liege", "--shelf", str(liege.folder.parent)]
    # Python would cut the byte code of the program short, which could not be read afterwards.
    done = subprocess.run(
        asked, capture_output=True, text=True, check=False, timeout=60,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
    )  # fmt: skip

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == no_folds("show", "liege").out
    assert [path for path in cache.rglob("*") if path.is_file()] == []


def test_evidence_commands_ignore_snapshots(liege: Table, no_folds: Referee, cache: Path) -> None:
    """A fold that lies is believed by who shows, so that the lie would be seen here."""
    path = liege.journal
    liege.command("show", "liege")
    _lie(liege)
    assert liege.command("show", "liege") != no_folds("show", "liege")
    assert liege.command("list") != no_folds("list")

    for asked in (["verify", "liege"], ["verify", "liege", "--rejudge"], ["rejudge", "liege"],
                  ["verify", path], ["compare", "liege", path]):  # fmt: skip
        assert liege.command(*asked) == no_folds(*asked)


WATCHED = """\
import os, sys
opened, cache = [], os.path.join(os.environ["XDG_CACHE_HOME"], "referee", "folds")
def watch(event, details):
    if event == "open" and str(details[0]).startswith(cache):
        opened.append(details[0])
sys.addaudithook(watch)
from referee.cli.main import run
code = run(sys.argv[1:])
print(len(opened), file=sys.stderr)
sys.exit(code)
"""


@pytest.mark.parametrize(
    ("asked", "opens"),
    [
        ("show liege", True),
        ("verify liege", False),
        ("verify liege --rejudge", False),
        ("rejudge liege", False),
    ],
)
def test_no_file_of_a_fold_is_opened_for_evidence(liege: Table, asked: str, opens: bool) -> None:
    liege.command("show", "liege")
    done = subprocess.run(
        [sys.executable, "-c", WATCHED, *asked.split(), "--shelf", str(liege.folder.parent)],
        capture_output=True, text=True, check=False, timeout=60,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip

    assert done.returncode == 0
    assert (int(done.stderr.split()[-1]) > 0) is opens


def test_a_position_of_long_ago_is_not_kept_as_the_one_of_now(liege: Table, no_folds: Referee) -> None:
    for asked in (["show", "liege", "--at", 20], ["show", "liege"], ["options", "liege"]):
        assert liege.command(*asked) == no_folds(*asked)


def test_an_example_that_is_thrown_away_leaves_no_fold(command: Referee, cache: Path) -> None:
    assert command("demo").code == 0
    assert list(cache.iterdir()) == []
