"""The replay page in a real browser: it steps forward and back, and says what `show` says."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from referee.evidence import comparison
from referee.matches import matches
from referee.reports import documents, match_progress
from schemas.reports import Document, Table
from tests.browser import MARKS, browse, put
from tests.replay_pages import spread

pytestmark = MARKS


@pytest.fixture(scope="module")
def copy(example_shelf: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The German copy of the example, away from its shelf."""
    path = tmp_path_factory.mktemp("copy") / "mine.jsonl"
    path.write_bytes(b"".join(comparison.copy_lines(example_shelf, "liege", "german")))
    return path


@pytest.fixture(scope="module")
def page(copy: Path) -> Iterator[Page]:
    """The page made from the copy, in a browser that asks for nothing from elsewhere."""
    match = matches.read(copy)
    text = match_progress.page(match, "german", lambda done, whole: None)
    with browse() as opened:
        put(opened, copy.parent, text)
        expect(opened.locator("#when")).to_contain_text("Entry 1:")
        yield opened


def entry(page: Page) -> int:
    return int(page.inner_text("#when").split(":")[0].removeprefix("Entry "))


def tables(page: Page) -> list[list[list[str]]]:
    """The control tables as the browser shows them."""
    return page.eval_on_selector_all(
        "#control table",
        "all => all.map(one => [...one.rows].map(row => [...row.cells].map(cell => cell.innerText.trim())))",
    )  # type: ignore[no-any-return]


def control(document: Document) -> list[list[list[str]]]:
    """The tables of a situation that stand between the heading of control and the map."""
    kinds = [block.type for block in document.blocks]
    found = [block for block in document.blocks[: kinds.index("figure")] if isinstance(block, Table)]
    return [[list(table.columns), *map(list, table.rows)] for table in found]


def colours(page: Page, area: str) -> list[str]:
    """What the ground of an area is painted with."""
    return page.eval_on_selector_all(
        f"#area-{area} polygon", "shapes => shapes.map(shape => shape.getAttribute('fill'))"
    )  # type: ignore[no-any-return]


@pytest.mark.parametrize("at", [12, 45, 67])
def test_the_page_shows_the_control_that_show_tells(page: Page, example_shelf: Path, at: int) -> None:
    page.evaluate(f"location.hash = '#{at}'")
    expect(page.locator("#when")).to_contain_text(f"Entry {at}:")

    match = matches.find(example_shelf, "liege")
    assert tables(page) == control(documents.situation(match, "german", at))


def test_keys_buttons_and_the_slider_step_forward_and_back(page: Page) -> None:
    page.keyboard.press("Home")
    assert entry(page) == 1
    page.keyboard.press("ArrowRight")
    page.click("#next")
    assert entry(page) == 3
    page.click("#back")
    page.keyboard.press("ArrowLeft")
    assert entry(page) == 1
    page.keyboard.press("End")
    assert entry(page) == 67
    page.keyboard.press("PageUp")
    page.locator("#slider").fill("10")
    assert entry(page) == 11
    page.click("#first")
    page.click("#back")
    assert entry(page) == 1


def test_the_map_changes_and_changes_back(page: Page) -> None:
    page.keyboard.press("Home")
    before = page.inner_html("#map svg")
    held = colours(page, "namur")
    page.keyboard.press("End")
    assert colours(page, "namur") != held
    page.keyboard.press("Home")
    assert page.inner_html("#map svg") == before


def test_dice_appear_with_the_key_that_proves_them(page: Page) -> None:
    page.evaluate("location.hash = '#44'")
    expect(page.locator("#when")).to_contain_text("Entry 44:")
    told = page.inner_text("#told")
    assert "needs 1: 1 1 5 → 2 hits" in told
    assert "07a50c2ce1e76ec82fe9b5f15f8dbbe10d027239efdd06cdfc307f312dfe0f4a" in told


def test_a_finger_that_sweeps_over_the_map_steps(page: Page) -> None:
    page.keyboard.press("Home")
    sweep = """([from, to]) => {
      const map = document.getElementById("map");
      for (const [kind, x] of [["touchstart", from], ["touchend", to]]) {
        const touch = new Touch({ identifier: 1, target: map, clientX: x, clientY: 300 });
        map.dispatchEvent(new TouchEvent(kind, { changedTouches: [touch], bubbles: true }));
      }
    }"""
    page.evaluate(sweep, [500, 200])
    assert entry(page) == 2
    page.evaluate(sweep, [200, 500])
    assert entry(page) == 1


def test_the_page_plays_by_itself_until_it_is_stopped(page: Page) -> None:
    page.keyboard.press("Home")
    page.click("#play")
    expect(page.locator("#when")).to_contain_text("Entry 2:")
    page.click("#play")
    assert page.inner_text("#play") == "Play"


def test_the_page_of_a_side_holds_no_card_of_the_other(page: Page, example_shelf: Path) -> None:
    """The page made from the copy is the one that the moderator would make for that side."""
    match = matches.find(example_shelf, "liege")
    text = match_progress.page(match, "german", lambda done, whole: None)
    told = spread(text)
    assert "Entente side draws" in told
    assert "Entente side draws 1 card: " not in told
    assert page.title() == "liege: To The Last Man!, view of Germany"


def test_a_copy_gives_the_page_that_the_journal_gives(copy: Path, example_shelf: Path) -> None:
    whole = matches.find(example_shelf, "liege")
    mine = matches.read(copy)

    assert matches.owner_of_copy(mine) == "german"
    assert matches.owner_of_copy(whole) is None
    pages = [match_progress.page(match, "german", lambda done, of: None) for match in (whole, mine)]
    assert pages[0] == pages[1]
