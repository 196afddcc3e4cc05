"""The pictures of the skirmish family: the table, ranges, movements of figures, points."""

from collections.abc import Sequence

from referee.systems import faces
from referee.systems.skirmish.language.language import SkirmishLanguage
from referee.systems.skirmish.narrative import digest, picture, score
from referee.systems.skirmish.state.position import Position
from schemas.record import Side
from schemas.reports import MapPicture, PictureArrow, Score
from schemas.skirmish.events import SkirmishEvent


class SkirmishPictures(faces.Pictures[Position, SkirmishEvent]):
    """Draws one table, with names in one language."""

    def __init__(self, teller: SkirmishLanguage) -> None:
        self._teller = teller

    def picture(self, state: Position, viewer: Side) -> MapPicture:
        return picture.picture(self._teller, state, viewer)

    def drawable(self, state: Position, viewer: Side) -> tuple[str, ...]:
        return picture.drawable(self._teller, state, viewer)

    def draw_ranges(self, state: Position, viewer: Side, about: tuple[str, ...]) -> MapPicture:
        return picture.picture(self._teller, state, viewer, about)

    def movements(
        self,
        state: Position,
        events: Sequence[SkirmishEvent],
        viewer: Side,  # noqa: ARG002 - the events are redacted already
    ) -> tuple[PictureArrow, ...]:
        return digest.movements(self._teller, state, events)

    def score(self, state: Position, viewer: Side) -> Score:
        return score.score(self._teller, state, viewer)

    @property
    def measure(self) -> str:
        return self._teller.say(score.MEASURE)

    @property
    def holding(self) -> str:
        """Name of the second figure by which the sides are compared."""
        return self._teller.say(score.HOLDING)
