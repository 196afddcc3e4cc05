"""What each event makes of a position: no legality, no dice.

It believes each event, but for what can never be: no event of a retreat moves a marked piece.
"""

from typing import assert_never, cast, get_args

from msgspec.structs import replace

from referee.engine.verdict import CannotHaveHappened
from referee.systems.great_war.events import (
    of_amendments,
    of_choices,
    of_combat,
    of_plans,
    of_retreats,
    of_templates,
)
from referee.systems.great_war.events.expected import expect
from referee.systems.great_war.events.of_combat import spend
from referee.systems.great_war.facts import control, sequence
from referee.systems.great_war.state.combat_tasks import CombatCards, PayCrisis
from referee.systems.great_war.state.fights import Departure
from referee.systems.great_war.state.position import Piece, Position, list_carried
from referee.systems.great_war.state.tasks import (
    ChooseOffensive,
    CloseBattle,
    DeclareBattles,
    FightBattles,
    LeaveEmpty,
    LoseInTransit,
    MovePieces,
    OpenTurn,
    PassMove,
    PayHits,
    RetreatAfter,
)
from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.great_war import events as happened
from schemas.great_war.amendments import AmendmentEvent
from schemas.great_war.card_events import CardEvent
from schemas.great_war.choice_events import ChoiceEvent
from schemas.great_war.template_events import TemplateEvent
from schemas.record import Side


def evolve(theatre: GreatWarGame, position: Position, event: happened.GreatWarEvent) -> Position:
    """The position after an event; who may not look into armies does not see what goes into them."""
    expect(position, event.event if isinstance(event, happened.Unseen) else event)
    if type(event) in FAMILIES:
        after = _of_a_family(theatre, position, cast(Family, event))
    else:
        after = apply(theatre, position, event)
    if after.map.closed:
        after = of_templates.close_again(theatre, after, event)
    return after


def apply(theatre: GreatWarGame, position: Position, event: happened.GreatWarEvent) -> Position:  # noqa: C901, PLR0911, PLR0912 - one arm per event: the match is the table of contents
    """Return the position after an event that is not hidden from its reader."""
    match event:
        case happened.PieceMoved():
            return _move(theatre, position, event)
        case happened.AreaTaken(area=area, side=side):
            return position.marking(owner={**position.map.owner, area: side})
        case happened.AreaDisputed():
            return _dispute(position, event)
        case happened.ArmyJoined() | happened.ArmyLeft() | happened.ArmyEntrenched():
            return _reorganise(position, event)
        case happened.FireResolved():
            return of_combat.fire(theatre, position, event)
        case happened.PieceLost():
            return _lose(position, event)
        case happened.FortReduced(fort=fort, strength=strength, siege=siege):
            reduced = position.put(replace(position.map.pieces[fort], strength=strength))
            # Attrition reduces a fort too, and pays no hit by it.
            return _pay(reduced, 1, int(siege)) if isinstance(position.task, PayHits) else reduced
        case happened.ErsatzSpent(side=side, card=card, points=points):
            return _pay(spend(position, side, card), points, points)
        case happened.SiegeHitsLapsed(count=count, spilled=spilled):
            return _pay(position, 0 if spilled else count, count)
        case happened.HitsSettled():
            return position.then()
        case happened.RetreatDeclared(piece=piece, to=to, into=into):
            return of_retreats.declare(position, piece, Departure(to, into))
        case happened.RetreatsDeclared(side=side, area=area):
            return of_retreats.close(position, side, area)
        case happened.PieceRetreated():
            return of_retreats.retreat(theatre, position, event)
        case happened.PieceStayed():
            return of_retreats.stay(position, event)
        case happened.RetreatsClosed():
            return position.then()
        case happened.ArmyMustLeave(army=army):
            empty = position.map.pieces[army]
            return position.first(LeaveEmpty(army, empty.side, empty.area))
        case happened.BattleDeclared(area=area):
            return _declare(position, area)
        case happened.DeclarationClosed(side=side):
            return _declaration_closed(theatre, position, side)
        case happened.BattleOpened(area=area):
            return of_combat.battle_opened(theatre, position, area)
        case happened.BattleLapsed(area=area):
            return _lapse(position, area)
        case happened.BattleClosed(area=area):
            now = position.playing
            after = position.turning(replace(now, fought=(*now.fought, area)))
            return replace(after.then(), fight=None)
        case happened.MovementClosed(side=side):
            return position.then(DeclareBattles(side) if position.playing.attacks else FightBattles(side))
        case happened.DeckShuffled(size=size, order=order):
            pile = order or (0,) * size
            return replace(position, pile=pile, discards=(), shuffles=position.shuffles + 1)
        case happened.CardsDrawn():
            return _draw(position, event)
        case happened.CardsDiscarded(side=side, cards=cards):
            return _discard(position, side, cards)
        case happened.OffensivePlayed(side=side, card=card, kind=kind):
            after = spend(position, side, card).turning(replace(position.playing, kind=kind, card=card))
            return replace(after.then(MovePieces(side)), passes=0)
        case happened.TurnPassed(side=side):
            after = position.turning(replace(position.playing, kind="pass"))
            return replace(after.then(PassMove(side)), passes=position.passes + 1)
        case happened.SeasonOpened(turn=turn):
            lasting = theatre.limits.supply_marker == "until-supplied"
            marked = (
                position.map.unsupplied.intersection(position.map.pieces) if lasting else frozenset[str]()
            )
            fresh = _rest(position)
            opened = replace(fresh, passes=0).marking(turn=turn, unsupplied=marked)
            return replace(opened, agenda=sequence.season(theatre, opened))
        case happened.TurnOpened(side=side):
            return _turn_opened(position, side)
        case happened.TurnClosed(side=side):
            return _turn_closed(position, side)
        case happened.SeasonClosed():
            return position
        case happened.CampaignEnded(level=level):
            return replace(position, agenda=(), plans={}, result=level)
        case _:
            return _of_a_family(theatre, position, event)


