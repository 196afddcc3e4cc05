"""Comments beside the lines of a template: the piece or the card in words, its army, its price."""

from collections.abc import Iterator, Sequence

from referee.i18n.translator import forms, message
from referee.systems.great_war.combat import battles
from referee.systems.great_war.facts import control, pool
from referee.systems.great_war.flow import judgement
from referee.systems.great_war.language.language import GreatWarLanguage
from referee.systems.great_war.narrative import phrases
from referee.systems.great_war.season import production
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import LoseInTransit, PayCrisis
from schemas.great_war import orders as kinds
from schemas.great_war.orders import GreatWarOrder
from schemas.record import Side

DETACHED = message("detach from {army} in {area}")
"""Comment on an order whose line names no army."""

INSIDE = message("{piece}, inside {army}")
"""Comment on a piece that pays: its army is known only by its contents."""

FAR_PAYMENTS = PayCrisis | LoseInTransit
"""Questions whose pieces stand in more than one area."""

ONE_BATTLE = message("{card}: one battle")
"""Comment on a Limited Offensive."""

AFTER_PASS = message("then you may move one piece and exchange cards")
"""Comment on a pass."""

EXCHANGED = message("exchange {card}; any number of cards")
ALL_EXCHANGED = message("exchange these cards")
"""Comments on the exchange of cards in a pass."""

TAKEN_IN = message("takes in {pieces} on arrival")
"""Comment on the move of an army that absorbs pieces."""

DISCARDED_LATER = message("{points}; over the limit: you discard one")
"""Comment on cards that are bought above the limit of the hand."""

DROPPED = message("discards your plan so far")
"""Comment on the order that begins a plan again."""

PAID_BY_CARD = forms("{card}: pays one hit", "{card}: pays up to {count} hits")
"""Comment on a card that is spent in place of a piece."""

OTHER_RETREATS = message("also to {areas}")
"""Comment on a piece that may retreat to other areas too."""

MOST_AREAS = 4
"""Highest number of areas in a comment."""

LEFT_OUT = "…"
"""Sign of a comment that is not complete, or has no room."""

OLD_DISPUTE = message("disputed before this turn: optional")
NEW_DISPUTE = message("newly disputed: fought anyway")
WEAK_FORT = message("weak fort, not disputed: optional")
NEXT_BATTLE = message("fought next, before {area}")
"""Comments on battles."""

OTHER_BATTLES = message("optional; also in {areas}")
"""Comment on the last battle of a template that leaves some out."""


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


def _name_alike(narrator: GreatWarLanguage, position: Position, side: Side, card: int) -> str:
    """Return the name of a card with the numbers in hand that have the same effect: `Offensive (2 or 15)`."""
    kind = narrator.cards[card - 1]
    numbers = [str(one) for one in position.hand(side).cards if narrator.cards[one - 1].id == kind.id]
    return f"{kind.name} ({narrator.tongue.choice(numbers)})"


def list_remarks(
    narrator: GreatWarLanguage, position: Position, order: GreatWarOrder, others: Sequence[str] = ()
) -> Iterator[str]:
    """Yield comments on an order, the best first; a line takes the first comment that fits.

    `others` are the areas of optional battles that the template leaves out.
    """
    if isinstance(order, kinds.Retreat):
        others = _list_other_retreats(narrator, position, order)
    template = OTHER_RETREATS if isinstance(order, kinds.Retreat) else OTHER_BATTLES
    for count in range(min(len(others), MOST_AREAS), 0, -1):
        names = [*map(narrator.area_name, others[:count]), *[LEFT_OUT][: len(others) > count]]
        yield narrator.say(template, areas=", ".join(names))
    yield from filter(None, (tell_details(narrator, position, order),))
    yield from list_names(narrator, position, order)


def list_names(narrator: GreatWarLanguage, position: Position, order: GreatWarOrder) -> Iterator[str]:
    """Yield the name of the piece or the card of an order, and the kind of the piece, which is shorter."""
    if name := name_subject(narrator, position, order):
        yield name
    id: str = getattr(order, "piece", "")
    piece = position.map.pieces.get(id) or pool.counter(narrator.game, id)
    if piece is not None and piece.kind in narrator.units and piece.kind not in {"army", "fort"}:
        yield narrator.units[piece.kind].name


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
            return _tell_battle(narrator, position, order)
        case _ if isinstance(order, production.Purchase):
            cost = production.price(narrator.game, position, order)
            points = narrator.say("{count} build point", "{count} build points", count=cost)
            text = f"{name}: {points}" if name else points
            is_over = isinstance(order, kinds.Buy) and _is_over_limit(narrator, position, order)
            return narrator.say(DISCARDED_LATER, points=text) if is_over else text
        case _:
            return _tell_effect(narrator, position, order, name)


