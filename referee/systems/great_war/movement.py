"""Movement: one piece at a time, from area to adjacent area (4.1 to 4.3, 8.1)."""

from collections.abc import Iterator

from referee.systems.great_war import (
    control,
    game_events,
    offensives,
    reorganisation,
    reserves,
    stacking,
    transit,
    transport,
    units,
)
from referee.systems.great_war.course import Course
from referee.systems.great_war.position import Piece, Position, carried
from referee.systems.great_war.theatre import Theatre, refusal
from schemas.great_war.clauses import Clause
from schemas.great_war.events import AreaDisputed, PieceMoved
from schemas.great_war.orders import Move
from schemas.record import Objection, Side, listed


def objections(theatre: Theatre, position: Position, order: Move) -> Iterator[Objection]:
    """Everything the rules hold against a move."""
    piece = position.pieces.get(order.piece)
    if piece is None or piece.side != order.side:
        yield refusal(Clause.OWN_UNITS, f"you have no piece {order.piece} on the map")
        return
    unknown = [area for area in order.path if area not in theatre.areas]
    if closed := [theatre.area_name(area) for area in unknown if area in theatre.out_of_play]:
        yield refusal(Clause.OUT_OF_PLAY, f"{listed(closed)} cannot be entered")
        return
    if unknown:
        yield refusal(Clause.ADJACENT, f"there is no area {listed(unknown)}")
        return
    if piece.kind == "fort":
        yield refusal(Clause.FORTS_STAY, "forts never move")
        return
    if order.mode != "reserves":
        yield from offensives.one_move(position, piece.id)
        if order.card is not None:
            yield refusal(Clause.RESERVES, "this movement takes no card", "leave the card out")
    for moving in carried(position, piece):
        yield from game_events.forbidden(theatre, position, moving, "leave", piece.area)
    for step in order.path:
        yield from stacking.barred(theatre, carried(position, piece), step)
    yield from _allotment(theatre, position, piece, order)
    yield from _route(theatre, position, piece, order)
    yield from _arrival(theatre, position, piece, order)


def _allotment(theatre: Theatre, position: Position, piece: Piece, order: Move) -> Iterator[Objection]:
    if spent := _spent(theatre, piece, order):
        clause, fact = spent
        yield refusal(clause, f"{theatre.piece_name(piece)} {fact}")
    _, *within = carried(position, piece)
    tired: dict[str, list[str]] = {}
    for inside in within:
        if (spent := _spent(theatre, inside, order)) and not _rides(theatre, spent[0]):
            tired.setdefault(spent[1], []).append(theatre.piece_name(inside))
    for fact, names in tired.items():
        them = "it" if len(names) == 1 else "them"
        remedy = f"leave {them} behind, or {theatre.piece_name(piece)} stays"
        yield refusal(Clause.CARRIED, f"{listed(names)} {fact}", remedy)


def _rides(theatre: Theatre, clause: Clause) -> bool:
    """Whether an army carries a piece that has no areas left to move, by agreement (A-29)."""
    return clause == Clause.ALLOTMENT and theatre.chosen("carriage", "freely")


def _spent(theatre: Theatre, piece: Piece, order: Move) -> tuple[Clause, str] | None:
    """What a piece has used up that the order asks of it."""
    if piece.mode is not None and (piece.mode != order.mode or order.mode != "march"):
        return Clause.ONE_KIND, f"used {_by(piece.mode)} before in this turn"
    left = theatre.units[piece.kind].moves - piece.moved
    if order.mode == "march" and left < len(order.path):
        return Clause.ALLOTMENT, f"can still move {_areas(left)} this turn"
    return None


def _by(mode: str) -> str:
    return {
        "march": "normal movement",
        "rail": "rail movement",
        "sea": "sea movement",
        "reserves": "the reserves",
        "transit": "the way to another front",
    }.get(mode, "strategic movement")


def _areas(count: int) -> str:
    return "one area" if count == 1 else f"{max(count, 0)} areas"


def _route(theatre: Theatre, position: Position, piece: Piece, order: Move) -> Iterator[Objection]:
    match order.mode:
        case "march":
            yield from _march(theatre, position, piece, order.path)
        case "rail":
            yield from transport.rail(theatre, position, piece, order.path)
        case "strategic":
            yield from transport.strategic(theatre, position, piece, order.path)
        case "sea":
            yield from transport.sea(theatre, position, piece, order.path)
        case "reserves":
            yield from reserves.objections(theatre, position, piece, order)
        case "transit":
            yield from transit.objections(theatre, position, piece, order.path)


