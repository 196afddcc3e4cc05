"""What is seen, and what is not, of armies whose contents are hidden from the other side."""

from schemas.great_war.orders import Mode
from schemas.record import Event, Record, Revealed, Side


class TemplatesHidden(Event, tag="templates-hidden"):
    """The armies of the `sides` hide what they hold, those of the `closed` ones from the reader."""

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


class PiecesShown(Event, tag="pieces-shown"):
    """Hidden pieces are seen, because their side names them next."""

    pieces: tuple[ShownPiece, ...]


class PiecesFound(Revealed, tag="pieces-found"):
    """Hidden pieces are seen, because something happens to them next that is not their side's choice."""

    pieces: tuple[ShownPiece, ...]


class ArmiesShown(Revealed, tag="armies-shown"):
    """Armies let everybody see what they hold, for as long as the cause lasts."""

    pieces: tuple[ShownPiece, ...]


class ArmiesLookedInto(Revealed, tag="armies-looked-into"):
    """What follows depends on what armies hide, whether anything comes of it or not."""


class ArmyFilled(Event, tag="army-filled"):
    """An army that was empty, as far as anybody saw, is not; others did not see what went in."""

    army: str


class ArmyEmptied(Event, tag="army-emptied"):
    """An army holds nothing hidden any more."""

    army: str


TemplateEvent = (
    TemplatesHidden | PiecesShown | PiecesFound | ArmiesShown | ArmiesLookedInto | ArmyFilled | ArmyEmptied
)
"""What is seen of hidden armies."""
