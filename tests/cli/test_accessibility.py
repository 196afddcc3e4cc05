"""Pages as axe-core judges them, in light and dark, at a desk and on a telephone. AXE names its script."""

from os import environ
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from referee.evidence import comparison
from referee.i18n.translator import ENGLISH
from referee.matches import matches
from referee.reports import documents, match_progress
from referee.reports.composer import page as composer_page
from referee.reports.formats import html
from referee.reports.site import building
from referee.reports.site.layout import Layout
from tests.browser import BROWSER, MARKS

AXE = environ.get("AXE")
"""The script `axe.min.js` of axe-core, where somebody has it."""

pytestmark = [*MARKS, pytest.mark.skipif(AXE is None, reason="no AXE names the script of axe-core")]

FOUND = "axe.run().then(told => told.violations.map(one => `${one.id}: ${one.nodes[0].html}`))"


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
    }
    for name, text in texts.items():
        (folder / f"{name}.html").write_text(text, encoding="utf-8")
    (folder / "copies").mkdir()
    copy = b"".join(comparison.copy_lines(example_shelf, "liege", "public"))
    (folder / "copies" / "liege.jsonl").write_bytes(copy)
    building.build([folder / "copies"], folder / "public", Layout("Club", "", ENGLISH))
    return sorted(folder.rglob("*.html"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1200])
def test_axe_finds_nothing(pages: list[Path], scheme: str, width: int) -> None:
    assert AXE is not None
    found: list[str] = []
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        for path in pages:
            size = {"width": width, "height": 850}
            page = browser.new_context(viewport=size, color_scheme=scheme, bypass_csp=True).new_page()  # type: ignore[arg-type]
            page.goto(path.as_uri())
            page.wait_for_load_state("networkidle")
            page.evaluate(Path(AXE).read_text(encoding="utf-8"))
            found += [f"{path.name}: {one}" for one in page.evaluate(FOUND)]
        browser.close()

    assert found == []
