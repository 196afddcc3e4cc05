"""Battles to evaluate: their positions, the cards laid on them and the orders before them."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb

from msgspec.structs import replace

from referee.analysis.faults import AnalysisFault
from referee.analysis.policies import Written
from referee.engine import machine
from referee.engine.dice import DiceNeeded, NoDice
from referee.engine.facts import Stated
from referee.engine.system import Refused
from referee.faults import Complaint, DataFault, Misuse, Unreadable, declare
from referee.matches.letters import letters
from referee.systems.great_war.combat import battles
from referee.systems.great_war.facts import control, hidden_templates
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Hand, Position
from referee.systems.great_war.state.tasks import CombatCards, DeclareBattles, FightBattles, MovePieces
from referee.systems.great_war.system import GreatWarSystem
from referee.texts.tree import quote
from schemas.great_war.orders import Battle, Play
from schemas.letter import LetterLine
from schemas.record import Place, Side, Value


class BattleCard(Value):
    """A card that a side plays on a battle."""

    side: Side
    number: int


def lay_cards(
    game: GreatWarSystem, position: Position, area: str, card_names: Sequence[str]
) -> tuple[Position, tuple[BattleCard, ...]]:
    """Return the position with cards played on a battle that is not yet fought, and the cards.

    A card is named alone, or after a side: `entente: gas`. If no side is named, the attacker plays it, or the
    defender if the attacker cannot. Raises `Misuse` with the objections to a card.
    """
    if card_names and position.fight is not None and position.fight.area == area:
        raise Misuse(declare(AnalysisFault.CARD_TOO_LATE, area=game.language.area_name(area)))
    laid: list[BattleCard] = []
    for name in card_names:
        position, card = _lay(game, position, area, name)
        laid.append(card)
    return position, tuple(laid)


def _lay(game: GreatWarSystem, position: Position, area: str, card_text: str) -> tuple[Position, BattleCard]:
    begin, colon, rest = card_text.partition(":")
    attacker = position.playing.side
    sides = tuple(side for side in game.rules.sides if colon and side == begin.strip().casefold())
    name = rest if sides else card_text
    against: list[Complaint] = []
    for side in sides or sorted(game.rules.sides, key=lambda side: side != attacker):
        prompt_position = _ask(game.rules, position, area, side)
        order = _read(game, prompt_position, side, name.strip(), area)
        objections = tuple(game.rules.objections(prompt_position, order))
        if not objections:
            after = game.rules.outcome(prompt_position, order, NoDice()).after
            return replace(position, now=after.now), BattleCard(side, order.card)
        against += (_complain(game, one) for one in objections)
    raise Misuse(*{one.text: one for one in against}.values())


def _complain(game: GreatWarSystem, objection: Stated) -> Complaint:
    message = game.language.word(objection)
    return Complaint.of(declare(AnalysisFault.CARD_NOT_PLAYED, why=message.text), message.remedy)


def _ask(rules: GreatWar, position: Position, area: str, side: Side) -> Position:
    """Return the position in which a side plays cards on the battle, with every unplayed card in its hand."""
    now = replace(position.playing, battles=(area,), fought=())
    task = DeclareBattles(side) if side == now.side else CombatCards(side)
    played_cards = {one.card for one in now.played}
    cards = tuple(card for card in range(1, len(rules.theatre.cards) + 1) if card not in played_cards)
    hand = Hand(len(cards), cards)
    return replace(position, now=now, agenda=(task, FightBattles(now.side))).holding(side, hand)


def _read(game: GreatWarSystem, position: Position, side: Side, name: str, area: str) -> Play:
    """Return the order that plays the named card on the battle. Raises `Misuse` if the name is ambiguous."""
    try:
        orders = game.notation.read(position, side, f"play {name} on {area}")
    except Unreadable as fault:
        raise Misuse(_complain(game, fault.stated)) from None
    match orders:
        case (Play() as order,) if game.rules.theatre.combat(order.card) not in {None, "weather"}:
            return order
        case _:
            raise Misuse(declare(AnalysisFault.NO_BATTLE_CARD, name=quote(name)))


def find_card_chance(rules: GreatWar, position: Position, card: BattleCard) -> Fraction:
    """Return the chance that a side has a card of this kind, judged without seeing any hand (hypergeometric).

    The discards, the removed cards and the size of the hand are public.
    """
    kind = rules.theatre.card(card.number)
    now = position.playing
    visible_cards = {now.card, *position.discards, *position.removed, *(one.card for one in now.played)}
    unseen = [n for n in range(1, len(rules.theatre.cards) + 1) if n not in visible_cards]
    others = sum(rules.theatre.card(n) != kind for n in unseen)
    size = position.hand(card.side).size
    return 1 - Fraction(comb(others, size), comb(len(unseen), size))


UNDECIDED = frozenset({"undecided", "pass"})
"""Player turns without battles."""


def show_public(theatre: GreatWarGame, position: Position, viewer: Side) -> Position:
    """Return the position that a viewer may know, with empty hands: cards do not affect the odds.

    Two positions that differ only in facts hidden from the viewer give equal results.
    """
    public_view = hidden_templates.show_to(theatre, position, viewer)
    return replace(
        public_view, hands={side: Hand() for side in public_view.map.sides}, pile=(), plans={}, bought={}
    )


def list_areas(rules: GreatWar, position: Position) -> tuple[str, ...]:
    """Return the areas of the current battle, of declared battles, and of battles that can be declared."""
    return tuple(dict.fromkeys(_list_areas(rules.theatre, position)))


def _list_areas(theatre: GreatWarGame, position: Position) -> Iterator[str]:
    now = position.now
    if now is None or now.kind in UNDECIDED:
        return
    if position.fight is not None:
        yield position.fight.area
    battle_areas = battles.list_announced(position) if battles.declaring(position) else now.battles
    yield from (area for area in battle_areas if area not in now.fought)
    if isinstance(position.task, MovePieces | DeclareBattles):
        for area in battles.possible(theatre, position, now.side):
            order = Battle(side=now.side, area=area)
            if area not in battle_areas and not any(battles.objections(theatre, position, order)):
                yield area


def open_battle(position: Position, area: str) -> Position:
    """Return the position in which the battle in an area goes on, or comes next and alone."""
    if position.fight is not None and position.fight.area == area:
        return position
    now = replace(position.playing, battles=(area,), fought=())
    return replace(position, now=now, fight=None, agenda=(FightBattles(now.side),))


def find_holder(position: Position, area: str) -> Side | None:
    """Return the side that controls an area after a battle: the only one present, or the owner (4.1, 8.4)."""
    sides = [side for side in position.map.sides if control.present(position.map, area, side)]
    return sides[0] if sides else position.map.owner.get(area)


def is_over(position: Position, area: str) -> bool:
    """Return True if the battle in an area is over."""
    return position.now is None or area in position.now.fought


def hides_armies(position: Position, area: str) -> bool:
    """Return True if an army in an area has contents hidden from the reader of the position."""
    return any(piece.filled for piece in position.map.at(area))


def carry_out(game: GreatWarSystem, position: Position, side: Side, letter_source: Written) -> Position:
    """Return the position after the orders of a side's letter, up to the first order that needs a die.

    Raises `DataFault` for unreadable or refused lines, each at its place, and `Misuse` if the side has no
    prompt now.
    """
    if side not in {prompt.side for prompt in game.rules.prompts(position)}:
        raise Misuse(Complaint.of(AnalysisFault.NOTHING_TO_ORDER, side=side))
    letter = letters.read(letter_source.text.encode(), letter_source.name)
    complaints: list[Complaint] = []
    try:
        for line in letter.orders:
            if isinstance(line, LetterLine):
                position, against = _carry_out_line(game, position, side, line)
                place = Place(file=letter_source.name, line=line.line)
                complaints += (replace(one, place=place) for one in against)
    except DiceNeeded:
        # The lines after it are for after the dice.
        pass
    if complaints:
        raise DataFault(*complaints)
    return position


def _carry_out_line(
    game: GreatWarSystem, position: Position, side: Side, line: LetterLine
) -> tuple[Position, list[Complaint]]:
    """Return the position after a line, and the complaints about it."""
    try:
        orders = game.notation.read(position, side, line.text)
    except Unreadable as fault:
        message = game.language.word(fault.stated)
        return position, [replace(fault.complaints[0], text=message.text, remedy=message.remedy)]
    for order in orders:
        position, verdict = machine.play(game.rules, position, order, NoDice())
        if isinstance(verdict, Refused):
            messages = ((one, game.language.word(one)) for one in verdict.objections)
            return position, [
                Complaint(text=words.text, remedy=words.remedy, code=one.fact.code) for one, words in messages
            ]
    return position, []
