"""Combat cards on declared battles (2.0-II-3, 9.3 to 9.5, 9.7) and special offensives (9.1.3 to 9.1.6)."""

from collections.abc import Iterator, Mapping
from typing import Literal

from referee.engine.facts import Objections, refuse
from referee.engine.system import RuleOption
from referee.systems.great_war.combat import battles, removals
from referee.systems.great_war.combat.card_effects import bonus, fights
from referee.systems.great_war.combat.refusals import Refusal
from referee.systems.great_war.events.combat_events import PLAYED
from referee.systems.great_war.events.recorder import EventRecorder
from referee.systems.great_war.facts import turn_sequence
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import PlayerTurn, Position
from schemas.great_war import card_events
from schemas.great_war.clauses import Clause
from schemas.great_war.events import PieceLost
from schemas.great_war.names import CardKind, CombatEffect
from schemas.great_war.orders import Battle, Play
from schemas.great_war.orders import Bonus as Promise
from schemas.record import Side

BAD_WEATHER_CARDS = RuleOption("bad-weather-cards", ("any", "one"))
"""Number of bad weather cards in a player turn (A-05)."""

WEATHER_KEEPS = RuleOption("weather-keeps", ("attackers-choice", "first-declared"))
"""Battle that is fought in spite of bad weather (A-04)."""

WEATHER_LIFTS_DUTY = RuleOption("weather-lifts-duty", ("yes", "no"))
"""Release from the duty to fight in bad weather (A-03)."""

DATED: Mapping[CombatEffect, Clause] = {
    "gas": Clause.GAS_DATE,
    "barrage": Clause.BARRAGE_DATE,
    "surprise": Clause.SURPRISE,
    "weather": Clause.WEATHER_DATE,
}
ONCE: Mapping[tuple[CombatEffect, CombatEffect], Clause] = {
    ("gas", "gas"): Clause.GAS_ONE,
    ("gas", "barrage"): Clause.GAS_OR_BARRAGE,
    ("barrage", "barrage"): Clause.BARRAGE,
    ("barrage", "gas"): Clause.BARRAGE_OR_GAS,
    ("surprise", "surprise"): Clause.SURPRISE_ONE,
}
"""Cards that a side may not play on a battle on which it has played the other card of the pair (A-15)."""


def card_objections(theatre: GreatWarGame, position: Position, order: Play) -> Objections:
    """Everything the rules hold against playing this card now."""
    yield from turn_sequence.missing_cards(theatre, position, order.side, (order.card,))
    card = theatre.card(order.card)
    if card is None:
        return
    if card.crisis is not None:
        yield from removals.crisis_objections(theatre, position, order, card.crisis)
    elif card.combat is None:
        yield refuse(Clause.COMBAT_CARDS, _instead(card), card=order.card)
    elif not battles.declaring(position):
        yield refuse(PLAYED[card.combat], Refusal.PLAYED_AT_DECLARATION, card=order.card)
    else:
        yield from _effect(theatre, position, order, card, card.combat)


def _instead(card: CardKind) -> Refusal:
    if card.offensive is not None:
        return Refusal.CARD_OPENS_A_TURN
    return Refusal.CARD_MOVES_RESERVES if card.reserves else Refusal.CARD_IS_ERSATZ


def _effect(
    theatre: GreatWarGame, position: Position, order: Play, card: CardKind, effect: CombatEffect
) -> Objections:
    now = position.now or PlayerTurn(order.side)
    if position.map.turn < (first := theatre.date(card, order.side)):
        yield refuse(DATED[effect], Refusal.PLAYED_LATER, card=order.card, first=first)
    if effect == "weather":
        yield from _weather(theatre, order, now)
        return
    if effect == "surprise" and order.side != now.side:
        yield refuse(Clause.SURPRISE, Refusal.ATTACKER_SURPRISES)
    if order.area is None:
        yield refuse(PLAYED[effect], Refusal.PLAYED_ON_ONE_BATTLE, card=order.card)
        return
    yield from _on_battle(theatre, position, order, effect)


def _weather(theatre: GreatWarGame, order: Play, now: PlayerTurn) -> Objections:
    if order.side == now.side:
        yield refuse(Clause.WEATHER, Refusal.DEFENDER_CALLS_WEATHER)
    if order.area is not None:
        yield refuse(Clause.WEATHER, Refusal.WEATHER_IS_EVERYWHERE)
    if now.weather and theatre.chosen(BAD_WEATHER_CARDS, "one"):
        yield refuse(Clause.WEATHER, Refusal.WEATHER_TURNS_ONCE)
    if now.kind == "weather":
        yield refuse(Clause.WEATHER, Refusal.OFFENSIVE_CAME_TO_NOTHING)


def _on_battle(theatre: GreatWarGame, position: Position, order: Play, effect: CombatEffect) -> Objections:
    declared_areas = battles.list_announced(position)
    if order.area not in declared_areas:
        areas = tuple(
            area
            for area in declared_areas
            if not any(_object_to_repeated(theatre, position, order.side, area, effect))
        )
        fact = Refusal.BATTLES_ELSEWHERE if areas else Refusal.NO_BATTLE_DECLARED
        yield refuse(PLAYED[effect], fact, area=order.area or "", areas=areas)
    yield from _object_to_repeated(theatre, position, order.side, order.area or "", effect)


def _object_to_repeated(
    theatre: GreatWarGame, position: Position, side: Side, area: str, effect: CombatEffect
) -> Objections:
    """Yield the objections to a card on a battle where its side already played an incompatible card."""
    plays = position.now.played if position.now is not None else ()
    for other in plays:
        before = theatre.combat(other.card)
        if other.side != side or other.area != area or before is None:
            continue
        if (against := ONCE.get((effect, before))) is not None:
            yield refuse(against, Refusal.PLAYED_THERE, card=other.card, area=area)


