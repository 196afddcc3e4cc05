"""What entries come to, counted one by one."""

import sys
from collections.abc import Iterator
from threading import Thread
from typing import Any

import pytest

from referee.matches.snapshots.totals import Letters, Totals
from schemas.journal import Body, Entry

ANY = "00" * 32


def file(seq: int, kind: Any, side: str | None = None, **private: Any) -> Entry:
    body = Body(seq=seq, prev=ANY, at="2026-12-01T20:00:00Z", kind=kind, side=side, public={})
    return Entry(seal=ANY, body=body, private=private)


ENTRIES = (
    file(1, "ruling"),
    file(2, "phrase", "red"),
    file(3, "phrase", "red"),
    file(4, "clock"),
    file(5, "order", "red", red={"letter": "l1", "message_id": "m1"}),
    file(6, "order", "blue", blue={"letter": "l1", "message_id": 7}),
    file(7, "advance", "red", red={"kept": ["x"], "letter": "l2", "message_id": "m1"}),
    file(8, "absence", "blue"),
    file(9, "late", "blue"),
    file(10, "advance", "red", red={"kept": []}, blue={"other": 1}),
    file(11, "note", "red", red={"message_id": "m9"}),
    file(12, "reveal"),
    file(13, "reveal"),
)


@pytest.fixture(scope="module")
def totals() -> Totals:
    counted = Totals()
    for entry in ENTRIES:
        counted.add(entry)
    return counted


def test_first_entry_of_kind_is_indexed(totals: Totals) -> None:
    assert (totals.count, totals.first_order, totals.revealed) == (13, 5, 12)
    assert totals.phrases == {"red": 2}
    assert list(totals.timed) == [4, 8, 9]


@pytest.mark.parametrize(("count", "found"), [(6, 0), (7, 7), (9, 7), (10, 10), (13, 10)])
def test_standing_orders_are_found_by_entry(totals: Totals, count: int, found: int) -> None:
    assert totals.find_advance("red", count) == found
    assert totals.find_advance("blue", count) == 0


def test_letter_is_found_by_digest_and_message_id(totals: Totals) -> None:
    letters = Letters(totals, ENTRIES)

    def number(entries: list[Entry]) -> list[int]:
        return [entry.body.seq for entry in entries]

    assert number(letters.list_with_digest("red", "l1")) == [5]
    assert number(letters.list_with_digest("blue", "l1")) == [6]
    assert number(letters.list_with_message_id("red", "m1")) == [5, 7]
    assert number(letters.list_with_message_id("red", "m9")) == [], "what has no letter came in no mail"
    assert number(letters.list_with_digest("red", "m1")) == []
    assert number(Letters(totals, ENTRIES[:6]).list_with_message_id("red", "m1")) == [5]
    assert number(Letters(totals, ENTRIES[:4]).list_with_digest("red", "l1")) == []


@pytest.fixture
def quick_turns() -> Iterator[None]:
    """Let threads take turns as often as they can."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


@pytest.mark.usefixtures("quick_turns")
def test_letters_are_found_while_another_thread_adds_some() -> None:
    counted = Totals()
    for entry in ENTRIES[:5]:
        counted.add(entry)
    writer = Thread(target=lambda: [counted.add(ENTRIES[4]) for _ in range(60_000)])

    writer.start()
    found = list[list[Entry]]()
    while writer.is_alive():
        found.append(Letters(counted, ENTRIES[:5]).list_with_digest("red", "l1"))
    writer.join()

    assert all(entries == [ENTRIES[4]] for entries in found)


def test_different_entries_have_different_totals(totals: Totals) -> None:
    again, less = Totals(), Totals()
    for number, entry in enumerate(ENTRIES):
        again.add(entry)
        if number:
            less.add(file(entry.body.seq - 1, entry.body.kind, entry.body.side))

    assert again.list_parts() == totals.list_parts()
    assert less.list_parts() != totals.list_parts()
