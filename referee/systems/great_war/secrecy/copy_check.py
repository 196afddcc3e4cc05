"""Judgement of a move from a side's own view, opened plans included.

Hands, piles and plans are filled in from the move. If armies hide their contents from the viewer, a
difference may be due to them: then it is not a fault, and only public facts are judged.
"""

from collections.abc import Iterator, Sequence

from referee.engine.copy_check import ORDER, CopiedDice, Finding, Judgement, ViewFact, compare, list_unjudged
from referee.engine.dice import DiceNeeded, FiledDice, NoDice
from referee.engine.facts import Objections, refuse, state
from referee.engine.machine import run_on
from referee.engine.system import RuleSystem
from referee.systems.great_war.facts import hidden_templates
from referee.systems.great_war.flow import agenda
from referee.systems.great_war.flow.refusals import Refusal
from referee.systems.great_war.secrecy.determinization import GreatWarMove, Supposition, suppose
from referee.systems.great_war.secrecy.visibility import redact_event
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import NO_PLAN, Position
from referee.systems.great_war.state.tasks import Dogfight, Fire, MakePlans
from schemas.great_war import events as happened
from schemas.great_war import orders
from schemas.great_war import plan_events as planned
from schemas.great_war.clauses import Clause
from schemas.great_war.events import CardsDrawn, GreatWarEvent, Intention, Unseen
from schemas.great_war.orders import Done, GreatWarOrder
from schemas.great_war.plan_events import PlanClosed, PlansRevealed
from schemas.record import REFEREE, Rolled, Side, Value
from schemas.vocabulary import as_said_in

System = RuleSystem[Position, GreatWarOrder, GreatWarEvent]
"""The rules that judge the orders."""


def find_unlawful(rules: System, position: Position, side: Side) -> Intention | None:
    """Return the first intention in a side's plan that no legal order gives, or None."""
    plan = position.plan(side)
    here, remaining = position.planning(side, NO_PLAN), plan.planned
    while remaining:
        made = _make(rules, here, side, remaining)
        if made is None:
            return remaining[0]
        here, count = made
        remaining = remaining[count:]
    return None


def _make(
    rules: System, position: Position, side: Side, left: Sequence[Intention]
) -> tuple[Position, int] | None:
    """The position after the order that planned what comes first, and how much of it the order planned."""
    for order in _guess(side, left[0]):
        if any(rules.objections(position, order)):
            continue
        outcome = rules.outcome(position, order, NoDice())
        extended = outcome.events[0]
        if isinstance(extended, happened.PlanExtended):
            count = len(extended.planned)
            if count and extended.planned == tuple(left[:count]):
                return outcome.after, count
    return None


def _guess(side: Side, first: Intention) -> Iterator[GreatWarOrder]:  # noqa: C901 - one arm per intention
    """The orders that may have planned something."""
    match first:
        case planned.PieceArrived(piece=piece, area=area, into=into):
            yield orders.Place(side=side, piece=piece, area=area, into=into)
            yield orders.Build(side=side, piece=piece, area=area, into=into)
            yield orders.Rebuild(side=side, army=piece, area=area)
        case planned.PieceReplaced(piece=piece):
            yield orders.Swap(side=side, piece=piece)
            yield orders.Upgrade(side=side, piece=piece)
        case planned.PieceEntrenched(piece=piece):
            yield orders.Entrench(side=side, piece=piece)
        case planned.PieceFortified(piece=piece):
            yield orders.Fortify(side=side, piece=piece)
        case planned.CardsBought(count=count):
            yield orders.Buy(side=side, cards=count)
        case happened.ArmyJoined(piece=piece, army=army):
            yield orders.Transfer(side=side, piece=piece, army=army)
        case happened.ArmyLeft(piece=piece):
            yield orders.Transfer(side=side, piece=piece)
        case happened.PieceLost(piece=piece):
            yield orders.Forfeit(side=side, piece=piece)
        case planned.CardsBid(cards=cards):
            yield orders.Bid(side=side, cards=cards)
        case happened.ArmyEntrenched():
            # It follows a transfer, and is never first.
            return


HIDDEN = (
    planned.PiecesShown, planned.PiecesFound, planned.ArmiesShown, planned.ArmiesLookedInto,
    planned.ArmyFilled, planned.ArmyEmptied, Unseen,
)  # fmt: skip
"""Events that exist because armies hide their contents; only viewers who see the contents can verify them."""


