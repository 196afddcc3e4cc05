"""Every purpose of a throw, in the English that journals of formats 1 and 2 hold and in other languages."""

from collections.abc import Iterator

import pytest

from referee.engine.dice import state_purpose
from referee.engine.facts import Fact, kinds
from referee.i18n import languages
from referee.packs import loading, rulesets
from referee.systems.great_war.language import language as great_war
from referee.systems.skirmish.language import language as skirmish
from schemas.record import Purpose

SAMPLES = {
    "area": "liege", "arms": ("siege-gun", 2), "card": 17, "mode": "rush", "needed": 3, "number": 2,
    "side": {"ttlm": "german", "skirmish": "british"}, "worth": 12,
}  # fmt: skip
THROWS = {"ttlm": great_war.PURPOSES, "skirmish": skirmish.PURPOSES}


def stated() -> Iterator[tuple[str, Purpose]]:
    for pack, facts in THROWS.items():
        for fact in facts.values():
            yield pack, _sample(pack, fact)


def _sample(pack: str, fact: Fact) -> Purpose:
    values = {part: SAMPLES[kind] for part, kind in kinds(fact.template).items()}
    parts = {part: value[pack] if isinstance(value, dict) else value for part, value in values.items()}
    return state_purpose(fact, **parts)


@pytest.mark.parametrize(("pack", "purpose"), list(stated()), ids=lambda of: getattr(of, "kind", of))
def test_purpose_sentence_equals_its_record(pack: str, purpose: Purpose) -> None:
    bound = rulesets.bind(pack, None, {})
    french = bound.system.speaking(languages.tongue("fr"), loading.names(bound.loaded, "fr")).language
    sentence = bound.system.language.word_purpose(purpose)
    assert bound.system.language.word_purpose(sentence) == sentence
    assert french.word_purpose(sentence) == french.word_purpose(purpose)
    assert french.word_purpose(purpose) not in {sentence, str(purpose)}


def test_fort_is_one_piece_but_older_journals_count_its_dice() -> None:
    bound = rulesets.bind("ttlm", None, {})
    french = bound.system.speaking(languages.tongue("fr"), loading.names(bound.loaded, "fr")).language
    purpose = state_purpose(
        great_war.fire.Throw.DEFENSIVE_FIRE, area="liege", side="entente", arms=("fort", 2), needed=2
    )
    older = bound.rules.spell_purpose(purpose)

    assert older == "Liège: Entente defensive fire, 2 forts at F2"
    assert bound.system.language.word_purpose(purpose) == "Liège: Entente defensive fire, 1 fort at F2"
    assert french.word_purpose(older) == french.word_purpose(purpose)
