"""The map of a match as one viewer may see it."""

from referee.core.faults import Misuse
from referee.core.system import Pictured
from referee.desk.matches import Match
from referee.writers import svg
from schemas.picture import MapPicture
from schemas.record import Side


def picture(match: Match, viewer: Side, at: int | None = None) -> MapPicture:
    """What is to be drawn; a game without a map has none."""
    if not isinstance(match.rules, Pictured):
        raise Misuse(f"{match.bound.pack.game.name} is played without a map")
    return match.rules.picture(match.position(at), viewer)


def drawn(picture: MapPicture) -> str:
    """The map as SVG."""
    return svg.write(picture)
