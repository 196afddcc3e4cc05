"""Odds of the battles that a letter may declare, as the page of a composer has them.

Reports compute no odds: a caller hands over the function that makes the tables.
"""

from collections.abc import Callable

from referee.matches.matches import Match
from referee.reports.composer.choices import Choices
from schemas.record import JsonValue, Side, Value


class BattleRow(Value):
    """One battle: pieces that marched there to join the forces there, and the result for the side.

    `holds` is the chance in percent that the side holds the area afterwards, `own` and `enemy` are the mean
    losses.
    """

    pieces: tuple[str, ...]
    holds: float
    own: float
    enemy: float


class BattleTable(Value):
    """The battles in one area. `hidden` is True if enemy armies hide their contents."""

    area: str
    rows: tuple[BattleRow, ...] = ()
    hidden: bool = False


MakeTables = Callable[[Match, Side, Choices], tuple[BattleTable, ...]]
"""Function that makes the tables of a page from facts that its side knows."""


def make_none(match: Match, side: Side, choices: Choices) -> tuple[BattleTable, ...]:  # noqa: ARG001 - as `MakeTables`
    """Return no tables."""
    return ()


def pack(tables: tuple[BattleTable, ...]) -> dict[str, JsonValue]:
    """Return the tables in the format of the script. The value of a hidden area is None."""
    return {table.area: None if table.hidden else [_pack_row(row) for row in table.rows] for table in tables}


def _pack_row(row: BattleRow) -> JsonValue:
    return [list[JsonValue](row.pieces), row.holds, row.own, row.enemy]
