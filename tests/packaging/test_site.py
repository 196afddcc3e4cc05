"""The handbook as a site: MkDocs builds it without a warning, and every link is alive."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import html5lib
import pytest

from referee.cli.commands.guides import PAGES
from referee.cli.handbook import sections, site

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("material", reason="MkDocs Material is not installed: pip install '.[docs]'")
    output = tmp_path_factory.mktemp("site") / "public"
    done = site.build(output, README)
    assert done.returncode == 0, done.stderr
    return output


def elements(page: Path) -> Iterator[dict[str, str]]:
    """Yield the attributes of all elements of a page."""
    tree = html5lib.parse(page.read_text(encoding="utf-8"), namespaceHTMLElements=False)
    for element in tree.iter():
        if isinstance(element.tag, str):
            yield {"tag": element.tag, **element.attrib}


def test_each_help_page_is_a_page_of_the_site(built: Path) -> None:
    names = {path.stem for path in built.glob("*.html")}

    assert set(PAGES) | {"index", "commands", "404"} == names


def test_every_link_of_the_site_is_alive(built: Path) -> None:
    pages = {path.name: [*elements(path)] for path in built.glob("*.html") if path.name != "404.html"}
    ids = {name: {one["id"] for one in found if "id" in one} for name, found in pages.items()}
    dead: list[str] = []
    checked = 0
    for name, found in pages.items():
        for one in found:
            for link in (one.get("href"), one.get("src")):
                if link is None or re.match(r"https?:|mailto:|data:", link):
                    continue
                checked += 1
                path, _, anchor = unquote(link).partition("#")
                target = path or name
                is_place = not anchor or anchor in ids.get(target, {anchor})
                if not (built / target).exists() or not is_place:
                    dead.append(f"{name}: {link}")

    assert dead == []
    assert checked > 1000


def test_the_site_loads_nothing_from_elsewhere(built: Path) -> None:
    for path in built.glob("*.html"):
        for one in elements(path):
            loads = one.get("src") or (one.get("href") if one["tag"] == "link" else None)
            if loads and one.get("rel") != "canonical":
                assert not loads.startswith(("http:", "https:", "//")), f"{path.name}: {loads}"


def test_the_search_of_the_site_knows_each_page(built: Path) -> None:
    index = (built / "search" / "search_index.json").read_text(encoding="utf-8")

    for page in PAGES:
        assert f"{page}.html" in index


def test_a_page_without_a_place_and_a_dead_link_stop_the_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(site.GROUPS, "Changes", ())
    with pytest.raises(AssertionError, match="changes"):
        site.configure()
    monkeypatch.undo()
    pytest.importorskip("material", reason="MkDocs Material is not installed: pip install '.[docs]'")
    broken = tmp_path / "README.md"
    broken.write_text("# referee\n\n[nowhere](referee/cli/pages/nowhere.md)\n", encoding="utf-8")

    done = site.build(tmp_path / "public", broken)

    assert done.returncode != 0
    assert "nowhere.md" in done.stderr


def anchors(text: str) -> set[str]:
    """Return the anchors of the headings of a page, as GitHub and MkDocs write them."""
    headings = re.findall(r"^#+ +(.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


def test_every_link_of_the_readme_and_the_pages_is_alive() -> None:
    dead: list[str] = []
    for file in (README, *(sections.FOLDER / f"{page}.md" for page in PAGES)):
        text = re.sub(r"^```.*?^```", "", file.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
        text = re.sub(r"`[^`\n]*`", "", text)
        for link in re.findall(r"(?:\]\(|(?:src|href)=\")([^)\"]+)", text):
            path, _, anchor = link.partition("#")
            target = file.parent / path if path else file
            if re.match("https?:", link):
                continue
            if not target.is_file() or (anchor and anchor not in anchors(target.read_text(encoding="utf-8"))):
                dead.append(f"{file.name}: {link}")

    assert dead == []
