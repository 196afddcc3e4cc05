"""The map of a match as one viewer may see it."""

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from referee.core.faults import Complaint, Misuse
from referee.core.remedy import meant
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


@runtime_checkable
class Measured(Protocol):
    """A rule system that can draw how far something reaches."""

    def drawable(self, state: Any, viewer: Side) -> tuple[str, ...]:
        """What the ranges of one viewer may be asked of, by id."""
        ...

    def measured(self, state: Any, viewer: Side, about: tuple[str, ...]) -> MapPicture:
        """The position as one viewer may see it, with the ranges of these."""
        ...


def picture(match: Match, viewer: Side, at: int | None = None, about: Sequence[str] = ()) -> MapPicture:
    """What is to be drawn, with the ranges of some if they are asked for; a game without a map has none."""
    rules, state, name = match.rules, match.position(at), match.bound.pack.game.name
    if not isinstance(rules, Pictured):
        raise Misuse(f"{name} is played without a map")
    if not about:
        return rules.picture(state, viewer)
    if not isinstance(rules, Measured):
        raise Misuse(f"{name} has no ranges to draw")
    known = rules.drawable(state, viewer)
    for one in about:
        if one not in known:
            fact = f"you have nothing called {one} to draw ranges of"
            raise Misuse(Complaint(text=fact, remedy=meant(one, known)))
    return rules.measured(state, viewer, tuple(about))


def drawn(picture: MapPicture) -> str:
    """The map as SVG."""
    return svg.write(picture)
