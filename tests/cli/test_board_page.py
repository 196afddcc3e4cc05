"""The composer as a board: armies as trees, dragging, odds, and a table whose figures are put to a place."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page

from referee.analysis import odds
from referee.analysis.exact_odds import letter_battles
from referee.analysis.policies import Written
from referee.dice.chain import Secrets
from referee.matches import matches, opening
from referee.matches.judging import submission
from referee.matches.matches import Match
from referee.matches.shelf import JOURNAL
from referee.reports import letter_answers
from referee.reports.composer import page as composer_page
from schemas.record import Side
from tests.browser import DESK, MARKS, browse, put
from tests.examples import format_2

pytestmark = MARKS

AT = "2026-12-01T20:00:00Z"
GE = Side("german")
SECRETS = Secrets(seed="5e" * 32, hidden="c0" * 32, keys=80)


@pytest.fixture(scope="module")
def browser() -> Iterator[Page]:
    with browse() as page:
        yield page


@pytest.fixture(scope="module")
def war(tmp_path_factory: pytest.TempPathFactory) -> Match:
    """A match of the western theatre that was just opened."""
    root = tmp_path_factory.mktemp("war")
    return opening.open_match(root, "war", "ttlm", at=AT, scenario="1914", secrets=SECRETS)


@pytest.fixture(scope="module")
def war_page(war: Match) -> str:
    return composer_page.page(war, GE, "referee@club.example", letter_battles.make_tables)


@pytest.fixture
def opened(browser: Page, war_page: str, tmp_path: Path) -> Page:
    """The page of that match after the choice of an offensive."""
    put(browser, tmp_path, war_page)
    browser.locator("#plain button").first.click()
    return browser


def read_lines(page: Page) -> list[str]:
    return page.locator("#lines code").all_inner_texts()


def rehearse(match: Match, page: Page) -> tuple[object, ...]:
    """Refused lines of the letter on the page."""
    letter = page.input_value("#letter").encode()
    return letter_answers.rehearse(match, submission.open_letter("letter", letter, at=AT)).refused


def drag(page: Page, handle: Locator, to: tuple[float, float]) -> None:
    box = handle.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move((box["x"] + to[0]) / 2, (box["y"] + to[1]) / 2, steps=4)
    page.mouse.move(*to)


def find_army(page: Page, area: str, text: str) -> Locator:
    """The box of an army on the map, by its words."""
    return page.locator(f"#words-{area} polygon.handle:has(+ text:text-is('{text}'))")


def find_middle(page: Page, area: str) -> tuple[float, float]:
    box = page.locator(f"#words-{area}").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + 6


def test_an_army_opens_to_its_units_and_a_part_of_it_moves_in_one_step(war: Match, opened: Page) -> None:
    assert opened.get_by_role("checkbox").count() == 0
    opened.get_by_role("button", name="Units of German 1st Army").click()
    assert opened.get_by_role("checkbox").count() == 7
    for name in ("German infantry ge-i3", "German infantry ge-i4", "German cavalry ge-c1"):
        opened.get_by_role("checkbox", name=name).check()
    opened.locator("#orders button", has_text="Liège").first.click()

    moves = ["move ge-i3 to liege", "move ge-i4 to liege", "move ge-c1 -> liege"]
    assert read_lines(opened)[1:] == moves
    assert "ge-i3, ge-i4, ge-c1" in opened.locator("#orders-layer text").all_text_contents()
    assert rehearse(war, opened) == ()
    opened.click("#undo")
    assert len(read_lines(opened)) == 1
    opened.get_by_role("button", name="Units of German 1st Army").click()
    assert opened.get_by_role("checkbox").count() == 0


def test_marches_and_railways_are_apart(opened: Page) -> None:
    opened.locator("#pieces button", has_text="ge-1, Aachen").click()
    titles = opened.locator("#orders .mode").all_inner_texts()
    assert titles == ["March", "Rail and other movement"]
    assert "rail" not in (opened.locator("#area-liege").get_attribute("class") or "")
    assert "rail" in (opened.locator("#area-mainz").get_attribute("class") or "")

    opened.locator("#orders button", has_text="rail ge-1 to koblenz").first.click()
    assert opened.locator("#arrows-layer path.rail").count() == 1


def test_an_army_is_dragged_over_the_map_and_leaves_a_ghost(opened: Page) -> None:
    army = find_army(opened, "eifel", "3rd: 4I 1A")
    drag(opened, army, find_middle(opened, "ardennes"))
    assert opened.locator(".dragged").count() == 1
    opened.mouse.up()

    assert opened.locator(".dragged").count() == 0
    assert read_lines(opened)[1:] == ["move ge-3 to ardennes"]
    assert opened.locator("#map .ghost").all_text_contents() == ["", "3rd: 4I 1A"]
    opened.click("#undo")
    assert opened.locator("#map .ghost").count() == 0
    drag(opened, army, find_middle(opened, "dijon"))
    opened.mouse.up()
    assert len(read_lines(opened)) == 1
    assert "cannot go to Dijon" in opened.inner_text("#said")


def test_arrows_of_orders_lie_below_the_words_and_boxes_cover_none(opened: Page) -> None:
    for piece, area in {"ge-1": "liege", "ge-3": "ardennes", "ge-5": "verdun"}.items():
        opened.locator("#pieces button", has_text=f"{piece}, ").click()
        opened.locator("#orders").get_by_text(f"move {piece} to {area}", exact=True).click()

    assert opened.evaluate(
        "!!(byId('arrows-layer').compareDocumentPosition(document.querySelector('[id^=words-]')) & 4)"
    )
    covered = """[...document.querySelectorAll('#orders-layer rect')].map(one => one.getBBox()).filter(box =>
      [...document.querySelectorAll('[id^=words-] > :not(.ghost)')].map(one => one.getBBox()).some(word =>
        box.x < word.x + word.width && box.x + box.width > word.x
        && box.y < word.y + word.height && box.y + box.height > word.y)).length"""
    assert opened.locator("#orders-layer rect").count() == 3
    assert opened.evaluate(covered) == 0


def test_odds_of_a_battle_are_those_of_the_command(war: Match, opened: Page) -> None:
    offensive = read_lines(opened)[0]
    for piece in ("ge-1", "ge-2"):
        opened.locator("#pieces button", has_text=f"{piece}, Aachen").click()
        opened.locator("#orders").get_by_text(f"move {piece} to liege", exact=True).click()
    letter = Written("letter", f"{offensive}\nmove ge-1, ge-2 to liege")
    battle = odds.odds(war, GE, "liege", orders=letter).battles[0]
    percent = next(one.percent for one in battle.holders if one.holder == GE)
    own, enemy = (loss.about for loss in sorted(battle.losses, key=lambda loss: loss.side != GE))

    told = (
        f"Liège: Germany controls it afterwards in {percent:g} %; mean losses: own {own:g}, enemy {enemy:g}."
    )
    assert opened.locator("#battles").inner_text() == f"{told} Exact odds without cards and retreats."
    opened.locator("#area-liege").dispatch_event("click")
    shown = opened.inner_text("#told")
    assert "fort of strength 3" in shown
    assert "ordered to come: German 1st Army, German 2nd Army" in shown
    assert told in shown
    opened.locator("#plain").get_by_text("done", exact=True).click()
    assert told in opened.locator("#plain button", has_text="battle liege").inner_text()


def test_a_battle_that_is_not_in_the_tables_has_the_odds_of_known_forces_and_says_so(opened: Page) -> None:
    opened.locator("#pieces button", has_text="ge-1, Aachen").click()
    opened.locator("#orders").get_by_text("move ge-1 to liege", exact=True).click()
    whole = opened.locator("#battles").inner_text()
    opened.get_by_role("button", name="Units of German 2nd Army").click()
    opened.get_by_role("checkbox", name="German infantry ge-i6").check()
    opened.locator("#orders button", has_text="Liège").first.click()

    note = "They count German 1st Army and the forces there now, and no other orders of the letter."
    assert opened.locator("#battles").inner_text() == f"{whole} {note}"


def test_areas_tell_own_and_enemy_forces_forts_control_and_borders(opened: Page) -> None:
    label = opened.locator("#area-aachen").get_attribute("aria-label") or ""
    assert label.startswith("Aachen: show its pieces. Aachen: controlled by Germany")
    assert "own forces: 1st: 5I 1C 1A, 2nd: 5I 1A 1G" in label
    label = opened.locator("#area-liege").get_attribute("aria-label") or ""
    assert "controlled by Entente" in label
    assert "fort of strength 3" in label
    assert "borders on " in label
    assert "enemy forces: FR 3rd: 3I 1A" in (opened.locator("#area-verdun").get_attribute("aria-label") or "")


@pytest.fixture(scope="module")
def meuse(tmp_path_factory: pytest.TempPathFactory) -> tuple[Match, str]:
    """The example with three battles in one player turn, as it begins, and the page of its first letter."""
    root = tmp_path_factory.mktemp("meuse")
    format_2.play("ttlm", "meuse", root)
    path = root / "meuse" / JOURNAL
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:2]))
    match = matches.find(root, "meuse")
    return match, composer_page.page(match, GE, "", letter_battles.make_tables)


MARCHES = {"ge-1": "liege", "ge-2": "liege", "ge-i30": "belfort", "ge-4": "ardennes"}
BATTLES = ("belfort", "ardennes", "liege")


def list_buttons() -> Iterator[str]:
    """The buttons that write the turn of the example, in order."""
    yield "xpath=//ul[@id='plain']//button[text()='offensive 1']"
    for piece, area in MARCHES.items():
        yield f"xpath=//ul[@id='pieces']//button[starts-with(small, '{piece},')]"
        yield f"xpath=//ul[@id='orders']//button[text()='move {piece} to {area}']"
    yield "xpath=//ul[@id='plain']//button[text()='done']"
    for area in BATTLES:
        yield f"xpath=//ul[@id='plain']//button[text()='battle {area}']"
    yield "xpath=//ul[@id='plain']//button[text()='done']"


def check_turn(match: Match, page: Page) -> None:
    lines = read_lines(page)
    assert lines == [
        "offensive 1", *(f"move {piece} to {area}" for piece, area in MARCHES.items()), "done",
        *(f"battle {area}" for area in BATTLES), "done",
    ]  # fmt: skip
    assert rehearse(match, page) == ()
    page.reload()
    assert read_lines(page) == lines


def test_the_three_battles_of_the_example_take_25_taps_on_a_telephone(
    browser: Page, meuse: tuple[Match, str], tmp_path: Path
) -> None:
    browser.set_viewport_size({"width": 390, "height": 844})
    put(browser, tmp_path, meuse[1])
    taps = 0
    for button in list_buttons():
        browser.locator(button).tap()
        taps += 1
    check_turn(meuse[0], browser)
    browser.set_viewport_size(DESK["viewport"])

    assert taps <= 25


def test_the_three_battles_of_the_example_take_40_keys(
    browser: Page, meuse: tuple[Match, str], tmp_path: Path
) -> None:
    put(browser, tmp_path, meuse[1])
    keys = 0
    for button in list_buttons():
        sign = browser.locator(button).get_attribute("aria-keyshortcuts")
        assert sign is not None
        browser.keyboard.press(sign)
        keys += 1
    check_turn(meuse[0], browser)

    assert keys <= 40


class Reader:
    """A reader without eyes: knows roles and names alone, and presses what has the focus."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def list_names(self, role: str) -> list[str]:
        """Names of a role, as the accessibility tree of the browser has them."""
        session = self._page.context.new_cdp_session(self._page)
        nodes = session.send("Accessibility.getFullAXTree")["nodes"]
        return [
            node["name"]["value"]
            for node in nodes
            if not node["ignored"] and node["role"]["value"] == role and "name" in node
        ]

    def press(self, begin: str) -> None:
        """Press the first button whose name begins with some words."""
        name = next(one for one in self.list_names("button") if one.startswith(begin))
        self._page.get_by_role("button", name=name, exact=True).first.press("Enter")

    def read(self, name: str) -> str:
        return self._page.get_by_role("textbox", name=name).input_value()