Family = CardEvent | happened.PlanEvent | ChoiceEvent | TemplateEvent | happened.Unseen | AmendmentEvent
"""The events that chapters of their own apply."""

FAMILIES = frozenset(get_args(Family))


def _of_a_family(theatre: GreatWarGame, position: Position, event: Family) -> Position:
    # Most events of these chapters are plans.
    if isinstance(event, happened.PlanEvent):
        return of_plans.evolve(position, event)
    if isinstance(event, happened.Unseen):
        return apply(theatre, position, event.event)
    if isinstance(event, TemplateEvent):
        return of_templates.evolve(position, event)
    if isinstance(event, AmendmentEvent):
        return of_amendments.evolve(position, event)
    if isinstance(event, CardEvent):
        return of_combat.evolve(theatre, position, event)
    return of_choices.evolve(theatre, position, event)


def _move(theatre: GreatWarGame, position: Position, event: happened.PieceMoved) -> Position:
    piece = position.map.pieces[event.piece]
    steps, mode = len(event.path), event.mode
    left = theatre.chosen("disputed-start", "whole-march") and (
        control.status(position.map, piece.area, piece.side) == "disputed"
    )
    party = [
        replace(
            moving, area=event.path[-1], moved=moving.moved + steps, mode=mode, been=(),
            from_disputed=moving.from_disputed or left,
        )
        for moving in list_carried(position.map, piece)
    ]  # fmt: skip
    party[0] = replace(party[0], army=event.into, entrenched=False, fortified=False)
    now = position.playing
    # An area counts by its status at this moment: it may have changed hands during the turn (9.1.2).
    entered = (area for area in event.path if control.status(position.map, area, piece.side) == "enemy")
    paid = position if event.card is None else spend(position, piece.side, event.card)
    return paid.put(*party).turning(
        replace(
            now,
            entered=tuple(dict.fromkeys((*now.entered, *entered))),
            mover=now.mover if mode == "reserves" else now.mover or piece.id,
            reserves=now.reserves + (mode == "reserves"),
            plays=now.plays + (event.card is not None),
            rails=now.rails + (mode == "rail"),
            strategics=now.strategics + (mode == "strategic"),
            seas=now.seas + (mode == "sea"),
        )
    )


def _dispute(position: Position, event: happened.AreaDisputed) -> Position:
    now, contested = position.playing, position.map.contested
    after = position.turning(replace(now, disputed=(*now.disputed, event.area)))
    return after.marking(contested=(*contested, event.area)) if event.empty else after


def _reorganise(
    position: Position, event: happened.ArmyJoined | happened.ArmyLeft | happened.ArmyEntrenched
) -> Position:
    match event:
        case happened.ArmyEntrenched(army=army):
            return position.put(replace(position.map.pieces[army], entrenched=True))
        case happened.ArmyJoined(piece=id, army=army):
            return _contain(position, id, army)
        case happened.ArmyLeft(piece=id):
            return _contain(position, id, None)
        case _:
            assert_never(event)


