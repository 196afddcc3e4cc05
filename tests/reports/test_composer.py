"""The composer page as text: it is well formed, small, made of what its side may know, and speaks French."""

import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from os import environ
from pathlib import Path
from typing import Any

import html5lib
import pytest

from referee.evidence import comparison
from referee.matches import matches, opening
from referee.matches.matches import Match
from referee.reports.composer import page as composer_page
from referee.reports.composer.choices import END, find_choices
from tests.great_war.matches import record

SET_UPS = [
    ("ttlm", "1914", "german"),
    ("ttlm", "1918", "entente"),
    ("aac", "campaign", "central"),
    ("skirmish", "dawn-sap", "british"),
]

MOST_BYTES = 1_000_000

AT = "2026-12-01T20:00:00Z"

CHECKER = environ.get("VNU")
"""The checker of the W3C as a file that Java runs, where somebody has it."""


def begin(root: Path, pack: str, scenario: str) -> Match:
    return opening.open_match(root, "new", pack, at=AT, scenario=scenario)


def read_data(page: str) -> Any:
    return json.loads(page.partition('id="data">')[2].partition("</script>")[0])


@pytest.mark.parametrize(("pack", "scenario", "side"), SET_UPS)
def test_the_page_is_small_and_an_html_parser_has_nothing_to_say(
    tmp_path: Path, pack: str, scenario: str, side: str
) -> None:
    page = composer_page.page(begin(tmp_path, pack, scenario), side, "referee@club.example")
    assert len(page.encode()) < MOST_BYTES
    html5lib.HTMLParser(strict=True).parse(page)  # pyright: ignore[reportUnknownMemberType]  # it has no types
    ids = re.findall(r'\sid="([^"]+)"', page.partition("<script")[0])
    assert len(ids) == len(set(ids))
    wanted = {
        name
        for names in re.findall(r'(?:for|href|aria-labelledby)="#?([^":]+)"', page)
        for name in names.split()
    }
    assert wanted <= set(ids)


@pytest.mark.skipif(
    CHECKER is None or shutil.which("java") is None, reason="no VNU names the checker vnu.jar"
)
@pytest.mark.parametrize(("pack", "scenario", "side"), SET_UPS)
def test_the_checker_of_the_w3c_finds_no_error(tmp_path: Path, pack: str, scenario: str, side: str) -> None:
    path = tmp_path / "page.html"
    path.write_text(composer_page.page(begin(tmp_path, pack, scenario), side), encoding="utf-8")
    command = ["java", "-jar", str(CHECKER), "--errors-only", str(path)]
    assert subprocess.run(command, check=False, capture_output=True, text=True).stderr == ""


def test_the_page_asks_nothing_of_a_network(tmp_path: Path) -> None:
    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            assert tag not in {"link", "img", "iframe", "object"}
            for name, value in attrs:
                if name in {"src", "href", "action"}:
                    assert (value or "").startswith(("#", "mailto:"))

    page = composer_page.page(begin(tmp_path, "ttlm", "1914"), "german")
    Reader().feed(page)
    assert "default-src 'none'" in page
    assert "unsafe-inline" not in page


def test_a_copy_gives_the_page_that_the_journal_gives(example_shelf: Path, tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_bytes(b"".join(comparison.copy_lines(example_shelf, "liege", "german")))
    whole, mine = matches.find(example_shelf, "liege"), matches.read_copy(path)
    assert composer_page.page(mine, "german") == composer_page.page(whole, "german")


def test_page_contains_every_legal_order(tmp_path: Path) -> None:
    match = begin(tmp_path, "ttlm", "1914")
    state = match.position()
    (prompt,) = match.rules.prompts(state)
    found = find_choices(match.system, state, prompt.side)
    now = {choice.option.text for choice in found.choices if choice.stage == 0 and not choice.needs}
    assert now == {match.system.notation.write(order) for order in match.rules.lawful(state, prompt)}  # type: ignore[attr-defined]  # both systems sift


@pytest.mark.parametrize(
    ("war", "entries", "side", "asked"),
    [
        ("resignation", 1, "german", ["offensive", "movement", "battles", "pass-move"]),
        ("resignation", 13, "german", ["movement", "battles"]),
        ("eastern-decisive", 4, "central", ["movement", "battles"]),
    ],
)
def test_a_letter_leads_to_the_battles_of_its_moves_and_no_further_where_moves_decide(
    tmp_path: Path, war: str, entries: int, side: str, asked: list[str]
) -> None:
    lines = record.unpacked(war).splitlines(keepends=True)
    path = tmp_path / war / "journal.jsonl"
    path.parent.mkdir()
    path.write_bytes(b"".join(lines[: entries + 1]))

    match = matches.find(tmp_path, war)
    found = find_choices(match.system, match.position(), side)
    assert [stage.questions for stage in found.stages] == [(question,) for question in asked]


@pytest.mark.usefixtures("begun")
def test_a_game_without_a_map_has_a_page_as_well(shelf: Path) -> None:
    page = composer_page.page(matches.find(shelf, "duel"), "red")
    assert "<svg" not in page
    assert any("stop" in choice for choice in read_data(page)["choices"])


def test_a_side_that_is_not_asked_gets_a_page_without_choices(tmp_path: Path) -> None:
    match = begin(tmp_path, "ttlm", "1914")
    data = read_data(composer_page.page(match, "entente"))
    assert (data["choices"], data["stages"]) == ([], [])
    assert END == -1


def test_no_address_and_no_name_ends_the_data_early(tmp_path: Path) -> None:
    page = composer_page.page(begin(tmp_path, "ttlm", "1914"), "german", "</script><script>alert(1)</script>")
    assert page.count("</script>") == 2
    assert read_data(page)["to"] == "</script><script>alert(1)</script>"


def test_the_page_says_that_it_needs_a_script_and_a_table_has_figures_and_no_armies(tmp_path: Path) -> None:
    war = composer_page.page(begin(tmp_path / "war", "ttlm", "1914"), "german")
    raid = composer_page.page(begin(tmp_path / "raid", "skirmish", "dawn-sap"), "british")

    assert all("<noscript><p>This page needs JavaScript." in page for page in (war, raid))
    assert "An army opens to show its units" in war
    fixed = raid.partition("<main>")[2].partition('id="data"')[0]
    assert not any(word in fixed for word in ("An army", "Cards, battles and answers"))


@pytest.mark.parametrize(("side", "is_told"), [("british", True), ("german", False)])
def test_the_page_of_a_list_without_figures_asks_for_none(tmp_path: Path, side: str, is_told: bool) -> None:
    page = composer_page.page(begin(tmp_path, "skirmish", "dawn-sap"), side)

    assert ("No order of a figure is listed here." in page) is is_told
    assert ("Choose a figure" in page) is not is_told


def test_the_page_speaks_french(tmp_path: Path) -> None:
    match = begin(tmp_path, "ttlm", "1914").speaking("fr")
    page = composer_page.page(match, "german")
    assert '<html lang="fr">' in page
    assert "Copier la lettre" in page
    assert read_data(page)["said"]["cleared"] == "La lettre est de nouveau vide."
