"""Terms as the moderator types them, and the terms that are meant."""

import pytest
from msgspec.structs import replace

from referee.faults import Misuse
from referee.matches.clocks.terms import Wanted, read_day
from schemas.clocks import Span, Terms

TYPED = Wanted(
    zone="UTC", hour="20:00", days="mon,tue,wed,thu,fri,sat,sun", hours=24, grace=12, warn=(), holidays=(),
    questions=(), end="moderator",
)  # fmt: skip
USUAL = Terms(zone="UTC", hour="20:00", hours=24, grace=12)

READ: list[tuple[dict[str, object], dict[str, object]]] = [
    ({}, {}),
    ({"warn": ("48", "2")}, {"warn": (48, 2)}),
    ({"days": "Monday, WED ,fri"}, {"days": ("mon", "wed", "fri")}),
    ({"holidays": ("2026-12-26", "2026-12-24", "2026-12-26")}, {"holidays": ("2026-12-24", "2026-12-26")}),
    ({"questions": ("losses=6",)}, {"questions": {"losses": Span(hours=6, grace=12)}}),
    ({"questions": (" losses =6+3",)}, {"questions": {"losses": Span(hours=6, grace=3)}}),
    ({"end": "done"}, {"end": "done"}),
]


@pytest.mark.parametrize(("typed", "meant"), READ)
def test_terms_are_read(typed: dict[str, object], meant: dict[str, object]) -> None:
    assert replace(TYPED, **typed).read() == USUAL.replace(**meant)


@pytest.mark.parametrize("typed", [{"hour": "0٣:0٤"}, {"hour": "24:00"}, {"holidays": ("2026-0١-01",)}])
def test_terms_have_the_digits_of_ascii(typed: dict[str, object]) -> None:
    with pytest.raises(Misuse, match="wrong form"):
        replace(TYPED, **typed).read()


def test_wrong_time_is_answered_with_an_example() -> None:
    with pytest.raises(Misuse, match="write a time of day, such as 20:00"):
        replace(TYPED, hour="48").read()


@pytest.mark.parametrize("day", ["2026-02-29", "24.12.2026", "", "2026-12-24T00:00"])
def test_day_must_exist_in_calendar(day: str) -> None:
    with pytest.raises(Misuse, match="not a day"):
        read_day(day)
    assert read_day("2028-02-29") == "2028-02-29"
