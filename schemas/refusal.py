"""What a refusal keeps of a letter."""

from collections.abc import Mapping

from schemas.record import FiledObjection, JsonValue, Record


class Fallen(Record):
    """A refused line of a letter as it is filed: an order and the objections, or a line that is no order.

    `fact` and `parameters` are what is said of a line that is no order, as data; earlier entries have none.
    `spelled` are the lines of `nearest` that name a subject: before it, its id, behind it.
    """

    line: int
    column: int = 1
    text: str
    order: str = ""
    objections: tuple[FiledObjection, ...] = ()
    unreadable: str = ""
    remedy: str = ""
    fact: str = ""
    parameters: Mapping[str, JsonValue] = {}
    nearest: tuple[str, ...] = ()
    spelled: tuple[tuple[str, str, str], ...] = ()


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