def test_a_reader_of_the_accessibility_tree_alone_writes_a_legal_offensive(
    browser: Page, war: Match, war_page: str, tmp_path: Path
) -> None:
    put(browser, tmp_path, war_page)
    reader = Reader(browser)
    reader.press("offensive ")
    areas = {name.partition(":")[0]: name for name in reader.list_names("button") if "; borders on " in name}
    targets = [area for area, told in areas.items() if "enemy forces" in told]
    start, target = next(
        (area, other)
        for area, told in areas.items()
        for other in targets
        if "own forces" in told and re.search(rf"borders on .*\b{other}\b", told)
    )
    reader.press(f"{start}: show its pieces")
    reader.press("German ")
    reader.press(f"{target}: go there")
    if any(name.startswith("move ") for name in reader.list_names("button")):
        reader.press("move ")
    reader.press("done")
    reader.press("battle ")
    reader.press("done")

    letter = reader.read("The letter as the referee reads it")
    assert re.search(r"offensive \d+\nmove \S+ to \w+\ndone\nbattle \w+\ndone\n", letter)
    assert (
        letter_answers.rehearse(war, submission.open_letter("letter", letter.encode(), at=AT)).refused == ()
    )


@pytest.fixture(scope="module")
def raid(tmp_path_factory: pytest.TempPathFactory) -> tuple[Match, str]:
    """A skirmish whose figures move, and the page of the British."""
    root = tmp_path_factory.mktemp("raid")
    opening.open_match(root, "raid", "skirmish", at=AT, scenario="dawn-sap", secrets=SECRETS)
    for side in ("british", "german"):
        letter_answers.submit(root, "raid", submission.open_letter("letter", b"done", at=AT, side=Side(side)))
    match = matches.find(root, "raid")
    return match, composer_page.page(match, Side("british"))


