"""Into and out of armies inside an area: no area is moved, but a piece is (4.1, 4.3, 8.1)."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from msgspec.structs import replace

from referee.engine.facts import Objection, Objections, refuse
from referee.engine.system import RuleOption
from referee.systems.great_war.combat import forced_retreats, removals
from referee.systems.great_war.events.recorder import EventRecorder
from referee.systems.great_war.facts import stacking, unknown_ids
from referee.systems.great_war.movement.refusals import Refusal
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Piece, Position
from referee.systems.great_war.state.tasks import RetreatAfter
from schemas.great_war.clauses import Clause
from schemas.great_war.events import ArmyEntrenched, ArmyJoined, ArmyLeft
from schemas.great_war.orders import Join, Leave, Mode
from schemas.record import Side

RETREATING_ARMIES = RuleOption("retreating-armies", ("go-whole", "may-shed"))
"""Pieces that leave an army which retreats after combat (A-65)."""

CAME: Mapping[Mode, Refusal] = {
    "rail": Refusal.CAME_BY_RAIL,
    "strategic": Refusal.CAME_BY_STRATEGIC_MOVEMENT,
    "sea": Refusal.CAME_BY_SEA,
    "reserves": Refusal.CAME_AS_RESERVES,
    "transit": Refusal.CAME_IN_TRANSIT,
}
"""Facts about a piece that did not arrive on foot."""

OFTENEST = 2
"""Highest number of times that a piece is in one army, or in none, before it enters another area (B-10)."""


def objections(theatre: GreatWarGame, position: Position, order: Join | Leave) -> Objections:
    """Everything the rules hold against a transfer."""
    if (piece := position.map.find_own(order.piece, order.side)) is None:
        yield unknown_ids.no_piece(order.piece)
        return
    yield from one_move(position, piece.id)
    yield from _object_to_arrived(piece)
    yield from _transfer(theatre, position, piece, order)


def shedding(theatre: GreatWarGame, position: Position, order: Join | Leave) -> Objections:
    """Everything held against a transfer in a battle, before armies retreat: by agreement only (A-65)."""
    task, piece = position.doing(RetreatAfter), position.map.pieces.get(order.piece)
    if not theatre.chosen(RETREATING_ARMIES, "may-shed"):
        yield refuse(Clause.QUESTION_OPEN, Refusal.NO_SHEDDING)
    elif piece is None or piece.side != order.side or piece.area != task.area or piece.retreated:
        yield refuse(Clause.OWN_UNITS, Refusal.NO_PIECE_TO_SHED, id=order.piece, area=task.area)
    else:
        yield from _transfer(theatre, position, piece, order)
        yield from _sheltering(position, task, piece, order)


def _sheltering(position: Position, task: RetreatAfter, piece: Piece, order: Join | Leave) -> Objections:
    """The objection to a transfer after which a driven army holds only marked pieces, and need not go."""
    after = position.put(replace(piece, army=order.army if isinstance(order, Join) else None))
    stays = piece.army is not None and any(after.map.contents(piece.army))
    if stays and forced_retreats.due(after, task) < forced_retreats.due(position, task):
        yield refuse(Clause.RETREAT_FORCED, Refusal.DRIVEN_ARMY_RETREATS)


def _transfer(theatre: GreatWarGame, position: Position, piece: Piece, order: Join | Leave) -> Objections:
    yield from going_back(piece, order.army if isinstance(order, Join) else None)
    match order:
        case Join(army=army):
            against = tuple(joining(theatre, position, piece, army))
            yield from against
            if not against:
                after = position.put(replace(piece, army=army))
                yield from stacking.overstacked(theatre, after.map, piece.area, piece.side)
        case Leave():
            yield from _leaving(theatre, position, piece)


def going_back(piece: Piece, army: str | None) -> Objections:
    """The objection to a piece that goes back a second time, or in and out would never end (B-10)."""
    if piece.been.count(army or "") >= OFTENEST:
        fact = Refusal.WENT_BACK_IN if army else Refusal.WENT_BACK_OUT
        yield refuse(Clause.ARMY_SAME_AREA, fact, piece=piece.id)


def _object_to_arrived(piece: Piece) -> Objections:
    """The objection to a piece that came by rail or the like, and so makes no other move."""
    if piece.mode is not None and piece.mode != "march":
        yield refuse(Clause.ONE_KIND, CAME[piece.mode], piece=piece.id)


def joining(theatre: GreatWarGame, position: Position, piece: Piece, into: str) -> Objections:
    """Yield the objections to a piece joining an army of its area, apart from stacking."""
    if (army := position.map.find_army(into, piece.side, piece.area)) is None:
        yield unknown_ids.no_army(into, piece.area)
        return
    if piece.army == into:
        yield refuse(Clause.ARMY_SAME_AREA, Refusal.IN_THAT_ARMY, piece=piece.id, army=into)
        return
    yield from stacking.entry(theatre, position.map, (piece,), army)
    yield from object_to_kept_apart(theatre, piece, army, piece.area)


def _leaving(theatre: GreatWarGame, position: Position, piece: Piece) -> Objections:
    if piece.army is None:
        yield in_no_army(piece)
        return
    yield from stacking.overstacked(
        theatre, position.put(replace(piece, army=None)).map, piece.area, piece.side
    )


def in_no_army(piece: Piece) -> Objection:
    """The objection to taking a piece out of an army that stands by itself."""
    return refuse(Clause.ARMY_SAME_AREA, Refusal.IN_NO_ARMY, piece=piece.id)


def object_to_kept_apart(theatre: GreatWarGame, piece: Piece, army: Piece, area: str) -> Objections:
    """The starting pieces that a scenario keeps apart while they are in a box (4.6, A-35)."""
    apart = theatre.scenario.kept_apart
    if theatre.areas[area].box and piece.id in apart and army.id in apart:
        yield refuse(Clause.KEPT_APART, Refusal.KEPT_APART, pieces=(piece.id, army.id), area=area)


def loose(
    theatre: GreatWarGame, position: Position, ids: tuple[str, ...], side: Side, area: str
) -> Iterator[Piece]:
    """Those of the named pieces that stand loose in an area."""
    for id in ids:
        piece = position.map.pieces.get(id)
        if piece is None or piece.side != side or piece.area != area or piece.army is not None:
            continue
        if piece.kind in theatre.infantry or piece.kind in theatre.auxiliary:
            yield piece


def absorbing(
    theatre: GreatWarGame, position: Position, army: Piece, ids: tuple[str, ...], area: str
) -> Objections:
    """Everything held against an army taking these pieces in as it arrives (1.2.2-h)."""
    if not ids:
        return
    if army.kind != "army":
        yield refuse(Clause.TEMPLATE, Refusal.NO_ARMY_TO_ABSORB, piece=army.id)
        return
    there = tuple(loose(theatre, position, ids, army.side, area))
    for id in sorted(set(ids) - {piece.id for piece in there}):
        yield refuse(Clause.ARMY_SAME_AREA, Refusal.NOT_LOOSE, id=id, area=area)
    yield from stacking.entry(theatre, position.map, there, army)
    for piece in there:
        yield from _object_to_arrived(piece)
        yield from object_to_kept_apart(theatre, piece, army, area)


def outcome(course: EventRecorder, order: Join | Leave) -> None:
    """The piece changes its container."""
    army = order.army if isinstance(order, Join) else None
    course.add(*change(course.theatre, course.position, order.piece, army))
    removals.eliminate_stranded(course, course.position.map.pieces[order.piece].area)


def change(
    theatre: GreatWarGame, position: Position, id: str, army: str | None
) -> Iterator[ArmyJoined | ArmyEntrenched | ArmyLeft]:
    """Yield the events of a piece that joins an army, or leaves its own if no army is named."""
    if army is not None:
        yield from take_in(theatre, position, id, army)
    else:
        yield ArmyLeft(piece=id, army=position.map.pieces[id].army or "")


def take_in(
    theatre: GreatWarGame, position: Position, id: str, army: str
) -> Iterator[ArmyJoined | ArmyEntrenched]:
    """A piece goes into an army; an empty army that takes entrenched infantry is entrenched (4.3)."""
    piece = position.map.pieces[id]
    yield ArmyJoined(piece=id, army=army)
    if piece.entrenched and piece.kind in theatre.infantry and not any(position.map.contents(army)):
        yield ArmyEntrenched(army=army)


def options(theatre: GreatWarGame, position: Position, pieces: Iterator[Piece]) -> Iterator[Join | Leave]:
    """Transfers worth trying."""
    for piece in pieces:
        if piece.kind == "army":
            continue
        if piece.army is not None:
            yield Leave(side=piece.side, piece=piece.id)
        for army in stacking.hosts(position.map, piece.area, piece):
            if stacking.welcome(theatre, piece, army):
                yield Join(side=piece.side, piece=piece.id, army=army.id)


def march_options(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[Join | Leave]:
    """Transfers worth trying while pieces move."""
    return options(theatre, position, movers(position, side))


def shed_option_groups(
    theatre: GreatWarGame, position: Position, side: Side
) -> Iterator[Iterator[Join | Leave]]:
    """Transfers worth trying before armies retreat, where that is agreed (A-65)."""
    if theatre.chosen(RETREATING_ARMIES, "may-shed"):
        yield options(theatre, position, representatives(position, side))


def one_move(position: Position, piece: str) -> Objections:
    """A passing side moves one piece, in as many steps as it has; an empty army that must leave is none."""
    now = position.now
    if now is not None and not now.attacks and now.mover not in {"", piece}:
        yield refuse(Clause.PASS_ONE_MOVE, Refusal.ONE_MOVE_IN_A_PASS)


def movers(position: Position, side: Side) -> Iterator[Piece]:
    """One of each set of pieces alike that may move; in a pass the piece alone that has moved before."""
    now = position.now
    if now is None or now.attacks or not now.mover:
        return representatives(position, side)
    return (position.map.pieces[id] for id in (now.mover,) if id in position.map.pieces)


def representatives(position: Position, side: Side) -> Iterator[Piece]:
    """One of each set of pieces that stand alike."""
    kinds: set[tuple[object, ...]] = set()
    for piece in position.map.owned(side):
        if piece.kind != "fort" and (likeness := piece.likeness) not in kinds:
            kinds.add(likeness)
            yield piece


Berth = tuple[str | None, tuple[str, ...]]
"""The army that a piece goes into where it arrives, and the loose pieces that it takes in there."""


ALONE: Berth = (None, ())
"""Arrival of a piece by itself."""


class Reception:
    """Armies of a side and its loose pieces by area, as hosts and guests."""

    def __init__(self, theatre: GreatWarGame, position: Position, side: Side) -> None:
        self._theatre = theatre
        self._armies: dict[str, list[Piece]] = {}
        self._loose: dict[str, list[Piece]] = {}
        for piece in position.map.owned(side):
            if piece.kind == "army":
                self._armies.setdefault(piece.area, []).append(piece)
            elif piece.army is None and piece.kind != "fort":
                self._loose.setdefault(piece.area, []).append(piece)

    def others(self, piece: Piece, area: str) -> Sequence[Berth]:
        """Return the other arrivals of a piece: into an army, or with loose pieces taken in."""
        if piece.kind == "army":
            return [(None, taken) for taken in self._parties(area, piece)] if area in self._loose else ()
        hosts = self._armies.get(area, ())
        return [(army.id, ()) for army in hosts if stacking.welcome(self._theatre, piece, army)]

    def _parties(self, area: str, army: Piece) -> Iterator[tuple[str, ...]]:
        """Every choice of loose pieces an army might take in; of like pieces only their number counts."""
        welcome = [
            (piece.id, piece.likeness)
            for piece in self._loose.get(area, ())
            if stacking.welcome(self._theatre, piece, army)
        ]
        seen: set[tuple[object, ...]] = set()
        for count in range(1, len(welcome) + 1):
            for party in combinations(welcome, count):
                ids, alike = zip(*party, strict=True)
                if alike not in seen:
                    seen.add(alike)
                    yield ids
