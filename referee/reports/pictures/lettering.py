"""Parts of a text picture: characters in lines."""

from referee.values.value import Value
from schemas.record import Side
from schemas.reports.picture import MapPicture

TALL = 2
"""A line of letters is about twice as high as a letter is wide."""


class Token(Value):
    """Signs that stand side by side: column, words, and the side whose colour they may have."""

    column: int
    text: str
    side: Side | None

    @property
    def end(self) -> int:
        """The column behind it."""
        return self.column + len(self.text)


def height(picture: MapPicture, room: int) -> int:
    """The lines of a picture that is so many columns wide."""
    return max(1, room * picture.height // (TALL * picture.width))
