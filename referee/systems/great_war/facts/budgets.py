"""Purses: the build points of a season, of a side as one sum or of each of its nations (7.0, 7.6)."""

from collections import Counter
from collections.abc import Iterator
from math import ceil

from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.theatre import GreatWarGame
from referee.values.caching import cached
from referee.values.value import Value
from schemas.great_war.choice_events import PieceFortified
from schemas.great_war.plan_events import CardsBought, PieceArrived, PieceEntrenched, PieceReplaced
from schemas.record import Side


class Purse(Value):
    """Build points that are spent together, and what of them a plan spends on pieces and trenches.

    `holder` is a nation, or the side where its nations share; `most_cards` is how many cards they may buy.
    """

    holder: str
    points: int
    spent: int
    most_cards: int

    @property
    def left(self) -> int:
        """What is not spent on pieces and trenches."""
        return self.points - self.spent


@cached
def of_side(theatre: GreatWarGame, position: Position, side: Side) -> tuple[Purse, ...]:
    """The purses of a side as its plan leaves them, cards apart."""
    chart, spent = theatre.pack.tables.build_points, _count_spent(theatre, position, side)
    return tuple(
        Purse(holder, chart.figures[holder][position.map.turn - 1], spent[holder], most)
        for holder in holders(theatre, side)
        for most in (chart.cards.get(holder, max(0, chart.figures[holder][position.map.turn - 1])),)
    )


def holders(theatre: GreatWarGame, side: Side) -> tuple[str, ...]:
    """Who has a purse: the side, or each of its nations."""
    figures = theatre.pack.tables.build_points.figures
    own = tuple(nation.id for nation in theatre.nations.values() if nation.side == side)
    return (side,) if side in figures else tuple(nation for nation in own if nation in figures)


def holder(theatre: GreatWarGame, nation: str) -> str:
    """Who pays for the pieces of a nation."""
    return nation if nation in theatre.pack.tables.build_points.figures else theatre.nations[nation].side


def _count_spent(theatre: GreatWarGame, position: Position, side: Side) -> Counter[str]:
    """What a side's plan spends on pieces and trenches, by purse (7.6)."""
    total: Counter[str] = Counter()
    for event in position.plan(side).planned:
        match event:
            case PieceArrived(nation=nation, kind=kind):
                total[holder(theatre, nation)] += theatre.units[kind].cost
            case PieceReplaced(by=id, kind=kind):
                total[_payer(theatre, id)] += theatre.units[kind].upgrade_cost
            case PieceFortified(piece=id):
                total[_payer(theatre, id)] += theatre.limits.fortify_cost
            case _:
                pass
    for payer, pieces in dug(theatre, position, side).items():
        total[payer] += trenches(theatre, pieces)
    return total


def dug(theatre: GreatWarGame, position: Position, side: Side) -> Counter[str]:
    """How many pieces a side's plan entrenches, by purse."""
    return Counter(_payer(theatre, id) for id in _diggers(position, side))


def _diggers(position: Position, side: Side) -> Iterator[str]:
    return (event.piece for event in position.plan(side).planned if isinstance(event, PieceEntrenched))


def _payer(theatre: GreatWarGame, id: str) -> str:
    return holder(theatre, id.partition("-")[0])


def trenches(theatre: GreatWarGame, pieces: int) -> int:
    """The build points for entrenching so many pieces."""
    return ceil(pieces / theatre.limits.entrenched_per_point)


def cards_bought(position: Position, side: Side) -> int:
    """The cards in a side's plan."""
    return sum(event.count for event in position.plan(side).planned if isinstance(event, CardsBought))


def cards_left(theatre: GreatWarGame, position: Position, side: Side) -> int:
    """How many more cards a side can pay for."""
    return _cards(theatre, of_side(theatre, position, side)) - cards_bought(position, side)


def _cards(theatre: GreatWarGame, purses: tuple[Purse, ...]) -> int:
    cost = theatre.limits.card_cost
    return sum(min(purse.most_cards, max(0, purse.left) // cost) for purse in purses)


@cached
def count_left(theatre: GreatWarGame, position: Position, side: Side, nation: str) -> int:
    """The build points that pieces of a nation may still cost, once the cards of the plan are paid for."""
    payer, purses = holder(theatre, nation), of_side(theatre, position, side)
    others = _cards(theatre, tuple(purse for purse in purses if purse.holder != payer))
    owed = max(0, cards_bought(position, side) - others) * theatre.limits.card_cost
    return sum(purse.left for purse in purses if purse.holder == payer) - owed
