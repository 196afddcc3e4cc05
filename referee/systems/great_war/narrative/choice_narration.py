"""The transit box, and rules that are chosen for a match, as prose."""

from referee.engine.events import narration
from referee.systems.great_war.language.language import GreatWarLanguage
from referee.systems.great_war.narrative import plan_narration
from referee.systems.great_war.narrative.phrases import Blocks, Narrations, area_called
from referee.systems.great_war.state.position import Position
from schemas.great_war import plan_events as happened
from schemas.reports import DiceThrown


def _bid(narrator: GreatWarLanguage, position: Position, event: happened.CardsBid) -> Blocks:
    return narrator.told("{Clause}.", clause=plan_narration.intention(narrator, position, event))


def _roll(narrator: GreatWarLanguage, _: Position, event: happened.TransitRolled) -> Blocks:
    """The losses of the transit box."""
    names = {"area": area_called(narrator, event.area), "side": narrator.side_adjective(event.side)}
    if not event.losses:
        paragraph = narrator.paragraph("{area}: The {side} side loses nothing.", **names)
    else:
        paragraph = narrator.paragraph(
            "{area}: The {side} side loses {count} piece.",
            "{area}: The {side} side loses {count} pieces.",
            count=event.losses, **names,
        )  # fmt: skip
    return (paragraph, DiceThrown(rolls=event.rolls))


NARRATIONS: Narrations = (
    narration(happened.TransitRolled, _roll),
    narration(happened.CardsBid, _bid),
)
