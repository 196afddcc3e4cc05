"""Labels of figures: what `--blank` leaves out, what `packs show` counts, and what `packs fill` asks for."""

from pathlib import Path

import pytest

from referee.faults import DataFault, Misuse, NotFound
from referee.packs import catalogue, loading, new_packs
from referee.packs.families import LABELS
from referee.packs.figures import filling, labels
from referee.packs.figures.labels import BLANK
from referee.texts import strict_yaml
from referee.texts.tree import Tree
from schemas.answers.packs import BlankFigure, FigureCount


def read(folder: Path, file: str) -> Tree:
    return strict_yaml.read((folder / file).read_text("utf-8"), file)


@pytest.mark.parametrize("name", ["ttlm", "aac"])
def test_blanks_equal_the_figures_that_are_not_documented(name: str, tmp_path: Path) -> None:
    new_packs.begin(tmp_path / "mine", name, (), blank=True)
    rules = labels.read_folders(loading.list_folders(name))
    files = [file for file in loading.files(name) if not file.startswith(("languages/", "geography"))]
    blank = others = 0
    for file in files:
        source = strict_yaml.read(loading.files(name)[file].decode(), file)
        figures = list(labels.list_figures(source, rules.get(file, {})))
        found = [one.text for one in labels.list_figures(read(tmp_path / "mine", file), {})]
        assert len(figures) == len({figure.trail for figure in figures})
        for figure, text in zip(figures, found, strict=True):
            assert (text == BLANK) is (figure.label != "documented"), (file, figure.path)
            blank += text == BLANK
            others += text != BLANK
    assert blank > 300
    assert others > 50


def test_single_figures_have_labels_of_their_own() -> None:
    rules = labels.read_folders(loading.list_folders("ttlm"))
    files = {file: strict_yaml.read(text.decode(), file) for file, text in loading.files("ttlm").items()}
    known = {
        (file, ".".join(figure.path)): figure.label
        for file in rules
        for figure in labels.list_figures(files[file], rules[file])
    }

    assert known["tables.yaml", "victory.levels.German Decisive Victory.least"] == "documented"
    assert known["tables.yaml", "victory.levels.Stalemate.least"] == "invented"
    assert known["tables.yaml", "transit.room"] == "invented"
    assert known["tables.yaml", "transit.points_per_die"] == "documented"
    assert known["map.yaml", "areas.verdun.fort"] == "documented"
    assert known["map.yaml", "areas.liege.fort"] == "inferred"
    assert known["scenarios/1914.yaml", "hands.german"] == "documented"
    assert known["map.yaml", "areas.liege.borders.namur"] == "documented"
    assert known["map.yaml", "areas.namur.borders.liege"] == "documented"
    assert known["map.yaml", "areas.liege.borders.brussels"] == "invented"


def test_figures_are_counted_on_the_page_of_a_pack() -> None:
    (tables,) = [row for row in catalogue.describe("ttlm").figures if row.file == "tables.yaml"]
    assert isinstance(tables, FigureCount)
    assert min(tables.labels.values()) > 0


def _find_value(blank: BlankFigure) -> str:
    return "paris" if ".borders." in blank.figure else "1"


def _count_before_borders(folder: Path) -> int:
    """The blanks that are asked for before the first border."""
    return [_find_value(one) for one in filling.list_waiting(folder)].index("paris")


