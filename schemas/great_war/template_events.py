"""What is seen, and what is not, of armies whose contents are hidden from the other side."""

from typing import Literal

from schemas.great_war.orders import Mode
from schemas.record import Event, Record, Revealed, Side


class TemplatesHidden(Event):
    """The armies of the `sides` hide what they hold, those of the `closed` ones from the reader."""

    type: Literal["templates-hidden"] = "templates-hidden"
    sides: tuple[Side, ...]
    closed: tuple[Side, ...] = ()


class ShownPiece(Record):
    """A piece inside an army, as it is seen when it is shown."""

    id: str
    army: str
    area: str
    entrenched: bool = False
    fortified: bool = False
    moved: int = 0
    mode: Mode | None = None
    retreated: bool = False


class PiecesShown(Event):
    """Hidden pieces are seen, because their side names them next."""

    type: Literal["pieces-shown"] = "pieces-shown"
    pieces: tuple[ShownPiece, ...]


class PiecesFound(Revealed):
    """Hidden pieces are seen, because something happens to them next that is not their side's choice."""

    type: Literal["pieces-found"] = "pieces-found"
    pieces: tuple[ShownPiece, ...]


class ArmiesShown(Revealed):
    """Armies let everybody see what they hold, for as long as the cause lasts."""

    type: Literal["armies-shown"] = "armies-shown"
    pieces: tuple[ShownPiece, ...]


class ArmiesLookedInto(Revealed):
    """What follows depends on what armies hide, whether anything comes of it or not."""

    type: Literal["armies-looked-into"] = "armies-looked-into"


class ArmyFilled(Event):
    """An army that was empty, as far as anybody saw, is not; nobody else saw what went in."""

    type: Literal["army-filled"] = "army-filled"
    army: str


class ArmyEmptied(Event):
    """An army holds nothing hidden any more."""

    type: Literal["army-emptied"] = "army-emptied"
    army: str


TemplateEvent = (
    TemplatesHidden | PiecesShown | PiecesFound | ArmiesShown | ArmiesLookedInto | ArmyFilled | ArmyEmptied
)
"""What is seen of hidden armies."""
