"""Battles that can be asked about, each alone in a position that holds no secret."""

from collections.abc import Iterator

from msgspec.structs import replace

from referee.systems.great_war.combat import battles
from referee.systems.great_war.facts import control, hidden_templates
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Hand, Position
from referee.systems.great_war.state.tasks import DeclareBattles, FightBattles, MovePieces
from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.great_war.orders import Battle
from schemas.record import Side

UNDECIDED = frozenset({"undecided", "pass"})
"""Player turns without battles."""


def show_public(theatre: GreatWarGame, position: Position, viewer: Side) -> Position:
    """The position as a viewer may know it, and as if each hand were empty: no card enters the odds.

    Two positions that differ in what the viewer may not know come out alike.
    """
    seen = hidden_templates.show_to(theatre, position, viewer)
    return replace(seen, hands={side: Hand() for side in seen.map.sides}, pile=(), plans={}, bought={})


def list_areas(rules: GreatWar, position: Position) -> tuple[str, ...]:
    """The areas of the battle that is fought, of those that wait, and of those that can be declared now."""
    return tuple(dict.fromkeys(_list_areas(rules.theatre, position)))


def _list_areas(theatre: GreatWarGame, position: Position) -> Iterator[str]:
    now = position.now
    if now is None or now.kind in UNDECIDED:
        return
    if position.fight is not None:
        yield position.fight.area
    known = battles.list_announced(position) if battles.declaring(position) else now.battles
    yield from (area for area in known if area not in now.fought)
    if isinstance(position.task, MovePieces | DeclareBattles):
        for area in battles.possible(theatre, position, now.side):
            order = Battle(side=now.side, area=area)
            if area not in known and not any(battles.objections(theatre, position, order)):
                yield area


def open_battle(position: Position, area: str) -> Position:
    """The position in which the battle in an area goes on, or comes next and alone."""
    if position.fight is not None and position.fight.area == area:
        return position
    now = replace(position.playing, battles=(area,), fought=())
    return replace(position, now=now, fight=None, agenda=(FightBattles(now.side),))


def find_holder(position: Position, area: str) -> Side | None:
    """Who has an area in which one side is left: where none is, the one that had it (4.1, 8.4)."""
    left = [side for side in position.map.sides if control.present(position.map, area, side)]
    return left[0] if left else position.map.owner.get(area)


def is_over(position: Position, area: str) -> bool:
    """Whether the battle in an area has been fought."""
    return position.now is None or area in position.now.fought


def hides_armies(position: Position, area: str) -> bool:
    """Whether an army in an area holds what the reader of the position does not see."""
    return any(piece.filled for piece in position.map.at(area))
