"""The moves to choose from: those that are worth trying, and of these the lawful ones."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Protocol

from referee.systems.great_war.movement import reorganisation, reserves, transport
from referee.systems.great_war.movement.reorganisation import ALONE, Berth
from referee.systems.great_war.movement.workbench import Bench, Path, Paths, Workbench
from referee.systems.great_war.state.position import Piece, Position
from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.great_war.orders import Mode, Move
from schemas.record import Side


class Desk(Protocol):
    """Which ways a piece may try, and how it may arrive."""

    def list_open(self, mode: Mode, paths: Paths) -> Sequence[Path]:
        """Those of these ways that the piece may try."""
        ...

    def berths(self, area: str) -> Sequence[Berth]:
        """How it may try to arrive in an area."""
        ...


class Everything:
    """The desk of a piece that may try whatever there is."""

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
"""Gives a piece its desk; reserves come with their card."""


def option_groups(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[Iterator[Move]]:
    """Moves worth trying, piece by piece; pieces that nothing distinguishes are offered once."""
    return _groups(
        theatre, position, side, partial(Everything, reorganisation.Reception(theatre, position, side))
    )


def lawful_groups(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[Iterator[Move]]:
    """Those of them that nothing is held against."""
    return _groups(theatre, position, side, partial(Bench, Workbench(theatre, position, side)))


def _groups(theatre: GreatWarGame, position: Position, side: Side, seat: Seat) -> Iterator[Iterator[Move]]:
    ways = transport.Ways(theatre, position, side)
    for piece in reorganisation.movers(position, side):
        yield _moves(piece, None, seat, _list_ways(theatre, piece, ways))
    if (card := reserves.card(theatre, position, side)) is not None:
        for piece in reorganisation.representatives(position, side):
            if piece.mode is None:
                yield _moves(piece, card, seat, _list_reserve_ways(theatre, position, piece))


def _moves(piece: Piece, card: int | None, seat: Seat, ways: Iterable[tuple[Mode, Paths]]) -> Iterator[Move]:
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
    left = theatre.units[piece.kind].moves - piece.moved
    if left < 1 or piece.mode not in {None, "march"}:
        return
    for step in theatre.areas[piece.area].borders:
        yield (step,)
        if left > 1:
            yield from ((step, further) for further in theatre.areas[step].borders)
