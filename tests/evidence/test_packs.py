"""A journal whose pack is not here is not judged, and that is no success."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee.evidence import match_verification
from referee.evidence.archives import archive_audit
from referee.evidence.archives.archive_audit import Task
from referee.faults import DataFault
from referee.matches import journal
from referee.packs import loading, rulesets
from tests.evidence.mutations import digest, write

OTHER = "ab" * 32

Lines = list[dict[str, Any]]


def reseal(path: Path, change: Callable[[Lines], None]) -> None:
    """Change a journal, and make its seals and commitments fit again."""
    lines = [json.loads(raw) for raw in path.read_bytes().splitlines()]
    change(lines)
    prev = ""
    for number, line in enumerate(lines):
        if number:
            line["body"]["prev"] = prev
            line["body"]["commit"] |= {who: digest(part) for who, part in line.get("private", {}).items()}
        prev = line["seal"] = digest(line["body"])
    path.write_bytes(b"".join(write(line) + b"\n" for line in lines))


def header_says(**fields: object) -> Callable[[Lines], None]:
    return lambda lines: lines[0]["body"].update(fields)


def take_an_area_for_nothing(lines: Lines) -> None:
    """Leave out the event by which an area changes hands."""
    for line in lines[1:]:
        events = line["body"]["public"].get("events", [])
        if line["body"]["kind"] == "order" and events and events[-1]["type"] == "area-taken":
            del events[-1]
            return


@pytest.fixture
def copy(liege: Path, tmp_path: Path) -> Path:
    path = tmp_path / "copy.jsonl"
    path.write_bytes(b"".join(journal.copied(liege, "german")))
    return path


@pytest.mark.parametrize("forged", [False, True])
def test_another_digest_in_the_header_does_not_bypass_the_rules(copy: Path, forged: bool) -> None:
    if forged:
        reseal(copy, take_an_area_for_nothing)
    verified = match_verification.verify(copy)
    assert verified.not_judged is None
    assert verified.differs is forged

    reseal(copy, header_says(pack_digest=OTHER))
    verified = match_verification.verify(copy)
    assert verified.not_judged is not None
    assert verified.not_judged.code == "pack-other"
    assert verified.own_view is None
    assert archive_audit.judge(Task(str(copy), rejudge=False)).state == "unjudged"
    assert match_verification.verify(copy, rejudge=True).differs is forged


def test_a_copy_of_several_readers_is_not_judged(liege: Path, copy: Path) -> None:
    whole = [json.loads(raw) for raw in liege.read_bytes().splitlines()]
    mixed = [{**line, "private": {**line.get("private", {})}} for line in whole]
    for line in mixed:
        line["private"].pop("referee", None)
    copy.write_bytes(b"".join(write(line) + b"\n" for line in mixed))

    verified = match_verification.verify(copy)
    assert verified.not_judged is not None
    assert verified.not_judged.code == "readers-mixed"


@pytest.mark.parametrize("fields", [{"pack_version": "9"}, {"system": "skirmish"}], ids=str)
def test_a_header_that_contradicts_its_pack_is_found(copy: Path, fields: dict[str, object]) -> None:
    reseal(copy, header_says(**fields))
    with pytest.raises(DataFault, match="the pack that it names says"):
        match_verification.verify(copy)


def edited(folder: Path, old: str, new: str) -> Callable[..., Any]:
    """Find the pack of a match in a copy of its folder with other text."""
    pack = shutil.copytree(loading.find("ttlm").folder, folder / "packs" / "ttlm")
    for file in pack.rglob("*.yaml"):
        file.write_text(file.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    return lambda header, _: rulesets.bind(str(pack), header.scenario, header.options, is_opened=True)


def test_packs_are_compared_by_their_content(
    copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loading.load("ttlm")
    monkeypatch.setattr(rulesets, "again", edited(tmp_path, "\nid: ", "\n# a remark\nid: "))
    first = match_verification.verify(copy)
    assert first.not_judged is None

    monkeypatch.setattr(rulesets, "again", edited(tmp_path / "other", "name: Metz,", "name: Mets,"))
    verified = match_verification.verify(copy)
    assert verified.not_judged is not None
    version, *figures = verified.not_judged.differences
    assert version.startswith("both call themselves version ")
    assert figures == ["map.areas.metz.name: Metz there, Mets here"]