def _march(theatre: Theatre, position: Position, piece: Piece, path: tuple[str, ...]) -> Iterator[Objection]:
    """The march area by area; the first step that fails ends it."""
    here = piece.area
    status = control.status(position, here, piece.side)
    spent = first_entry(theatre, position)
    for step in path:
        against = tuple(_step(theatre, position, piece, here, status, step, spent))
        yield from against
        if against:
            return
        if step != path[-1]:
            yield from transport.passing(theatre, position, piece.side, step)
        if _counts_any_entry(theatre) and _status_to_enter(theatre, position, step, piece.side) == "enemy":
            spent = step
        status = _status_on_arrival(theatre, position, piece, step)
        here = step


def _step(
    theatre: Theatre,
    position: Position,
    piece: Piece,
    here: str,
    status: control.Status,
    step: str,
    spent: str,
) -> Iterator[Objection]:
    there = _status_to_enter(theatre, position, step, piece.side)
    name = theatre.area_name(step)
    if step not in theatre.areas[here].borders:
        near = listed([theatre.area_name(area) for area in theatre.areas[here].borders], "or")
        remedy = f"from there: {near}" if near else "it is left by sea only"
        if (box := theatre.transit_box) is not None and box.id in {here, step}:
            remedy = f"write: transit {piece.id} to {step}"
        yield refusal(Clause.ADJACENT, f"{name} does not border {theatre.area_name(here)}", remedy)
        return
    if there == "neutral":
        yield refusal(Clause.NEUTRAL, f"{name} is neutral and may not be entered")
    if there == "enemy":
        yield from _enemy_area(theatre, position, piece, here, status, step, spent)


def _status_to_enter(theatre: Theatre, position: Position, area: str, side: Side) -> control.Status:
    """The status that decides about entering: that of this instant, or that of the turn's start (A-98)."""
    now = position.now
    strict = theatre.options.get("following-units") == "turn-start-status"
    if strict and now is not None and area in now.enemy_at_start:
        return "enemy"
    return control.status(position, area, side)


def _enemy_area(
    theatre: Theatre,
    position: Position,
    piece: Piece,
    here: str,
    status: control.Status,
    step: str,
    spent: str,
) -> Iterator[Objection]:
    now = position.now
    name = theatre.area_name(step)
    for entering in carried(position, piece):
        yield from game_events.forbidden(theatre, position, entering, "enter-enemy-areas", step)
        if control.present(position, step, theatre.other(piece.side)):
            yield from game_events.forbidden(theatre, position, entering, "attack", step)
    if now is None or not now.attacks:
        yield refusal(
            Clause.ENEMY_NEEDS_OFFENSIVE, f"{name} is an enemy area, and no offensive was played this turn"
        )
    if status != "friendly":
        yield refusal(
            Clause.DISPUTED_TO_ENEMY,
            f"{theatre.area_name(here)} is {status}, and {name} is an enemy area",
            "only from a friendly area may a piece enter an enemy one",
        )
    second = spent not in {"", step} and _is_an_entry(theatre, position, piece.side, step)
    if now is not None and now.kind == "limited" and second:
        yield refusal(
            Clause.LIMITED_OFFENSIVE,
            f"a limited offensive allows one battle, and {theatre.area_name(spent)} was entered already",
        )


def _counts_any_entry(theatre: Theatre) -> bool:
    """Whether an enemy area without enemies uses up a limited offensive, too (A-24)."""
    return theatre.options.get("limited-offensive-counts") == "any-enemy-area"


def first_entry(theatre: Theatre, position: Position) -> str:
    """The area that a limited offensive was spent on."""
    now = position.now
    if now is None:
        return ""
    spent = now.entered if _counts_any_entry(theatre) else now.disputed
    return spent[0] if spent else ""


def _is_an_entry(theatre: Theatre, position: Position, side: Side, step: str) -> bool:
    """Whether entering an enemy area is an entry that a limited offensive pays for (A-24)."""
    every = _counts_any_entry(theatre) or theatre.chosen("empty-enemy-areas", "disputed")
    return every or control.present(position, step, theatre.other(side))


def _status_on_arrival(theatre: Theatre, position: Position, piece: Piece, area: str) -> control.Status:
    """What an area is to a side the moment its piece stands there."""
    if control.present(position, area, theatre.other(piece.side)):
        return "disputed"
    there = control.status(position, area, piece.side)
    if there == "enemy" and _fought_for(theatre, position, piece):
        return "disputed"
    return "friendly" if there == "enemy" and control.conquers(theatre, position, piece) else there


