"""A map in letters: areas have short codes, each its own, where they lie or as near as there is room."""

import pytest

from referee.reports.formats import plain_text, text_map
from schemas.reports import Document, MapPicture, Paragraph, PictureCell, Text, Verdict

ROOM = 40


def drawn(*names: str, at: tuple[int, int] = (500, 500)) -> list[str]:
    """The lines of a map with areas that all lie at one place, in this order."""
    cells = (PictureCell(area=f"a{number}", name=name, at=at) for number, name in enumerate(names))
    return text_map.lines(MapPicture(title="The map", sides=(), cells=tuple(cells)), ROOM)


def test_areas_at_one_place_stand_below_each_other_the_first_in_the_middle() -> None:
    assert [line.strip() for line in drawn("Mons", "Lens", "Arras")] == [".Len", ".Mon", ".Arr"]


def test_an_area_stands_beside_another_where_above_and_below_it_is_full() -> None:
    assert [line.strip() for line in drawn("Mons", "Lens", "Arras", "Ghent", "Loos", "Ypres", "Lille")] == [
        ".Ghe", ".Len", ".Ypr .Mon .Lil", ".Arr", ".Loo",
    ]  # fmt: skip


CODES: dict[str, tuple[list[str], list[str]]] = {
    "the head of each name": (["Mons", "Lens"], ["Mon", "Len"]),
    "a name of three letters": (["Ath"], ["Ath"]),
    "a later letter, where the head is taken": (["Mons", "Monaco", "Montoire"], ["Mon", "Moa", "Mot"]),
    "a number, where all letters are": (["Mons", "Mon", "Mon"], ["Mon", "M1", "M2"]),
    "a number for a short name": (["Aa", "Ay", "Au"], ["A1", "A2", "A3"]),
    "a number for a name without letters": (["--", "++"], ["?1", "?2"]),
}


@pytest.mark.parametrize(("names", "codes"), CODES.values(), ids=CODES)
def test_each_area_has_a_code_of_its_own(names: list[str], codes: list[str]) -> None:
    assert sorted(line.strip(" .") for line in drawn(*names)) == sorted(codes)


@pytest.mark.parametrize(("stands", "colour"), [(True, "\x1b[32m"), (False, "\x1b[31m")])
def test_result_of_an_order_is_green_or_red_at_the_start_of_its_paragraph(stands: bool, colour: str) -> None:
    parts = (Verdict(text="judged", stands=stands), Text(text=": the order was judged."))
    written = plain_text.write_terminal(Document(title="Ruling", blocks=(Paragraph(parts=parts),)))

    assert f"\x1b[1m{colour}judged\x1b[0m: the order was judged." in written