UNFIT = (LookupError, ValueError, TypeError, AttributeError, AssertionError)
"""Errors from events that do not fit a position."""


class _Played(Value):
    """Result of a replayed move: the faults of its order, and the events that its viewer would have move."""

    events: tuple[GreatWarEvent, ...] = ()
    wrong: tuple[Finding, ...] = ()
    unjudged: tuple[Finding, ...] = ()


def judge(rules: System, theatre: GreatWarGame, position: Position, move: GreatWarMove) -> Judgement:
    """Judge a move in the position as the reader of the copy knows it."""
    if move.order is None and not move.events:
        return Judgement(unjudged=_name_unseen(move))
    if hidden_templates.is_played(theatre):
        return _judge_covered(rules, theatre, position, move)
    supposed = suppose(theatre, position, move)
    replayed_move = _Played(wrong=supposed.wrong) if supposed.wrong else _play(rules, theatre, supposed, move)
    if replayed_move.wrong:
        return Judgement(replayed_move.wrong)
    wrong = (*compare(move.events, replayed_move.events), *_judge_plans(rules, supposed.position, move))
    return Judgement(wrong, (*replayed_move.unjudged, *_list_sealed(supposed.position, move)))


def _judge_covered(rules: System, theatre: GreatWarGame, position: Position, move: GreatWarMove) -> Judgement:
    """Judge a move with hidden contents of armies, which may explain a difference."""
    try:
        supposed = suppose(theatre, position, move)
        replayed_move = _play(rules, theatre, supposed, move)
        lawful = not any(_judge_plans(rules, supposed.position, move))
    except UNFIT:
        return _judge_open(rules, theatre, position, move, 0)
    if move.events == replayed_move.events and lawful and not supposed.wrong and not replayed_move.wrong:
        covered = (*_list_covered(move.events), *_list_sealed(supposed.position, move))
        return Judgement(unjudged=(*replayed_move.unjudged, *covered))
    if replayed_move.wrong and move.order is not None and move.order.side == move.viewer:
        return Judgement(replayed_move.wrong)
    alike = _count_alike(move.events, replayed_move.events) if lawful else 0
    return _judge_open(rules, theatre, position, move, alike)


def _name_unseen(move: GreatWarMove) -> tuple[Finding, ...]:
    """The order, where a side gave one and this copy does not tell it."""
    return () if move.order or move.author == REFEREE else (Finding(ORDER, state(ViewFact.ORDER_UNSEEN)),)


def _play(rules: System, theatre: GreatWarGame, supposed: Supposition, move: GreatWarMove) -> _Played:
    """Replay a move from the known and disclosed facts."""
    here, dice = supposed.position, FiledDice(supposed.dice(move), move.format, rules.spell_purpose)
    happened: tuple[GreatWarEvent, ...] = ()
    try:
        if move.order is not None:
            if against := tuple(_object(rules, theatre, here, move.order, move)):
                clauses = tuple(dict.fromkeys(rules.clause_number(one.clause) for one in against))
                fact = state(ViewFact.ORDER_UNLAWFUL, clauses=clauses)
                return _Played(wrong=(Finding(ORDER, fact),))
            outcome = rules.outcome(here, move.order, dice)
            happened, here = outcome.events, outcome.after
        elif move.author != REFEREE:
            first = move.events[0]
            if first != PlanClosed(side=move.author):
                fact = state(ViewFact.ORDER_UNSEEN)
                return _Played(move.events, unjudged=(*_name_unseen(move), *list_unjudged(move.events, fact)))
            happened, here = (first,), rules.evolve(here, first)
        _, more = run_on(rules, here, dice)
    except DiceNeeded:
        return _Played(wrong=(Finding(ORDER, state(ViewFact.DICE_TOO_FEW)),))
    return _Played(tuple(_tell(theatre, move, (*happened, *more))), unjudged=_name_unseen(move))


def _object(
    rules: System, theatre: GreatWarGame, position: Position, order: GreatWarOrder, move: GreatWarMove
) -> Objections:
    """Yield the objections to an order; for the close of a sealed plan, only those of its question."""
    hidden = order.side != move.viewer and isinstance(position.task, MakePlans) and isinstance(order, Done)
    if not hidden or any(isinstance(event, PlansRevealed) for event in move.events):
        yield from rules.objections(position, order)
    elif order.side not in {one.side for one in agenda.asked(theatre, position)}:
        yield refuse(Clause.YOUR_TURN, Refusal.PLAN_CLOSED, side=order.side)


