"""Every kind of order stands in the table of its family, whole, and has its words in the other languages."""

from collections.abc import Mapping
from typing import Any, get_args

import pytest

from referee.engine.orders import OrderIndex
from referee.i18n import order_words
from referee.systems.great_war.flow.orders import ORDERS as GREAT_WAR
from referee.systems.great_war.notation.verbs import VERBS
from referee.systems.skirmish.flow.judgement import ORDERS as SKIRMISH
from schemas.great_war.orders import GreatWarOrder, Sealed
from schemas.model import Order
from schemas.skirmish.orders import SkirmishOrder

FAMILIES: Mapping[str, tuple[OrderIndex[Any, Any, Any, Any], tuple[type[Order], ...]]] = {
    "the Great War": (GREAT_WAR, get_args(GreatWarOrder)),
    "the skirmish": (SKIRMISH, get_args(SkirmishOrder)),
}


@pytest.mark.parametrize("family", FAMILIES)
def test_every_kind_of_order_is_in_the_table_and_no_other(family: str) -> None:
    table, models = FAMILIES[family]

    assert {kind.model for kind in table.kinds} == set(models)


@pytest.mark.parametrize("family", FAMILIES)
def test_every_kind_of_order_says_how_it_is_written(family: str) -> None:
    table, models = FAMILIES[family]

    for model in models:
        first = next(kind for kind in table.kinds if kind.model is model)
        assert first.line is not None, model


@pytest.mark.parametrize("family", FAMILIES)
def test_an_order_for_some_questions_answers_no_other(family: str) -> None:
    table, _ = FAMILIES[family]

    for kind in table.kinds:
        assert all(table.find(kind.model, question) for question in kind.questions)
        assert (table.find(kind.model, "a question that is never asked") is None) == bool(kind.questions)


def test_sealed_orders_answer_questions_about_plans_alone() -> None:
    sealed: list[type[Order]] = [kind.model for kind in GREAT_WAR.kinds if issubclass(kind.model, Sealed)]

    assert len(sealed) == 12
    for kind in GREAT_WAR.kinds:
        if kind.model in sealed:
            assert all(type(question).__name__ == "MakePlans" for question in kind.questions)


ENGLISH_ALONE = {"bonus", "scramble", "transit", "ersatz", "anew", "offer armistice", "decline armistice"}
"""The first words of orders that cannot be given in French, German and Greek yet."""


def test_every_order_has_words_in_the_other_languages():
    foreign = {verb for verbs in order_words.VERBS.values() for verb in verbs}
    english = {reader: verb for verb, reader in reversed(VERBS.items()) if verb not in foreign}
    spoken = {reader for verb, reader in VERBS.items() if verb in foreign}

    assert {verb for reader, verb in english.items() if reader not in spoken} == ENGLISH_ALONE
