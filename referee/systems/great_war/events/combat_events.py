"""Cards, battles in the air and crises as events."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from referee.engine.events import everyone
from referee.engine.system import RuleOption
from referee.systems.great_war.events.event_kinds import Kinds, event_kind, finish_task
from referee.systems.great_war.facts import aircraft, hidden_templates
from referee.systems.great_war.state import tasks
from referee.systems.great_war.state.fights import Fight
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Piece, Position
from schemas.great_war import card_events as happened
from schemas.great_war.clauses import Clause
from schemas.great_war.events import BattleOpened, FireResolved
from schemas.great_war.names import CombatEffect
from schemas.record import Side

SCRAMBLE = RuleOption("scramble", ("no", "yes"))
"""Biplanes that join a battle from an adjacent area (13.7)."""

EMPTY_ARMIES_DRIVEN = RuleOption("empty-armies-driven", ("count", "do-not-count"))
"""Empty armies in the count of armies that were driven back (B-16)."""

DRIVEN_BACK = RuleOption("driven-back", ("less-withdrawn", "every-hit"))
"""Armies that withdrew before, in the count of armies driven back (A-61)."""

PLAYED: Mapping[CombatEffect, Clause] = {
    "gas": Clause.GAS,
    "barrage": Clause.BARRAGE,
    "surprise": Clause.SURPRISE,
    "weather": Clause.WEATHER,
}
"""The clauses of cards on battles."""


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
            played=(*now.played, tasks.Assigned(event.side, event.card, event.area)),
            plays=now.plays + (event.side == now.side),
            weather=now.weather or weather,
        )
    )


def _call_off(_: GreatWarGame, position: Position, event: happened.BattleCalledOff) -> Position:
    now, area = position.playing, event.area
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
        tasks.PayCrisis(
            event.victim, event.card, crisis.clause, demand.nations, demand.kinds, event.count, crisis.shift
        )
    )


def battle_opened(theatre: GreatWarGame, position: Position, event: BattleOpened) -> Position:
    """Return the position with the steps of a battle on the agenda, in its order (2.0-II-4, 4a)."""
    now, area = position.playing, event.area
    attacker, defender = now.side, theatre.other(now.side)
    surprise = any(card.area == area and theatre.combat(card.card) == "surprise" for card in now.played)
    card = theatre.card(now.card) if area in now.bonus else None
    surprise = surprise or (card is not None and card.bonus is not None and card.bonus.surprise)
    dogfight: tuple[tasks.Task, ...] = (
        (tasks.Dogfight(area),) if aircraft.is_opposed(theatre, position, area) else ()
    )
    barrage = tasks.Fire(attacker, area, "artillery")
    defence = (tasks.StandOrRetreat(defender, area), tasks.Fire(defender, area, "defensive"))
    attack = tasks.Fire(attacker, area, "offensive")
    scramble = (tasks.Scrambling(defender, area),) if theatre.chosen(SCRAMBLE, "yes") else ()
    begin = position.first(
        *scramble,
        tasks.RideOff(attacker, area),
        tasks.RideOff(defender, area),
        *dogfight,
        *((attack, *defence) if surprise else (barrage, *defence, attack)),
        tasks.RetreatAfter(attacker, area),
        tasks.RetreatAfter(defender, area),
        tasks.CloseBattle(area),
    )
    disputes = tuple(other for other in position.map.contested if other != area)
    engaged = tuple(
        piece.id
        for piece in position.map.standing(area, attacker)
        if not piece.retreated and any(position.map.contents(piece.id))
    )
    fought = begin.turning(replace(now, engaged=(*now.engaged, *engaged))).marking(contested=disputes)
    if hidden_templates.is_played(theatre):
        # The earlier armies of a piece are secret: no question in the battle may follow from it.
        fought = fought.put(*(replace(piece, been=()) for piece in fought.map.pieces.values() if piece.been))
    return replace(fought, fight=Fight(area, attacker, {}, {}, surprise=surprise))


def fire(theatre: GreatWarGame, position: Position, event: FireResolved) -> Position:
    """The position with the hits of a phase to be answered and paid."""
    after = _score(theatre, position, event)
    if not event.hits:
        return after.then()
    victim = theatre.other(event.side)
    payment = tasks.PayHits(victim, event.area, event.phase, event.hits, event.siege)
    if aircraft.answerable(theatre, after) and aircraft.answering(theatre, after):
        return after.then(tasks.AnswerFire(victim, event.area), payment)
    return after.then(payment)


def _score(theatre: GreatWarGame, position: Position, event: FireResolved) -> Position:
    """Record the attacker's fire in the fight: hits to be answered, hits that drive back."""
    fight = position.fighting
    driven = sum(hits for kind, hits in event.scored.items() if theatre.units[kind].drives_back)
    fight = replace(fight, scored=event.scored, driven=fight.driven + driven)
    return replace(position, fight=fight)