def _contain(position: Position, id: str, into: str | None) -> Position:
    """A piece goes into an army or out of one: in a pass it is the unit that moves, unless one took it in.

    An army that reserves have moved takes in what it finds without the move of the pass (B-12).
    """
    piece, now = position.map.pieces[id], position.now
    been = (*piece.been, piece.army or "")
    kept = piece.fortified and into is None
    after = position.put(replace(piece, army=into, entrenched=False, fortified=kept, been=been))
    if now is None or (into is not None and position.map.pieces[into].mode == "reserves"):
        return after
    return after.turning(replace(now, mover=now.mover or id))


def _lose(position: Position, event: happened.PieceLost) -> Position:
    piece = position.map.pieces[event.piece]
    after = position.without(piece.id).marking(unsupplied=position.map.unsupplied - {piece.id})
    if piece.kind == "army":
        after = after.marking(eliminated=after.map.eliminated | {piece.id})
    if after.fight is not None and piece.id in after.fight.leaving:
        after = of_retreats.remaining(after, piece.id)
    match after.task:
        case LeaveEmpty(army=army) if army == piece.id:
            return after.then()
        case RetreatAfter() if event.fate == "cut-off" and piece.kind == "army":
            return of_combat.drive_off(after)
        case PayHits() if event.fate == "hit":
            return _pay(after, 1, int(event.siege))
        case PayCrisis(count=due, fate=fate, kinds=kinds) if event.fate == fate and piece.kind in kinds:
            return after.then(replace(after.task, count=max(0, due - 1)))
        case LoseInTransit(count=due) if event.fate == "elsewhere":
            return after.then(replace(after.task, count=due - 1))
        case _:
            return after


def _pay(position: Position, points: int, siege: int) -> Position:
    """Hits are paid, those of siege guns first where the payment may cover them."""
    task = position.owing
    return position.then(replace(task, hits=max(0, task.hits - points), siege=max(0, task.siege - siege)))


def _declare(position: Position, area: str) -> Position:
    """Return the position with one more battle; a limited offensive has a single one (9.1.2)."""
    now = position.playing
    if now.kind == "limited" and now.battles:
        raise CannotHaveHappened(f"a limited offensive fights in {now.battles[0]} and in {area}")
    return position.turning(replace(now, battles=(*now.battles, area)))


def _declaration_closed(theatre: GreatWarGame, position: Position, side: Side) -> Position:
    """The defender may play cards now, if it is public that he could hold any that serve (2.0-II-3)."""
    defender = theatre.other(side)
    asked = position.hand(defender).size and theatre.defended(position.map.turn)
    cards = (CombatCards(defender),) if asked else ()
    return position.then(*cards, FightBattles(side))


def _lapse(position: Position, area: str) -> Position:
    """What was still to be done in the battle falls away, but for what it leaves behind."""
    rest = position.agenda[position.agenda.index(CloseBattle(area)) :]
    return replace(position, agenda=rest)


def _draw(position: Position, event: happened.CardsDrawn) -> Position:
    hand = position.hand(event.side)
    locked = (*hand.locked, *event.cards) if event.locked else hand.locked
    grown = replace(
        hand, size=hand.size + event.count, cards=tuple(sorted((*hand.cards, *event.cards))), locked=locked
    )
    return replace(position.holding(event.side, grown), pile=position.pile[event.count :])


def _discard(position: Position, side: Side, cards: tuple[int, ...]) -> Position:
    for card in cards:
        position = spend(position, side, card)
    return position if position.now is None else position.turning(replace(position.now, redrawn=True))


def _turn_opened(position: Position, side: Side) -> Position:
    fresh = _rest(position)
    for holder in position.map.sides:
        fresh = fresh.holding(holder, replace(fresh.hand(holder), locked=()))
    return fresh.turning(sequence.open_turn(fresh, side)).then(ChooseOffensive(side))


def _rest(position: Position) -> Position:
    """The position with nothing in mind of what its pieces did; most of them did nothing."""
    tired = [
        piece
        for piece in position.map.pieces.values()
        if piece.moved or piece.mode or piece.retreated or piece.been
    ]
    return position.put(*map(_forget, tired)) if tired else position


def _forget(piece: Piece) -> Piece:
    return replace(piece, moved=0, mode=None, retreated=False, been=(), from_disputed=False)


def _turn_closed(position: Position, side: Side) -> Position:
    other = position.map.sides[1] if side == position.map.sides[0] else position.map.sides[0]
    rested = replace(_rest(position), now=None).marking(contested=())
    both_passed = position.passes >= len(position.map.sides)
    return rested.then(*(() if both_passed else (OpenTurn(other),)))
