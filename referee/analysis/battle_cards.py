"""Cards laid on a battle before its odds are worked out, and how likely a side holds one."""

from collections.abc import Sequence
from fractions import Fraction
from math import comb

from msgspec.structs import replace

from referee.analysis.faults import AnalysisFault
from referee.engine.dice import NoDice
from referee.engine.facts import Stated, declare
from referee.engine.faults import Complaint, Misuse, Unreadable
from referee.systems.great_war.faces.notation import GreatWarNotation
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.combat_tasks import CombatCards
from referee.systems.great_war.state.position import Hand, Position
from referee.systems.great_war.state.tasks import DeclareBattles, FightBattles
from referee.texts.tree import quote
from referee.values.value import Value
from schemas.great_war.orders import Play
from schemas.record import Side


class BattleCard(Value):
    """A card that a side plays on a battle."""

    side: Side
    number: int


def lay(
    rules: GreatWar, position: Position, area: str, named: Sequence[str]
) -> tuple[Position, tuple[BattleCard, ...]]:
    """The position with cards played on a battle that is not fought yet.

    A card is named alone, or behind a side: `entente: gas`. Without a side the attacker plays it, or the
    defender where the attacker cannot. Raises `Misuse` with what the rules hold against a card.
    """
    if named and position.fight is not None and position.fight.area == area:
        raise Misuse(declare(AnalysisFault.CARD_TOO_LATE, area=rules.narrator.area_name(area)))
    laid: list[BattleCard] = []
    for name in named:
        position, card = _lay(rules, position, area, name)
        laid.append(card)
    return position, tuple(laid)


def _lay(rules: GreatWar, position: Position, area: str, named: str) -> tuple[Position, BattleCard]:
    begin, colon, rest = named.partition(":")
    attacker = position.playing.side
    sides = tuple(side for side in rules.sides if colon and side == begin.strip().casefold())
    name = rest if sides else named
    against: list[Complaint] = []
    for side in sides or sorted(rules.sides, key=lambda side: side != attacker):
        asked = _ask(rules, position, area, side)
        order = _read(rules, asked, side, name.strip(), area)
        objections = tuple(rules.objections(asked, order))
        if not objections:
            after = rules.outcome(asked, order, NoDice()).after
            return replace(position, now=after.now), BattleCard(side, order.card)
        against += (_complain(rules, one) for one in objections)
    raise Misuse(*{one.text: one for one in against}.values())


def _complain(rules: GreatWar, held: Stated) -> Complaint:
    said = rules.word(held)
    return Complaint.of(declare(AnalysisFault.CARD_NOT_PLAYED, why=said.text), said.remedy)


def _ask(rules: GreatWar, position: Position, area: str, side: Side) -> Position:
    """The position in which a side plays cards on the battle, as if it had all that are not played yet."""
    now = replace(position.playing, battles=(area,), fought=())
    task = DeclareBattles(side) if side == now.side else CombatCards(side)
    played = {one.card for one in now.played}
    cards = tuple(card for card in range(1, len(rules.theatre.cards) + 1) if card not in played)
    hand = Hand(len(cards), cards)
    return replace(position, now=now, agenda=(task, FightBattles(now.side))).holding(side, hand)


def _read(rules: GreatWar, position: Position, side: Side, name: str, area: str) -> Play:
    """The card that a name means, played on the battle."""
    try:
        orders = GreatWarNotation(rules.narrator).read(position, side, f"play {name} on {area}")
    except Unreadable as fault:
        raise Misuse(_complain(rules, fault.stated)) from None
    match orders:
        case (Play() as order,) if rules.theatre.combat(order.card) not in {None, "weather"}:
            return order
        case _:
            raise Misuse(declare(AnalysisFault.NO_BATTLE_CARD, name=quote(name)))


def find_chance(rules: GreatWar, position: Position, card: BattleCard) -> Fraction:
    """How likely a side holds a card of this kind, to those who look into no hand (hypergeometric).

    The discards, the cards out of the game and the number of cards in the hand are known to all.
    """
    kind = rules.theatre.card(card.number)
    now = position.playing
    known = {now.card, *position.discards, *position.removed, *(one.card for one in now.played)}
    unseen = [n for n in range(1, len(rules.theatre.cards) + 1) if n not in known]
    others = sum(rules.theatre.card(n) != kind for n in unseen)
    size = position.hand(card.side).size
    return 1 - Fraction(comb(others, size), comb(len(unseen), size))