def depart(theatre: GreatWarGame, position: Position, piece: Piece, origin: str) -> Position:
    """Return the position after a piece left.

    An army of the defender that leaves counts as driven back; an empty one only by agreement (B-16).
    """
    fight = position.fight
    if fight is None or piece.kind != "army" or piece.side == fight.attacker or origin != fight.area:
        return position
    if theatre.chosen(EMPTY_ARMIES_DRIVEN, "do-not-count") and not any(position.map.contents(piece.id)):
        return position
    if theatre.chosen(DRIVEN_BACK, "every-hit") and not isinstance(position.task, tasks.RetreatAfter):
        return position
    return drive_off(position)


def drive_off(position: Position) -> Position:
    """One of the armies that are driven back has gone, or fallen where it could not."""
    fight = position.fight
    return (
        position if fight is None else replace(position, fight=replace(fight, withdrawn=fight.withdrawn + 1))
    )


def _dogfight(_: GreatWarGame, position: Position, event: happened.DogfightFought) -> Position:
    payments: list[tasks.Task] = []
    for side, victim in (position.map.sides, position.map.sides[::-1]):
        if hits := event.hits.get(side, 0):
            payments.append(tasks.PayHits(victim, event.area, "dogfight", hits))
    after = position.then(*payments)
    return replace(after, fight=replace(after.fighting, dogfight=True))


def _react(_: GreatWarGame, position: Position, event: happened.ReactionDeclared) -> Position:
    fight = position.fighting
    after = replace(position, fight=replace(fight, reacting=fight.reacting | {event.piece}))
    task = after.task
    return after.then(replace(task, begun=True)) if isinstance(task, tasks.StandOrRetreat) else after


def _reroll(theatre: GreatWarGame, position: Position, event: happened.HitRerolled) -> Position:
    fight, missed = position.fighting, int(event.missed)
    remaining: Mapping[str, int] = {event.kind: fight.scored.get(event.kind, 0) - 1}
    after = replace(
        fight,
        reacted=fight.reacted | {event.piece},
        scored={kind: remaining.get(kind, hits) for kind, hits in fight.scored.items()},
        driven=fight.driven - missed * theatre.units[event.kind].drives_back,
    )
    answer, payment, *rest = position.agenda
    if isinstance(payment, tasks.PayHits):
        payment = replace(payment, hits=payment.hits - missed)
    return replace(position, fight=after, agenda=(answer, payment, *rest))


def _allot(_: GreatWarGame, position: Position, event: happened.CardsAllotted) -> Position:
    hand = position.hand(event.side)
    cards = tuple(sorted((*hand.cards, *event.cards)))
    return position.holding(event.side, replace(hand, size=hand.size + len(event.cards), cards=cards))


def _list_card_clauses(
    theatre: GreatWarGame, _: Position, event: happened.CombatCardPlayed
) -> Iterator[Clause]:
    if (effect := theatre.combat(event.card)) is not None:
        yield PLAYED[effect]


def _designate(_: GreatWarGame, position: Position, event: happened.BonusDesignated) -> Position:
    return position.turning(replace(position.playing, bonus=(*position.playing.bonus, event.area)))


def _list_bonus_clauses(
    theatre: GreatWarGame, before: Position, _: happened.BonusDesignated
) -> Iterator[Clause]:
    card = theatre.card(before.now.card) if before.now is not None else None
    if card is not None and card.bonus is not None:
        yield card.bonus.clause