LESSER: Mapping[str, Literal["offensive", "limited"]] = {"special": "offensive", "offensive": "limited"}
"""Kind of an offensive in bad weather.

A limited one becomes a pass without the benefits of a pass (9.5, A-02).
"""


def play_card(course: EventRecorder, order: Play) -> None:
    """The card does what it does."""
    theatre = course.theatre
    card = theatre.card(order.card)
    if card is not None and card.crisis is not None:
        removals.settle_crisis(course, order, card.crisis)
        return
    course.add(card_events.CombatCardPlayed(side=order.side, card=order.card, area=order.area))
    now = course.position.now
    if now is None or theatre.combat(order.card) != "weather":
        return
    course.add(card_events.OffensiveDowngraded(side=now.side, kind=LESSER.get(now.kind, "weather")))


def close_cards(course: EventRecorder, side: Side) -> None:
    """The defender plays no further card."""
    course.add(card_events.CombatCardsClosed(side=side))


def keepable(theatre: GreatWarGame, position: Position) -> tuple[str, ...]:
    """The battles one of which may be fought in spite of the weather: new ones first (A-04)."""
    now = position.now
    if now is None or now.kind == "weather":
        return ()
    able = _fresh(position) or now.battles
    return able[:1] if theatre.chosen(WEATHER_KEEPS, "first-declared") else able


def _fresh(position: Position) -> tuple[str, ...]:
    """The announced battles that had to be, in their order."""
    duty = battles.compulsory(position)
    return tuple(area for area in battles.list_announced(position) if area in duty)


def list_left(theatre: GreatWarGame, position: Position) -> tuple[str, ...] | None:
    """The battles that the weather leaves without a question, or `None` where one is to be chosen (A-03)."""
    if theatre.chosen(WEATHER_LIFTS_DUTY, "no") and (fresh := _fresh(position)):
        return fresh
    able = keepable(theatre, position)
    return able if len(able) < 2 else None


def keep_objections(theatre: GreatWarGame, position: Position, order: Battle) -> Objections:
    """Everything the rules hold against fighting this battle and no other."""
    able = keepable(theatre, position)
    if order.area not in able:
        yield refuse(Clause.WEATHER_BATTLE, Refusal.NOT_KEEPABLE, area=order.area, areas=tuple(able))


def keep_options(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[Battle]:
    """The battles one of which may be fought."""
    return (Battle(side=side, area=area) for area in keepable(theatre, position))


def keep_battle(course: EventRecorder, side: Side, *kept: str) -> None:
    """Call off every battle except the kept ones."""
    areas = course.position.now.battles if course.position.now is not None else ()
    for area in areas:
        if area not in kept:
            course.add(card_events.BattleCalledOff(area=area))
    course.add(card_events.BattlesSettled(side=side))


def card_options(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[Play]:
    """Cards of the hand that might be played on battles; cards of one name are offered once."""
    for number, card in turn_sequence.distinct(theatre, position, side):
        if card.combat == "weather":
            yield Play(side=side, card=number)
        elif card.combat is not None:
            yield from (Play(side=side, card=number, area=area) for area in battles.list_announced(position))


def special_offensive_objections(theatre: GreatWarGame, position: Position, order: Promise) -> Objections:
    """Everything the rules hold against promising the extra dice to a battle."""
    now, extra = position.now, bonus(theatre, position)
    if now is None or extra is None:
        yield refuse(Clause.FIRST_BONUS, Refusal.NO_EXTRA_DICE)
        return
    if order.area in now.bonus:
        yield refuse(extra.clause, Refusal.EXTRA_DICE_THERE, area=order.area)
    elif len(now.bonus) >= extra.battles:
        yield refuse(extra.clause, Refusal.EXTRA_DICE_LIMIT, card=now.card, count=extra.battles)
    if order.area not in battles.list_announced(position):
        can_declare = order.area in battles.possible(theatre, position, order.side)
        fact = Refusal.NO_BATTLE_FOR_EXTRA_DICE if can_declare else Refusal.NO_BATTLE_POSSIBLE
        yield refuse(extra.clause, fact, area=order.area)
    if not fights(theatre, position, order.area, extra):
        areas = tuple(
            area
            for area in battles.list_announced(position)
            if area not in now.bonus and fights(theatre, position, area, extra)
        )
        absence = Refusal.NATION_FIGHTS_ELSEWHERE if areas else Refusal.NATION_DOES_NOT_FIGHT
        yield refuse(extra.clause, absence, nation=extra.nation, area=order.area, areas=areas)


def special_offensive_outcome(course: EventRecorder, order: Promise) -> None:
    """The battle has the extra dice."""
    course.add(card_events.BonusDesignated(side=order.side, area=order.area))


def exhaust_bonus(course: EventRecorder) -> None:
    """Exhaust the armies that fought in a special offensive, once all its battles are over."""
    position = course.position
    extra, now = bonus(course.theatre, position), position.now
    if extra is None or now is None or not extra.exhausts or battles.waiting(position):
        return
    for id in dict.fromkeys(now.engaged):
        army = position.map.pieces.get(id)
        if army is None or army.nation != extra.nation:
            continue
        weary = [piece for piece in position.map.contents(id) if piece.kind == extra.kind]
        for piece in weary[: extra.exhausts]:
            course.add(PieceLost(piece=piece.id, area=piece.area, fate="exhausted"))
        course.settle(army.area)


def special_offensive_options(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[Promise]:
    """Battles the extra dice might be promised to."""
    if bonus(theatre, position) is not None:
        yield from (Promise(side=side, area=area) for area in battles.list_announced(position))
