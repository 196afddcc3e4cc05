"""The transit box, and rules that are chosen for a match, as prose."""

from typing import assert_never

from referee.systems.great_war.narrative import phrases
from referee.systems.great_war.narrative.phrases import Blocks, area_called, piece_called, subject
from referee.systems.great_war.position import Position
from referee.systems.great_war.theatre import Theatre
from schemas.document import DiceThrown, words
from schemas.great_war import choice_events as happened
from schemas.great_war.choice_events import ChoiceEvent


def narrate(  # noqa: PLR0911 - one arm per event
    theatre: Theatre, position: Position, event: ChoiceEvent
) -> Blocks:
    """An event as a report tells it; a silent event gives nothing."""
    match event:
        case happened.TransitRolled(area=area, side=side, rolls=rolls, losses=losses):
            lost = phrases.counted(losses, "piece") if losses else "nothing"
            told = f": {subject(theatre, side)} loses {lost}."
            return (words(area_called(theatre, area), told), DiceThrown(rolls=rolls))
        case happened.PieceFortified(piece=piece):
            return (words(piece_called(theatre, position, piece), " is fortified."),)
        case happened.HitWithstood(piece=piece, area=area):
            named = piece_called(theatre, position, piece), area_called(theatre, area)
            return (words(named[0], " is fortified and withstands a hit in ", named[1], "."),)
        case happened.BiplaneScrambled(piece=piece, origin=origin, to=to):
            ends = (" scrambles from ", area_called(theatre, origin), " to ", area_called(theatre, to), ".")
            return (words(piece_called(theatre, position, piece), *ends),)
        case happened.SpareHitsLapsed(count=count):
            return (words(f"{phrases.counted(count, 'hit')} more than there is to lose."),)
        case happened.BattleBroughtForward(area=area):
            return (words("The next battle is that of ", area_called(theatre, area), "."),)
        case happened.ScrambleClosed():
            return ()
        case _:
            assert_never(event)
