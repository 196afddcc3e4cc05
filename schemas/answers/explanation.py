"""What a rulebook has to say: the record behind `explain --json`."""

from typing import Literal

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


class ExplainedFact(Record):
    """What a code stands for: a fault of what was typed, sent or filed, or the refusal of an order.

    The parts of its text and of what helps stand in braces; `packs` are those whose rules refuse for it.
    """

    code: str
    kind: Literal["fault", "refusal"]
    text: str
    remedy: str = ""
    parts: tuple[str, ...] = ()
    packs: tuple[str, ...] = ()


class Explanation(Record):
    """All there is under one number or meaning of a rulebook, the id of a ruling, or the code of a fact."""

    clauses: tuple[Explained, ...] = ()
    rulings: tuple[ExplainedRuling, ...] = ()
    facts: tuple[ExplainedFact, ...] = ()