def _downgrade(_: GreatWarGame, position: Position, event: happened.OffensiveDowngraded) -> Position:
    return position.turning(replace(position.playing, kind=event.kind, bonus=()))


def _close_cards(_: GreatWarGame, position: Position, __: happened.CombatCardsClosed) -> Position:
    now = position.playing
    lesser = now.weather and now.kind in {"limited", "weather"} and now.battles
    return position.then(tasks.KeepBattle(now.side)) if lesser else position.then()


def _sacrifice(_: GreatWarGame, position: Position, event: happened.CardsSacrificed) -> Position:
    for card in event.cards:
        position = spend(position, event.side, card)
    now = position.playing
    return position.turning(replace(now, sacrificed=now.sacrificed + len(event.cards)))


def _list_crisis_clauses(
    theatre: GreatWarGame, _: Position, event: happened.CrisisPlayed
) -> Iterator[Clause]:
    card = theatre.card(event.card)
    if card is not None and card.crisis is not None:
        yield card.crisis.clause


def _settle_crisis(_: GreatWarGame, position: Position, event: happened.CrisisSettled) -> Position:
    return replace(position.then(), crises=position.crises + event.shift)


CARDS: Kinds = (
    event_kind(happened.CardsAllotted, tasks.DealCards, apply=_allot, visible_to=everyone),
    event_kind(
        happened.CombatCardPlayed, apply=_play, visible_to=everyone, clause=_list_card_clauses,
        narrate=lambda event: (
            "The {side} side plays {card}."
            if event.area is None
            else "The {side} side plays {card} in {area}."
        ),
    ),
    event_kind(
        happened.BonusDesignated, apply=_designate, visible_to=everyone, clause=_list_bonus_clauses,
        narrate="The extra dice of the special offensive go to {area}.",
    ),
    event_kind(
        happened.OffensiveDowngraded, apply=_downgrade, visible_to=everyone,
        narrate=lambda event: {
            "offensive": "Bad weather turns the offensive of the {side} side into an ordinary offensive.",
            "limited": "Bad weather turns the offensive of the {side} side into a limited offensive, "
            "with one battle at most.",
            "weather": "Bad weather ends the offensive of the {side} side. Its moves remain.",
        }[event.kind],
    ),
    event_kind(
        happened.CombatCardsClosed, tasks.CombatCards, apply=_close_cards, visible_to=everyone, narrate=""
    ),
    event_kind(
        happened.BattleCalledOff, tasks.KeepBattle, apply=_call_off, visible_to=everyone,
        narrate="The battle {of_area} is called off.",
    ),
    event_kind(
        happened.BattlesSettled, tasks.KeepBattle, apply=finish_task, visible_to=everyone, narrate=""
    ),
    event_kind(
        happened.DogfightFought, tasks.Dogfight, apply=_dogfight, visible_to=everyone, clause=Clause.DOGFIGHT
    ),
    event_kind(
        happened.ReactionDeclared, tasks.StandOrRetreat,
        apply=_react, visible_to=everyone, clause=Clause.REACTION,
        narrate="{piece} waits over {area} for the attack.",
    ),
    event_kind(
        happened.HitRerolled, tasks.AnswerFire,
        apply=_reroll, visible_to=everyone, clause=Clause.REROLL,
        narrate=lambda event: (
            "{piece} makes the enemy reroll a hit in {area}: it misses."
            if event.missed
            else "{piece} makes the enemy reroll a hit in {area}: it hits again."
        ),
    ),
    event_kind(
        happened.RerollsClosed, tasks.AnswerFire, apply=finish_task, visible_to=everyone, narrate=""
    ),
    event_kind(happened.CardsSacrificed, apply=_sacrifice, visible_to=everyone),
    event_kind(happened.CrisisPlayed, apply=_crisis, visible_to=everyone, clause=_list_crisis_clauses),
    event_kind(
        happened.CrisisSettled, tasks.PayCrisis, apply=_settle_crisis, visible_to=everyone,
        narrate=lambda event: (
            "The {side} side removes {count} piece too few: the victory points move by {shift:+}.",
            "The {side} side removes {count} pieces too few: the victory points move by {shift:+}.",
        ) if event.missing else "",
    ),
)  # fmt: skip
"""Cards on battles, war in the air, and crises."""
