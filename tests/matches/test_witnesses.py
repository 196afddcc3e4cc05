"""What an entry of a witness holds, and which heads are news."""

from pathlib import Path

import pytest

from referee.faults import DataFault
from referee.matches import matches, witnesses
from referee.matches.matches import Match
from schemas.journal import Head
from tests.duels import AT

HEAD = Head(seq=1, seal="ab" * 32)
TEXT = f"1:{'ab' * 32}"
DIGEST = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"
"""The SHA-256 of `hello`."""


@pytest.mark.parametrize(
    ("where", "kept", "public"),
    [
        ("", None, {"head": TEXT}),
        ("a forum", None, {"head": TEXT, "where": "a forum"}),
        ("a forum", b"hello", {"head": TEXT, "where": "a forum", "digest": DIGEST}),
        ("", b"hello", {"head": TEXT, "digest": DIGEST}),
    ],
    ids=["quoted in a letter", "seen by the referee", "with what can be shown", "shown without a place"],
)
def test_entry_contains_witness_fields(where: str, kept: bytes | None, public: dict[str, str]) -> None:
    found = witnesses.draft_witness(HEAD, "red", at=AT, where=where, evidence=kept)

    assert (found.kind, found.side, found.at, dict(found.public)) == ("witness", "red", AT, public)


def find_head(match: Match, seq: int) -> Head:
    return Head(seq=seq, seal=match.entries[seq - 1].seal if seq else match.journal.header_seal)


def write(shelf: Path, side: str, head: Head) -> None:
    with matches.hold(shelf, "duel") as (writer, _):
        writer.append(witnesses.draft_witness(head, side, at=AT))


def test_head_is_new_if_later_than_quoted_ones(shelf: Path, match: Match) -> None:
    assert witnesses.is_new_head(match, "red", find_head(match, 0))
    for side, seq in (("blue", 1), ("red", 2), ("red", 1), ("blue", 4)):
        write(shelf, side, find_head(matches.find(shelf, "duel"), seq))
    write(shelf, "red", Head(seq=4, seal="ab" * 32))
    found = matches.find(shelf, "duel")

    heads = [find_head(found, seq) for seq in (1, 2, 3)]
    assert [witnesses.is_new_head(found, "red", head) for head in heads] == [False, False, True]


@pytest.mark.parametrize(
    ("where", "fits"), [("x" * 500, True), ("x" * 501, False), (" \n ", False), ("\x07", False)]
)
def test_place_of_witness_is_one_printable_line(shelf: Path, match: Match, where: str, fits: bool) -> None:
    try:
        filed = witnesses.file_witness(shelf, "duel", match.journal.head, where, evidence=None, at=AT)
    except DataFault:
        assert not fits
        return
    assert fits
    assert (filed.entry, filed.kind, filed.text) == (2, "witness", f"{match.journal.head} {where}")
    assert filed.head == str(matches.find(shelf, "duel").journal.head)
