"""The course of a match, step by step, as one viewer may know it."""

from collections.abc import Iterator

from msgspec.structs import replace

from referee.engine.progress import Progress, unwatched
from referee.matches.history import Step
from referee.matches.matches import Match
from referee.reports import recent
from referee.reports.documents import mark_secret, sides
from referee.reports.formats import replay
from referee.reports.formats.replay import Frame
from referee.reports.parts.captions import tell_entry
from schemas.record import Side
from schemas.reports.picture import MapPicture


def page(match: Match, viewer: Side, progress: Progress = unwatched) -> str:
    """One page with every entry that stands."""
    colours = {side.side: side.colour for side in sides(match)}
    title = match.tongue.say(
        "{match}: {game}, view of {viewer}",
        match=match.name,
        game=match.bound.pack.game.name,
        viewer=match.bound.name_of(viewer),
    )
    title = mark_secret(match, viewer, title)
    return replay.write(title, _frames(match, viewer, progress), colours, match.tongue)


def _frames(match: Match, viewer: Side, progress: Progress) -> Iterator[Frame]:
    count = len(match.standing())
    for number, step in enumerate(match.steps()):
        progress(number, count)
        yield Frame(
            entry=step.seq,
            when=_when(match, step),
            told=tuple(tell_entry(match, viewer, step.entry, step)),
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
    moved = recent.movements(match.system, viewer, recent.see_steps(match.system, viewer, (step,)))
    return replace(picture, arrows=moved)
