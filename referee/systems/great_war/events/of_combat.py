"""What cards, battles in the air and crises make of a position. It believes, as all evolution does."""

from collections.abc import Mapping
from typing import assert_never

from msgspec.structs import replace

from referee.systems.great_war.facts import aircraft, hidden_templates
from referee.systems.great_war.state.combat_tasks import (
    AnswerFire,
    Assigned,
    Dogfight,
    KeepBattle,
    PayCrisis,
    Scrambling,
)
from referee.systems.great_war.state.fights import Fight
from referee.systems.great_war.state.position import Piece, PlayerTurn, Position
from referee.systems.great_war.state.tasks import (
    CloseBattle,
    Fire,
    PayHits,
    RetreatAfter,
    RideOff,
    StandOrRetreat,
    Task,
)
from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.great_war import card_events as happened
from schemas.great_war.card_events import CardEvent
from schemas.great_war.events import FireResolved
from schemas.record import Side


def evolve(theatre: GreatWarGame, position: Position, event: CardEvent) -> Position:  # noqa: C901, PLR0911, PLR0912 - one arm per event
    """The position after an event."""
    match event:
        case happened.CardsAllotted(side=side, cards=cards):
            hand = position.hand(side)
            held = tuple(sorted((*hand.cards, *cards)))
            return position.holding(side, replace(hand, size=hand.size + len(cards), cards=held))
        case happened.CombatCardPlayed():
            return _play(theatre, position, event)
        case happened.BonusDesignated(area=area):
            return position.turning(replace(position.playing, bonus=(*position.playing.bonus, area)))
        case happened.OffensiveDowngraded(kind=kind):
            return position.turning(replace(position.playing, kind=kind, bonus=()))
        case happened.CombatCardsClosed():
            now = position.playing
            lesser = now.weather and now.kind in {"limited", "weather"} and now.battles
            return position.then(KeepBattle(now.side)) if lesser else position.then()
        case happened.BattleCalledOff(area=area):
            return _call_off(position, position.playing, area)
        case happened.BattlesSettled() | happened.RerollsClosed():
            return position.then()
        case happened.DogfightFought():
            return _dogfight(position, event)
        case happened.ReactionDeclared(piece=piece):
            return _reacting(position, piece)
        case happened.HitRerolled():
            return _reroll(theatre, position, event)
        case happened.CardsSacrificed(side=side, cards=cards):
            for card in cards:
                position = spend(position, side, card)
            now = position.playing
            return position.turning(replace(now, sacrificed=now.sacrificed + len(cards)))
        case happened.CrisisPlayed():
            return _crisis(theatre, position, event)
        case happened.CrisisSettled(shift=shift):
            return replace(position.then(), crises=position.crises + shift)
        case _:
            assert_never(event)


def spend(position: Position, side: Side, card: int) -> Position:
    """The position after a card went from a hand to the discards."""
    after = _give_up(position, side, card)
    return replace(after, discards=(*after.discards, card))


def _give_up(position: Position, side: Side, card: int) -> Position:
    hand = position.hand(side)
    rest = tuple(other for other in hand.cards if other != card)
    return position.holding(side, replace(hand, size=hand.size - 1, cards=rest))


def _play(theatre: GreatWarGame, position: Position, event: happened.CombatCardPlayed) -> Position:
    now = position.playing
    weather = theatre.combat(event.card) == "weather"
    return spend(position, event.side, event.card).turning(
        replace(
            now,
            played=(*now.played, Assigned(event.side, event.card, event.area)),
            plays=now.plays + (event.side == now.side),
            weather=now.weather or weather,
        )
    )


def _call_off(position: Position, now: PlayerTurn, area: str) -> Position:
    return position.turning(
        replace(
            now,
            battles=tuple(other for other in now.battles if other != area),
            played=tuple(card for card in now.played if card.area != area),
            bonus=tuple(other for other in now.bonus if other != area),
        )
    )


def _crisis(theatre: GreatWarGame, position: Position, event: happened.CrisisPlayed) -> Position:
    now = position.playing
    if event.removed:
        after = _give_up(position, event.side, event.card)
        after = replace(after, removed=(*after.removed, event.card))
    else:
        after = spend(position, event.side, event.card)
    after = after.turning(replace(now, plays=now.plays + 1))
    card, demand = theatre.card(event.card), theatre.demand(event.card, position.map.turn)
    if card is None or card.crisis is None or demand is None:
        return after
    crisis = card.crisis
    return after.first(
        PayCrisis(
            event.victim, event.card, crisis.clause, demand.nations, demand.kinds, event.count, crisis.shift
        )
    )