def _arrival(theatre: Theatre, position: Position, piece: Piece, order: Move) -> Iterator[Objection]:
    """What stands at the end of the path decides whether there is room."""
    there = order.path[-1]
    if order.into is not None:
        army = position.pieces.get(order.into)
        if army is None or army.kind != "army" or army.side != piece.side or army.area != there:
            yield refusal(
                Clause.ARMY_SAME_AREA, f"you have no army {order.into} in {theatre.area_name(there)}"
            )
            return
        yield from stacking.entry(theatre, position, (piece,), army)
        yield from reorganisation.kept_apart(theatre, piece, army, there)
    yield from reorganisation.absorbing(theatre, position, piece, order.absorb, there)
    count = stacking.after_arrival(position, piece, there, order.into, len(order.absorb))
    yield from stacking.crowded(theatre, there, count)


def outcome(theatre: Theatre, course: Course, order: Move) -> None:
    """The piece arrives; areas it leaves, passes and reaches change hands as they must."""
    piece = course.position.pieces[order.piece]
    origin, there = piece.area, order.path[-1]
    was = {area: control.status(course.position, area, piece.side) for area in order.path}
    course.add(
        PieceMoved(
            piece=piece.id, origin=origin, path=order.path, mode=order.mode, into=order.into, card=order.card
        )
    )
    for taken in sorted(order.absorb, key=lambda id: not course.position.pieces[id].entrenched):
        reorganisation.take_in(theatre, course, taken, piece.id)
    for area in order.path[:-1]:
        if was[area] == "enemy" and not control.present(course.position, area, theatre.other(piece.side)):
            _conquer(theatre, course, piece, area)
    if was[there] == "enemy" and control.status(course.position, there, piece.side) == "disputed":
        course.add(AreaDisputed(area=there, side=piece.side))
    elif was[there] == "enemy" and _fought_for(theatre, course.position, piece):
        course.add(AreaDisputed(area=there, side=piece.side, empty=True))
    for area in (origin, there):
        units.eliminate_stranded(course, area)
        course.settle(area)


def _fought_for(theatre: Theatre, position: Position, piece: Piece) -> bool:
    """Whether a piece that could take an empty enemy area has to declare a battle for it (A-23)."""
    return theatre.chosen("empty-enemy-areas", "disputed") and control.conquers(theatre, position, piece)


def _conquer(theatre: Theatre, course: Course, piece: Piece, area: str) -> None:
    """An empty enemy area falls to a piece that only rides through it (A-28)."""
    if control.conquers(theatre, course.position, piece) and not _fought_for(theatre, course.position, piece):
        course.take(area, piece.side)


def bunches(theatre: Theatre, position: Position, side: Side) -> Iterator[Iterator[Move]]:
    """Moves worth trying, piece by piece; pieces that nothing distinguishes are offered once."""
    reception = reorganisation.Reception(theatre, position, side)
    ways = transport.Ways(theatre, position, side)
    for piece in reorganisation.movers(position, side):
        yield _moves(theatre, piece, ways, reception)
    if (card := reserves.card(theatre, position, side)) is not None:
        for piece in reorganisation.representatives(position, side):
            if piece.mode is None:
                yield _reserves(theatre, position, piece, card, reception)


def _moves(
    theatre: Theatre, piece: Piece, ways: transport.Ways, reception: reorganisation.Reception
) -> Iterator[Move]:
    """All moves of a piece but those of the reserves."""
    for path in _marches(theatre, piece):
        yield from reception.arrivals(piece, path)
    for mode, path in ways.of(piece):
        yield from reception.arrivals(piece, path, mode)


def _reserves(
    theatre: Theatre, position: Position, piece: Piece, card: int, reception: reorganisation.Reception
) -> Iterator[Move]:
    """All moves of a piece as a reserve."""
    for path in reserves.ways(theatre, position, piece.area, piece.side):
        yield from reception.arrivals(piece, path, "reserves", card)


def _marches(theatre: Theatre, piece: Piece) -> Iterator[tuple[str, ...]]:
    """The paths a piece might still march, one area or two."""
    left = theatre.units[piece.kind].moves - piece.moved
    if left < 1 or piece.mode not in {None, "march"}:
        return
    for step in theatre.areas[piece.area].borders:
        yield (step,)
        if left > 1:
            yield from ((step, further) for further in theatre.areas[step].borders)
