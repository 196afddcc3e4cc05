"""Parts of an order that its kind cannot have: a line with one is asked about, never played without it."""

from contextlib import suppress

import pytest

from referee.faults import Unreadable
from referee.matches.matches import Match
from schemas.model import Order


def read(match: Match, line: str) -> list[Order]:
    """Return the orders of a line, as a sentence if it is no order by itself."""
    notation, position = match.system.notation, match.position()
    with suppress(Unreadable):
        return list(notation.read(position, "british", line))
    return list(notation.read_sentences(position, "british", line) or ())


ASKED = (
    "br-s1-1 fires at c01 and 24,30", "br-s1-1 throws at c01, then 24,30", "br-s1-1 hides at 24,30",
    "hide br-s1-1 24,30", "The commander observes 24,30", "The commander looks at c01 and 24,27",
    "look br-hq-1 at c01 around 24,27", "look br-hq-1 at c01 within 6", "Section 2 charges c01, then 28,22",
    "Section 2 moves to within 6 inches of 28,22", "Section 2 moves to 28,22, stop 3,5",
    "manoeuvre section 2 to 28,22 stop at 24,20", "Gruppe 2 rückt nach 28,22 vor, Halt nach 3,5 Zoll",
    "deploy br-s1-1 at 24,3 near 25,4", "deploy br-s1-1 within 3 of 24,3", "deploy br-s1-1 at",
    "deploy br-s1-1 at 24,3 hidden observe", "barrage br-art-1 at 24,36 around 30,30",
    "barrage br-art-1 at 24,36 within 3", "break off br-s1-1 to 24,3 stop 3",
    "break off br-s1-1 to 24,3 contact c01", "throw br-s1-1 at 24,30 else c01",
    "br-s1-1 throw at 24,30 with grenade-defensive nicht", "fire br-s1-1 at c01 rapid not",
    "react section 1 ignore no", "rush section 2 first to 28,22", "rush br-s1-1 second to 28,22",
    "rush br-s2-1 br-s2 to 28,22", "rush br-s2 1,2 to 28,22", "br-s2 (1,2,3) rush to 28,22",
    "br-s1-1 hides in the farm", "Section 2 rushes to the fire trench wall", "Gruppe 2 rennt vor den Wald",
    "manoeuvre section 2 to 28,22 via 27,19 24,20", "section 2 stand down", "br-s1-1 hide up ahead",
)  # fmt: skip


@pytest.mark.parametrize("line", ASKED)
def test_a_line_with_a_part_too_many_is_asked_about(sap: Match, line: str) -> None:
    assert read(sap, line) == []


READ = {
    "br-s2-1 of section 2 rushes to 28,22": "rush br-s2-1 to 28.00,22.00",
    "rush br-s2-1 of br-s2 to 28,22": "rush br-s2-1 to 28.00,22.00",
    "Section 2: br-s2-1 rushes to 28,22": "rush br-s2-1 to 28.00,22.00",
    "br-s2-1 der Gruppe 2 rennt nach 28,22": "rush br-s2-1 to 28.00,22.00",
    "br-s1-1 throw at 24,30 with grenade-offensive": "throw br-s1-1 at 24.00,30.00 with grenade-offensive",
    "throw br-s1-1 grenade-offensive at 24,30": "throw br-s1-1 at 24.00,30.00 with grenade-offensive",
    "br-s1-1 throws a grenade at 24,30": "throw br-s1-1 at 24.00,30.00 with grenade-defensive",
    "br-s1-1 wirft eine Handgranate auf 24,30": "throw br-s1-1 at 24.00,30.00 with grenade-defensive",
    "br-s1-1 lance une grenade sur 24,30": "throw br-s1-1 at 24.00,30.00 with grenade-defensive",
    "br-s1-1 πετά μια χειροβομβίδα σε 24,30": "throw br-s1-1 at 24.00,30.00 with grenade-defensive",
    'rush br-s2-1 to 28,22 stop 3"': "rush br-s2-1 to 28.00,22.00 stop 3.00",
    'look br-hq-1 around 24,27 within 6"': "look br-hq-1 around 24.00,27.00 within 6.00",
}
"""Lines with a name of the unit, a grenade or a mark of inches beside the order, and the order."""


@pytest.mark.parametrize(("line", "order"), READ.items())
def test_a_name_beside_an_order_is_a_part_of_it(sap: Match, line: str, order: str) -> None:
    assert [sap.system.notation.write(one) for one in read(sap, line)] == [order]
