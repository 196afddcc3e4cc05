"""Pages as axe-core judges them, in light and dark, at a desk and on a telephone."""

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page, sync_playwright

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
from tests.browser import BROWSER, MARKS, put, visit

AXE = files(pytest.importorskip("axe_playwright_python")) / "axe.min.js"
"""The script of axe-core."""

pytestmark = MARKS

FOUND = """axe.run({resultTypes: ["violations"]})
  .then(told => told.violations.map(one => `${one.id}: ${one.nodes[0].html}`))"""
"""What axe finds. It judges by all rules, but describes no element that keeps them."""


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


@pytest.fixture(scope="module")
def browser() -> Iterator[Page]:
    """A page whose policy lets the script of axe run; a second one would have a process of its own.

    The script asks for style sheets that a browser keeps from it, which is no fault of a page.
    """
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield browser.new_context(bypass_csp=True).new_page()
        browser.close()


def judge(page: Page) -> list[str]:
    """What axe finds on a page: each rule with the first element that breaks it."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    return list(page.evaluate(FOUND))


@pytest.mark.parametrize(("width", "scheme"), [(390, "light"), (1200, "dark")])
def test_axe_finds_nothing(
    browser: Page, pages: list[Path], width: int, scheme: Literal["light", "dark"]
) -> None:
    browser.set_viewport_size({"width": width, "height": 850})
    browser.emulate_media(color_scheme=scheme)
    found: list[str] = []
    for path in pages:
        visit(browser, path.as_uri())
        if path.name == "board.html":
            for button in ("#plain button", "#pieces .toggle", "#pieces button:not(.toggle)"):
                browser.locator(button).first.click()
        found += [f"{path.name}: {one}" for one in judge(browser)]

    assert found == []


def test_axe_finds_a_button_without_a_name(browser: Page, tmp_path: Path) -> None:
    put(browser, tmp_path, '<!DOCTYPE html><html lang="en"><title>x</title><main><h1>x</h1><button></button>')

    assert [one.partition(":")[0] for one in judge(browser)] == ["button-name"]
