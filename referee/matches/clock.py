"""The clock: the time at which an entry is filed. No rule depends on it."""

import os
import re
from datetime import UTC, datetime
from functools import lru_cache

from referee.faults import Complaint, Misconfigured, Misuse
from referee.matches.faults import MatchFault
from referee.platform.ports import ports
from schemas.journal import TIME

FORM = "%Y-%m-%dT%H:%M:%SZ"
"""ISO 8601 in UTC, whole seconds."""

STOPPED_BY = "SOURCE_DATE_EPOCH"
"""Environment variable that stops the clock, in seconds since 1970."""

_match_time = re.compile(TIME).fullmatch


def now(stopped_at: str | None = None) -> str:
    """Return the current time, or the time given by the argument or the environment."""
    if stopped_at is not None:
        return _tell(stopped_at)
    if epoch := os.environ.get(STOPPED_BY):
        return _count(epoch)
    return datetime.fromtimestamp(ports.clock.time_ns() // 10**9, UTC).strftime(FORM)


@lru_cache(maxsize=64)
def is_time(text: str) -> bool:
    """Return True if a text is a moment in UTC as RFC 3339 writes it."""
    return bool(_match_time(text)) and is_in_calendar(text)


def is_in_calendar(text: str) -> bool:
    """Return True if the day or moment of a text exists in the calendar."""
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def is_much_before(at: str, last: str, most: float) -> bool:
    """Return True if a time precedes another by more than `most` seconds, or if one of them is invalid."""
    try:
        return (datetime.fromisoformat(last) - datetime.fromisoformat(at)).total_seconds() > most
    except (ValueError, TypeError):
        return True


def _tell(text: str) -> str:
    try:
        moment = datetime.fromisoformat(text)
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC)
        return _write(moment)
    except (ValueError, OverflowError):
        raise Misuse(Complaint.of(MatchFault.NOT_A_TIME, text=text)) from None


def _count(epoch: str) -> str:
    try:
        return _write(datetime.fromtimestamp(int(epoch), UTC))
    except (ValueError, OverflowError, OSError):
        wrong = Complaint.of(MatchFault.CLOCK_MISSET, variable=STOPPED_BY, value=epoch)
        raise Misconfigured(wrong) from None


def _write(moment: datetime) -> str:
    # `strftime` does not pad years before 1000 on every platform.
    return moment.astimezone(UTC).replace(microsecond=0, tzinfo=None).isoformat() + "Z"
