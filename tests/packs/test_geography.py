"""The land under the maps: drawn again it is the same, it shows the borders, and it decides nothing."""

import re
from pathlib import Path

import pytest

from referee.faults import DataFault, Misuse
from referee.packs import geography_drawing, loading, map_redrawing, new_packs
from referee.systems.great_war.state.outlines import find_shared_edges, pair, read_cells
from schemas.great_war.pack import Pack

SOURCES = Path(__file__).parent / "geography"

THEATRES = {"ttlm": "west.geojson", "aac": "east.geojson"}


def load(name: str) -> Pack:
    pack = loading.load(name).pack
    assert isinstance(pack, Pack)
    return pack


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A pack with copies of all files of `ttlm`."""
    folder = tmp_path / "my-ttlm"
    new_packs.begin(folder, "ttlm", ())
    return folder


@pytest.mark.parametrize("name", THEATRES)
def test_geography_is_the_drawing_of_its_source(name: str) -> None:
    recorded = (loading.find(name).folder / "geography.yaml").read_text("utf-8")
    drawn = geography_drawing.draw(load(name).map, SOURCES / THEATRES[name])

    assert geography_drawing.write(drawn) == recorded
    assert "public domain" in drawn.licence
    assert "Natural Earth" in drawn.note


@pytest.mark.parametrize(("name", "count"), [("ttlm", 139), ("aac", 125)])
def test_outlines_share_edges_exactly_at_borders(name: str, count: int) -> None:
    pack = load(name)
    assert pack.geography is not None
    boxes = {area.id for area in pack.map.areas if area.box}
    borders = {
        pair(area.id, near) for area in pack.map.areas for near in area.borders if area.id not in boxes
    }

    assert find_shared_edges(read_cells(pack.geography)).keys() == borders
    assert len(borders) == count


def test_geography_does_not_change_the_digest(copied: Path) -> None:
    before = loading.load(str(copied))
    (copied / "geography.yaml").unlink()
    without = loading.load(str(copied))

    assert isinstance(before.pack, Pack)
    assert isinstance(without.pack, Pack)
    assert before.pack.geography is not None
    assert without.pack.geography is None
    assert before.digest == without.digest


def test_a_pack_with_its_own_map_does_not_inherit_geography(tmp_path: Path) -> None:
    new_packs.begin(tmp_path / "redrawn", "ttlm", ("map",))
    new_packs.begin(tmp_path / "counted", "ttlm", ("cards",))

    assert load(str(tmp_path / "redrawn")).geography is None
    assert load(str(tmp_path / "counted")).geography == load("ttlm").geography


def test_borders_that_the_geography_does_not_show_are_faults(copied: Path) -> None:
    file = copied / "geography.yaml"
    text = file.read_text("utf-8")
    file.write_text(re.sub(r"  - \{ area: metz,.*?\}\n", "", text, flags=re.DOTALL), "utf-8")
    assert [complaint.text for complaint in loading.check(str(copied))] == ["`metz`: no outline"]

    file.write_text(text.replace("area: metz,", "area: mezt,"), "utf-8")
    faults = [complaint.text for complaint in loading.check(str(copied))]
    assert "there is no area `mezt`" in faults

    file.write_text(text.replace("width: 1200", "width: 12"), "utf-8")
    assert len(loading.check(str(copied))) == 1


def test_swapped_outlines_are_faults(copied: Path) -> None:
    file = copied / "geography.yaml"
    text = file.read_text("utf-8")
    swapped = text.replace("area: metz,", "area: x,").replace("area: paris,", "area: metz,")
    file.write_text(swapped.replace("area: x,", "area: paris,"), "utf-8")
    faults = {complaint.text for complaint in loading.check(str(copied))}

    assert "`longwy` borders on `metz`, and their outlines share no edge" in faults
    assert "the outlines of `longwy` and `paris` share an edge, and the areas have no border" in faults


def test_redrawing_writes_the_geography_of_a_pack(copied: Path) -> None:
    (copied / "geography.yaml").unlink()
    drawn = map_redrawing.redraw(copied, SOURCES / "west.geojson")

    assert (drawn.file, drawn.areas, drawn.linked, drawn.closed) == (
        (copied / "geography.yaml").as_posix(), 55, (), (),
    )  # fmt: skip
    assert load(str(copied)).geography == load("ttlm").geography


def test_sources_that_cannot_be_drawn_are_refused(copied: Path, tmp_path: Path) -> None:
    with pytest.raises(Misuse, match="cannot be read"):
        map_redrawing.redraw(copied, tmp_path / "none.geojson")
    with pytest.raises(Misuse, match="has no place for aachen"):
        map_redrawing.redraw(copied, write(tmp_path, '"id":"aachen"', '"id":"elsewhere"'))
    for old, new in (('"latitude":49.5', '"latitude":"x"'), ('"features"', '"others"'), ('"Point"', "Point")):
        with pytest.raises(DataFault, match="is not a geography"):
            map_redrawing.redraw(copied, write(tmp_path, old, new))


def write(folder: Path, old: str, new: str) -> Path:
    """Write the source of the western map with one change."""
    text = (SOURCES / "west.geojson").read_text("utf-8")
    assert old in text
    (folder / "source.geojson").write_text(text.replace(old, new, 1), "utf-8")
    return folder / "source.geojson"
