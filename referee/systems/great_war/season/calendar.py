"""Steps between player turns: seasons (2.0-IV to 2.0-VI), game events and bids for initiative (B-13).

Attrition removes pieces that are out of supply (2.0-V-1, 6.5, A-74).
"""

from collections.abc import Iterator, Mapping
from itertools import combinations

from referee.engine.dice import Dice
from referee.engine.facts import Objections, refuse
from referee.systems.great_war.combat import removals
from referee.systems.great_war.events.recorder import EventRecorder, draw, shuffle_pile
from referee.systems.great_war.facts import control, hidden_templates, stacking, turn_sequence, unknown_ids
from referee.systems.great_war.season import plans, victory
from referee.systems.great_war.season.refusals import Refusal
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Piece, Plan, Position, strength
from schemas.great_war import events, plan_events
from schemas.great_war.card_events import CardsAllotted, CardsSacrificed
from schemas.great_war.charts import Joining, Withdrawal
from schemas.great_war.clauses import Clause
from schemas.great_war.orders import Bid, Discard, Forfeit
from schemas.record import Side


def read_game_events(theatre: GreatWarGame, course: EventRecorder) -> None:
    """Apply the chart's events of this season, apart from the reinforcements."""
    chart, turn = theatre.pack.tables.events, course.position.map.turn
    course.add(plan_events.PhaseClosed(phase="events"))
    for joining in chart.joining:
        early = _early(course.position, joining)
        if early or (joining.turn == turn and course.position.map.early.isdisjoint(joining.countries)):
            areas = tuple(area.id for area in theatre.pack.map.areas if area.country in joining.countries)
            course.add(
                plan_events.CountriesJoined(
                    side=joining.side, countries=joining.countries, areas=areas, early=early
                )
            )
    for due in reversed(chart.withdrawals):
        if due.turn == turn:
            _withdraw(theatre, course, due)


def _early(position: Position, joining: Joining) -> bool:
    """Return True if countries join before their season, because their side controls the required areas."""
    early = joining.early
    return (
        early is not None
        and early.turn == position.map.turn
        and all(control.status(position.map, area, joining.side) == "friendly" for area in early.holding)
    )


def _withdraw(theatre: GreatWarGame, course: EventRecorder, due: Withdrawal) -> None:
    """Withdraw armies with their contents, which pay for the rest as far as they can."""
    side = theatre.nations[due.nation].side
    course.add(
        plan_events.WithdrawalOrdered(
            side=side, name=due.name, nation=due.nation, kinds=due.kinds, count=due.count, shift=due.shift
        )
    )
    for army in due.armies:
        piece = course.position.map.pieces.get(army)
        for gone in (*course.position.map.contents(army), piece) if piece is not None else ():
            course.add(events.PieceLost(piece=gone.id, area=gone.area, fate="withdrawn"))
        course.add(plan_events.ArmyWithdrawn(army=army, side=side))
        if piece is not None:
            removals.eliminate_stranded(course, piece.area)
            course.settle(piece.area)


def sacrifice_objections(theatre: GreatWarGame, position: Position, order: Discard) -> Objections:
    """Yield the objections to giving these cards to lift a restraint of the chart."""
    most = stacking.owed(theatre, position, order.side)
    if len(order.cards) > most:
        fact = Refusal.CARDS_ASKED if most > 0 else Refusal.NO_CARD_ASKED
        yield refuse(Clause.RESTRAINT, fact, most=most)
    yield from turn_sequence.repeated_cards(Clause.CARD_IN_HAND, order.cards)
    yield from turn_sequence.missing_cards(theatre, position, order.side, order.cards)


def sacrifice(course: EventRecorder, order: Discard) -> None:
    """The cards go on the discard pile."""
    course.add(CardsSacrificed(side=order.side, cards=order.cards))


