"""Enumeration of legal moves, with the objections that moves of one position share.

This module holds no rule. The objections to a move are those to its start, its length, its areas, its way and
its arrival, one after the other. A move is legal if there are no objections to any of the five. Many moves
share each of them, and the cache keeps only their absence or presence.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Protocol

from referee.systems.great_war.facts import stacking
from referee.systems.great_war.movement import movement, reorganisation, reserves, transport
from referee.systems.great_war.movement.reorganisation import ALONE, Berth, Reception
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Piece, Position, list_carried
from schemas.great_war.orders import Mode, Move
from schemas.record import Side

Path = tuple[str, ...]
Paths = tuple[Path, ...]

ALIKE: frozenset[Mode] = frozenset({"rail", "strategic", "reserves"})
"""Modes in which all pieces of an area go by the same ways."""


def see(piece: Piece) -> object:
    """Return the properties that matter to the rules on the way and at its end; each army is unique."""
    return piece.id if piece.kind == "army" else (piece.kind, piece.nation, piece.from_disputed)


class Workbench:
    """Cached facts that the moves of a side in one position share."""

    def __init__(self, theatre: GreatWarGame, position: Position, side: Side) -> None:
        self.theatre, self.position = theatre, position
        self.reception = Reception(theatre, position, side)
        self.choosy = tuple(area.id for area in theatre.areas.values() if area.bars)
        self.restrained = bool(theatre.pack.tables.events.restraints)
        self.ways: dict[object, Sequence[Path]] = {}
        self.rooms: dict[object, Sequence[Berth]] = {}
        self.berths: dict[object, Sequence[Berth]] = {}


class Bench:
    """One piece at the workbench, with all it carries; reserves move by a `card`."""

    def __init__(self, shared: Workbench, piece: Piece, card: int | None = None) -> None:
        self._shared, self._piece, self._card = shared, piece, card
        self._party = list_carried(shared.position.map, piece)
        self._barred = frozenset(
            area for area in shared.choosy
            if any(stacking.object_to_barred(shared.theatre, self._party, area))
        )  # fmt: skip
        self._likeness = see(piece)
        self._kept_apart = piece.id in shared.theatre.scenario.kept_apart
        self._bulk = self._likeness if shared.restrained else self._is_empty_army()

    def _is_empty_army(self) -> bool:
        """All that room for a piece depends on, where nothing forbids some pieces to attack."""
        return self._piece.kind == "army" and len(self._party) == 1

    def list_open(self, mode: Mode, paths: Paths) -> Sequence[Path]:
        """Return the ways without objections, apart from those at their end."""
        theatre, position, party = self._shared.theatre, self._shared.position, self._party
        if not paths or any(movement.object_to_start(theatre, position, party, mode, self._card)):
            return ()
        lengths = {len(path) for path in paths}
        far = {length for length in lengths if any(movement.object_to_length(theatre, party, mode, length))}
        ways = self._list_silent(mode, paths) if far < lengths else ()
        if far or self._barred:
            return [path for path in ways if len(path) not in far and self._barred.isdisjoint(path)]
        return ways

    def _list_silent(self, mode: Mode, paths: Paths) -> Sequence[Path]:
        """Those that are silent as ways: the same for all pieces of which the rules see the same on them.

        No way that is tried leads through the area where it begins, where its piece has made room.
        """
        shared, piece = self._shared, self._piece
        likeness = () if mode in ALIKE else self._likeness
        cache_key = (mode, paths, piece.area, likeness)
        ways = shared.ways.get(cache_key)
        if ways is None:
            ask = partial(movement.object_to_way, shared.theatre, shared.position, piece, mode)
            ways = shared.ways[cache_key] = [path for path in paths if not any(ask(path))]
        return ways

    def berths(self, area: str) -> Sequence[Berth]:
        """Return the legal arrivals of the piece in an area."""
        shared, piece = self._shared, self._piece
        own = area == piece.area or self._kept_apart
        cache_key = (area, piece.id if own else self._likeness)
        berths = shared.berths.get(cache_key)
        if berths is None:
            alone = self._find_room(area, piece.id if own else self._bulk)
            others = shared.reception.others(piece, area)
            berths = [*alone, *filter(partial(self._admits, area), others)] if others else alone
            shared.berths[cache_key] = berths
        return berths

    def _find_room(self, area: str, seen: object) -> Sequence[Berth]:
        """The berth of a piece that arrives by itself, if there is room for it."""
        rooms = self._shared.rooms
        asked = (area, seen)
        room = rooms.get(asked)
        if room is None:
            room = rooms[asked] = (ALONE,) if self._admits(area, ALONE) else ()
        return room

    def _admits(self, area: str, berth: Berth) -> bool:
        shared, piece = self._shared, self._piece
        return not any(movement.object_to_arrival(shared.theatre, shared.position, piece, area, *berth))


class Desk(Protocol):
    """Candidate ways and arrivals of a piece."""

    def list_open(self, mode: Mode, paths: Paths) -> Sequence[Path]:
        """Those of these ways that the piece may try."""
        ...

    def berths(self, area: str) -> Sequence[Berth]:
        """Return the candidate arrivals of the piece in an area."""
        ...


class Everything:
    """Candidates of a piece without a limit on its attempts."""

    def __init__(self, reception: reorganisation.Reception, piece: Piece, _: int | None) -> None:
        self._reception, self._piece = reception, piece
        self._berths: dict[str, Sequence[Berth]] = {}

    def list_open(self, mode: Mode, paths: Paths) -> Sequence[Path]:  # noqa: ARG002 - all are alike
        """All of them."""
        return paths

    def berths(self, area: str) -> Sequence[Berth]:
        """All there are."""
        if area not in self._berths:
            self._berths[area] = (ALONE, *self._reception.others(self._piece, area))
        return self._berths[area]


Seat = Callable[[Piece, int | None], Desk]
"""Gives a piece its candidates; reserves come with their card."""


def option_groups(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[Iterator[Move]]:
    """Moves worth trying, piece by piece; pieces that nothing distinguishes are offered once."""
    return _groups(
        theatre, position, side, partial(Everything, reorganisation.Reception(theatre, position, side))
    )


def lawful_groups(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[Iterator[Move]]:
    """Those of them that nothing is held against."""
    return _groups(theatre, position, side, partial(Bench, Workbench(theatre, position, side)))


def name_manner(mode: Mode, path: Path, into: str | None, absorb: Sequence[str]) -> str:
    """Return the properties that make one move a different example from another."""
    if mode != "march":
        return mode
    return "into" if into else "absorb" if absorb else str(len(path))


MARCHES = frozenset({"1", "2", "into", "absorb"})
"""Manners of marches."""


def list_examples(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[Move]:
    """Yield the first legal move of each manner, in the order of `option_groups`."""
    reception = reorganisation.Reception(theatre, position, side)
    manners: set[str] = set()
    for piece, card, ways in _list_movers(theatre, position, side):
        desk = Everything(reception, piece, card)
        for mode, paths in ways:
            if manners.issuperset(MARCHES if mode == "march" else {mode}):
                continue
            arrivals = ((path, berth) for path in paths for berth in desk.berths(path[-1]))
            for path, (into, absorb) in arrivals:
                if (manner := name_manner(mode, path, into, absorb)) in manners:
                    continue
                move = Move(
                    side=side, piece=piece.id, path=path, mode=mode, into=into, absorb=absorb, card=card
                )
                if not any(movement.objections(theatre, position, move)):
                    manners.add(manner)
                    yield move


Ways = Iterable[tuple[Mode, Paths]]


def _groups(theatre: GreatWarGame, position: Position, side: Side, seat: Seat) -> Iterator[Iterator[Move]]:
    for piece, card, ways in _list_movers(theatre, position, side):
        yield _moves(piece, card, seat, ways)


def _list_movers(
    theatre: GreatWarGame, position: Position, side: Side
) -> Iterator[tuple[Piece, int | None, Ways]]:
    """Yield the pieces that may move, each with its card of reserves and its ways."""
    ways = transport.Ways(theatre, position, side)
    for piece in reorganisation.movers(position, side):
        yield piece, None, _list_ways(theatre, piece, ways)
    if (card := reserves.card(theatre, position, side)) is not None:
        for piece in reorganisation.representatives(position, side):
            if piece.mode is None:
                yield piece, card, _list_reserve_ways(theatre, position, piece)


def _moves(piece: Piece, card: int | None, seat: Seat, ways: Ways) -> Iterator[Move]:
    """The moves of a piece by these ways."""
    desk, side, id = seat(piece, card), piece.side, piece.id
    for mode, paths in ways:
        for path in desk.list_open(mode, paths):
            for into, absorb in desk.berths(path[-1]):
                yield Move(side=side, piece=id, path=path, mode=mode, into=into, absorb=absorb, card=card)


def _list_ways(theatre: GreatWarGame, piece: Piece, ways: transport.Ways) -> Iterator[tuple[Mode, Paths]]:
    """The ways of a piece but those of the reserves."""
    yield "march", tuple(_marches(theatre, piece))
    yield from ways.of(piece)


def _list_reserve_ways(
    theatre: GreatWarGame, position: Position, piece: Piece
) -> Iterator[tuple[Mode, Paths]]:
    yield "reserves", reserves.ways(theatre, position, piece.area, piece.side)


def _marches(theatre: GreatWarGame, piece: Piece) -> Iterator[Path]:
    """The paths a piece might still march, one area or two."""
    rest = theatre.units[piece.kind].moves - piece.moved
    if rest < 1 or piece.mode not in {None, "march"}:
        return
    for step in theatre.areas[piece.area].borders:
        yield (step,)
        if rest > 1:
            yield from ((step, further) for further in theatre.areas[step].borders)
