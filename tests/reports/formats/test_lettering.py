"""What a painted map says is read back from the picture, by a program that reads print."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from unicodedata import normalize
from xml.etree.ElementTree import fromstring

import pytest

from referee.matches import opening
from referee.reports import maps
from referee.reports.pictures import fonts
from schemas.record import REFEREE

pytestmark = pytest.mark.skipif(shutil.which("tesseract") is None, reason="no tesseract is installed")

SHARPNESS = 5
"""How many times as large as it is on the map a word is painted."""


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The map of a war that has dug in."""
    shelf = tmp_path_factory.mktemp("shelf")
    match = opening.open_match(shelf, "trenches", "ttlm", at="2026-12-01T20:00:00Z", scenario="1917")
    return maps.render(maps.picture(match, REFEREE), "svg", match.tongue).decode()


def cut(drawn: str, text: str) -> Iterator[tuple[str, int]]:
    """The parts of a map in which a text stands, each a picture of its own, and how wide it is painted."""
    for element in fromstring(drawn).iter("{http://www.w3.org/2000/svg}text"):
        if "".join(element.itertext()) == text:
            size, bold = int(element.get("font-size", "14")), element.get("font-weight") == "bold"
            wide, high = fonts.measure(text, size, bold=bold) + 6, size * 1.3
            left, top = float(element.get("x", "0")) - wide / 2, float(element.get("y", "0")) - size
            box = f'viewBox="{left:g} {top:g} {wide:g} {high:g}"'
            yield re.sub(r'viewBox="[^"]*"', box, drawn, count=1), wide * SHARPNESS


def read(picture: str, width: int, folder: Path) -> str:
    """What stands in a picture, as a program for print reads it."""
    painted = folder / "word.png"
    painted.write_bytes(maps.paint(picture, width=width))
    line = ["tesseract", str(painted), "-", "--psm", "7"]
    return subprocess.run(line, capture_output=True, text=True, check=True).stdout


def simplify(text: str) -> str:
    """Letters and figures alone, without accents; 1, I and l are one, as they are for who reads print."""
    bare = "".join(sign for sign in normalize("NFD", text.casefold()) if sign.isalnum() and sign.isascii())
    return re.sub("[il]", "1", bare)


@pytest.mark.sample(2)
@pytest.mark.parametrize("text", ["Châlons", "Saint-Quentin", "6th (e): 3I 1A 1B", "UK 4th (e): 3I 1A"])
def test_words_on_a_painted_map_can_be_read(drawn: str, tmp_path: Path, text: str) -> None:
    ((picture, width),) = cut(drawn, text)

    assert simplify(text) in simplify(read(picture, width, tmp_path))


def test_a_map_without_letters_is_read_as_one(drawn: str, tmp_path: Path) -> None:
    ((picture, width),) = cut(drawn, "Saar")

    assert simplify(read(picture.replace(">Saar<", "><"), width, tmp_path)) == ""
