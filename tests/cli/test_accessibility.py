"""Pages as axe-core judges them, in light and dark, at a desk and on a telephone."""

from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from referee.analysis.exact_odds import letter_battles
from referee.evidence import comparison
from referee.i18n.translator import ENGLISH
from referee.matches import matches, opening
from referee.matches.matches import Match
from referee.reports import documents, match_progress
from referee.reports.composer import page as composer_page
from referee.reports.formats import html
from referee.reports.site import building
from referee.reports.site.layout import Layout
from tests.browser import BROWSER, MARKS, browse, put, visit

AXE = files(pytest.importorskip("axe_playwright_python")) / "axe.min.js"
"""The script of axe-core."""

pytestmark = MARKS

FOUND = "axe.run().then(told => told.violations.map(one => `${one.id}: ${one.nodes[0].html}`))"


def begin(folder: Path, pack: str, scenario: str) -> Match:
    return opening.open_match(folder, pack, pack, at="2026-12-01T20:00:00Z", scenario=scenario)


@pytest.fixture(scope="module")
def pages(example_shelf: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """One page of each kind."""
    folder = tmp_path_factory.mktemp("pages")
    match = matches.find(example_shelf, "liege")
    texts = {
        "report": html.write(documents.report(match, "german")),
        "full": html.write(documents.report(match, "german", full=True)),
        "replay": match_progress.page(match, "public"),
        "composer": composer_page.page(match, "german"),
        "board": composer_page.page(begin(folder, "ttlm", "1914"), "german", "", letter_battles.make_tables),
        "table": composer_page.page(begin(folder, "skirmish", "dawn-sap"), "british"),
    }
    for name, text in texts.items():
        (folder / f"{name}.html").write_text(text, encoding="utf-8")
    (folder / "copies").mkdir()
    copy = b"".join(comparison.copy_lines(example_shelf, "liege", "public"))
    (folder / "copies" / "liege.jsonl").write_bytes(copy)
    building.build([folder / "copies"], folder / "public", Layout("Club", "", ENGLISH))
    return sorted(folder.rglob("*.html"))


@pytest.mark.parametrize(("width", "scheme"), [(390, "light"), (1200, "dark")])
def test_axe_finds_nothing(pages: list[Path], width: int, scheme: str) -> None:
    found: list[str] = []
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        size = {"width": width, "height": 850}
        # A second page would have a process of its own, which costs more than what it shows.
        page = browser.new_context(viewport=size, color_scheme=scheme, bypass_csp=True).new_page()  # type: ignore[arg-type]
        for path in pages:
            visit(page, path.as_uri())
            if path.name == "board.html":
                for button in ("#plain button", "#pieces .toggle", "#pieces button:not(.toggle)"):
                    page.locator(button).first.click()
            page.evaluate(AXE.read_text(encoding="utf-8"))
            found += [f"{path.name}: {one}" for one in page.evaluate(FOUND)]
        browser.close()

    assert found == []


def test_axe_finds_a_button_without_a_name(tmp_path: Path) -> None:
    with browse(bypass_csp=True) as page:
        put(
            page, tmp_path, '<!DOCTYPE html><html lang="en"><title>x</title><main><h1>x</h1><button></button>'
        )
        page.evaluate(AXE.read_text(encoding="utf-8"))
        found = page.evaluate(FOUND)

    assert [one.partition(":")[0] for one in found] == ["button-name"]
