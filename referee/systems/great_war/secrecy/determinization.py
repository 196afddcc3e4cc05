"""Hidden facts before a move, as far as the move reveals them.

A card that a side plays was in its hand. Its plan is the list of events after the opening of both plans. A
disclosed piece was in the army that the disclosure names.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from msgspec.structs import replace

from referee.engine.copy_check import ORDER, CopiedDice, CopiedMove, Finding, ViewFact
from referee.engine.facts import state
from referee.systems.great_war.season import calendar
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Piece, Plan, Position
from referee.systems.great_war.state.tasks import MakePlans
from schemas.great_war import card_events as carded
from schemas.great_war import events as happened
from schemas.great_war import plan_events as chosen
from schemas.great_war.events import GreatWarEvent, Intention
from schemas.great_war.orders import GreatWarOrder
from schemas.record import Side, Value

GreatWarMove = CopiedMove[GreatWarOrder, GreatWarEvent]
"""A move of this family as a copy tells it."""


class Supposition(Value):
    """Position with the facts that a move reveals, the piles that were drawn from, and the contradictions."""

    position: Position
    piles: tuple[tuple[int, ...], ...]
    wrong: tuple[Finding, ...] = ()

    def dice(self, move: GreatWarMove) -> CopiedDice:
        """The dice and hidden draws of the move."""
        return CopiedDice(move.events, self.piles)


def suppose(theatre: GreatWarGame, position: Position, move: GreatWarMove) -> Supposition:
    """Return a position filled in with the facts that a move reveals."""
    first, *piles = _list_drawn(move)
    wrong = [*_find_strays(position, move, first)]
    others = [side for side in theatre.sides if side != move.viewer]
    used = {side: tuple(_list_used(position, move, side)) for side in others}
    filled = position
    for side in others:
        hand = position.hand(side)
        cards = tuple(sorted({*hand.cards, *used[side]}))
        wrong += _find_played(position, side, used[side], cards)
        filled = filled.holding(side, replace(hand, cards=cards))
        filled = _plan(theatre, filled, move, side)
    draws = {card for pile in (first, *piles) for card in pile}
    filled = _deal(theatre, filled, others, first, draws) if piles or first else filled
    return Supposition(_open(filled, move.events), tuple(piles), tuple(wrong))


def _find_played(
    position: Position, side: Side, used: tuple[int, ...], held: tuple[int, ...]
) -> Iterator[Finding]:
    """The cards that a side played and cannot have held."""
    if len(held) > position.hand(side).size:
        yield Finding(ORDER, state(ViewFact.HAND_TOO_SMALL, side=side))
    elsewhere = {*position.discards, *position.removed, *_list_others(position, side)}
    for card in used:
        if card in elsewhere:
            yield Finding(ORDER, state(ViewFact.CARD_ELSEWHERE, card=card, side=side))


def _deal(
    theatre: GreatWarGame, position: Position, others: Iterable[Side], first: Sequence[int], drawn: set[int]
) -> Position:
    """Return the position with cards dealt to hidden hands and to the pile.

    Only the number of cards in each matters.
    """
    public = {*position.discards, *position.removed, *drawn}
    public |= {card for hand in position.hands.values() for card in hand.cards}
    unseen = iter([card for card in theatre.deck() if card not in public])
    for side in others:
        hand = position.hand(side)
        more = tuple(islice(unseen, max(0, hand.size - len(hand.cards))))
        position = position.holding(side, replace(hand, cards=tuple(sorted((*hand.cards, *more)))))
    size = len(position.pile)
    pile = [*first[:size], *(0,) * (size - len(first))]
    return replace(position, pile=tuple(card or next(unseen, 0) for card in pile))


def _list_others(position: Position, side: Side) -> Iterator[int]:
    return (card for other in position.map.sides if other != side for card in position.hand(other).cards)


def _list_drawn(move: GreatWarMove) -> list[tuple[int, ...]]:
    """The cards that were drawn, by the pile that they came from; zeros are unknown."""
    piles: list[tuple[int, ...]] = [()]
    for event in move.events:
        match event:
            case happened.DeckShuffled():
                piles.append(())
            case happened.CardsDrawn(count=count, cards=cards):
                piles[-1] = (*piles[-1], *(cards or (0,) * count))
            case _:
                pass
    return piles


def _find_strays(position: Position, move: GreatWarMove, drawn: Iterable[int]) -> Iterator[Finding]:
    """The cards that a side drew from a pile which does not hold them."""
    hand = position.hand(move.viewer).cards if move.viewer in position.map.sides else ()
    met = {*hand, *position.discards, *position.removed}
    for card in drawn:
        if card and card in met:
            fact = state(ViewFact.CARD_ELSEWHERE, card=card, side=move.viewer)
            yield Finding(ORDER, fact)
        met.add(card)


def _list_used(position: Position, move: GreatWarMove, side: Side) -> Iterator[int]:
    """The cards that leave the hand of a side in a move."""
    for event in move.events:
        match event:
            case (
                happened.OffensivePlayed(side=its, card=card)
                | happened.ErsatzSpent(side=its, card=card)
                | carded.CombatCardPlayed(side=its, card=card)
                | carded.CrisisPlayed(side=its, card=card)
            ) if its == side:
                yield card
            case (
                happened.CardsDiscarded(side=its, cards=cards)
                | carded.CardsSacrificed(side=its, cards=cards)
                | chosen.CardsBid(side=its, cards=cards)
            ) if its == side:
                yield from cards
            case happened.PieceMoved(piece=id, card=int(card)) if _owns(position, id, side):
                yield card
            case _:
                pass


def _owns(position: Position, id: str, side: Side) -> bool:
    piece = position.map.pieces.get(id)
    return piece is not None and piece.side == side


def _plan(theatre: GreatWarGame, position: Position, move: GreatWarMove, side: Side) -> Position:
    """The plan of a side as it happens once both are opened."""
    opening = next((n for n, one in enumerate(move.events) if isinstance(one, chosen.PlansRevealed)), None)
    if opening is None or not isinstance(position.task, MakePlans):
        return position
    made = tuple(list_planned(theatre, position, move.events[opening:], side))
    return position.planning(side, Plan(made, position.plan(side).closed))


def list_planned(
    theatre: GreatWarGame, position: Position, events: Sequence[GreatWarEvent], side: Side
) -> Iterator[Intention]:
    """Yield the intentions of a side, from events that begin with the opening of the plans."""
    opening, *rest = events
    assert isinstance(opening, chosen.PlansRevealed)
    if opening.phase == "attrition":
        armies = {army.id for army in calendar.choosing(theatre, position, side)}
        for event in rest:
            if isinstance(event, happened.PieceLost) and _in_any(position, event.piece, armies):
                yield event
            if isinstance(event, chosen.PhaseClosed | happened.SeasonOpened | chosen.PlansRevealed):
                return
        return
    owners = {id: piece.side for id, piece in position.map.pieces.items()}
    for event in rest:
        if isinstance(event, chosen.TemplateEvent | happened.Unseen):
            continue
        if not isinstance(event, happened.Intention) or isinstance(event, happened.PieceLost):
            return
        # A side that bid nothing is said to have bid no card, whether it said so or not.
        if _find_planner(event, owners) == side and event != chosen.CardsBid(side=side, cards=()):
            yield event


def _in_any(position: Position, id: str, armies: set[str]) -> bool:
    piece = position.map.pieces.get(id)
    return piece is not None and piece.army in armies


def _find_planner(event: Intention, owners: dict[str, Side]) -> Side | None:
    """Return the side of an intention; pieces that come on the map are known from then on."""
    match event:
        case chosen.PieceArrived(piece=piece, side=side):
            owners[piece] = side
            return side
        case chosen.CardsBought(side=side) | chosen.CardsBid(side=side):
            return side
        case chosen.PieceReplaced(piece=piece, by=by):
            if piece in owners:
                owners[by] = owners[piece]
            return owners.get(piece)
        case happened.ArmyEntrenched(army=piece):
            return owners.get(piece)
        case _:
            return owners.get(event.piece)


def _open(position: Position, events: Iterable[GreatWarEvent]) -> Position:
    """The position with the pieces that are shown in the armies where they are shown, closed no more."""
    if not position.map.closed:
        return position
    put: dict[str, Piece] = {}
    for event in events:
        if isinstance(event, chosen.PiecesShown | chosen.PiecesFound | chosen.ArmiesShown):
            for one in event.pieces:
                piece = position.map.pieces.get(one.id)
                if piece is not None and one.id not in put and not piece.area:
                    put[one.id] = replace(
                        piece, area=one.area, army=one.army, entrenched=one.entrenched,
                        fortified=one.fortified, moved=one.moved, mode=one.mode, retreated=one.retreated,
                    )  # fmt: skip
    return position.put(*put.values()).marking(closed=frozenset[Side]())