def _list_other_retreats(
    narrator: GreatWarLanguage, position: Position, order: kinds.Retreat
) -> tuple[str, ...]:
    """Return the other areas to which a piece may retreat, the safe ones first."""
    if order.into is not None:
        return ()
    areas = list_retreats(narrator.game, position, order)
    return tuple(area for area in areas if area != order.to)


def list_retreats(game: GreatWarGame, position: Position, order: kinds.Retreat) -> list[str]:
    """Return the areas to which a piece may retreat, those first in which no enemy contests the area."""
    if (piece := position.map.pieces.get(order.piece)) is None:
        return []
    areas = (
        area
        for area in game.areas[piece.area].borders
        if judgement.is_legal(game, position, order.replace(to=area, into=None))
    )
    return sorted(areas, key=lambda area: not control.friendly(position.map, area, order.side))


def _tell_battle(narrator: GreatWarLanguage, position: Position, order: kinds.Battle) -> str:
    if not battles.declaring(position):
        return narrator.say(NEXT_BATTLE, area=narrator.area_name(battles.waiting(position)[0]))
    if control.status(position.map, order.area, order.side) != "disputed":
        return narrator.say(WEAK_FORT)
    return narrator.say(NEW_DISPUTE if order.area in battles.compulsory(position) else OLD_DISPUTE)


def _is_over_limit(narrator: GreatWarLanguage, position: Position, order: kinds.Buy) -> bool:
    """Return True if a side that buys cards must discard some of its hand."""
    cards = position.hand(order.side).size + pool.cards_bought(position, order.side) + order.cards
    return cards > production.card_limit(narrator.game, position, order.side)


def _tell_effect(narrator: GreatWarLanguage, position: Position, order: GreatWarOrder, name: str) -> str:
    """Return the effect of an order; otherwise the subject."""
    match order:
        case kinds.Offensive() | kinds.Spend() | kinds.Redraw():
            return _tell_cards(narrator, position, order)
        case kinds.Pass():
            return narrator.say(AFTER_PASS)
        case kinds.Move(absorb=absorb) if absorb:
            return narrator.say(TAKEN_IN, pieces=" ".join(absorb))
        case kinds.Anew():
            return narrator.say(DROPPED)
        case _:
            return name


def _tell_cards(
    narrator: GreatWarLanguage, position: Position, order: kinds.Offensive | kinds.Spend | kinds.Redraw
) -> str:
    """Return the effect of cards, with the other cards that have the same effect."""
    if isinstance(order, kinds.Redraw):
        first, *others = order.cards
        if others:
            return narrator.say(ALL_EXCHANGED)
        return narrator.say(EXCHANGED, card=narrator.card_name(first))
    alike, kind = _name_alike(narrator, position, order.side, order.card), narrator.cards[order.card - 1]
    if isinstance(order, kinds.Spend):
        return narrator.say(*PAID_BY_CARD, card=alike, count=kind.ersatz)
    return narrator.say(ONE_BATTLE, card=alike) if kind.offensive == "limited" else alike


def _tell_origin(narrator: GreatWarLanguage, position: Position, id: str) -> str:
    """Return the army that a piece leaves, with its area; empty for a piece in none."""
    piece = position.map.pieces.get(id)
    if piece is None or piece.army is None:
        return ""
    army, area = narrator.army_name(piece.army), narrator.area_name(piece.area)
    return narrator.say(DETACHED, army=army, area=area)


def _tell_army(narrator: GreatWarLanguage, position: Position, id: str, name: str) -> str:
    """Return a piece that pays with its army, and with its area if the question names none."""
    piece = position.map.pieces.get(id)
    if piece is None:
        return name
    text = name if piece.army is None else narrator.say(INSIDE, piece=name, army=piece.army)
    return f"{text}, {narrator.area_name(piece.area)}" if isinstance(position.task, FAR_PAYMENTS) else text
