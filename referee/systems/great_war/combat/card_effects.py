"""Effects of cards on fire: shells, and the extra dice of special offensives (9.1.3 to 9.1.6, 9.3, 9.4)."""

from typing import Literal

from referee.engine.system import RuleOption
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import Fire
from schemas.great_war.names import Bonus
from schemas.record import Side

BONUS_DICE = RuleOption("bonus-dice", ("each-battle", "shared"))
"""Extra dice of a special offensive: for each battle, or shared (A-17)."""

Scope = Literal["special", "offensive", "limited"]


def shells(theatre: GreatWarGame, position: Position, area: str, side: Side) -> int:
    """The firepower that cards give a side's artillery in a battle; the weather makes gas useless (A-06)."""
    now = position.now
    if now is None:
        return 0
    mine = (theatre.card(card.card) for card in now.played if card.side == side and card.area == area)
    return max(
        (kind.firepower for kind in mine if kind and not (kind.combat == "gas" and now.weather)), default=0
    )


def bonus_scope(theatre: GreatWarGame, card: int, side: Side, turn: int) -> Scope:
    """Return the scope of an offensive card.

    A special one is ordinary for the wrong side and if it is too early.
    """
    kind = theatre.card(card)
    if kind is not None and kind.offensive == "limited":
        return "limited"
    return "special" if theatre.special(card, side, turn) is not None else "offensive"


def bonus(theatre: GreatWarGame, position: Position) -> Bonus | None:
    """The extra dice of the special offensive in force."""
    now = position.now
    if now is None or now.kind != "special":
        return None
    card = theatre.card(now.card)
    return card.bonus if card is not None else None


def fights(theatre: GreatWarGame, position: Position, area: str, extra: Bonus) -> bool:
    """Return True if a filled army of the right nation takes part in a battle."""
    side = theatre.nations[extra.nation].side
    return any(
        piece.nation == extra.nation and not piece.retreated
        for piece in position.map.standing(area, side)
        if not all(member.retreated for member in position.map.contents(piece.id))
    )


def bonus_dice(theatre: GreatWarGame, position: Position, task: Fire) -> tuple[Bonus, int] | None:
    """The extra dice of one phase, and how many they are (A-16, A-17)."""
    now, extra = position.now, bonus(theatre, position)
    if now is None or extra is None or not extra.dice or task.area not in now.bonus:
        return None
    phases = {"artillery", "offensive"} if theatre.units[extra.kind].barrage else {"offensive"}
    if task.phase not in phases or not fights(theatre, position, task.area, extra):
        return None
    shared = theatre.chosen(BONUS_DICE, "shared")
    return extra, extra.dice // len(now.bonus) if shared else extra.dice
