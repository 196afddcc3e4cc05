"""Why an order was dropped or a way cut short, in the language of the reader.

Journals of the first vocabulary have the reason in words alone: it is shown as it was filed.
"""

from collections.abc import Mapping
from typing import cast

from pydantic import JsonValue

from referee.engine.facts import Parameter, Statable, say
from referee.systems.skirmish.combat import refusals as combat
from referee.systems.skirmish.events import refusals as events
from referee.systems.skirmish.facts import names, walking
from referee.systems.skirmish.facts import refusals as facts
from referee.systems.skirmish.flow import refusals as flow
from referee.systems.skirmish.movement import refusals as movement
from referee.systems.skirmish.state.narrator import Narrator

CHAPTERS = (
    combat.Refusal, events.Refusal, facts.Refusal, flow.Refusal, movement.Refusal, walking.Cut,
)  # fmt: skip

FACTS: Mapping[str, Statable] = {fact.code: fact for chapter in CHAPTERS for fact in chapter}
"""The facts that these rules may state, by code."""


def word(narrator: Narrator, code: str, parameters: Mapping[str, JsonValue], filed: str) -> str:
    """A fact by its code, as an event has it; where it has none, what was filed."""
    fact = FACTS.get(code)
    if fact is None:
        return filed
    try:
        return say(
            narrator.tongue, fact.template, cast(Mapping[str, Parameter], parameters), names.namer(narrator)
        )
    except (LookupError, TypeError, ValueError, AttributeError):
        # A forged journal may state a fact of anything.
        return filed
