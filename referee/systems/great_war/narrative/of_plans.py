"""Arrivals, purchases, plans and the end of the match as prose. The position is the one before the event."""

from typing import assert_never

from referee.systems.great_war import pool
from referee.systems.great_war.narrative import phrases
from referee.systems.great_war.narrative.phrases import (
    Blocks,
    area_called,
    piece_called,
    side_called,
    subject,
)
from referee.systems.great_war.position import Position
from referee.systems.great_war.theatre import Theatre
from schemas.document import Counter, Inline, Strong, Text, words
from schemas.great_war import choice_events as chosen
from schemas.great_war import events as happened
from schemas.great_war import plan_events as planned
from schemas.great_war.events import PlanEvent
from schemas.record import Side, listed


def narrate(  # noqa: C901, PLR0911, PLR0912 - one arm per event
    theatre: Theatre, position: Position, event: PlanEvent
) -> Blocks:
    """An event as a report tells it; a silent event gives nothing."""
    match event:
        case planned.CardsBought(side=side, count=count):
            return (words(f"{subject(theatre, side)} buys {phrases.counted(count, 'card')}."),)
        case planned.PieceArrived() | planned.PieceReplaced() | planned.PieceEntrenched():
            return (words(*intention(theatre, position, event), "."),)
        case planned.SupplyChecked(unsupplied=ids):
            return _supply(theatre, position, ids)
        case happened.PlanExtended(side=side, planned=steps):
            told = phrases.series([Text(text=plain(theatre, position, step)) for step in steps])
            return (words(f"{subject(theatre, side)} plans, under seal: ", *told, "."),)
        case planned.PlanDropped(side=side):
            return (words(f"{subject(theatre, side)} tears up its plan."),)
        case planned.PlanClosed(side=side):
            return (words(f"{subject(theatre, side)} has closed its plan."),)
        case planned.PlansRevealed():
            return (words("The plans of both sides are opened."),)
        case planned.CountriesJoined(side=side, countries=countries):
            named = listed([theatre.pack.map.countries[country] for country in countries])
            verb = "joins" if len(countries) == 1 else "join"
            return (
                words(
                    Strong(text=f"{named} {verb} {side_called(theatre, side)}."),
                ),
            )
        case planned.WithdrawalOrdered(side=side, name=name, nation=nation, count=count):
            adjective = theatre.nations[nation].adjective
            many = f"{count} {adjective} {'piece' if count == 1 else 'pieces'} of infantry"
            return (words(f"{name}: {side_called(theatre, side)} must withdraw {many}."),)
        case planned.ArmyWithdrawn(army=army):
            return (
                words(_army_called(theatre, army), " leaves for another theatre and will not come back."),
            )
        case planned.ArmisticeOffered(side=side):
            return (words(f"{subject(theatre, side)} offers an armistice."),)
        case planned.ArmisticeDeclined(side=side):
            verb = "withdraws its offer of" if position.armistice == side else "declines"
            return (words(f"{subject(theatre, side)} {verb} an armistice."),)
        case planned.PhaseClosed():
            return ()
        case _:
            assert_never(event)


def _supply(theatre: Theatre, position: Position, ids: tuple[str, ...]) -> Blocks:
    if not ids:
        return ()
    return (
        words("Out of supply: ", *phrases.series([piece_called(theatre, position, id) for id in ids]), "."),
    )


def _newcomer(theatre: Theatre, id: str, side: Side | None = None) -> Counter:
    piece = pool.counter(theatre, id)
    return Counter(text=pool.counter_name(theatre, id), side=side or (piece.side if piece else ""))


def _army_called(theatre: Theatre, id: str) -> Counter:
    return _newcomer(theatre, id)


def intention(  # noqa: PLR0911 - one arm per event
    theatre: Theatre, position: Position, event: happened.Intention
) -> tuple[Inline | str, ...]:
    """What is planned or has been, as a clause without its full stop."""
    match event:
        case planned.PieceArrived(piece=id, side=side, area=area, into=into, origin=origin):
            verbs = {"built": "is built", "rebuilt": "is rebuilt", "substitute": "arrives as a substitute"}
            verb = verbs.get(origin, "arrives")
            inside = (", into ", _army_called(theatre, into)) if into is not None else ()
            return (
                _newcomer(theatre, id, side), f" {verb} in ", area_called(theatre, area),
                *inside,
            )  # fmt: skip
        case planned.PieceReplaced(piece=old, by=new, area=area, reason=reason):
            verb = "takes the place of" if reason == "swapped" else "is what becomes of"
            return (
                _newcomer(theatre, new),
                f" {verb} ",
                _newcomer(theatre, old),
                " in ",
                area_called(theatre, area),
            )
        case planned.PieceEntrenched(piece=id):
            return (_named(theatre, position, id), " entrenches")
        case planned.CardsBought(side=side, count=count):
            return (f"{side_called(theatre, side)} buys {phrases.counted(count, 'card')}",)
        case happened.ArmyJoined(piece=piece, army=army):
            return (_named(theatre, position, piece), " joins ", _named(theatre, position, army))
        case happened.ArmyLeft(piece=piece, army=army):
            return (_named(theatre, position, piece), " leaves ", _named(theatre, position, army))
        case happened.ArmyEntrenched(army=army):
            return (_named(theatre, position, army), " takes over trenches")
        case chosen.PieceFortified(piece=id):
            return (_named(theatre, position, id), " is fortified")
        case happened.PieceLost(piece=id):
            return (_named(theatre, position, id), " is given up")
        case _:
            assert_never(event)


def _named(theatre: Theatre, position: Position, id: str) -> Counter:
    """A piece by name, also one that only a plan has put on the map."""
    return piece_called(theatre, position, id) if id in position.pieces else _newcomer(theatre, id)


def plain(theatre: Theatre, position: Position, event: happened.Intention) -> str:
    """The same as plain text."""
    parts = intention(theatre, position, event)
    return "".join(part if isinstance(part, str) else part.text for part in parts)


def ended(theatre: Theatre, event: happened.CampaignEnded) -> Blocks:
    """The end of the match, and why."""
    total = phrases.counted(event.points, "victory point")
    match event.reason:
        case "last-season":
            why = "The campaign is over"
        case "decisive":
            why = "The victory is decisive and the match is over"
        case "armistice":
            why = "Both sides agree to an armistice and the match is over"
        case "resignation":
            who = side_called(theatre, event.side or "")
            why = f"{phrases.upper(who)} resigns and the match is over, one level worse for it"
        case _:
            assert_never(event.reason)
    return (words(f"{why}, with {total}: ", Strong(text=event.level), "."),)
