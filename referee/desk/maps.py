"""The map of a match as one viewer may see it."""

from referee.core.faults import Misuse
from referee.desk.matches import Match
from referee.writers import svg
from schemas.picture import MapPicture
from schemas.record import Side


def picture(match: Match, viewer: Side, at: int | None = None) -> MapPicture:
    """What is to be drawn; a game without a map has none."""
    draw = getattr(match.rules, "picture", None)
    if draw is None:
        raise Misuse(f"{match.bound.pack.game.name} is played without a map")
    shown: MapPicture = draw(match.position(at), viewer)
    return shown


def drawn(picture: MapPicture) -> str:
    """The map as SVG."""
    return svg.write(picture)
