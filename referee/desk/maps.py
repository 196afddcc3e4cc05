"""The map of a match as one viewer may see it."""

from typing import Any, Protocol, runtime_checkable

from referee.core.faults import Misuse
from referee.desk.matches import Match
from referee.writers import svg
from schemas.picture import MapPicture
from schemas.record import Side


@runtime_checkable
class Pictured(Protocol):
    """A rule system whose positions can be drawn."""

    def picture(self, state: Any, viewer: Side) -> MapPicture:
        """The position as one viewer may see it, before it is drawn."""
        ...


def picture(match: Match, viewer: Side, at: int | None = None) -> MapPicture:
    """What is to be drawn; a game without a map has none."""
    if not isinstance(match.rules, Pictured):
        raise Misuse(f"{match.bound.pack.game.name} is played without a map")
    return match.rules.picture(match.position(at), viewer)


def drawn(picture: MapPicture) -> str:
    """The map as SVG."""
    return svg.write(picture)
