"""The release: one version, its licence and metadata, everything read at run time, the same bytes."""

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from packaging.metadata import Metadata

import referee

ROOT = Path(__file__).parents[2]

WANTED = (
    "referee/LICENSE",
    "referee/cli/pages/changes.md",
    "referee/i18n/mail_phrases.json",
    "schemas/json/journal.entry.schema.json",
    "games/ttlm/game.yaml",
    *(
        path.relative_to(ROOT).as_posix()
        for pattern in ("referee/i18n/catalogues/*.po", "games/*/languages/*.yaml")
        for path in sorted(ROOT.glob(pattern))
    ),
)
"""Files that are no code and must be installed with it."""


def build(sources: Path, into: Path, touched: int) -> Path:
    """The wheel of a copy of the sources whose files were last changed at some time."""
    for path in sources.rglob("*"):
        os.utime(path, (touched, touched))
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(into)]
    done = subprocess.run(command, cwd=sources, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = into.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The same sources built twice, a year apart."""
    folder = tmp_path_factory.mktemp("release")
    sources = folder / "sources"
    kept = shutil.ignore_patterns("__pycache__")
    for name in ("referee", "schemas", "games", ".ci"):
        shutil.copytree(ROOT / name, sources / name, ignore=kept)
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, sources)
    first = build(sources, folder / "first", 1_700_000_000)
    return first, build(sources, folder / "second", 1_731_536_000)


def test_the_same_sources_give_the_same_bytes(wheels: tuple[Path, Path]) -> None:
    first, second = wheels

    assert first.name == second.name
    assert first.read_bytes() == second.read_bytes()


def test_a_wheel_bears_the_version_that_the_program_tells(wheels: tuple[Path, Path]) -> None:
    assert wheels[0].name == f"pbem_referee-{referee.__version__}-py3-none-any.whl"


def test_all_that_is_read_at_run_time_is_in_the_wheel(wheels: tuple[Path, Path]) -> None:
    with zipfile.ZipFile(wheels[0]) as wheel:
        names = set(wheel.namelist())
        licences = [name for name in names if name.endswith(".dist-info/licenses/referee/LICENSE")]

    assert set(WANTED) <= names
    assert len(licences) == 1
    assert not [name for name in names if "/pages/pictures/" in name]


def read(wheel: Path, end: str) -> str:
    """Return the text of the only file of a wheel with a name that ends so."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(end))
        return archive.read(name).decode()


def test_the_metadata_is_valid_and_names_what_is_imported(wheels: tuple[Path, Path]) -> None:
    text = read(wheels[0], ".dist-info/METADATA")
    fields = dict(line.split(": ", 1) for line in text.partition("\n\n")[0].splitlines() if ": " in line)

    metadata = Metadata.from_email(text, validate=True)

    assert metadata.import_names == ["games", "referee", "schemas"]
    assert metadata.keywords is not None
    assert "pbem" in metadata.keywords
    assert metadata.classifiers is not None
    assert len(metadata.classifiers) > 10
    assert set(metadata.project_urls or {}) == {"Source", "Documentation", "Changelog"}
    assert fields["License-Expression"] == "MIT"


def test_every_link_of_the_readme_on_an_index_is_absolute(wheels: tuple[Path, Path]) -> None:
    metadata = Metadata.from_email(read(wheels[0], ".dist-info/METADATA"), validate=True)
    source = (metadata.project_urls or {})["Source"]
    text = metadata.description or ""
    links = re.findall(r'(?:\]\(|(?:src|srcset|href)=")([^)"#]+)', text)

    assert len(links) > 30
    for link in links:
        assert link.startswith("https://"), link
        if link.startswith(source):
            _, _, path = link.removeprefix(f"{source}/").split("/", 2)
            assert (ROOT / path).is_file(), link
            assert ("/raw/" in link) == path.endswith((".svg", ".png"))


def test_the_wheel_has_a_bill_of_materials(wheels: tuple[Path, Path]) -> None:
    bill = json.loads(read(wheels[0], ".dist-info/sboms/referee.cdx.json"))
    metadata = Metadata.from_email(read(wheels[0], ".dist-info/METADATA"), validate=True)
    needed = [str(one) for one in metadata.requires_dist or [] if one.marker is None]
    components = {one["bom-ref"]: one for one in bill["components"]}

    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    assert bill["metadata"]["component"]["version"] == referee.__version__
    stated = [one["properties"][0]["value"] for one in components.values() if one["type"] == "library"]
    assert sorted(stated) == sorted(needed)
    assert "Natural Earth" in components
    (dependency,) = bill["dependencies"]
    assert set(dependency["dependsOn"]) <= components.keys()
    assert "timestamp" not in str(bill)
