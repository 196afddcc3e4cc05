"""Movement: one piece at a time, from area to adjacent area (4.1 to 4.3, 8.1)."""

from collections.abc import Iterator, Mapping

from referee.engine.facts import Objection
from referee.engine.tongue import message
from referee.engine.values import dataclass
from referee.systems.great_war.combat import battles, units
from referee.systems.great_war.events.course import Course
from referee.systems.great_war.facts import control, restraints, stacking
from referee.systems.great_war.movement import offensives, reorganisation, reserves, transit, transport
from referee.systems.great_war.state.position import Piece, Position, carried
from referee.systems.great_war.state.theatre import Theatre
from schemas.great_war.clauses import Clause
from schemas.great_war.events import AreaDisputed, PieceMoved
from schemas.great_war.orders import Mode, Move
from schemas.record import Side

USED: Mapping[Mode, str] = {
    "march": message("{pieces} used normal movement before in this turn"),
    "rail": message("{pieces} used rail movement before in this turn"),
    "strategic": message("{pieces} used strategic movement before in this turn"),
    "sea": message("{pieces} used sea movement before in this turn"),
    "reserves": message("{pieces} used the reserves before in this turn"),
    "transit": message("{pieces} used the way to another front before in this turn"),
}
"""What is said to pieces that moved otherwise before."""

FROM: Mapping[control.Status, str] = {
    "enemy": message("{area} is enemy, and {goal} is an enemy area"),
    "disputed": message("{area} is disputed, and {goal} is an enemy area"),
    "neutral": message("{area} is neutral, and {goal} is an enemy area"),
}
"""What is said to a piece that would enter an enemy area from one that is not friendly."""

BEGAN = message("{pieces} began this player turn's march in a disputed area, and {goal} is an enemy area")

LEAVE_IT = message("leave it behind, or {piece} stays")
LEAVE_THEM = message("leave them behind, or {piece} stays")


@dataclass(frozen=True, slots=True)
class _Spent:
    """What a piece has used up: the clause, the fact as a template, and how many areas are left to it."""

    clause: Clause
    fact: str
    left: int = 0


def objections(theatre: Theatre, position: Position, order: Move) -> Iterator[Objection]:
    """Everything the rules hold against a move."""
    piece = position.pieces.get(order.piece)
    if piece is None or piece.side != order.side:
        yield theatre.refusal(Clause.OWN_UNITS, "you have no piece {id} on the map", id=order.piece)
        return
    unknown = [area for area in order.path if area not in theatre.areas]
    if closed := [theatre.area_name(area) for area in unknown if area in theatre.out_of_play]:
        yield theatre.refusal(Clause.OUT_OF_PLAY, "{areas} cannot be entered", areas=theatre.listed(closed))
        return
    if unknown:
        yield theatre.refusal(Clause.ADJACENT, "there is no area {id}", id=theatre.listed(unknown))
        return
    if piece.kind == "fort":
        yield theatre.refusal(Clause.FORTS_STAY, "forts never move")
        return
    if order.mode != "reserves":
        yield from offensives.one_move(theatre, position, piece.id)
        if order.card is not None:
            yield theatre.refusal(Clause.RESERVES, "this movement takes no card", "leave the card out")
    party = carried(position, piece)
    for moving in party:
        yield from restraints.forbidden(theatre, position, moving, "leave", piece.area)
    for step in order.path:
        yield from stacking.barred(theatre, party, step)
    yield from _allotment(theatre, party, order)
    yield from _route(theatre, position, piece, order)
    yield from _arrival(theatre, position, piece, order)


def _allotment(theatre: Theatre, party: tuple[Piece, ...], order: Move) -> Iterator[Objection]:
    piece, *within = party
    if spent := _spent(theatre, piece, order):
        areas = _areas(theatre, spent.left)
        yield theatre.refusal(spent.clause, spent.fact, pieces=theatre.piece_name(piece), areas=areas)
    tired: dict[_Spent, list[str]] = {}
    for inside in within:
        if (spent := _spent(theatre, inside, order)) and not _rides(theatre, spent.clause):
            tired.setdefault(spent, []).append(theatre.piece_name(inside))
    for spent, names in tired.items():
        yield theatre.refusal(
            Clause.CARRIED,
            spent.fact,
            LEAVE_IT if len(names) == 1 else LEAVE_THEM,
            pieces=theatre.listed(names),
            areas=_areas(theatre, spent.left),
            piece=theatre.piece_name(piece),
        )


def _rides(theatre: Theatre, clause: Clause) -> bool:
    """Whether an army carries a piece that has no areas left to move, by agreement (A-29)."""
    return clause == Clause.ALLOTMENT and theatre.chosen("carriage", "freely")


