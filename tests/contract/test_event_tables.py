"""Every kind of event has one entry in the table of its family, and one narration."""

from collections.abc import Collection, Mapping
from typing import Any, get_args

import pytest

from referee.engine.events import EventIndex
from referee.engine.facts import kinds
from referee.systems.great_war.events.recorder import EVENTS as GREAT_WAR
from referee.systems.great_war.narrative import event_narration as great_war_prose
from referee.systems.skirmish.events.evolution import EVENTS as SKIRMISH
from referee.systems.skirmish.narrative import event_narration as skirmish_prose
from schemas.great_war.events import GreatWarEvent
from schemas.record import Event
from schemas.skirmish.events import SkirmishEvent

Fields = Mapping[str, tuple[str, ...]]
Family = tuple[EventIndex[Any, Any, Any], tuple[type[Event], ...], Collection[type[Event]], Fields]

FAMILIES: Mapping[str, Family] = {
    "the Great War": (
        GREAT_WAR, get_args(GreatWarEvent), great_war_prose.NARRATED, great_war_prose.FIELDS
    ),
    "the skirmish": (SKIRMISH, get_args(SkirmishEvent), skirmish_prose.NARRATED, skirmish_prose.FIELDS),
}  # fmt: skip


@pytest.mark.parametrize("family", FAMILIES)
def test_the_table_has_every_event_of_the_union_and_no_other(family: str) -> None:
    table, models, _, _ = FAMILIES[family]

    assert set(table.kinds) == set(models)
    assert all(kind.model is model for model, kind in table.kinds.items())


@pytest.mark.parametrize("family", FAMILIES)
def test_an_event_is_narrated_by_a_template_or_by_a_function(family: str) -> None:
    table, _, functions, _ = FAMILIES[family]

    assert set(functions) == {model for model, kind in table.kinds.items() if kind.narrate is None}


@pytest.mark.parametrize("family", FAMILIES)
def test_a_template_names_fields_of_its_event(family: str) -> None:
    table, _, _, fields = FAMILIES[family]

    for model, kind in table.kinds.items():
        parts = {part for text in list_texts(kind.narrate) for part in kinds(text)}
        for part in parts:
            assert {part, *fields.get(part, ())} & set(model.__struct_fields__), (model, part)


def list_texts(narrate: Any) -> tuple[str, ...]:
    if narrate is None or callable(narrate):
        return ()
    return (narrate,) if isinstance(narrate, str) else narrate
