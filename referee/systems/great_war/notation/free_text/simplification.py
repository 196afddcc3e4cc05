"""Sentences in the form that the reader expects: without words before them, and without idioms."""

import re

from referee.i18n import order_words, sentence_phrases
from referee.i18n import sentence_words as use
from referee.i18n.name_matching import key
from referee.systems.great_war.notation.free_text.orders import Context


def simplify(context: Context, sentence: str) -> str:
    """Return a sentence without words before it, and with some phrases in their usual form."""
    sentence = sentence_phrases.OPENINGS.sub("", sentence)
    sentence = sentence_phrases.ODDS.sub("", sentence_phrases.BUT_NOT.sub(", ", sentence)).lstrip(" ,")
    sentence = sentence_phrases.NO_ONE.sub("none", sentence)
    sentence = sentence_phrases.ONLY.sub(r"\1 seulement ", sentence)
    sentence = sentence_phrases.FROM_OUT.sub(r"\1", sentence)
    sentence = sentence_phrases.THERE_IS.sub(" ", sentence)
    sentence = sentence_phrases.RATHER_THAN_FIRE.sub(" ", sentence)
    sentence = sentence_phrases.SO_PASS.sub(
        "",
        sentence_phrases.FOR_THE_SEASON.sub(lambda duration: _leave_season_out(context, duration), sentence),
    )
    sentence = sentence_phrases.PHONE.sub(r"\1'\2", sentence)
    sentence = sentence_phrases.SITS_OUT.sub(" pass ", sentence)
    sentence = sentence_phrases.NICKNAMES.sub(" ", sentence_phrases.IDIOMS.sub(" ", sentence))
    # A word remains, so that no question begins behind it.
    sentence = sentence_phrases.REGIONS.sub(" here ", sentence)
    if not use.POLITE.isdisjoint(key(sentence).split()):
        sentence = sentence_phrases.REQUEST.sub("", sentence)
    sentence = sentence_phrases.IN_PLACE.sub("marches", sentence)
    sentence = sentence_phrases.TO_ATTACK.sub(", attack ", sentence)
    sentence = sentence_phrases.DONE_WELL.sub("made ", sentence)
    return sentence_phrases.WITH_CONTENTS.sub(" ", sentence)


def _leave_season_out(context: Context, duration: re.Match[str]) -> str:
    """Return " ", or the words unchanged if they name another season than the present one."""
    now = context.theatre.turns[context.position.map.turn].season
    name = duration["name"]
    return " " if name is None or order_words.SEASON_NAMES[name.casefold()] == now else duration[0]
