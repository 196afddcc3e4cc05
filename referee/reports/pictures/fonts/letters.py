"""Text widths in the font of maps."""

from functools import cache, lru_cache

from referee.reports.pictures import columns
from referee.reports.pictures.fonts import advances


@lru_cache(maxsize=4096)
def measure(text: str, size: int, *, bold: bool = False) -> int:
    """Return the width of a text in units of the picture. Missing letters count as wide as high."""
    known = _widths(bold)
    total = sum(known.get(sign) or 1000 * columns.width(sign) for sign in text)
    return -(-total * size // 1000)


@cache
def _widths(bold: bool) -> dict[str, int]:
    return {
        chr(first + number): width
        for first, widths in (advances.BOLD if bold else advances.REGULAR)
        for number, width in enumerate(widths)
    }
