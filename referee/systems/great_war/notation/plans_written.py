"""SealedOrder orders and words about the end of the match as lines of a letter, by ids."""

from typing import assert_never

from schemas.great_war.orders import (
    AcceptArmistice,
    Anew,
    Bid,
    Build,
    Buy,
    DeclineArmistice,
    Entrench,
    Forfeit,
    Fortify,
    OfferArmistice,
    ParleyOrder,
    Place,
    Rebuild,
    Resign,
    SealedOrder,
    Swap,
    Transfer,
    Upgrade,
)


def write(order: SealedOrder) -> str:  # noqa: PLR0911 - one arm per order
    """A sealed order as a line of a letter."""
    match order:
        case Place(piece=piece, area=area, into=into) | Build(piece=piece, area=area, into=into):
            return f"{order.type} {piece} in {area}" + (f" into {into}" if into else "")
        case Rebuild(army=army, area=area):
            return f"rebuild {army} in {area}"
        case Swap(piece=piece) | Upgrade(piece=piece) | Entrench(piece=piece):
            return f"{order.type} {piece}"
        case Fortify(piece=piece):
            return f"fortify {piece}"
        case Buy(cards=cards):
            return f"buy {cards} {'card' if cards == 1 else 'cards'}"
        case Transfer(piece=piece, army=army):
            return f"join {piece} to {army}" if army else f"leave {piece}"
        case Forfeit(piece=piece):
            return f"lose {piece}"
        case Bid(cards=cards):
            return f"bid {', '.join(map(str, cards)) or 'nothing'}"
        case Anew():
            return "anew"
        case _:
            assert_never(order)


def write_parley(order: ParleyOrder) -> str:
    """A word about the end of the match as a line of a letter."""
    match order:
        case OfferArmistice():
            return "offer armistice"
        case AcceptArmistice():
            return "accept armistice"
        case DeclineArmistice():
            return "decline armistice"
        case Resign():
            return "resign"
        case _:
            assert_never(order)