def _tell(
    theatre: GreatWarGame, move: GreatWarMove, events: tuple[GreatWarEvent, ...]
) -> Iterator[GreatWarEvent]:
    for event in events:
        redacted = redact_event(theatre, event, move.viewer)
        if redacted is not None:
            yield as_said_in(redacted, move.vocabulary)


def _judge_plans(rules: System, position: Position, move: GreatWarMove) -> Iterator[Finding]:
    """Yield the faults in the plans of others that a move opens."""
    is_open = any(isinstance(event, PlansRevealed) for event in move.events)
    if not is_open or not isinstance(position.task, MakePlans):
        return
    for side in position.map.sides:
        unlawful = None if side == move.viewer else find_unlawful(rules, position, side)
        if unlawful is not None:
            number = move.events.index(unlawful) + 1
            yield Finding(number, state(ViewFact.PLAN_UNLAWFUL, number=number, type=unlawful.type))


def _judge_open(
    rules: System, theatre: GreatWarGame, position: Position, move: GreatWarMove, known: int
) -> Judgement:
    """Judge the events that public facts decide, piece by piece; the rest depends on hidden facts.

    The first `known` events result from the order by the rules.
    """
    wrong: list[Finding] = []
    findings = [] if known else [Finding(ORDER, state(ViewFact.ARMIES_HIDDEN))]
    rest = list(enumerate(move.events, 1))
    findings += _list_covered(move.events[:known])
    for _, event in rest[:known]:
        position = rules.evolve(position, event)
    del rest[:known]
    while rest:
        alike, fault = _advance(rules, theatre, position, move, rest)
        wrong += fault
        for number, event in rest[: max(1, alike)]:
            if isinstance(event, HIDDEN) or not (alike or fault):
                findings.append(Finding(number, state(ViewFact.ARMIES_HIDDEN)))
            position = rules.evolve(position, event)
        del rest[: max(1, alike)]
    return Judgement(tuple(wrong), tuple(findings))


def _list_sealed(position: Position, move: GreatWarMove) -> Iterator[Finding]:
    """Yield the legal events that rest on the moderator's word: drawn cards, and the plans of others."""
    plans = {one for side in position.map.sides if side != move.viewer for one in position.plan(side).planned}
    is_open = False
    for number, event in enumerate(move.events, 1):
        is_open = is_open or isinstance(event, PlansRevealed)
        if isinstance(event, CardsDrawn) and event.cards:
            yield Finding(number, state(ViewFact.DECK_HIDDEN))
        elif isinstance(event, PlansRevealed) or (is_open and event in plans):
            yield Finding(number, state(ViewFact.PLAN_SEALED))


def _list_covered(events: Sequence[GreatWarEvent]) -> Iterator[Finding]:
    """Yield the events about hidden contents: only viewers who see the contents can verify them."""
    for number, event in enumerate(events, 1):
        if isinstance(event, HIDDEN):
            yield Finding(number, state(ViewFact.ARMIES_HIDDEN))


def _advance(
    rules: System,
    theatre: GreatWarGame,
    position: Position,
    move: GreatWarMove,
    rest: list[tuple[int, GreatWarEvent]],
) -> tuple[int, tuple[Finding, ...]]:
    """Return the number of events that follow without an order, with the faults of an open roll."""
    number, events = rest[0][0], [event for _, event in rest]
    certain = isinstance(position.task, Fire | Dogfight) and isinstance(events[0], Rolled)
    if not certain and (position.task is None or rules.prompts(position)):
        return 0, ()
    dice = FiledDice(CopiedDice(events), move.format, rules.spell_purpose)
    try:
        again = tuple(_tell(theatre, move, rules.advance(position, dice).events))
    except (*UNFIT, DiceNeeded):
        return 0, ((Finding(number, state(ViewFact.DICE_TOO_FEW)),) if certain else ())
    alike = _count_alike(events, again)
    return alike, tuple(compare(events[:1], again[:1], first=number)) if certain and not alike else ()


def _count_alike(told: Sequence[GreatWarEvent], again: Sequence[GreatWarEvent]) -> int:
    """Return the number of events that equal the replayed ones, apart from events of hidden armies."""
    due = iter([event for event in again if not isinstance(event, HIDDEN)])
    count = alike = 0
    for event in told:
        count += 1
        if isinstance(event, HIDDEN):
            continue
        if event != next(due, None):
            break
        alike = count
    return alike
