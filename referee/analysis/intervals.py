"""How sure a share is that was counted."""

from math import sqrt

CERTAIN = 1.96
"""How many deviations wide an interval is that holds the true value in 19 of 20 counts."""


def find_interval(share: float, count: int) -> tuple[float, float]:
    """Between what the true share lies, in percent, where one of so many was counted (Wilson, 1927)."""
    width = CERTAIN * CERTAIN / count
    middle = (share + width / 2) / (1 + width)
    half = CERTAIN * sqrt(share * (1 - share) / count + width / count / 4) / (1 + width)
    return round(100 * (middle - half), 1), round(100 * (middle + half), 1)