def sacrifices(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[Discard]:
    """Single cards that a side might give."""
    if stacking.owed(theatre, position, side) > 0:
        yield from (Discard(side=side, cards=(card,)) for card in position.hand(side).cards)


def highest_bid(theatre: GreatWarGame) -> int:
    """Return the highest number of cards that a side may bid."""
    bidding = theatre.pack.sequence.bidding
    return bidding.most if bidding is not None else 0


def asks_bids(theatre: GreatWarGame, position: Position, side: Side) -> bool:
    """Return True if a side has anything to bid; the size of a hand is public."""
    return position.hand(side).size > 0 and highest_bid(theatre) > 0


def make(plan: Plan) -> plan_events.CardsBid | None:
    """The bid that is in a plan."""
    return next((event for event in plan.planned if isinstance(event, plan_events.CardsBid)), None)


def bid_objections(theatre: GreatWarGame, position: Position, order: Bid) -> Objections:
    """Everything held against a bid."""
    yield from turn_sequence.absent(theatre, position, order.side, order.cards)
    yield from turn_sequence.repeated_cards(Clause.CARD_IN_HAND, order.cards)
    if len(order.cards) > highest_bid(theatre):
        yield refuse(
            Clause.INITIATIVE, Refusal.BID_TOO_HIGH, named=len(order.cards), most=highest_bid(theatre)
        )
    if make(position.plan(order.side)) is not None:
        yield refuse(Clause.INITIATIVE, Refusal.BID_MADE)


def bid(course: EventRecorder, order: Bid) -> None:
    """The bid lies under seal."""
    plans.intend(course, order.side, plan_events.CardsBid(side=order.side, cards=order.cards))


def bid_options(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[Bid]:
    """Every bid there is, the small ones first."""
    if make(position.plan(side)) is None:
        for count in range(highest_bid(theatre) + 1):
            for lot in combinations(position.hand(side).cards, count):
                yield Bid(side=side, cards=lot)


def settle_initiative(theatre: GreatWarGame, course: EventRecorder, made: Mapping[Side, Plan]) -> None:
    """Both bids are discarded; the higher wins, and level ones leave everything as it was."""
    bids = {
        side: make(made.get(side, Plan())) or plan_events.CardsBid(side=side, cards=())
        for side in theatre.sides
    }
    course.add(*bids.values())
    kept = turn_sequence.first_player(theatre, course.position)
    one, other = (len(bids[side].cards) for side in theatre.sides)
    first = kept if one == other else theatre.sides[other > one]
    course.add(plan_events.InitiativeSettled(side=first, tied=one == other))


def deal(theatre: GreatWarGame, course: EventRecorder, dice: Dice) -> None:
    """Shuffle the deck and deal the opening hands, in the order of the sides; templates are hidden first."""
    if hidden_templates.is_played(theatre):
        course.add(plan_events.TemplatesHidden(sides=theatre.sides))
    allotted = _allotted(theatre)
    for side, card in allotted.items():
        course.add(CardsAllotted(side=side, cards=(card,)))
    rest = tuple(card for card in theatre.deck() if card not in allotted.values())
    course.add(shuffle_pile(course.position, rest, dice))
    for side in theatre.sides:
        draw(course, side, theatre.scenario.hands.get(side, 0) - (side in allotted), dice)
    course.add(events.SeasonOpened(turn=theatre.scenario.turn))


def _allotted(theatre: GreatWarGame) -> dict[Side, int]:
    """The card that the scenario guarantees each side that is dealt any, taken out before the shuffle."""
    promised = (card for card in theatre.deck() if theatre.cards[card - 1].id == theatre.scenario.guaranteed)
    dealt = (side for side in theatre.sides if theatre.scenario.hands.get(side, 0))
    return dict(zip(dealt, promised, strict=False))


def open_turn(course: EventRecorder, side: Side) -> None:
    """Begin a player turn."""
    course.add(events.TurnOpened(side=side))


def advance_season(theatre: GreatWarGame, course: EventRecorder, dice: Dice) -> None:
    """Close the season, reshuffle where the track says so, and open the next or end the campaign."""
    turn = course.position.map.turn
    course.add(events.SeasonClosed(turn=turn))
    if victory.end_if_decisive(theatre, course):
        return
    if turn >= theatre.scenario.last:
        points = victory.points(theatre, course.position).total
        course.add(events.CampaignEnded(level=victory.victory_level(theatre, points).name, points=points))
        return
    if theatre.turns[turn].reshuffle:
        cards = tuple(card for card in theatre.deck() if _out_of_hand(course, card))
        course.add(shuffle_pile(course.position, cards, dice))
    course.add(events.SeasonOpened(turn=turn + 1))


def _out_of_hand(course: EventRecorder, card: int) -> bool:
    return card not in course.position.removed and not any(
        card in hand.cards for hand in course.position.hands.values()
    )


def check(theatre: GreatWarGame, course: EventRecorder) -> None:
    """Mark every army, fort and single piece that no line of supply reaches; neutral pieces are in supply."""
    position = course.position
    ids: list[str] = []
    for side in theatre.sides:
        lines = control.Lines(theatre, position.map, side)
        ids += [
            piece.id
            for piece in position.map.owned(side)
            if piece.army is None
            and piece.area in position.map.owner
            and not lines.feed(piece.area, piece.nation)
        ]
    course.add(plan_events.SupplyChecked(unsupplied=tuple(ids)))


def removable(theatre: GreatWarGame, position: Position, army: Piece) -> tuple[Piece, ...]:
    """Return the pieces that an army may lose."""
    return tuple(piece for piece in position.map.contents(army.id) if theatre.units[piece.kind].removable)


def choosing(theatre: GreatWarGame, position: Position, side: Side) -> tuple[Piece, ...]:
    """The armies whose owner has a choice what they lose."""
    return tuple(
        piece
        for piece in position.map.owned(side)
        if piece.id in position.map.unsupplied
        and piece.kind == "army"
        and strength(position.map, piece) > 1
        and len({candidate.likeness for candidate in removable(theatre, position, piece)}) > 1
    )


def open_armies(theatre: GreatWarGame, position: Position, side: Side) -> tuple[Piece, ...]:
    """Those of the armies with a choice for which the side's plan has not made it."""
    paid = {position.map.pieces[id].army for id in choose(position.plan(side))}
    return tuple(army for army in choosing(theatre, position, side) if army.id not in paid)


def choose(plan: Plan) -> tuple[str, ...]:
    """The pieces that a plan gives up."""
    return tuple(event.piece for event in plan.planned if isinstance(event, events.PieceLost))


def objections(theatre: GreatWarGame, position: Position, order: Forfeit) -> Objections:
    """Everything the rules hold against losing this piece."""
    if (piece := position.map.find_own(order.piece, order.side)) is None:
        yield unknown_ids.no_piece(order.piece)
    elif piece.army not in {army.id for army in open_armies(theatre, position, order.side)}:
        yield refuse(Clause.ATTRITION, Refusal.NO_LOSS_DUE, piece=piece.id)
    elif not theatre.units[piece.kind].removable:
        yield refuse(Clause.ATTRITION, Refusal.CANNOT_BE_CHOSEN, piece=piece.id)


def outcome(course: EventRecorder, order: Forfeit) -> None:
    """The loss is planned; the plan is closed with the last one."""
    piece = course.position.map.pieces[order.piece]
    plans.intend(course, order.side, events.PieceLost(piece=piece.id, area=piece.area, fate="out-of-supply"))
    if not open_armies(course.theatre, course.position, order.side):
        course.add(plan_events.PlanClosed(side=order.side))


def options(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[Forfeit]:
    """The pieces that may be lost, auxiliaries before infantry; like pieces are offered once."""
    for army in open_armies(theatre, position, side):
        able = stacking.list_distinct(removable(theatre, position, army))
        for piece in sorted(able, key=lambda held: (held.kind in theatre.infantry, held.id)):
            yield Forfeit(side=side, piece=piece.id)


def resolve(theatre: GreatWarGame, course: EventRecorder, given_up: frozenset[str]) -> None:
    """Apply all losses together; then the sides with pieces left control the areas."""
    position = course.position
    victims = [piece for piece in position.map.pieces.values() if piece.id in position.map.unsupplied]
    for piece in victims:
        match piece.kind:
            case "fort" if piece.strength > 1:
                course.add(events.FortReduced(fort=piece.id, area=piece.area, strength=piece.strength - 1))
            case "army" if strength(position.map, piece) > 1:
                losses = removable(theatre, position, piece)
                lost = next((one for one in losses if one.id in given_up), losses[0])
                course.add(events.PieceLost(piece=lost.id, area=piece.area, fate="out-of-supply"))
            case _:
                _lose(course, position, piece)
    for area in dict.fromkeys(piece.area for piece in victims):
        removals.eliminate_stranded(course, area)
        course.settle(area)


def _lose(course: EventRecorder, position: Position, piece: Piece) -> None:
    inside = position.map.contents(piece.id) if piece.kind == "army" else iter(())
    for gone in (*inside, piece):
        course.add(events.PieceLost(piece=gone.id, area=gone.area, fate="out-of-supply"))
