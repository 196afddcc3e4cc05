"""Strategic reserves: one piece, any distance, by friendly areas (9.6, A-11)."""

from collections import deque
from collections.abc import Iterator

from referee.engine.facts import Objection, refuse
from referee.engine.memory import remember
from referee.systems.great_war.facts import control, hands
from referee.systems.great_war.movement import transport
from referee.systems.great_war.movement.refusals import Refusal
from referee.systems.great_war.state.position import Piece, PlayerTurn, Position
from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.great_war.clauses import Clause
from schemas.great_war.orders import Move
from schemas.record import Side

Path = tuple[str, ...]


def objections(theatre: GreatWarGame, position: Position, piece: Piece, order: Move) -> Iterator[Objection]:
    """Everything held against a move of the reserves."""
    now = position.now or PlayerTurn(order.side)
    if order.card is None:
        yield refuse(Clause.RESERVES, Refusal.RESERVES_NEED_CARD)
    else:
        yield from hands.missing(theatre, position, order.side, (order.card,))
        card = theatre.card(order.card)
        if card is not None and not card.reserves:
            yield refuse(Clause.RESERVES, Refusal.MOVES_NO_RESERVES, card=order.card)
    yield from hands.exchanged(position)
    if not now.attacks and now.reserves:
        yield refuse(Clause.RESERVES, Refusal.ONE_RESERVE_IN_A_PASS)
    if not now.attacks and now.mover == piece.id:
        yield refuse(Clause.RESERVES, Refusal.RESERVES_ARE_SECOND, piece=piece.id)
    yield from _way(theatre, position, piece, order.path)


def _way(theatre: GreatWarGame, position: Position, piece: Piece, path: Path) -> Iterator[Objection]:
    here, side = piece.area, piece.side
    if control.status(position, here, side) not in {"friendly", "disputed"}:
        yield control.hold_by_enemy(Clause.RESERVES_WAY, here)
    for step in path:
        if step not in theatre.areas[here].borders:
            yield refuse(Clause.ADJACENT, Refusal.NOT_ADJACENT, area=step, origin=here)
        here = step
    if path[-1] == piece.area:
        yield refuse(Clause.RESERVES_WAY, Refusal.RESERVES_STAND_THERE, area=here)
    for between in path[:-1]:
        if control.status(position, between, side) != "friendly":
            yield refuse(Clause.RESERVES_WAY, Refusal.NOT_FRIENDLY, area=between)
        yield from transport.passing(theatre, position, side, between, piece)
    match control.status(position, path[-1], side):
        case "enemy":
            yield control.hold_by_enemy(Clause.RESERVES_ENEMY, path[-1])
        case "neutral":
            yield refuse(Clause.NEUTRAL, Refusal.NEUTRAL_AREA, area=path[-1])
        case _:
            pass


def card(theatre: GreatWarGame, position: Position, side: Side) -> int | None:
    """A card of the hand that moves reserves."""
    hand = position.hand(side)
    held = (number for number in hand.cards if number not in hand.locked)
    return next((number for number in held if (kind := theatre.card(number)) and kind.reserves), None)


@remember
def ways(theatre: GreatWarGame, position: Position, area: str, side: Side) -> tuple[Path, ...]:
    """The shortest way to each area in reach."""
    return tuple(_ways(theatre, position, area, side))


def _ways(theatre: GreatWarGame, position: Position, area: str, side: Side) -> Iterator[Path]:
    seen = {area}
    frontier: deque[Path] = deque([()])
    while frontier:
        path = frontier.popleft()
        here = path[-1] if path else area
        if path:
            yield path
            full = any(transport.passing(theatre, position, side, here))
            if full or control.status(position, here, side) != "friendly":
                continue
        for near in theatre.areas[here].borders:
            if near not in seen and control.status(position, near, side) in {"friendly", "disputed"}:
                seen.add(near)
                frontier.append((*path, near))
