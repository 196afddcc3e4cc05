"""The transit box, and rules that are chosen for a match, as prose."""

from collections.abc import Mapping
from typing import assert_never

from referee.engine.tongue import message
from referee.systems.great_war.narrative import of_plans
from referee.systems.great_war.narrative.phrases import Blocks, area_called, of_area, piece_called
from referee.systems.great_war.state.narrator import Narrator
from referee.systems.great_war.state.position import Position
from schemas.great_war import choice_events as happened
from schemas.great_war.choice_events import ChoiceEvent
from schemas.reports.document import DiceThrown

FIRST: Mapping[bool, str] = {
    False: message("The {side} side is First Player this season."),
    True: message("The bids are level: the {side} side is First Player again."),
}
"""Who has the first player turn, by a higher bid or as before."""


def narrate(  # noqa: PLR0911 - one arm per event
    narrator: Narrator, position: Position, event: ChoiceEvent
) -> Blocks:
    """An event as a report tells it; a silent event gives nothing."""
    match event:
        case happened.TransitRolled():
            return _roll(narrator, event)
        case happened.PieceFortified(piece=id):
            piece = piece_called(narrator, position, id)
            return narrator.told("{piece} is fortified.", piece=piece)
        case happened.HitWithstood(piece=id, area=area):
            return narrator.told(
                "{piece} is fortified and withstands a hit in {area}.",
                piece=piece_called(narrator, position, id), area=area_called(narrator, area),
            )  # fmt: skip
        case happened.BiplaneScrambled(piece=id, origin=origin, to=to):
            return narrator.told(
                "{piece} scrambles from {origin} to {goal}.",
                piece=piece_called(narrator, position, id),
                origin=area_called(narrator, origin), goal=area_called(narrator, to),
            )  # fmt: skip
        case happened.SpareHitsLapsed(count=count):
            return narrator.told(
                "{count} hit more than there is to lose.", "{count} hits more than there is to lose.",
                count=count,
            )  # fmt: skip
        case happened.BattleBroughtForward(area=area):
            return narrator.told(
                "The next battle is that {of_area}.", of_area=of_area(narrator, area)
            )  # fmt: skip
        case happened.CardsBid():
            return narrator.told("{Clause}.", clause=of_plans.intention(narrator, position, event))
        case happened.InitiativeSettled(side=side, tied=tied):
            return narrator.told(FIRST[tied], side=narrator.side_adjective(side))
        case happened.ScrambleClosed():
            return ()
        case _:
            assert_never(event)


def _roll(narrator: Narrator, event: happened.TransitRolled) -> Blocks:
    """The losses of the transit box."""
    named = {"area": area_called(narrator, event.area), "side": narrator.side_adjective(event.side)}
    if not event.losses:
        told = narrator.paragraph("{area}: The {side} side loses nothing.", **named)
    else:
        told = narrator.paragraph(
            "{area}: The {side} side loses {count} piece.",
            "{area}: The {side} side loses {count} pieces.",
            count=event.losses, **named,
        )  # fmt: skip
    return (told, DiceThrown(rolls=event.rolls))
