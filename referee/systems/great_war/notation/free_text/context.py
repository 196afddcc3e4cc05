"""The game and the position in which sentences are read."""

from collections.abc import Callable

from referee.i18n.name_matching import key
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import (
    ChooseOffensive,
    CombatCards,
    DeclareBattles,
    MakePlans,
    MovePieces,
    PassMove,
    RetreatAfter,
    RideOff,
    StandOrRetreat,
)
from schemas.great_war.orders import GreatWarOrder
from schemas.record import Side, Value

Orders = tuple[GreatWarOrder, ...]
ReadLine = Callable[[str], Orders]
Lines = list[str]


class Context(Value):
    """The game and the position in which sentences are read. `read_line` reads the line of an order.

    `side` is the writer's, `verbs` are the words that lines of orders begin with, and `before` are the texts
    above in the same line, to which pronouns refer.
    """

    theatre: GreatWarGame
    position: Position
    read_line: ReadLine
    side: Side
    verbs: frozenset[str]
    before: tuple[str, ...] = ()

    def find_card_words(self, number: str) -> frozenset[str] | None:
        """Return the words of the names of a card, or None for another number."""
        card = self.theatre.card(int(number)) if len(number) < 4 else None
        return None if card is None else frozenset(" ".join(map(key, (card.name, *card.names))).split())

    @property
    def asks_whether(self) -> bool:
        """True if the open question can be answered with `no`."""
        return self.retreats() or isinstance(self.position.task, CombatCards)

    @property
    def asks_once(self) -> bool:
        """True if nothing that one letter may answer as well follows the end of the open question."""
        return self.asks_whether or isinstance(self.position.task, MakePlans)

    def plays_cards(self) -> bool:
        """Return True if cards can be played."""
        return isinstance(self.position.task, ChooseOffensive | CombatCards | DeclareBattles)

    def moves(self) -> bool:
        """Return True if moves are asked."""
        return isinstance(self.position.task, ChooseOffensive | MovePieces | PassMove)

    def retreats(self) -> bool:
        """Return True if retreats are asked."""
        return isinstance(self.position.task, StandOrRetreat | RetreatAfter | RideOff)