def _spent(theatre: Theatre, piece: Piece, order: Move) -> _Spent | None:
    """What a piece has used up that the order asks of it."""
    if piece.mode is not None and (piece.mode != order.mode or order.mode != "march"):
        return _Spent(Clause.ONE_KIND, USED[piece.mode])
    left = theatre.units[piece.kind].moves - piece.moved
    if order.mode == "march" and left < len(order.path):
        return _Spent(Clause.ALLOTMENT, message("{pieces} can still move {areas} this turn"), max(left, 0))
    return None


def _areas(theatre: Theatre, count: int) -> str:
    return theatre.say("one area", "{count} areas", count=count)


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
        against = (
            *_step(theatre, position, piece, here, status, step, spent),
            *_bound_by_start(theatre, position, piece, here, status, step),
        )
        yield from against
        if against:
            return
        if step != path[-1]:
            yield from transport.passing(theatre, position, piece.side, step, piece)
        if _counts_any_entry(theatre) and _status_to_enter(theatre, position, step, piece.side) == "enemy":
            spent = step
        status = _status_on_arrival(theatre, position, piece, step)
        here = step


def _bound_by_start(
    theatre: Theatre, position: Position, piece: Piece, here: str, status: control.Status, step: str
) -> Iterator[Objection]:
    """By agreement no piece ends in an enemy area that began its march in a disputed one (E-33)."""
    if status != "friendly" or not theatre.chosen("disputed-start", "whole-march"):
        return
    begins = here != piece.area and control.status(position, piece.area, piece.side) == "disputed"
    bound = [moving for moving in carried(position, piece) if begins or moving.from_disputed]
    if bound and _status_to_enter(theatre, position, step, piece.side) == "enemy":
        yield theatre.refusal(
            Clause.DISPUTED_TO_ENEMY,
            BEGAN,
            "end the march in a friendly or disputed area",
            pieces=theatre.listed([theatre.piece_name(moving) for moving in bound]),
            goal=theatre.area_name(step),
        )


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
        near = theatre.choice([theatre.area_name(area) for area in theatre.areas[here].borders])
        remedy = message("from there: {near}") if near else message("it is left by sea only")
        if (box := theatre.transit_box) is not None and box.id in {here, step}:
            remedy = message("write: transit {id} to {goal}")
        yield theatre.refusal(
            Clause.ADJACENT,
            "{area} does not border {origin}",
            remedy,
            area=name,
            origin=theatre.area_name(here),
            near=near,
            id=piece.id,
            goal=step,
        )
        return
    if there == "neutral":
        yield theatre.refusal(Clause.NEUTRAL, "{area} is neutral and may not be entered", area=name)
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
        yield from restraints.forbidden(theatre, position, entering, "enter-enemy-areas", step)
        if control.present(position, step, theatre.other(piece.side)):
            yield from restraints.forbidden(theatre, position, entering, "attack", step)
    if now is None or not now.attacks:
        yield theatre.refusal(
            Clause.ENEMY_NEEDS_OFFENSIVE,
            "{area} is an enemy area, and no offensive was played this turn",
            area=name,
        )
    if status != "friendly":
        yield theatre.refusal(
            Clause.DISPUTED_TO_ENEMY,
            FROM[status],
            "only from a friendly area may a piece enter an enemy one",
            area=theatre.area_name(here),
            goal=name,
        )
    second = spent not in {"", step} and _is_an_entry(theatre, position, piece.side, step)
    if now is not None and now.kind == "limited" and second:
        yield theatre.refusal(
            Clause.LIMITED_OFFENSIVE,
            "a limited offensive allows one battle, and {area} was entered already",
            area=theatre.area_name(spent),
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
    """What stands at the end of the path decides whether there is room, and whether it is an attack."""
    there = order.path[-1]
    if theatre.pack.tables.events.restraints and there in battles.announced(position):
        for joining in carried(position, piece):
            yield from restraints.forbidden(theatre, position, joining, "attack", there)
    if order.into is not None:
        army = position.pieces.get(order.into)
        if army is None or army.kind != "army" or army.side != piece.side or army.area != there:
            yield theatre.refusal(
                Clause.ARMY_SAME_AREA,
                "you have no army {id} in {area}",
                id=order.into,
                area=theatre.area_name(there),
            )
            return
        yield from stacking.entry(theatre, position, (piece,), army)
        yield from reorganisation.kept_apart(theatre, piece, army, there)
    yield from reorganisation.absorbing(theatre, position, piece, order.absorb, there)
    count = stacking.after_arrival(theatre, position, piece, there, order.into, len(order.absorb))
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
