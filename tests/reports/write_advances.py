"""Writes how wide the letters of the maps' font are: `python -m tests.reports.write_advances`."""

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from fontTools.ttLib import TTFont

from referee.reports.pictures import fonts

SPANS = ((0x20, 0x7F), (0xA0, 0x180), (0x370, 0x400), (0x400, 0x460), (0x2010, 0x2027))
"""Latin with its accents, Greek, Cyrillic, and the signs of printers."""

HEAD = '''"""How wide the letters of Source Sans Pro are, in thousandths of their size.

`tests.reports.write_advances` writes this from the font; 0 stands for a letter that it lacks.
"""

REGULAR: tuple[tuple[int, tuple[int, ...]], ...] = (
'''

BETWEEN = '''"""Runs of letters: the code of the first, and how wide each is."""

BOLD: tuple[tuple[int, tuple[int, ...]], ...] = (
'''


def read_font(weight: str) -> TTFont:
    """The font that the extra `png` brings."""
    return TTFont(str(files("font_source_sans_pro") / "files" / f"SourceSansPro-{weight}.ttf"))


def measure(font: TTFont, letter: int) -> int:
    """How wide a letter is, in thousandths of its size; 0 if the font lacks it."""
    name = font.getBestCmap().get(letter)
    return round(1000 * font["hmtx"][name][0] / font["head"].unitsPerEm) if name else 0


def write() -> str:
    """The module, line by line."""
    return HEAD + "".join(_table("Regular")) + BETWEEN + "".join(_table("Bold"))


def _table(weight: str) -> Iterator[str]:
    font = read_font(weight)
    for begin, end in SPANS:
        widths = [measure(font, letter) for letter in range(begin, end)]
        yield f"    ({begin}, (\n"
        for start in range(0, len(widths), 18):
            yield f"        {', '.join(map(str, widths[start : start + 18]))},\n"
        yield "    )),\n"
    yield ")  # fmt: skip\n"


if __name__ == "__main__":
    Path(fonts.__file__).write_text(write(), encoding="utf-8")
