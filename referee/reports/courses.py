"""The war chart of a match: the score by entry and the movements of the front, for one viewer."""

from collections.abc import Iterator

from msgspec.structs import replace

from referee.engine.facts import declare
from referee.engine.faults import Misuse
from referee.engine.system import State
from referee.engine.tongue import ENGLISH, Translator
from referee.matches.matches import Match
from referee.reports.documents import mark_secret, sides
from referee.reports.faults import ReportFault
from referee.reports.pictures.charts import course
from referee.reports.pictures.fronts import borders
from schemas.record import PUBLIC, REFEREE, Side
from schemas.reports.chart import Chart, FrontLine, Mark
from schemas.reports.picture import PictureCell


def chart(match: Match, viewer: Side) -> Chart:
    """Return the chart, marked if it contains secrets. Raises `Misuse` for a game without a score."""
    drawn = _chart_for(match, viewer)
    secret = viewer == REFEREE and drawn != _chart_for(match, PUBLIC)
    return replace(drawn, title=mark_secret(match, viewer, drawn.title)) if secret else drawn


def _chart_for(match: Match, viewer: Side) -> Chart:
    pictures = match.system.pictures
    if not pictures.measure:
        game = match.bound.pack.game.name
        raise Misuse(declare(ReportFault.NO_SCORE, game=game))
    marks, fronts = _walk(match, viewer)
    return Chart(
        title=match.tongue.say(
            "{match}: the course of {game}", match=match.name, game=match.bound.pack.game.name
        ),
        measure=pictures.measure,
        holding=pictures.holding,
        sides=sides(match),
        bands=pictures.bands(),
        marks=marks,
        outlines=_outlines(match, viewer),
        fronts=fronts,
    )


def draw(chart: Chart, tongue: Translator = ENGLISH) -> str:
    """Return the chart as SVG."""
    return course.write(chart, tongue)


def _walk(match: Match, viewer: Side) -> tuple[tuple[Mark, ...], tuple[FrontLine, ...]]:
    """Return the score after each entry and the front at the end of each moment."""
    marks: list[Mark] = []
    fronts: list[FrontLine] = []
    last: State | None = None
    for step in match.steps():
        score = match.system.pictures.score(step.after, viewer)
        assert score is not None
        mark = Mark(entry=step.seq, score=score)
        if last is not None and marks[-1].score.moment != mark.score.moment:
            fronts += _front(match, viewer, last, marks[-1])
        marks.append(mark)
        last = step.after
    if last is not None:
        fronts += _front(match, viewer, last, marks[-1])
    return tuple(marks), tuple(fronts)


def _outlines(match: Match, viewer: Side) -> tuple[tuple[tuple[int, int], ...], ...]:
    return tuple(cell.corners for cell in _cells(match, viewer, match.position()) if cell.corners)


def _cells(match: Match, viewer: Side, state: State) -> tuple[PictureCell, ...]:
    """Return the areas of the map; none for a game without a map."""
    picture = match.system.pictures.picture(state, viewer)
    return picture.cells if picture is not None else ()


def _front(match: Match, viewer: Side, state: State, mark: Mark) -> Iterator[FrontLine]:
    """Yield the front at the end of a moment, if the map has areas with outlines."""
    cells = _cells(match, viewer, state)
    if any(cell.corners for cell in cells):
        yield FrontLine(moment=mark.score.moment, stretches=borders(cells))
