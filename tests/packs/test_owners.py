"""The owner of a printed game: his borders, his outlines, his figures, and only the scenarios he has."""

import random
import re
from pathlib import Path

import pytest

from referee.faults import CannotWrite, DataFault, Misuse, NotFound
from referee.packs import loading, map_redrawing, new_packs
from referee.packs.map_redrawing import redraw_outlines
from referee.reports.pictures import area_shapes, svg
from referee.systems.great_war.language.language import GreatWarLanguage
from referee.systems.great_war.narrative import map
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.outlines import find_shared_edges, pair
from schemas.great_war.pack import Cell

OWN = ("map", "art", "scenarios/1914")

SQUARES = {
    "side by side": (((10, 0), (20, 0), (20, 10), (10, 10)), 10),
    "a part of a side": (((10, 4), (20, 4), (20, 30), (10, 30)), 6),
    "a corner": (((10, 10), (20, 10), (20, 20), (10, 20)), 0),
    "an edge too short to be seen": (((10, 6), (20, 6), (20, 16), (10, 16)), 0),
    "far away": (((30, 0), (40, 0), (40, 10), (30, 10)), 0),
    "a side on the same line": (((0, 20), (10, 20), (10, 30), (0, 30)), 0),
}
"""What another outline shares with the square from 0 to 10, and how much of it."""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A pack over `ttlm` with a map of its own."""
    folder = tmp_path / "my-ttlm"
    new_packs.begin(folder, "ttlm", OWN)
    return folder


def spoil(folder: Path, file: str, old: str, new: str) -> None:
    path = folder / file
    text = path.read_text("utf-8")
    assert re.search(old, text), old
    path.write_text(re.sub(old, new, text, count=1), "utf-8")


def faults(folder: Path) -> list[str]:
    return [re.sub(r"^.*?/my-ttlm/", "", str(complaint)) for complaint in loading.check(str(folder))]


def cut(folder: Path, here: str, there: str) -> None:
    """Take the border between two areas away at both ends."""
    for one, other in ((here, there), (there, here)):
        spoil(folder, "map.yaml", rf"(id: {one},[^]]*\][^]]*borders: \[[^]]*?){other}(, |(?=\]))", r"\1")


@pytest.mark.parametrize("name", SQUARES)
def test_areas_border_where_outlines_share_an_edge(name: str) -> None:
    corners, length = SQUARES[name]
    square = Cell(area="b", corners=((0, 0), (10, 0), (10, 10), (0, 10)))
    shared = find_shared_edges((square, Cell(area="a", corners=corners)))

    assert [pair for pair, parts in shared.items() if parts] == ([("a", "b")] if length else [])
    assert sum(abs(x - u) + abs(y - v) for parts in shared.values() for (x, y), (u, v) in parts) == length


def test_border_without_a_shared_edge_is_reported(own: Path) -> None:
    spoil(own, "map.yaml", r"borders: \[ardennes, eifel, trier", "borders: [ardennes, sedan, eifel, trier")
    spoil(own, "map.yaml", r"borders: \[namur, ardennes, maub", "borders: [namur, luxembourg, ardennes, maub")

    assert faults(own) == [
        "map.yaml:56:16: `luxembourg` borders on `sedan`, and their outlines share no edge (take the border"
        " out, or add [luxembourg, sedan] to `linked` in art.yaml, or redraw the map)"
    ]
    spoil(own, "art.yaml", "cells:\n", "linked: [[luxembourg, sedan]]\ncells:\n")
    assert faults(own) == []


def test_border_on_an_unknown_drawn_area_is_reported_once(own: Path) -> None:
    """Its outline is told, and so is the border; nothing is held against a pair of which one is not there."""
    spoil(own, "art.yaml", "cells:\n", "cells:\n  - { area: atlantis, corners: [[0, 0], [9, 0], [9, 9]] }\n")
    spoil(own, "map.yaml", r"borders: \[ardennes, eifel, trier", "borders: [ardennes, atlantis, eifel, trier")

    told = faults(own)
    assert [fault.partition(": ")[0].partition(":")[0] for fault in told] == ["art.yaml", "map.yaml"]
    assert all("there is no area `atlantis`" in fault for fault in told)


def test_shared_edge_without_a_border_is_reported(own: Path) -> None:
    cut(own, "liege", "ardennes")

    assert faults(own) == [
        "art.yaml:23:5: the outlines of `ardennes` and `liege` share an edge, and the areas have no border"
        " (add the border in map.yaml, or add [ardennes, liege] to `closed`, or redraw the map)"
    ]
    spoil(own, "art.yaml", "cells:\n", "closed: [[liege, ardennes]]\ncells:\n")
    assert faults(own) == []


@pytest.mark.parametrize("key", ["linked", "closed"])
def test_needless_exception_is_reported(own: Path, key: str) -> None:
    spoil(own, "art.yaml", "cells:\n", f"{key}: [[liege, namur], [liege, nowhere]]\ncells:\n")
    needless, unknown = faults(own)

    assert "`liege` and `namur` are not such an exception" in needless
    assert "there is no area `nowhere`" in unknown


@pytest.mark.parametrize("name", ["ttlm", "aac"])
def test_the_shipped_maps_name_no_exception(name: str) -> None:
    art = loading.load(name).pack.art
    assert (art.linked, art.closed) == ((), ())


def test_redrawing_gives_the_shipped_outlines_again() -> None:
    """The western outlines are Voronoi cells already: drawn again they move by their rounding alone."""
    pack = loading.load("ttlm").pack
    drawn = redraw_outlines(pack.map, pack.art)
    before = {cell.area: cell.corners for cell in pack.art.cells}

    assert (drawn.linked, drawn.closed) == ((), ())
    for cell in drawn.cells:
        for x, y in before[cell.area]:
            assert min(abs(x - u) + abs(y - v) for u, v in cell.corners) <= 3, cell.area


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", range(12))
def test_a_redrawn_map_is_sound_wherever_the_points_lie(own: Path, seed: int) -> None:
    chance = random.Random(seed)
    path = own / "map.yaml"

    def moved(at: re.Match[str]) -> str:
        x, y = (max(0, min(1000, int(number) + chance.randint(-40, 40))) for number in at.groups())
        return f"at: [{x}, {y}]"

    path.write_text(re.sub(r"at: \[(\d+), (\d+)\]", moved, path.read_text("utf-8")), "utf-8")
    answer = map_redrawing.redraw(own)
    pack = loading.load(str(own)).pack
    edges = find_shared_edges(pack.art.cells).keys()
    borders = {pair(area.id, near) for area in pack.map.areas for near in area.borders}

    assert edges - set(answer.closed) == borders - set(answer.linked)


def test_a_new_area_is_drawn_where_nothing_was(own: Path) -> None:
    new = "  - { id: jersey, name: Jersey, country: fr, at: [60, 240], borders: [dieppe] }\n"
    spoil(own, "map.yaml", "areas:\n", f"areas:\n{new}")
    spoil(own, "map.yaml", r"(id: dieppe,[^]]*\][^]]*borders: \[)", r"\1jersey, ")
    spoil(own, "scenarios/1914.yaml", r"\[england,", "[england, jersey,")
    assert any("`jersey` has no outline" in fault for fault in faults(own))
    answer = map_redrawing.redraw(own)

    assert answer.linked == (("dieppe", "jersey"),)
    assert faults(own) == []


def test_the_map_draws_the_exceptions(own: Path) -> None:
    cut(own, "liege", "ardennes")
    spoil(own, "map.yaml", r"borders: \[ardennes, eifel, trier", "borders: [ardennes, sedan, eifel, trier")
    spoil(own, "map.yaml", r"borders: \[namur, ardennes, maub", "borders: [namur, luxembourg, ardennes, maub")
    spoil(own, "art.yaml", "cells:\n", "linked: [[luxembourg, sedan]]\nclosed: [[liege, ardennes]]\ncells:\n")
    pack = loading.load(str(own)).pack
    theatre = GreatWarGame(pack, "1914")
    picture = map.picture(GreatWarLanguage(theatre), theatre.start(), "public")
    drawing = svg.write(picture)

    assert picture.links == ((theatre.areas["luxembourg"].at, theatre.areas["sedan"].at),)
    assert picture.bars == (((616, 302), (658, 303)),)
    assert 'd="M685 424L543 440"' in drawing
    assert 'd="M616 302L658 303"' in drawing
    assert "adjacent by this line" in drawing
    assert "no border" in drawing
    around = area_shapes.around(picture, "luxembourg")
    assert "sedan" in {cell.area for cell in around.cells}
    assert around.links != picture.links


def test_only_a_pack_with_a_map_is_redrawn(tmp_path: Path) -> None:
    new_packs.begin(tmp_path / "trench", "skirmish", ())
    with pytest.raises(Misuse, match=r"has no map\.yaml"):
        map_redrawing.redraw(tmp_path / "trench")
    with pytest.raises(NotFound, match=r"no game\.yaml"):
        map_redrawing.redraw(tmp_path)


def test_unwritable_drawing_is_reported(own: Path) -> None:
    (own / "art.yaml").unlink()
    (own / "art.yaml").mkdir()
    with pytest.raises(CannotWrite, match=r"art\.yaml cannot be written"):
        map_redrawing.redraw(own)


def test_a_renamed_area_raises_no_fault_in_the_scenarios_below(own: Path) -> None:
    for file in ("map.yaml", "art.yaml", "scenarios/1914.yaml"):
        path = own / file
        path.write_text(path.read_text("utf-8").replace("laon", "soissons"), "utf-8")

    assert faults(own) == []
    assert [scenario.id for scenario in loading.load(str(own)).pack.scenarios] == ["1914"]


def test_a_pack_that_names_no_scenarios_has_all_of_them(own: Path) -> None:
    spoil(own, "game.yaml", r"scenarios: .*\n", "")
    assert [scenario.id for scenario in loading.load(str(own)).pack.scenarios] == [
        str(y) for y in range(1914, 1920)
    ]


@pytest.mark.parametrize(
    "listed", ['["1914", "1917"]', "[1914, 1917] # two", "\n  - '1914' # the first\n  - 1917"]
)
def test_scenarios_of_the_pack_below_may_be_named(own: Path, listed: str) -> None:
    spoil(own, "game.yaml", r"scenarios: .*\n", f"scenarios: {listed}\n")
    assert [scenario.id for scenario in loading.load(str(own)).pack.scenarios] == ["1914", "1917"]


def test_names_and_contents_of_a_pack_are_compared(own: Path) -> None:
    spoil(own, "game.yaml", r"scenarios: .*\n", "scenarios: [1915, 1924]\n")
    unknown, unnamed = faults(own)

    assert unknown.startswith("game.yaml:9:19: there is no scenario `1924`")
    assert unnamed.startswith("scenarios/1914.yaml:1:1: game.yaml does not name the scenario `1914`")


def test_a_deck_of_another_size_raises_no_fault_in_the_scenarios_below(tmp_path: Path) -> None:
    folder = tmp_path / "my-ttlm"
    new_packs.begin(folder, "ttlm", ("cards", "scenarios/1914"))
    spoil(folder, "cards.yaml", "copies: 16", "copies: 13")
    assert faults(folder) == []
    spoil(folder, "game.yaml", r"scenarios: .*\n", "")
    assert any("scenarios/1919.yaml" in fault for fault in faults(folder)), "a fault without the list"


def test_printed_figures_are_left_out_and_asked_for(tmp_path: Path) -> None:
    folder = tmp_path / "my-ttlm"
    new_packs.begin(folder, "ttlm", ("map", "tables"), blank=True)
    told = faults(folder)

    assert any("`areas.liege` is blank in `points`, `fort` (see the map sheet)" in one for one in told)
    assert any("`areas.antwerp.borders` has 2 blanks" in one for one in told), "Liège is documented"
    assert any(
        "`build_points.figures.german` has 23 blanks (see the build point chart)" in one for one in told
    )
    assert not any("`limits" in one or "`track" in one for one in told), "figures of the rulebook stay"
    assert not any("`at`" in one for one in told), "the drawing stays"


def test_a_blank_that_is_filled_in_is_asked_for_no_more(tmp_path: Path) -> None:
    folder = tmp_path / "my-ttlm"
    new_packs.begin(folder, "ttlm", ("sequence",), blank=True)
    (told,) = faults(folder)
    assert told.endswith("`bidding.most` is blank (see the theatre book, section 14.2)")
    spoil(folder, "sequence.yaml", "most: ___", "most: 4")

    assert faults(folder) == []
    assert loading.load(str(folder)).pack.sequence.bidding.most == 4


def test_a_pack_with_blanks_is_not_played(tmp_path: Path) -> None:
    new_packs.begin(tmp_path / "my-ttlm", "ttlm", (), blank=True)
    with pytest.raises(DataFault):
        loading.load(str(tmp_path / "my-ttlm"))


def test_there_are_no_figures_to_leave_out_of_nothing(tmp_path: Path) -> None:
    with pytest.raises(Misuse, match="no figures to leave out"):
        new_packs.begin(tmp_path / "my-war", None, (), blank=True)


@pytest.mark.parametrize(("own", "extends"), [((), None), (("tables",), "aac"), (("tables", "map"), "aac")])
def test_pack_builds_on_another_with_some_files_of_its_own(
    tmp_path: Path, own: tuple[str, ...], extends: str | None
) -> None:
    begun = new_packs.begin(tmp_path / "mine", "aac", own)
    game = (tmp_path / "mine" / "game.yaml").read_text(encoding="utf-8")

    assert begun.extends == extends
    assert ("\nextends: " in game) is bool(own)
    assert loading.load(str(tmp_path / "mine"), cache=False).pack.game.id == "mine"
