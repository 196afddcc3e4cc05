"""The pictures of the README and the help pages are those that this version draws.

After a wanted change: `pytest tests/golden --rewrite-golden`, and look at the pictures.
"""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from referee.cli import demo
from referee.cli.commands.guides import PAGES
from referee.matches.matches import Match
from tests.golden.pictures import COLUMNS, FOLDER, PICTURES, ROWS, list_screens

ROOT = FOLDER.parents[3]
SVG = "{http://www.w3.org/2000/svg}"

LARGEST = 130_000
"""Bytes of a picture that is read over a network."""


@pytest.fixture(scope="module")
def examples(tmp_path_factory: pytest.TempPathFactory) -> tuple[Match, Match]:
    """The western example and the skirmish example, at their ends."""
    shelf = tmp_path_factory.mktemp("examples")
    proofs = [[*demo.scenes(pack, None, shelf)][-1] for pack in ("ttlm", "skirmish")]
    liege, sap = (proof.match for proof in proofs if isinstance(proof, demo.Proved))
    return liege, sap


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_equals_the_drawing_of_this_version(
    request: pytest.FixtureRequest, examples: tuple[Match, Match], name: str
) -> None:
    drawn = PICTURES[name](*examples)
    if request.config.getoption("--rewrite-golden"):
        FOLDER.mkdir(exist_ok=True)
        (FOLDER / name).write_text(drawn, encoding="utf-8")

    assert (FOLDER / name).read_text(encoding="utf-8") == drawn, f"{name} is not as this version draws it"


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_has_text_a_description_and_both_grounds(name: str) -> None:
    path = FOLDER / name
    drawn = path.read_text(encoding="utf-8")
    root = ElementTree.fromstring(drawn)

    assert path.stat().st_size < LARGEST
    assert root.find(f"{SVG}title") is not None
    assert len([*root.iter(f"{SVG}text")]) > 10
    assert re.search(r"prefers-color-scheme: ?dark", drawn)
    assert "<script" not in drawn
    assert not re.search(r"https?://(?!www\.w3\.org/)", drawn)


def test_the_animation_shows_the_real_demo_and_fits_its_window() -> None:
    screens = list(list_screens())

    assert [screen[0] for screen in screens] == [
        "== A letter",
        "== A refusal",
        "== Dice",
        "== Views of the sides",
        "== The proof",
    ]
    for screen in screens:
        assert len(screen) < ROWS
        assert all(len(line) <= COLUMNS for line in screen)


def test_every_picture_is_shown_and_every_shown_picture_exists() -> None:
    pages = [ROOT / "README.md", *(FOLDER.parent / f"{page}.md" for page in PAGES)]
    shown: set[Path] = set()
    for page in pages:
        text = page.read_text(encoding="utf-8")
        marked = re.findall(r"!\[([^]]*)\]\(([^)]+)\)", text)
        for alternative, target in [*marked, *re.findall(r'<img alt="([^"]*)" src="([^"]+)"', text)]:
            assert len(alternative) > 20, f"{page.name}: {target} has no text for those who do not see it"
            shown.add((page.parent / target).resolve())

    assert shown == {(FOLDER / name).resolve() for name in PICTURES}
    assert {path.resolve() for path in FOLDER.iterdir()} == shown
