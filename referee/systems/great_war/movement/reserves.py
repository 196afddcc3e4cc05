"""Strategic reserves: one piece, any distance, by friendly areas (9.6, A-11)."""

from collections import deque
from collections.abc import Iterator

from referee.engine.facts import Objection, Objections, refuse
from referee.engine.values import cached
from referee.systems.great_war.facts import control, turn_sequence
from referee.systems.great_war.movement import transport
from referee.systems.great_war.movement.refusals import Refusal
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Piece, PlayerTurn, Position
from schemas.great_war.clauses import Clause
from schemas.record import Side

Path = tuple[str, ...]


def object_to_play(theatre: GreatWarGame, position: Position, piece: Piece, card: int | None) -> Objections:
    """Yield the objections to playing a card for a move in reserve, for any destination."""
    now = position.now or PlayerTurn(piece.side)
    if card is None:
        cards = [theatre.card(number) for number in position.hand(piece.side).cards]
        has_card = any(one is not None and one.reserves for one in cards)
        fact = Refusal.RESERVES_NEED_CARD if has_card else Refusal.NO_CARD_FOR_RESERVES
        yield refuse(Clause.RESERVES, fact)
    else:
        yield from turn_sequence.missing_cards(theatre, position, piece.side, (card,))
        kind = theatre.card(card)
        if kind is not None and not kind.reserves:
            yield refuse(Clause.RESERVES, Refusal.MOVES_NO_RESERVES, card=card)
    yield from turn_sequence.exchanged(position)
    if not now.attacks and now.reserves:
        yield refuse(Clause.RESERVES, Refusal.ONE_RESERVE_IN_A_PASS)
    if not now.attacks and now.mover == piece.id:
        yield refuse(Clause.RESERVES, Refusal.RESERVES_ARE_SECOND, piece=piece.id)


def object_to_way(theatre: GreatWarGame, position: Position, piece: Piece, path: Path) -> Objections:
    """Yield the objections to the way of a reserve."""
    here, side, goal = piece.area, piece.side, path[-1]
    comes_back = piece.id if here in path[:-1] else ""
    if control.status(position.map, here, side) not in {"friendly", "disputed"}:
        yield control.hold_by_enemy(Clause.RESERVES_WAY, here)
    for step in path[:-1]:
        yield from _leg(theatre, position, here, step, side, comes_back)
        here = step
    status = control.status(position.map, goal, side)
    if goal == piece.area:
        yield refuse(Clause.RESERVES_WAY, Refusal.RESERVES_STAND_THERE, area=goal)
    elif goal in theatre.areas[here].borders:
        pass
    elif here != piece.area:
        yield refuse(Clause.ADJACENT, Refusal.NOT_ADJACENT, area=goal, origin=here)
    elif status in {"friendly", "disputed"}:
        # The order names only its goal, and there is no way to it.
        yield refuse(Clause.RESERVES_WAY, Refusal.NO_WAY_FOR_RESERVES, area=goal, origin=here)
    match status:
        case "enemy":
            yield control.hold_by_enemy(Clause.RESERVES_ENEMY, goal)
        case "neutral":
            yield refuse(Clause.NEUTRAL, Refusal.NEUTRAL_AREA, area=goal)
        case _:
            pass


@cached
def _leg(
    theatre: GreatWarGame, position: Position, here: str, step: str, side: Side, mover: str
) -> tuple[Objection, ...]:
    """Return the objections to going on through an area; called for every way through it.

    `mover` is a piece that returns to the area in which it made room.
    """
    return tuple(_object_to_leg(theatre, position, here, step, side, position.map.pieces.get(mover)))


def _object_to_leg(
    theatre: GreatWarGame, position: Position, here: str, step: str, side: Side, mover: Piece | None
) -> Objections:
    if step not in theatre.areas[here].borders:
        yield refuse(Clause.ADJACENT, Refusal.NOT_ADJACENT, area=step, origin=here)
    if control.status(position.map, step, side) != "friendly":
        yield refuse(Clause.RESERVES_WAY, Refusal.NOT_FRIENDLY, area=step)
    yield from transport.passing(theatre, position, side, step, mover)


def card(theatre: GreatWarGame, position: Position, side: Side) -> int | None:
    """A card of the hand that moves reserves."""
    hand = position.hand(side)
    numbers = (number for number in hand.cards if number not in hand.locked)
    return next((number for number in numbers if (kind := theatre.card(number)) and kind.reserves), None)


@cached
def ways(theatre: GreatWarGame, position: Position, area: str, side: Side) -> tuple[Path, ...]:
    """The shortest way to each area in reach."""
    return tuple(_ways(theatre, position, area, side))


@cached
def _reception(theatre: GreatWarGame, position: Position, side: Side) -> frozenset[str]:
    """Return the legal destinations of reserves."""
    return frozenset(
        area for area in theatre.areas
        if control.status(position.map, area, side) in {"friendly", "disputed"}
    )  # fmt: skip


def _ways(theatre: GreatWarGame, position: Position, area: str, side: Side) -> Iterator[Path]:
    visits, reception = {area}, _reception(theatre, position, side)
    frontier: deque[Path] = deque([()])
    while frontier:
        path = frontier.popleft()
        here = path[-1] if path else area
        if path:
            yield path
            before = path[-2] if len(path) > 1 else area
            if _leg(theatre, position, before, here, side, ""):
                continue
        for near in theatre.areas[here].borders:
            if near not in visits and near in reception:
                visits.add(near)
                frontier.append((*path, near))
