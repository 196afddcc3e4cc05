"""What a rulebook has to say: the record behind `explain --json`."""

from schemas.record import Record


class Explained(Record):
    """A clause of a rulebook with its meanings and the rulings that speak of it."""

    pack: str
    book: str
    number: str
    title: str
    rule: str
    meanings: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()


class ExplainedRuling(Record):
    """How a gap or a contradiction of a rulebook is settled."""

    pack: str
    id: str
    title: str
    text: str
    because: str


class Explanation(Record):
    """Everything the rulebooks have under one number or meaning, or a ruling by its id."""

    clauses: tuple[Explained, ...] = ()
    rulings: tuple[ExplainedRuling, ...] = ()
