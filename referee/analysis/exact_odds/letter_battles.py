"""Exact odds of the battles that a letter may declare, for the page on which a side composes it."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import cast

from referee.analysis import battle_setups, odds
from referee.analysis.families import find_great_war
from referee.analysis.policies import QUIET
from referee.engine import machine
from referee.engine.dice import DiceNeeded, NoDice
from referee.engine.system import Refused
from referee.matches.matches import Match
from referee.reports.composer.choices import Choices
from referee.reports.composer.page import BattleRow, BattleTable
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.system import GreatWarSystem
from schemas.great_war.orders import GreatWarOrder, Move
from schemas.record import Side

MOST_BATTLES = 240
"""Highest number of battles in the tables of a page. It limits work, not time."""

MOST_MARCHES = 4
"""Highest number of pieces that march into the area of one battle of the tables."""

_MOST_GOING = 7
"""Highest number of pieces of an area from which groups are formed; further ones come alone."""


def make_tables(match: Match, side: Side, choices: Choices) -> tuple[BattleTable, ...]:
    """Return the odds of possible battles, for the forces there and for groups of marching pieces.

    They are those of `odds.odds`, without cards. There are none for another family of games, or for a match
    that forbids odds.
    """
    game = find_great_war(match.system)
    if game is None or match.header.odds == "forbidden":
        return ()
    return _Tables(game, side).make(cast(Position, match.position()), choices)


class _Tables:
    """The tables of one side."""

    def __init__(self, game: GreatWarSystem, side: Side) -> None:
        self._game, self._side = game, side
        self._rows: dict[str, list[BattleRow]] = {}
        self._hidden: set[str] = set()
        self._count = 0

    def make(self, position: Position, choices: Choices) -> tuple[BattleTable, ...]:
        """Fill the tables: the forces there, then one marching piece, then groups of two and more."""
        for area in battle_setups.list_areas(self._game.rules, self._show(position)):
            self._add(position, area, ())
        if (start := self._begin(position, choices)) is not None:
            self._add_marches(start, choices)
        return tuple(
            BattleTable(area=area, rows=tuple(self._rows.get(area, ())), hidden=area in self._hidden)
            for area in sorted({*self._rows, *self._hidden})
        )

    def _add_marches(self, start: Position, choices: Choices) -> None:
        marches = _list_marches(self._show(start), choices, self._side)
        for size in range(1, MOST_MARCHES + 1):
            for area, orders in marches.items():
                for group in combinations(list(_select(start, orders, size)), size):
                    if self._count < MOST_BATTLES and area not in self._hidden:
                        self._fight(start, area, [orders[id] for id in group])

    def _begin(self, position: Position, choices: Choices) -> Position | None:
        """Return the position in which pieces move: now or after an offensive card, or None."""
        for choice in choices.choices:
            if choice.stage == 0 and not choice.needs:
                if choice.option.question == "movement":
                    return position
                if choice.option.verb == "offensive":
                    return self._play(position, [self._game.rules.orders.read(choice.option.order)])
        return None

    def _fight(self, start: Position, area: str, orders: list[GreatWarOrder]) -> None:
        """Add the battle after some marches. Marches that exclude each other have none."""
        after = self._play(start, orders)
        if after is not None and area in battle_setups.list_areas(self._game.rules, self._show(after)):
            self._add(after, area, tuple(sorted(cast(Move, order).piece for order in orders)))

    def _add(self, position: Position, area: str, pieces: tuple[str, ...]) -> None:
        public = self._show(position)
        if battle_setups.hides_armies(public, area):
            self._hidden.add(area)
            return
        self._count += 1
        battle = odds.weigh(self._game, public, area, QUIET)
        if battle.method != "exact":
            return
        lost = {loss.side: loss.about for loss in battle.losses}
        own = lost.pop(self._side)
        holds = next(one.percent for one in battle.holders if one.holder == self._side)
        row = BattleRow(pieces=pieces, holds=holds, own=own, enemy=sum(lost.values()))
        self._rows.setdefault(area, []).append(row)

    def _show(self, position: Position) -> Position:
        return battle_setups.show_public(self._game.rules.theatre, position, self._side)

    def _play(self, position: Position, orders: list[GreatWarOrder]) -> Position | None:
        """Return the position after some orders, or None if one is illegal or needs a die."""
        for order in orders:
            try:
                position, verdict = machine.play(self._game.rules, position, order, NoDice())
            except DiceNeeded:
                return None
            if isinstance(verdict, Refused):
                return None
        return position


def _list_marches(start: Position, choices: Choices, side: Side) -> Mapping[str, Mapping[str, GreatWarOrder]]:
    """Return the plain march of each piece into each area with an enemy, by area and piece."""
    marches: dict[str, dict[str, GreatWarOrder]] = {}
    for choice in choices.choices:
        option = choice.option
        if option.verb != "move" or choice.needs or not choice.moves or not isinstance(option.to, str):
            continue
        if all(piece.side == side for piece in start.map.at(option.to)):
            continue
        order = Move.model_validate(option.order)
        if order.mode == "march" and not order.absorb and order.into is None:
            marches.setdefault(option.to, {}).setdefault(option.piece, order)
    return marches


def _select(start: Position, orders: Mapping[str, GreatWarOrder], size: int) -> Iterator[str]:
    """Yield the pieces of which groups of a size are formed: of larger groups, only those outside armies."""
    if size == 1:
        yield from orders
        return
    alone = [id for id in orders if start.map.pieces[id].army is None]
    yield from alone[:_MOST_GOING]
