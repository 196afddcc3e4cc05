"""The shelf of packs with packs on it that cannot be read: each says why, and hides no other."""

from collections.abc import Callable
from pathlib import Path

import pytest

from referee.faults import DataFault
from referee.packs import catalogue
from schemas.answers.packs import ListedPack
from tests.cli.conftest import Referee, command, shelf

__all__ = ("command", "shelf")


def _write(folder: Path, text: bytes) -> None:
    folder.mkdir()
    (folder / "game.yaml").write_bytes(text)


BROKEN: dict[str, tuple[Callable[[Path], None], str]] = {
    "no YAML": (lambda folder: _write(folder, b"id: ["), "game.yaml:"),
    "nothing in it": (lambda folder: _write(folder, b""), "game.yaml"),
    "no text": (lambda folder: _write(folder, b"\xff\xfe\x00\x01"), "game.yaml"),
    "no system": (lambda folder: _write(folder, b"id: broken\n"), "game.yaml:"),
    "a system that there is not": (lambda folder: _write(folder, b"id: b\nsystem: chess\n"), "chess"),
    "no other file": (lambda folder: _write(folder, b"id: b\nsystem: great-war\n"), "this file is missing"),
    "a base that there is not": (
        lambda folder: _write(folder, b"id: b\nsystem: great-war\nextends: nothing\n"),
        "there is no pack",
    ),
    "itself for its base": (
        lambda folder: _write(folder, b"id: broken\nsystem: great-war\nextends: broken\n"),
        "this file is missing",
    ),
    "too many bytes": (lambda folder: _write(folder, b"#" * (2 * 1024 * 1024 + 1)), "game.yaml"),
}


@pytest.fixture
def packs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of packs of one's own, in the search path."""
    folder = tmp_path / "packs"
    folder.mkdir()
    monkeypatch.setenv("REFEREE_PACKS", str(folder))
    return folder


def listed() -> dict[str, ListedPack]:
    return {pack.pack: pack for pack in catalogue.shelve().packs}


SHIPPED = {"aac", "skirmish", "ttlm"}


def test_each_shipped_pack_is_listed_by_name_version_and_system() -> None:
    packs = listed()
    assert packs.keys() >= SHIPPED
    for name in SHIPPED:
        one = packs[name]
        assert (one.fault, bool(one.name), bool(one.version)) == ("", True, True)
        assert one.system in {"great-war", "skirmish"}


@pytest.mark.parametrize("manner", BROKEN)
def test_one_broken_pack_says_why_and_hides_no_other(packs: Path, command: Referee, manner: str) -> None:
    spoil, told = BROKEN[manner]
    spoil(packs / "broken")

    found = listed()
    assert {name for name, pack in found.items() if pack.fault} == {"broken"}
    assert told in found["broken"].fault
    assert (found["broken"].name, found["broken"].version) == ("", "")
    assert found.keys() >= SHIPPED
    answer = command("packs", "list")
    assert answer.code == 0
    assert {"broken", *SHIPPED} <= {line.split()[0] for line in answer.out.splitlines()}
    assert command("packs", "list", "--json").json["ok"]


@pytest.mark.parametrize("names", [("a-broken",), ("z-broken",), ("a-broken", "m-broken", "z-broken")])
def test_it_matters_not_where_among_the_others_they_stand(packs: Path, names: tuple[str, ...]) -> None:
    for name in names:
        _write(packs / name, b"id: [")

    assert {name for name, pack in listed().items() if pack.fault} == set(names)


def test_broken_pack_before_a_shipped_one_is_reported_in_its_place(packs: Path) -> None:
    _write(packs / "ttlm", b"id: [")

    assert listed()["ttlm"].fault
    with pytest.raises(DataFault):
        catalogue.check("ttlm")


def test_a_search_path_of_nothing_hides_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("REFEREE_PACKS", f":{tmp_path / 'nowhere'}:")

    assert listed().keys() == SHIPPED
