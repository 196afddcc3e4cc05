"""What a refusal keeps of a letter."""

from schemas.record import FiledObjection, Record


class Fallen(Record):
    """A refused line of a letter as it is filed: an order and the objections, or a line that is no order."""

    line: int
    column: int = 1
    text: str
    order: str = ""
    objections: tuple[FiledObjection, ...] = ()
    unreadable: str = ""
    remedy: str = ""
    nearest: tuple[str, ...] = ()


class RefusedLetter(Record):
    """What a refusal keeps of a letter, for its sender and the referee."""

    letter: str
    body: str | None = None
    message_id: str | None = None
    text: str
    fallen: tuple[Fallen, ...]
    unheard: tuple[int, ...] = ()
    padding: str = ""
    salt: str = ""
