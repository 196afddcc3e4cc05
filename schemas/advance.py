"""Orders in advance, as a journal keeps them."""

from schemas.record import Record


class AdvanceOrder(Record):
    """What a side answers when it is asked a question: a line of a letter, read when the time comes.

    `subject` is what the question has to be about, where that matters: an area. `role` is what its side has
    to be in it, and `conditions` are what has to hold then. Unless it stands `always`, it is over with the
    player turn in which it was given: `since` is the entry that it was given in.
    """

    question: str
    subject: str = ""
    order: str
    role: str = ""
    conditions: tuple[str, ...] = ()
    always: bool = True
    since: int = 0

    def __str__(self) -> str:
        parts = (
            f"when {self.question}",
            f"in {self.subject}" if self.subject else "",
            f"as {self.role}" if self.role else "",
            f"if {' and '.join(self.conditions)}" if self.conditions else "",
            "always" if self.always else "",
        )
        return f"{' '.join(part for part in parts if part)}: {self.order}"


class AdvanceOrders(Record):
    """All that a side orders in advance from an entry on, for itself and the referee."""

    letter: str
    body: str | None = None
    message_id: str | None = None
    kept: tuple[AdvanceOrder, ...]
    padding: str = ""
    salt: str = ""
