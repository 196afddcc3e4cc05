"""The tables of the help page `threats`, made from the list of kinds.

`python -m referee.evidence.threats.page FILE` writes them into the page between its two marks.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from referee.evidence.threats.kinds import GROUPS, THREATS, TRUSTED, Finder, Threat

BEGIN, END = "<!-- made from the list of kinds -->", "<!-- end of the list -->"

FINDERS = {
    Finder.EACH: "each player",
    Finder.SECOND: "the cheated player",
    Finder.FAVOURED: "the player whom it concerns",
    Finder.NOBODY: "nobody",
}


def tell_tables() -> Iterator[str]:
    """Yield the lines of the tables."""
    count = len(THREATS) - len(TRUSTED)
    yield f"The list has {len(THREATS)} kinds: {count} are found, and {len(TRUSTED)} rest on trust."
    for title, threats in GROUPS.items():
        yield from ("", f"## {title}", "")
        yield "| code | the moderator | who finds it | from | at |"
        yield "|---|---|---|---|---|"
        yield from map(_tell_row, threats)
    yield from ("", "## Frauds that rest on trust", "")
    yield from (f"* **`{one.code}`**: the moderator {one.act}. {one.reason}" for one in TRUSTED)


def _tell_row(one: Threat) -> str:
    return f"| `{one.code}` | {one.act} | {FINDERS[one.finder]} | {one.source} | {one.moment} |"


def fill_page(text: str) -> str:
    """Return a page with the tables between its marks."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return "\n".join([f"{before}{BEGIN}", "", *tell_tables(), "", f"{END}{after}"])


if __name__ == "__main__":
    page = Path(sys.argv[1])
    page.write_text(fill_page(page.read_text(encoding="utf-8")), encoding="utf-8")
