"""The course of a war before it is drawn: its score and what each side held, entry by entry."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from schemas.record import Record, Side
from schemas.reports.picture import PictureSide, Point


class Score(Record):
    """How a position counts: its moment in the words of the game, the points, and how much each side holds.

    `contested` is what no side holds alone.
    """

    moment: str
    points: int
    level: str = ""
    held: Mapping[Side, int] = {}
    contested: int = 0


class Band(Record):
    """A level of victory, both ends included; an open end is left out."""

    name: str
    least: int | None = None
    most: int | None = None


class Mark(Record):
    """The score after an entry."""

    entry: Annotated[int, Meta(ge=0)]
    score: Score


class FrontLine(Record):
    """Where the sides faced each other at the end of a moment."""

    moment: str
    stretches: tuple[tuple[Point, Point], ...]


class Chart(Record):
    """The course of a war: marks in the order of entries, and front lines on the outlines of the map.

    `measure` is what is counted, `holding` what the sides divide between them.
    """

    title: str
    measure: str
    holding: str = "areas held"
    sides: tuple[PictureSide, ...]
    bands: tuple[Band, ...] = ()
    marks: tuple[Mark, ...]
    outlines: tuple[tuple[Point, ...], ...] = ()
    fronts: tuple[FrontLine, ...] = ()
