"""What a campaign met: every kind of order, event, card, piece, fate and question, and which it never did."""

from collections.abc import Iterable, Iterator
from typing import get_args

from referee.systems.great_war.flow import agenda
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Position
from schemas.great_war import card_events as carded
from schemas.great_war import events as happened
from schemas.great_war import plan_events as planned
from schemas.great_war.names import Fate, FirePhase
from schemas.great_war.orders import ORDERS, GreatWarOrder, Mode


def marks(
    theatre: GreatWarGame,
    before: Position,
    order: GreatWarOrder | None,
    events: Iterable[happened.GreatWarEvent],
) -> Iterator[str]:
    """Everything one entry met."""
    if order is not None:
        yield f"order {order.type}"
        for prompt in agenda.asked(theatre, before):
            yield f"question {prompt.question}"
    for event in events:
        yield f"event {event.type}"
        yield from _marks(theatre, event, before.map.turn)


def _marks(theatre: GreatWarGame, event: happened.GreatWarEvent, turn: int) -> Iterator[str]:  # noqa: C901, PLR0912 - one arm per event
    match event:
        case happened.PieceMoved(mode=mode):
            yield f"movement {mode}"
        case happened.OffensivePlayed(card=card, kind=kind):
            yield f"offensive {kind}"
            yield f"card {theatre.cards[card - 1].id}{' special' if kind == 'special' else ''}"
        case carded.OffensiveDowngraded(kind=kind):
            yield f"downgraded {kind}"
        case carded.CombatCardPlayed(card=card):
            yield f"card {theatre.cards[card - 1].id}"
        case happened.ErsatzSpent(card=card, points=points):
            yield f"ersatz {points}"
            yield f"spent {theatre.cards[card - 1].id}"
        case carded.CrisisPlayed(card=card):
            demand = theatre.demand(card, turn)
            yield f"crisis {demand.name if demand else ''}"
        case happened.PieceLost(fate=fate):
            yield f"fate {fate}"
        case happened.FireResolved(phase=phase, siege=siege):
            yield f"fire {phase}"
            if siege:
                yield "fire siege"
        case planned.PieceArrived(kind=kind, origin=origin, nation=nation):
            yield f"arrived {origin}"
            yield f"{origin} {nation} {kind}"
        case planned.PieceReplaced(reason=reason):
            yield f"replaced {reason}"
        case happened.CampaignEnded(reason=reason, level=level):
            yield f"ended {reason}"
            yield f"level {level}"
        case _:
            pass


BY_OPTION = {
    "order scramble", "order fortify", "movement transit", "fate elsewhere", "event piece-fortified",
    "event biplane-scrambled", "event hit-withstood", "event scramble-closed", "event spare-hits-lapsed",
    "event transit-rolled", "order bid", "event cards-bid", "event initiative-settled", "event unseen",
    "event templates-hidden", "event pieces-shown", "event pieces-found", "event armies-shown",
    "event armies-looked-into", "event army-filled", "event army-emptied",
}  # fmt: skip
"""What only a rule that is chosen when a match is opened, or another theatre, brings about."""


def universe(theatre: GreatWarGame) -> Iterator[str]:
    """Everything that a run of campaigns with the default rules should meet sooner or later."""
    strange = BY_OPTION | set(_beyond(theatre))
    return (mark for mark in _universe(theatre) if mark not in strange)


def _beyond(theatre: GreatWarGame) -> Iterator[str]:
    """What a theatre never brings about, because its pack has not what it takes."""
    units, chart = theatre.units.values(), theatre.pack.tables.events
    coming = [theatre.units[kind] for entry in theatre.pack.tables.arrivals.entries for kind in entry.units]
    bonuses = [kind.bonus for kind in theatre.pack.cards.kinds if kind.bonus is not None]
    needs = {
        ("movement sea",): any(nation.sea for nation in theatre.nations.values()),
        ("order swap", "replaced swapped"): any(unit.swapped_for for unit in units),
        ("arrived substitute",): any(unit.substitute for unit in coming),
        ("event countries-joined",): bool(chart.joining),
        ("event withdrawal-ordered", "fate withdrawn"): bool(chart.withdrawals),
        ("event army-withdrawn",): any(due.armies for due in chart.withdrawals),
        ("event cards-sacrificed",): any(restraint.cards for restraint in chart.restraints),
        ("event cards-allotted",): theatre.scenario.guaranteed is not None,
        ("fate exhausted",): any(bonus.exhausts for bonus in bonuses),
    }
    yield from (mark for marks, there in needs.items() if not there for mark in marks)


def _universe(theatre: GreatWarGame) -> Iterator[str]:
    yield from (f"order {kind}" for kind in ORDERS.kinds)
    yield from (f"event {kind}" for kind in happened.EVENTS.kinds)
    yield from (f"movement {mode}" for mode in get_args(Mode))
    yield from (f"fate {fate}" for fate in get_args(Fate))
    yield from (f"fire {phase}" for phase in get_args(FirePhase) if phase not in {"dogfight", "pursuit"})
    yield from (f"arrived {origin}" for origin in get_args(planned.Origin))
    yield from (f"replaced {reason}" for reason in ("swapped", "upgraded"))
    yield from (f"ended {reason}" for reason in get_args(planned.Ending))
    yield from (f"level {level.name}" for level in theatre.pack.tables.victory.levels)
    yield from (f"downgraded {kind}" for kind in ("offensive", "limited", "weather"))
    yield from _cards(theatre)
    yield from _buildings(theatre)


def _cards(theatre: GreatWarGame) -> Iterator[str]:
    for kind in theatre.pack.cards.kinds:
        yield f"spent {kind.id}"
        if kind.offensive or kind.combat:
            yield f"card {kind.id}"
        if kind.special_for:
            yield f"card {kind.id} special"
        if kind.crisis:
            yield from (f"crisis {demand.name}" for demand in kind.crisis.demands)


def _buildings(theatre: GreatWarGame) -> Iterator[str]:
    """Every kind that a nation may build in some season of the track."""
    last = max(theatre.turns)
    for nation in theatre.pack.forces.nations:
        for kind in nation.counters:
            unit = theatre.units[kind]
            if kind in {"army", "commonwealth"}:
                yield f"rebuilt {nation.id} {kind}"
            elif kind != "fort" and unit.buildable_from.get(nation.id, 1) <= last:
                yield f"built {nation.id} {kind}"
