"""Names of packs, policies and seats hold nothing that a terminal, a browser or a spreadsheet obeys."""

import re
import shutil
from pathlib import Path

import msgspec
import pytest

from referee.faults import DataFault
from referee.packs import loading, policies
from schemas.mail import Seat

TINY = Path(__file__).parent / "tiny"

HIDDEN = {
    "escape": "\x1b[31m",
    "bell": "\x07",
    "delete": "\x7f",
    "C1 control": "\x9b",
    "line end": "\n",
    "carriage return": "\r",
    "tabulator": "\t",
    "next line": "\x85",
    "line separator": "\u2028",
    "right-to-left override": "\u202e",
    "isolate": "\u2066",
    "right-to-left mark": "\u200f",
    "Arabic letter mark": "\u061c",
    "blank without width": "\u200b",
    "byte order mark": "\ufeff",
}

SEEN = {
    "accents": "Épinal, Lüttich, Λιέγη",
    "hyphens": "Bar-le-Duc",
    "emoji": "⚔",
    "no break": "1\u00a0st",
    "nothing": "",
}


def quote(text: str) -> str:
    """A scalar of YAML that holds any text."""
    return '"' + "".join(f"\\u{ord(one):04x}" for one in text) + '"'


def spoil(folder: Path, text: str) -> list[str]:
    """The complaints about a pack in which one name after another holds a text."""
    path, found = folder / "game.yaml", list[str]()
    before = path.read_text("utf-8")
    for key, old in (("name", "The Brook"), ("name", "Reds"), ("adjective", "Red")):
        spoilt = before.replace(f"{key}: {old}", f"{key}: {quote('x' + text + 'y')}", 1)
        assert spoilt != before
        path.write_text(spoilt, "utf-8")
        found += [str(one) for one in loading.check(str(folder))]
    return found


@pytest.mark.parametrize("text", HIDDEN.values(), ids=HIDDEN)
def test_a_name_with_a_hidden_character_is_refused_at_its_place(tmp_path: Path, text: str) -> None:
    folder = Path(shutil.copytree(TINY, tmp_path / "tiny"))

    found = spoil(folder, text)

    assert len(found) == 3
    assert all("game.yaml:" in one and "has the wrong form" in one for one in found)
    assert all(one.isprintable() for one in found), "the complaint does not hold the character"


@pytest.mark.parametrize("text", SEEN.values(), ids=SEEN)
def test_a_name_of_any_language_is_accepted(tmp_path: Path, text: str) -> None:
    assert spoil(Path(shutil.copytree(TINY, tmp_path / "tiny")), text) == []


@pytest.mark.parametrize("text", HIDDEN.values(), ids=HIDDEN)
def test_the_name_of_a_player_is_one_visible_line(text: str) -> None:
    seat = msgspec.json.encode({"side": "german", "address": "a@example.org", "player": f"Anna{text}"})

    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(seat, type=Seat)


@pytest.mark.parametrize("text", HIDDEN.values(), ids=HIDDEN)
def test_the_name_of_a_policy_is_one_visible_line(tmp_path: Path, text: str) -> None:
    shipped = Path(policies.__file__).parents[2] / "games" / "policies"
    [source] = [path for path in shipped.glob("*.yaml") if path.stem == policies.DEFAULT]
    path = tmp_path / source.name
    spoilt = re.sub("^name: .*$", lambda _: f"name: {quote(text)}", source.read_text("utf-8"), flags=re.M)
    path.write_text(spoilt, "utf-8")

    with pytest.raises(DataFault, match="has the wrong form"):
        policies.load(str(path))
