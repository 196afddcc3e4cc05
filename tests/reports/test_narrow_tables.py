"""A table drawn for a phone: all of it, to scale, with letters that can be read."""

from xml.etree.ElementTree import fromstring

import pytest

from referee.i18n.translator import ENGLISH
from referee.reports.pictures import fitting, fonts, svg
from schemas.reports import MapPicture
from tests.reports.test_label_places import beginning

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(params=["dawn-sap", "farm-crossroads", "mine-crater"])
def picture(request: pytest.FixtureRequest) -> MapPicture:
    return beginning("skirmish", request.param)


@pytest.mark.parametrize("width", [390, 600, 1200])
def test_everything_lies_inside_and_keeps_its_place_on_the_ruler(picture: MapPicture, width: int) -> None:
    drawn = fitting.fit(picture, width, ENGLISH)
    assert picture.ruler is not None
    assert drawn.ruler is not None

    assert width - drawn.width < picture.width // picture.ruler.unit
    assert drawn.width == picture.width // picture.ruler.unit * drawn.ruler.unit
    for before, after in zip(picture.marks, drawn.marks, strict=True):
        for side in (0, 1):
            inches = before.at[side] / picture.ruler.unit
            assert after.at[side] / drawn.ruler.unit == pytest.approx(inches, abs=0.1)


def test_names_that_have_no_room_are_listed_under_the_table(picture: MapPicture) -> None:
    drawn = fitting.fit(picture, 390, ENGLISH)

    assert [mark.text for mark in drawn.marks] == [number for number, _ in drawn.details]
    names = [text.rpartition(": ")[2] for _, text in drawn.details]
    assert names == [mark.text for mark in picture.marks]
    assert fitting.fit(picture, 1200, ENGLISH).details == ()


def test_words_of_a_narrow_table_can_be_read_and_end_before_its_edge(picture: MapPicture) -> None:
    drawn = fitting.fit(picture, 390, ENGLISH)
    texts = [*fromstring(svg.write(drawn)).iter(f"{SVG}text")]

    assert min(float(text.get("font-size", "0")) for text in texts) >= 11
    for text in texts:
        if text.get("text-anchor") is None:
            letters, is_bold = int(text.get("font-size", "0")), bool(text.get("font-weight"))
            across = fonts.measure(text.text or "", letters, bold=is_bold)
            assert float(text.get("x", "0")) + across <= drawn.width, text.text
