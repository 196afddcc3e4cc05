"""Everything a player might say in a player turn, lawful or not, found by trying rather than by rule."""

from collections.abc import Hashable, Iterator

from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Piece, Position
from schemas.great_war.orders import (
    Battle,
    Bonus,
    Done,
    GreatWarOrder,
    Join,
    Leave,
    Lose,
    Mode,
    Move,
    Offensive,
    Pass,
    Play,
    React,
    Reroll,
    Retreat,
    Scramble,
    Spend,
)

LONGEST = {"march": 2, "rail": 3, "strategic": 3, "reserves": 3}
"""How far a move is tried, in areas."""

MODES: tuple[Mode, ...] = ("march", "rail", "strategic", "sea", "reserves", "transit")

AT_ONCE = {"strategic", "sea", "transit"}
"""Moves that may name only where they end."""


def conceivable(rules: GreatWar, position: Position, side: str) -> Iterator[GreatWarOrder]:
    """Every order of a player turn that a side could think of, but for absorbing and exchanging cards."""
    yield Done(side=side)
    yield Pass(side=side)
    yield from _of_cards(rules, position, side)
    for area in rules.theatre.areas:
        yield Battle(side=side, area=area)
        yield Bonus(side=side, area=area)
    for kind in rules.theatre.units:
        yield Reroll(side=side, kind=kind)
    for piece in one_of_each(position, side):
        yield Lose(side=side, piece=piece.id)
        yield React(side=side, piece=piece.id)
        yield Leave(side=side, piece=piece.id)
        yield from (
            Scramble(side=side, piece=piece.id, into=army.id)
            for army in position.map.owned(side)
            if army.kind == "army"
        )
        yield Scramble(side=side, piece=piece.id)
        yield from (
            Join(side=side, piece=piece.id, army=army) for army in _armies(position, piece.area, side)
        )
        for to in rules.theatre.areas[piece.area].borders:
            for into in (None, *_armies(position, to, side)):
                yield Retreat(side=side, piece=piece.id, to=to, into=into)
        yield from _moves(rules, position, piece)


def _of_cards(rules: GreatWar, position: Position, side: str) -> Iterator[GreatWarOrder]:
    kinds: set[str] = set()
    for number in position.hand(side).cards:
        card = rules.theatre.card(number)
        if card is None or card.id in kinds:
            continue
        kinds.add(card.id)
        yield Offensive(side=side, card=number)
        yield Spend(side=side, card=number)
        for area in (None, *rules.theatre.areas):
            yield Play(side=side, card=number, area=area)


def _moves(rules: GreatWar, position: Position, piece: Piece) -> Iterator[Move]:
    for mode in MODES:
        card = next(iter(_reserve_cards(rules, position, piece.side)), None) if mode == "reserves" else None
        if mode == "reserves" and card is None:
            continue
        for path in _paths(rules, piece.area, mode):
            for into in (None, *_armies(position, path[-1], piece.side)):
                yield Move(side=piece.side, piece=piece.id, path=path, mode=mode, into=into, card=card)


def _reserve_cards(rules: GreatWar, position: Position, side: str) -> Iterator[int]:
    cards = ((number, rules.theatre.card(number)) for number in position.hand(side).cards)
    return (number for number, card in cards if card is not None and card.id == "strategic-reserves")


def _paths(rules: GreatWar, start: str, mode: Mode) -> Iterator[tuple[str, ...]]:
    """Roads of so many borders; they may come back to where they began."""
    if mode in AT_ONCE:
        yield from ((area,) for area in rules.theatre.areas)
    paths: list[tuple[str, ...]] = [()]
    for _ in range(LONGEST.get(mode, 0)):
        paths = [
            (*path, step)
            for path in paths
            for step in rules.theatre.areas[path[-1] if path else start].borders
            if step not in path
        ]
        yield from paths


def _armies(position: Position, area: str, side: str) -> list[str]:
    return [piece.id for piece in position.map.standing(area, side) if piece.kind == "army"]


def one_of_each(position: Position, side: str) -> Iterator[Piece]:
    """A side's pieces, of those that are alike in everything one."""
    seen: set[Hashable] = set()
    for piece in position.map.owned(side):
        like = (piece.likeness, piece.id in position.leaving)
        if like not in seen:
            seen.add(like)
            yield piece


def meaning(rules: GreatWar, position: Position, order: GreatWarOrder) -> Hashable:
    """What an order comes to: pieces alike are one, cards of a kind, and roads to one place."""
    said = dict(order)
    if isinstance(order, Move):
        said["path"] = order.path[-1]
    if (piece := position.map.pieces.get(said.get("piece", ""))) is not None:
        said["piece"] = (piece.likeness, piece.id in position.leaving)
    if (number := said.get("card")) is not None:
        card = rules.theatre.card(number)
        said["card"] = card.id if card is not None else number
    return tuple(said.items())
