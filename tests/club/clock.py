"""A simulated clock: sleeps and readings move it on, and a club may set it back."""

from datetime import UTC, datetime, timedelta

LOOK = timedelta(microseconds=1)
"""Time that passes while a program looks at the clock, so that no two files have the same time."""


class Clock:
    """The port of a clock that a club sets."""

    def __init__(self, now: datetime) -> None:
        self.now = now
        self._start = now

    def step(self, step: timedelta) -> None:
        """Set the clock. No time passes."""
        self.now += step
        self._start += step

    def time_ns(self) -> int:
        """Return nanoseconds since 1970."""
        self.now += LOOK
        return (self.now - datetime(1970, 1, 1, tzinfo=UTC)) // LOOK * 1000

    def monotonic(self) -> float:
        """Return seconds since the beginning, which steps of the clock leave alone."""
        self.now += LOOK
        return (self.now - self._start).total_seconds()

    def sleep(self, seconds: float, /) -> None:
        """Let time pass."""
        self.now += timedelta(seconds=seconds)
