"""When an answer is due: cases as data, and a year of days in four zones."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import yaml

from referee.matches.clocks import counting, running_deadlines
from referee.matches.clocks.timeline import Asked, Away, Change, Times
from schemas.clocks import Absence, ClockPaused, ClockResumed, ClockSet, DeadlineMoved, Terms
from schemas.journal import Body, Entry

CASES = yaml.load(
    (Path(__file__).parent / "deadlines.yaml").read_text(encoding="utf-8"), Loader=yaml.BaseLoader
)

ASKED = 100
"""The number of the entry that asks; what is filed before or after it has smaller or greater ones."""

ANY = "00" * 32

ZONES = ("Europe/Berlin", "America/New_York", "Pacific/Auckland", "Asia/Kathmandu")


def ask(at: str, questions: tuple[str, ...] = ("act",)) -> Asked:
    body = Body(seq=ASKED, prev=ANY, at=at, kind="order", side="blue")
    return Asked("red", frozenset((one, "") for one in questions), Entry(seal=ANY, body=body))


def file(case: Mapping[str, Any]) -> Times:
    """What a case says that the journal holds."""
    changes = list(list_changes(case))
    absences = tuple(
        Away(
            ASKED + 1 if one["filed"] == "after" else 1,
            one.get("side", "red"),
            Absence(first=one["first"], last=one["last"]),
            2 if one["filed"] == "withdrawn" else None,
        )
        for one in case.get("away", ())
    )
    return Times(tuple(sorted(changes, key=lambda change: change.seq)), absences)


def list_changes(case: Mapping[str, Any]) -> Iterator[Change]:
    if "terms" in case:
        later = "set" in case
        at = counting.read_moment(case["set"] if later else "2000-01-01T00:00:00Z")
        terms = Terms.model_validate(case["terms"], strict=False)
        yield Change(ASKED + 1 if later else 1, at, ClockSet(terms=terms))
    for number, one in enumerate(case.get("extensions", ())):
        moved = DeadlineMoved(side="red", until=one["until"])
        yield Change(ASKED + 10 + number, counting.read_moment(one["filed"]), moved)
    for number, one in enumerate(case.get("pauses", ())):
        yield Change(ASKED + 20 + 2 * number, counting.read_moment(one["begin"]), ClockPaused())
        if "end" in one:
            yield Change(ASKED + 21 + 2 * number, counting.read_moment(one["end"]), ClockResumed())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["title"])
def test_deadline_of_answer(case: Mapping[str, Any]) -> None:
    due = running_deadlines.find_due(file(case), ask(case["asked"], tuple(case.get("questions", ["act"]))))

    found = (None, None) if due is None else tuple(map(counting.write_moment, (due.due, due.over)))
    assert found[0] == case.get("due")
    assert "over" not in case or found[1] == case["over"]


@pytest.mark.sample(2)
@pytest.mark.parametrize("zone", ZONES)
def test_year_of_deadlines_matches_simulated_clock(zone: str) -> None:
    """Beside the arithmetic somebody looks at his watch every quarter of an hour."""
    terms = Terms(
        zone=zone,
        hour="21:00",
        hours=50,
        grace=30,
        days=("mon", "tue", "wed", "thu", "sat"),
        holidays=("2026-01-01", "2026-04-06", "2026-12-24", "2026-12-26"),
    )
    away = (Absence(first="2026-03-26", last="2026-04-02"), Absence(first="2026-10-20", last="2026-11-03"))
    paused = datetime(2026, 7, 1, 6, tzinfo=UTC), datetime(2026, 7, 9, 18, tzinfo=UTC)
    times = Times(
        (
            Change(1, datetime(2025, 1, 1, tzinfo=UTC), ClockSet(terms=terms)),
            Change(ASKED + 1, paused[0], ClockPaused()),
            Change(ASKED + 2, paused[1], ClockResumed()),
        ),
        tuple(Away(2 + number, "red", one) for number, one in enumerate(away)),
    )
    late: list[str] = []
    for day in range(365):
        at = datetime(2026, 1, 1, 5, 30, tzinfo=UTC) + timedelta(days=day, hours=day % 24)
        found = running_deadlines.find_due(times, ask(counting.write_moment(at)))
        assert found is not None
        if (found.due, found.over) != watch(at, terms, away, paused):
            late.append(f"{at} {found.due}")
    assert late == []


def watch(
    at: datetime, terms: Terms, away: tuple[Absence, ...], paused: tuple[datetime, datetime]
) -> tuple[datetime, datetime]:
    """When an answer is due, and when its grace is over, by a watch that is read each quarter of an hour."""
    zone, step, now, had = ZoneInfo(terms.zone), timedelta(minutes=15), at, 0.0
    due: datetime | None = None
    while True:
        local = now.astimezone(zone)
        day = f"{local:%Y-%m-%d}"
        still = paused[0] <= now < paused[1] or any(one.first <= day <= one.last for one in away)
        free = f"{local:%a}".lower() in terms.days and day not in terms.holidays
        if due is None and had >= terms.hours and f"{local:%H:%M}" == terms.hour and free and not still:
            due, had = now, 0.0
        if due is not None and had >= terms.grace:
            return due, now
        had += 0 if still else 0.25
        now += step


def test_last_second_is_on_time() -> None:
    due = running_deadlines.Due(datetime(2026, 6, 2, 20, tzinfo=UTC), datetime(2026, 6, 3, 20, tzinfo=UTC))
    second = timedelta(seconds=1)

    assert due.find_stage(due.due) is None
    assert due.find_stage(due.due + second) == "grace"
    assert due.find_stage(due.over) == "grace"
    assert due.find_stage(due.over + second) == "over"
