"""The transit box, and rules that are chosen for a match, as prose."""

from referee.systems.great_war.evolution.of_choices import ChoiceEvent
from referee.systems.great_war.narrative import phrases
from referee.systems.great_war.narrative.phrases import Blocks, area_called, subject
from referee.systems.great_war.theatre import Theatre
from schemas.document import DiceThrown, words


def narrate(theatre: Theatre, event: ChoiceEvent) -> Blocks:
    """An event as a report tells it."""
    lost = phrases.counted(event.losses, "piece") if event.losses else "nothing"
    told = f": {subject(theatre, event.side)} loses {lost}."
    return (words(area_called(theatre, event.area), told), DiceThrown(rolls=event.rolls))
