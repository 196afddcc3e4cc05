"""Luck chart of a match as SVG: the luck of the first side by battle, and the running total."""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from xml.etree.ElementTree import Element, indent, tostring

from referee.engine.tongue import ENGLISH, Translator
from referee.reports.pictures.drawing import INK, PAPER, ROOT, add, rectangle, room, words
from schemas.answers.hindsight import BattleSwing, Hindsight
from schemas.reports.picture import PictureSide

WIDTH, HEIGHT = 1000, 440

LEFT, RIGHT, TOP, BOTTOM = 70, 980, 70, 340
"""The frame in which battles stand side by side."""

LETTERS = 11

_WIDEST = 60
"""The widest bar."""

_FAINT = "#d5d9dc"


def write(told: Hindsight, sides: Sequence[PictureSide], tongue: Translator = ENGLISH) -> str:
    """The luck of a match as SVG, the same text every time; `sides` are in the order of the match."""
    root = Element("svg", {**ROOT, "viewBox": f"0 0 {WIDTH} {HEIGHT}"})
    root.attrib |= {"role": "img", "aria-labelledby": "luck-title luck-desc", "font-family": "sans-serif"}
    title = tongue.say("{match}: the luck of {side}, in pieces", match=told.match, side=sides[0].name)
    add(root, "title", title, id="luck-title")
    add(root, "desc", " ".join(_tell(told, sides[0], tongue)), id="luck-desc")
    add(root, "rect", width=WIDTH, height=HEIGHT, fill=PAPER)
    words(root, 12, 26, title, 18, font_weight="bold")
    if told.battles:
        _draw(root, told.battles, sides, tongue)
    indent(root)
    return tostring(root, encoding="unicode") + "\n"


def _tell(told: Hindsight, side: PictureSide, tongue: Translator) -> Iterator[str]:
    """Each battle in a sentence."""
    for one in told.battles:
        gained = f"{one.sides[0].about_pieces:+.2f}"
        yield tongue.say(
            "{area}, entry {entry}: {gained} for {side}.",
            area=one.name, entry=one.closed, gained=gained, side=side.name,
        )  # fmt: skip


def _draw(
    root: Element, battles: Sequence[BattleSwing], sides: Sequence[PictureSide], tongue: Translator
) -> None:
    gains = [one.sides[0].about_pieces for one in battles]
    sums = list(accumulate(gains))
    low, high = min(0.0, *gains, *sums), max(0.0, *gains, *sums)
    step = (RIGHT - LEFT) / len(battles)

    def y(value: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * (value - low) / max(1.0, high - low)

    for value in sorted({low, 0.0, high}):
        add(root, "path", d=f"M{LEFT} {y(value):.1f}H{RIGHT}", stroke=_FAINT, fill="none")
        words(root, LEFT - 8, y(value) + 4, f"{value:+.1f}", LETTERS, text_anchor="end")
    for number, (one, gain) in enumerate(zip(battles, gains, strict=True)):
        middle, half = LEFT + step * (number + 0.5), min(step * 0.7, _WIDEST) / 2
        _bar(root, one, (middle - half, y(max(gain, 0.0)), middle + half, y(min(gain, 0.0))), sides[gain < 0])
        _name(root, one, middle, step)
    line = "L".join(f"{LEFT + step * (number + 0.5):.1f} {y(value):.1f}" for number, value in enumerate(sums))
    add(root, "path", id="sum", d=f"M{line}", stroke=INK, stroke_width=3, fill="none")
    words(root, LEFT, HEIGHT - 14, tongue.say("bars: each battle; line: all battles so far"), LETTERS)


def _bar(
    root: Element, one: BattleSwing, frame: tuple[float, float, float, float], favoured: PictureSide
) -> None:
    """A bar up for the first side, and down for the other; a turning point has a rim."""
    left, top, right, bottom = map(round, frame)
    corners = " ".join(f"{x},{y}" for x, y in rectangle(left, top, right, bottom))
    rim = {"stroke": INK, "stroke-width": 3 if one.turning else 0.8}
    bar = add(root, "polygon", points=corners, fill=favoured.colour, fill_opacity=0.7, **rim)
    add(bar, "title", f"{one.name}: {one.sides[0].about_pieces:+.2f}")


def _name(root: Element, one: BattleSwing, middle: float, step: float) -> None:
    """The name of the area where there is room for it, or where the war turned."""
    if room(one.name, LETTERS) <= step or one.turning:
        row = 0 if room(one.name, LETTERS) <= step else one.turning
        words(root, middle, BOTTOM + 16 + 14 * row, one.name, LETTERS, text_anchor="middle")
