"""Every order of the Great War has its words in the other languages, or is named here."""

from referee.i18n import order_words
from referee.systems.great_war.notation.lines import VERBS

ENGLISH_ALONE = {"bonus", "scramble", "transit", "ersatz", "anew", "offer armistice", "decline armistice"}
"""The first words of orders that cannot be given in French, German and Greek yet."""


def test_every_order_has_words_in_the_other_languages():
    foreign = {verb for verbs in order_words.VERBS.values() for verb in verbs}
    english = {reader: verb for verb, reader in reversed(VERBS.items()) if verb not in foreign}
    spoken = {reader for verb, reader in VERBS.items() if verb in foreign}

    assert {verb for reader, verb in english.items() if reader not in spoken} == ENGLISH_ALONE
