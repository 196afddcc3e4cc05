"""Which piece pays for a hit: the cheapest, and the last of an army after all others."""

from collections.abc import Sequence

from referee.systems.great_war.state.position import Position, strength

PAID: Sequence[str] = (
    "infantry", "cavalry", "biplane", "commonwealth", "stosstruppen", "artillery", "siege-gun", "tank",
)  # fmt: skip
"""The kinds of pieces in the order in which they pay for hits."""


def price(position: Position, id: str) -> tuple[bool, int, str]:
    """How dear a piece is; the last of an army takes the army with it."""
    piece = position.map.pieces[id]
    army = position.map.pieces.get(piece.army or "")
    last = army is not None and strength(position.map, army) == 1
    kind = str(piece.kind)
    return last, PAID.index(kind) if kind in PAID else len(PAID), id
