"""The course of a match: its score entry by entry and the front as it moved, as one viewer may know them."""

from collections.abc import Iterator

from referee.engine.facts import declare
from referee.engine.faults import Misuse
from referee.engine.tongue import ENGLISH, Translator
from referee.matches import history
from referee.matches.history import Step
from referee.matches.matches import Match
from referee.reports.documents import sides
from referee.reports.faults import ReportFault
from referee.reports.pictures import course, fronts
from referee.systems.abilities import Pictured, Scored
from schemas.record import Side
from schemas.reports.chart import Chart, FrontLine, Mark


def chart(match: Match, viewer: Side) -> Chart:
    """What is to be drawn; a game that keeps no score has none."""
    rules = match.rules
    if not isinstance(rules, Scored):
        game = match.bound.pack.game.name
        raise Misuse(declare(ReportFault.NO_SCORE, game=game))
    steps = tuple(history.steps(rules, match.entries))
    marks = tuple(Mark(entry=step.seq, score=rules.score(step.after, viewer)) for step in steps)
    return Chart(
        title=match.tongue.say(
            "{match}: the course of {game}", match=match.name, game=match.bound.pack.game.name
        ),
        measure=rules.measure,
        holding=rules.holding,
        sides=sides(match),
        bands=rules.bands(),
        marks=marks,
        outlines=_outlines(match, viewer, steps),
        fronts=tuple(_fronts(match, viewer, steps, marks)),
    )


def draw(chart: Chart, tongue: Translator = ENGLISH) -> str:
    """The chart as SVG."""
    return course.write(chart, tongue)


def _outlines(match: Match, viewer: Side, steps: tuple[Step, ...]) -> tuple[tuple[tuple[int, int], ...], ...]:
    if not steps or not isinstance(match.rules, Pictured):
        return ()
    cells = match.rules.picture(steps[-1].after, viewer).cells
    return tuple(cell.corners for cell in cells if cell.corners)


def _fronts(
    match: Match, viewer: Side, steps: tuple[Step, ...], marks: tuple[Mark, ...]
) -> Iterator[FrontLine]:
    """The front at the end of every moment, where the map has areas that a front can run between."""
    if not isinstance(match.rules, Pictured) or not _outlines(match, viewer, steps):
        return
    for number, (step, mark) in enumerate(zip(steps, marks, strict=True)):
        if number + 1 < len(marks) and marks[number + 1].score.moment == mark.score.moment:
            continue
        picture = match.rules.picture(step.after, viewer)
        yield FrontLine(moment=mark.score.moment, stretches=fronts.borders(picture.cells))
