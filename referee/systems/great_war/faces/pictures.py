"""The pictures of the Great War family: the map, the ways of pieces, the score."""

from collections.abc import Sequence

from referee.systems import faces
from referee.systems.great_war.language.language import GreatWarLanguage
from referee.systems.great_war.narrative import control, digest, map, pieces
from referee.systems.great_war.state.position import Position
from schemas.great_war.events import GreatWarEvent
from schemas.record import Side
from schemas.reports import Band, MapPicture, PictureArrow, Score


class GreatWarPictures(faces.Pictures[Position, GreatWarEvent]):
    """Draws one theatre, with names in one language."""

    def __init__(self, teller: GreatWarLanguage) -> None:
        self._teller = teller

    def picture(self, state: Position, viewer: Side) -> MapPicture:
        return map.picture(self._teller, state, viewer)

    def movements(
        self, state: Position, events: Sequence[GreatWarEvent], viewer: Side
    ) -> tuple[PictureArrow, ...]:
        return digest.movements(self._teller, self._teller.show_to(state, viewer), events)

    def bands(self) -> tuple[Band, ...]:
        return control.bands(self._teller)

    def score(self, state: Position, viewer: Side) -> Score:  # noqa: ARG002 - all of it is public
        return control.score(self._teller, state)

    @property
    def measure(self) -> str:
        return self._teller.say(control.MEASURE)

    @property
    def letters(self) -> tuple[tuple[str, str], ...]:
        return pieces.list_letters(self._teller)

    @property
    def holding(self) -> str:
        return self._teller.say(control.HOLDING)
