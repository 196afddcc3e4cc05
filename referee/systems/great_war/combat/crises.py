"""Crises elsewhere: what a side must take off the map for them (9.8, 9.9)."""

from collections.abc import Iterator

from referee.engine.facts import Objection, refuse
from referee.engine.rule_options import RuleOption
from referee.systems.great_war.combat import units
from referee.systems.great_war.combat.refusals import Refusal
from referee.systems.great_war.events.course import EventRecorder
from referee.systems.great_war.facts import hands, hidden_templates, unknown
from referee.systems.great_war.state.combat_tasks import PayCrisis
from referee.systems.great_war.state.position import NOWHERE, Piece, Position, list_distinct
from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.great_war.card_events import CrisisPlayed, CrisisSettled
from schemas.great_war.cards import Crisis
from schemas.great_war.events import PieceLost
from schemas.great_war.orders import Lose, Play
from schemas.record import Side

CRISIS_MAY_BE_REFUSED = RuleOption("crisis-may-be-refused", ("no", "yes"))
"""Refusal of a crisis for its victory point (A-19)."""


def objections(theatre: GreatWarGame, position: Position, order: Play, crisis: Crisis) -> Iterator[Objection]:
    """Everything the rules hold against bringing this crisis upon the other side."""
    now = position.now
    if crisis.by != order.side:
        yield refuse(crisis.clause, Refusal.OWN_CRISIS, card=order.card)
    elif now is None or now.side != order.side:
        yield refuse(crisis.clause, Refusal.CRISIS_IN_OWN_TURN, card=order.card)
    if order.area is not None:
        yield refuse(crisis.clause, Refusal.CRISIS_ON_NO_AREA, card=order.card)
    if theatre.demand(order.card, position.map.turn) is None:
        year = theatre.turns[position.map.turn].year
        yield refuse(crisis.year_clause, Refusal.NO_CRISIS_THIS_YEAR, card=order.card, year=year)
    yield from hands.exchanged(position)


def conceivable(theatre: GreatWarGame, position: Position, side: Side) -> bool:
    """Whether a side, in its player turn, might hold a crisis of this year for all that both sides know."""
    now, known = position.now, {*position.discards, *position.removed}
    if now is None or now.side != side or not position.hand(side).size:
        return False
    return any(
        card is not None and card.crisis is not None and card.crisis.by == side
        for number in theatre.deck()
        if number not in known and theatre.demand(number, position.map.turn) is not None
        for card in (theatre.card(number),)
    )


def outcome(course: EventRecorder, order: Play, crisis: Crisis) -> None:
    """The other side must pay."""
    theatre = course.theatre
    demand = theatre.demand(order.card, course.position.map.turn)
    if demand is None:
        return
    course.add(
        CrisisPlayed(
            side=order.side,
            card=order.card,
            victim=theatre.other(order.side),
            count=demand.count,
            removed=crisis.last == demand.year,
        )
    )


def candidates(theatre: GreatWarGame, position: Position, task: PayCrisis) -> tuple[Piece, ...]:
    """The pieces that can pay: of the right nation and kind, on the map or where ships reach (A-20)."""
    return tuple(
        piece
        for piece in position.map.owned(task.side)
        if piece.nation in task.nations and piece.kind in task.kinds and _here(theatre, piece.area)
    )


def _here(theatre: GreatWarGame, area: str) -> bool:
    # What an army hides is never in transit, where everything is open.
    if area == NOWHERE:
        return True
    place = theatre.areas[area]
    return not place.box or bool(place.sea) or any(area in other.sea for other in theatre.areas.values())


def pay_objections(theatre: GreatWarGame, position: Position, order: Lose) -> Iterator[Objection]:
    """Everything the rules hold against paying with this piece."""
    task, piece = position.doing(PayCrisis), position.map.pieces.get(order.piece)
    if piece is None or piece.side != order.side:
        yield unknown.no_piece(order.piece)
    elif piece not in candidates(theatre, position, task):
        yield refuse(task.clause, Refusal.NOT_DEMANDED, piece=piece.id)


def pay(course: EventRecorder, id: str) -> None:
    """A piece goes back to the force pool; what it leaves behind is settled (A-21)."""
    area, task = course.position.map.pieces[id].area, course.position.doing(PayCrisis)
    course.add(PieceLost(piece=id, area=area, fate=task.fate))
    units.settle_departure(course, area)


def refusable(theatre: GreatWarGame) -> bool:
    """Whether a crisis need not be met (A-19)."""
    return theatre.chosen(CRISIS_MAY_BE_REFUSED, "yes")


def done_objections(theatre: GreatWarGame, position: Position, _: Side) -> Iterator[Objection]:
    """Everything held against giving up the victory point instead."""
    task = position.doing(PayCrisis)
    if task.fate == "withdrawn" or not refusable(theatre):
        yield refuse(task.clause, Refusal.CRISIS_IS_MET)


def close(course: EventRecorder, side: Side) -> None:
    """What is still due moves the victory points: once for a crisis, each piece of a withdrawal by itself."""
    task = course.position.doing(PayCrisis)
    weight = task.count if task.fate == "withdrawn" else min(task.count, 1)
    course.add(CrisisSettled(side=side, missing=task.count, shift=task.shift * weight))


def find_forced(theatre: GreatWarGame, position: Position, task: PayCrisis) -> Piece | None:
    """The piece that pays without a question: there is nothing to choose."""
    if refusable(theatre):
        return None
    able = candidates(theatre, position, task)
    # Whether a side is asked must not tell how its pieces are spread over its armies.
    alike = not hidden_templates.is_played(theatre) and len({piece.likeness for piece in able}) == 1
    return able[0] if able and (alike or len(able) <= task.count) else None


def choice(theatre: GreatWarGame, position: Position, task: PayCrisis) -> bool:
    """Whether there is anything to choose: where nothing can pay, no question is asked."""
    return find_forced(theatre, position, task) is None and bool(candidates(theatre, position, task))


def pay_options(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[Lose]:
    """Pieces that may pay; those that nothing distinguishes are offered once."""
    able = candidates(theatre, position, position.doing(PayCrisis))
    return (Lose(side=side, piece=piece.id) for piece in list_distinct(able))


def options(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[Play]:
    """The crises of the hand."""
    for number in position.hand(side).cards:
        card = theatre.card(number)
        if card is not None and card.crisis is not None:
            yield Play(side=side, card=number)