def find_spot(page: Page, east: float, north: float) -> tuple[float, float]:
    """A place on the table as pixels of the screen."""
    x, y = page.evaluate(
        "([east, north]) => { const at = new DOMPoint(...findPoint([100 * east, 100 * north]))"
        ".matrixTransform(document.querySelector('#map svg').getScreenCTM()); return [at.x, at.y]; }",
        [east, north],
    )
    return x, y


def test_a_figure_is_dragged_to_a_place_with_a_ghost_and_an_undo(
    browser: Page, raid: tuple[Match, str], tmp_path: Path
) -> None:
    put(browser, tmp_path, raid[1])
    figure = browser.get_by_role("button", name="br-hq-1, 24,6")
    drag(browser, figure, find_spot(browser, 26, 9))
    browser.mouse.up()
    assert "br-hq-1 at 26,9: 3.6 inches" in browser.inner_text("#said")
    assert browser.locator("#orders-layer circle.new").count() == 1
    ways = browser.locator("#orders button").all_inner_texts()
    assert ways == [text for text in ways if text.endswith("br-hq-1 to 26,9")]
    assert len(ways) >= 2
    browser.locator("#orders button", has_text="stealthy").click()
    assert read_lines(browser) == ["stealthy br-hq-1 to 26,9"]
    assert browser.locator("#arrows-layer path").count() == 1
    assert "br-hq-1" in (browser.locator("#map .ghost title").text_content() or "")
    assert rehearse(raid[0], browser) == ()
    browser.click("#undo")
    assert browser.locator("#arrows-layer path, #orders-layer circle.new, #map .ghost").count() == 0


