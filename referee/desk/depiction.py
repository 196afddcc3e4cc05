"""What a rule system may offer beside the rules: maps, the course of a war at a glance, and its score."""

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from schemas.document import Block
from schemas.picture import MapPicture, PictureArrow
from schemas.record import Event, Side


@runtime_checkable
class Pictured(Protocol):
    """A rule system whose positions can be drawn."""

    def picture(self, state: Any, viewer: Side) -> MapPicture:
        """The position as one viewer may see it, before it is drawn."""
        ...


@runtime_checkable
class Chronicled(Protocol):
    """A rule system that tells at a glance what a viewer saw happen."""

    def moment(self, state: Any) -> str:
        """When it is, in the words of the game."""
        ...

    def digest(self, state: Any, events: Sequence[Event]) -> tuple[Block, ...]:
        """What these events amount to; `state` is the position before them."""
        ...

    def movements(self, state: Any, events: Sequence[Event]) -> tuple[PictureArrow, ...]:
        """The ways that pieces went in these events."""
        ...
