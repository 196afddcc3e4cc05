"""Orders that a letter in free words probably means. Nothing of them is played before the writer agrees."""

from typing import Generic

from referee.engine.facts import Objection
from referee.engine.system import OrderT, StateT
from schemas.model import Order
from schemas.record import Value


class Tried(Value, Generic[StateT]):
    """The result of an order that was only tried: the objections, or the position after it.

    `after` is None if a roll or a hidden draw follows, which ends the search.
    """

    objections: tuple[Objection, ...] = ()
    after: StateT | None = None


class ProposedOrder(Value, Generic[OrderT]):
    """An order that a letter in free words probably means, and these words."""

    words: str
    order: OrderT


class UnreadWords(Value):
    """Words that seem to hold an order, and the order with its objections if it is illegal."""

    words: str
    order: Order | None = None
    objections: tuple[Objection, ...] = ()


class Proposal(Value, Generic[OrderT]):
    """Orders that a letter in free words probably means, in their order, and the words that are not read.

    `wishes` are words with the standing orders that they ask for, as lines. It `is_guess` if names alone
    say what is meant.
    """

    orders: tuple[ProposedOrder[OrderT], ...] = ()
    wishes: tuple[tuple[str, str], ...] = ()
    unread: tuple[UnreadWords, ...] = ()
    is_guess: bool = False
