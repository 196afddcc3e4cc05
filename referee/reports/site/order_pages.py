"""Pages on which sides compose their letters, at addresses that follow from a secret key.

No other page names them. A reader who can list the files of the site can read them.
"""

import hmac
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from referee.faults import Complaint, Misuse
from referee.matches import matches, shelf, viewer_languages
from referee.matches.history import list_awaited_sides
from referee.matches.journal import reading
from referee.reports.composer import page as composer_page
from referee.reports.composer.battle_tables import MakeTables
from referee.reports.faults import ReportFault
from schemas.answers.matches import OrderPage
from schemas.record import Side, Value

FOLDER = "orders"
"""Folder of the site that holds the pages."""

LEAST_KEY = 32
"""Lowest number of bytes of a key. A short one could be guessed, and the addresses with it."""


class OrderPages(Value):
    """The secret key of the addresses, and the function that makes the tables of odds."""

    key: bytes
    make_tables: MakeTables


def read_key(file: Path) -> bytes:
    """Return the key in a file. Raises `Misuse` if it is missing or too short."""
    key = file.read_bytes().strip() if file.is_file() else b""
    if len(key) < LEAST_KEY:
        raise Misuse(Complaint.of(ReportFault.ORDERS_KEY, path=file, least=LEAST_KEY))
    return key


def find_address(key: bytes, match: str, side: Side) -> str:
    """Return the path of the page of a side in the site."""
    digest = hmac.new(key, f"{match} {side}".encode(), sha256).hexdigest()
    return f"{FOLDER}/{digest[:32]}.html"


def write_pages(source: Path, pages: OrderPages) -> Iterator[tuple[OrderPage, bytes]]:
    """Yield the page of each side of a match on a shelf that has a prompt. A copy of one side has none."""
    if source.name != shelf.JOURNAL:
        return
    match = matches.find(source.parent.parent, source.parent.name)
    for side in list_awaited_sides(match.rules, match.position()):
        file = find_address(pages.key, match.name, side)
        text = composer_page.page(viewer_languages.tell(match, side), side, "", pages.make_tables)
        yield OrderPage(match=match.name, side=side, file=file), text.encode()


def list_kept(source: Path, target: Path, key: bytes) -> tuple[OrderPage, ...]:
    """Return the pages that an earlier run wrote for a match on a shelf."""
    if source.name != shelf.JOURNAL:
        return ()
    with source.open("rb") as file:
        header = reading.read_header(file, source)[1].header
    pages = (
        OrderPage(match=header.match, side=side, file=find_address(key, header.match, side))
        for side in header.sides
    )
    return tuple(page for page in pages if (target / page.file).is_file())


def remove_others(target: Path, files: frozenset[str]) -> None:
    """Remove the pages of sides that have no prompt any more."""
    for path in (target / FOLDER).glob("*.html"):
        if f"{FOLDER}/{path.name}" not in files:
            path.unlink()
