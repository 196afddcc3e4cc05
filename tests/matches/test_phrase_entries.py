"""Who may put a phrase into the dice of a match, what it may be, and until when."""

from typing import Any

import pytest
from msgspec.structs import replace

from referee.matches.journal.writer_invariants import Phrasing
from referee.matches.matches import Match
from schemas.journal import LONGEST_PHRASE, PHRASED, Body, Entry

ANY = "00" * 32


def file(kind: Any = "phrase", side: str = "red", commit: Any = None, **public: Any) -> Entry:
    told = {"phrase": "rose"} if kind == "phrase" and not public else public
    body = Body(
        seq=2, prev=ANY, at="2026-12-01T20:00:00Z", kind=kind, side=side, public=told, commit=commit or {}
    )
    return Entry(seal=ANY, body=body, private={})


UNLAWFUL, MISSING = ["phrase-unlawful"], ["phrases-missing"]
FILED: dict[str, tuple[dict[str, Any], list[Entry], list[str]]] = {
    "a phrase of each side": ({}, [file(), file(side="blue")], []),
    "one letter": ({}, [file(phrase="a")], []),
    "the longest": ({}, [file(phrase="a" * LONGEST_PHRASE)], []),
    "one letter more": ({}, [file(phrase="a" * (LONGEST_PHRASE + 1))], UNLAWFUL),
    "an empty one": ({}, [file(phrase="")], UNLAWFUL),
    "a number": ({}, [file(phrase=7)], UNLAWFUL),
    "a phrase with more beside it": ({}, [file(phrase="rose", more=1)], UNLAWFUL),
    "a phrase with a secret": ({}, [file(commit={"red": ANY})], UNLAWFUL),
    "a second one": ({}, [file(), file()], UNLAWFUL),
    "one of the referee": ({}, [file(side="referee")], UNLAWFUL),
    "one behind an order": ({}, [file(), file(side="blue"), file("order"), file()], UNLAWFUL),
    "a first one behind an order": ({"phrases": "allowed"}, [file("order"), file()], UNLAWFUL),
    "an order without any": ({}, [file("order")], MISSING),
    "an order with one of two": ({}, [file(), file("order")], MISSING),
    "two orders without any": ({}, [file("order"), file("order")], MISSING),
    "an order, where none is required": ({"phrases": "allowed"}, [file("order")], []),
    "one, where it is allowed": ({"phrases": "allowed"}, [file()], []),
    "one, where there are none": ({"phrases": "none"}, [file()], UNLAWFUL),
    "one, before there were any": ({"format": PHRASED - 1}, [file()], UNLAWFUL),
    "an order, before there were any": ({"format": PHRASED - 1}, [file("order")], []),
}


@pytest.mark.parametrize(("header", "entries", "said"), FILED.values(), ids=FILED)
def test_phrases_follow_agreement(
    match: Match, header: dict[str, Any], entries: list[Entry], said: list[str]
) -> None:
    phrasing = Phrasing(replace(match.header, **{"format": PHRASED, "phrases": "required", **header}))

    assert [one.code for entry in entries for one in phrasing.take(entry)] == said
