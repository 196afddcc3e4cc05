"""Answers to the open question that names alone may mean, and the names of each."""

from collections.abc import Iterable, Iterator
from string import ascii_letters

from referee.systems.great_war.state.game import GreatWarGame, mix
from referee.systems.great_war.state.position import Position
from schemas.great_war.orders import (
    Battle,
    Build,
    Buy,
    Discard,
    Forfeit,
    GreatWarOrder,
    Lose,
    Offensive,
    Place,
    Play,
    Redraw,
    Retreat,
    Spend,
)
from schemas.record import Side


def list_answers(position: Position, side: Side, options: Iterable[GreatWarOrder]) -> Iterator[GreatWarOrder]:
    """Yield options and their likes, legal or not. Options list only one of several like pieces or cards."""
    options = [*options]
    kinds = {type(one) for one in options}
    own, hand = [piece.id for piece in position.map.owned(side)], position.hand(side).cards
    models: tuple[type[Lose | Forfeit], ...] = (Lose, Forfeit)
    yield from (one for one in options if isinstance(one, Battle | Forfeit | Lose | Offensive))
    yield from (one for one in options if isinstance(one, Place) and one.into is None)
    yield from (model(side=side, piece=id) for model in models if model in kinds for id in own)
    yield from (Spend(side=side, card=card) for card in (hand if Spend in kinds else ()))
    goals = dict.fromkeys((one.to, one.into) for one in options if isinstance(one, Retreat))
    yield from (Retreat(side=side, piece=id, to=area, into=army) for area, army in goals for id in own)
    areas = dict.fromkeys(one.area for one in options if isinstance(one, Play))
    yield from (Play(side=side, card=card, area=area) for area in areas for card in hand)


def drop_implied(position: Position, orders: Iterable[GreatWarOrder]) -> list[GreatWarOrder]:
    """Leave out retreats of pieces whose army may retreat, and into an army if there is room beside it."""
    orders = [*orders]
    retreats = [one for one in orders if isinstance(one, Retreat)]
    ids, beside = {one.piece for one in retreats}, {(one.piece, one.to, one.into) for one in retreats}
    superfluous = {
        one
        for one in retreats
        if position.map.pieces[one.piece].army in ids
        or (one.into is not None and (one.piece, one.to, None) in beside)
    }
    return [one for one in orders if one not in superfluous]


def list_own_names(theatre: GreatWarGame, order: GreatWarOrder) -> Iterator[str]:
    """Yield the names that an order holds."""
    match order:
        case (
            Retreat(piece=id) | Lose(piece=id) | Forfeit(piece=id) | Place(piece=id) | Build(piece=id)
        ):  # fmt: skip
            yield from list_piece_names(theatre, id)
        case (
            Spend(card=number) | Play(card=number) | Offensive(card=number)
            | Redraw(cards=(number,)) | Discard(cards=(number,)) | Buy(cards=number)
        ):  # fmt: skip
            yield str(number)
        case _:
            pass
    match order:
        case (
            Retreat(to=area) | Battle(area=area) | Play(area=str(area)) | Place(area=area) | Build(area=area)
        ):
            yield area
        case _:
            pass


def list_piece_names(theatre: GreatWarGame, id: str) -> tuple[str, ...]:
    """Return the id of a piece, its end, its number and its kind."""
    tail = id.rpartition("-")[2]
    return id, tail, tail.lstrip(ascii_letters), mix(theatre).get(id, tail)


def list_names(theatre: GreatWarGame, position: Position, order: GreatWarOrder) -> Iterator[str]:
    """Yield the names of an order, also of the nation, place and army of its piece, and the card's kind."""
    yield from list_own_names(theatre, order)
    match order:
        case Lose(piece=id) | Forfeit(piece=id) | Retreat(piece=id) | Build(piece=id) | Place(piece=id):
            yield id.partition("-")[0]
            piece = position.map.pieces.get(id)
            if piece is not None and piece.kind != "fort":
                yield piece.area
                yield from ("army", _number(piece.army)) if piece.army else ()
        case Spend(card=card) | Offensive(card=card) | Redraw(cards=(card,)) | Discard(cards=(card,)):
            kind = theatre.card(card)
            yield from ("card", *([kind.id] if kind is not None else ()))
        case Buy():
            yield "card"
        case _:
            pass
    match order:
        case Build(into=str(host)) | Place(into=str(host)):
            yield _number(host)
        case _:
            pass


def _number(army: str) -> str:
    return f"#{army.partition('-')[2]}"
