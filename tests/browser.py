"""A real browser, where one is installed: it opens pages as a reader does, without a network."""

import shutil
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, sync_playwright

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")

BROWSER = next(filter(None, map(shutil.which, BROWSERS)), None)

MARKS = [
    pytest.mark.browser,
    pytest.mark.skipif(BROWSER is None, reason="no browser is installed"),
    # The driver of the browser speaks over sockets that it leaves to be collected.
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]
"""What every test in a browser is marked with."""

DESK: Mapping[str, Any] = {"has_touch": True, "viewport": {"width": 1200, "height": 900}}
"""A reader at a desk, whose screen can be touched."""


@contextmanager
def browse(*, allow: tuple[str, ...] = (), **reader: Any) -> Generator[Page]:
    """A page of a browser that fails the test for a fault of a script, or for anything asked of a network."""
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        page = browser.new_context(**{**DESK, **reader}, permissions=list(allow)).new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        faults: list[str] = []
        page.on("pageerror", lambda fault: faults.append(str(fault)))
        page.on("console", lambda line: faults.append(line.text) if line.type == "error" else None)
        yield page
        assert faults == []
        assert [url for url in asked if not url.startswith("file:")] == []
        browser.close()


def put(page: Page, folder: Path, text: str) -> None:
    """Open a text as a page, in a browser that has kept nothing of an earlier one."""
    written = folder / "page.html"
    written.write_text(text, encoding="utf-8")
    visit(page, written.as_uri())


def visit(page: Page, address: str) -> None:
    """Open a page, in a browser that has kept nothing of an earlier one."""
    if page.url.startswith("file:"):
        page.evaluate("localStorage.clear()")
    page.goto(address)
    assert page.evaluate("localStorage.length") == 0
