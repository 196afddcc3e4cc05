"""The look of pages: one style sheet, the map first, the situation as a table, contrast of colours."""

import re
from pathlib import Path

import pytest

from referee.matches import matches
from referee.reports import documents, match_progress
from referee.reports.composer import page as composer_page
from referee.reports.formats import html, plain_text
from schemas.reports import Bullets, Document, Paragraph, Text
from tests.browser import BROWSER, browse, put

FRONTS = Bullets(
    items=(
        (Text(text="SUMMER 1914."),),
        (Text(text="Metz"), Text(text=" ge-7 3I"), Text(text=" > *Verdun")),
        (Text(text="Pieces march 1 area."),),
    ),
    columns=("Area", "Your pieces", "Borders"),
)


def test_items_with_all_columns_are_a_table_on_a_page_and_a_list_in_a_mail() -> None:
    document = Document(title="x", blocks=(FRONTS,))
    page = re.sub(r' style="[^"]*"', "", html.write(document)).partition("<h1>")[2]

    assert "<li>SUMMER 1914.</li>" in page
    assert "<tr><td>Metz</td><td>ge-7 3I</td><td>*Verdun</td></tr>" in page
    assert "<li>Pieces march 1 area.</li>" in page
    assert "- Metz ge-7 3I > *Verdun" in plain_text.write(document)


def test_the_map_of_a_report_comes_first(example_shelf: Path) -> None:
    match = matches.find(example_shelf, "liege")
    page = html.write(documents.report(match, "german", full=True))

    assert page.index("<h1") < page.index('class="map"') < page.index("<h2")


def test_all_pages_have_the_same_style_sheet(example_shelf: Path) -> None:
    match = matches.find(example_shelf, "liege")
    pages = (
        html.write(documents.report(match, "german")),
        match_progress.page(match, "public"),
        composer_page.page(match, "german"),
    )

    assert all(html.SHEET in page for page in pages)


@pytest.mark.browser
@pytest.mark.skipif(BROWSER is None, reason="no browser is installed")
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_the_head_of_a_journal_fits_on_a_telephone(tmp_path: Path) -> None:
    head = Paragraph(parts=(Text(text=f"Head of the journal: 7:{'c9' * 32}"),))
    with browse(viewport={"width": 360, "height": 640}) as page:
        put(page, tmp_path, html.write(Document(title="A ruling", blocks=(head,))))

        assert page.evaluate("document.documentElement.scrollWidth") == 360


_LOOK = """(() => {
  const [map, head] = ["svg", "th"].map(name => getComputedStyle(document.querySelector(name)));
  return [map.getPropertyValue("--map-paper"), head.backgroundColor, head.color];
})()"""


@pytest.mark.browser
@pytest.mark.skipif(BROWSER is None, reason="no browser is installed")
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_a_page_of_a_dark_system_is_printed_light(example_shelf: Path, tmp_path: Path) -> None:
    report = html.write(documents.report(matches.find(example_shelf, "liege"), "german", full=True))
    with browse(color_scheme="dark") as page:
        put(page, tmp_path, report)
        dark = page.evaluate(_LOOK)
        page.emulate_media(media="print")
        on_paper = page.evaluate(_LOOK)
        page.emulate_media(media="screen", color_scheme="light")
        light = page.evaluate(_LOOK)

    assert on_paper == light
    assert all(one != other for one, other in zip(dark, light, strict=True))


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("mode", [0, 1])
@pytest.mark.parametrize("ground", ["paper", "ground", "shade"])
@pytest.mark.parametrize("text", ["ink", "faint", "accent", "link", "good", "lit"])
def test_text_has_enough_contrast_in_light_and_dark(mode: int, ground: str, text: str) -> None:
    colours = (
        re.findall(rf"--{ground}: (#\w+)", html.COLOURS),
        re.findall(rf"--{text}: (#\w+)", html.COLOURS),
    )

    assert contrast(colours[0][mode], colours[1][mode]) >= 4.5
