"""The clock that entries are filed by: a time that is given, one that the environment stops, and now."""

import re
from datetime import UTC, datetime, timedelta

import pytest

from referee.faults import Misconfigured, Misuse
from referee.matches import clock


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("1914-08-04T06:00:00Z", "1914-08-04T06:00:00Z"),
        ("1914-08-04T06:00:00", "1914-08-04T06:00:00Z"),
        ("1914-08-04 06:00", "1914-08-04T06:00:00Z"),
        ("1914-08-04T06:00:00+02:00", "1914-08-04T04:00:00Z"),
        ("1914-08-04T23:30:59.9-01:00", "1914-08-05T00:30:59Z"),
        ("1914-08-04", "1914-08-04T00:00:00Z"),
    ],
)
def test_given_time_is_converted_to_utc(text: str, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(clock.STOPPED_BY, "0")

    assert clock.now(text) == told


@pytest.mark.parametrize("text", ["", "soon", "1914-13-01", "0001-01-01T00:00:00+01:00"])
def test_invalid_time_is_refused(text: str) -> None:
    with pytest.raises(Misuse, match="time"):
        clock.now(text)


def test_environment_stops_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(clock.STOPPED_BY, "86400")
    assert clock.now() == "1970-01-02T00:00:00Z"

    monkeypatch.setenv(clock.STOPPED_BY, "noon")
    with pytest.raises(Misconfigured, match=clock.STOPPED_BY):
        clock.now()


@pytest.mark.parametrize("empty", [True, False])
def test_clock_runs_by_default(empty: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(clock.STOPPED_BY, raising=False)
    if empty:
        monkeypatch.setenv(clock.STOPPED_BY, "")
    told = clock.now()

    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", told)
    assert abs(datetime.fromisoformat(told) - datetime.now(UTC)) < timedelta(minutes=1)
