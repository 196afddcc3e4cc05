"""The course of a match: its steps, its score and the front, for one viewer."""

from collections.abc import Iterator

from msgspec.structs import replace

from referee.engine.system import State
from referee.faults import Misuse, declare
from referee.i18n.translator import ENGLISH, Translator
from referee.matches.history import Step
from referee.matches.matches import Match
from referee.platform.progress import Progress, ignore_progress
from referee.reports import event_news
from referee.reports.documents import mark_secret, sides
from referee.reports.faults import ReportFault
from referee.reports.pictures import war_chart
from referee.reports.pictures.area_shapes import borders
from referee.reports.replay import page as replay_page
from referee.reports.replay.page import Frame
from referee.reports.sections import tell_entry
from schemas.record import PUBLIC, REFEREE, Side
from schemas.reports import Chart, FrontLine, MapPicture, Mark, PictureCell


def chart(match: Match, viewer: Side) -> Chart:
    """Return the chart, marked if it contains secrets. Raises `Misuse` for a game without a score."""
    result = _chart_for(match, viewer)
    secret = viewer == REFEREE and result != _chart_for(match, PUBLIC)
    return replace(result, title=mark_secret(match, viewer, result.title)) if secret else result


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
    return war_chart.write(chart, tongue)


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


def page(match: Match, viewer: Side, progress: Progress = ignore_progress) -> str:
    """One page with every entry that stands."""
    colours = {side.side: side.colour for side in sides(match)}
    title = match.tongue.say(
        "{match}: {game}, view of {viewer}",
        match=match.name,
        game=match.bound.pack.game.name,
        viewer=match.bound.name_of(viewer),
    )
    title = mark_secret(match, viewer, title)
    return replay_page.write(title, _frames(match, viewer, progress), colours, match.tongue)


def _frames(match: Match, viewer: Side, progress: Progress) -> Iterator[Frame]:
    count = len(match.standing())
    for number, step in enumerate(match.steps()):
        progress(number, count)
        yield Frame(
            entry=step.seq,
            when=_when(match, step),
            blocks=tuple(tell_entry(match, viewer, step.entry, step)),
            control=match.system.narrator.control(step.after, viewer),
            picture=_picture(match, viewer, step),
        )
    progress(count, count)


def _when(match: Match, step: Step) -> str:
    moment = match.system.narrator.moment(step.after)
    if not moment:
        return match.tongue.say("Entry {entry}", entry=step.seq)
    return match.tongue.say("Entry {entry}: {moment}", entry=step.seq, moment=moment)


def _picture(match: Match, viewer: Side, step: Step) -> MapPicture | None:
    """The map after a step, with the movements of this step on it."""
    picture = match.system.pictures.picture(step.after, viewer)
    if picture is None:
        return None
    arrows = event_news.movements(match.system, viewer, event_news.see_steps(match.system, viewer, (step,)))
    return replace(picture, arrows=arrows)
