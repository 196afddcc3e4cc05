"""The browser verifier reads a journal's lines by the shapes of the stand-alone verifier.

The comparison needs no browser, so it is one of the checks of every change.
"""

from tests.reports.site import browser_shapes
from tests.reports.site.browser_shapes import SHAPES


def test_shapes_of_the_browser_are_those_of_the_verifier() -> None:
    assert SHAPES.read_text(encoding="utf-8") == browser_shapes.write(), (
        "run `python -m tests.reports.site.browser_shapes`"
    )
