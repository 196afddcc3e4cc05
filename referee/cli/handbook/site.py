"""The handbook as a site: the README, the help pages and the commands, for MkDocs with its Material theme.

`python -m referee.cli.handbook.site FOLDER` writes it; `pip install 'pbem-referee[docs]'` brings MkDocs. The
site loads no font and no script of others; its search needs a web server, such as `python -m http.server`.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

from referee.cli.commands.guides import PAGES
from referee.cli.handbook import sections
from referee.cli.handbook.search import PAGE_WEIGHTS
from referee.cli.handbook.sections import Command

PICTURES = "pictures"

GROUPS = {
    "Play": ("players", "orders", "options", "odds", "east", "skirmish", "languages", "glossary"),
    "Moderate": ("moderator", "evening", "mail", "clocks", "reports", "clubs", "platforms"),
    "Prove": ("evidence", "dice", "journal", "club-log", "beacon", "threats", "hindsight"),
    "Study and extend": ("studies", "tables", "packs", "new-system", "bots"),
    "Program": ("scripting", "library", "programs", "serving", "architecture", "developing", "testing"),
    "Changes": ("changes",),
}
"""Help pages by the tabs of the site."""

_PAGE_LINK = re.compile(r"(\]\(|(?:src|href)=\")referee/cli/pages/")


def write_sources(folder: Path, readme: Path) -> None:
    """Write the Markdown of the site and its configuration `mkdocs.yml` into a folder."""
    docs = folder / "docs"
    docs.mkdir()
    (docs / "index.md").write_text(
        _PAGE_LINK.sub(r"\1", readme.read_text(encoding="utf-8")), encoding="utf-8"
    )
    for page in PAGES:
        boost = f"---\nsearch:\n  boost: {PAGE_WEIGHTS.get(page, 1.0)}\n---\n\n"
        (docs / f"{page}.md").write_text(boost + sections.read_page(page), encoding="utf-8")
    (docs / "commands.md").write_text("\n".join(_describe_commands()), encoding="utf-8")
    copytree(sections.FOLDER / PICTURES, docs / PICTURES)
    # JSON is YAML, too.
    (folder / "mkdocs.yml").write_text(json.dumps(configure(), indent=1), encoding="utf-8")


def configure() -> dict[str, object]:
    """Return the configuration of MkDocs. Each page has its place; a page without one is a fault."""
    pages_of_groups = [page for pages in GROUPS.values() for page in pages]
    assert sorted(pages_of_groups) == sorted(PAGES), sorted(set(pages_of_groups) ^ set(PAGES))
    schemes = (("default", "slate"), ("slate", "default"))
    return {
        "site_name": "referee",
        "docs_dir": "docs",
        "use_directory_urls": False,
        "nav": [
            {"Home": "index.md"},
            *({group: [f"{page}.md" for page in pages]} for group, pages in GROUPS.items()),
            {"Commands": "commands.md"},
        ],
        "theme": {
            "name": "material",
            "font": False,
            "features": ["navigation.tabs", "search.highlight", "search.suggest", "content.code.copy"],
            "palette": [
                {
                    "media": f"(prefers-color-scheme: {name})",
                    "scheme": scheme,
                    "primary": "brown",
                    "accent": "red",
                    "toggle": {"icon": "material/brightness-6", "name": f"Switch to {other}"},
                }
                for (scheme, other), name in zip(schemes, ("light", "dark"), strict=True)
            ],
        },
        "plugins": ["search"],
        "markdown_extensions": ["tables", "fenced_code", "md_in_html", {"toc": {"permalink": True}}],
        "validation": {
            "nav": {"omitted_files": "warn", "not_found": "warn"},
            "links": {"not_found": "warn", "anchors": "warn", "unrecognized_links": "warn"},
        },
    }


def _describe_commands() -> Iterator[str]:
    """Yield the page of all commands as Markdown."""
    yield "# Commands"
    commands = tuple(sections.list_commands())
    common = set(commands[0].options).intersection(*(command.options for command in commands))
    yield from ("", "Every command takes these options:", "", *_list_rows(sorted(common)), "")
    for command in commands:
        yield from _describe(command, common)


def _describe(command: Command, common: set[tuple[str, str]]) -> Iterator[str]:
    yield from (f"## referee {command.words}", "", command.summary, "")
    yield from ("```", f"referee {command.words} {command.synopsis}", "```", "")
    own = [*command.arguments, *(one for one in command.options if one not in common)]
    if own:
        yield from (*_list_rows(own), "")
    yield from ("```", *command.examples, "```", "")


def _list_rows(rows: list[tuple[str, str]]) -> Iterator[str]:
    for form, meaning in rows:
        yield f"* `{form}`: {' '.join(meaning.split())}".replace("<", "&lt;").replace("[", "\\[")


def build(output: Path, readme: Path) -> subprocess.CompletedProcess[str]:
    """Build the site with MkDocs. A broken link or a page without a place is an error."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_sources(folder, readme)
        command = [sys.executable, "-m", "mkdocs", "build", "--strict"]
        return subprocess.run(
            [*command, "--config-file", str(folder / "mkdocs.yml"), "--site-dir", str(output.absolute())],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        )


if __name__ == "__main__":
    done = build(Path(sys.argv[1]), Path("README.md"))
    sys.stderr.write(done.stderr)
    sys.exit(done.returncode)
