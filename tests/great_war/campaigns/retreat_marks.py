"""Who has retreated in a player turn, booked from events alone: no retreat moves a marked piece."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from referee.systems.great_war.state.position import Position
from schemas.great_war.events import GreatWarEvent, PieceRetreated, PieceStayed, TurnClosed, TurnOpened


@dataclass
class RetreatMarks:
    """The pieces that have retreated since the player turn opened, and how often what happened."""

    marked: set[str] = field(default_factory=set[str])
    met: Counter[str] = field(default_factory=Counter[str])

    def enter(self, position: Position, event: GreatWarEvent) -> Iterator[str]:
        """Book an event that happens in a position; pieces that retreat a second time are told."""
        match event:
            case TurnOpened() | TurnClosed():
                self.marked.clear()
            case PieceRetreated(piece=id, to=to):
                inside = {piece.id for piece in position.map.pieces.values() if piece.army == id}
                if twice := sorted(self.marked & {id, *inside}):
                    yield f"{', '.join(twice)} retreated a second time"
                self.marked |= {id, *inside}
                self.met["retreats"] += 1
                self.met["retreats into armies of a coming battle"] += event.into is not None and pending(
                    position, to
                )
            case PieceStayed():
                self.met["marked pieces left behind"] += event.army is not None
                self.met["armies of marked pieces that stayed"] += event.army is None
            case _:
                pass


def pending(position: Position, area: str) -> bool:
    """Whether a battle is declared in an area that is not fought yet."""
    now, fight = position.now, position.fight
    if now is None or (fight is not None and fight.area == area):
        return False
    return area in now.battles and area not in now.fought
