"""The site of a club: its pages, changes from one run to the next, secrets, and a browser that reads it."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree
from xml.etree.ElementTree import fromstring

import html5lib
import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from referee.analysis.exact_odds import letter_battles
from referee.evidence import comparison
from referee.faults import CannotCreate, DataFault, Misuse
from referee.i18n.translator import ENGLISH
from referee.matches import opening
from referee.matches.judging import submission
from referee.reports import letter_answers
from referee.reports.site import building, match_pages
from referee.reports.site.layout import Layout
from tests.browser import MARKS, browse
from tests.evidence.forger import Forgery
from tests.great_war.matches import record

MOST_BYTES = 100_000

LAYOUT = Layout("Club of Liège & <friends>", "https://club.example/", ENGLISH)


@pytest.fixture(scope="module")
def copies(example_shelf: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of public copies: the example, and a war that is over."""
    folder = tmp_path_factory.mktemp("copies")
    (folder / "liege.jsonl").write_bytes(b"".join(comparison.copy_lines(example_shelf, "liege", "public")))
    (folder / "old.jsonl").write_bytes(record.unpacked("german-decisive"))
    return folder


@pytest.fixture(scope="module")
def site(copies: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("web") / "public"
    built = building.build([copies], target, LAYOUT)
    assert (built.matches, built.fresh) == (2, 2)
    return target


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


def test_pages_are_small_and_well_formed(site: Path) -> None:
    pages = [path for path in site.rglob("*.html") if path.name != "replay.html"]

    assert len(pages) == 6
    for page in pages:
        text = page.read_text(encoding="utf-8")
        assert len(text.encode()) <= MOST_BYTES, page
        html5lib.HTMLParser(strict=True).parse(text)  # pyright: ignore[reportUnknownMemberType]  # it has no types
        ids = re.findall(r'\sid="([^"]+)"', text)
        assert len(ids) == len(set(ids)), page


def test_pages_of_busy_wars_are_small(tmp_path: Path) -> None:
    for pack, scenario in (("ttlm", "1919"), ("aac", "campaign"), ("skirmish", "mine-crater")):
        at = "2026-12-01T20:00:00Z"
        opening.open_match(tmp_path / "shelf", f"{pack}-match", pack, at=at, scenario=scenario)
    building.build([tmp_path / "shelf"], tmp_path / "public", LAYOUT)

    sizes = {path.parent.name: path.stat().st_size for path in tmp_path.glob("public/matches/*/index.html")}
    assert len(sizes) == 3
    assert max(sizes.values()) <= MOST_BYTES


def test_every_link_leads_to_a_file(site: Path) -> None:
    for page in site.rglob("*.html"):
        for target in re.findall(r'(?:href|src)="([^"#]+)"', page.read_text(encoding="utf-8")):
            assert (page.parent / target).is_file(), (page, target)


def test_the_feed_and_the_heads_name_every_match(site: Path) -> None:
    feed = fromstring((site / "feed.xml").read_text(encoding="utf-8"))
    atom = "{http://www.w3.org/2005/Atom}"
    titles = [entry.findtext(f"{atom}title") or "" for entry in feed.iter(f"{atom}entry")]

    assert feed.findtext(f"{atom}title") == LAYOUT.club
    assert sorted(title.partition(":")[0] for title in titles) == ["german-decisive", "liege"]
    heads = (site / "heads.txt").read_text(encoding="utf-8")
    last = (site / "matches/liege/copy.jsonl").read_text(encoding="utf-8").splitlines()[-1]
    assert f"liege 67:{json.loads(last)['seal']}\n" in heads


def test_a_match_that_is_over_is_in_the_archive(site: Path) -> None:
    archive = (site / "archive.html").read_text(encoding="utf-8")
    index = (site / "index.html").read_text(encoding="utf-8")

    assert ("german-decisive" in archive, "german-decisive" in index) == (True, False)
    assert ("matches/liege/" in archive, "matches/liege/" in index) == (False, True)


def test_a_second_run_writes_only_what_changed(copies: Path, tmp_path: Path) -> None:
    source, target = tmp_path / "copies", tmp_path / "public"
    copytree(copies, source)
    building.build([source], target, LAYOUT)
    times = {path: path.stat().st_mtime_ns for path in target.rglob("*")}
    assert building.build([source], target, LAYOUT).fresh == 0
    assert {path: path.stat().st_mtime_ns for path in target.rglob("*")} == times

    lines = (source / "liege.jsonl").read_bytes().splitlines(keepends=True)
    (source / "liege.jsonl").write_bytes(b"".join(lines[:40]))
    assert building.build([source], target, LAYOUT).fresh == 1
    changed = {
        path.name for path, time in times.items() if path.is_file() and path.stat().st_mtime_ns != time
    }
    assert changed == {
        "copy.js",
        "copy.jsonl",
        "index.html",
        "report.html",
        "feed.xml",
        "heads.txt",
        "site.json",
    }

    (source / "old.jsonl").unlink()
    assert building.build([source], target, LAYOUT).matches == 1
    assert not (target / "matches" / "german-decisive").exists()
    again = tmp_path / "again"
    building.build([source], again, LAYOUT)
    assert files(target) == files(again)


def test_the_whole_journal_and_its_copies_give_the_same_site(example_shelf: Path, tmp_path: Path) -> None:
    """Twins: nothing on a page, not its size either, depends on what the public may not know."""
    sites: list[dict[str, bytes]] = []
    for viewer in ("referee", "german", "entente", "public"):
        folder = tmp_path / viewer
        folder.mkdir()
        (folder / "liege.jsonl").write_bytes(b"".join(comparison.copy_lines(example_shelf, "liege", viewer)))
        building.build([folder], tmp_path / f"site-{viewer}", LAYOUT, replay=True)
        site = files(tmp_path / f"site-{viewer}")
        site["site.json"] = re.sub(rb'"fingerprint":"[0-9a-f]{64}"', b"", site["site.json"])
        sites.append(site)

    assert all(one == sites[-1] for one in sites)
    assert b"ge-c4" not in b"".join(sites[0].values()) or b"ge-c4" in sites[-1]["matches/liege/copy.jsonl"]


def test_other_files_and_names_twice_are_refused(copies: Path, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("years of work")
    with pytest.raises(CannotCreate, match="files of another origin"):
        building.build([copies], tmp_path / "mine", LAYOUT)
    with pytest.raises(Misuse, match="two matches are called"):
        building.build([copies, copies], tmp_path / "public", LAYOUT)
    with pytest.raises(Misuse, match="is not a folder"):
        building.build([copies / "liege.jsonl"], tmp_path / "elsewhere", LAYOUT)


@pytest.mark.parametrize("name", ["../../outside", "/outside", "..", "", "a\0b", '"><script>'])
def test_a_name_that_leads_elsewhere_is_refused(copies: Path, tmp_path: Path, name: str) -> None:
    name = f"{tmp_path}{name}" if name.startswith("/") else name
    forged = Forgery(next(copies.glob("*.jsonl")))
    forged.header["match"] = name
    (tmp_path / "copies").mkdir()
    forged.write(tmp_path / "copies" / "copy.jsonl", "journal", "")

    with pytest.raises(DataFault, match="cannot be the name of a match"):
        building.build([tmp_path / "copies"], tmp_path / "site" / "public", LAYOUT)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copies", "site"]
    assert not (tmp_path / "site" / "public" / "matches").exists()


def test_bad_copies_stop_no_other_page(copies: Path, tmp_path: Path) -> None:
    folder, site = tmp_path / "copies", tmp_path / "site"
    shutil.copytree(copies, folder)
    (folder / "broken.jsonl").write_text("this is no journal\n")
    good, *_ = sorted(copies.glob("*.jsonl"))

    with pytest.raises(DataFault) as fault:
        building.build([folder], site, LAYOUT)

    assert "broken.jsonl" in str(fault.value)
    assert (site / "matches" / good.stem / "index.html").is_file()
    assert good.stem in (site / "index.html").read_text() + (site / "archive.html").read_text()


def test_older_pages_of_a_copy_that_was_damaged_stay(copies: Path, tmp_path: Path) -> None:
    folder, site = tmp_path / "copies", tmp_path / "site"
    shutil.copytree(copies, folder)
    good, *others = sorted(folder.glob("*.jsonl"))
    building.build([folder], site, LAYOUT)
    page = (site / "matches" / good.stem / "index.html").read_bytes()
    good.write_text("damaged\n")
    others[0].unlink()

    for _ in range(2):
        with pytest.raises(DataFault, match=good.name):
            building.build([folder], site, LAYOUT)

    assert (site / "matches" / good.stem / "index.html").read_bytes() == page
    assert good.stem in (site / "heads.txt").read_text()
    assert not (site / "matches" / others[0].stem).exists()


def test_a_name_in_an_older_manifest_removes_nothing(copies: Path, tmp_path: Path) -> None:
    site, other = tmp_path / "site", tmp_path / "other"
    other.mkdir()
    building.build([copies], site, LAYOUT)
    manifest = site / "site.json"
    manifest.write_text(manifest.read_text(encoding="utf-8").replace("liege", "../../other"))

    building.build([copies], site, replace(LAYOUT, club="Club of Namur"))

    assert other.is_dir()
    assert (site / "matches" / "liege" / "index.html").is_file()


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with browse() as opened:
        yield opened


class TestInABrowser:
    """The site as a reader opens it from a disk."""

    pytestmark = MARKS

    def test_the_button_verifies_the_copy(self, page: Page, site: Path) -> None:
        page.goto((site / "matches/liege/index.html").as_uri())
        page.click("#verify")
        expect(page.locator("#verdict")).to_contain_text("Every seal is valid up to head 67:")

    def test_a_changed_copy_is_found(self, page: Page, site: Path, tmp_path: Path) -> None:
        copytree(site, tmp_path / "public")
        script = tmp_path / "public/matches/liege/copy.js"
        text = script.read_text(encoding="utf-8")
        for old, new, said in (
            ("Limited Offensive", "x", ""),
            ('\\"seq\\":12,', '\\"seq\\":13,', "Entry 12 is not valid"),
        ):
            if old in text:
                script.write_text(text.replace(old, new, 1), encoding="utf-8")
                page.goto((tmp_path / "public/matches/liege/index.html").as_uri())
                page.click("#verify")
                expect(page.locator("#verdict")).to_contain_text(said)
        script.write_text(text.rpartition('{\\"seal')[0] + '");', encoding="utf-8")
        page.goto((tmp_path / "public/matches/liege/index.html").as_uri())
        page.click("#verify")
        expect(page.locator("#verdict")).to_contain_text("is not the one on this page")

    def test_the_slider_shows_the_front_of_an_earlier_season(self, page: Page, site: Path) -> None:
        page.goto((site / "matches/german-decisive/index.html").as_uri())
        last = page.inner_text("#moment")
        page.focus("#slider")
        page.keyboard.press("Home")
        expect(page.locator("#moment")).not_to_have_text(last)
        assert page.locator(".map").get_attribute("class") == "map past"
        fill = "getComputedStyle(document.querySelector('#area-{} .p')).fill"
        assert page.evaluate(fill.format("paris")) != page.evaluate(fill.format("cologne"))
        page.keyboard.press("End")
        expect(page.locator("#moment")).to_have_text(last)

    def test_search_finds_a_match_without_accents(self, page: Page, site: Path) -> None:
        page.goto((site / "index.html").as_uri())
        page.fill("#search", "lIÈge last")
        expect(page.locator("tbody tr:visible")).to_have_count(1)
        page.fill("#search", "nothing")
        expect(page.locator("tbody tr:visible")).to_have_count(0)


KEY = b"a key of at least thirty-two bytes for tests"


def test_pages_for_orders_stand_at_secret_addresses_and_change_with_the_match(tmp_path: Path) -> None:
    opening.open_match(tmp_path / "shelf", "war", "ttlm", at="2026-12-01T20:00:00Z")
    orders = match_pages.OrderPages(KEY, letter_battles.make_tables)
    target = tmp_path / "public"
    (page,) = building.build([tmp_path / "shelf"], target, LAYOUT, orders=orders).orders

    assert page.file == match_pages.find_address(KEY, "war", page.side)
    text = (target / page.file).read_text(encoding="utf-8")
    assert "BEGIN ORDERS war" in text
    written = files(target)
    assert not any(page.file[7:-5].encode() in content for content in written.values())
    assert building.build([tmp_path / "shelf"], target, LAYOUT, orders=orders).orders == (page,)
    assert files(target) == written
    letter = submission.open_letter("letter", b"pass\ndone", at="2026-12-01T21:00:00Z", side=page.side)
    letter_answers.submit(tmp_path / "shelf", "war", letter)
    (other,) = building.build([tmp_path / "shelf"], target, LAYOUT, orders=orders).orders
    assert other.side != page.side
    assert [path.name for path in (target / "orders").iterdir()] == [other.file[7:]]
    assert building.build([tmp_path / "shelf"], target, LAYOUT).orders == ()
    assert list((target / "orders").iterdir()) == []


def test_a_public_copy_has_no_page_for_orders(copies: Path, tmp_path: Path) -> None:
    orders = match_pages.OrderPages(KEY, letter_battles.make_tables)

    assert building.build([copies], tmp_path / "public", LAYOUT, orders=orders).orders == ()


def test_a_short_key_is_refused(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("short")
    for name in ("key", "nothing"):
        with pytest.raises(Misuse, match="at least 32 bytes"):
            match_pages.read_key(tmp_path / name)
    (tmp_path / "key").write_bytes(KEY + b"\n")
    assert match_pages.read_key(tmp_path / "key") == KEY
