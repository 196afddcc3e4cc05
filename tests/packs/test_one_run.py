"""One run of `packs check` reports the faults of all files, language files and a wrong system included."""

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from referee.faults import DataFault
from referee.packs import catalogue, loading

NAMES = "languages/fr.yaml"

SYSTEM = "system: great-war\n"


def change(folder: Path, changes: Mapping[str, tuple[str, str]]) -> Path:
    """Copy a pack with a wrong name in a language file, and change other files."""
    shutil.copytree(loading.find("ttlm").folder, folder, ignore=shutil.ignore_patterns("examples"))
    for file, (old, new) in {"languages/fr.yaml": ("  antwerp:", "  antwarp:"), **changes}.items():
        text = (folder / file).read_text(encoding="utf-8")
        assert old in text
        (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder


def find_faulty_files(folder: Path) -> list[str]:
    """The files that complaints are about, each once."""
    with pytest.raises(DataFault) as found:
        catalogue.check(str(folder))
    files = [one.place.file for one in found.value.complaints if one.place is not None]
    return [Path(file).relative_to(folder).as_posix() for file in dict.fromkeys(files)]


CASES: dict[str, tuple[Mapping[str, tuple[str, str]], list[str]]] = {
    "a name alone": ({}, [NAMES]),
    "another file": ({"cards.yaml": ("kinds:", "kinds_:")}, ["cards.yaml", NAMES]),
    "an unknown system": (
        {"cards.yaml": ("kinds:", "kinds_:"), "game.yaml": (SYSTEM, "system: grate-war\n")},
        ["game.yaml", "cards.yaml", NAMES],
    ),
    "no system": (
        {"cards.yaml": ("kinds:", "kinds_:"), "game.yaml": (SYSTEM, "")},
        ["game.yaml", "cards.yaml", NAMES],
    ),
    "the part that the names are of": (
        {"map.yaml": ("areas:", "areas_:")},
        ["map.yaml"],
    ),
}


@pytest.mark.parametrize(("changes", "files"), CASES.values(), ids=CASES)
def test_one_run_reports_the_faults_of_all_files(
    tmp_path: Path, changes: Mapping[str, tuple[str, str]], files: list[str]
) -> None:
    assert find_faulty_files(change(tmp_path / "mine", changes)) == files


def test_a_pack_without_a_file_of_any_system_has_no_other_fault(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "game.yaml").write_text("id: mine\nsystem: chess\n", encoding="utf-8")

    assert find_faulty_files(folder) == ["game.yaml"]
