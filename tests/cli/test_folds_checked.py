"""Folds are shown, checked and cleared, and what is wrong with one is named."""

import hashlib
import json
import pickle
import shutil
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

import pytest
from msgspec.structs import replace

from referee.dice.chain import NONE_SPENT
from referee.matches import matches
from referee.matches.journal import Draft
from referee.matches.snapshots import reading, snapshot, snapshot_check, totals
from referee.matches.snapshots.reading import SEAL, Checkpoint, Lines, read_whole
from referee.matches.snapshots.snapshot import Fold
from referee.matches.snapshots.totals import Totals
from referee.platform import running_code
from referee.texts.canonical import canonical
from schemas.clocks import Deadline
from tests.cli.conftest import Referee, Table, open_cache
from tests.great_war.matches import record


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own."""
    opened = open_cache(tmp_path / "cache")
    monkeypatch.setenv("XDG_CACHE_HOME", str(opened.parent))
    return opened / "folds"


def test_folds_are_shown_checked_and_cleared(liege: Table, cache: Path) -> None:
    call = liege.command
    assert call("folds").out == f"liege  no snapshot\nFolder of the snapshots: {cache}\n"
    unkept = call("folds", "--check", "--json")
    assert (unkept.code, unkept.json["folds"][0]["wrong"]) == (0, [])
    call("show", "liege")
    assert call("folds", "liege").out.startswith("liege  fresh  67 entries  0 checkpoints")
    checked = call("folds", "--check", "--json")
    assert (checked.code, checked.json["folds"][0]["wrong"]) == (0, [])
    with liege.journal.open("ab") as file:
        file.write(b'{"seal"')
    assert call("folds", "liege").out.startswith("liege  behind: the journal has newer entries  67 entries")
    assert call("folds", "liege", "--clear").out == "1 snapshot was removed.\n"
    assert call("folds", "--clear").out == "0 snapshots were removed.\n"
    assert call("folds", "nothing").code == 66


def test_checkpoints_are_shown_and_checked(
    command: Referee, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cache: Path
) -> None:
    path = _lay_down("last-season", tmp_path, monkeypatch)
    command("report", "last-season", "--as", "public")
    assert "4 checkpoints" in command("folds").out
    assert command("folds", "--check").code == 0

    first, second = (snapshot.folder_of(path) / name for name in ("100", "200"))
    point = snapshot.load_as(second, Checkpoint)
    assert point is not None
    assert snapshot.save_as(first, replace(point, seal=_seal(path, 100)))
    checked = command("folds", "--check", "--json")
    assert (checked.code, checked.json["folds"][0]["wrong"]) == (1, ["checkpoints"])

    # One that no reader would use cannot be wrong.
    assert snapshot.save_as(first, replace(point, seal=_seal(path, 100), digest="another pack"))
    assert command("folds", "--check").code == 0
    first.write_bytes(b"no checkpoint")
    assert snapshot.save_as(snapshot.folder_of(path) / "100000", point)
    assert command("folds", "--check").code == 0


Lie = Callable[[Fold], dict[str, Any]]

LIES: list[tuple[str, Lie]] = [
    ("totals", lambda fold: {"totals": _count_less(fold.totals)}),
    ("position", lambda fold: {"state": snapshot.pack(None)}),
    ("deadlines", lambda _: {"deadlines": (Deadline(side="german", entry=1, asked="", due="2030"),)}),
    ("open prompts", lambda fold: {"waiting": ("entente",)}),
    ("lines", lambda fold: {"seals": _flip(fold.seals, len(fold.seals) // 2)}),
    ("lines", lambda fold: {"starts": _flip(fold.starts, len(fold.starts) // 16 * 8)}),
]


def _count_less(totals: Totals) -> Totals:
    totals.spent = NONE_SPENT
    return totals


def _flip(packed: bytes, at: int) -> bytes:
    return packed[:at] + bytes([packed[at] ^ 1]) + packed[at + 1 :]


def _change(journal: Path, **parts: Any) -> None:
    fold = snapshot.load(journal)
    assert fold is not None
    assert snapshot.save(journal, replace(fold, **parts))


@pytest.mark.parametrize(("part", "lie"), LIES)
def test_a_check_finds_each_part_that_is_wrong(liege: Table, part: str, lie: Lie) -> None:
    liege.command("show", "liege")
    fold = snapshot.load(liege.journal)
    assert fold is not None
    _change(liege.journal, **lie(fold))

    wrong = liege.command("folds", "liege", "--check", "--json")
    assert wrong.code == 1
    assert wrong.json["folds"][0]["wrong"] == [part]


def _shorten(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-7])


def _write_no_pickle(path: Path) -> None:
    path.write_bytes(hashlib.sha256(b"nothing").digest() + b"nothing")


def _write_another_shape(path: Path) -> None:
    content = pickle.dumps({"state": 1})
    path.write_bytes(hashlib.sha256(content).digest() + content)


def _remove(path: Path) -> None:
    path.unlink()


FILES = {_shorten: "unfit", _write_no_pickle: "unfit", _write_another_shape: "unfit", _remove: "none"}

PARTS: list[tuple[dict[str, Any], str]] = [
    ({"code": "another"}, "unfit"),
    ({"digest": "0" * 64}, "unfit"),
    ({"identity": (1, 2, 3, 4, 5)}, "unfit"),
    ({"starts": b"", "seals": b""}, "unfit"),
    ({"waiting": ()}, "fresh"),
]


@pytest.mark.parametrize(("damage", "state"), FILES.items())
def test_a_fold_is_called_what_it_is(
    liege: Table, cache: Path, damage: Callable[[Path], None], state: str
) -> None:
    liege.command("show", "liege")
    damage(next(cache.glob("*/now")))
    assert liege.command("folds", "liege", "--json").json["folds"][0]["state"] == state


@pytest.mark.parametrize(("parts", "state"), PARTS)
def test_a_fold_that_does_not_fit_is_called_unfit(liege: Table, parts: dict[str, Any], state: str) -> None:
    liege.command("show", "liege")
    _change(liege.journal, **parts)
    assert liege.command("folds", "liege", "--json").json["folds"][0]["state"] == state


def test_a_file_is_kept_whole_or_not_at_all(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "folds").mkdir(mode=0o700)
    folder = tmp_path / "folds" / "one"

    assert not snapshot.save_to_store(tmp_path / "file" / "one" / "now", b"fold")
    assert snapshot.save_to_store(folder / "now", b"fold")
    assert [path.name for path in folder.iterdir()] == ["now"]
    (folder / "then").mkdir()
    assert not snapshot.save_to_store(folder / "then", b"fold")
    assert {path.name for path in folder.iterdir()} == {"now", "then"}


def test_a_fold_needs_a_file_that_is_known_and_a_journal_that_is_whole(liege: Table) -> None:
    match = matches.find(liege.folder.parent, "liege")
    journal = reading.read_whole(liege.journal)

    def keep(identity: tuple[int, ...]) -> bool:
        snapshot.remove(snapshot.folder_of(liege.journal))
        snapshot_check.keep_snapshot(
            journal, identity, "digest", match.position(), snapshot_check.Asking(("german",))
        )
        return snapshot.load(liege.journal) is not None

    assert keep(journal.identity)
    assert not keep(())
    journal.totals.add(journal.entries[-1])
    assert not keep(journal.identity)


def test_a_match_that_is_held_keeps_its_fold_now_and_then(liege: Table) -> None:
    root, filed = liege.folder.parent, len(liege.lines) - 1
    snapshot.remove(snapshot.folder_of(liege.journal))
    with matches.Holder() as holder:
        for number in range(40):
            with holder.hold(root, "liege") as (writer, _):
                writer.append(
                    Draft(
                        kind="note", at="2026-12-01T20:00:00Z", side="referee", public={"text": str(number)}
                    )
                )
        kept = snapshot.load(liege.journal)
        assert kept is not None
        assert kept.totals.count == filed + 1 + snapshot_check.MOST_UNKEPT
    last = snapshot.load(liege.journal)
    assert last is not None
    assert last.totals.count == filed + 40


def test_snapshot_depends_on_each_file_of_the_program(tmp_path: Path) -> None:
    for name in ("a.py", "notes.txt", "inner/b.py", "inner/deeper/c.py", "__pycache__/a.py"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")

    found = {Path(path).relative_to(tmp_path).as_posix() for path, *_ in running_code.scan_code(tmp_path)}
    assert found == {"a.py", "inner/b.py", "inner/deeper/c.py"}


def test_a_file_of_the_program_that_changed_makes_every_fold_another_programs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running_code, "HOUSE", tmp_path)
    monkeypatch.setattr(running_code, "DECIDING", ("rules",))
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "a.py").write_text("")
    before = running_code.digest_code.__wrapped__()
    assert running_code.digest_code.__wrapped__() == before

    (tmp_path / "rules" / "a.py").write_text("other rules")
    assert running_code.digest_code.__wrapped__() != before


HEADER, FIRST = bytes(SEAL), 100

UNPACKED: dict[str, tuple[bytes, bytes]] = {
    "a seal too many": (struct.pack("2Q", FIRST, 200), HEADER * 3),
    "another first line": (struct.pack("2Q", FIRST + 1, 200), HEADER * 2),
    "another header": (struct.pack("2Q", FIRST, 200), _flip(HEADER, 0) + HEADER),
}


@pytest.mark.parametrize("name", UNPACKED)
def test_lines_of_another_journal_are_not_taken_over(tmp_path: Path, name: str) -> None:
    lines = Lines(tmp_path, HEADER.hex(), FIRST)
    with pytest.raises(ValueError, match="another journal"):
        lines.unpack(*UNPACKED[name])

    lines.unpack(struct.pack("2Q", FIRST, 200), HEADER * 2)
    assert len(lines) == 1


def test_a_fold_that_counts_other_entries_than_it_has_is_thrown_away(
    liege: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    liege.command("show", "liege")
    other = _lay_down("resignation", tmp_path, monkeypatch)
    _change(liege.journal, totals=read_whole(other).totals)
    with pytest.raises(ValueError, match="do not fit"), liege.journal.open("rb") as file:
        _carry_on(liege.journal, file)


def test_a_last_entry_that_another_took_the_place_of_is_noticed(liege: Table) -> None:
    liege.command("show", "liege")
    *lines, last = liege.lines
    filed = json.loads(last)
    filed["body"]["at"] = filed["body"]["at"].replace("2", "3", 1)
    seal = hashlib.sha256(canonical(filed["body"])).hexdigest()
    forged = last.replace(b'"at":"2', b'"at":"3', 1).replace(json.loads(last)["seal"].encode(), seal.encode())
    assert len(forged) == len(last)
    liege.journal.write_bytes(b"".join([*lines, forged]))
    with pytest.raises(ValueError, match="is another one"), liege.journal.open("rb") as file:
        _carry_on(liege.journal, file)


def _carry_on(journal: Path, file: BinaryIO) -> None:
    """Read a journal on from its fold, as if nobody could see that the file was changed."""
    fold = snapshot.load(journal)
    assert fold is not None
    reading._Reading(file, journal, fold.identity).carry_on(fold)


@pytest.mark.parametrize("mode", [0o777, 0o770])
def test_no_snapshot_is_kept_or_made_in_a_shared_folder(liege: Table, cache: Path, mode: int) -> None:
    cache.mkdir(parents=True, exist_ok=True)
    for folder in cache.iterdir():
        shutil.rmtree(folder)
    cache.chmod(mode)
    assert liege.command("show", "liege").code == 0
    assert list(cache.iterdir()) == []


def _lay_down(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The journal of a recorded war, on a shelf of its own."""
    monkeypatch.setenv("REFEREE_SHELF", str(tmp_path / "wars"))
    path = tmp_path / "wars" / name / "journal.jsonl"
    path.parent.mkdir(parents=True)
    path.write_bytes(record.unpacked(name))
    return path


def _seal(path: Path, seq: int) -> str:
    seal: str = json.loads(path.read_bytes().splitlines()[seq])["seal"]
    return seal


NOW = (1, 2, 300, 4)
"""A file: its device, its number, its size, its time."""


@pytest.mark.parametrize(
    ("kept", "leads"),
    [
        (NOW, True),
        ((1, 2, 299, 3), True),
        ((1, 2, 301, 3), False),
        ((1, 2, 300, 3), False),
        ((1, 9, 299, 3), False),
        ((), False),
    ],
)
def test_snapshot_fits_its_file_unchanged_or_grown(kept: tuple[int, ...], leads: bool) -> None:
    assert reading._may_lead_to(kept, NOW) is leads
    assert not reading._may_lead_to(kept, ())


def test_only_a_letter_that_is_known_by_its_digest_is_counted() -> None:
    assert len(list(totals._list_fingerprints("german", "d", "m"))) == 2
    assert len(list(totals._list_fingerprints("german", "d", None))) == 1
    assert list(totals._list_fingerprints("german", None, "m")) == []
