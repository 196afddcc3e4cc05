"""The map of a match as one viewer may see it."""

from referee.core.faults import Misuse
from referee.desk import history, recent
from referee.desk.depiction import Pictured
from referee.desk.matches import Match
from referee.writers import svg
from schemas.picture import MapPicture
from schemas.record import Side


def picture(match: Match, viewer: Side, *, at: int | None = None, since: int | None = None) -> MapPicture:
    """What is to be drawn, with the movements since an entry; a game without a map has none."""
    if not isinstance(match.rules, Pictured):
        raise Misuse(f"{match.bound.pack.game.name} is played without a map")
    entries = match.entries_seen(at)
    steps = tuple(history.steps(match.rules, entries))
    state = steps[-1].after if steps else match.rules.start()
    moved = recent.movements(match.rules, viewer, steps, recent.begin(match, viewer, entries, since))
    return match.rules.picture(state, viewer).model_copy(update={"arrows": moved})


def drawn(picture: MapPicture) -> str:
    """The map as SVG."""
    return svg.write(picture)
