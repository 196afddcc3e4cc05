"""The composer page in a real browser: recorded turns are put together by its buttons, and filed."""

from collections.abc import Iterator, Sequence
from email.message import EmailMessage
from functools import cache
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from urllib.parse import parse_qs, unquote

import pytest
from playwright.sync_api import Page

from referee.analysis.exact_odds import letter_battles
from referee.engine import machine
from referee.engine.system import Rules
from referee.matches import matches, opening, secret_store
from referee.matches.history import Step
from referee.matches.judging import submission
from referee.matches.matches import Match
from referee.matches.shelf import JOURNAL, SECRETS
from referee.reports import letter_answers
from referee.reports.composer import page as composer_page
from schemas.record import Side
from tests.browser import DESK, MARKS, browse, put
from tests.great_war.matches.record import AT, SEEDS, secrets_of, unpacked
from tests.mail.conftest import PLAYERS, open_example
from tests.systems import system_of

pytestmark = MARKS

TURNS = {
    "a whole offensive": ("german-decisive", 23, 45),
    "a pass": ("entente-decisive", 55, 58),
    "a fort lost": ("german-decisive", 47, 49),
    "retreats": ("german-decisive", 17, 19),
    "production": ("entente-decisive", 64, 64),
    "reinforcements": ("entente-decisive", 69, 69),
}
"""Turns of recorded wars: the match, the first entry and the last, all of one side."""

TYPED = {
    "a whole offensive": {
        "move ge-c2 to reims via argonne",
        "move ge-c4 -> sedan",
        "move ge-1 to liege absorbing ge-i1, ge-i2",
        "move ge-6 to nancy absorbing ge-a5",
        "move ge-7 to vosges absorbing ge-a6, ge-g2",
    }
}
"""Orders that depend on some before them, as a way that another opened: lines of the player's own."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Page]:
    with browse(allow=("clipboard-read", "clipboard-write")) as page:
        yield page


def cut(root: Path, ending: str, seq: int) -> Match:
    """A recorded match as it was before an entry, on a shelf, with its secrets."""
    folder = root / ending
    folder.mkdir()
    lines = unpacked(ending).splitlines(keepends=True)
    (folder / JOURNAL).write_bytes(b"".join(lines[:seq]))
    match = matches.find(root, ending)
    tried = (secrets_of(ending, seed) for seed in range(1, SEEDS))
    secrets = next(one for one in tried if one.hidden_digest == match.header.hidden)
    secret_store.save_secrets(folder / SECRETS, secrets)
    return match


@cache
def replay(ending: str) -> Match:
    """A recorded match, whole."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / JOURNAL
        path.write_bytes(unpacked(ending))
        return matches.read_copy(path)


def list_steps(ending: str, first: int, last: int) -> list[Step]:
    steps = replay(ending).steps(last, after=first - 1)
    return [step for step in steps if first <= step.seq <= last]


def list_orders(rules: Rules, steps: Sequence[Step]) -> Iterator[tuple[str, str]]:
    """The orders of some entries as lines, each with the piece that it is given to."""
    for step in steps:
        state = step.before
        for move in step.moves:
            assert move.order is not None
            yield (
                system_of(rules).notation.write(move.order),
                system_of(rules).advisor.dissect(state, move.order).piece,
            )
            state = machine.replay(rules, state, move.events)


def press(page: Page, listed: str, text: str) -> bool:
    """Press the button of a list that bears a text, if it is there."""
    button = page.locator(f"xpath=//ul[@id='{listed}']//button[text()='{text}']")
    if button.count() != 1:
        return False
    button.click()
    return True


def open_armies(page: Page) -> None:
    """Show the units of all armies."""
    while (closed := page.locator("#pieces button[aria-expanded='false']")).count():
        closed.first.click()


