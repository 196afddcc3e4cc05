"""Types of the tables of orders and their entries, for the Great War."""

from typing import TypeAlias

from referee.engine import orders
from referee.systems.great_war.events.recorder import EventRecorder
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Position
from schemas.great_war.orders import GreatWarOrder

order_kind = orders.order_kind

Kind: TypeAlias = orders.OrderKind[GreatWarGame, Position, EventRecorder, GreatWarOrder]
"""One kind of order, as the answer to some questions."""

Kinds: TypeAlias = tuple[Kind, ...]
"""Some of the orders of a chapter, in the order in which they are offered."""

Table: TypeAlias = orders.OrderIndex[GreatWarGame, Position, EventRecorder, GreatWarOrder]
"""All kinds of orders; questions are known by the type of their task, sealed plans by the task itself."""
