"""Attrition of pieces out of supply (2.0-V-1, 6.5, A-74)."""

from collections.abc import Iterator

from referee.engine.facts import Objection, refuse
from referee.systems.great_war.combat import removals
from referee.systems.great_war.events.recorder import EventRecorder
from referee.systems.great_war.facts import control, unknown_ids
from referee.systems.great_war.season import plans
from referee.systems.great_war.season.refusals import Refusal
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Piece, Plan, Position, list_distinct, strength
from schemas.great_war.clauses import Clause
from schemas.great_war.events import FortReduced, PieceLost
from schemas.great_war.orders import Forfeit
from schemas.great_war.plan_events import PlanClosed, SupplyChecked
from schemas.record import Side


def check(theatre: GreatWarGame, course: EventRecorder) -> None:
    """Mark every army, fort and single piece that no line of supply reaches; neutral pieces are in supply."""
    position = course.position
    ids: list[str] = []
    for side in theatre.sides:
        lines = control.Lines(theatre, position.map, side)
        ids += [
            piece.id
            for piece in position.map.owned(side)
            if piece.army is None
            and piece.area in position.map.owner
            and not lines.feed(piece.area, piece.nation)
        ]
    course.add(SupplyChecked(unsupplied=tuple(ids)))


def removable(theatre: GreatWarGame, position: Position, army: Piece) -> tuple[Piece, ...]:
    """Return the pieces that an army may lose."""
    return tuple(piece for piece in position.map.contents(army.id) if theatre.units[piece.kind].removable)


def choosing(theatre: GreatWarGame, position: Position, side: Side) -> tuple[Piece, ...]:
    """The armies whose owner has a choice what they lose."""
    return tuple(
        piece
        for piece in position.map.owned(side)
        if piece.id in position.map.unsupplied
        and piece.kind == "army"
        and strength(position.map, piece) > 1
        and len({candidate.likeness for candidate in removable(theatre, position, piece)}) > 1
    )


def open_armies(theatre: GreatWarGame, position: Position, side: Side) -> tuple[Piece, ...]:
    """Those of the armies with a choice for which the side's plan has not made it."""
    paid = {position.map.pieces[id].army for id in choose(position.plan(side))}
    return tuple(army for army in choosing(theatre, position, side) if army.id not in paid)


def choose(plan: Plan) -> tuple[str, ...]:
    """The pieces that a plan gives up."""
    return tuple(event.piece for event in plan.planned if isinstance(event, PieceLost))


def objections(theatre: GreatWarGame, position: Position, order: Forfeit) -> Iterator[Objection]:
    """Everything the rules hold against losing this piece."""
    piece = position.map.pieces.get(order.piece)
    if piece is None or piece.side != order.side:
        yield unknown_ids.no_piece(order.piece)
    elif piece.army not in {army.id for army in open_armies(theatre, position, order.side)}:
        yield refuse(Clause.ATTRITION, Refusal.NO_LOSS_DUE, piece=piece.id)
    elif not theatre.units[piece.kind].removable:
        yield refuse(Clause.ATTRITION, Refusal.CANNOT_BE_CHOSEN, piece=piece.id)


def outcome(course: EventRecorder, order: Forfeit) -> None:
    """The loss is planned; the plan is closed with the last one."""
    piece = course.position.map.pieces[order.piece]
    plans.intend(course, order.side, PieceLost(piece=piece.id, area=piece.area, fate="out-of-supply"))
    if not open_armies(course.theatre, course.position, order.side):
        course.add(PlanClosed(side=order.side))


def options(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[Forfeit]:
    """The pieces that may be lost, auxiliaries before infantry; like pieces are offered once."""
    for army in open_armies(theatre, position, side):
        able = list_distinct(removable(theatre, position, army))
        for piece in sorted(able, key=lambda held: (held.kind in theatre.infantry, held.id)):
            yield Forfeit(side=side, piece=piece.id)


def resolve(theatre: GreatWarGame, course: EventRecorder, given_up: frozenset[str]) -> None:
    """Apply all losses together; then the sides with pieces left control the areas."""
    position = course.position
    victims = [piece for piece in position.map.pieces.values() if piece.id in position.map.unsupplied]
    for piece in victims:
        match piece.kind:
            case "fort" if piece.strength > 1:
                course.add(FortReduced(fort=piece.id, area=piece.area, strength=piece.strength - 1))
            case "army" if strength(position.map, piece) > 1:
                losses = removable(theatre, position, piece)
                lost = next((one for one in losses if one.id in given_up), losses[0])
                course.add(PieceLost(piece=lost.id, area=piece.area, fate="out-of-supply"))
            case _:
                _lose(course, position, piece)
    for area in dict.fromkeys(piece.area for piece in victims):
        removals.eliminate_stranded(course, area)
        course.settle(area)


def _lose(course: EventRecorder, position: Position, piece: Piece) -> None:
    inside = position.map.contents(piece.id) if piece.kind == "army" else iter(())
    for gone in (*inside, piece):
        course.add(PieceLost(piece=gone.id, area=gone.area, fate="out-of-supply"))
