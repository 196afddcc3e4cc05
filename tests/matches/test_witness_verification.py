"""What a reader makes of the heads that witnesses quote: a head of this history fixes all up to its entry."""

import pytest
from msgspec.structs import replace

from referee.matches.journal.verification import Witnesses
from referee.matches.matches import Match
from schemas.journal import PHRASED, Body, Entry

SEALS = [letter * 64 for letter in "abcd"]
"""The seal of the header, and those of the entries after it."""


def entry(seq: int, quoted: str | None = None) -> Entry:
    """An entry of this history: a note, or a witness who quotes a head."""
    body = Body(seq=seq, prev=SEALS[seq - 1], at="2026-12-01T20:00:00Z", kind="note")
    if quoted is not None:
        body = replace(body, kind="witness", side="red", public={"head": quoted})
    return Entry(seal=SEALS[seq], body=body, private={})


QUOTED: dict[str, tuple[str, int | None]] = {
    "the header": (f"0:{SEALS[0]}", 0),
    "a note": (f"1:{SEALS[1]}", 1),
    "an entry of another history": (f"1:{SEALS[0]}", None),
    "the witness himself": (f"2:{SEALS[2]}", None),
    "no head": ("yesterday", None),
    "nothing": ("", None),
}


@pytest.mark.parametrize(("quoted", "fixed"), QUOTED.values(), ids=QUOTED)
def test_witness_fixes_history_up_to_earlier_entry(match: Match, quoted: str, fixed: int | None) -> None:
    witnesses = Witnesses(match.header, SEALS[0])
    said = [one for filed in (entry(1), entry(2, quoted)) for one in witnesses.take(filed)]

    assert said == []
    assert [(one.entry, one.side, one.head, one.fixed) for one in witnesses.found] == [
        (2, "red", quoted, fixed)
    ]


def test_witness_can_quote_witness(match: Match) -> None:
    witnesses = Witnesses(match.header, SEALS[0])
    for filed in (entry(1, f"0:{SEALS[0]}"), entry(2, f"1:{SEALS[1]}"), entry(3, f"2:{SEALS[2]}")):
        assert list(witnesses.take(filed)) == []

    assert [one.fixed for one in witnesses.found] == [0, 1, 2]


@pytest.mark.parametrize(("form", "said"), [(PHRASED - 1, ["witness-early"]), (PHRASED, [])])
def test_witnesses_need_format_3(match: Match, form: int, said: list[str]) -> None:
    witnesses = Witnesses(replace(match.header, format=form), SEALS[0])

    assert [one.code for one in witnesses.take(entry(1, f"0:{SEALS[0]}"))] == said
    assert list(witnesses.take(entry(2))) == []
