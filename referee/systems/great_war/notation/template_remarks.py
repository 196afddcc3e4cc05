"""Comments beside the lines of a template: the piece or the card in words, its army, its price."""

from referee.i18n.translator import forms, message
from referee.systems.great_war.combat import battles
from referee.systems.great_war.facts import control
from referee.systems.great_war.flow import judgement
from referee.systems.great_war.language.language import GreatWarLanguage
from referee.systems.great_war.narrative import phrases
from referee.systems.great_war.season import production
from referee.systems.great_war.state.position import Position
from schemas.great_war import orders as kinds
from schemas.great_war.orders import GreatWarOrder
from schemas.record import Side

DETACHED = message("detach from {army} in {area}")
"""Comment on an order whose line names no army."""

INSIDE = message("{piece}, inside {army}")
"""Comment on a piece that pays: its army is known only by its contents."""

ONE_BATTLE = message("{card}: one battle")
"""Comment on a Limited Offensive."""

PAID_BY_CARD = forms("{card}: pays one hit", "{card}: pays up to {count} hits")
"""Comment on a card that is spent in place of a piece."""

OTHER_RETREATS = message("also to {areas}")
"""Comment on a piece that may retreat to other areas too."""

MOST_RETREATS = 4
"""Highest number of areas in this comment."""

LEFT_OUT = "…"
"""Sign of a comment that is not complete, or has no room."""

OLD_DISPUTE = message("disputed before this turn: optional")
NEW_DISPUTE = message("newly disputed: fought anyway")
WEAK_FORT = message("weak fort, not disputed: optional")
NEXT_BATTLE = message("fought next")
"""Comments on battles."""


def name_subject(narrator: GreatWarLanguage, position: Position, order: GreatWarOrder) -> str:
    """The piece or the card of an order in words; empty where it has neither."""
    match order:
        case kinds.Offensive() | kinds.Spend() | kinds.Play():
            return narrator.card_name(order.card)
        case kinds.Rebuild(army=army):
            return narrator.army_name(army)
        case kinds.Bid(cards=cards):
            return phrases.cards_called(narrator, cards)
        case _:
            id: str = getattr(order, "piece", "")
            piece = position.map.pieces.get(id)
            if isinstance(order, kinds.Sealed) and id:
                return narrator.counter_name(id)
            return narrator.piece_name(piece) if piece is not None else ""


def _list_alike(narrator: GreatWarLanguage, position: Position, side: Side, card: int) -> tuple[int, ...]:
    """Return the cards of a hand that are of one kind with a card: each pays the same."""
    kind = narrator.cards[card - 1].id
    return tuple(number for number in position.hand(side).cards if narrator.cards[number - 1].id == kind)


def tell_details(narrator: GreatWarLanguage, position: Position, order: GreatWarOrder) -> str:
    """Return the subject of an order with its effect, its place or its price."""
    name = name_subject(narrator, position, order)
    match order:
        case kinds.Leave() | kinds.Transfer(army=None):
            return _tell_origin(narrator, position, order.piece) or name
        case kinds.Join() | kinds.Transfer():
            piece = position.map.pieces.get(order.piece)
            return name if piece is None else f"{name}, {narrator.area_name(piece.area)}"
        case kinds.Lose() | kinds.Forfeit():
            return _tell_army(narrator, position, order.piece, name)
        case kinds.Battle():
            return narrator.say(_choose_battle_remark(position, order))
        case _ if isinstance(order, production.Purchase):
            cost = production.price(narrator.game, position, order)
            points = narrator.say("{count} build point", "{count} build points", count=cost)
            return f"{name}: {points}" if name else points
        case _:
            return _tell_effect(narrator, position, order, name)


def _tell_retreats(narrator: GreatWarLanguage, position: Position, order: kinds.Retreat) -> str:
    """Return the other areas to which a piece may retreat; empty if there are none."""
    if (piece := position.map.pieces.get(order.piece)) is None or order.into is not None:
        return ""
    areas = [
        area
        for area in narrator.areas[piece.area].borders
        if area != order.to and judgement.is_legal(narrator.game, position, order.replace(to=area))
    ]
    names = [*map(narrator.area_name, areas[:MOST_RETREATS]), *[LEFT_OUT][: len(areas) > MOST_RETREATS]]
    return narrator.say(OTHER_RETREATS, areas=", ".join(names)) if areas else ""


def _choose_battle_remark(position: Position, order: kinds.Battle) -> str:
    if not battles.declaring(position):
        return NEXT_BATTLE
    if control.status(position.map, order.area, order.side) != "disputed":
        return WEAK_FORT
    return NEW_DISPUTE if order.area in battles.compulsory(position) else OLD_DISPUTE


def _tell_effect(narrator: GreatWarLanguage, position: Position, order: GreatWarOrder, name: str) -> str:
    """Return the card of an order with its effect, or the other areas of a retreat; otherwise the subject."""
    match order:
        case kinds.Offensive(card=card) if narrator.cards[card - 1].offensive == "limited":
            return narrator.say(ONE_BATTLE, card=name)
        case kinds.Spend(card=card, side=side):
            kind = narrator.card_kind(card)
            alike = phrases.cards_called(narrator, _list_alike(narrator, position, side, card))
            return narrator.say(*PAID_BY_CARD, card=alike, count=kind.ersatz if kind is not None else 1)
        case kinds.Retreat():
            return _tell_retreats(narrator, position, order) or name
        case _:
            return name


def _tell_origin(narrator: GreatWarLanguage, position: Position, id: str) -> str:
    """Return the army that a piece leaves, with its area; empty for a piece in none."""
    piece = position.map.pieces.get(id)
    if piece is None or piece.army is None:
        return ""
    army, area = narrator.army_name(piece.army), narrator.area_name(piece.area)
    return narrator.say(DETACHED, army=army, area=area)


def _tell_army(narrator: GreatWarLanguage, position: Position, id: str, name: str) -> str:
    piece = position.map.pieces.get(id)
    if piece is None or piece.army is None:
        return name
    return narrator.say(INSIDE, piece=name, army=piece.army)