def battle_opened(theatre: GreatWarGame, position: Position, area: str) -> Position:
    """The position with all that a battle holds on the agenda, in the order of this battle (2.0-II-4, 4a)."""
    now = position.playing
    attacker, defender = now.side, theatre.other(now.side)
    surprise = any(card.area == area and theatre.combat(card.card) == "surprise" for card in now.played)
    card = theatre.card(now.card) if area in now.bonus else None
    surprise = surprise or (card is not None and card.bonus is not None and card.bonus.surprise)
    dogfight: tuple[Task, ...] = (Dogfight(area),) if aircraft.is_opposed(theatre, position, area) else ()
    barrage = Fire(attacker, area, "artillery")
    defence = (StandOrRetreat(defender, area), Fire(defender, area, "defensive"))
    attack = Fire(attacker, area, "offensive")
    scramble = (Scrambling(defender, area),) if theatre.chosen("scramble", "yes") else ()
    opened = position.first(
        *scramble,
        RideOff(attacker, area),
        RideOff(defender, area),
        *dogfight,
        *((attack, *defence) if surprise else (barrage, *defence, attack)),
        RetreatAfter(attacker, area),
        RetreatAfter(defender, area),
        CloseBattle(area),
    )
    contested = tuple(other for other in position.map.contested if other != area)
    engaged = tuple(
        piece.id
        for piece in position.map.standing(area, attacker)
        if not piece.retreated and any(position.map.contents(piece.id))
    )
    fought = opened.turning(replace(now, engaged=(*now.engaged, *engaged))).marking(contested=contested)
    if hidden_templates.is_played(theatre):
        # Which armies a piece was in before is secret: no question in the battle may follow from it.
        fought = fought.put(*(replace(piece, been=()) for piece in fought.map.pieces.values() if piece.been))
    return replace(fought, fight=Fight(area, attacker, {}, {}, surprise=surprise))


def fire(theatre: GreatWarGame, position: Position, event: FireResolved) -> Position:
    """The position with the hits of a phase to be answered and paid."""
    after = _score(theatre, position, event)
    if not event.hits:
        return after.then()
    victim = theatre.other(event.side)
    payment = PayHits(victim, event.area, event.phase, event.hits, event.siege)
    if aircraft.answerable(theatre, after) and aircraft.answering(theatre, after):
        return after.then(AnswerFire(victim, event.area), payment)
    return after.then(payment)


def _score(theatre: GreatWarGame, position: Position, event: FireResolved) -> Position:
    """What the fight remembers of the attacker's fire: hits to be answered, hits that drive back."""
    fight = position.fighting
    driven = sum(hits for kind, hits in event.scored.items() if theatre.units[kind].drives_back)
    fight = replace(fight, scored=event.scored, driven=fight.driven + driven)
    return replace(position, fight=fight)


def depart(theatre: GreatWarGame, position: Position, piece: Piece, origin: str) -> Position:
    """The position after a piece left: an army of the defender that goes counts against those driven back.

    Whether an empty one does is agreed (B-16).
    """
    fight = position.fight
    if fight is None or piece.kind != "army" or piece.side == fight.attacker or origin != fight.area:
        return position
    if theatre.chosen("empty-armies-driven", "do-not-count") and not any(position.map.contents(piece.id)):
        return position
    if theatre.chosen("driven-back", "every-hit") and not isinstance(position.task, RetreatAfter):
        return position
    return drive_off(position)


def drive_off(position: Position) -> Position:
    """One of the armies that are driven back has gone, or fallen where it could not."""
    fight = position.fight
    return (
        position if fight is None else replace(position, fight=replace(fight, withdrawn=fight.withdrawn + 1))
    )


def _dogfight(position: Position, event: happened.DogfightFought) -> Position:
    payments: list[Task] = []
    for side, victim in (position.map.sides, position.map.sides[::-1]):
        if hits := event.hits.get(side, 0):
            payments.append(PayHits(victim, event.area, "dogfight", hits))
    after = position.then(*payments)
    return replace(after, fight=replace(after.fighting, dogfight=True))


def _reacting(position: Position, piece: str) -> Position:
    fight = position.fighting
    after = replace(position, fight=replace(fight, reacting=fight.reacting | {piece}))
    task = after.task
    return after.then(replace(task, begun=True)) if isinstance(task, StandOrRetreat) else after


def _reroll(theatre: GreatWarGame, position: Position, event: happened.HitRerolled) -> Position:
    fight, missed = position.fighting, int(event.missed)
    left: Mapping[str, int] = {event.kind: fight.scored.get(event.kind, 0) - 1}
    after = replace(
        fight,
        reacted=fight.reacted | {event.piece},
        scored={kind: left.get(kind, hits) for kind, hits in fight.scored.items()},
        driven=fight.driven - missed * theatre.units[event.kind].drives_back,
    )
    answer, payment, *rest = position.agenda
    if isinstance(payment, PayHits):
        payment = replace(payment, hits=payment.hits - missed)
    return replace(position, fight=after, agenda=(answer, payment, *rest))
