"""What a narrator calls units, weapons, classes and ground: by the pack, or by the names of a language."""

from collections.abc import Callable
from typing import cast

import pytest

from referee.i18n import languages
from referee.packs import loading
from referee.systems.skirmish.language.language import SkirmishLanguage
from schemas.skirmish.names import Names
from tests.skirmish.test_positions import agreed

NAMES = cast(Names, loading.names(loading.load("skirmish"), "fr"))

Call = Callable[[SkirmishLanguage], str]
CALLED: dict[str, tuple[Call, str, str]] = {
    "a unit": (lambda it: it.unit_name("br-s1"), "Section 1", NAMES.words["Section 1"]),
    "a unit that is not there": (lambda it: it.unit_name("br-s9"), "br-s9", "br-s9"),
    "a weapon": (lambda it: it.weapon_name("rifle"), "rifle", "fusil"),
    "a weapon that is not there": (lambda it: it.weapon_name("club"), "club", "club"),
    "one weapon": (lambda it: it.a_weapon("rifle"), "a rifle", "un fusil"),
    "one weapon that begins with a vowel": (lambda it: it.a_weapon("bar"), "an automatic rifle", ""),
    "one that is not there": (lambda it: it.a_weapon("club"), "a club", "a club"),
    "a class": (lambda it: it.quality_name("ferocious"), "ferocious", "féroce"),
    "a class that is not there": (lambda it: it.quality_name("green"), "green", "green"),
    "ground by its name": (
        lambda it: it.ground_name("c-mine"),
        "the mine crater",
        NAMES.words["the mine crater"],
    ),
    "what blocks a line": (lambda it: it.ground_name("light-cover"), "light cover", "couvert léger"),
    "ground that is not there": (lambda it: it.ground_name("c-none"), "c-none", "c-none"),
}


@pytest.mark.parametrize(("call", "english", "french"), CALLED.values(), ids=CALLED)
def test_a_thing_is_called_in_the_language_of_its_reader(call: Call, english: str, french: str) -> None:
    table = agreed().table

    assert call(SkirmishLanguage(table)) == english
    assert call(SkirmishLanguage(table, languages.tongue("fr"), NAMES)) == (
        french or NAMES.weapons["bar"].one
    )