def choose(page: Page, line: str, piece: str) -> None:
    """Choose an order as a player does: first its piece, then what it does."""
    if not piece:
        assert press(page, "plain", line), f"{line} is not offered"
        return
    open_armies(page)
    names = f"text() = '{piece}' or small[. = '{piece}' or starts-with(., '{piece},')]"
    chosen = page.locator(f"xpath=//ul[@id='pieces']//button[{names}]")
    assert chosen.count() == 1, f"{piece} is not offered"
    chosen.click()
    assert press(page, "orders", line), f"{line} is not offered"


def write(page: Page, line: str) -> None:
    """Add a line of the player's own."""
    page.fill("#line", line)
    page.press("#line", "Enter")


@pytest.mark.parametrize("turn", TURNS)
def test_a_recorded_turn_that_is_chosen_on_the_page_is_accepted_and_ends_as_it_was_recorded(
    browser: Page, tmp_path: Path, turn: str
) -> None:
    ending, first, last = TURNS[turn]
    match, steps = cut(tmp_path, ending, first), list_steps(ending, first, last)
    side = steps[0].moves[0].order.side  # type: ignore[union-attr]  # a turn begins with an order
    put(browser, tmp_path, composer_page.page(match, side))

    for line, piece in list_orders(match.rules, steps):
        if line in TYPED.get(turn, ()):
            write(browser, line)
            continue
        choose(browser, line, piece)
    letter = browser.input_value("#letter")

    head = [f"BEGIN ORDERS {ending}", f"side: {side}", f"answers: {first - 1}"]
    assert letter.splitlines()[:3] == head
    answer = letter_answers.submit(tmp_path, ending, submission.open_letter("letter", letter.encode(), at=AT))
    assert (answer.code, answer.refused, answer.warnings) == ("", (), ())
    assert matches.find(tmp_path, ending).position() == steps[-1].after


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The page of the first offensive of a war, and the shelf of the match."""
    root = tmp_path_factory.mktemp("war")
    match = opening.open_match(root, "war", "ttlm", at=AT, scenario="1914")
    copytree(root / "war", root / "fresh" / "war")
    text = composer_page.page(match, Side("german"), "referee@club.example", letter_battles.make_tables)
    return root, text


@pytest.fixture
def opened(browser: Page, written: tuple[Path, str], tmp_path: Path) -> Page:
    """That page, on which an offensive was chosen."""
    put(browser, tmp_path, written[1])
    browser.locator("#plain button").first.click()
    return browser


def read_lines(page: Page) -> list[str]:
    return page.locator("#lines code").all_inner_texts()


def test_clicked_area_completes_the_order(opened: Page) -> None:
    opened.locator("#area-eifel polygon").first.click()
    open_armies(opened)
    texts = opened.locator("#pieces button:not(.toggle)").all_inner_texts()
    assert {text.split("\n")[1] for text in texts} == {
        "ge-3, Eifel", "ge-i11, Eifel", "ge-a3, Eifel", "ge-c4, Eifel"
    }  # fmt: skip
    opened.locator("#pieces button:not(.toggle)").first.click()
    lit = opened.locator("#map .lit").evaluate_all("all => all.map(one => one.id)")
    assert {"area-ardennes", "area-liege"} <= set(lit)
    opened.locator("#area-ardennes polygon").first.click()
    assert read_lines(opened)[1:] == ["move ge-3 to ardennes"]
    assert "Added: move ge-3 to ardennes." in opened.inner_text("#said")
    assert "ge-3, Eifel" not in opened.inner_text("#pieces")


def test_removed_lines_release_their_pieces(opened: Page) -> None:
    choose(opened, "move ge-3 to ardennes", "ge-3")
    choose(opened, "move ge-1 to liege", "ge-1")
    opened.get_by_role("button", name="Move up: move ge-1 to liege").click()
    assert read_lines(opened)[1:] == ["move ge-1 to liege", "move ge-3 to ardennes"]
    opened.get_by_role("button", name="Remove: move ge-3 to ardennes").click()
    assert read_lines(opened)[1:] == ["move ge-1 to liege"]
    assert "ge-3, Eifel" in opened.inner_text("#pieces")
    opened.click("#clear")
    assert opened.input_value("#letter") == ""
    assert opened.inner_text("#asked") == "Play an offensive card, or pass?"


def test_keys_alone_write_a_letter(opened: Page) -> None:
    opened.focus("#area-eifel")
    opened.keyboard.press("Enter")
    opened.locator("#pieces button:not(.toggle)").first.focus()
    opened.keyboard.press("Space")
    assert opened.locator("#pieces button:not(.toggle)").first.get_attribute("aria-pressed") == "true"
    opened.focus("#area-ardennes")
    opened.keyboard.press("Enter")
    assert read_lines(opened)[1:] == ["move ge-3 to ardennes"]
    opened.get_by_role("button", name="Move up: move ge-3 to ardennes").focus()
    opened.keyboard.press("Enter")
    assert opened.evaluate("document.activeElement.dataset.act") in {"up", "down"}
    opened.locator("#pieces button:not(.toggle)").first.click()
    opened.keyboard.press("Escape")
    assert opened.locator("#can").is_hidden()


def test_a_plan_is_filled_in_and_the_letter_is_copied_and_mailed(
    opened: Page, written: tuple[Path, str]
) -> None:
    choose(opened, "move ge-1 to liege", "ge-1")
    choose(opened, "done", "")
    opened.select_option("#battle", "liege")
    opened.get_by_label("Order of losses").fill("lose cheapest")
    opened.locator("#plan > button").click()
    letter = opened.input_value("#letter")
    assert letter.endswith(
        "plan for liege as attacker:\n  cavalry-retreat: stay\n  stand-or-retreat: stand\n"
        "  losses: lose cheapest\n  retreat-after: stay\nEND ORDERS\n"
    )
    opened.click("#copy")
    assert opened.evaluate("navigator.clipboard.readText()") == letter
    address, _, fields = (opened.get_attribute("#mail", "href") or "").partition("?")
    assert address == "mailto:referee@club.example"
    assert parse_qs(fields) == {
        "subject": ["[war] orders of Germany"],
        "body": [letter.replace("\n", "\r\n")],
    }
    answer = letter_answers.submit(
        written[0], "war", submission.open_letter("letter", letter.encode(), at=AT)
    )
    assert (answer.code, answer.refused) == ("", ())


def test_a_plan_may_be_for_every_battle(opened: Page) -> None:
    assert opened.input_value("#battle") == "every battle"
    choose(opened, "move ge-1 to liege", "ge-1")
    choose(opened, "done", "")
    opened.locator("#plan > button").click()
    letter = opened.input_value("#letter")
    assert "\nplan for every battle as attacker:\n  cavalry-retreat: stay\n" in letter


def test_a_letter_of_the_page_passes_the_post_office_by_the_token_of_its_address(
    browser: Page, tmp_path: Path
) -> None:
    """The club asks for tokens: one counts in a mail from the player of its seat."""
    club = open_example(tmp_path)
    to = str(club.mails("german")[-1]["Reply-To"])
    put(browser, tmp_path, composer_page.page(matches.find(club.shelf, "liege"), Side("german"), to))
    browser.locator("#plain button").first.click()
    address, _, fields = (browser.get_attribute("#mail", "href") or "").removeprefix("mailto:").partition("?")
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = f"Anna <{PLAYERS['german']}>", unquote(address), "orders"
    mail.set_content(parse_qs(fields)["body"][0])

    assert club.receive(mail.as_bytes()).verdict == "judged"
    assert club.receive(mail.as_bytes().replace(b"referee+", b"referee+0")).verdict == "unproved"


@pytest.fixture
def telephone(opened: Page) -> Iterator[Page]:
    """The same page on a small screen, in the dark."""
    opened.set_viewport_size({"width": 360, "height": 740})
    opened.emulate_media(color_scheme="dark")
    yield opened
    opened.set_viewport_size(DESK["viewport"])
    opened.emulate_media(color_scheme="light")


def test_a_telephone_shows_everything_and_a_finger_meets_every_button(telephone: Page) -> None:
    telephone.locator("#pieces button").first.tap()
    assert telephone.evaluate("document.documentElement.scrollWidth") <= 360
    small = """all => all.filter(one => one.offsetParent).map(one => one.getBoundingClientRect())
      .filter(box => box.width < 44 || box.height < 44).length"""
    assert telephone.locator("button, input, select, .send a").evaluate_all(small) == 0
    assert telephone.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(20, 23, 26)"


def test_a_figure_is_put_where_the_player_says(browser: Page, tmp_path: Path) -> None:
    opening.open_match(tmp_path, "raid", "skirmish", at=AT, scenario="dawn-sap")
    match = matches.find(tmp_path, "raid")
    put(browser, tmp_path, composer_page.page(match, Side("german")))
    browser.locator("#pieces button", has_text="ge-g1-1").first.click()
    browser.fill("#east", "13.5")
    browser.fill("#north", "36.25")
    browser.locator("#orders button", has_text="observe").click()
    choose(browser, "done", "")
    assert read_lines(browser) == ["deploy ge-g1-1 at 13.5,36.25 observe", "done"]
    letter = browser.input_value("#letter").encode()
    answer = letter_answers.submit(tmp_path, "raid", submission.open_letter("letter", letter, at=AT))
    assert (answer.code, answer.refused) == ("", ())


def test_a_reload_loses_nothing(opened: Page) -> None:
    choose(opened, "move ge-3 to ardennes", "ge-3")
    before, letter = read_lines(opened), opened.input_value("#letter")
    opened.reload()

    assert read_lines(opened) == before
    assert opened.input_value("#letter") == letter
    assert "as you left it" in opened.inner_text("#said")
    assert "ge-3, Eifel" not in opened.inner_text("#pieces")


def test_steps_are_taken_back_and_done_again(opened: Page) -> None:
    choose(opened, "move ge-3 to ardennes", "ge-3")
    both = read_lines(opened)
    opened.click("#undo")
    assert read_lines(opened) == both[:1]
    opened.keyboard.press("Control+y")
    assert read_lines(opened) == both
    opened.click("#clear")
    opened.keyboard.press("Control+z")
    assert read_lines(opened) == both


def test_an_ordered_move_is_an_arrow_with_its_piece_at_the_end(opened: Page) -> None:
    choose(opened, "move ge-3 to ardennes", "ge-3")
    layer, arrows = opened.locator("#orders-layer"), opened.locator("#arrows-layer path")

    assert arrows.count() == layer.locator("rect").count() == 1
    assert layer.locator("text").text_content() == "3rd: 4I 1A"
    box, area = layer.locator("rect").bounding_box(), opened.locator("#area-ardennes").bounding_box()
    assert box is not None
    assert area is not None
    assert area["x"] < box["x"] + box["width"] / 2 < area["x"] + area["width"]
    opened.click("#undo")
    assert layer.locator("*").count() == 0


def test_an_area_tells_what_stands_there_and_its_borders(opened: Page) -> None:
    label = opened.locator("#area-verdun").get_attribute("aria-label") or ""
    assert "Verdun: controlled by Entente" in label
    assert "FR 3rd" in label
    assert "borders on Argonne" in label
    opened.locator("#area-verdun use, #area-verdun polygon").first.click()
    assert "FR 3rd" in opened.inner_text("#told")


def test_arrow_keys_go_over_the_map_and_it_can_be_enlarged(opened: Page) -> None:
    opened.locator("#area-eifel").focus()
    opened.keyboard.press("ArrowLeft")
    assert opened.evaluate("document.activeElement.id") in {"area-liege", "area-ardennes", "area-namur"}
    whole = opened.locator("#map svg").get_attribute("viewBox")
    opened.keyboard.press("+")
    assert opened.locator("#map svg").get_attribute("viewBox") != whole
    opened.keyboard.press("0")
    assert opened.locator("#map svg").get_attribute("viewBox") == whole