def test_blanks_are_filled_in_the_order_of_weight(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    new_packs.begin(folder, "ttlm", ("tables", "map", "scenarios/1914"), blank=True)
    first = filling.fill(folder, ())
    assert first.figures == 0
    assert [blank.weight for blank in first.next] == sorted(blank.weight for blank in first.next)
    assert first.next[0].figure == "victory.levels.Entente Substantial Victory.least"

    after = filling.fill(folder, ("5", "-", "8"))

    assert (after.figures, after.blanks) == (2, first.blanks - 2)
    figures = {".".join(one.path): one.text for one in labels.list_figures(read(folder, "tables.yaml"), {})}
    assert figures["victory.levels.Entente Substantial Victory.least"] == "5"
    assert figures["victory.levels.Entente Substantial Victory.most"] == BLANK
    assert figures["victory.levels.Entente Marginal Victory.least"] == "8"
    assert [(one.figure, one.value) for one in after.entries] == [
        ("victory.levels.Entente Substantial Victory.least", "5"),
        ("victory.levels.Entente Marginal Victory.least", "8"),
    ]
    filling.fill(folder, ["-"] * _count_before_borders(folder) + ["paris"])
    with pytest.raises(DataFault, match="not the id of an area"):
        filling.fill(folder, ["-"] * _count_before_borders(folder) + ["1"])
    with pytest.raises(DataFault, match="not a whole number"):
        filling.fill(folder, ["paris"])
    filling.fill(folder, [_find_value(one) for one in filling.list_waiting(folder)])
    with pytest.raises(Misuse, match="no blanks"):
        filling.fill(folder, ())


def test_blanks_name_the_season_or_the_armies_that_they_belong_to(tmp_path: Path) -> None:
    """A place in a list, counted from zero, is taken for the number of the turn."""
    folder = tmp_path / "mine"
    new_packs.begin(folder, "ttlm", ("tables", "scenarios/1914"), blank=True)
    names = {one.figure: one.item for one in filling.list_waiting(folder)}

    assert names["build_points.figures.german.3"] == "SPRING 1915"
    assert names["card_limits.figures.entente.22"] == "WINTER 1919-20"
    assert names["arrivals.entries.1.turn"] == "fr fr-6"
    assert names["placements.lille.holds.infantry"] == "fr"
    assert names["victory.levels.Stalemate.least"] == ""
    twins = [one.item for one in filling.list_waiting(folder) if one.figure.startswith("placements.aachen.")]
    assert set(twins) == {"ge ge-1", "ge ge-2"}


def test_wrong_values_change_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    new_packs.begin(folder, "ttlm", ("tables",), blank=True)
    before = (folder / "tables.yaml").read_text("utf-8")
    with pytest.raises(DataFault, match="not a whole number"):
        filling.fill(folder, ("5", "seven"))
    with pytest.raises(Misuse, match="write fewer values"):
        filling.fill(folder, ["1"] * 1000)
    assert (folder / "tables.yaml").read_text("utf-8") == before


def test_file_of_another_encoding_has_a_place_and_stays_as_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    new_packs.begin(folder, "ttlm", ("tables", "map"), blank=True)
    (folder / "map.yaml").write_bytes((folder / "map.yaml").read_bytes() + "# Mühle\n".encode("latin-1"))
    before = (folder / "tables.yaml").read_bytes()

    with pytest.raises(DataFault, match=r"map\.yaml:\d+:4: this is not UTF-8"):
        filling.fill(folder, ("5",))
    assert (folder / "tables.yaml").read_bytes() == before


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "victory.levels.Draw.least: documented",
            "no figure of tables.yaml is called victory.levels.Draw.least",
        ),
        ("build_points: guessed", "the label guessed is unknown"),
    ],
)
def test_label_of_nothing_is_refused(tmp_path: Path, line: str, told: str) -> None:
    folder = tmp_path / "mine"
    new_packs.begin(folder, "ttlm", ("tables",))
    (folder / LABELS).write_text(f"figures:\n  tables.yaml:\n    {line}\n", "utf-8")

    with pytest.raises(DataFault) as raised:
        catalogue.check(str(folder))
    assert told in str(raised.value)


def test_labels_do_not_change_the_digest_of_a_pack(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    new_packs.begin(folder, "ttlm", ("tables",))
    before = loading.load(str(folder)).digest
    (folder / LABELS).write_text("figures: {}\n", "utf-8")

    assert loading.load(str(folder)).digest == before


def test_folder_without_a_pack_has_no_blanks_to_fill(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match=r"there is no game\.yaml in .*nothing"):
        filling.fill(tmp_path / "nothing", ())
