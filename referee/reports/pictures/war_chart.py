"""War chart as SVG: points over time, areas controlled by each side, and movements of the front."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from xml.etree.ElementTree import Element

from referee.i18n.translator import ENGLISH, Translator
from referee.reports.pictures import area_shapes
from referee.reports.pictures.drawing import (
    INK,
    NOBODY,
    PAPER,
    add,
    begin,
    finish,
    patterns,
    polygon,
    rectangle,
    shade,
    words,
)
from referee.reports.pictures.fonts import measure
from schemas.record import Side
from schemas.reports import Band, Chart, FrontLine, Mark

WIDTH = 1000

LEFT, RIGHT = 70, 830
"""Start and end of the time axis; names follow to the right of it."""

_POINTS, _HELD = (84, 324), (380, 520)
"""Top and bottom of the two panels."""

_MAP_TOP, _MAP_SIZE = 580, 620

_FAINT = shade("faint")


def write(chart: Chart, tongue: Translator = ENGLISH) -> str:
    """The chart as SVG, the same text every time."""
    height = _MAP_TOP + _MAP_SIZE + 20 if chart.fronts else _HELD[1] + 60
    root = begin("chart", (WIDTH, height), chart.title, " ".join(_tell(chart, tongue)))
    patterns(root, WIDTH, height)
    add(root, "rect", width=WIDTH, height=height, fill=PAPER)
    words(root, 12, 26, chart.title, 18, font_weight="bold")
    if chart.marks:
        axis = _Axis(chart.marks)
        _moments(root, chart, axis, tongue)
        _points(root, chart, axis)
        _hold(root, chart, axis, tongue)
    if chart.fronts:
        _fronts(root, chart, tongue)
    return finish(root)


class _Axis:
    """The time axis: where an entry stands on it."""

    def __init__(self, marks: Sequence[Mark]) -> None:
        self.first, self.last = marks[0].entry, marks[-1].entry

    def x(self, entry: int) -> float:
        """The place of an entry."""
        return LEFT + (RIGHT - LEFT) * (entry - self.first) / max(1, self.last - self.first)


def _tell(chart: Chart, tongue: Translator) -> Iterator[str]:
    """The course in sentences: the score at the end of every moment."""
    for last in _last_of_moments(chart.marks):
        holders = ", ".join(f"{side.name} {last.score.held.get(side.side, 0)}" for side in chart.sides)
        values = {
            "moment": last.score.moment,
            "points": last.score.points,
            "measure": chart.measure,
            "holding": chart.holding,
            "held": holders,
        }
        if last.score.level:
            yield tongue.say(
                "{moment}: {points} {measure}, {level}; {holding}: {held}.", level=last.score.level, **values
            )
        else:
            yield tongue.say("{moment}: {points} {measure}; {holding}: {held}.", **values)


def _last_of_moments(marks: Sequence[Mark]) -> Iterator[Mark]:
    for here, there in pairwise(marks):
        if here.score.moment != there.score.moment:
            yield here
    yield from marks[-1:]


def _moments(root: Element, chart: Chart, axis: _Axis, tongue: Translator) -> None:
    """A line where a new moment begins, and the names of as many as there is room for."""
    begins = [chart.marks[0]]
    begins += [there for here, there in pairwise(chart.marks) if here.score.moment != there.score.moment]
    free = 0.0
    for mark in begins:
        x = axis.x(mark.entry)
        add(root, "path", d=f"M{x:.1f} {_POINTS[0]}V{_HELD[1]}", stroke=_FAINT, fill="none")
        if x >= free:
            words(root, x + 2, _POINTS[0] - 8, mark.score.moment, 11)
            free = x + measure(mark.score.moment, 11) + 6
    words(root, LEFT, _HELD[1] + 20, tongue.say("entry {entry}", entry=axis.first), 11)
    words(root, RIGHT, _HELD[1] + 20, tongue.say("entry {entry}", entry=axis.last), 11, text_anchor="end")


def _points(root: Element, chart: Chart, axis: _Axis) -> None:
    """The points as a line of steps, over the levels that they mean."""
    top, bottom = _POINTS
    values = [mark.score.points for mark in chart.marks]
    low, high = _range(values, chart.bands)

    def y(points: float) -> float:
        return bottom - (bottom - top) * (points - low) / max(1, high - low)

    for number, band in enumerate(chart.bands):
        least = low if band.least is None else max(low, band.least - 0.5)
        most = high if band.most is None else min(high, band.most + 0.5)
        if least < most:
            corners = rectangle(LEFT, round(y(most)), RIGHT, round(y(least)))
            polygon(root, corners, fill=PAPER if number % 2 else shade("turf"), stroke=_FAINT)
            words(root, RIGHT + 8, (y(most) + y(least)) / 2 + 4, band.name, 11)
    for value in sorted({low, high, *values[:1], *values[-1:]}):
        words(root, LEFT - 8, y(value) + 4, str(value), 11, text_anchor="end")
    line = _steps([(axis.x(mark.entry), y(mark.score.points)) for mark in chart.marks], RIGHT)
    add(root, "path", id="points", d=line, fill="none", stroke=INK, stroke_width=3)
    words(root, LEFT, top - 26, chart.measure, 12, font_weight="bold")


def _range(values: Sequence[int], bands: Sequence[Band]) -> tuple[int, int]:
    """Return the range of the axis: the values with a margin, and the next levels."""
    ends = [end for band in bands for end in (band.least, band.most) if end is not None]
    below = max((end for end in ends if end < min(values)), default=min(values))
    above = min((end for end in ends if end > max(values)), default=max(values))
    return below - 2, above + 2


def _steps(places: Sequence[tuple[float, float]], end: float) -> str:
    """A line that stays level until something changes."""
    (x, y), *more = places
    line = [f"M{x:.1f} {y:.1f}"]
    for x, there in more:
        if there != y:
            line.append(f"H{x:.1f}V{there:.1f}")
            y = there
    return "".join([*line, f"H{end}"])


def _hold(root: Element, chart: Chart, axis: _Axis, tongue: Translator) -> None:
    """Draw the stacked shares of controlled areas, with contested areas between them."""
    top, bottom = _HELD
    shares = [side.side for side in chart.sides]
    fills = {side.side: side.colour for side in chart.sides}
    layers: list[Side] = [*shares[:1], "", *shares[1:]]
    totals = [sum(mark.score.held.values()) + mark.score.contested for mark in chart.marks]
    height = bottom - top

    def share(mark: Mark, layer: Side) -> int:
        return mark.score.held.get(layer, 0) if layer else mark.score.contested

    for number, layer in enumerate(layers):
        under = [sum(share(mark, other) for other in layers[:number]) for mark in chart.marks]
        over = [low + share(mark, layer) for low, mark in zip(under, chart.marks, strict=True)]
        xs = [axis.x(mark.entry) for mark in chart.marks] + [RIGHT]
        upper = [bottom - height * value / max(1, total) for value, total in zip(over, totals, strict=True)]
        lower = [bottom - height * value / max(1, total) for value, total in zip(under, totals, strict=True)]
        path = _strip(xs, upper, lower)
        fill = {"fill": fills.get(layer, NOBODY), "fill-opacity": 0.55 if layer else 0.9}
        add(root, "path", d=path, stroke=INK, stroke_width=0.8, **fill)
        if layer != "" and number:
            add(root, "path", d=path, fill="url(#map-dots)")
    names = {side.side: side.name for side in chart.sides}
    last = chart.marks[-1]
    words(root, RIGHT + 8, bottom - 8, f"{names[shares[0]]} {share(last, shares[0])}", 12)
    for number, side in enumerate(reversed(shares[1:])):
        words(root, RIGHT + 8, top + 14 + 16 * number, f"{names[side]} {share(last, side)}", 12)
    if last.score.contested:
        label = tongue.say("disputed {count}", count=last.score.contested)
        words(root, RIGHT + 8, (top + bottom) / 2, label, 12)
    words(root, LEFT, top - 8, chart.holding, 12, font_weight="bold")


def _strip(xs: Sequence[float], upper: Sequence[float], lower: Sequence[float]) -> str:
    there = "".join(
        f"{'M' if number == 0 else 'L'}{xs[number]:.1f} {y:.1f}H{xs[number + 1]:.1f}"
        for number, y in enumerate(upper)
    )
    back = "".join(
        f"L{xs[number + 1]:.1f} {lower[number]:.1f}H{xs[number]:.1f}"
        for number in reversed(range(len(lower)))
    )
    return f"{there}{back}Z"


def _fronts(root: Element, chart: Chart, tongue: Translator) -> None:
    """The front at the end of every moment on the outlines of the map: the later, the stronger."""
    xs = [x for outline in chart.outlines for x, _ in outline]
    ys = [y for outline in chart.outlines for _, y in outline]
    scale = min((RIGHT - LEFT) / max(1, max(xs) - min(xs)), _MAP_SIZE / max(1, max(ys) - min(ys)))
    shift = f"translate({LEFT} {_MAP_TOP}) scale({scale:.3f}) translate({-min(xs)} {-min(ys)})"
    words(root, LEFT, _MAP_TOP - 10, tongue.say("the front at the end of"), 12, font_weight="bold")
    group = add(root, "g", id="fronts", transform=shift)
    for outline in chart.outlines:
        polygon(group, outline, fill=shade("land"), stroke=_FAINT)
    for number, line in enumerate(chart.fronts):
        _front(group, line, number, len(chart.fronts))
    every = -(-len(chart.fronts) // 24)
    fronts = [
        (number, line)
        for number, line in enumerate(chart.fronts)
        if number % every == 0 or line is chart.fronts[-1]
    ]
    for row, (number, line) in enumerate(fronts):
        y = _MAP_TOP + 14 + 22 * row
        add(root, "path", d=f"M{RIGHT + 8} {y}h30", fill="none", **_stroke(number, len(chart.fronts)))
        words(root, RIGHT + 46, y + 4, line.moment, 12)


def _front(group: Element, line: FrontLine, number: int, count: int) -> None:
    element = add(group, "path", d=area_shapes.path(line.stretches), fill="none", **_stroke(number, count))
    add(element, "title", line.moment)


def _stroke(number: int, count: int) -> dict[str, object]:
    """The later of so many lines is the darker and broader; those before the last are broken."""
    age = (number + 1) / count
    grey = round(190 - 170 * age)
    dashes = {} if number == count - 1 else {"stroke-dasharray": f"{4 + 3 * (number % 4)} {3 + number % 3}"}
    return {
        "stroke": f"#{grey:02x}{grey:02x}{grey:02x}",
        "stroke-width": 2 + 4 * age,
        "stroke-linejoin": "round",
        **dashes,
    }
