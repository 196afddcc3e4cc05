"""The position in which a letter is searched for orders, and the orders that are found."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from referee.faults import Unreadable
from referee.systems.great_war.flow import judgement
from referee.systems.great_war.notation.proposals.mentions import Mention, Names
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import Task
from referee.systems.proposed_orders import Tried, UnreadWords
from schemas.great_war.orders import Done, GreatWarOrder, Lose, Move
from schemas.record import Side

Orders = tuple[GreatWarOrder, ...]
Try = Callable[[Position, GreatWarOrder], Tried[Position]]
ReadLine = Callable[[Position, str], Orders]
ReadSentences = Callable[[Position, str], Orders | None]

REPEATED = Done | Lose
"""Orders that a letter may hold several times."""

MOST_ORDERS = 40
"""Highest number of orders in a proposal."""


class Search(Struct):
    """A search for orders in a letter. Each order that is found is played before the next one is looked for.

    `position` is the real position, of which only the view of the side is read. It is None once a roll or a
    hidden draw would follow. `first` is the first position, and `start` its view. `words` is the sentence
    that is read, `unit` the kind of piece that was named last, `passes` are sentences that give up an
    offensive, and `stands` is the first sentence that answers the whole question with no. `wishes` are
    standing orders with their sentences, `battles` areas of battles that follow the moves, and
    `battle_areas` those of certain battles. `pays` says that the sentence before pays hits with cards.
    Illegal orders are kept if the search `is_judged_later`. It `is_guess` if names alone say what is meant.
    """

    names: Names
    position: Position | None
    attempt: Try
    read_line: ReadLine
    show: Callable[[Position], Position]
    read_sentences: ReadSentences | None = None
    words: str = ""
    orders: list[tuple[str, GreatWarOrder]] = field(default_factory=list[tuple[str, GreatWarOrder]])
    unread: list[UnreadWords] = field(default_factory=list[UnreadWords])
    unit: Mention | None = None
    passes: list[str] = field(default_factory=list[str])
    stands: str = ""
    pays: bool = False
    battles: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    battle_areas: list[str] = field(default_factory=list[str])
    start: Position | None = None
    first: Position | None = None
    is_judged_later: bool = False
    is_guess: bool = False
    wishes: dict[str, str] = field(default_factory=dict[str, str])

    @property
    def theatre(self) -> GreatWarGame:
        """The game."""
        return self.names.theatre

    @property
    def side(self) -> Side:
        """The writer's side."""
        return self.names.side

    @property
    def view(self) -> Position | None:
        """The position as the writer knows it, or None if no question to the side is open."""
        return None if self.position is None else self.show(self.position)

    @property
    def task(self) -> Task | None:
        """The open question."""
        view = self.view
        return None if view is None else view.task

    def list_options(self) -> Iterator[GreatWarOrder]:
        """Yield the answers to the open question that are worth trying."""
        view = self.view
        if view is not None:
            yield from judgement.options(self.theatre, view, self.side)

    def judge(self, orders: Iterable[GreatWarOrder]) -> Tried[Position] | None:
        """Return the result of orders one after the other, or None if no question is open."""
        position, result = self.position, None
        for order in orders:
            if position is None:
                return None
            result = self.attempt(position, order)
            if result.objections:
                return result
            position = result.after
        return result

    def is_legal(self, orders: Sequence[GreatWarOrder]) -> bool:
        """Return True if orders are legal one after the other."""
        result = self.judge(orders)
        return result is not None and not result.objections

    def read(self, *lines: str) -> Orders | None:
        """Return the orders of lines, or None if one is not an order."""
        if self.position is None:
            return None
        try:
            return tuple(order for line in lines for order in self.read_line(self.position, line))
        except Unreadable:
            return None

    def take(self, orders: Sequence[GreatWarOrder]) -> bool:
        """Add legal orders to the proposal, each once. Return False if one is not legal."""
        old = [order for _, order in self.orders]
        new: list[GreatWarOrder] = []
        for one in orders:
            if isinstance(one, REPEATED) or one not in (*old, *new):
                new.append(one)
        if not new:
            return True
        result = self.judge(new)
        if self.position is None or result is None or len(self.orders) + len(new) > MOST_ORDERS:
            return False
        if result.objections and not self.is_judged_later:
            return False
        self.orders += [(self.words, order) for order in new]
        self.position = self.position if self.is_judged_later else result.after
        return True

    def insert(self, words: str, orders: Sequence[GreatWarOrder]) -> bool:
        """Propose orders before the others. Return False and change nothing if not all are legal then."""
        first = next((at for at, (_, one) in enumerate(self.orders) if isinstance(one, Move)), 0)
        longer = [*self.orders[:first], *((words, order) for order in orders), *self.orders[first:]]
        position = self.first
        for _, order in longer:
            result = None if position is None else self.attempt(position, order)
            if result is None or result.objections:
                return False
            position = result.after
        self.orders, self.position = longer, position
        return True

    def copy(self) -> "Search":
        """Return a search that finds orders without changing this one."""
        return replace(
            self,
            orders=[*self.orders],
            unread=[*self.unread],
            passes=[*self.passes],
            battles=[*self.battles],
            battle_areas=[*self.battle_areas],
            wishes={**self.wishes},
        )

    def has_more_than(self, other: "Search") -> bool:
        """Return True if something was found that another search did not find."""

        def list_found(search: "Search") -> tuple[object, ...]:
            return search.orders, search.unread, search.battles, search.wishes

        return list_found(self) != list_found(other)

    def leave(self, orders: Sequence[GreatWarOrder] = ()) -> None:
        """Note a sentence that was not read, with the order that it means if that is illegal."""
        result = self.judge(orders) if orders else None
        objections = result.objections if result is not None else ()
        order = orders[0] if objections else None
        if all(one.words != self.words or (order and one.order != order) for one in self.unread):
            self.unread.append(UnreadWords(self.words, order, objections))