def test_a_leader_is_dragged_with_his_section_and_none_of_it_moves_again(
    browser: Page, raid: tuple[Match, str], tmp_path: Path
) -> None:
    """The page offered moves of figures whose section had its orders; the referee refused that letter."""
    put(browser, tmp_path, raid[1])
    drag(browser, browser.locator("#figures-layer [data-piece='br-s2-1']"), find_spot(browser, 28, 12))
    browser.mouse.up()
    browser.locator("#orders button", has_text="rush br-s2-1, br-s2-2").click()
    assert browser.locator("#arrows-layer path:not(.tip)").count() == 8
    browser.locator("#pieces button", has_text="br-s2-3").click()

    assert "can go to" not in browser.inner_text("#said")
    assert [way.split()[0] for way in browser.locator("#orders button").all_inner_texts()] == ["look"]
    assert browser.get_by_text("Rail and other movement").count() == 0
    assert rehearse(raid[0], browser) == ()


def test_a_figure_goes_to_a_place_by_keys_alone(
    browser: Page, raid: tuple[Match, str], tmp_path: Path
) -> None:
    put(browser, tmp_path, raid[1])
    browser.get_by_role("button", name="br-hq-1, 24,6").focus()
    for key in ("ArrowRight", "ArrowUp", "ArrowUp", "Shift+ArrowUp", "Enter"):
        browser.keyboard.press(key)
    assert browser.evaluate("document.activeElement.closest('#orders') !== null")
    browser.locator("#orders button", has_text="manoeuvre").press("Enter")

    assert read_lines(browser) == ["manoeuvre br-hq-1 to 25,8.25"]
    assert rehearse(raid[0], browser) == ()


def test_a_figure_that_was_chosen_goes_where_the_table_is_tapped(
    browser: Page, raid: tuple[Match, str], tmp_path: Path
) -> None:
    put(browser, tmp_path, raid[1])
    browser.locator("#pieces button", has_text="br-hq-1").click()
    browser.mouse.click(*find_spot(browser, 24, 9))
    browser.locator("#orders button", has_text="stealthy").click()

    assert read_lines(browser) == ["stealthy br-hq-1 to 24,9"]
