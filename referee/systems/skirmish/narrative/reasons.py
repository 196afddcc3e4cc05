"""Why an order was dropped or a way cut short, in the language of the reader.

Journals of the first vocabulary have the reason in words alone: it is shown as it was filed.
"""

from collections.abc import Mapping
from typing import cast

from referee.engine.facts import Parameter, Statable, list_by_code, say_filed
from referee.systems.skirmish.combat import refusals as combat
from referee.systems.skirmish.events import refusals as events
from referee.systems.skirmish.facts import names, walking
from referee.systems.skirmish.facts import refusals as facts
from referee.systems.skirmish.flow import refusals as flow
from referee.systems.skirmish.movement import refusals as movement
from referee.systems.skirmish.state.narrator import Narrator
from schemas.record import JsonValue

CHAPTERS = (
    combat.Refusal, events.Refusal, facts.Refusal, flow.Refusal, movement.Refusal, walking.Cut,
)  # fmt: skip

FACTS: Mapping[str, Statable] = list_by_code(*CHAPTERS)
"""The facts that these rules may state, by code."""


def word(narrator: Narrator, code: str, parameters: Mapping[str, JsonValue], filed: str) -> str:
    """A fact by its code, as an event has it; where it has none, what was filed."""
    fact = FACTS.get(code)
    stated = cast(Mapping[str, Parameter], parameters)
    return say_filed(narrator.tongue, fact, stated, names.namer(narrator), filed) if fact else filed
