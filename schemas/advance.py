"""Orders in advance, as a journal keeps them."""

from schemas.record import Record


class AdvanceOrder(Record):
    """What a side answers when it is asked a question: a line of a letter, read when the time comes.

    `subject` is what the question has to be about, where that matters: an area.
    """

    question: str
    subject: str = ""
    order: str

    def __str__(self) -> str:
        where = f" in {self.subject}" if self.subject else ""
        return f"when {self.question}{where}: {self.order}"


class AdvanceOrders(Record):
    """All that a side orders in advance from an entry on, for itself and the referee."""

    letter: str
    body: str | None = None
    message_id: str | None = None
    kept: tuple[AdvanceOrder, ...]
    padding: str = ""
    salt: str = ""
